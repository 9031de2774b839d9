// Package date holds calendar dates: days without a time or a time zone, as
// used for stays and birthdays.
package date

import (
	"fmt"
	"time"
	_ "time/tzdata" // Europe/London must be known wherever the binary runs.
)

// Date is a calendar date, as the number of days since 1 January 1970. The zero
// value is that day, so code that needs "no date" must store that separately.
type Date int32

// London is the time zone that decides which day it is (specification, 'Money
// and formats').
var London = mustLoad("Europe/London")

func mustLoad(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		panic(fmt.Sprintf("load time zone %s: %v", name, err))
	}
	return loc
}

// Of returns the date of a year, month and day.
func Of(year int, month time.Month, day int) Date {
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// In returns the date in Europe/London at an instant.
func In(t time.Time) Date {
	y, m, d := t.In(London).Date()
	return Of(y, m, d)
}

// Parse reads dd/mm/yyyy; day and month may have one digit. It returns an error
// for a day that does not exist, such as 31/02/2026.
func Parse(s string) (Date, error) { return parse("2/1/2006", s) }

// ParseISO reads yyyy-mm-dd.
func ParseISO(s string) (Date, error) { return parse("2006-01-02", s) }

// ParseAny reads yyyy-mm-dd or dd/mm/yyyy, as people write days in commands.
func ParseAny(s string) (Date, error) {
	if d, err := ParseISO(s); err == nil {
		return d, nil
	}
	d, err := Parse(s)
	if err != nil {
		return 0, fmt.Errorf("date %q: want an existing day as yyyy-mm-dd or dd/mm/yyyy", s)
	}
	return d, nil
}

// forms are the layouts as people write them.
var forms = map[string]string{"2/1/2006": "dd/mm/yyyy", "2006-01-02": "yyyy-mm-dd"}

func parse(layout, s string) (Date, error) {
	t, err := time.Parse(layout, s)
	if err != nil {
		return 0, fmt.Errorf("date %q: want an existing day as %s", s, forms[layout])
	}
	return Date(t.Unix() / 86400), nil
}

// Time returns midnight UTC of the date.
func (d Date) Time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// Midnight returns the instant at which the date begins in Europe/London.
func (d Date) Midnight() time.Time {
	y, m, day := d.Time().Date()
	return time.Date(y, m, day, 0, 0, 0, 0, London)
}

// String returns dd/mm/yyyy, the format of the API.
func (d Date) String() string { return string(d.Append(make([]byte, 0, 10))) }

// Append appends the date in the format of String.
func (d Date) Append(b []byte) []byte { return d.Time().AppendFormat(b, "02/01/2006") }

// ISO returns yyyy-mm-dd, the format of the database.
func (d Date) ISO() string { return d.Time().Format("2006-01-02") }

// Short returns the date as people read it, 'Fri 17th Jul 2026'. The front end's
// formatDayMonth (web/src/rules/dates.ts) writes the same.
func (d Date) Short() string {
	t := d.Time()
	return t.Format("Mon 2") + ordinalSuffix(t.Day()) + t.Format(" Jan 2006")
}

// Long returns the date as letters and offices write it, 'Friday 17 July 2026'.
func (d Date) Long() string { return d.Time().Format("Monday 2 January 2006") }

// Moment returns an instant as people in the United Kingdom read it, '17 July 2026 at 15:04'.
func Moment(t time.Time) string { return t.In(London).Format("2 January 2006 at 15:04") }

// ordinalSuffix returns 'st', 'nd', 'rd' or 'th' for a day of the month.
func ordinalSuffix(day int) string {
	if day < 4 || day > 20 {
		switch day % 10 {
		case 1:
			return "st"
		case 2:
			return "nd"
		case 3:
			return "rd"
		}
	}
	return "th"
}

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday { return d.Time().Weekday() }

// Month returns the month as 'YYYY-MM'.
func (d Date) Month() string { return d.Time().Format("2006-01") }

// AddMonths returns the same day n months later, or the last day of that month
// where it has no such day.
func (d Date) AddMonths(n int) Date {
	y, m, day := d.Time().Date()
	last := Of(y, m+time.Month(n)+1, 0)
	return min(Of(y, m+time.Month(n), day), last)
}
