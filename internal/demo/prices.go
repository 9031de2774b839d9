package demo

import (
	"fmt"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// longestStay is the most nights that any channel allows.
const longestStay = 21

// Window returns the arrival dates that are on sale on a day: from tomorrow on,
// for eighteen months.
func Window(today date.Date) (first date.Date, days int) {
	first = today + 1
	return first, int(today.AddMonths(18) - today)
}

// stayShare is the price per night of a stay, by its number of nights, in
// thousandths of the base price: each night of a long stay is cheaper.
var stayShare = [longestStay + 1]int{0, 1100, 985, 880, 862, 846, 832, 820, 812, 805, 798, 792, 786, 781, 776, 772, 768, 764, 761, 758, 755, 752}

// PriceTable returns the prices of a unit type for a window of arrival dates.
// It panics when the unit type is unknown.
func (d *Demo) PriceTable(unitType string, first date.Date, days int) *availability.PriceTable {
	u := d.unit(unitType)
	table, err := availability.NewPriceTable(u.keys, first, days)
	if err != nil {
		panic(fmt.Sprintf("demo: price table of %s: %v", unitType, err)) // cannot happen: the demo chose the thresholds
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
				if err := table.Set(first+date.Date(day), nights, k, price, was); err != nil {
					panic(fmt.Sprintf("demo: price of %s: %v", unitType, err))
				}
			}
		}
	}
	return table
}

func (d *Demo) unit(unitType string) *unit {
	u := d.units[unitType]
	if u == nil {
		panic("demo: no unit type " + unitType)
	}
	return u
}

// rates holds the price of every night of a window for one unit type. Prices
// are running totals, so that the price of a stay is one subtraction.
type rates struct {
	unit  *unit
	first date.Date
	weeks []uint64 // a random number per week, from the week of first on
	sum   []int64  // the price of all nights before, in thousandths of a penny
	shut  []int32  // how many nights before are closed
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

// chanceOf is the random number of a date's week.
func (r *rates) chanceOf(d date.Date) uint64 { return r.weeks[weekOf(d)-weekOf(r.first)] }

// night returns the price of one night for the smallest party, in thousandths of
// a penny.
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

// closedOn reports whether the park is shut for the winter.
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

// gap reports whether the unit type is out of use for a week.
func (r *rates) gap(d date.Date) bool {
	return !r.unit.flat && r.chanceOf(d)>>20%100 < 3
}

// arrivals reports whether any stay can begin on a day.
func (r *rates) arrivals(day int) bool { return r.shut[day+1] == r.shut[day] }

// stays lists the numbers of nights of the stays that begin on a day.
func (r *rates) stays(day int) []int {
	d := r.first + date.Date(day)
	week := r.unit.pattern.usual
	if r.peak(day) {
		week = r.unit.pattern.peak
	}
	return week[weekdayOf(d)]
}

// peak reports whether a day is in July or August.
func (r *rates) peak(day int) bool {
	_, month, _ := (r.first + date.Date(day)).Time().Date()
	return month == time.July || month == time.August
}

func (r *rates) openFor(day, nights int) bool { return r.shut[day+nights] == r.shut[day] }

// price returns what a stay costs a party of a threshold, with all compulsory
// charges, and the earlier price where it is reduced. A longer stay and a larger
// party never cost less.
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

// turnover is the cost of preparing a unit for a guest, for a stay of any length.
func turnover(channel string) int64 {
	switch channel {
	case "uktouring":
		return 0
	case "boats", "ukcottages":
		return 9000
	}
	return 4500
}

// reduction is the discount for arrivals on a day, in per cent. It depends on the
// date alone, so that the earlier price really was on sale before.
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

// round rounds a price so that it has the operator's ending.
func (r *rates) round(p int64) money.Pence {
	switch r.unit.ending {
	case 50:
		return money.Pence((p + 25) / 50 * 50)
	case 95:
		return money.Pence(p/100*100 + 95)
	}
	return money.Pence((p + 50) / 100 * 100)
}
