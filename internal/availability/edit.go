package availability

import (
	"cmp"
	"slices"

	"holidaymaker/internal/date"
)

// edit is a new price of one slot; 0 withdraws the price.
type edit struct {
	cell  int // index in region.rows
	slot  int
	price uint32
}

// editsOf appends the edits of rows that a change needs. ok is false when the
// region has no room for them.
func (ix *Index) editsOf(region *region, change *decodedChange, edits []edit) (all []edit, ok bool) {
	from, to := int(region.unitStart[change.unit]), int(region.unitEnd[change.unit])
	if change.table != nil {
		if !region.fits(change.table, &ix.units[change.Unit], change.unit) {
			return edits, false
		}
		edits = ix.differences(region, change.table, change.unit, edits)
	}
	start := len(edits)
	for _, stay := range change.Prices {
		nightsIndex := region.nightsIndex(stay.Nights)
		if nightsIndex < 0 {
			return edits, false
		}
		cell := nightsIndex*region.days + int(stay.Arrival-ix.first)
		for slot := from; slot < to; slot++ {
			price := cmp.Or(stay.Prices[region.slots[slot].threshold:]...) // in a gap, that of the next threshold
			edits = append(edits, edit{cell, slot, region.charges[change.unit].addTo(price, region.stay(slot, stay.Arrival, stay.Nights))})
		}
	}
	slices.Reverse(edits[start:]) // so that of equal stays the last one counts below
	slices.SortStableFunc(edits[start:], func(a, b edit) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.slot, b.slot)) })
	edits = append(edits[:start], slices.CompactFunc(edits[start:], func(a, b edit) bool { return a.cell == b.cell && a.slot == b.slot })...)
	for _, edit := range edits {
		if edit.price == 0 {
			continue
		}
		if _, ok := region.codes.add(edit.price); !ok {
			return edits, false
		}
	}
	return edits, true
}

// fits reports whether a price table has exactly the thresholds of its unit
// type's slots and the same charges, and no new durations.
func (r *region) fits(table *PriceTable, of *Unit, unit int) bool {
	if len(table.thresholds) == 0 {
		return true
	}
	if len(table.thresholds) != r.thresholdsOf(unit) || !of.charges(table.dogs).equal(r.charges[unit]) {
		return false
	}
	for i, threshold := range table.thresholds {
		if int(r.thresholds[r.slots[int(r.unitStart[unit])+i].highest]) != threshold {
			return false
		}
	}
	return !slices.ContainsFunc(table.Nights(), func(n int) bool { return r.nightsIndex(n) < 0 })
}

// differences appends edits for the prices in which a price table and the rows
// differ.
func (ix *Index) differences(region *region, table *PriceTable, unit int, edits []edit) []edit {
	from, to, thresholds := int(region.unitStart[unit]), int(region.unitEnd[unit]), len(table.thresholds)
	for nightsIndex, nights := range region.nights {
		cells := table.prices[int(nights)]
		for day := range region.days {
			row := region.row(nightsIndex, day)
			if row == nil && cells == nil {
				continue
			}
			for slot := from; slot < to; slot++ {
				old, new := uint32(0), uint32(0)
				if code, ok := region.codeOf(row, slot); ok {
					old = region.penceOf(code)
				}
				if cells != nil {
					price := cells[day*thresholds+int(region.slots[slot].threshold)].price
					new = region.charges[unit].addTo(price, region.stay(slot, ix.first+date.Date(day), int(nights)))
				}
				if old != new {
					edits = append(edits, edit{nightsIndex*region.days + day, slot, new})
				}
			}
		}
	}
	return edits
}

// setEarlierPrices writes the earlier (WAS) prices of a change.
func (ix *Index) setEarlierPrices(region *region, change *decodedChange) {
	stock := &ix.stocks[change.Unit]
	var list []wasPrice
	if change.table != nil {
		for price := range change.table.All() {
			if price.Was != 0 {
				list = append(list, wasPrice{wasKey(int(price.Arrival-ix.first), price.Nights, price.Threshold), uint32(price.Was)})
			}
		}
		stock.setWas(list)
	}
	current := stock.was.Load()
	if len(change.Prices) == 0 || current == nil && !slices.ContainsFunc(change.Prices, func(stay Stay) bool { return stay.Was != nil }) {
		return
	}
	if current != nil {
		list = slices.Clone(*current)
	}
	for _, stay := range change.Prices {
		day := int(stay.Arrival - ix.first)
		low, high := wasKey(day, stay.Nights, 0), wasKey(day, stay.Nights, 255)
		list = slices.DeleteFunc(list, func(w wasPrice) bool { return w.key >= low && w.key <= high })
		from := -1 // the threshold from which a gap is filled
		for threshold := len(stay.Prices) - 1; threshold >= 0; threshold-- {
			if stay.Prices[threshold] != 0 {
				from = threshold
			}
			if from >= 0 && stay.Was != nil && stay.Was[from] > stay.Prices[from] {
				list = append(list, wasPrice{low + uint32(threshold), stay.Was[from]})
			}
		}
	}
	stock.setWas(list)
}

// editRows writes new prices, row by row, and updates the minima.
func (ix *Index) editRows(region *region, edits []edit) {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.slot, b.slot)) })
	for len(edits) > 0 {
		same := 1
		for same < len(edits) && edits[same].cell == edits[0].cell {
			same++
		}
		ix.editRow(region, edits[:same])
		edits = edits[same:]
	}
}

// editRow writes new prices of one row: in place, or in a copy where a slot gains or
// loses its price.
func (ix *Index) editRow(region *region, edits []edit) {
	cell := edits[0].cell
	nightsIndex, day := cell/region.days, cell%region.days
	row := region.rows[cell].Load()
	type step struct {
		slot     int
		old, new uint32 // the open price before and after; 0: not on sale
	}
	steps := make([]step, 0, 8)
	changes := make([]slotCode, 0, 8)
	copied := false
	for i, e := range edits {
		if i+1 < len(edits) && edits[i+1].slot == e.slot {
			continue // a later edit replaces this one
		}
		old, hadPrice := uint32(0), false
		if code, ok := region.codeOf(row, e.slot); ok {
			hadPrice = true
			if region.open(row, e.slot>>6)>>(e.slot&63)&1 == 1 {
				old = region.penceOf(code)
			}
		}
		new, code := uint32(0), uint32(0)
		if e.price != 0 {
			code, _ = region.codes.find(e.price)
			if ix.isOpen(region, e.slot, nightsIndex, day) {
				new = e.price
			}
		}
		if !hadPrice && code == 0 {
			continue
		}
		copied = copied || hadPrice != (code != 0)
		steps = append(steps, step{e.slot, old, new})
		changes = append(changes, slotCode{e.slot, code})
	}
	if len(changes) == 0 {
		return
	}
	target := row
	if copied {
		target = region.with(row, changes)
	}
	for i, change := range changes {
		if target == nil || change.code == 0 {
			continue
		}
		if !copied {
			region.setCode(target, region.rank(target, change.slot), change.code)
		}
		region.setSlotOpen(target, change.slot, steps[i].new != 0)
	}
	if copied {
		region.rows[cell].Store(target)
	}
	for _, step := range steps {
		ix.updateMinima(region, nightsIndex, day, step.slot, step.old, step.new)
	}
}

// setSlotOpen opens or closes a slot.
func (s shape) setSlotOpen(row *row, slot int, open bool) {
	word, bit := s.open(row, slot>>6), uint64(1)<<(slot&63)
	if open != (word&bit != 0) {
		s.setOpen(row, slot>>6, word^bit)
	}
}
