package availability

import (
	"errors"
	"fmt"
	"math/bits"
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
func Build(inv BuildInput) (*Index, error) {
	if inv.Days < 0 || inv.Days > maxDays {
		return nil, fmt.Errorf("build index of %d days: want 0 to %d", inv.Days, maxDays)
	}
	ix := &Index{
		first: inv.First, days: inv.Days, nights: inv.Days + MaxNights,
		parks: inv.Parks,
		units: slices.Clone(inv.Units), stocks: make([]unitStock, len(inv.Units)),
		parkIDs: make(map[string]int, len(inv.Parks)), unitIDs: make(map[string]int, len(inv.Units)),
	}
	ix.version.Store(inv.Version)
	ix.orderNames()
	for i, p := range inv.Parks {
		ix.parkIDs[p.ID] = i
	}
	left := newLanes(len(ix.units), ix.nights)
	for i := range ix.units {
		ix.stocks[i].left = left(i)
		u := &ix.units[i]
		if u.Park < 0 || u.Park >= len(inv.Parks) {
			return nil, fmt.Errorf("build index: unit type %s is at park %d of %d", u.ID, u.Park, len(inv.Parks))
		}
		u.Data = UnitData{}
		ix.unitIDs[u.ID] = i
	}
	ix.numberLabels()
	ix.groupUnits(inv.HiddenRegions)
	unreadable := onceAtATime(inv.Unreadable)
	load := inv.Load
	if load == nil {
		load = func(units []int, yield func(int, UnitData)) error {
			for _, i := range units {
				yield(i, inv.Units[i].Data)
			}
			return nil
		}
	}
	if err := ix.buildRegions(ix.allRegions(), load, unreadable); err != nil {
		return nil, fmt.Errorf("build index: %w", err)
	}
	for _, ch := range ix.channels {
		ix.rebuildChannelMinima(ch)
	}
	return ix, nil
}

func (ix *Index) numberLabels() {
	ix.labels = labels{map[string]int32{}, map[string]int32{}, map[string]int32{}, 0}
	number := func(m map[string]int32, name string) {
		if _, ok := m[name]; !ok {
			m[name] = ix.labels.count
			ix.labels.count++
		}
	}
	for _, p := range ix.parks {
		number(ix.labels.operators, p.Operator)
	}
	for i := range ix.units {
		for _, f := range ix.units[i].Features {
			number(ix.labels.features, f)
		}
		for _, o := range ix.units[i].Offers {
			number(ix.labels.offers, o)
		}
	}
}

// groupUnits groups the unit types by channel and region.
func (ix *Index) groupUnits(hidden []string) {
	ix.channel = map[string]int{}
	for i := range ix.units {
		u := &ix.units[i]
		c, ok := ix.channel[u.Channel]
		if !ok {
			c = len(ix.channels)
			ix.channel[u.Channel] = c
			ix.channels = append(ix.channels, &channel{code: u.Channel, byID: map[string]int32{}})
		}
		id := ix.parks[u.Park].Region
		g, ok := ix.channels[c].byID[id]
		if !ok {
			g = int32(len(ix.channelRegions))
			ix.channels[c].byID[id] = g
			ix.channelRegions = append(ix.channelRegions, channelRegion{id: id, channel: c, hidden: slices.Contains(hidden, id)})
			if !ix.channelRegions[g].hidden {
				ix.channels[c].visible = append(ix.channels[c].visible, g)
			}
		}
		ix.channelRegions[g].units = append(ix.channelRegions[g].units, int32(i))
	}
	for _, ch := range ix.channels {
		slices.SortFunc(ch.visible, func(a, b int32) int { return strings.Compare(ix.channelRegions[a].id, ix.channelRegions[b].id) })
	}
	ix.locations = make([]unitLocation, len(ix.units))
	ix.parkIn = make([][]int32, len(ix.parks))
	ix.regions = make([]atomic.Pointer[region], len(ix.channelRegions))
	for i := range ix.channelRegions {
		units := ix.channelRegions[i].units
		slices.SortStableFunc(units, func(a, b int32) int { return ix.units[a].Park - ix.units[b].Park })
		for j, u := range units {
			ix.locations[u] = unitLocation{int32(i), int32(j)}
			in := &ix.parkIn[ix.units[u].Park]
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

func (ix *Index) loadRegion(i int, load func([]int, func(int, UnitData)) error, unreadable func(int, error)) error {
	gr := &ix.channelRegions[i]
	ids := make([]int, len(gr.units))
	for j, u := range gr.units {
		ids[j] = int(u)
	}
	stocks := make([]UnitData, len(ids))
	if err := load(ids, func(unit int, s UnitData) { stocks[ix.locations[unit].unit] = s }); err != nil {
		return fmt.Errorf("load channel %s, region %s: %w", ix.channels[gr.channel].code, gr.id, err)
	}
	return ix.buildRegion(i, stocks, unreadable)
}

// unitTables is the decoded data of a unit type.
type unitTables struct {
	prices    *packed // nil: it has none
	allotment Allotment
}

// decode decodes the data of a unit type and fills the gaps in its prices.
func (d *UnitData) decode() (t unitTables, err error) {
	err = guard(func() (err error) {
		if len(d.PriceTable) > 0 {
			t.prices, err = unpack(d.PriceTable)
			if err == nil && t.prices.holes() {
				t.prices, err = filled(d.PriceTable)
			}
			if err != nil {
				return err
			}
		}
		t.allotment, err = DecodeAllotment(d.Allotment)
		return err
	})
	return t, err
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

// buildRegion builds a region from the data of its unit types and stores it. It
// reports a unit type whose data cannot be read to unreadable and builds it
// without prices; where unreadable is nil, it returns an error.
func (ix *Index) buildRegion(i int, data []UnitData, unreadable func(int, error)) error {
	gr := &ix.channelRegions[i]
	tables := make([]*packed, len(data))
	var prices priceSet
	for j := range data {
		unit := gr.units[j]
		unpacked, err := data[j].decode()
		if err != nil && unreadable == nil {
			return fmt.Errorf("unit type %s: %w", ix.units[unit].ID, err)
		}
		if err != nil {
			unreadable(int(unit), err)
			unpacked, data[j].Allotment = unitTables{}, nil
		}
		if unpacked.prices != nil {
			tables[j] = unpacked.prices
			prices.addAll(unpacked.prices.prices)
		}
		ix.stocks[unit].reset(ix.first, ix.nights, data[j].Allotment, unpacked.allotment, data[j].Booked)
	}
	g := ix.plan(gr, tables)
	g.codes = newCodes(prices.sorted())
	g.shift = g.codes.shift()
	f := &regionBuilder{ix: ix, g: g, rows: make([]*row, len(g.rows)), next: make([]int32, len(g.rows))}
	for _, p := range tables {
		f.count(p)
	}
	f.allot()
	for unit, p := range tables {
		f.put(unit, p)
	}
	for at, r := range f.rows {
		if r != nil {
			g.fillRanks(r)
			g.rows[at].Store(r)
		}
	}
	ix.regions[i].Store(g)
	return nil
}

// regionBuilder builds a region. It first counts the prices of each row, so
// that each row is allocated once, with its exact size.
type regionBuilder struct {
	ix    *Index
	g     *region
	rows  []*row
	next  []int32 // by row: first the number of prices, then how many are written
	runs  []int
	codes []uint32
}

// days returns the day on which a series begins, in the window of the index.
func (f *regionBuilder) days(p *packed, s *series) int { return int(p.first-f.ix.first) + s.first }

func (f *regionBuilder) count(p *packed) {
	if p == nil {
		return
	}
	for i := range p.series {
		s := &p.series[i]
		row := f.next[f.g.nightsIndex(s.nights)*f.g.days:][:f.g.days]
		first := f.days(p, s)
		for at, word := range s.days {
			for ; word != 0; word &= word - 1 {
				if day := first + 8*at + bits.TrailingZeros8(word); day >= 0 && day < len(row) {
					row[day]++
				}
			}
		}
	}
}

// allot makes the rows in one block of memory, by nights and date, so that the
// rows of a search are next to each other.
func (f *regionBuilder) allot() {
	words := 0
	for _, prices := range f.next {
		if prices > 0 {
			words += f.g.rowWords(int(prices))
		}
	}
	block := make([]uint64, words)
	preferHugePages(block)
	for at, prices := range f.next {
		if prices > 0 {
			size := f.g.rowWords(int(prices))
			f.rows[at], block = newRow(block[:size:size]), block[size:]
		}
		f.next[at] = 0
	}
}

// put writes the prices of a unit type. Unit types come in the order of their
// slots, so each price is appended to its row.
func (f *regionBuilder) put(unit int, p *packed) {
	if p == nil {
		return
	}
	g := f.g
	st := &f.ix.stocks[g.units[unit]]
	f.runs = st.runs(0, f.ix.nights-1, MaxNights, f.runs)
	f.codes = g.codes.translate(p.prices, f.codes)
	for i := range p.series {
		s := &p.series[i]
		f.putSeries(p, s, int(g.start[unit])+s.threshold)
	}
	var was []wasPrice
	for _, w := range p.was {
		s := &p.series[w.series]
		if day := int(p.first-f.ix.first) + w.day; day >= 0 && day < g.days {
			was = append(was, wasPrice{wasKey(day, s.nights, s.threshold), w.pence})
		}
	}
	st.setWas(was)
}

func (f *regionBuilder) putSeries(p *packed, s *series, slot int) {
	g := f.g
	n := g.nightsIndex(s.nights)
	rows, next := f.rows[n*g.days:][:g.days], f.next[n*g.days:][:g.days]
	dogs := int(g.dogs[slot>>6] >> (slot & 63) & 1)
	word, bit := slot>>6, uint64(1)<<(slot&63)
	codesAt, shift, width := g.codesAt(), g.shift, 64>>g.shift
	first, i := f.days(p, s), -1
	for at, days := range s.days {
		for ; days != 0; days &= days - 1 {
			i++
			day := first + 8*at + bits.TrailingZeros8(days)
			if day < 0 || day >= len(rows) {
				continue
			}
			// at, not data: the size of a row is a line of the cache that nothing
			// else here needs. count has visited the same prices.
			place, r := p.priceIndex(s, i), rows[day]
			*r.at(g.pricedAt(word)) |= bit
			k := int(next[day])
			next[day]++
			*r.at(codesAt + k>>shift) |= uint64(f.codes[place]) << (k & (1<<shift - 1) * width)
			if f.runs[day] < s.nights {
				continue
			}
			*r.at(openAt(word)) |= bit
			for c := int(g.slots[slot].lowest); c <= int(g.slots[slot].highest); c++ {
				lower(&g.pence[g.at(n, dogs, c, day)], p.prices[place])
			}
		}
	}
}

// holes reports whether a threshold has no price where a larger one has one.
func (p *packed) holes() bool {
	for i := range p.series {
		s := &p.series[i]
		if s.threshold == 0 {
			continue
		}
		if i == 0 || p.series[i-1].nights != s.nights || p.series[i-1].threshold != s.threshold-1 || !p.series[i-1].covers(s) {
			return true
		}
	}
	return false
}

// covers reports whether a series has a price on every day on which s has one.
func (b *series) covers(s *series) bool {
	shift := (s.first - b.first) / 8
	for i, word := range s.days {
		has := byte(0)
		if j := i + shift; j >= 0 && j < len(b.days) {
			has = b.days[j]
		}
		if word&^has != 0 {
			return false
		}
	}
	return (s.first-b.first)%8 == 0
}

// filled unpacks a price table and fills its gaps.
func filled(b []byte) (*packed, error) {
	s, err := DecodePriceTable(b)
	if err != nil {
		return nil, err
	}
	s.fillHoles()
	return unpack(s.Encode())
}

// fillHoles gives each threshold without a price the price of the next
// threshold that has one, which is what its parties pay.
func (s *PriceTable) fillHoles() {
	k := len(s.keys)
	for _, cells := range s.prices {
		for at := len(cells) - 2; at >= 0; at-- {
			if at%k != k-1 && cells[at].price == 0 {
				cells[at] = cells[at+1]
			}
		}
	}
}
