package availability

import (
	"math/bits"

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
	sold := ix.channelOf(channel)
	if sold == nil {
		return deals
	}
	all := sold.minima.Load()
	class := all.class(lateParty)
	first := int(ix.pastDays.Load())
	for _, nights := range [...]int{3, 4, 7} {
		nightsIndex := all.nightsIndex(nights)
		if nightsIndex < 0 || class < 0 {
			continue
		}
		for day := first; day < min(first+LateDays, ix.days); day++ {
			price := all.price(nightsIndex, class, day, false)
			if price == 0 {
				continue
			}
			if park := ix.cheapestPark(sold, nights, day, price); park >= 0 {
				deals = append(deals, LateDeal{ix.first + date.Date(day), nights, park, pence(price)})
			}
		}
	}
	return deals
}

// cheapestPark returns the park with the smallest id that sells a late stay at a
// price, or -1 when a change has just removed it.
func (ix *Index) cheapestPark(channel *channel, nights, day int, price uint32) int {
	park := -1
	for _, i := range channel.visible {
		region := ix.regions[i].Load()
		nightsIndex, class := region.nightsIndex(nights), region.class(lateParty)
		if nightsIndex < 0 || class < 0 || region.minima.price(nightsIndex, class, day, false) != price {
			continue
		}
		row, paid := region.row(nightsIndex, day), region.paidBy(class, false)
		for word := 0; row != nil && word < region.words; word++ {
			for open := region.open(row, word) & paid[word]; open != 0; open &= open - 1 {
				slot := word<<6 | bits.TrailingZeros64(open)
				candidate := int(region.parks[region.slots[slot].park])
				if region.penceOf(region.code(row, region.rank(row, slot))) == price && (park < 0 || ix.parks[candidate].ID < ix.parks[park].ID) {
					park = candidate
				}
			}
		}
	}
	return park
}

// MinPrices yields the entries of a cached-availability document by region,
// date, nights, then without and with dogs. It omits a threshold with the same
// price as the next one. yield must not keep the entry after it returns.
func (ix *Index) MinPrices(query MinPricesQuery, yield func(*MinPrice)) {
	channel := ix.channelOf(query.Channel)
	if channel == nil {
		return
	}
	if query.Also != nil {
		ix.minPrices(query.Region, ix.minimaWith(channel, &query), &query, yield)
		return
	}
	if query.Region != "" {
		if minima := ix.minimaOf(query.Channel, query.Region); minima != nil {
			ix.minPrices(query.Region, minima, &query, yield)
		}
		return
	}
	for _, i := range channel.visible {
		ix.minPrices(ix.channelRegions[i].id, ix.regions[i].Load().minima, &query, yield)
	}
}

// minPrices yields the entries of one set of minima under a name.
func (ix *Index) minPrices(name string, minima *minima, query *MinPricesQuery, yield func(*MinPrice)) {
	from, to := query.dates(ix)
	e := entries{entry: MinPrice{Region: name}, prices: make([]uint32, len(minima.thresholds)), yield: yield}
	for day := from; day < to; day++ {
		for nightsIndex, nights := range minima.nights {
			if query.Nights != 0 && int(nights) != query.Nights {
				continue
			}
			for dogs := range 2 {
				for class := range minima.thresholds {
					e.prices[class] = minima.pence[minima.at(nightsIndex, dogs, class, day)].Load()
				}
				e.put(minima, ix.first+date.Date(day), int(nights), dogs == 1)
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

// put yields the entry of a date, a number of nights and dogs, unless it is empty.
func (e *entries) put(minima *minima, arrival date.Date, nights int, dogs bool) {
	e.entry.Thresholds, e.entry.Prices = e.entry.Thresholds[:0], e.entry.Prices[:0]
	for class, price := range e.prices {
		if price == 0 || class+1 < len(e.prices) && e.prices[class+1] == price {
			continue
		}
		e.entry.Thresholds = append(e.entry.Thresholds, int(minima.thresholds[class]))
		e.entry.Prices = append(e.entry.Prices, money.Pence(price))
	}
	if len(e.entry.Prices) > 0 {
		e.entry.Date, e.entry.Nights, e.entry.Dogs = arrival, nights, dogs
		e.yield(&e.entry)
	}
}

// ParkMinPrices is like MinPrices for one park of a channel. The entries' field Region
// is then the park's id.
func (ix *Index) ParkMinPrices(channel, park string, yield func(*MinPrice)) {
	ix.eachParkRange(channel, park, func(region *region, from, to int) {
		e := entries{entry: MinPrice{Region: park}, prices: make([]uint32, len(region.thresholds)), yield: yield}
		for day := int(ix.pastDays.Load()); day < ix.days; day++ {
			for nightsIndex, nights := range region.nights {
				row := region.row(nightsIndex, day)
				for dogs := range 2 {
					region.leastOfSlots(row, from, to, dogs, e.prices)
					e.put(region.minima, ix.first+date.Date(day), int(nights), dogs == 1)
				}
			}
		}
	})
}

// leastOfSlots stores the lowest open price of each class among some slots in
// least.
func (r *region) leastOfSlots(row *row, from, to, dogs int, least []uint32) {
	clear(least)
	for slot := from; row != nil && slot < to; slot++ {
		word, bit := slot>>6, slot&63
		if r.open(row, word)>>bit&1 == 0 || int(r.slots[slot].dogs) != dogs {
			continue
		}
		price := r.penceOf(r.code(row, r.rank(row, slot)))
		for class := r.slots[slot].lowest; class <= r.slots[slot].highest; class++ {
			if least[class] == 0 || price < least[class] {
				least[class] = price
			}
		}
	}
}
