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

func TestPeopleReadLondonsTime(t *testing.T) {
	for at, want := range map[time.Time]string{
		time.Date(2026, time.July, 16, 23, 30, 0, 0, time.UTC):  "17 July 2026 at 00:30",
		time.Date(2026, time.December, 5, 9, 5, 0, 0, time.UTC): "5 December 2026 at 09:05",
	} {
		if got := Moment(at); got != want {
			t.Errorf("%s is %s", at, got)
		}
	}
	if got := Of(2026, time.July, 17).Long(); got != "Friday 17 July 2026" {
		t.Errorf("got %s", got)
	}
}

func TestShortHasTheOrdinalOfTheDay(t *testing.T) {
	for iso, want := range map[string]string{
		"2026-07-17": "Fri 17th Jul 2026", "2026-09-01": "Tue 1st Sep 2026", "2026-09-02": "Wed 2nd Sep 2026", "2026-09-03": "Thu 3rd Sep 2026",
		"2026-09-04": "Fri 4th Sep 2026", "2027-01-11": "Mon 11th Jan 2027", "2027-01-12": "Tue 12th Jan 2027", "2027-01-13": "Wed 13th Jan 2027",
		"2027-01-21": "Thu 21st Jan 2027", "2027-01-22": "Fri 22nd Jan 2027", "2027-01-23": "Sat 23rd Jan 2027", "2027-01-31": "Sun 31st Jan 2027",
	} {
		d, err := ParseISO(iso)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Short(); got != want {
			t.Errorf("%s: %s, want %s", iso, got, want)
		}
	}
}
