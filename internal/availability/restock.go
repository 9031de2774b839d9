package availability

import (
	"math/bits"
	"slices"

	"holidaymaker/internal/date"
)

// nightsOf returns the first and the last night in the window on which a change
// may change the units left.
func (ix *Index) nightsOf(d *decodedChange) (lo, hi int, ok bool) {
	if d.Change.Allotment != nil {
		return 0, ix.nights - 1, true
	}
	if len(d.Booked) == 0 {
		return 0, 0, false
	}
	first, last := d.Booked[0].Night, d.Booked[0].Night
	for _, t := range d.Booked {
		first, last = min(first, t.Night), max(last, t.Night)
	}
	lo, hi = max(0, int(first-ix.first)), min(ix.nights-1, int(last-ix.first))
	return lo, hi, lo <= hi
}

// applyStock updates the units left after a change.
func (ix *Index) applyStock(d *decodedChange) {
	st := &ix.stocks[d.Unit]
	if d.Change.Allotment != nil {
		before, _ := DecodeAllotment(st.allotment)
		for i := range ix.nights {
			st.put(i, d.allotment.At(ix.first+date.Date(i))-st.taken(i, before, ix.first))
		}
		st.allotment = slices.Clone(d.Change.Allotment)
	}
	for _, t := range d.Booked {
		if night := int(t.Night - ix.first); night >= 0 && night < ix.nights {
			st.put(night, allotmentAt(st.allotment, t.Night)-t.Units)
		}
	}
}

func (ix *Index) isOpen(g *region, slot, nights, day int) bool {
	return ix.stocks[g.slots[slot].unit].fewest(day, int(g.nights[nights])) > 0
}

// updateOpen opens and closes stays of a unit type from one day on. It compares
// the runs of free nights before and after a change, and visits only the rows
// of stays that open or close. Most bookings open or close none.
func (ix *Index) updateOpen(g *region, unit, first int) {
	from, to := int(g.start[unit]), int(g.end[unit])
	for n, nights := range g.nights {
		for i, run := range ix.after {
			day := first + i
			want := run >= int(nights)
			if day >= g.days || want == (ix.before[i] >= int(nights)) {
				continue
			}
			r := g.rows[n*g.days+day].Load()
			if r == nil {
				continue
			}
			for word := from >> 6; word<<6 < to; word++ {
				mine := rangeBits(from-word<<6, to-word<<6)
				open := g.open(r, word)
				now := open &^ mine
				if want {
					now = open | g.priced(r, word)&mine
				}
				if now != open {
					g.setOpen(r, word, now)
					ix.updateMinimaOfWord(g, r, n, day, word, open^now, want)
				}
			}
		}
	}
}

// updateMinimaOfWord updates the minima after some slots of a word have opened or closed.
func (ix *Index) updateMinimaOfWord(g *region, r *row, n, day, word int, slots uint64, open bool) {
	for ; slots != 0; slots &= slots - 1 {
		slot := word<<6 | bits.TrailingZeros64(slots)
		price := g.penceOf(g.code(r, g.rank(r, slot)))
		if open {
			ix.updateMinima(g, n, day, slot, 0, price)
		} else {
			ix.updateMinima(g, n, day, slot, price, 0)
		}
	}
}

// rangeBits returns a word with the bits from from up to, but not including,
// to; limited to 64 bits.
func rangeBits(from, to int) uint64 {
	b := ^uint64(0)
	if from > 0 {
		b <<= from
	}
	if to < 64 {
		b &= 1<<to - 1
	}
	return b
}
