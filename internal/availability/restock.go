package availability

import (
	"math/bits"
	"slices"

	"holidaymaker/internal/date"
)

// nightsOf returns the first and the last night in the window on which a change
// may change the units left.
func (ix *Index) nightsOf(change *decodedChange) (from, to int, ok bool) {
	if change.Change.Allotment != nil {
		return 0, ix.nights - 1, true
	}
	if len(change.Booked) == 0 {
		return 0, 0, false
	}
	first, last := change.Booked[0].Night, change.Booked[0].Night
	for _, booked := range change.Booked {
		first, last = min(first, booked.Night), max(last, booked.Night)
	}
	from, to = max(0, int(first-ix.first)), min(ix.nights-1, int(last-ix.first))
	return from, to, from <= to
}

// applyStock updates the units left after a change.
func (ix *Index) applyStock(change *decodedChange) {
	stock := &ix.stocks[change.Unit]
	if change.Change.Allotment != nil {
		before, _ := DecodeAllotment(stock.allotment)
		for i := range ix.nights {
			stock.put(i, change.allotment.At(ix.first+date.Date(i))-stock.taken(i, before, ix.first))
		}
		stock.allotment = slices.Clone(change.Change.Allotment)
	}
	for _, booked := range change.Booked {
		if night := int(booked.Night - ix.first); night >= 0 && night < ix.nights {
			stock.put(night, allotmentAt(stock.allotment, booked.Night)-booked.Units)
		}
	}
}

// isOpen reports whether a unit is left on each night of a stay.
func (ix *Index) isOpen(region *region, slot, nightsIndex, day int) bool {
	return ix.stocks[region.slots[slot].unit].fewest(day, int(region.nights[nightsIndex])) > 0
}

// updateOpen opens and closes stays of a unit type from one day on. It compares
// the runs of free nights before and after a change, and visits only the rows
// of stays that open or close. Most bookings open or close none.
func (ix *Index) updateOpen(region *region, unit, first int) {
	from, to := int(region.unitStart[unit]), int(region.unitEnd[unit])
	for nightsIndex, nights := range region.nights {
		for i, run := range ix.runsAfter {
			day := first + i
			want := run >= int(nights)
			if day >= region.days || want == (ix.runsBefore[i] >= int(nights)) {
				continue
			}
			row := region.row(nightsIndex, day)
			if row == nil {
				continue
			}
			for word := from >> 6; word<<6 < to; word++ {
				ofWord := rangeBits(from-word<<6, to-word<<6)
				open := region.open(row, word)
				now := open &^ ofWord
				if want {
					now = open | region.priced(row, word)&ofWord
				}
				if now != open {
					region.setOpen(row, word, now)
					ix.updateMinimaOfWord(region, row, nightsIndex, day, word, open^now, want)
				}
			}
		}
	}
}

// updateMinimaOfWord updates the minima after some slots of a word have opened or closed.
func (ix *Index) updateMinimaOfWord(region *region, row *row, nightsIndex, day, word int, slots uint64, open bool) {
	for ; slots != 0; slots &= slots - 1 {
		slot := word<<6 | bits.TrailingZeros64(slots)
		price := region.penceOf(region.code(row, region.rank(row, slot)))
		if open {
			ix.updateMinima(region, nightsIndex, day, slot, 0, price)
		} else {
			ix.updateMinima(region, nightsIndex, day, slot, price, 0)
		}
	}
}

// rangeBits returns a word with the bits from from up to, but not including,
// to; limited to 64 bits.
func rangeBits(from, to int) uint64 {
	mask := ^uint64(0)
	if from > 0 {
		mask <<= from
	}
	if to < 64 {
		mask &= 1<<to - 1
	}
	return mask
}
