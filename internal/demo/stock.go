package demo

import (
	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// Allotment returns how many units of a unit type are for sale on each night of a
// window of arrival dates, up to the end of the longest stay that begins in it.
func (d *Demo) Allotment(unitType string, first date.Date, days int) availability.Allotment {
	u := d.unit(unitType)
	a := availability.Allotment{First: first, Units: make([]int, days+longestStay)}
	base := newStream(d.seed, "stock", u.ID).next()
	curve := curveOf(u.Channel)
	for i := range a.Units {
		night := first + date.Date(i)
		a.Units[i] = u.left(mix(base^uint64(blockOf(night))), curve.at(night))
	}
	return a
}

// blockOf numbers the blocks of nights that have the same number of units: Monday
// to Thursday, and Friday to Sunday.
func blockOf(d date.Date) int {
	if weekdayOf(d) >= 4 {
		return 2*weekOf(d) + 1
	}
	return 2 * weekOf(d)
}

// left is how many units are for sale in a block: fewer in high season, sometimes
// one, sometimes none.
func (u *unit) left(chance uint64, season int) int {
	if u.steady {
		return u.count
	}
	busy := min(92, 18+season/22) // per cent
	roll := int(chance % 100)
	if roll < busy/12 {
		return 0
	}
	sold := u.count * busy / 100 * int(chance>>10%100) / 90
	return max(1, u.count-sold)
}
