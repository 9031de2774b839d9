package availability

import (
	"slices"
	"sync/atomic"
)

// Renewal makes a new Index from another one: it builds only some regions and
// takes over the rest. Unit types, parks and the window are the same.
//
// After Finish both indexes share memory, so the old one must not be changed
// any more; its readers may continue. Before Finish the new index must not be
// searched, and only its rebuilt regions may be changed.
type Renewal struct {
	from, next *Index
	rebuilt    []bool // by region
}

// Renew builds the regions of some unit types again, while ix is read and
// changed. load and unreadable are as in BuildInput; version is the new index's
// first version.
func (ix *Index) Renew(units []int, version uint64, load func([]int, func(int, UnitData)) error, unreadable func(int, error)) (*Renewal, error) {
	next := &Index{
		first: ix.first, days: ix.days, nights: ix.nights,
		parks: ix.parks, nameRank: ix.nameRank, byName: ix.byName, units: ix.units,
		parkIDs: ix.parkIDs, unitIDs: ix.unitIDs, locations: ix.locations, parkIn: ix.parkIn, labels: ix.labels,
		channelAt: ix.channelAt, channelRegions: ix.channelRegions,
		regions: make([]atomic.Pointer[region], len(ix.regions)), stocks: make([]unitStock, len(ix.stocks)),
	}
	next.version.Store(version)
	for _, from := range ix.channels {
		copied := &channel{code: from.code, byID: from.byID, visible: from.visible}
		copied.minima.Store(from.minima.Load())
		next.channels = append(next.channels, copied)
	}
	r := &Renewal{ix, next, make([]bool, len(ix.regions))}
	var order []int
	count := 0
	for _, unit := range units {
		if at := int(ix.locations[unit].region); !r.rebuilt[at] {
			r.rebuilt[at] = true
			order = append(order, at)
			count += len(ix.channelRegions[at].units)
		}
	}
	left, used := newLeft(count, ix.nights), 0
	for _, at := range order {
		for _, unit := range ix.channelRegions[at].units {
			next.stocks[unit].left = left(used)
			used++
		}
	}
	r.shareRegions()
	if err := next.buildRegions(order, load, onceAtATime(unreadable)); err != nil {
		return nil, err
	}
	r.rebuildMinima()
	return r, nil
}

// Index returns the new index.
func (r *Renewal) Index() *Index { return r.next }

// Rebuilds reports whether the region of a unit type was rebuilt.
func (r *Renewal) Rebuilds(unit int) bool { return r.rebuilt[r.from.locations[unit].region] }

// Regions returns how many regions were rebuilt.
func (r *Renewal) Regions() (n int) {
	for _, rebuilt := range r.rebuilt {
		if rebuilt {
			n++
		}
	}
	return n
}

// Finish takes over the other regions in their current state. From now on the
// old index must not be changed.
func (r *Renewal) Finish() {
	r.from.mu.Lock() // a change of it that was under way is complete
	defer r.from.mu.Unlock()
	r.shareRegions()
	for at := range r.rebuilt {
		if r.rebuilt[at] {
			continue
		}
		for _, unit := range r.from.channelRegions[at].units {
			from, to := &r.from.stocks[unit], &r.next.stocks[unit]
			to.left, to.allotment = from.left, from.allotment
			to.was.Store(from.was.Load())
		}
	}
	r.rebuildMinima()
	r.next.pastDays.Store(max(r.next.pastDays.Load(), r.from.pastDays.Load()))
}

// shareRegions takes over the regions that were not rebuilt.
func (r *Renewal) shareRegions() {
	for at := range r.rebuilt {
		if !r.rebuilt[at] {
			r.next.regions[at].Store(r.from.regions[at].Load())
		}
	}
}

// rebuildMinima rebuilds the minima of the channels whose regions differ and
// takes the others over.
func (r *Renewal) rebuildMinima() {
	for c, channel := range r.next.channels {
		if slices.ContainsFunc(channel.visible, func(at int32) bool { return r.rebuilt[at] }) {
			r.next.rebuildChannelMinima(channel)
		} else {
			channel.minima.Store(r.from.channels[c].minima.Load())
		}
	}
}
