package api

import (
	"encoding/json"
	"slices"
	"strings"
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
		{"february-half-term-2027.Cardiff", 7, "2027-02-06", "2027-02-07", 2},
	} {
		s, ok := (&View{holidays: schoolholiday.Default()}).spanOf(one.when)
		got := s.arrivals(one.nights, day("2026-11-22"))
		if !ok || len(got) != one.count || one.count > 0 && (got[0] != day(one.first) || got[len(got)-1] != day(one.last)) {
			t.Errorf("%s for %d nights: %v", one.when, one.nights, got)
		}
	}
	for _, wrong := range []string{"", "day-", "day-2027-13", "weekend", "summer-holidays-1999", "february-half-term-2027.Atlantis", "may-half-term-2027.Cardiff", "february-half-term-2027.", "year-2027-06", "day-2027-06-01"} {
		if _, ok := (&View{holidays: schoolholiday.Default()}).spanOf(wrong); ok {
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

// The choices are those of a council, where one is chosen that has any; the names of all
// others stay as they are. What is past, or not on sale, is not offered.
func TestChoicesOfSchoolHolidays(t *testing.T) {
	const header = "council,nation,holiday,first_day,last_day\n"
	england := ",England,Winter holidays 2026,2026-12-19,2027-01-03\n,England,Half term 2027,2027-02-13,2027-02-21\n,England,Spring holidays 2027,2027-03-26,2027-04-11\n"
	cardiff := "Cardiff,Wales,Half term 2027,2027-02-06,2027-02-14\nHampshire,England,Winter holidays 2029,2029-12-20,2030-01-03\n"
	first := day("2026-12-25") // stays are on sale for a hundred days
	for name, c := range map[string]struct{ file, today, council, choices, councils string }{
		"no council":      {england + cardiff, "2026-12-24", "", "winter-holidays-2026 half-term-2027 spring-holidays-2027", "Cardiff"},
		"a council":       {england + cardiff, "2026-12-24", "Cardiff", "half-term-2027.Cardiff[06/02/2027-12/02/2027]", "Cardiff"},
		"nothing on sale": {england + cardiff, "2026-12-24", "Hampshire", "winter-holidays-2026 half-term-2027 spring-holidays-2027", "Cardiff"},
		"unknown":         {england + cardiff, "2026-12-24", "Atlantis", "winter-holidays-2026 half-term-2027 spring-holidays-2027", "Cardiff"},
		"the week passes": {england + cardiff, "2027-02-12", "Cardiff", "half-term-2027.Cardiff", "Cardiff"},
		"it is past":      {england + cardiff, "2027-02-13", "Cardiff", "half-term-2027 spring-holidays-2027", ""},
		"ends tomorrow":   {",England,Winter holidays 2026,2026-12-19,2026-12-25\n", "2026-12-24", "", "", ""},
		"two days left":   {",England,Winter holidays 2026,2026-12-19,2026-12-26\n", "2026-12-24", "", "winter-holidays-2026", ""},
	} {
		calendar, faults := schoolholiday.Read([]byte(header + c.file))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		_, h := serving(t, func(config *Config) {
			v := cheapDays(t, first, 1)
			v.holidays = calendar
			config.View, config.Now = func() *View { return v }, func() time.Time { return day(c.today).Midnight().Add(12 * time.Hour) }
		})
		var answer struct{ Data DateChoices }
		w := askAPI(h, "GET", "/api/datechoices?channel=ukcaravan&council="+c.council)
		if err := json.Unmarshal(w.Body.Bytes(), &answer); w.Code != 200 || err != nil {
			t.Fatalf("%s: %d, %v: %s", name, w.Code, err, w.Body)
		}
		var choices, councils []string
		for _, choice := range answer.Data.Choices {
			if strings.HasPrefix(choice.When, "day-") || strings.HasPrefix(choice.When, "weekend-") {
				continue
			}
			for _, days := range choice.Elsewhere {
				choice.When += "[" + days.From + "-" + days.To + "]"
			}
			choices = append(choices, choice.When)
		}
		for _, council := range answer.Data.Councils {
			councils = append(councils, council.ID)
		}
		if got := strings.Join(choices, " "); got != c.choices || strings.Join(councils, " ") != c.councils || (answer.Data.Council == "Cardiff") != strings.Contains(got, ".Cardiff") {
			t.Errorf("%s: %s of %q (%v), want %s", name, got, answer.Data.Council, councils, c.choices)
		}
	}
}
