package api

import (
	"bytes"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/web/httpx"
)

// viewOf returns a view of a demo catalogue with three weeks of arrival dates.
func viewOf(t testing.TB, parks int, first date.Date) *View {
	t.Helper()
	const days = 21
	d := demo.New(demo.Seed, parks)
	stock, problems := catalogue.NewSnapshot(&d.Entities)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	inv := availability.BuildInput{First: first, Days: days, HiddenRegions: []string{catalogue.HiddenRegion}, Version: 1}
	numbers := map[string]int{}
	for i, p := range stock.AllParks() {
		numbers[p.ID] = i
		inv.Parks = append(inv.Parks, availability.Park{ID: p.ID, SortName: p.Folded, Region: p.RegionID, Operator: p.OperatorID})
	}
	units := stock.AllUnits()
	for _, u := range units {
		inv.Units = append(inv.Units, availability.Unit{ID: u.ID, Channel: u.Channel, Park: numbers[u.ParkID], Dogs: u.Dogs, Features: u.Keys, Offers: u.Offers})
	}
	inv.Load = func(wanted []int, yield func(int, availability.UnitData)) error {
		for _, i := range wanted {
			id := units[i].ID
			yield(i, availability.UnitData{PriceTable: d.PriceTable(id, first, days).Encode(), Allotment: d.Allotment(id, first, days).Encode()})
		}
		return nil
	}
	index, err := availability.Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	return NewView(1, stock, index, schoolholiday.Default())
}

func TestTwoThousandParksTakeAtMost100kB(t *testing.T) {
	today := date.Of(2026, time.November, 21)
	arrival := date.Of(2027, time.July, 17)
	v := viewOf(t, 6500, arrival-10)
	a := New(complete(Config{Now: func() time.Time { return today.Midnight().Add(12 * time.Hour) }}))
	for _, nights := range []int{3, 7} {
		c := criteria{Channel: "ukcaravan", Region: allRegions, Date: arrival, Nights: nights, Party: 2, Flex: 7}
		found := a.found(v, a.signSearch(c, a.Now()), c, a.anybody())
		if rows := bytes.Count(found.JSON, []byte(`"unitsLeft"`)); rows != 2000 {
			t.Fatalf("%d nights: %d rows, want 2,000", nights, rows)
		}
		for coding, most := range map[*httpx.Coding]int{httpx.Gzip: 100_000, httpx.Zstd: 112_000} {
			if size := len(coding.Encode(found.JSON)); size > most {
				t.Errorf("%d nights: %d bytes in %s, of %d; want at most %d", nights, size, coding.Name(), len(found.JSON), most)
			}
		}
		found.release()
	}
}
