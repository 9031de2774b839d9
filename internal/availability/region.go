package availability

import (
	"slices"
	"sync/atomic"

	"holidaymaker/internal/money"
)

// channelRegion is the unit types that one region sells on one channel. It never
// changes.
type channelRegion struct {
	id      string
	channel int
	hidden  bool    // searches of all regions leave it out
	units   []int32 // indexes in BuildInput.Units, by park, then by index
}

// region is the prices of a channelRegion. A slot is a unit type with one of
// its party-size thresholds. It is for parties larger than the previous
// threshold, up to and including this one, so each party has one slot for each
// unit type. Slots are ordered by park, then unit type, then threshold. Bitmaps
// over the slots say what a query can match; rows say which slots are on sale,
// and at what price.
//
// The slots of a park lie in one word of the bitmaps, so that a search handles
// the park in registers. Where they would not fit, the rest of the word stays
// unused. A park of more than 64 slots has words of its own.
//
// The layout is fixed. When new thresholds, durations or price codes do not fit,
// the region is built again and replaces the old one.
type region struct {
	*channelRegion
	shape
	*minima
	codes *codes

	unitStart []int32       // first slot of each unit type
	dogsStart []int32       // first slot of its prices with a dog; unitEnd where these are the same
	unitEnd   []int32       // the slot after its last
	charges   []money.Rates // by unit type: what its prices contain
	parks     []int32       // indexes in BuildInput.Parks, ascending
	parkStart []int32       // first slot of each park, and the number of slots
	begins    []uint64      // a bit for each slot in parkStart; one more word, never 0, ends the scan for the next park
	slots     []slotInfo

	party  [][]uint64 // by party class: the slots whose price it pays
	dogs   []uint64   // the slots whose price a party with a dog pays
	noDogs []uint64   // those whose price a party without one pays; nil: all
	labels [][]uint64 // by number of the label, which is a feature, an operator or an offer; nil where no slot has it

	rows []atomic.Pointer[row] // by nights × days
}

// slotInfo is what a search needs about a slot in addition to the bitmaps. The
// fields are next to each other in memory.
type slotInfo struct {
	park            int32  // index in the region's parks
	name            uint32 // rank of the park's name among all names
	unit            int32  // index in BuildInput.Units
	threshold       uint8  // index in the unit type's thresholds
	lowest, highest uint8  // the first and the last party class that pay its price
}

// longest returns the longest stay on sale in nights, at least 1.
func (r *region) longest() int {
	if len(r.nights) == 0 {
		return 1
	}
	return int(r.nights[len(r.nights)-1])
}

// row returns the row of a number of nights, by its index, and of a day; nil when
// nothing has a price.
func (r *region) row(nightsIndex, day int) *row { return r.rows[nightsIndex*r.days+day].Load() }

// plan lays out the slots of a region for the price tables of its unit types.
func (ix *Index) plan(sold *channelRegion, tables []unitTables) *region {
	var nights [MaxNights + 1]bool
	var thresholds [MaxThreshold + 1]bool
	for i := range tables {
		table := tables[i].prices
		if table == nil {
			continue
		}
		for _, threshold := range table.thresholds {
			thresholds[threshold] = true
		}
		for _, series := range table.series {
			nights[series.nights] = true
		}
	}
	r := &region{channelRegion: sold, minima: newMinima(newScale(&nights, &thresholds), ix.days)}
	ix.layOutSlots(r, tables)
	r.words = (len(r.slots) + 63) / 64
	r.rows = make([]atomic.Pointer[row], len(r.nights)*ix.days)
	r.party = make([][]uint64, len(r.thresholds))
	for class := range r.party {
		r.party[class] = make([]uint64, r.words)
	}
	r.dogs = make([]uint64, r.words)
	r.labels = make([][]uint64, ix.labels.count)
	r.begins = make([]uint64, r.words+1)
	r.begins[r.words] = 1
	for _, slot := range r.parkStart {
		r.begins[slot>>6] |= 1 << (slot & 63)
	}
	r.charges = make([]money.Rates, len(sold.units))
	for i, id := range sold.units {
		if tables[i].prices != nil {
			r.charges[i] = tables[i].charges
			ix.mark(r, i, &ix.units[id], tables[i].prices.thresholds)
		}
	}
	return r
}

// layOutSlots assigns slots to the unit types, park by park.
func (ix *Index) layOutSlots(r *region, tables []unitTables) {
	r.unitStart, r.dogsStart, r.unitEnd = make([]int32, len(r.units)), make([]int32, len(r.units)), make([]int32, len(r.units))
	for from := 0; from < len(r.units); {
		park, to, slots := ix.units[r.units[from]].Park, from, 0
		for ; to < len(r.units) && ix.units[r.units[to]].Park == park; to++ {
			slots += tables[to].slotCount()
		}
		if len(r.slots)&63+slots > 64 {
			r.pad()
		}
		r.parks = append(r.parks, int32(park))
		r.parkStart = append(r.parkStart, int32(len(r.slots)))
		for unit := from; unit < to; unit++ {
			r.unitStart[unit] = int32(len(r.slots))
			r.dogsStart[unit] = r.unitStart[unit]
			for i, table := range tables[unit].both() {
				for threshold := range table.thresholds {
					r.slots = append(r.slots, slotInfo{park: int32(len(r.parks) - 1), name: ix.nameRank[park], unit: r.units[unit], threshold: uint8(threshold)})
				}
				if i == 0 {
					r.dogsStart[unit] = int32(len(r.slots))
				}
			}
			r.unitEnd[unit] = int32(len(r.slots))
		}
		if slots > 64 {
			r.pad()
		}
		from = to
	}
	r.parkStart = append(r.parkStart, int32(len(r.slots)))
}

