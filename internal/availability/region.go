package availability

import "sync/atomic"

// ground is the unit types that one region sells on one channel. It never
// changes.
type ground struct {
	id      string
	channel int
	hidden  bool
	units   []int32 // indexes in Inventory.Units, by park, then by index
}

// region is the prices of a ground. A slot is one unit type and one of its
// party-size thresholds, that is the parties from above the threshold before
// to the threshold itself: each party has one slot per unit type. Slots are
// ordered by park, then unit type, then threshold. What a query matches is a
// bitmap over the slots; rows say which slots are on sale, and for how much.
//
// A park keeps to one word of the bitmaps, so that a search deals with it in
// registers: slots that would not fit leave the rest of a word unused. A park
// of more than 64 slots begins and ends with a word of its own.
//
// When thresholds, durations or the codes of prices outgrow a region, it is
// built anew and put in the place of the old.
type region struct {
	*ground
	shape
	*minima
	codes *codes

	start  []int32  // first slot of each unit type
	end    []int32  // the slot after its last
	parks  []int32  // indexes in Inventory.Parks, ascending
	parkAt []int32  // first slot of each park, and the end
	begins []uint64 // a bit for each of parkAt, and one word more, not 0
	slots  []slot

	party  [][]uint64
	dogs   []uint64
	labels [][]uint64 // by number; nil where no slot carries it

	rows []atomic.Pointer[row] // by nights × days
}

// slot is what a search needs to know of a slot beside the bitmaps, together
// in memory.
type slot struct {
	park            int32  // index in the region's parks
	name            uint32 // the park's place among the names
	unit            int32  // index in Inventory.Units
	threshold       uint8  // of the unit type's
	lowest, highest uint8  // party classes
}

// longest returns the most nights that are sold, at least 1.
func (g *region) longest() int {
	if len(g.nights) == 0 {
		return 1
	}
	return int(g.nights[len(g.nights)-1])
}

// plan lays out the slots of a ground, whose unit types have these sheets.
func (ix *Index) plan(gr *ground, sheets []*packed) *region {
	var nights [MaxNights + 1]bool
	var keys [MaxParty + 1]bool
	for _, p := range sheets {
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
	g := &region{ground: gr, minima: newMinima(newScale(&nights, &keys), ix.days)}
	ix.place(g, sheets)
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
		if sheets[i] != nil {
			ix.mark(g, i, &ix.units[id], sheets[i].keys)
		}
	}
	return g
}

// place gives the unit types their slots, park by park.
func (ix *Index) place(g *region, sheets []*packed) {
	g.start, g.end = make([]int32, len(g.units)), make([]int32, len(g.units))
	for from := 0; from < len(g.units); {
		park, to, slots := ix.units[g.units[from]].Park, from, 0
		for ; to < len(g.units) && ix.units[g.units[to]].Park == park; to++ {
			slots += sheets[to].thresholds()
		}
		if len(g.slots)&63+slots > 64 {
			g.pad()
		}
		g.parks = append(g.parks, int32(park))
		g.parkAt = append(g.parkAt, int32(len(g.slots)))
		for unit := from; unit < to; unit++ {
			g.start[unit] = int32(len(g.slots))
			for k := range sheets[unit].thresholds() {
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

// pad leaves the rest of a word that was begun unused. No bitmap and no row has
// these slots.
func (g *region) pad() {
	for len(g.slots)&63 != 0 {
		g.slots = append(g.slots, slot{})
	}
}

// thresholds returns how many slots a sheet takes; none when there is no sheet.
func (p *packed) thresholds() int {
	if p == nil {
		return 0
	}
	return len(p.keys)
}

// mark says in the bitmaps what a unit type's slots are.
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

// label says that a unit type carries a label.
func (g *region) label(id int32, unit int) {
	if g.labels[id] == nil {
		g.labels[id] = make([]uint64, g.words)
	}
	g.cover(g.labels[id], unit)
}

// cover sets the bits of a unit type's slots.
func (g *region) cover(bitmap []uint64, unit int) {
	for slot := g.start[unit]; slot < g.end[unit]; slot++ {
		bitmap[slot>>6] |= 1 << (slot & 63)
	}
}
