package availability

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Build builds an index, several regions at a time. It returns an error for a
// unit type without a park, and for data that cannot be read where
// BuildInput.Unreadable is nil. It omits prices and nights outside the window.
func Build(input BuildInput) (*Index, error) {
	if input.Days < 0 || input.Days > maxDays {
		return nil, fmt.Errorf("build index of %d days: want 0 to %d", input.Days, maxDays)
	}
	ix := &Index{
		first: input.First, days: input.Days, nights: input.Days + MaxNights,
		parks: input.Parks,
		units: slices.Clone(input.Units), stocks: make([]unitStock, len(input.Units)),
		parkIDs: make(map[string]int, len(input.Parks)), unitIDs: make(map[string]int, len(input.Units)),
	}
	ix.version.Store(input.Version)
	ix.orderNames()
	for i, park := range input.Parks {
		ix.parkIDs[park.ID] = i
	}
	left := newLeft(len(ix.units), ix.nights)
	for i := range ix.units {
		ix.stocks[i].left = left(i)
		unit := &ix.units[i]
		if unit.Park < 0 || unit.Park >= len(input.Parks) {
			return nil, fmt.Errorf("build index: unit type %s is at park %d of %d", unit.ID, unit.Park, len(input.Parks))
		}
		unit.Data = UnitData{}
		ix.unitIDs[unit.ID] = i
	}
	ix.numberLabels()
	ix.groupUnits(input.HiddenRegions)
	unreadable := onceAtATime(input.Unreadable)
	load := input.Load
	if load == nil {
		load = func(units []int, yield func(int, UnitData)) error {
			for _, i := range units {
				yield(i, input.Units[i].Data)
			}
			return nil
		}
	}
	if err := ix.buildRegions(ix.allRegions(), load, unreadable); err != nil {
		return nil, fmt.Errorf("build index: %w", err)
	}
	for _, channel := range ix.channels {
		ix.rebuildChannelMinima(channel)
	}
	return ix, nil
}

// numberLabels gives each operator, feature and offer a number.
func (ix *Index) numberLabels() {
	ix.labels = labels{map[string]int32{}, map[string]int32{}, map[string]int32{}, 0}
	number := func(numbers map[string]int32, name string) {
		if _, ok := numbers[name]; !ok {
			numbers[name] = ix.labels.count
			ix.labels.count++
		}
	}
	for _, park := range ix.parks {
		number(ix.labels.operators, park.Operator)
	}
	for i := range ix.units {
		for _, feature := range ix.units[i].Features {
			number(ix.labels.features, feature)
		}
		for _, offer := range ix.units[i].Offers {
			number(ix.labels.offers, offer)
		}
	}
}

// groupUnits groups the unit types by channel and region.
func (ix *Index) groupUnits(hidden []string) {
	ix.channelAt = map[string]int{}
	for i := range ix.units {
		unit := &ix.units[i]
		channelIndex, ok := ix.channelAt[unit.Channel]
		if !ok {
			channelIndex = len(ix.channels)
			ix.channelAt[unit.Channel] = channelIndex
			ix.channels = append(ix.channels, &channel{code: unit.Channel, byID: map[string]int32{}})
		}
		id := ix.parks[unit.Park].Region
		regionIndex, ok := ix.channels[channelIndex].byID[id]
		if !ok {
			regionIndex = int32(len(ix.channelRegions))
			ix.channels[channelIndex].byID[id] = regionIndex
			ix.channelRegions = append(ix.channelRegions, channelRegion{id: id, channel: channelIndex, hidden: slices.Contains(hidden, id)})
			if !ix.channelRegions[regionIndex].hidden {
				ix.channels[channelIndex].visible = append(ix.channels[channelIndex].visible, regionIndex)
			}
		}
		ix.channelRegions[regionIndex].units = append(ix.channelRegions[regionIndex].units, int32(i))
	}
	for _, channel := range ix.channels {
		slices.SortFunc(channel.visible, func(a, b int32) int { return strings.Compare(ix.channelRegions[a].id, ix.channelRegions[b].id) })
	}
	ix.locations = make([]unitLocation, len(ix.units))
	ix.parkIn = make([][]int32, len(ix.parks))
	ix.regions = make([]atomic.Pointer[region], len(ix.channelRegions))
	for i := range ix.channelRegions {
		units := ix.channelRegions[i].units
		slices.SortStableFunc(units, func(a, b int32) int { return ix.units[a].Park - ix.units[b].Park })
		for position, unit := range units {
			ix.locations[unit] = unitLocation{int32(i), int32(position)}
			in := &ix.parkIn[ix.units[unit].Park]
			if !slices.Contains(*in, int32(i)) {
				*in = append(*in, int32(i))
			}
		}
	}
}

// allRegions lists all regions.
func (ix *Index) allRegions() []int {
	order := make([]int, len(ix.channelRegions))
	for i := range order {
		order[i] = i
	}
	return order
}

// buildRegions builds regions on every core, the largest first.
func (ix *Index) buildRegions(order []int, load func([]int, func(int, UnitData)) error, unreadable func(int, error)) error {
	slices.SortStableFunc(order, func(a, b int) int { return len(ix.channelRegions[b].units) - len(ix.channelRegions[a].units) })
	errs := make([]error, len(order))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(order) {
					return
				}
				errs[i] = guard(func() error { return ix.loadRegion(order[i], load, unreadable) })
			}
		})
	}
	workers.Wait()
	return errors.Join(errs...)
}

// loadRegion loads the data of a region's unit types and builds the region.
func (ix *Index) loadRegion(regionIndex int, load func([]int, func(int, UnitData)) error, unreadable func(int, error)) error {
	channelRegion := &ix.channelRegions[regionIndex]
	ids := make([]int, len(channelRegion.units))
	for position, unit := range channelRegion.units {
		ids[position] = int(unit)
	}
	data := make([]UnitData, len(ids))
	if err := load(ids, func(unit int, unitData UnitData) { data[ix.locations[unit].unit] = unitData }); err != nil {
		return fmt.Errorf("load channel %s, region %s: %w", ix.channels[channelRegion.channel].code, channelRegion.id, err)
	}
	return ix.buildRegion(regionIndex, data, unreadable)
}

// guard runs fn and returns a panic as an error, because unexpected bytes must
// not end the process.
func guard(fn func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return fn()
}

// onceAtATime makes a function safe for use by several goroutines; nil stays
// nil.
func onceAtATime(fn func(int, error)) func(int, error) {
	if fn == nil {
		return nil
	}
	var mu sync.Mutex
	return func(unit int, err error) {
		mu.Lock()
		defer mu.Unlock()
		fn(unit, err)
	}
}
