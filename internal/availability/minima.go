package availability

import (
	"math/bits"
	"sync/atomic"
)

// minima holds the lowest open price of each arrival date, by number of nights,
// with or without dogs, and party class. Calendars and cached-availability
// documents read it; every change updates it.
type minima struct {
	scale
	days  int
	pence []atomic.Uint32 // see line; 0 when nothing is on sale
}

// scale is the durations and the party-size thresholds of a region. A party class
// is the index of a threshold: parties of one class pay the same everywhere.
type scale struct {
	nights     []uint8
	nightsAt   [MaxNights + 1]int8 // index in nights, or -1
	thresholds []uint8
	classOf    [MaxThreshold + 1]int16 // by party size; -1 above the largest threshold
}

// newScale returns the scale of the durations and thresholds whose entry is true.
func newScale(nights *[MaxNights + 1]bool, thresholds *[MaxThreshold + 1]bool) scale {
	var s scale
	for n := range s.nightsAt {
		s.nightsAt[n] = -1
		if nights[n] {
			s.nightsAt[n] = int8(len(s.nights))
			s.nights = append(s.nights, uint8(n))
		}
	}
	class := 0
	for party := range s.classOf {
		s.classOf[party] = int16(class)
		if thresholds[party] {
			s.thresholds = append(s.thresholds, uint8(party))
			class++
		}
	}
	for party := range s.classOf {
		if int(s.classOf[party]) >= len(s.thresholds) {
			s.classOf[party] = -1
		}
	}
	return s
}

// of returns a scale of some durations with the same thresholds.
func (s *scale) of(nights *[MaxNights + 1]bool) scale {
	var thresholds [MaxThreshold + 1]bool
	for _, threshold := range s.thresholds {
		thresholds[threshold] = true
	}
	return newScale(nights, &thresholds)
}

// class returns the class of a party, or -1 when no threshold reaches it.
func (s *scale) class(party int) int {
	if party < 0 || party > MaxThreshold {
		return -1
	}
	return int(s.classOf[party])
}

// nightsIndex returns the index of a duration, or -1.
func (s *scale) nightsIndex(nights int) int {
	if nights < 0 || nights > MaxNights {
		return -1
	}
	return int(s.nightsAt[nights])
}

// newMinima returns minima in which nothing is on sale.
func newMinima(s scale, days int) *minima {
	return &minima{s, days, make([]atomic.Uint32, len(s.nights)*2*len(s.thresholds)*days)}
}

// at returns the index in pence of a number of nights, by its index, with dogs (1) or
// without (0), a class and a day.
func (m *minima) at(nightsIndex, dogs, class, day int) int {
	return ((nightsIndex*2+dogs)*len(m.thresholds)+class)*m.days + day
}

// line returns the minima of a number of nights, dogs and a class, by day.
func (m *minima) line(nightsIndex, dogs, class int) []atomic.Uint32 {
	at := m.at(nightsIndex, dogs, class, 0)
	return m.pence[at : at+m.days : at+m.days]
}

// lower stores a price if it is lower than the stored one.
func lower(minimum *atomic.Uint32, price uint32) {
	if current := minimum.Load(); current == 0 || price < current {
		minimum.Store(price)
	}
}

// updateMinima updates the minima of a region, and those of all regions, after a
// slot's open price has changed from old to new (0: not on sale). The row already
// has the new price.
func (ix *Index) updateMinima(region *region, nightsIndex, day, slot int, old, new uint32) {
	if old == new {
		return
	}
	dogs := int(region.slots[slot].dogs)
	for class := int(region.slots[slot].lowest); class <= int(region.slots[slot].highest); class++ {
		minimum := &region.pence[region.at(nightsIndex, dogs, class, day)]
		before := minimum.Load()
		now := before
		if new != 0 && (before == 0 || new < before) {
			now = new
		} else if old == before && old != 0 {
			now = region.cheapest(nightsIndex, day, dogs, class)
		}
		if now != before {
			minimum.Store(now)
			ix.updateChannelMinima(region, nightsIndex, dogs, class, day, before, now)
		}
	}
}

