package feed

import (
	"holidaymaker/internal/availability"
	"holidaymaker/internal/store"
)

// knownReductions lowers the earlier prices of a table that are contradicted by
// what was on sale until now, and counts them. It returns the table as it is when
// nothing changes in it.
//
// Only the price and the earlier price until now are known. If the higher of the two is
// above the new price, it is what the stay cost before the reduction, and an earlier
// price in the file that is above it is lowered to it. As it is stored with the price, it
// contradicts the same row of the next file, too. If neither is above the new price,
// nothing is known of what the stay cost before, and what the file says counts. That
// also holds for a stay that was not on sale or had no units.
func knownReductions(table []byte, live store.UnitRates) (_ []byte, lowered int64, err error) {
	now, err := availability.DecodePriceTable(table)
	if err != nil {
		return nil, 0, err
	}
	sold, err := availability.DecodePriceTable(live.Table)
	if err != nil {
		return table, 0, nil // nothing is known of it
	}
	units, err := availability.DecodeAllotment(live.Allotment)
	if err != nil {
		return table, 0, nil
	}
	var wrong []availability.Price
	for p := range now.All() {
		price, was, ok := sold.Lookup(p.Arrival, p.Nights, now.Thresholds()[p.Threshold])
		highest := max(price, was)
		if ok && highest > p.Price && p.Was > highest && units.OnEveryNight(p.Arrival, p.Nights) {
			p.Was = highest
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
