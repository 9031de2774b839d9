package demo

import (
	"sync"
	"time"

	"holidaymaker/internal/date"
)

// curve is the level of prices and demand in the middle of each month, from
// January on, in thousandths of the level in May.
type curve [12]int

var (
	homeCurve  = curve{600, 640, 720, 860, 1000, 1090, 1330, 1510, 1050, 830, 650, 640}
	sunCurve   = curve{600, 600, 650, 780, 1000, 1320, 1960, 2140, 1180, 760, 600, 600}
	waterCurve = curve{650, 650, 720, 880, 1000, 1120, 1300, 1360, 1060, 840, 650, 650}
)

func curveOf(channel string) *curve {
	switch channel {
	case "eurocaravan":
		return &sunCurve
	case "boats":
		return &waterCurve
	}
	return &homeCurve
}

// The years for which seasons are computed once.
var (
	tableFrom = date.Of(2024, 1, 1)
	tableTo   = date.Of(2036, 1, 1)
)

var seasonTables = sync.OnceValue(func() map[*curve][]int {
	tables := map[*curve][]int{}
	for _, c := range []*curve{&homeCurve, &sunCurve, &waterCurve} {
		for d := tableFrom; d < tableTo; d++ {
			tables[c] = append(tables[c], c.work(d))
		}
	}
	return tables
})

// at returns the level of a night, in thousandths of that in May, with school
// holidays.
func (c *curve) at(d date.Date) int {
	if d >= tableFrom && d < tableTo {
		return seasonTables()[c][d-tableFrom]
	}
	return c.work(d)
}

func (c *curve) work(d date.Date) int {
	y, m, day := d.Time().Date()
	// Between the middles of two months the level is interpolated.
	from, to, passed := int(m)-1, int(m)%12, day-15
	if passed < 0 {
		from, to, passed = (int(m)+10)%12, int(m)-1, passed+30
	}
	season := c[from] + (c[to]-c[from])*min(passed, 30)/30
	return season * (100 + holiday(d, y)) / 100
}

// holiday returns what school holidays add to a night's price, in per cent.
func holiday(d date.Date, year int) int {
	within := func(from date.Date, days int) bool { return d >= from && d < from+date.Date(days) }
	easter := easterOf(year)
	switch {
	case within(easter-9, 18): // two weeks round Easter
		return 16
	case within(lastMonday(year, time.May)-3, 10):
		return 20
	case within(date.Of(year, 7, 21), 44):
		return 8
	case within(lastMonday(year, time.October)-3, 10):
		return 20
	case within(mondayOn(date.Of(year, 2, 15))-3, 10):
		return 15
	case within(date.Of(year, 12, 20), 12), within(date.Of(year, 1, 1), 2):
		return 45
	}
	return 0
}

// mondayOn returns the date itself or the first Monday after it.
func mondayOn(d date.Date) date.Date { return d + date.Date((8-int(d.Weekday()))%7) }

func lastMonday(year int, month time.Month) date.Date {
	last := date.Of(year, month+1, 0)
	return last - date.Date((int(last.Weekday())+6)%7)
}

// easterOf returns Easter Sunday (the anonymous Gregorian computus).
func easterOf(year int) date.Date {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return date.Of(year, time.Month(n/31), n%31+1)
}

// weekOf returns the number of a date's week; weeks begin on Monday.
func weekOf(d date.Date) int { return (int(d) + 3) / 7 }

// weekdayOf returns the day of the week, from 0 (Monday) to 6 (Sunday).
func weekdayOf(d date.Date) int { return (int(d) + 3) % 7 }
