package retention_test

import (
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/retention"
)

func day(t *testing.T, iso string) date.Date {
	t.Helper()
	d, err := date.ParseISO(iso)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDetailsAreKeptForSixYearsAfterTheFinancialYear(t *testing.T) {
	for _, c := range []struct{ yearEnd, departure, lastKept string }{
		{"", "2026-03-31", "2032-03-31"},
		{"31/03", "2026-03-31", "2032-03-31"},
		{"31/03", "2026-04-01", "2033-03-31"},
		{"31/03", "2026-07-20", "2033-03-31"},
		{"31/12", "2026-07-20", "2032-12-31"},
		{"31/12", "2027-01-01", "2033-12-31"},
		{"5/4", "2026-04-05", "2032-04-05"},
		{"5/4", "2026-04-06", "2033-04-05"},
		{"29/02", "2026-02-28", "2032-02-29"},
		{"29/02", "2028-02-29", "2034-02-28"},
		{"29/02", "2026-03-01", "2033-02-28"},
	} {
		year := retention.YearEnd{}
		if c.yearEnd != "" {
			var err error
			if year, err = retention.ParseYearEnd(c.yearEnd); err != nil {
				t.Fatal(err)
			}
		}
		departure, last := day(t, c.departure), day(t, c.lastKept)
		if year.DetailsDue(last) >= departure {
			t.Errorf("year to %s: details of a stay to %s are erased on %s or before", c.yearEnd, c.departure, c.lastKept)
		}
		if year.DetailsDue(last+1) < departure {
			t.Errorf("year to %s: details of a stay to %s are kept after %s", c.yearEnd, c.departure, c.lastKept)
		}
	}
	for _, wrong := range []string{"", "31", "31/04", "00/01", "31/03/2026", "March", "31-03"} {
		if got, err := retention.ParseYearEnd(wrong); err == nil {
			t.Errorf("%q is read as %+v", wrong, got)
		}
	}
}

// Whatever the financial year, details are kept for six years and at most seven,
// and what was due once stays due.
func TestNoDetailsAreErasedEarlyOrKeptLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := date.Date(rapid.IntRange(0, 364).Draw(t, "year end")).String()[:5]
		year, err := retention.ParseYearEnd(text)
		if err != nil {
			t.Fatal(err)
		}
		today := date.Date(rapid.IntRange(15_000, 40_000).Draw(t, "today"))
		due := year.DetailsDue(today)
		if kept := today.AddMonths(-12 * retention.BookingYears); due >= kept {
			t.Errorf("year to %s: on %s a stay to %s is erased, after less than six years", text, today, due)
		}
		if oldest := today.AddMonths(-12*(retention.BookingYears+1)) - 2; due < oldest {
			t.Errorf("year to %s: on %s a stay to %s is kept, for more than seven years", text, today, due+1)
		}
		if year.DetailsDue(today+1) < due {
			t.Errorf("year to %s: less is due on %s than the day before", text, today+1)
		}
	})
}