// pad fills the rest of a word with slots that no bitmap and no row uses.
func (r *region) pad() {
	for len(r.slots)&63 != 0 {
		r.slots = append(r.slots, slotInfo{})
	}
}

// both returns the price table of a unit type, and that of its prices with a dog where it
// has one.
func (u *unitTables) both() []*packed {
	both := [...]*packed{u.prices, u.withDogs}
	switch {
	case u.prices == nil:
		return nil
	case u.withDogs == nil:
		return both[:1]
	}
	return both[:]
}

// slotCount returns how many slots the unit type needs.
func (u *unitTables) slotCount() (n int) {
	for _, table := range u.both() {
		n += len(table.thresholds)
	}
	return n
}

// mark sets the bits of a unit type's slots in every bitmap that applies to it.
func (ix *Index) mark(r *region, unit int, of *Unit, thresholds []int) {
	low := 0
	for slot := int(r.unitStart[unit]); slot < int(r.unitEnd[unit]); slot++ {
		i := int(r.slots[slot].threshold)
		if i == 0 {
			low = 0
		}
		high := r.class(thresholds[i])
		r.slots[slot].lowest, r.slots[slot].highest = uint8(low), uint8(high)
		for class := low; class <= high; class++ {
			r.party[class][slot>>6] |= 1 << (slot & 63)
		}
		low = high + 1
	}
	r.markDogs(unit, of.Dogs)
	for _, feature := range of.Features {
		r.label(ix.labels.features[feature], unit)
	}
	for _, offer := range of.Offers {
		r.label(ix.labels.offers[offer], unit)
	}
	r.label(ix.labels.operators[ix.parks[of.Park].Operator], unit)
}

// markDogs says which slots of a unit type are for parties with dogs, and which for others.
func (r *region) markDogs(unit int, takesDogs bool) {
	from, withDogs, to := r.unitStart[unit], r.dogsStart[unit], r.unitEnd[unit]
	switch {
	case withDogs < to:
		if r.noDogs == nil {
			r.noDogs = slices.Repeat([]uint64{^uint64(0)}, r.words)
		}
		for slot := withDogs; slot < to; slot++ {
			r.noDogs[slot>>6] &^= 1 << (slot & 63)
		}
		cover(r.dogs, withDogs, to)
	case takesDogs:
		cover(r.dogs, from, to)
	}
}

// pays reports whether a party, with a dog or without, pays the price of a slot.
func (r *region) pays(slot int, dogs bool) bool {
	bitmap := r.noDogs
	if dogs {
		bitmap = r.dogs
	}
	return bitmap == nil || bitmap[slot>>6]>>(slot&63)&1 == 1
}

// charge returns how much of the price of a slot, which is one of a unit type's, are
// charges.
func (r *region) charge(unit, slot, nights int) uint32 {
	if len(r.charges[unit]) == 0 {
		return 0
	}
	dogs := 0
	if slot >= int(r.dogsStart[unit]) {
		dogs = 1
	}
	return chargeOf(r.charges[unit], nights, int(r.thresholds[r.slots[slot].highest]), dogs)
}

// label sets the bits of a unit type's slots in the bitmap of a label.
func (r *region) label(id int32, unit int) {
	if r.labels[id] == nil {
		r.labels[id] = make([]uint64, r.words)
	}
	cover(r.labels[id], r.unitStart[unit], r.unitEnd[unit])
}

// cover sets the bits of slots in a bitmap, from one to another, which is excluded.
func cover(bitmap []uint64, from, to int32) {
	for slot := from; slot < to; slot++ {
		bitmap[slot>>6] |= 1 << (slot & 63)
	}
}

// eachParkRange calls do with the slots of a park, from one to another, which is
// excluded: for every channel that sells the park, or for one channel. The last
// slots may be unused.
func (ix *Index) eachParkRange(channel, park string, do func(r *region, from, to int)) {
	parkIndex, ok := ix.parkIDs[park]
	if !ok {
		return
	}
	for _, i := range ix.parkIn[parkIndex] {
		r := ix.regions[i].Load()
		if channel != "" && ix.channels[r.channel].code != channel {
			continue
		}
		at, _ := slices.BinarySearch(r.parks, int32(parkIndex))
		do(r, int(r.parkStart[at]), int(r.parkStart[at+1]))
	}
}