// cheapest returns the lowest open price of a class, by reading one row.
func (r *region) cheapest(nightsIndex, day, dogs, class int) uint32 {
	row := r.row(nightsIndex, day)
	if row == nil {
		return 0
	}
	least := uint32(0)
	for word := range r.words {
		open := r.open(row, word) & r.party[dogs][class][word]
		if dogs == 0 {
			open &^= r.party[1][class][word] // they are in the minima with dogs
		}
		for ; open != 0; open &= open - 1 {
			code := r.code(row, r.rank(row, word<<6|bits.TrailingZeros64(open)))
			if least == 0 || code < least {
				least = code
			}
		}
	}
	return r.codes.penceOf(least)
}

// updateChannelMinima updates the minima over all regions of a channel after a
// region's minimum has changed.
func (ix *Index) updateChannelMinima(region *region, nightsIndex, dogs, class, day int, before, now uint32) {
	if region.hidden {
		return
	}
	channel := ix.channels[region.channel]
	all := channel.minima.Load()
	allNights := all.nightsIndex(int(region.nights[nightsIndex]))
	from := 0
	if class > 0 {
		from = all.class(int(region.thresholds[class-1])) + 1
	}
	for allClass := from; allClass <= all.class(int(region.thresholds[class])); allClass++ {
		minimum := &all.pence[all.at(allNights, dogs, allClass, day)]
		if now != 0 {
			lower(minimum, now)
		}
		if minimum.Load() == before && before != 0 && now != minimum.Load() {
			minimum.Store(ix.leastOfRegions(channel, all, allNights, dogs, allClass, day))
		}
	}
}

// leastOfRegions computes a minimum over all regions from the minima of each.
func (ix *Index) leastOfRegions(channel *channel, all *minima, nightsIndex, dogs, class, day int) uint32 {
	least := uint32(0)
	for _, i := range channel.visible {
		region := ix.regions[i].Load()
		regionNights, regionClass := region.nightsIndex(int(all.nights[nightsIndex])), region.class(int(all.thresholds[class]))
		if regionNights < 0 || regionClass < 0 {
			continue
		}
		if price := region.pence[region.at(regionNights, dogs, regionClass, day)].Load(); price != 0 && (least == 0 || price < least) {
			least = price
		}
	}
	return least
}

// rebuildChannelMinima computes the minima of a channel from all its regions.
func (ix *Index) rebuildChannelMinima(channel *channel) {
	var parts []*minima
	for _, i := range channel.visible {
		parts = append(parts, ix.regions[i].Load().minima)
	}
	channel.minima.Store(leastOf(parts, ix.days, 0))
}

// leastOf returns the lower of each of the minima, for one number of nights, or for all (0).
func leastOf(parts []*minima, days, only int) *minima {
	var nights [MaxNights + 1]bool
	var thresholds [MaxThreshold + 1]bool
	for _, part := range parts {
		for _, length := range part.nights {
			nights[length] = only == 0 || int(length) == only
		}
		for _, threshold := range part.thresholds {
			thresholds[threshold] = true
		}
	}
	all := newMinima(newScale(&nights, &thresholds), days)
	for _, part := range parts {
		for nightsIndex, length := range part.nights {
			if !nights[length] {
				continue
			}
			for dogs := range 2 {
				for allClass, threshold := range all.thresholds {
					class := part.class(int(threshold))
					if class < 0 {
						continue
					}
					to := all.line(all.nightsIndex(int(length)), dogs, allClass)
					for day := range days {
						if price := part.line(nightsIndex, dogs, class)[day].Load(); price != 0 {
							lower(&to[day], price)
						}
					}
				}
			}
		}
	}
	return all
}
