package feed

import (
	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// knownReductions lowers the earlier prices of a table that are contradicted by
// what was on sale until now, and counts them. It returns the table as it is when
// nothing changes in it.
//
// Only the price and the earlier price until now are known. The higher of the two
// contradicts a new price that is lower: that is what the stay cost before the
// reduction, so an earlier price above it is lowered to it. Kept with the price, it
// contradicts the same row in the next file, too. Where neither is above the new
// price, nothing is known of what the stay cost before, and the file's word counts.
// So it does for a stay that was not on sale, or of which no unit was.
func knownReductions(table []byte, before base) (_ []byte, lowered int64, err error) {
	now, err := availability.DecodePriceTable(table)
	if err != nil {
		return nil, 0, err
	}
	sold, err := availability.DecodePriceTable(before.table)
	if err != nil {
		return table, 0, nil // nothing is known of it
	}
	units, err := availability.DecodeAllotment(before.allotment)
	if err != nil {
		return table, 0, nil
	}
	var wrong []availability.Price
	for p := range now.All() {
		price, was, ok := sold.Lookup(p.Arrival, p.Nights, now.Thresholds()[p.Threshold])
		known := max(price, was)
		if ok && known > p.Price && p.Was > known && onEveryNight(units, p) {
			p.Was = known
			wrong = append(wrong, p)
		}
	}
	if len(wrong) == 0 {
		return table, 0, nil
	}
	for _, p := range wrong {
		if err := now.Set(p.Arrival, p.Nights, p.Threshold, p.Price, p.Was); err != nil {
			return nil, 0, err
		}
	}
	return now.Encode(), int64(len(wrong)), nil
}

// onEveryNight reports whether there are units on every night of a stay.
func onEveryNight(units availability.Allotment, p availability.Price) bool {
	for night := range p.Nights {
		if units.At(p.Arrival+date.Date(night)) == 0 {
			return false
		}
	}
	return true
}

// hasReduction reports whether any of a unit type's rows has an earlier price.
func hasReduction(rows [][]byte) bool {
	var r row
	for _, packed := range rows {
		r.unpack(packed)
		for _, p := range r.prices {
			if p.was != 0 {
				return true
			}
		}
	}
	return false
}
