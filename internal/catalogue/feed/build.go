package feed

import (
	"fmt"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// merge applies a unit type's rows, in their order, to what it sells before the import,
// which is nothing for a full import, because that replaces everything. It returns the
// encoded price table and allotment; each is nil when there is none. It omits
// dates before today.
func merge(rows [][]byte, live store.UnitRates, today date.Date) (table, allotment []byte, err error) {
	var r row
	var sold *availability.PriceTable
	var nights availability.Allotment
	for i := range slices.Backward(rows) { // rows before a withdrawal have no effect
		if r.unpack(rows[i]); r.withdraw {
			rows, live = rows[i+1:], store.UnitRates{}
			break
		}
	}
	if len(live.Table) > 0 {
		if sold, err = availability.DecodePriceTable(live.Table); err != nil {
			return nil, nil, fmt.Errorf("what it sells now, withdraw it first: %w", err)
		}
	}
	if nights, err = availability.DecodeAllotment(live.Allotment); err != nil {
		return nil, nil, fmt.Errorf("what it sells now, withdraw it first: %w", err)
	}
	if sold, err = tableFor(rows, sold, today); err != nil {
		return nil, nil, err
	}
	nights = nightsFor(rows, nights, today)
	for _, packed := range rows {
		r.unpack(packed)
		if r.units >= 0 {
			for night := max(r.from, nights.First); night <= r.to; night++ {
				nights.Units[night-nights.First] = r.units
			}
			continue
		}
		if err := r.price(sold, today); err != nil {
			return nil, nil, err
		}
	}
	if len(nights.Units) > 0 { // stored even without prices: the next file may bring them
		allotment = nights.Encode()
	}
	if sold == nil || len(sold.Nights()) == 0 {
		return nil, allotment, nil // nothing to sell: withdrawn
	}
	return sold.Encode(), allotment, nil
}

// tableFor returns a price table with the prices of live and room for the arrival
// dates and thresholds of the rows. It returns nil when there are no prices in
// either.
func tableFor(rows [][]byte, live *availability.PriceTable, today date.Date) (*availability.PriceTable, error) {
	var r row
	var party [availability.MaxThreshold + 1]bool
	first, last := date.Date(1<<30), date.Date(-1<<30)
	for _, packed := range rows {
		r.unpack(packed)
		if r.nights == 0 || r.to < today {
			continue
		}
		first, last = min(first, max(r.from, today)), max(last, r.to)
		for _, p := range r.prices {
			party[p.party] = true
		}
	}
	if live != nil {
		start, days := live.Window()
		first, last = min(first, max(start, today)), max(last, start+date.Date(days)-1)
		for _, size := range live.Thresholds() {
			party[size] = true
		}
	}
	if last < first {
		return nil, nil
	}
	var sizes []int
	for size, used := range party {
		if used {
			sizes = append(sizes, size)
		}
	}
	table, err := availability.NewPriceTable(sizes, first, int(last-first)+1)
	if err != nil || live == nil {
		return table, err
	}
	return table.Merge(live), nil
}

// price writes the row's prices into table. A row sets all prices of a stay:
// the price of a party size that is not in the row is removed.
func (r *row) price(table *availability.PriceTable, today date.Date) error {
	if table == nil {
		return nil
	}
	byThreshold := make([]partyPrice, len(table.Thresholds()))
	for threshold, size := range table.Thresholds() {
		if i := slices.IndexFunc(r.prices, func(p partyPrice) bool { return p.party == size }); i >= 0 {
			byThreshold[threshold] = r.prices[i]
		}
	}
	first := max(r.from, today)
	weekday := int(first.Weekday())
	for d := first; d <= r.to; d++ {
		if r.weekdays>>weekday&1 == 1 {
			for threshold, p := range byThreshold {
				if err := table.Set(d, r.nights, threshold, p.price, p.was); err != nil {
					return err
				}
			}
		}
		weekday = (weekday + 1) % 7
	}
	return nil
}

// nightsFor returns an allotment for the nights of the rows and of live, with
// the units of live filled in.
func nightsFor(rows [][]byte, live availability.Allotment, today date.Date) availability.Allotment {
	var r row
	first, end := date.Date(1<<30), date.Date(-1<<30)
	for _, packed := range rows {
		if r.unpack(packed); r.units >= 0 && r.to >= today {
			first, end = min(first, max(r.from, today)), max(end, r.to+1)
		}
	}
	if n := date.Date(len(live.Units)); n > 0 && live.First+n > today {
		first, end = min(first, max(live.First, today)), max(end, live.First+n)
	}
	if end <= first {
		return availability.Allotment{First: today}
	}
	a := availability.Allotment{First: first, Units: make([]int, end-first)}
	for i := range a.Units {
		a.Units[i] = live.At(first + date.Date(i))
	}
	return a
}

// ofPrices says whose prices an error is about.
func ofPrices(unit string, err error) error { return fmt.Errorf("prices of %s: %w", unit, err) }
