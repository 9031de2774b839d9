package api

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
)

func TestSpansOfFlexibleDates(t *testing.T) {
	for _, one := range []struct {
		when        string
		nights      int
		first, last string
		count       int
	}{
		{"day-2027-06", 7, "2027-06-01", "2027-06-30", 30},
		{"weekend-2027-06", 3, "2027-06-04", "2027-06-25", 4},
		{"summer-holidays-2027", 7, "2027-07-24", "2027-08-24", 32},
		{"may-half-term-2027", 8, "2027-05-29", "2027-05-29", 1},
		{"may-half-term-2027", 9, "", "", 0},
	} {
		s, ok := (&View{holidays: schoolholiday.Known()}).spanOf(one.when)
		got := s.arrivals(one.nights, day("2026-11-22"))
		if !ok || len(got) != one.count || one.count > 0 && (got[0] != day(one.first) || got[len(got)-1] != day(one.last)) {
			t.Errorf("%s for %d nights: %v", one.when, one.nights, got)
		}
	}
	for _, wrong := range []string{"", "day-", "day-2027-13", "weekend", "summer-holidays-1999", "year-2027-06", "day-2027-06-01"} {
		if _, ok := (&View{holidays: schoolholiday.Known()}).spanOf(wrong); ok {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

// day reads a date of the tests.
func day(text string) date.Date {
	d, err := date.ParseISO(text)
	if err != nil {
		panic(err)
	}
	return d
}

// Arrivals are exactly the days that the choice names, none of them past.
func TestArrivalsOfFlexibleDates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := span{from: day("2027-05-01"), fridays: rapid.Bool().Draw(t, "fridays"), whole: rapid.Bool().Draw(t, "whole")}
		s.to = s.from + date.Date(rapid.IntRange(0, 60).Draw(t, "days"))
		nights, today := rapid.IntRange(1, 21).Draw(t, "nights"), s.from+date.Date(rapid.IntRange(-5, 70).Draw(t, "today"))
		got := s.arrivals(nights, today)
		for day := s.from - 30; day < s.to+30; day++ {
			want := day >= s.from && day <= s.to && day > today &&
				(!s.fridays || day.Time().Weekday() == time.Friday) && (!s.whole || day+date.Date(nights) <= s.to)
			if slices.Contains(got, day) != want {
				t.Fatalf("%v: wanted %v", day, want)
			}
		}
		if got == nil || !slices.IsSorted(got) {
			t.Fatalf("arrivals %v", got)
		}
	})
}
