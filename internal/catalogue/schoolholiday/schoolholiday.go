// Package schoolholiday knows the school holidays that visitors can choose instead of a
// date. A file adds those of further years while the server runs.
package schoolholiday

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/livefile"
)

// Holiday is a time without school.
type Holiday struct {
	Name     string // such as summer-holidays-2027
	From, To date.Date
}

// known are holidays of schools in England, from the first to the last day without
// school, weekends included. Councils and academies set their own dates. These are the
// days that the term dates of most English councils for 2026/27 have in common
// (gov.uk/school-term-holiday-dates leads to each council's list; Easter Sunday is
// 28 March 2027). Scotland, Wales and Northern Ireland differ, so a choice names
// England; months serve all others.
var known = []Holiday{
	{"christmas-holidays-2026", date.Of(2026, 12, 19), date.Of(2027, 1, 3)},
	{"february-half-term-2027", date.Of(2027, 2, 13), date.Of(2027, 2, 21)},
	{"easter-holidays-2027", date.Of(2027, 3, 27), date.Of(2027, 4, 11)},
	{"may-half-term-2027", date.Of(2027, 5, 29), date.Of(2027, 6, 6)},
	{"summer-holidays-2027", date.Of(2027, 7, 24), date.Of(2027, 8, 31)},
}

// Source returns the holidays, by date, as its file last was.
type Source = livefile.File[[]Holiday]

// Known returns the holidays that the program knows.
func Known() *Source { return livefile.Fixed(&known) }

// Open returns the source of a file, which must be readable now.
func Open(file string) (*Source, error) { return livefile.Open("school holidays", file, parse) }

// Last returns the last day of the last holiday of a list.
func Last(holidays []Holiday) date.Date {
	return slices.MaxFunc(holidays, func(a, b Holiday) int { return cmp.Compare(a.To, b.To) }).To
}

// nameForm matches names, from which the front end makes words: 'Summer holidays 2027'.
var nameForm = regexp.MustCompile(`^[a-z]+(-[a-z]+)+-20[0-9]{2}$`)

// maxHolidays limits the holidays of a file.
const maxHolidays = 100

// parse reads a file. Its holidays are added to the known ones, or replace those of the
// same name.
func parse(text []byte) (*[]Holiday, error) {
	var written []struct{ Name, From, To string }
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&written); err != nil {
		return nil, fmt.Errorf("read the school holidays: %w", err)
	}
	if len(written) > maxHolidays {
		return nil, fmt.Errorf("read the school holidays: there are more than %d", maxHolidays)
	}
	all := slices.Clone(known)
	for _, w := range written {
		from, err := date.ParseISO(w.From)
		to, toErr := date.ParseISO(w.To)
		h := Holiday{w.Name, from, to}
		switch {
		case !nameForm.MatchString(w.Name) || strings.HasPrefix(w.Name, "day-") || strings.HasPrefix(w.Name, "weekend-"):
			return nil, fmt.Errorf("read the school holidays: the name %q is not one such as summer-holidays-2028", w.Name)
		case err != nil || toErr != nil || to < from:
			return nil, fmt.Errorf("read the school holidays: %s: %w", w.Name, errDays)
		}
		all = append(slices.DeleteFunc(all, func(other Holiday) bool { return other.Name == h.Name }), h)
	}
	slices.SortFunc(all, func(a, b Holiday) int { return cmp.Compare(a.From, b.From) })
	for i, h := range all[1:] {
		if h.From <= all[i].To {
			return nil, fmt.Errorf("read the school holidays: %s begins before %s ends", h.Name, all[i].Name)
		}
	}
	return &all, nil
}

var errDays = errors.New("from and to must be days such as 2028-07-22, in this order")
