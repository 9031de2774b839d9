package demo

import (
	"fmt"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// longestStay is the longest that any channel allows.
const longestStay = 21

// Window returns the arrival dates that are on sale on a day: from tomorrow on,
// for eighteen months.
func Window(today date.Date) (first date.Date, days int) {
	first = today + 1
	return first, int(today.AddMonths(18) - today)
}

// stayShare is what a night costs in a stay of so many, in per mille of a
// single one's base: long stays are cheaper by the night.
var stayShare = [longestStay + 1]int{0, 1100, 985, 880, 862, 846, 832, 820, 812, 805, 798, 792, 786, 781, 776, 772, 768, 764, 761, 758, 755, 752}

// Sheet gives the prices of a unit type for a window of arrival dates. An
// unknown unit type is a mistake of the caller.
func (d *Demo) Sheet(unitType string, first date.Date, days int) *availability.Sheet {
	u := d.unit(unitType)
	sheet, err := availability.NewSheet(u.keys, first, days)
	if err != nil {
		panic(fmt.Sprintf("demo: sheet of %s: %v", unitType, err)) // thresholds are our own tables'
	}
	r := d.rates(u, first, days)
	for day := range days {
		if !r.arrivals(day) {
			continue
		}
		for _, nights := range r.stays(day) {
			if !r.openFor(day, nights) {
				continue
			}
			for k := range u.keys {
				price, was := r.price(day, nights, k)
				if err := sheet.Set(first+date.Date(day), nights, k, price, was); err != nil {
					panic(fmt.Sprintf("demo: price of %s: %v", unitType, err))
				}
			}
		}
	}
	return sheet
}

func (d *Demo) unit(unitType string) *unit {
	u := d.units[unitType]
	if u == nil {
		panic("demo: no unit type " + unitType)
	}
	return u
}

// rates is what every night of a window costs for one unit type, summed from
// its beginning, so that a stay is one subtraction.
type rates struct {
	unit  *unit
	first date.Date
	weeks []uint64 // a number of chance per week, from the week of first on
	sum   []int64  // pence × 1,000 of all nights before
	shut  []int32  // closed nights before
}

func (d *Demo) rates(u *unit, first date.Date, days int) *rates {
	nights := days + longestStay
	r := &rates{unit: u, first: first, sum: make([]int64, nights+1), shut: make([]int32, nights+1)}
	base := newStream(d.seed, "prices", u.ID).next()
	for w := weekOf(first); w <= weekOf(first+date.Date(nights)); w++ {
		r.weeks = append(r.weeks, mix(base^uint64(w)))
	}
	year := newStream(d.seed, "opening", u.ParkID)
	opens, closes := year.between(-8, 20), year.between(-12, 12)
	curve := curveOf(u.Channel)
	for i := range nights {
		night := first + date.Date(i)
		r.sum[i+1] = r.sum[i] + r.night(night, curve.at(night))
		r.shut[i+1] = r.shut[i]
		if u.closedOn(night, opens, closes) || r.gap(night) {
			r.shut[i+1]++
		}
	}
	return r
}

// chanceOf is the week's number of chance.
func (r *rates) chanceOf(d date.Date) uint64 { return r.weeks[weekOf(d)-weekOf(r.first)] }

// night prices one night, in thousandths of a penny, for the smallest party.
func (r *rates) night(d date.Date, season int) int64 {
	rate := int64(r.unit.rate)
	if r.unit.flat {
		return rate * 1000
	}
	noise := 950 + int64(r.chanceOf(d)%101) // ± 5 %, week by week
	weekend := int64(100)
	if wd := weekdayOf(d); wd == 4 || wd == 5 {
		weekend = 114
	}
	return rate * int64(season) * noise / 1000 * weekend / 100
}

// closedOn tells whether the park is shut for the winter.
func (u *unit) closedOn(d date.Date, opens, closes int) bool {
	if u.open {
		return false
	}
	year, _, _ := d.Time().Date()
	from, to := date.Of(year, 3, 8), date.Of(year, 11, 8)
	if u.Channel == "eurocaravan" {
		from, to = date.Of(year, 4, 14), date.Of(year, 10, 8)
	}
	return d < from+date.Date(opens) || d >= to+date.Date(closes)
}

// gap tells whether the unit type is out of use for a week.
func (r *rates) gap(d date.Date) bool {
	return !r.unit.flat && r.chanceOf(d)>>20%100 < 3
}

// arrivals tells whether anyone may arrive on a day at all.
func (r *rates) arrivals(day int) bool { return r.shut[day+1] == r.shut[day] }

// stays lists the lengths of stay that begin on a day.
func (r *rates) stays(day int) []int {
	d := r.first + date.Date(day)
	week := r.unit.pattern.usual
	if r.peak(day) {
		week = r.unit.pattern.peak
	}
	return week[weekdayOf(d)]
}

// peak tells whether a day is in July or August.
func (r *rates) peak(day int) bool {
	_, month, _ := (r.first + date.Date(day)).Time().Date()
	return month == time.July || month == time.August
}

func (r *rates) openFor(day, nights int) bool { return r.shut[day+nights] == r.shut[day] }

// price gives what a stay costs a party of a threshold, everything compulsory
// included, and the earlier price where it is reduced. Longer stays and larger
// parties never cost less.
func (r *rates) price(day, nights, threshold int) (price, was money.Pence) {
	nightly := (r.sum[day+nights] - r.sum[day]) / 1000
	if r.unit.flat {
		return money.Pence(nightly), 0
	}
	full := nightly * int64(stayShare[nights]) / 1000
	full = full*int64(100+9*threshold)/100 + turnover(r.unit.Channel) + int64(r.unit.BookingFee)
	off := r.reduction(day)
	if off == 0 {
		return r.round(full), 0
	}
	return r.round(full * int64(100-off) / 100), r.round(full)
}

// turnover is what getting ready for a guest costs, whatever the stay.
func turnover(channel string) int64 {
	switch channel {
	case "uktouring":
		return 0
	case "boats", "ukcottages":
		return 9000
	}
	return 4500
}

// reduction is how many per cent arrivals on a day are reduced by. It belongs
// to the date, so that the earlier price was the one on sale before.
func (r *rates) reduction(day int) int {
	c := r.chanceOf(r.first+date.Date(day)) >> 32
	if c%100 >= 16 {
		return 0
	}
	if r.peak(day) {
		return 10
	}
	return 10 + int(c>>8%6)*5
}

// round gives a price the ending that the operator's prices have.
func (r *rates) round(p int64) money.Pence {
	switch r.unit.ending {
	case 50:
		return money.Pence((p + 25) / 50 * 50)
	case 95:
		return money.Pence(p/100*100 + 95)
	}
	return money.Pence((p + 50) / 100 * 100)
}
