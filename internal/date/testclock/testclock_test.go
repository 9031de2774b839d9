package testclock_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

// The log of a test's process lists the environment variables that its tests have read. go
// test takes a result from its cache only if their values are the same.
func TestGoTestNoticesThatAResultDependsOnTheInstant(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	if out, err := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOneThatTakesTheTime$", "-test.testlogfile="+log).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(strings.Split(string(text), "\n"), "getenv "+testclock.Variable) {
		t.Errorf("go test does not know that the test depends on %s. It knows:\n%s", testclock.Variable, text)
	}
}

func TestOneThatTakesTheTime(t *testing.T) {
	if testclock.Now().Sub(time.Now().Add(testclock.Ahead())).Abs() > time.Minute {
		t.Error("the clock of the run is not ahead as it says")
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
