package availability

import "sync/atomic"

// channelRegion is the unit types that one region sells on one channel. It never
// changes.
type channelRegion struct {
	id      string
	channel int
	hidden  bool
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

	start  []int32  // first slot of each unit type
	end    []int32  // the slot after its last
	parks  []int32  // indexes in BuildInput.Parks, ascending
	parkAt []int32  // first slot of each park, and the number of slots
	begins []uint64 // a bit for each slot in parkAt, then one word that is not 0
	slots  []slot

	party  [][]uint64
	dogs   []uint64
	labels [][]uint64 // by number of the label; nil where no slot has it

	rows []atomic.Pointer[row] // by nights × days
}

// slot is what a search needs about a slot in addition to the bitmaps. The
// fields are next to each other in memory.
type slot struct {
	park            int32  // index in the region's parks
	name            uint32 // rank of the park's name among all names
	unit            int32  // index in BuildInput.Units
	threshold       uint8  // index in the unit type's thresholds
	lowest, highest uint8  // its party classes
}

// longest returns the longest stay on sale in nights, at least 1.
func (g *region) longest() int {
	if len(g.nights) == 0 {
		return 1
	}
	return int(g.nights[len(g.nights)-1])
}

// plan lays out the slots of a region for the price tables of its unit types.
func (ix *Index) plan(gr *channelRegion, tables []*packed) *region {
	var nights [MaxNights + 1]bool
	var keys [MaxParty + 1]bool
	for _, p := range tables {
		if p == nil {
			continue
		}
		for _, k := range p.keys {
			keys[k] = true
		}
		for _, s := range p.series {
			nights[s.nights] = true
		}
	}
	g := &region{channelRegion: gr, minima: newMinima(newScale(&nights, &keys), ix.days)}
	ix.layOutSlots(g, tables)
	g.words = (len(g.slots) + 63) / 64
	g.rows = make([]atomic.Pointer[row], len(g.nights)*ix.days)
	g.party = make([][]uint64, len(g.keys))
	for c := range g.party {
		g.party[c] = make([]uint64, g.words)
	}
	g.dogs = make([]uint64, g.words)
	g.labels = make([][]uint64, ix.labels.count)
	g.begins = make([]uint64, g.words+1)
	g.begins[g.words] = 1
	for _, slot := range g.parkAt {
		g.begins[slot>>6] |= 1 << (slot & 63)
	}
	for i, id := range gr.units {
		if tables[i] != nil {
			ix.mark(g, i, &ix.units[id], tables[i].keys)
		}
	}
	return g
}

// layOutSlots assigns slots to the unit types, park by park.
func (ix *Index) layOutSlots(g *region, tables []*packed) {
	g.start, g.end = make([]int32, len(g.units)), make([]int32, len(g.units))
	for from := 0; from < len(g.units); {
		park, to, slots := ix.units[g.units[from]].Park, from, 0
		for ; to < len(g.units) && ix.units[g.units[to]].Park == park; to++ {
			slots += tables[to].thresholds()
		}
		if len(g.slots)&63+slots > 64 {
			g.pad()
		}
		g.parks = append(g.parks, int32(park))
		g.parkAt = append(g.parkAt, int32(len(g.slots)))
		for unit := from; unit < to; unit++ {
			g.start[unit] = int32(len(g.slots))
			for k := range tables[unit].thresholds() {
				g.slots = append(g.slots, slot{park: int32(len(g.parks) - 1), name: ix.byName[park], unit: g.units[unit], threshold: uint8(k)})
			}
			g.end[unit] = int32(len(g.slots))
		}
		if slots > 64 {
			g.pad()
		}
		from = to
	}
	g.parkAt = append(g.parkAt, int32(len(g.slots)))
}

// pad fills the rest of a word with slots that no bitmap and no row uses.
func (g *region) pad() {
	for len(g.slots)&63 != 0 {
		g.slots = append(g.slots, slot{})
	}
}

// thresholds returns how many slots a price table needs, 0 for nil.
func (p *packed) thresholds() int {
	if p == nil {
		return 0
	}
	return len(p.keys)
}

// mark sets the bits of a unit type's slots in every bitmap that applies to it.
func (ix *Index) mark(g *region, unit int, u *Unit, keys []int) {
	low := 0
	for i, k := range keys {
		slot := int(g.start[unit]) + i
		high := g.class(k)
		g.slots[slot].lowest, g.slots[slot].highest = uint8(low), uint8(high)
		for c := low; c <= high; c++ {
			g.party[c][slot>>6] |= 1 << (slot & 63)
		}
		low = high + 1
	}
	if u.Dogs {
		g.cover(g.dogs, unit)
	}
	for _, f := range u.Features {
		g.label(ix.labels.features[f], unit)
	}
	for _, o := range u.Offers {
		g.label(ix.labels.offers[o], unit)
	}
	g.label(ix.labels.operators[ix.parks[u.Park].Operator], unit)
}

// label sets the bits of a unit type's slots in the bitmap of a label.
func (g *region) label(id int32, unit int) {
	if g.labels[id] == nil {
		g.labels[id] = make([]uint64, g.words)
	}
	g.cover(g.labels[id], unit)
}

// cover sets the bits of a unit type's slots in a bitmap.
func (g *region) cover(bitmap []uint64, unit int) {
	for slot := g.start[unit]; slot < g.end[unit]; slot++ {
		bitmap[slot>>6] |= 1 << (slot & 63)
	}
}
