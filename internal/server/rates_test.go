package server_test

import (
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
)

const ratedPark = `{"region":{"id":"12","name":"Cornwall","country":"GB"}}
{"operator":{"id":"HAV","name":"Havens"}}
{"park":{"id":"HV101","name":"Sandy Bay","region":"12","operator":"HAV","country":"GB"}}
{"unit":{"id":"HV101-G1","park":"HV101","channel":"ukcaravan","name":"Gold","sleeps":6}}
{"unit":{"id":"HV101-S1","park":"HV101","channel":"ukcaravan","name":"Silver","sleeps":4}}
`

// stays returns the units of the park for two nights of two adults, by unit type and
// date of arrival.
func (v *visitor) stays(first, last date.Date) map[string]unit {
	v.t.Helper()
	found := map[string]unit{}
	for _, u := range v.units("HV101", "channel", "ukcaravan", "from", first.String(), "to", last.String(), "nights", "2", "adults", "2") {
		found[u.unitType+" "+u.date] = u
	}
	return found
}

func pricesOf(stays map[string]unit) map[string]string {
	prices := map[string]string{}
	for stay, u := range stays {
		prices[stay] = u.price
	}
	return prices
}

// TestOneNightOfRatesChangesItsStaysOnly follows rates from their file to a booking, and a
// change of one night to the stays that include it.
func TestOneNightOfRatesChangesItsStaysOnly(t *testing.T) {
	t.Parallel()
	dir, first := t.TempDir(), date.In(testclock.Now())+60
	night, last := first+4, first+9
	db, err := store.Open(t.Context(), dir, testclock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	im := feed.Importer{Store: db, Temp: t.TempDir()}
	if _, err := im.Catalogue(t.Context(), feed.File{Reader: strings.NewReader(ratedPark), Full: true}); err != nil {
		t.Fatal(err)
	}
	publish := func(full bool, rows string) {
		t.Helper()
		if report, err := im.Rates(t.Context(), feed.File{Reader: strings.NewReader(rows), CSV: true, Full: full}); err != nil {
			t.Fatal(err, report.BadRows)
		}
	}
	publish(true, fmt.Sprintf("kind,unit,from,to,price_2,units\nnight,HV101-G1,%[1]s,%[2]s,60.00,\nnight,HV101-S1,%[1]s,%[2]s,70.00,\nunits,HV101-G1 HV101-S1,%[1]s,%[2]s,,4\n", first.ISO(), last.ISO()))
	r, err := launch(dir, sandbox)
	if err != nil {
		t.Fatal(err)
	}
	defer r.stop()
	v := r.visitor(t)

	search := func() string {
		t.Helper()
		return v.get("/api/search", "channel", "ukcaravan", "region", "12", "date", night.String(), "nights", "2", "adults", "2").ok(t).text("results", 0, "price")
	}
	same(t, "the search", search(), "120.00")
	before := v.stays(first, last)
	if len(before) != 18 {
		t.Fatalf("%d stays, want 9 of each unit type: %v", len(before), before)
	}
	gold := "HV101-G1 " + night.String()
	held := v.hold(before[gold]).ok(t)
	same(t, "the price of the hold", held.text("booking", "unitPrice"), "120.00")

	publish(false, fmt.Sprintf("kind,unit,from,to,price_2\nnight,HV101-G1,%[1]s,%[1]s,45.00\n", night.ISO()))
	polltest.Until(t, "the changed night is on sale", func() bool { return search() == "105.00" })
	want := pricesOf(before)
	want[gold], want["HV101-G1 "+(night-1).String()] = "105.00", "105.00"
	after := v.stays(first, last)
	same(t, "the stays of that night, and no others", pricesOf(after), want)
	same(t, "the units that are left", after[gold].left, before[gold].left-1)
	ref := held.text("booking", "bookId")
	same(t, "the price of the hold stays", v.get("/api/getdeposit", "bookId", ref).ok(t).text("quote", "accommodation"), "120.00")
	if again := r.visitor(t).hold(after[gold]).ok(t); again.text("booking", "unitPrice") != "105.00" {
		t.Errorf("a later hold costs %s", again.text("booking", "unitPrice"))
	}
}
