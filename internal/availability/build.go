package availability

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Build reads an inventory into an index, several regions at a time. Sheets
// and allotments that cannot be read, and unit types without a park, are
// errors; prices and nights outside the window are left out.
func Build(inv Inventory) (*Index, error) {
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
		u.Stock = Stock{}
		ix.unitIDs[u.ID] = i
	}
	ix.numberLabels()
	ix.layGrounds(inv.HiddenRegions)
	load := inv.Load
	if load == nil {
		load = func(units []int, yield func(int, Stock)) error {
			for _, i := range units {
				yield(i, inv.Units[i].Stock)
			}
			return nil
		}
	}
	if err := ix.fillAll(load); err != nil {
		return nil, fmt.Errorf("build index: %w", err)
	}
	for _, ch := range ix.channels {
		ix.gather(ch)
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

// layGrounds groups the unit types by channel and region.
func (ix *Index) layGrounds(hidden []string) {
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
			g = int32(len(ix.grounds))
			ix.channels[c].byID[id] = g
			ix.grounds = append(ix.grounds, ground{id: id, channel: c, hidden: slices.Contains(hidden, id)})
			if !ix.grounds[g].hidden {
				ix.channels[c].shown = append(ix.channels[c].shown, g)
			}
		}
		ix.grounds[g].units = append(ix.grounds[g].units, int32(i))
	}
	for _, ch := range ix.channels {
		slices.SortFunc(ch.shown, func(a, b int32) int { return strings.Compare(ix.grounds[a].id, ix.grounds[b].id) })
	}
	ix.places = make([]place, len(ix.units))
	ix.parkIn = make([][]int32, len(ix.parks))
	ix.regions = make([]atomic.Pointer[region], len(ix.grounds))
	for i := range ix.grounds {
		units := ix.grounds[i].units
		slices.SortStableFunc(units, func(a, b int32) int { return ix.units[a].Park - ix.units[b].Park })
		for j, u := range units {
			ix.places[u] = place{int32(i), int32(j)}
			in := &ix.parkIn[ix.units[u].Park]
			if !slices.Contains(*in, int32(i)) {
				*in = append(*in, int32(i))
			}
		}
	}
}

// fillAll builds the regions, the largest first, on every core.
func (ix *Index) fillAll(load func([]int, func(int, Stock)) error) error {
	order := make([]int, len(ix.grounds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(ix.grounds[b].units) - len(ix.grounds[a].units) })
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
				errs[i] = ix.loadRegion(order[i], load)
			}
		})
	}
	workers.Wait()
	return errors.Join(errs...)
}

func (ix *Index) loadRegion(i int, load func([]int, func(int, Stock)) error) error {
	gr := &ix.grounds[i]
	ids := make([]int, len(gr.units))
	for j, u := range gr.units {
		ids[j] = int(u)
	}
	stocks := make([]Stock, len(ids))
	if err := load(ids, func(unit int, s Stock) { stocks[ix.places[unit].unit] = s }); err != nil {
		return fmt.Errorf("load channel %s, region %s: %w", ix.channels[gr.channel].code, gr.id, err)
	}
	return ix.fill(i, stocks)
}

// fill builds the region of a ground from what its unit types sell, and puts
// it in its place.
func (ix *Index) fill(i int, stocks []Stock) error {
	gr := &ix.grounds[i]
	sheets := make([]*packed, len(stocks))
	var prices priceSet
	for j := range stocks {
		fail := func(err error) error { return fmt.Errorf("unit type %s: %w", ix.units[gr.units[j]].ID, err) }
		if b := stocks[j].Sheet; len(b) > 0 {
			p, err := unpack(b)
			if err == nil && p.holes() {
				p, err = filled(b)
			}
			if err != nil {
				return fail(err)
			}
			sheets[j] = p
			prices.addAll(p.prices)
		}
		a, err := DecodeAllotment(stocks[j].Allotment)
		if err != nil {
			return fail(err)
		}
		ix.stocks[gr.units[j]].restock(ix.first, ix.nights, stocks[j].Allotment, a, stocks[j].Taken)
	}
	g := ix.plan(gr, sheets)
	g.codes = newCodes(prices.sorted())
	g.shift = g.codes.shift()
	f := &filling{ix: ix, g: g, rows: make([]*row, len(g.rows)), next: make([]int32, len(g.rows))}
	for _, p := range sheets {
		f.count(p)
	}
	f.allot()
	for unit, p := range sheets {
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

// filling is a region under construction: its rows are counted first, so that
// each is allocated once, at its size.
type filling struct {
	ix    *Index
	g     *region
	rows  []*row
	next  []int32 // prices counted in a row, then prices put
	runs  []int
	codes []uint32
}

// days returns where a series begins in the window of the index.
func (f *filling) days(p *packed, s *series) int { return int(p.first-f.ix.first) + s.first }

func (f *filling) count(p *packed) {
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

func (f *filling) allot() {
	for at, prices := range f.next {
		if prices > 0 {
			f.rows[at] = f.g.newRow(int(prices))
		}
		f.next[at] = 0
	}
}

// put writes the prices of a unit type. Unit types come in the order of their
// slots, so each price goes behind those that its row has already.
func (f *filling) put(unit int, p *packed) {
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

func (f *filling) putSeries(p *packed, s *series, slot int) {
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
			place, data := p.place(s, i), rows[day].data()
			data[g.pricedAt(word)] |= bit
			k := int(next[day])
			next[day]++
			data[codesAt+k>>shift] |= uint64(f.codes[place]) << (k & (1<<shift - 1) * width)
			if f.runs[day] < s.nights {
				continue
			}
			data[openAt(word)] |= bit
			for c := int(g.slots[slot].lowest); c <= int(g.slots[slot].highest); c++ {
				lower(&g.pence[g.at(n, dogs, c, day)], p.prices[place])
			}
		}
	}
}

// holes tells whether a threshold lacks a price where a larger one has it.
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

// covers tells whether a series has a price on every day on which s has.
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

// filled unpacks a sheet with its holes filled.
func filled(b []byte) (*packed, error) {
	s, err := DecodeSheet(b)
	if err != nil {
		return nil, err
	}
	s.fillHoles()
	return unpack(s.Encode())
}

// fillHoles gives a threshold without a price that of the next one that has
// one, which is what its parties pay.
func (s *Sheet) fillHoles() {
	k := len(s.keys)
	for _, cells := range s.prices {
		for at := len(cells) - 2; at >= 0; at-- {
			if at%k != k-1 && cells[at].price == 0 {
				cells[at] = cells[at+1]
			}
		}
	}
}
