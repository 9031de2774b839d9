package testclock_test

import (
	"os"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
)

func TestTheRunStartsAtTheInstantThatItStates(t *testing.T) {
	stated := os.Getenv(testclock.Variable)
	if stated == "" {
		stated = testclock.Default()
	}
	at, err := testclock.Parse(stated)
	if err != nil {
		t.Fatal(err)
	}
	if passed := testclock.Now().Sub(at); passed < 0 || passed > 20*time.Minute {
		t.Errorf("the run is at %s, and states %s", testclock.Now(), stated)
	}
}

func TestTheInstantsAreEveryKindOfDay(t *testing.T) {
	weekdays, instants := map[time.Weekday]bool{}, map[time.Time]bool{}
	var changes, midnights int
	for _, one := range testclock.Instants() {
		at, err := testclock.Parse(one.At)
		if err != nil {
			t.Fatal(err)
		}
		weekdays[at.Weekday()], instants[at] = true, true
		if _, before := at.Zone(); before != offset(at.Add(24*time.Hour)) {
			changes++
		}
		if at.UTC().Day() != at.Day() {
			midnights++
		}
	}
	if len(weekdays) != 7 || len(instants) != 16 || changes != 2 || midnights != 2 {
		t.Errorf("%d weekdays, %d instants, %d changes of the clock, %d of another day than UTC's", len(weekdays), len(instants), changes, midnights)
	}
	if _, err := testclock.Parse("24/12/2026"); err == nil {
		t.Error("24/12/2026 is taken")
	}
}

func offset(t time.Time) int {
	_, seconds := t.In(date.London).Zone()
	return seconds
}
