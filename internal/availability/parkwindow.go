package availability

import (
	"cmp"
	"iter"
	"slices"

	"holidaymaker/internal/date"
)

// ParkWindow appends what a park sells, by arrival date, nights, price, then
// unit type.
func (ix *Index) ParkWindow(query *WindowQuery, offers []Offer) []Offer {
	start := len(offers)
	ix.eachParkRange(query.Channel, query.Park, func(region *region, from, to int) {
		class := region.class(query.Party)
		if class < 0 {
			return
		}
		var slots []int
		paid := region.paidBy(class, query.Dogs)
		for slot := from; slot < to; slot++ {
			if paid[slot>>6]>>(slot&63)&1 == 1 && ix.offered(region, slot, query) {
				slots = append(slots, slot)
			}
		}
		first := max(int(query.From-ix.first), int(ix.pastDays.Load()))
		last := min(int(query.To-ix.first), ix.days-1)
		for nightsIndex, nights := range region.nights {
			if query.Nights != 0 && int(nights) != query.Nights {
				continue
			}
			for day := first; day <= last; day++ {
				offers = ix.offersOf(region, slots, nightsIndex, day, offers)
			}
		}
	})
	slices.SortFunc(offers[start:], func(x, y Offer) int {
		return cmp.Or(cmp.Compare(x.Date, y.Date), cmp.Compare(x.Nights, y.Nights), cmp.Compare(x.Price, y.Price), cmp.Compare(x.Unit, y.Unit))
	})
	return offers
}

// offered reports whether a slot's unit type has one of the query's offers.
func (ix *Index) offered(region *region, slot int, query *WindowQuery) bool {
	unit := &ix.units[region.slots[slot].unit]
	return len(query.Offers) == 0 || slices.ContainsFunc(unit.Offers, func(o string) bool { return slices.Contains(query.Offers, o) })
}

// offersOf appends what some slots sell on a day for a number of nights.
func (ix *Index) offersOf(region *region, slots []int, nightsIndex, day int, offers []Offer) []Offer {
	row := region.row(nightsIndex, day)
	if row == nil {
		return offers
	}
	for _, slot := range slots {
		if region.open(row, slot>>6)>>(slot&63)&1 == 1 {
			offers = append(offers, ix.offer(region, slot, nightsIndex, day, region.code(row, region.rank(row, slot))))
		}
	}
	return offers
}

// FirstArrivals yields every number of nights that a park sells to a party on a channel,
// with the first arrival date on which it is on sale: of all dates where arrivals is
// nil, else of these, ascending.
func (ix *Index) FirstArrivals(channel, park string, party int, arrivals []date.Date) iter.Seq2[int, date.Date] {
	return func(yield func(int, date.Date) bool) {
		ix.eachParkRange(channel, park, func(region *region, from, to int) {
			class := region.class(party)
			if class < 0 {
				return
			}
			for nightsIndex, nights := range region.nights {
				for day := int(ix.pastDays.Load()); day < ix.days; day++ {
					arrival := ix.first + date.Date(day)
					_, wanted := slices.BinarySearch(arrivals, arrival)
					if (wanted || arrivals == nil) && region.sellsTo(class, nightsIndex, day, from, to) {
						if !yield(int(nights), arrival) {
							return
						}
						break
					}
				}
			}
		})
	}
}

// sellsTo reports whether one of some slots is on sale on a day to a party of a
// class, without dogs.
func (r *region) sellsTo(class, nightsIndex, day, from, to int) bool {
	row, paid := r.row(nightsIndex, day), r.paidBy(class, false)
	for slot := from; row != nil && slot < to; slot++ {
		if r.open(row, slot>>6)&paid[slot>>6]>>(slot&63)&1 == 1 {
			return true
		}
	}
	return false
}
