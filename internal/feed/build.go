package feed

import (
	"fmt"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// base is what a unit type sells before a delta; both nil for a full file.
type base struct{ sheet, allotment []byte }

// merge makes a unit type's prices and allotment out of its rows, in their
// order, on top of its base; either is nil when there is none. Dates before
// today are left out.
func merge(rows [][]byte, on base, today date.Date) (sheet, allotment []byte, err error) {
	var r row
	var sold *availability.Sheet
	var nights availability.Allotment
	if len(on.sheet) > 0 {
		if sold, err = availability.DecodeSheet(on.sheet); err != nil {
			return nil, nil, err
		}
	}
	if nights, err = availability.DecodeAllotment(on.allotment); err != nil {
		return nil, nil, err
	}
	for i := range slices.Backward(rows) { // what stands before a withdrawal is void
		if r.unpack(rows[i]); r.withdraw {
			rows, sold, nights = rows[i+1:], nil, availability.Allotment{}
			break
		}
	}
	if sold, err = room(rows, sold, today); err != nil {
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
	if len(nights.Units) > 0 { // kept without prices too, which may come in the next file
		allotment = nights.Encode()
	}
	if sold == nil || len(sold.Nights()) == 0 {
		return nil, allotment, nil // nothing to sell: withdrawn
	}
	return sold.Encode(), allotment, nil
}

// room returns a sheet that has the window and the thresholds for the rows and
// holds the prices of before; nil when neither has any price.
func room(rows [][]byte, before *availability.Sheet, today date.Date) (*availability.Sheet, error) {
	var r row
	var party [availability.MaxParty + 1]bool
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
	if before != nil {
		start, days := before.Window()
		first, last = min(first, max(start, today)), max(last, start+date.Date(days)-1)
		for _, size := range before.Thresholds() {
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
	sheet, err := availability.NewSheet(sizes, first, int(last-first)+1)
	if err != nil || before == nil {
		return sheet, err
	}
	return sheet.Merge(before), nil
}

// price sets the row's prices. A stay that the row prices has no prices but
// those of the row, for parties of other sizes too.
func (r *row) price(sheet *availability.Sheet, today date.Date) error {
	if sheet == nil {
		return nil
	}
	byThreshold := make([]partyPrice, len(sheet.Thresholds()))
	for threshold, size := range sheet.Thresholds() {
		if i := slices.IndexFunc(r.prices, func(p partyPrice) bool { return p.party == size }); i >= 0 {
			byThreshold[threshold] = r.prices[i]
		}
	}
	first := max(r.from, today)
	weekday := int(first.Weekday())
	for d := first; d <= r.to; d++ {
		if r.weekdays>>weekday&1 == 1 {
			for threshold, p := range byThreshold {
				if err := sheet.Set(d, r.nights, threshold, p.price, p.was); err != nil {
					return err
				}
			}
		}
		weekday = (weekday + 1) % 7
	}
	return nil
}

// nightsFor returns an allotment that covers the rows' nights and before's,
// with the units of before.
func nightsFor(rows [][]byte, before availability.Allotment, today date.Date) availability.Allotment {
	var r row
	first, end := date.Date(1<<30), date.Date(-1<<30)
	for _, packed := range rows {
		if r.unpack(packed); r.units >= 0 && r.to >= today {
			first, end = min(first, max(r.from, today)), max(end, r.to+1)
		}
	}
	if n := date.Date(len(before.Units)); n > 0 && before.First+n > today {
		first, end = min(first, max(before.First, today)), max(end, before.First+n)
	}
	if end <= first {
		return availability.Allotment{First: today}
	}
	a := availability.Allotment{First: first, Units: make([]int, end-first)}
	for i := range a.Units {
		a.Units[i] = before.At(first + date.Date(i))
	}
	return a
}

// bug marks an error that no file should be able to cause.
func bug(unit string, err error) error { return fmt.Errorf("prices of %s: %w", unit, err) }
