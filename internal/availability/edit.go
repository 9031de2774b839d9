package availability

import (
	"cmp"
	"slices"
)

// edit is a new price of one slot; 0 withdraws the price.
type edit struct {
	cell  int // nights × days
	slot  int
	price uint32
}

// editsOf appends the edits of rows that a change needs. ok is false when the
// region has no room for them.
func (ix *Index) editsOf(g *region, d *decodedChange, edits []edit) (all []edit, ok bool) {
	from, to := int(g.start[d.unit]), int(g.end[d.unit])
	if d.table != nil {
		if !g.fits(d.table, from, to) {
			return edits, false
		}
		edits = ix.differences(g, d.table, from, to, edits)
	}
	start := len(edits)
	for _, s := range d.Prices {
		n := g.nightsIndex(s.Nights)
		if n < 0 {
			return edits, false
		}
		above := uint32(0)
		cell := n*g.days + int(s.Arrival-ix.first)
		for k := len(s.Prices) - 1; k >= 0; k-- {
			if s.Prices[k] != 0 {
				above = s.Prices[k]
			}
			edits = append(edits, edit{cell, from + k, above})
		}
	}
	slices.Reverse(edits[start:]) // thresholds ascend again, but so the last stay comes first
	slices.SortStableFunc(edits[start:], func(a, b edit) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.slot, b.slot)) })
	edits = append(edits[:start], slices.CompactFunc(edits[start:], func(a, b edit) bool { return a.cell == b.cell && a.slot == b.slot })...)
	for _, e := range edits {
		if e.price == 0 {
			continue
		}
		if _, ok := g.codes.add(e.price); !ok {
			return edits, false
		}
	}
	return edits, true
}

// fits reports whether a price table has exactly the thresholds of its unit
// type's slots, and no new durations.
func (g *region) fits(s *PriceTable, from, to int) bool {
	if len(s.keys) == 0 {
		return true
	}
	if len(s.keys) != to-from {
		return false
	}
	for i, k := range s.keys {
		if int(g.keys[g.slots[from+i].highest]) != k {
			return false
		}
	}
	return !slices.ContainsFunc(s.Nights(), func(n int) bool { return g.nightsIndex(n) < 0 })
}

// differences appends edits for the prices in which a price table and the rows
// differ.
func (ix *Index) differences(g *region, s *PriceTable, from, to int, edits []edit) []edit {
	for n, nights := range g.nights {
		cells := s.prices[int(nights)]
		for day := range g.days {
			r := g.rows[n*g.days+day].Load()
			if r == nil && cells == nil {
				continue
			}
			for slot := from; slot < to; slot++ {
				old, new := uint32(0), uint32(0)
				if code, ok := g.codeOf(r, slot); ok {
					old = g.penceOf(code)
				}
				if cells != nil {
					new = cells[day*(to-from)+slot-from].price
				}
				if old != new {
					edits = append(edits, edit{n*g.days + day, slot, new})
				}
			}
		}
	}
	return edits
}

// setEarlierPrices writes the earlier (WAS) prices of a change.
func (ix *Index) setEarlierPrices(g *region, d *decodedChange) {
	st := &ix.stocks[d.Unit]
	var list []wasPrice
	if d.table != nil {
		for p := range d.table.All() {
			if p.Was != 0 {
				list = append(list, wasPrice{wasKey(int(p.Arrival-ix.first), p.Nights, p.Threshold), uint32(p.Was)})
			}
		}
		st.setWas(list)
	}
	had := st.was.Load()
	if len(d.Prices) == 0 || had == nil && !slices.ContainsFunc(d.Prices, func(s Stay) bool { return s.Was != nil }) {
		return
	}
	if had != nil {
		list = slices.Clone(*had)
	}
	for _, s := range d.Prices {
		day := int(s.Arrival - ix.first)
		low, high := wasKey(day, s.Nights, 0), wasKey(day, s.Nights, 255)
		list = slices.DeleteFunc(list, func(w wasPrice) bool { return w.key >= low && w.key <= high })
		from := -1 // the threshold from which a gap is filled
		for k := len(s.Prices) - 1; k >= 0; k-- {
			if s.Prices[k] != 0 {
				from = k
			}
			if from >= 0 && s.Was != nil && s.Was[from] > s.Prices[from] {
				list = append(list, wasPrice{low + uint32(k), s.Was[from]})
			}
		}
	}
	st.setWas(list)
}

// editRows writes new prices, row by row, and updates the minima.
func (ix *Index) editRows(g *region, edits []edit) {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.slot, b.slot)) })
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && edits[n].cell == edits[0].cell {
			n++
		}
		ix.editRow(g, edits[:n])
		edits = edits[n:]
	}
}

func (ix *Index) editRow(g *region, edits []edit) {
	cell := edits[0].cell
	nights, day := cell/g.days, cell%g.days
	r := g.rows[cell].Load()
	type step struct {
		slot     int
		old, new uint32
	}
	steps := make([]step, 0, 8)
	changes := make([]slotCode, 0, 8)
	copied := false
	for i, e := range edits {
		if i+1 < len(edits) && edits[i+1].slot == e.slot {
			continue // a later edit replaces this one
		}
		old, had := uint32(0), false
		if code, ok := g.codeOf(r, e.slot); ok {
			had = true
			if g.open(r, e.slot>>6)>>(e.slot&63)&1 == 1 {
				old = g.penceOf(code)
			}
		}
		new, code := uint32(0), uint32(0)
		if e.price != 0 {
			code, _ = g.codes.find(e.price)
			if ix.isOpen(g, e.slot, nights, day) {
				new = e.price
			}
		}
		if !had && code == 0 {
			continue
		}
		copied = copied || had != (code != 0)
		steps = append(steps, step{e.slot, old, new})
		changes = append(changes, slotCode{e.slot, code})
	}
	if len(changes) == 0 {
		return
	}
	to := r
	if copied {
		to = g.with(r, changes)
	}
	for i, c := range changes {
		if to == nil || c.code == 0 {
			continue
		}
		if !copied {
			g.setCode(to, g.rank(to, c.slot), c.code)
		}
		g.setSlotOpen(to, c.slot, steps[i].new != 0)
	}
	if copied {
		g.rows[cell].Store(to)
	}
	for _, s := range steps {
		ix.updateMinima(g, nights, day, s.slot, s.old, s.new)
	}
}

// setSlotOpen opens or closes a slot.
func (s shape) setSlotOpen(r *row, slot int, open bool) {
	word, bit := s.open(r, slot>>6), uint64(1)<<(slot&63)
	if open != (word&bit != 0) {
		s.setOpen(r, slot>>6, word^bit)
	}
}
