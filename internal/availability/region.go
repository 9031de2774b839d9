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
// When thresholds, durations or the codes of prices outgrow a region, it is
// built anew and put in the place of the old.
type region struct {
	*ground
	shape
	*minima
	codes *codes

	start    []int32 // first slot of each unit type, and the end
	parks    []int32 // indexes in Inventory.Parks, ascending
	parkAt   []int32 // first slot of each park, and the end
	slotPark []int32 // index in parks
	slotUnit []int32 // index in units

	lowest, highest []uint8 // party classes of each slot
	party           [][]uint64
	dogs            []uint64
	labels          [][]uint64 // by number; nil where no slot carries it

	rows []atomic.Pointer[row] // by nights × days
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
	slots := 0
	for _, p := range sheets {
		if p == nil {
			continue
		}
		slots += len(p.keys)
		for _, k := range p.keys {
			keys[k] = true
		}
		for _, s := range p.series {
			nights[s.nights] = true
		}
	}
	g := &region{ground: gr, minima: newMinima(newScale(&nights, &keys), ix.days)}
	g.words = (slots + 63) / 64
	g.rows = make([]atomic.Pointer[row], len(g.nights)*ix.days)
	g.party = make([][]uint64, len(g.keys))
	for c := range g.party {
		g.party[c] = make([]uint64, g.words)
	}
	g.dogs = make([]uint64, g.words)
	g.labels = make([][]uint64, ix.labels.count)
	for i, id := range gr.units {
		u := &ix.units[id]
		if last := len(g.parks) - 1; last < 0 || int(g.parks[last]) != u.Park {
			g.parks = append(g.parks, int32(u.Park))
			g.parkAt = append(g.parkAt, int32(len(g.slotPark)))
		}
		g.start = append(g.start, int32(len(g.slotPark)))
		if sheets[i] != nil {
			ix.addSlots(g, i, u, sheets[i].keys)
		}
	}
	g.start = append(g.start, int32(slots))
	g.parkAt = append(g.parkAt, int32(slots))
	return g
}

func (ix *Index) addSlots(g *region, unit int, u *Unit, keys []int) {
	from := len(g.slotPark)
	low := 0
	for _, k := range keys {
		slot := len(g.slotPark)
		high := g.class(k)
		g.slotPark = append(g.slotPark, int32(len(g.parks)-1))
		g.slotUnit = append(g.slotUnit, int32(unit))
		g.lowest, g.highest = append(g.lowest, uint8(low)), append(g.highest, uint8(high))
		for c := low; c <= high; c++ {
			g.party[c][slot>>6] |= 1 << (slot & 63)
		}
		if u.Dogs {
			g.dogs[slot>>6] |= 1 << (slot & 63)
		}
		low = high + 1
	}
	for _, f := range u.Features {
		g.label(ix.labels.features[f], from)
	}
	for _, o := range u.Offers {
		g.label(ix.labels.offers[o], from)
	}
	g.label(ix.labels.operators[ix.parks[u.Park].Operator], from)
}

// label marks the slots from one on.
func (g *region) label(id int32, from int) {
	b := g.labels[id]
	if b == nil {
		b = make([]uint64, g.words)
		g.labels[id] = b
	}
	for slot := from; slot < len(g.slotPark); slot++ {
		b[slot>>6] |= 1 << (slot & 63)
	}
}
