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
	nights   []uint8
	nightsAt [MaxNights + 1]int8 // index in nights, or -1
	keys     []uint8
	classOf  [MaxParty + 1]int16 // by party, -1 above the largest threshold
}

func newScale(nights *[MaxNights + 1]bool, keys *[MaxParty + 1]bool) scale {
	var s scale
	for n := range s.nightsAt {
		s.nightsAt[n] = -1
		if nights[n] {
			s.nightsAt[n] = int8(len(s.nights))
			s.nights = append(s.nights, uint8(n))
		}
	}
	class := 0
	for p := range s.classOf {
		s.classOf[p] = int16(class)
		if keys[p] {
			s.keys = append(s.keys, uint8(p))
			class++
		}
	}
	for p := range s.classOf {
		if int(s.classOf[p]) >= len(s.keys) {
			s.classOf[p] = -1
		}
	}
	return s
}

// class returns the class of a party, or -1 when no threshold reaches it.
func (s *scale) class(party int) int {
	if party < 0 || party > MaxParty {
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

func newMinima(s scale, days int) *minima {
	return &minima{s, days, make([]atomic.Uint32, len(s.nights)*2*len(s.keys)*days)}
}

func (m *minima) at(nights, dogs, class, day int) int {
	return ((nights*2+dogs)*len(m.keys)+class)*m.days + day
}

// line returns the minima of one kind by day.
func (m *minima) line(nights, dogs, class int) []atomic.Uint32 {
	at := m.at(nights, dogs, class, 0)
	return m.pence[at : at+m.days : at+m.days]
}

// lower stores a price if it is lower than the stored one.
func lower(v *atomic.Uint32, price uint32) {
	if m := v.Load(); m == 0 || price < m {
		v.Store(price)
	}
}

// updateMinima updates the minima of a region, and those of all regions, after a
// slot's open price has changed from old to new (0: not on sale). The row already
// has the new price.
func (ix *Index) updateMinima(g *region, nights, day, slot int, old, new uint32) {
	if old == new {
		return
	}
	dogs := int(g.dogs[slot>>6] >> (slot & 63) & 1)
	for c := int(g.slots[slot].lowest); c <= int(g.slots[slot].highest); c++ {
		v := &g.pence[g.at(nights, dogs, c, day)]
		before := v.Load()
		now := before
		if new != 0 && (before == 0 || new < before) {
			now = new
		} else if old == before && old != 0 {
			now = g.cheapest(nights, day, dogs, c)
		}
		if now != before {
			v.Store(now)
			ix.updateChannelMinima(g, nights, dogs, c, day, before, now)
		}
	}
}

// cheapest returns the lowest open price of a class, by reading one row.
func (g *region) cheapest(nights, day, dogs, class int) uint32 {
	r := g.rows[nights*g.days+day].Load()
	if r == nil {
		return 0
	}
	least := uint32(0)
	for w := range g.words {
		open := g.open(r, w) & g.party[class][w]
		if dogs == 1 {
			open &= g.dogs[w]
		} else {
			open &^= g.dogs[w]
		}
		for ; open != 0; open &= open - 1 {
			code := g.code(r, g.rank(r, w<<6|bits.TrailingZeros64(open)))
			if least == 0 || code < least {
				least = code
			}
		}
	}
	return g.codes.penceOf(least)
}

// updateChannelMinima updates the minima over all regions of a channel after a
// region's minimum has changed.
func (ix *Index) updateChannelMinima(g *region, nights, dogs, class, day int, before, now uint32) {
	if g.hidden {
		return
	}
	ch := ix.channels[g.channel]
	all := ch.minima.Load()
	n := all.nightsIndex(int(g.nights[nights]))
	from := 0
	if class > 0 {
		from = all.class(int(g.keys[class-1])) + 1
	}
	for c := from; c <= all.class(int(g.keys[class])); c++ {
		v := &all.pence[all.at(n, dogs, c, day)]
		if now != 0 {
			lower(v, now)
		}
		if v.Load() == before && before != 0 && now != v.Load() {
			v.Store(ix.leastOfRegions(ch, all, n, dogs, c, day))
		}
	}
}

// leastOfRegions computes a minimum over all regions from the minima of each.
func (ix *Index) leastOfRegions(ch *channel, all *minima, nights, dogs, class, day int) uint32 {
	least := uint32(0)
	for _, i := range ch.visible {
		g := ix.regions[i].Load()
		n, c := g.nightsIndex(int(all.nights[nights])), g.class(int(all.keys[class]))
		if n < 0 || c < 0 {
			continue
		}
		if p := g.pence[g.at(n, dogs, c, day)].Load(); p != 0 && (least == 0 || p < least) {
			least = p
		}
	}
	return least
}

// rebuildChannelMinima computes the minima of a channel from all its regions.
func (ix *Index) rebuildChannelMinima(ch *channel) {
	var nights [MaxNights + 1]bool
	var keys [MaxParty + 1]bool
	for _, i := range ch.visible {
		g := ix.regions[i].Load()
		for _, n := range g.nights {
			nights[n] = true
		}
		for _, k := range g.keys {
			keys[k] = true
		}
	}
	all := newMinima(newScale(&nights, &keys), ix.days)
	for _, i := range ch.visible {
		g := ix.regions[i].Load()
		for n, length := range g.nights {
			for dogs := range 2 {
				for c, k := range all.keys {
					class := g.class(int(k))
					if class < 0 {
						continue
					}
					to := all.line(all.nightsIndex(int(length)), dogs, c)
					for day := range ix.days {
						if p := g.line(n, dogs, class)[day].Load(); p != 0 {
							lower(&to[day], p)
						}
					}
				}
			}
		}
	}
	ch.minima.Store(all)
}
