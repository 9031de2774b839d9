package availability

// unitTables is the decoded data of a unit type.
type unitTables struct {
	prices    *packed // nil: it has none
	allotment Allotment
}

// decode decodes the data of a unit type and fills the gaps in its prices.
func (d *UnitData) decode() (tables unitTables, err error) {
	err = guard(func() (err error) {
		if len(d.PriceTable) > 0 {
			tables.prices, err = unpack(d.PriceTable)
			if err == nil && tables.prices.hasGaps() {
				tables.prices, err = gapsFilled(d.PriceTable)
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

// gapsFilled unpacks a price table and fills its gaps.
func gapsFilled(b []byte) (*packed, error) {
	table, err := DecodePriceTable(b)
	if err != nil {
		return nil, err
	}
	table.fillGaps()
	return unpack(table.Encode())
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
