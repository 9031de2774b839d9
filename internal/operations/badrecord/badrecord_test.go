package badrecord_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"holidaymaker/internal/operations/badrecord"
)

func TestABadRecordIsLoggedOnceAndListedUntilItIsGood(t *testing.T) {
	var log bytes.Buffer
	r := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
	broken := errors.New("cut off")
	for range 3 {
		r.Report(badrecord.Hold, "AB12", broken)
	}
	r.Set(badrecord.PriceTable, map[string]error{"CF101-G3": broken, "CF101-G4": broken})
	r.Set(badrecord.PriceTable, map[string]error{"CF101-G4": broken})
	if got := r.Counts(); got[badrecord.Hold] != 1 || got[badrecord.PriceTable] != 1 || got[badrecord.Picture] != 0 {
		t.Errorf("counts %v", got)
	}
	records := r.Records()
	if len(records) != 2 || records[0].ID != "AB12" || records[1].ID != "CF101-G4" || records[1].Reason != "cut off" || records[0].Since.IsZero() {
		t.Errorf("records %+v", records)
	}
	r.Report(badrecord.Hold, "AB12", nil)
	if got := r.Counts()[badrecord.Hold]; got != 0 {
		t.Errorf("%d holds left", got)
	}
	for line, want := range map[string]int{"bad record left out": 3, "bad record is good again": 2, "AB12": 2} {
		if got := strings.Count(log.String(), line); got != want {
			t.Errorf("%q is logged %d times, want %d:\n%s", line, got, want, &log)
		}
	}
}

// An item of a CMS may have an id of a million digits, which its error quotes.
func TestLongTextsAreCutOff(t *testing.T) {
	var log bytes.Buffer
	r := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
	long := strings.Repeat("ü", 1<<20)
	for range 2 {
		r.Report(badrecord.Content, "posts "+long, errors.New(long))
	}
	record := r.Records()[0]
	if len(record.ID) > 510 || len(record.Reason) > 510 || !strings.HasSuffix(record.ID, "ü…") || strings.Count(log.String(), "\n") != 1 || log.Len() > 2000 {
		t.Errorf("id of %d bytes, reason of %d, log of %d", len(record.ID), len(record.Reason), log.Len())
	}
	r.Report(badrecord.Content, "posts "+long, nil)
	if left := r.Records(); len(left) != 0 || log.Len() > 3000 {
		t.Errorf("%d left, log of %d bytes", len(left), log.Len())
	}
}

func TestAPanicIsLoggedWithItsStackAndListedWithout(t *testing.T) {
	var log bytes.Buffer
	r := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
	if err := r.Do(badrecord.Picture, "regions/12.svg", func() error { panic("no such colour") }); err == nil {
		t.Error("a panic is no error")
	}
	if got := r.Records()[0].Reason; got != "panic: no such colour" {
		t.Errorf("listed with the reason %q", got)
	}
	if !strings.Contains(log.String(), "stack=") || !strings.Contains(log.String(), "badrecord_test.go") {
		t.Errorf("the log lacks the stack: %s", &log)
	}
}

func TestAFloodOfBadRecordsIsCountedAndNotLoggedOneByOne(t *testing.T) {
	var log bytes.Buffer
	r := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
	bad := map[string]error{}
	for n := range 5000 {
		bad[fmt.Sprint(n)] = errors.New("cut off")
	}
	r.Set(badrecord.CatalogueRow, bad)
	if got := r.Counts()[badrecord.CatalogueRow]; got != 5000 {
		t.Errorf("%d counted", got)
	}
	if got := strings.Count(log.String(), "\n"); got > 21 {
		t.Errorf("%d lines", got)
	}
	if got := len(r.Records()); got != 1000 {
		t.Errorf("%d listed", got)
	}
	for range 3 { // repeated attempts at one record that is not listed
		r.Report(badrecord.CatalogueRow, "one more", errors.New("cut off"))
	}
	if got := r.Counts()[badrecord.CatalogueRow]; got != 5000 {
		t.Errorf("%d counted after another attempt", got)
	}
	var none *badrecord.Register
	none.Report(badrecord.Hold, "AB12", errors.New("cut off"))
	none.Set(badrecord.Hold, nil)
	if len(none.Records()) != 0 || len(none.Counts()) == 0 {
		t.Error("a nil register holds something")
	}
}

// The list is full of what follows from the first region when the second one
// cannot be read.
func TestANewCauseIsNamedWhenTheListIsFull(t *testing.T) {
	var log bytes.Buffer
	r := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
	bad := map[string]error{"region 13": errors.New("cut off")}
	for n := range 1500 {
		bad[fmt.Sprint("park ", n)] = badrecord.Consequence{Err: errors.New("there is no region 13")}
	}
	r.Set(badrecord.CatalogueRow, bad)
	since := r.Records()[0].Since
	bad["region 14"] = errors.New("no name")
	r.Set(badrecord.CatalogueRow, bad)
	records := r.Records()
	if records[0].ID != "region 13" || !records[0].Since.Equal(since) || records[1].ID != "region 14" || len(records) != 1000 {
		t.Errorf("%d are listed, first %+v", len(records), records[:2])
	}
	if got := r.Counts()[badrecord.CatalogueRow]; got != 1502 {
		t.Errorf("%d are counted", got)
	}
	for _, line := range []string{`id="region 13" error="cut off"`, `id="region 14" error="no name"`} {
		if got := strings.Count(log.String(), line); got != 1 {
			t.Errorf("%s is logged %d times", line, got)
		}
	}
}

// One region that cannot be read takes all its parks with it. The lines of the log
// and of the list are limited, and must not be spent on the parks.
func TestARecordIsNamedBeforeThoseThatFollowFromIt(t *testing.T) {
	var log bytes.Buffer
	r := badrecord.New(slog.New(slog.NewTextHandler(&log, nil)))
	bad := map[string]error{"region 13": errors.New("cut off")}
	for n := range 1500 {
		bad[fmt.Sprint("park ", n)] = badrecord.Consequence{Err: errors.New("there is no region 13")}
	}
	r.Set(badrecord.CatalogueRow, bad)
	if !strings.Contains(log.String(), `id="region 13" error="cut off"`) {
		t.Errorf("the log lacks the cause:\n%s", &log)
	}
	if records := r.Records(); records[0].ID != "region 13" || records[1].ID != "park 0" || records[1].Reason != "there is no region 13" || len(records) != 1000 {
		t.Errorf("%d are listed, first %+v", len(records), records[:2])
	}
}
