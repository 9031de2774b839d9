package api

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// severalChannels returns a view of one park that sells a stay of seven nights on several
// channels. Its unit types take dogs, each for £20.
func severalChannels(t *testing.T, first date.Date, channels ...string) *View {
	t.Helper()
	e := catalogue.Entities{
		Regions:   []catalogue.Region{{ID: "1", Name: "Here", Country: "GB"}},
		Operators: []catalogue.Operator{{ID: "OP", Name: "Operator"}},
		Parks:     []catalogue.Park{{ID: "P", Name: "Park", RegionID: "1", OperatorID: "OP", Country: "GB"}},
	}
	in := availability.BuildInput{First: first, Days: 1, Version: 1, Parks: []availability.Park{{ID: "P", SortName: "Park", Region: "1", Operator: "OP"}}}
	table, err := availability.NewPriceTable([]int{8}, first, 1)
	if err == nil {
		err = table.Set(first, 7, 0, 100_00, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	data := availability.UnitData{PriceTable: table.Encode(), Allotment: availability.Allotment{First: first, Units: slices.Repeat([]int{1}, 7)}.Encode()}
	for _, channel := range channels {
		e.Units = append(e.Units, catalogue.UnitType{ID: channel, ParkID: "P", Name: channel, Channel: channel, Sleeps: 8, Dogs: true})
		in.Units = append(in.Units, availability.Unit{ID: channel, Channel: channel, Dogs: true, Charges: money.Rates{{Amount: 20_00, PerDog: true}}, Data: data})
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

// Where the query has no channel, each unit type has the price at which its channel books it
// for the party: European parks take no dogs, boats no one who is alone.
func TestAParkOfSeveralChannelsKeepsTheRulesOfEach(t *testing.T) {
	first := date.Of(2026, 11, 30)
	_, h := serving(t, func(config *Config) {
		v := severalChannels(t, first, "ukcaravan", "eurocaravan", "boats")
		config.View = func() *View { return v }
	})
	for query, want := range map[string]map[string]string{
		"adults=2&petFriendly=N":                   {"ukcaravan": "100.00", "eurocaravan": "100.00", "boats": "100.00"},
		"adults=2&petFriendly=Y":                   {"ukcaravan": "120.00", "eurocaravan": "100.00", "boats": "120.00"},
		"adults=1&petFriendly=Y":                   {"ukcaravan": "120.00", "eurocaravan": "100.00"},
		"adults=2&petFriendly=Y&channel=ukcaravan": {"ukcaravan": "120.00"},
	} {
		var answer struct {
			Data struct {
				Results map[string]map[string][]struct{ UnitType, UnitPrice string }
			}
		}
		w := askAPI(h, "GET", "/api/parkresults?parkId=P&date="+first.String()+"&"+query)
		if err := json.Unmarshal(w.Body.Bytes(), &answer); w.Code != 200 || err != nil {
			t.Fatalf("%s: %d, %v: %s", query, w.Code, err, w.Body)
		}
		got := map[string]string{}
		for _, u := range answer.Data.Results[first.String()]["7"] {
			got[u.UnitType] = u.UnitPrice
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for _, query := range []string{"adults=67", "adults=1&channel=boats"} {
		if w := askAPI(h, "GET", "/api/parkresults?parkId=P&"+query); w.Code != 400 {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
}
