package availability

import "math/bits"

// part is what counts of a region's parks: all of them, or only some slots.
type part struct {
	*region
	slots []uint64 // a bitmap; nil: all
}

// partsWith returns a region, and of the other visible regions of its channel the
// parks that also reports.
func (ix *Index) partsWith(sold *channel, id string, also func(park int) bool) (parts []part) {
	for _, i := range sold.visible {
		region := ix.regions[i].Load()
		if region.id == id {
			parts = append(parts, part{region, nil})
			continue
		}
		slots, found := make([]uint64, region.words), 0
		for word := range slots {
			slots[word] = ^uint64(0)
		}
		region.keepParks(slots, 0, func(park int) bool {
			if also(park) {
				found++
				return true
			}
			return false
		})
		switch found {
		case 0:
		case len(region.parks):
			parts = append(parts, part{region, nil})
		default:
			parts = append(parts, part{region, slots})
		}
	}
	return parts
}

// minimaWith returns the minima that a query with Also reads.
func (ix *Index) minimaWith(sold *channel, query *MinPricesQuery) *minima {
	var parts []*minima
	for _, part := range ix.partsWith(sold, query.Region, query.Also) {
		if part.slots == nil {
			parts = append(parts, part.minima)
		} else {
			parts = append(parts, part.minimaOf(ix, query))
		}
	}
	return leastOf(parts, ix.days, query.Nights)
}

// minimaOf returns the minima of the part's slots, for the nights and the dates of a
// query.
func (p part) minimaOf(ix *Index, query *MinPricesQuery) *minima {
	var nights [MaxNights + 1]bool
	for _, length := range p.nights {
		nights[length] = query.Nights == 0 || int(length) == query.Nights
	}
	least := newMinima(p.scale.of(&nights), p.days)
	from, to := query.dates(ix)
	for nightsIndex, length := range p.nights {
		if !nights[length] {
			continue
		}
		for day := from; day < to; day++ {
			p.eachOpen(nightsIndex, day, func(slot int, price uint32) {
				dogs := int(p.region.slots[slot].dogs)
				for class := int(p.region.slots[slot].lowest); class <= int(p.region.slots[slot].highest); class++ {
					lower(&least.pence[least.at(least.nightsIndex(int(length)), dogs, class, day)], price)
				}
			})
		}
	}
	return least
}

// eachOpen calls do with the part's slots on sale, and their prices.
func (p part) eachOpen(nightsIndex, day int, do func(slot int, price uint32)) {
	row := p.row(nightsIndex, day)
	if row == nil {
		return
	}
	for word, slots := range p.slots {
		if slots == 0 {
			continue
		}
		for open := p.open(row, word) & slots; open != 0; open &= open - 1 {
			slot := word<<6 | bits.TrailingZeros64(open)
			do(slot, p.penceOf(p.code(row, p.rank(row, slot))))
		}
	}
}

// sellsOn reports whether anything of the part is on sale for a number of nights on a day.
func (p part) sellsOn(nightsIndex, day int) bool {
	if p.slots == nil {
		return p.sells(nightsIndex, day)
	}
	row := p.row(nightsIndex, day)
	for word := 0; row != nil && word < len(p.slots); word++ {
		if p.slots[word] != 0 && p.open(row, word)&p.slots[word] != 0 {
			return true
		}
	}
	return false
}

// NightsWith returns what NightsOptions does for a region, where the parks of other
// regions that also reports count as its own.
func (ix *Index) NightsWith(channel, region string, also func(park int) bool) (nights []int) {
	sold := ix.channelOf(channel)
	if sold == nil {
		return nil
	}
	var offered [MaxNights + 1]bool
	for _, part := range ix.partsWith(sold, region, also) {
		for nightsIndex, length := range part.nights {
			for day := int(ix.pastDays.Load()); day < part.days && !offered[length]; day++ {
				offered[length] = part.sellsOn(nightsIndex, day)
			}
		}
	}
	for length, is := range offered {
		if is {
			nights = append(nights, length)
		}
	}
	return nights
}
