package availability

import (
	"slices"
	"sync/atomic"

	"holidaymaker/internal/date"
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

	unitStart []int32   // first slot of each unit type
	unitEnd   []int32   // the slot after its last
	charges   []charges // by unit type: what its prices contain
	parks     []int32   // indexes in BuildInput.Parks, ascending
	parkStart []int32   // first slot of each park, and the number of slots
	begins    []uint64  // a bit for each slot in parkStart; one more word, never 0, ends the scan for the next park
	slots     []slotInfo

	party  [2][][]uint64 // without dogs (0) and with (1), by party class: the slots whose price it pays
	labels [][]uint64    // by number of the label, which is a feature, an operator or an offer; nil where no slot has it

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
	dogs            uint8  // 1 where a party with a dog pays its price, else 0
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
		if len(tables[i].prices) == 0 {
			continue
		}
		table := tables[i].prices[0]
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
	for dogs := range r.party {
		r.party[dogs] = make([][]uint64, len(r.thresholds))
		for class := range r.party[dogs] {
			r.party[dogs][class] = make([]uint64, r.words)
		}
	}
	r.labels = make([][]uint64, ix.labels.count)
	r.begins = make([]uint64, r.words+1)
	r.begins[r.words] = 1
	for _, slot := range r.parkStart {
		r.begins[slot>>6] |= 1 << (slot & 63)
	}
	r.charges = make([]charges, len(sold.units))
	for i, id := range sold.units {
		if len(tables[i].prices) > 0 {
			r.charges[i] = tables[i].charges
			ix.mark(r, i, &ix.units[id], tables[i].prices)
		}
	}
	return r
}

// layOutSlots assigns slots to the unit types, park by park.
func (ix *Index) layOutSlots(r *region, tables []unitTables) {
	r.unitStart, r.unitEnd = make([]int32, len(r.units)), make([]int32, len(r.units))
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
			for _, table := range tables[unit].prices {
				for threshold := range table.thresholds {
					r.slots = append(r.slots, slotInfo{park: int32(len(r.parks) - 1), name: ix.nameRank[park], unit: r.units[unit], threshold: uint8(threshold)})
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

// slotCount returns how many slots the unit type needs.
func (u *unitTables) slotCount() (n int) {
	for _, table := range u.prices {
		n += len(table.thresholds)
	}
	return n
}

// mark sets the bits of a unit type's slots in every bitmap that applies to it.
func (ix *Index) mark(r *region, unit int, of *Unit, tables []*packed) {
	slot := int(r.unitStart[unit])
	for i, table := range tables {
		withDogs := i == 1 || of.Dogs && len(tables) == 1
		r.markPrices(slot, table.thresholds, [2]bool{i == 0, withDogs})
		slot += len(table.thresholds)
	}
	for _, feature := range of.Features {
		r.label(ix.labels.features[feature], unit)
	}
	for _, offer := range of.Offers {
		r.label(ix.labels.offers[offer], unit)
	}
	r.label(ix.labels.operators[ix.parks[of.Park].Operator], unit)
}

// markPrices says which parties pay the prices of a price table, whose slots begin with
// slot: parties without dogs, parties with dogs, or both.
func (r *region) markPrices(slot int, thresholds []int, paidBy [2]bool) {
	low := 0
	for _, threshold := range thresholds {
		info, high := &r.slots[slot], r.class(threshold)
		info.lowest, info.highest = uint8(low), uint8(high)
		if paidBy[1] {
			info.dogs = 1
		}
		for dogs, pays := range paidBy {
			for class := low; pays && class <= high; class++ {
				r.party[dogs][class][slot>>6] |= 1 << (slot & 63)
			}
		}
		slot, low = slot+1, high+1
	}
}

// paidBy returns the slots whose price a party pays.
func (r *region) paidBy(class int, dogs bool) []uint64 {
	if dogs {
		return r.party[1][class]
	}
	return r.party[0][class]
}

// thresholdsOf returns how many thresholds a unit type has. Each has one slot, or two
// where prices with a dog differ.
func (r *region) thresholdsOf(unit int) int {
	if r.unitStart[unit] == r.unitEnd[unit] {
		return 0
	}
	return int(r.slots[r.unitEnd[unit]-1].threshold) + 1
}

// stay is a stay at the price of a slot, which is one of a unit type's.
func (r *region) stay(slot int, arrival date.Date, nights int) chargedStay {
	info := &r.slots[slot]
	return chargedStay{arrival, nights, int(r.thresholds[info.highest]), int(info.dogs)}
}

// label sets the bits of a unit type's slots in the bitmap of a label.
func (r *region) label(id int32, unit int) {
	if r.labels[id] == nil {
		r.labels[id] = make([]uint64, r.words)
	}
	for slot := r.unitStart[unit]; slot < r.unitEnd[unit]; slot++ {
		r.labels[id][slot>>6] |= 1 << (slot & 63)
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
