package availability

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Index is the price index of one catalogue. Any number of readers may use it
// at the same time as one writer; readers never wait. A new catalogue, or a
// later window of dates, needs a new Index.
type Index struct {
	first  date.Date
	days   int
	nights int // days, plus the nights of a stay that begins on the last day

	parks     []Park
	nameRank  []uint32 // position of each park in the order of names
	byName    []int32  // the park at each position
	units     []Unit   // without UnitData
	parkIDs   map[string]int
	unitIDs   map[string]int
	locations []unitLocation // by unit type
	parkIn    [][]int32      // by park: the regions in which it has unit types
	labels    labels

	channels       []*channel
	channelAt      map[string]int // by code: the index in channels
	regions        []atomic.Pointer[region]
	channelRegions []channelRegion

	mu         sync.Mutex // the one writer
	runsBefore []int      // memory of the writer: runs of free nights
	runsAfter  []int
	stocks     []unitStock
	pastDays   atomic.Int32 // how many days at the start of the window are in the past
	version    atomic.Uint64
}

// unitLocation is the region of a unit type and its position there.
type unitLocation struct{ region, unit int32 }

// channel is the regions of a channel.
type channel struct {
	code    string
	byID    map[string]int32       // every region
	visible []int32                // those that are not hidden, by id
	minima  atomic.Pointer[minima] // over the visible regions
}

// labels numbers features, operators and offers. Each region has a bitmap for
// each of them, by which searches filter.
type labels struct {
	features, operators, offers map[string]int32
	count                       int32
}

// Version returns a number that changes with every change that a reader can
// see.
func (ix *Index) Version() uint64 { return ix.version.Load() }

// Window returns the first arrival date on sale and the number of arrival
// dates from there on.
func (ix *Index) Window() (first date.Date, days int) {
	past := int(ix.pastDays.Load())
	return ix.first + date.Date(past), ix.days - past
}

// RegionCount returns the number of regions, each counted once for each
// channel.
func (ix *Index) RegionCount() int { return len(ix.regions) }

// HideBefore removes arrival dates before first from every answer. It is used
// at midnight in London, until an index with a new window is built.
func (ix *Index) HideBefore(first date.Date) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if past := min(int32(first-ix.first), int32(ix.days)); past > ix.pastDays.Load() {
		ix.pastDays.Store(past)
		ix.version.Add(1)
	}
}

// Unit returns the index of a unit type in BuildInput.Units.
func (ix *Index) Unit(id string) (unit int, ok bool) {
	unit, ok = ix.unitIDs[id]
	return unit, ok
}

// Park returns the index of a park in BuildInput.Parks.
func (ix *Index) Park(id string) (park int, ok bool) {
	park, ok = ix.parkIDs[id]
	return park, ok
}

// channelOf returns a channel by its code; nil when nothing is sold on it.
func (ix *Index) channelOf(code string) *channel {
	at, ok := ix.channelAt[code]
	if !ok {
		return nil
	}
	return ix.channels[at]
}

// Regions returns the ids of the regions in which a channel has unit types,
// ascending, hidden ones left out.
func (ix *Index) Regions(channel string) []string {
	sold := ix.channelOf(channel)
	if sold == nil {
		return nil
	}
	ids := make([]string, 0, len(sold.visible))
	for _, i := range sold.visible {
		ids = append(ids, ix.channelRegions[i].id)
	}
	return ids
}

// Left returns how many units of a type are left for a whole stay, that is, the
// smallest number on its nights, at least 0.
func (ix *Index) Left(unit int, arrival date.Date, nights int) int {
	day := int(arrival - ix.first)
	if day < 0 || day+nights > ix.nights {
		return 0
	}
	return ix.stocks[unit].fewest(day, nights)
}

