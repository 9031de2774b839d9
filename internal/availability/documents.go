package availability

import (
	"math/bits"
	"slices"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// LateDays is for how many days from the first arrival date there are late
// deals.
const LateDays = 28

// lateParty is the party of a late deal.
const lateParty = 2

// LateDeals appends the cheapest stay of each of the next LateDays arrival
// dates for 3, 4 and 7 nights, for two adults without dogs; of equal prices the
// park with the smallest id. They are sorted by nights, then date.
func (ix *Index) LateDeals(channel string, deals []LateDeal) []LateDeal {
	c, ok := ix.channel[channel]
	if !ok {
		return deals
	}
	all := ix.channels[c].minima.Load()
	class := all.class(lateParty)
	first := int(ix.hidden.Load())
	for _, nights := range [...]int{3, 4, 7} {
		n := all.nightsIndex(nights)
		if n < 0 || class < 0 {
			continue
		}
		for day := first; day < min(first+LateDays, ix.days); day++ {
			price := all.price(n, class, day, false)
			if price == 0 {
				continue
			}
			if park := ix.parkAt(ix.channels[c], nights, day, price); park >= 0 {
				deals = append(deals, LateDeal{ix.first + date.Date(day), nights, park, pence(price)})
			}
		}
	}
	return deals
}

// parkAt returns the park with the smallest id that sells a late stay at a
// price, or -1 when a change has just removed it.
func (ix *Index) parkAt(ch *channel, nights, day int, price uint32) int {
	park := -1
	for _, i := range ch.visible {
		g := ix.regions[i].Load()
		n, class := g.nightsIndex(nights), g.class(lateParty)
		if n < 0 || class < 0 || g.minima.price(n, class, day, false) != price {
			continue
		}
		r := g.rows[n*g.days+day].Load()
		for w := 0; r != nil && w < g.words; w++ {
			for open := g.open(r, w) & g.party[class][w]; open != 0; open &= open - 1 {
				slot := w<<6 | bits.TrailingZeros64(open)
				p := int(g.parks[g.slots[slot].park])
				if g.penceOf(g.code(r, g.rank(r, slot))) == price && (park < 0 || ix.parks[p].ID < ix.parks[park].ID) {
					park = p
				}
			}
		}
	}
	return park
}

// MinPrices yields the entries of a cached-availability document by region,
// date, nights, then without and with dogs. It omits a threshold with the same
// price as the next one. yield must not keep the entry after it returns.
func (ix *Index) MinPrices(q MinPricesQuery, yield func(*MinPrice)) {
	c, ok := ix.channel[q.Channel]
	if !ok {
		return
	}
	if q.Region != "" {
		if m := ix.minimaOf(q.Channel, q.Region); m != nil {
			ix.minPrices(q.Region, m, &q, yield)
		}
		return
	}
	for _, i := range ix.channels[c].visible {
		ix.minPrices(ix.channelRegions[i].id, ix.regions[i].Load().minima, &q, yield)
	}
}

func (ix *Index) minPrices(name string, m *minima, q *MinPricesQuery, yield func(*MinPrice)) {
	from, to := int(ix.hidden.Load()), ix.days
	if q.OneDate {
		from = max(from, int(q.Date-ix.first))
		to = min(to, int(q.Date-ix.first)+1)
	}
	e := entries{entry: MinPrice{Region: name}, prices: make([]uint32, len(m.keys)), yield: yield}
	for day := from; day < to; day++ {
		for n, nights := range m.nights {
			if q.Nights != 0 && int(nights) != q.Nights {
				continue
			}
			for dogs := range 2 {
				for c := range m.keys {
					e.prices[c] = m.pence[m.at(n, dogs, c, day)].Load()
				}
				e.put(m, ix.first+date.Date(day), int(nights), dogs == 1)
			}
		}
	}
}

// entries makes entries of a document from the prices of every class.
type entries struct {
	entry  MinPrice
	prices []uint32 // by class
	yield  func(*MinPrice)
}

func (e *entries) put(m *minima, arrival date.Date, nights int, dogs bool) {
	e.entry.Thresholds, e.entry.Prices = e.entry.Thresholds[:0], e.entry.Prices[:0]
	for c, p := range e.prices {
		if p == 0 || c+1 < len(e.prices) && e.prices[c+1] == p {
			continue
		}
		e.entry.Thresholds = append(e.entry.Thresholds, int(m.keys[c]))
		e.entry.Prices = append(e.entry.Prices, money.Pence(p))
	}
	if len(e.entry.Prices) > 0 {
		e.entry.Date, e.entry.Nights, e.entry.Dogs = arrival, nights, dogs
		e.yield(&e.entry)
	}
}

// ParkMinPrices yields the same for one park of a channel. The field Region is
// then the park's id.
func (ix *Index) ParkMinPrices(channel, park string, yield func(*MinPrice)) {
	ix.eachPart(channel, park, func(g *region, from, to int) {
		e := entries{entry: MinPrice{Region: park}, prices: make([]uint32, len(g.keys)), yield: yield}
		for day := int(ix.hidden.Load()); day < ix.days; day++ {
			for n, nights := range g.nights {
				r := g.rows[n*g.days+day].Load()
				for dogs := range 2 {
					g.leastOfSlots(r, from, to, dogs, e.prices)
					e.put(g.minima, ix.first+date.Date(day), int(nights), dogs == 1)
				}
			}
		}
	})
}

// leastOfSlots stores the lowest open price of each class among some slots in
// least.
func (g *region) leastOfSlots(r *row, from, to, dogs int, least []uint32) {
	clear(least)
	for slot := from; r != nil && slot < to; slot++ {
		word, bit := slot>>6, slot&63
		if g.open(r, word)>>bit&1 == 0 || int(g.dogs[word]>>bit&1) != dogs {
			continue
		}
		price := g.penceOf(g.code(r, g.rank(r, slot)))
		for c := g.slots[slot].lowest; c <= g.slots[slot].highest; c++ {
			if least[c] == 0 || price < least[c] {
				least[c] = price
			}
		}
	}
}

// eachPart calls do with the slots of a park: for every channel that sells it,
// or for one channel.
func (ix *Index) eachPart(channel, park string, do func(g *region, from, to int)) {
	p, ok := ix.parkIDs[park]
	if !ok {
		return
	}
	for _, i := range ix.parkIn[p] {
		g := ix.regions[i].Load()
		if channel != "" && ix.channels[g.channel].code != channel {
			continue
		}
		at, _ := slices.BinarySearch(g.parks, int32(p))
		do(g, int(g.parkAt[at]), int(g.parkAt[at+1]))
	}
}
