package date

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestFormsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Date(rapid.Int32Range(-20000, 60000).Draw(t, "days"))
		if got, err := Parse(d.String()); err != nil || got != d {
			t.Fatalf("Parse(%s) = %v, %v", d, got, err)
		}
		if got, err := ParseISO(d.ISO()); err != nil || got != d {
			t.Fatalf("ParseISO(%s) = %v, %v", d.ISO(), got, err)
		}
		if In(d.Midnight()) != d || In(d.Midnight().Add(-time.Second)) != d-1 {
			t.Fatalf("London's %s does not begin at %s", d, d.Midnight())
		}
	})
}

func TestLondonDecidesTheDay(t *testing.T) {
	summerNight := time.Date(2026, time.July, 16, 23, 30, 0, 0, time.UTC)
	if got := In(summerNight); got != Of(2026, time.July, 17) {
		t.Errorf("23:30 UTC in July is %s in London, want 17/07/2026", got)
	}
}

func TestImpossibleDaysAreNoDates(t *testing.T) {
	for _, s := range []string{"31/02/2026", "29/02/2027", "00/01/2026", "1/13/2026", "1/1/26", "2026-01-01", "", "aa/bb/cccc"} {
		if d, err := Parse(s); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", s, d)
		}
	}
	if d, err := Parse("3/7/2026"); err != nil || d != Of(2026, time.July, 3) {
		t.Errorf("Parse(3/7/2026) = %v, %v", d, err)
	}
}

func TestAddMonthsStaysInTheMonth(t *testing.T) {
	if got := Of(2026, time.January, 31).AddMonths(1); got != Of(2026, time.February, 28) {
		t.Errorf("a month after 31 January 2026 is %s", got)
	}
}