// Offer returns the price of a stay in a unit type for a party without dogs; ok is false
// when it is not on sale for that party.
func (ix *Index) Offer(unit int, arrival date.Date, nights, party int) (offer Offer, ok bool) {
	at := ix.locations[unit]
	region := ix.regions[at.region].Load()
	day, nightsIndex, class := int(arrival-ix.first), region.nightsIndex(nights), region.class(party)
	if day < int(ix.pastDays.Load()) || day >= ix.days || nightsIndex < 0 || class < 0 {
		return Offer{}, false
	}
	row, paid := region.row(nightsIndex, day), region.paidBy(class, false)
	for slot := int(region.unitStart[at.unit]); slot < int(region.unitEnd[at.unit]); slot++ {
		if paid[slot>>6]>>(slot&63)&1 == 0 {
			continue
		}
		if code, priced := region.codeOf(row, slot); priced && region.open(row, slot>>6)>>(slot&63)&1 == 1 {
			return ix.offer(region, slot, nightsIndex, day, code), true
		}
	}
	return Offer{}, false
}

// offer describes a slot that is on sale.
func (ix *Index) offer(region *region, slot, nightsIndex, day int, code uint32) Offer {
	info, nights := &region.slots[slot], int(region.nights[nightsIndex])
	stock := &ix.stocks[info.unit]
	price := region.penceOf(code)
	return Offer{
		Unit:   int(info.unit),
		Date:   ix.first + date.Date(day),
		Nights: nights,
		Price:  pence(price),
		Was:    pence(stock.earlierAbove(price, wasKey(day, nights, int(info.threshold)))),
		Left:   max(1, stock.fewest(day, nights)), // a booking may take the last unit at this moment
	}
}

// UnitData returns what the index has about a unit type, for a comparison with
// the database: prices and allotment within the window, and the booked nights.
// table is nil when it sells nothing. A threshold without its own price has
// that of the next one. The prices are without the charges of the unit type.
func (ix *Index) UnitData(unit int) (table *PriceTable, allotment Allotment, booked []BookedNight) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.unitData(unit)
}

func (ix *Index) unitData(unit int) (table *PriceTable, allotment Allotment, booked []BookedNight) {
	stock := &ix.stocks[unit]
	whole, _ := DecodeAllotment(stock.allotment)
	for night := range ix.nights {
		if n := stock.taken(night, whole, ix.first); n != 0 {
			booked = append(booked, BookedNight{ix.first + date.Date(night), n})
		}
	}
	return ix.table(unit), whole.Trim(ix.first, ix.nights), booked
}

// table reads a unit type's prices from the rows.
func (ix *Index) table(unit int) *PriceTable {
	at := ix.locations[unit]
	region := ix.regions[at.region].Load()
	from, count := int(region.unitStart[at.unit]), region.thresholdsOf(int(at.unit))
	if count == 0 {
		return nil
	}
	to := from + count // the others are its prices with a dog
	table := &PriceTable{first: ix.first, days: ix.days, prices: map[int][]cell{}, dogs: region.charges[at.unit].rates[len(ix.units[unit].Charges):]}
	for slot := from; slot < to; slot++ {
		table.thresholds = append(table.thresholds, int(region.thresholds[region.slots[slot].highest]))
	}
	for nightsIndex, nights := range region.nights {
		var cells []cell
		for day := range ix.days {
			row := region.row(nightsIndex, day)
			for slot := from; slot < to; slot++ {
				code, ok := region.codeOf(row, slot)
				if !ok {
					continue
				}
				if cells == nil {
					cells = make([]cell, ix.days*len(table.thresholds))
					table.prices[int(nights)] = cells
				}
				was := ix.stocks[unit].earlier(wasKey(day, int(nights), slot-from))
				base := region.charges[at.unit].takeFrom(region.penceOf(code), region.stay(slot, ix.first+date.Date(day), int(nights)))
				cells[day*len(table.thresholds)+slot-from] = cell{base, was}
			}
		}
	}
	return table
}

func (r *region) penceOf(code uint32) uint32 { return r.codes.penceOf(code) }

// orderNames numbers the parks by sort name, then by index.
func (ix *Index) orderNames() {
	ix.byName, ix.nameRank = make([]int32, len(ix.parks)), make([]uint32, len(ix.parks))
	for i := range ix.byName {
		ix.byName[i] = int32(i)
	}
	slices.SortStableFunc(ix.byName, func(a, b int32) int { return strings.Compare(ix.parks[a].SortName, ix.parks[b].SortName) })
	for place, park := range ix.byName {
		ix.nameRank[park] = uint32(place)
	}
}

// pence converts a price of the index to money.
func pence(p uint32) money.Pence { return money.Pence(p) }
