package availability

import (
	"slices"
	"sync/atomic"
)

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

	unitStart []int32  // first slot of each unit type
	unitEnd   []int32  // the slot after its last
	parks     []int32  // indexes in BuildInput.Parks, ascending
	parkStart []int32  // first slot of each park, and the number of slots
	begins    []uint64 // a bit for each slot in parkStart, then one word that is not 0
	slots     []slotInfo

	party  [][]uint64
	dogs   []uint64
	labels [][]uint64 // by number of the label; nil where no slot has it

	rows []atomic.Pointer[row] // by nights × days
}

// slotInfo is what a search needs about a slot in addition to the bitmaps. The
// fields are next to each other in memory.
type slotInfo struct {
	park            int32  // index in the region's parks
	name            uint32 // rank of the park's name among all names
	unit            int32  // index in BuildInput.Units
	threshold       uint8  // index in the unit type's thresholds
	lowest, highest uint8  // its party classes
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
func (ix *Index) plan(channelRegion *channelRegion, tables []*packed) *region {
	var nights [MaxNights + 1]bool
	var thresholds [MaxParty + 1]bool
	for _, table := range tables {
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
	region := &region{channelRegion: channelRegion, minima: newMinima(newScale(&nights, &thresholds), ix.days)}
	ix.layOutSlots(region, tables)
	region.words = (len(region.slots) + 63) / 64
	region.rows = make([]atomic.Pointer[row], len(region.nights)*ix.days)
	region.party = make([][]uint64, len(region.thresholds))
	for class := range region.party {
		region.party[class] = make([]uint64, region.words)
	}
	region.dogs = make([]uint64, region.words)
	region.labels = make([][]uint64, ix.labels.count)
	region.begins = make([]uint64, region.words+1)
	region.begins[region.words] = 1
	for _, slot := range region.parkStart {
		region.begins[slot>>6] |= 1 << (slot & 63)
	}
	for i, id := range channelRegion.units {
		if tables[i] != nil {
			ix.mark(region, i, &ix.units[id], tables[i].thresholds)
		}
	}
	return region
}

// layOutSlots assigns slots to the unit types, park by park.
func (ix *Index) layOutSlots(region *region, tables []*packed) {
	region.unitStart, region.unitEnd = make([]int32, len(region.units)), make([]int32, len(region.units))
	for from := 0; from < len(region.units); {
		park, to, slots := ix.units[region.units[from]].Park, from, 0
		for ; to < len(region.units) && ix.units[region.units[to]].Park == park; to++ {
			slots += tables[to].slotCount()
		}
		if len(region.slots)&63+slots > 64 {
			region.pad()
		}
		region.parks = append(region.parks, int32(park))
		region.parkStart = append(region.parkStart, int32(len(region.slots)))
		for unit := from; unit < to; unit++ {
			region.unitStart[unit] = int32(len(region.slots))
			for threshold := range tables[unit].slotCount() {
				region.slots = append(region.slots, slotInfo{park: int32(len(region.parks) - 1), name: ix.nameRank[park], unit: region.units[unit], threshold: uint8(threshold)})
			}
			region.unitEnd[unit] = int32(len(region.slots))
		}
		if slots > 64 {
			region.pad()
		}
		from = to
	}
	region.parkStart = append(region.parkStart, int32(len(region.slots)))
}

// pad fills the rest of a word with slots that no bitmap and no row uses.
func (r *region) pad() {
	for len(r.slots)&63 != 0 {
		r.slots = append(r.slots, slotInfo{})
	}
}

// slotCount returns how many slots a price table needs, 0 for nil.
func (p *packed) slotCount() int {
	if p == nil {
		return 0
	}
	return len(p.thresholds)
}

// mark sets the bits of a unit type's slots in every bitmap that applies to it.
func (ix *Index) mark(region *region, unit int, of *Unit, thresholds []int) {
	low := 0
	for i, threshold := range thresholds {
		slot := int(region.unitStart[unit]) + i
		high := region.class(threshold)
		region.slots[slot].lowest, region.slots[slot].highest = uint8(low), uint8(high)
		for class := low; class <= high; class++ {
			region.party[class][slot>>6] |= 1 << (slot & 63)
		}
		low = high + 1
	}
	if of.Dogs {
		region.cover(region.dogs, unit)
	}
	for _, feature := range of.Features {
		region.label(ix.labels.features[feature], unit)
	}
	for _, offer := range of.Offers {
		region.label(ix.labels.offers[offer], unit)
	}
	region.label(ix.labels.operators[ix.parks[of.Park].Operator], unit)
}

// label sets the bits of a unit type's slots in the bitmap of a label.
func (r *region) label(id int32, unit int) {
	if r.labels[id] == nil {
		r.labels[id] = make([]uint64, r.words)
	}
	r.cover(r.labels[id], unit)
}

// cover sets the bits of a unit type's slots in a bitmap.
func (r *region) cover(bitmap []uint64, unit int) {
	for slot := r.unitStart[unit]; slot < r.unitEnd[unit]; slot++ {
		bitmap[slot>>6] |= 1 << (slot & 63)
	}
}

// eachPart calls do with the slots of a park: for every channel that sells it,
// or for one channel.
func (ix *Index) eachPart(channel, park string, do func(region *region, from, to int)) {
	parkIndex, ok := ix.parkIDs[park]
	if !ok {
		return
	}
	for _, i := range ix.parkIn[parkIndex] {
		region := ix.regions[i].Load()
		if channel != "" && ix.channels[region.channel].code != channel {
			continue
		}
		at, _ := slices.BinarySearch(region.parks, int32(parkIndex))
		do(region, int(region.parkStart[at]), int(region.parkStart[at+1]))
	}
}
