package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// TestACalendarOfAnotherChannel follows nights that a channel blocks and frees to the search,
// and a booking to the calendar that the channel reads.
func TestACalendarOfAnotherChannel(t *testing.T) {
	t.Parallel()
	dir, first := t.TempDir(), date.In(testclock.Now())+60
	db, err := store.Open(t.Context(), dir, testclock.Now)
	if err != nil {
		t.Fatal(err)
	}
	im := feed.Importer{Store: db, Temp: t.TempDir()}
	if _, err := im.Catalogue(t.Context(), feed.File{Reader: strings.NewReader(ratedPark), Full: true}); err != nil {
		t.Fatal(err)
	}
	rows := fmt.Sprintf("kind,unit,from,to,price_2,units\nnight,HV101-S1,%[1]s,%[2]s,70.00,\nunits,HV101-S1,%[1]s,%[2]s,,1\n", first.ISO(), (first + 5).ISO())
	if report, err := im.Rates(t.Context(), feed.File{Reader: strings.NewReader(rows), CSV: true, Full: true}); err != nil {
		t.Fatal(err, report.BadRows)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := launch(dir, sandbox, func(c *server.Config) { c.NoLimits = true }, server.AroundLoops(func(l loop.Loop) loop.Loop {
		l.Every = min(l.Every, 100*time.Millisecond)
		return l
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.stop)

	var blocked atomic.Pointer[string]
	says := func(from, to date.Date) { // the end is exclusive
		doc := "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:" + from.Time().Format("20060102") + "\r\nDTEND;VALUE=DATE:" + to.Time().Format("20060102") + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
		blocked.Store(&doc)
	}
	says(first, first+4)
	channel := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, *blocked.Load()) }))
	t.Cleanup(channel.Close)
	calendars := calendarsOf(t, r)
	by := payment.StaffMember{By: "Jo", Why: "the owner asks"}
	if err := calendars.Add(t.Context(), ical.Calendar{UnitType: "HV101-S1", Source: "airbnb", Address: channel.URL, Private: true}, by); err != nil {
		t.Fatal(err)
	}

	v := r.visitor(t)
	sold := func() string {
		var days []string
		stays := v.stays(first, first+5)
		for night := first; night < first+5; night++ {
			if _, ok := stays["HV101-S1 "+night.String()]; ok {
				days = append(days, strconv.Itoa(int(night-first)))
			}
		}
		return strings.Join(days, " ")
	}
	polltest.Until(t, "blocked nights are not sold", func() bool { return sold() == "4" })
	says(first+2, first+4) // half of the nights: one word is enough
	r.clock.advance(ical.Every)
	polltest.Until(t, "free nights are sold again", func() bool { return sold() == "0 4" })

	bought := v.stays(first, first+5)["HV101-S1 "+first.String()]
	v.buy(bought, "full")
	all, err := calendars.List(t.Context(), "HV101-S1")
	if err != nil {
		t.Fatal(err)
	}
	link := calendars.Link(all[0].Calendar)
	got := v.get(link)
	ours, _, err := ical.Parse(got.body, date.In(r.clock.now()))
	if err != nil {
		t.Fatalf("%d %s: %v", got.status, got.body, err)
	}
	if runs := ours.Runs(); len(runs) != 1 || runs[0] != (ical.Run{First: first, Last: first + 1}) {
		t.Errorf("the channel reads %v", runs)
	}
	again := r.visitor(t)
	again.headers["If-None-Match"] = got.header.Get("ETag")
	if reply := again.get(link); reply.status != http.StatusNotModified {
		t.Errorf("read again: %d", reply.status)
	}
	if strings.Contains(r.log.String(), strings.TrimPrefix(link, ical.Path)) || strings.Contains(r.log.String(), channel.URL) {
		t.Error("the log has the link or the address of the feed")
	}
}

// calendarsOf returns the calendars of a server as commands have them.
func calendarsOf(t *testing.T, r *running) *ical.Service {
	t.Helper()
	db := openStore(t, r)
	keys, err := server.CalendarKeys(t.Context(), db, "")
	if err != nil {
		t.Fatal(err)
	}
	return ical.New(ical.Config{Store: db.Calendars(), Keys: keys, Reader: ical.NewReader(nil)})
}
