package availability

import "holidaymaker/internal/date"

// unitTables is the decoded data of a unit type, with its charges in every price.
type unitTables struct {
	prices    []*packed // none, its prices, or those without and those with a dog, of the same stays
	charges   charges
	allotment Allotment
}

// decode decodes the data of a unit type, fills the gaps in its prices and adds its
// charges.
func (d *UnitData) decode(unit *Unit) (tables unitTables, err error) {
	err = guard(func() (err error) {
		if len(d.PriceTable) > 0 {
			prices, err := unpack(d.PriceTable)
			if err != nil {
				return err
			}
			tables.prices = []*packed{prices}
			if tables.charges = unit.charges(prices.dogs); !tables.charges.none() || prices.hasGaps() {
				err = tables.complete(d.PriceTable, unit)
			}
			if err != nil {
				return err
			}
		}
		tables.allotment, err = DecodeAllotment(d.Allotment)
		return err
	})
	return tables, err
}

// hasGaps reports whether a threshold has no price where a larger one has one.
func (p *packed) hasGaps() bool {
	for i := range p.series {
		series := &p.series[i]
		if series.threshold == 0 {
			continue
		}
		if i == 0 || p.series[i-1].nights != series.nights || p.series[i-1].threshold != series.threshold-1 || !p.series[i-1].covers(series) {
			return true
		}
	}
	return false
}

// covers reports whether a series has a price on every day on which another has
// one.
func (s *series) covers(other *series) bool {
	shift := (other.first - s.first) / 8
	for i, word := range other.days {
		priced := byte(0)
		if j := i + shift; j >= 0 && j < len(s.days) {
			priced = s.days[j]
		}
		if word&^priced != 0 {
			return false
		}
	}
	return (other.first-s.first)%8 == 0
}

// complete fills the gaps in the prices and adds the charges.
func (u *unitTables) complete(b []byte, unit *Unit) error {
	table, err := DecodePriceTable(b)
	if err != nil {
		return err
	}
	table.fillGaps()
	table = table.bySize(u.charges)
	numbers := []int{0} // of dogs
	if unit.Dogs && u.charges.rates.PerDog() {
		numbers = []int{0, 1}
	}
	u.prices = nil
	for _, dogs := range numbers {
		prices, err := unpack(table.plus(u.charges, dogs).Encode())
		if err != nil {
			return err
		}
		u.prices = append(u.prices, prices)
	}
	return nil
}

// bySize returns a price table without gaps with a threshold for each party size, where
// that decides what is charged.
func (t *PriceTable) bySize(charges charges) *PriceTable {
	if !charges.perPerson() || len(t.thresholds) == 0 {
		return t
	}
	out := &PriceTable{first: t.first, days: t.days, prices: map[int][]cell{}, dogs: t.dogs}
	var from []int // by party size - 1: the threshold whose price it pays
	for i, threshold := range t.thresholds {
		for size := len(from) + 1; size <= threshold; size++ {
			out.thresholds, from = append(out.thresholds, size), append(from, i)
		}
	}
	for nights, cells := range t.prices {
		sized := make([]cell, t.days*len(from))
		for i := range sized {
			sized[i] = cells[i/len(from)*len(t.thresholds)+from[i%len(from)]]
		}
		out.prices[nights] = sized
	}
	return out
}

// plus returns the price table with what is charged for a number of dogs in every price.
// Earlier prices stay as they are: nothing says that the charges were asked for then.
func (t *PriceTable) plus(charges charges, dogs int) *PriceTable {
	out := &PriceTable{thresholds: t.thresholds, first: t.first, days: t.days, prices: make(map[int][]cell, len(t.prices))}
	for nights, cells := range t.prices {
		charged := make([]cell, len(cells))
		for i, c := range cells {
			if c.price != 0 {
				stay := chargedStay{t.first + date.Date(i/len(t.thresholds)), nights, t.thresholds[i%len(t.thresholds)], dogs}
				charged[i] = cell{charges.addTo(c.price, stay), c.was}
			}
		}
		out.prices[nights] = charged
	}
	return out
}

// fillGaps gives each threshold without a price the price of the next
// threshold that has one, which is what its parties pay.
func (t *PriceTable) fillGaps() {
	count := len(t.thresholds)
	for _, cells := range t.prices {
		for at := len(cells) - 2; at >= 0; at-- {
			if at%count != count-1 && cells[at].price == 0 {
				cells[at] = cells[at+1]
			}
		}
	}
}
