package api

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// cheapDays returns a view of one region. Each of its parks has stays of seven
// nights that begin on each of a hundred days: on the park's cheap day, counted
// from the first day, for £99, on all others for £500.
func cheapDays(t *testing.T, first date.Date, cheap ...int) *View {
	t.Helper()
	const days = 100
	e := catalogue.Entities{
		Regions:   []catalogue.Region{{ID: "1", Name: "Here", Country: "GB"}},
		Operators: []catalogue.Operator{{ID: "OP", Name: "Operator"}},
	}
	in := availability.BuildInput{First: first, Days: days, Version: 1}
	allotment := availability.Allotment{First: first, Units: slices.Repeat([]int{1}, days+7)}.Encode()
	for i, cheapDay := range cheap {
		park, unit := fmt.Sprint("P", i), fmt.Sprint("U", i)
		e.Parks = append(e.Parks, catalogue.Park{ID: park, Name: park, RegionID: "1", OperatorID: "OP", Country: "GB"})
		e.Units = append(e.Units, catalogue.UnitType{ID: unit, ParkID: park, Name: unit, Channel: "ukcaravan", Sleeps: 4})
		table, err := availability.NewPriceTable([]int{8}, first, days)
		if err != nil {
			t.Fatal(err)
		}
		for day := range days {
			price := money.Pence(50000)
			if day == cheapDay {
				price = 9900
			}
			if err := table.Set(first+date.Date(day), 7, 0, price, 0); err != nil {
				t.Fatal(err)
			}
		}
		in.Parks = append(in.Parks, availability.Park{ID: park, SortName: park, Region: "1", Operator: "OP"})
		in.Units = append(in.Units, availability.Unit{ID: unit, Channel: "ukcaravan", Park: i, Data: availability.UnitData{PriceTable: table.Encode(), Allotment: allotment}})
	}
	stock, problems := catalogue.NewSnapshot(&e)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	index, err := availability.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return NewView(1, stock, index, schoolholiday.Default())
}

// Stays of some lengths do not fit a week of school holidays, or begin on other days: other
// lengths may.
func TestASearchSuggestsOtherNights(t *testing.T) {
	_, h := serving(t, func(config *Config) {
		v := cheapDays(t, date.Of(2026, time.November, 22), 30, 31)
		config.View = func() *View { return v }
	})
	for query, want := range map[string]string{
		"nights=3&when=christmas-holidays-2026": `[{7 2 £99}]`,
		"nights=7&when=christmas-holidays-2026": `[]`,
		"nights=3&date=20/12/2026":              `[{7 2 £500}]`,
	} {
		var answer struct{ Data Suggestions }
		w := askAPI(h, "GET", "/api/suggestions?channel=ukcaravan&region=all-regions&"+query)
		if err := json.Unmarshal(w.Body.Bytes(), &answer); w.Code != 200 || err != nil {
			t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
		}
		got := []string{}
		for _, s := range answer.Data.Nights {
			got = append(got, fmt.Sprintf("{%d %d %s}", s.Nights, s.Count, s.Price.Text()))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
}

// Where none of the nearest dates passes the filters, one search over all dates
// finds the cheapest date of each park, and several parks may share it.
func TestASuggestedDateIsSharedByParksWithTheSameCheapestDay(t *testing.T) {
	first := date.Of(2026, time.November, 22)
	day := func(n int) string { return (first + date.Date(n)).String() }
	for name, c := range map[string]struct {
		cheap []int
		want  []string
	}{
		"three parks, one day":          {[]int{80, 80, 80}, []string{day(80)}},
		"two parks, one day":            {[]int{80, 80}, []string{day(80)}},
		"five parks, three days":        {[]int{90, 80, 90, 85, 80}, []string{day(80), day(85), day(90)}},
		"four days, the nearest three":  {[]int{95, 80, 90, 85}, []string{day(80), day(85), day(90)}},
		"the requested day is left out": {[]int{5, 80}, []string{day(80)}},
	} {
		t.Run(name, func(t *testing.T) {
			_, h := serving(t, func(config *Config) {
				v := cheapDays(t, first, c.cheap...)
				config.View = func() *View { return v }
			})
			var answer struct{ Data Suggestions }
			w := askAPI(h, "GET", "/api/suggestions?channel=ukcaravan&region=1&nights=7&priceMax=100&date="+day(5))
			if err := json.Unmarshal(w.Body.Bytes(), &answer); w.Code != 200 || err != nil {
				t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
			}
			var got []string
			for _, suggestion := range answer.Data.Dates {
				got = append(got, suggestion.Date)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("dates %v, want %v", got, c.want)
			}
		})
	}
}
