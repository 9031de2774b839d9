package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

func TestAUnitIsConnectedWithAChannel(t *testing.T) {
	dir := t.TempDir()
	day := func(n date.Date) string { return (date.In(machine()) + n).ISO() }
	compact := func(n date.Date) string { return strings.ReplaceAll(day(n), "-", "") }
	for _, file := range [][2]string{
		{"catalogue", `{"region":{"id":"12","name":"Cornwall","country":"GB"}}
{"operator":{"id":"HAV","name":"Havens"}}
{"park":{"id":"P1","name":"Sandy Bay","region":"12","operator":"HAV","country":"GB"}}
{"unit":{"id":"P1-L1","park":"P1","channel":"uklodge","name":"Lodge","sleeps":4}}
`},
		{"prices", `{"unit":"P1-L1","arrival":"` + day(30) + `","nights":3,"prices":{"4":"199.00"}}
{"unit":"P1-L1","from":"` + day(30) + `","to":"` + day(40) + `","units":1}
`},
	} {
		if err := importCommand(t.Context(), []string{file[0], "--data", dir, writeFile(t, file[1])}); err != nil {
			t.Fatal(err)
		}
	}
	channel := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:%s\nDTEND:%s\nEND:VEVENT\nEND:VCALENDAR\n", compact(31), compact(33))
	}))
	t.Cleanup(channel.Close)
	run := func(args ...string) error { return icalCommand(t.Context(), append(args, "--data", dir)) }
	for want, args := range map[string][]string{
		"ical: say":              {"join", "P1-L1", "airbnb"},
		"say why":                {"add", "P1-L1", "airbnb", "--yes"},
		"is not on sale":         {"add", "none", "airbnb", "--why", "owner", "--yes"},
		"begins with https":      {"add", "P1-L1", "airbnb", channel.URL, "--why", "owner", "--yes"},
		"has no calendars":       {"show", "P1-L1"},
		"has no calendar airbnb": {"remove", "P1-L1", "airbnb", "--why", "owner", "--yes"},
	} {
		if err := run(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	blocked := func() (nights int) {
		t.Helper()
		opened(t, dir, func(s *store.Store) {
			all, err := s.UnitNights(t.Context(), "P1-L1", date.In(machine())+30, date.In(machine())+40)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range all {
				nights += n.Blocked
			}
		})
		return nights
	}
	link := func() (number int64) {
		t.Helper()
		opened(t, dir, func(s *store.Store) {
			all, err := ical.New(ical.Config{Store: s.Calendars()}).List(t.Context(), "P1-L1")
			if err != nil || len(all) != 1 {
				t.Fatalf("%+v, %v", all, err)
			}
			number = all[0].Link
		})
		return number
	}
	if err := run("add", "P1-L1", "airbnb", channel.URL, "--private", "--why", "owner", "--yes", "--base-url", "https://site.example"); err != nil {
		t.Fatal(err)
	}
	if got := blocked(); got != 2 {
		t.Errorf("%d nights are blocked", got)
	}
	before := link()
	for _, args := range [][]string{{"list"}, {"show", "P1-L1"}, {"revoke", "P1-L1", "airbnb", "--why", "leaked", "--yes"}, {"settle", "P1-L1", "airbnb", "--why", "rang", "--yes"}} {
		if err := run(args...); err != nil {
			t.Error(err)
		}
	}
	if link() == before {
		t.Error("the link is the same")
	}
	if err := stockCommand(t.Context(), []string{"history", "P1-L1", "--data", dir}); err != nil {
		t.Error(err)
	}
	if err := run("remove", "P1-L1", "airbnb", "--why", "left", "--yes"); err != nil || blocked() != 0 {
		t.Errorf("%v, %d nights are blocked", err, blocked())
	}
}
