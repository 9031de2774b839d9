// Package schoolholiday knows the school holidays that visitors can choose instead of a
// date: those of a council, or those that most councils of England have in common. They
// come from a file (docs/import.md); the program carries one that counts until another is
// imported.
package schoolholiday

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"holidaymaker/internal/date"
)

// Holiday is a time without school.
type Holiday struct {
	Name string // such as summer-holidays-2027
	Span
}

// Span is a run of days, weekends included.
type Span struct{ From, To date.Date } // both included

// Council is an authority that sets the holidays of its schools.
type Council struct {
	ID     string // its name as part of an address: Argyll-and-Bute
	Name   string
	Nation string // one of Nations

	holidays []Holiday // by date
}

// Nations are the nations of the United Kingdom, in the order in which they are shown.
var Nations = []string{"England", "Scotland", "Wales", "Northern Ireland"}

// authorities is how many authorities set the holidays of a nation's schools: the local
// education authorities of England and Wales, the councils of Scotland, and the
// Department of Education in Northern Ireland.
var authorities = map[string]int{"England": 153, "Scotland": 32, "Wales": 22, "Northern Ireland": 1}

// home is the nation whose holidays are offered while no council is chosen.
const home = "England"

// longestTerm is the longest time between two holidays, in days. Where two holidays of a
// council are further apart, one between them is not known.
const longestTerm = 12 * 7

// Calendar has the holidays of all councils. It never changes.
type Calendar struct {
	councils []Council // by nation and name
	others   []Council // by nation: the holidays of the councils that are not listed

	inTerm map[date.Date]int // how many authorities are known to be in term
}

//go:embed default.csv
var defaultFile []byte

// Default returns the holidays that the program carries. Its column source says where
// each comes from.
var Default = sync.OnceValue(func() *Calendar {
	calendar, _ := Read(defaultFile) // a test reads it
	return calendar
})

// Councils returns the councils with holidays of their own, by nation and name.
func (c *Calendar) Councils() []Council { return c.councils }

// Len returns how many holidays there are.
func (c *Calendar) Len() (n int) {
	for _, council := range slices.Concat(c.councils, c.others) {
		n += len(council.holidays)
	}
	return n
}

// Council returns a council by its id.
func (c *Calendar) Council(id string) (council Council, ok bool) {
	at := slices.IndexFunc(c.councils, func(council Council) bool { return council.ID == id })
	if at < 0 {
		return Council{}, false
	}
	return c.councils[at], true
}

// Of returns the holidays of a council by its id, by date. "" means most councils of
// England. An unknown council has none.
func (c *Calendar) Of(council string) []Holiday {
	if council == "" {
		at := slices.IndexFunc(c.others, func(others Council) bool { return others.Nation == home })
		if at < 0 {
			return nil
		}
		return c.others[at].holidays
	}
	found, _ := c.Council(council)
	return found.holidays
}

// Key returns what names a holiday in addresses: its name, and after a point its council,
// if it is of one.
func Key(holiday Holiday, council string) string {
	if council == "" {
		return holiday.Name
	}
	return holiday.Name + "." + council
}

// Find returns the holiday that a key names.
func (c *Calendar) Find(key string) (holiday Holiday, ok bool) {
	_, council, _ := strings.Cut(key, ".")
	for _, holiday := range c.Of(council) {
		if Key(holiday, council) == key {
			return holiday, true
		}
	}
	return Holiday{}, false
}

// warnAhead is how many days before the last holiday ends it is time to import those of
// the next years: visitors plan that far ahead.
const warnAhead = 150

// Warning says when the holidays that are offered while no council is chosen have ended
// or end soon, and what to do; "" means that there is time.
func (c *Calendar) Warning(today date.Date) string {
	last := date.Date(0)
	for _, holiday := range c.Of("") {
		last = max(last, holiday.To)
	}
	switch {
	case last > today+warnAhead:
		return ""
	case last == 0:
		return "There are no school holidays of England that visitors can choose: import a file that has them (docs/import.md)."
	}
	return "The last school holidays of England that visitors can choose end on " + last.String() + ": import a file with those of the next years (docs/import.md)."
}

// Elsewhere returns the weeks of a council's holiday in which most other authorities of
// the United Kingdom are known to be in term, as runs of days. Authorities whose dates are
// not known count as not in term.
func (c *Calendar) Elsewhere(holiday Holiday) (weeks []Span) {
	others := -1 // the council itself
	for _, n := range authorities {
		others += n
	}
	for day := holiday.From; day <= holiday.To; day++ {
		if 2*c.inTerm[day] <= others {
			continue
		}
		if n := len(weeks); n > 0 && weeks[n-1].To == day-1 {
			weeks[n-1].To = day
		} else {
			weeks = append(weeks, Span{day, day})
		}
	}
	return slices.DeleteFunc(weeks, func(s Span) bool { return !s.hasSchoolWeek() })
}

// hasSchoolWeek reports whether a span has four days of one week from Monday to Friday:
// the fifth may be a bank holiday.
func (s Span) hasSchoolWeek() bool {
	for monday := s.From - date.Date((int(s.From.Weekday())+6)%7); monday <= s.To; monday += 7 {
		if min(s.To, monday+4)-max(s.From, monday) >= 3 {
			return true
		}
	}
	return false
}

// newCalendar returns the calendar of councils, of which those without a name stand for
// the others of their nation.
func newCalendar(all []Council) *Calendar {
	c := &Calendar{inTerm: map[date.Date]int{}}
	listed := map[string]int{}
	for _, council := range all {
		slices.SortFunc(council.holidays, func(a, b Holiday) int { return cmp.Compare(a.From, b.From) })
		if council.ID == "" {
			c.others = append(c.others, council)
			continue
		}
		listed[council.Nation]++
		c.councils = append(c.councils, council)
	}
	slices.SortFunc(c.councils, func(a, b Council) int {
		return cmp.Or(cmp.Compare(slices.Index(Nations, a.Nation), slices.Index(Nations, b.Nation)), cmp.Compare(a.Name, b.Name))
	})
	for _, council := range c.councils {
		c.addTerms(council.holidays, 1)
	}
	for _, others := range c.others {
		c.addTerms(others.holidays, max(0, authorities[others.Nation]-listed[others.Nation]))
	}
	return c
}

// addTerms counts authorities as in term between their holidays.
func (c *Calendar) addTerms(holidays []Holiday, authorities int) {
	for i := 1; i < len(holidays); i++ {
		from, to := holidays[i-1].To+1, holidays[i].From
		if to-from > longestTerm {
			continue
		}
		for day := from; day < to; day++ {
			c.inTerm[day] += authorities
		}
	}
}
