package feed

import (
	"holidaymaker/internal/availability"
)

// trueReductions returns a price table without the earlier prices that what was
// on sale until now contradicts, and how many these are. An earlier price is
// contradicted when the same stay is on sale now, for less, and with no earlier
// price as high. What was not on sale here cannot be contradicted. The table is
// returned as it is when nothing changes in it.
func trueReductions(table, before []byte) (_ []byte, untrue int64, err error) {
	now, err := availability.DecodePriceTable(table)
	if err != nil {
		return nil, 0, err
	}
	sold, err := availability.DecodePriceTable(before)
	if err != nil {
		return table, 0, nil // nothing is known of it: it was not on sale
	}
	var wrong []availability.Price
	for p := range now.All() {
		price, was, ok := sold.Lookup(p.Arrival, p.Nights, now.Thresholds()[p.Threshold])
		if p.Was != 0 && ok && p.Was > max(price, was) {
			wrong = append(wrong, p)
		}
	}
	if len(wrong) == 0 {
		return table, 0, nil
	}
	for _, p := range wrong {
		if err := now.Set(p.Arrival, p.Nights, p.Threshold, p.Price, 0); err != nil {
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
