package availability

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// date adds the parks that are on sale on one arrival date to the answer, and
// removes them from match. match has a bit for each slot of region g that fits
// the query, from word lo on; first is the first date that is not past. date
// returns false when match was empty.
//
// This is the innermost loop of a search, so it avoids branches. It goes from
// park to park; the slots of a park are adjacent bits of one word.
func (s *search) date(g *region, match []uint64, lo, day, first, distance int) (waiting bool) {
	if day < first || day >= g.days {
		return true
	}
	r := g.rows[s.n*g.days+day].Load()
	if r == nil {
		return true
	}
	if s.enough > 0 && s.q.Sort == ByDate && len(s.top) == s.limit && distance > s.farthest() {
		s.enough = 0
	}
	begins := g.begins[lo : lo+len(match)+1]
	codes := r.codes(g.shape)
	parks, read := 0, 0
	for w := range match {
		m := match[w]
		if m == 0 {
			continue
		}
		waiting = true
		word := lo + w
		open := m & atomic.LoadUint64(r.at(openAt(word)))
		if open == 0 {
			continue
		}
		if begins[w] == 0 || begins[w+1] == 0 {
			if n := s.largePark(g, r, match, lo, w, day, distance); n > 0 {
				parks++
				read += n
			}
			continue
		}
		priced, before := g.ranks(r, word)
		read += bits.OnesCount64(open)
		for open != 0 {
			low := bits.TrailingZeros64(open)
			upToLow := uint64(2)<<(low&63) - 1
			next := begins[w] &^ upToLow   // the first bit is where the next park begins,
			upToNext := (next - 1) &^ next // these are the slots before it,
			mine := open & upToNext        // and these the park's own
			best := ^uint64(0)
			for in := mine; in != 0; in &= in - 1 {
				bit := bits.TrailingZeros64(in)
				rank := before + bits.OnesCount64(priced&(1<<(bit&63)-1))
				best = min(best, uint64(codes.at(rank))<<6|uint64(bit))
			}
			open &^= upToNext
			m &^= upToNext &^ (1<<(bits.Len64(begins[w]&upToLow)-1) - 1)
			parks++
			if code := uint32(best >> 6); code^s.dearer < s.enough {
				s.keep(g, word<<6|int(best&63), code, bits.OnesCount64(mine), day, distance)
			}
		}
		match[w] = m
	}
	s.count(parks, read, distance)
	return waiting
}

// largePark does what date does, for a park with more than 64 slots. Such a park
// has words of its own; w is one of them. It returns the number of prices read,
// which is 0 when a booking has just taken the last unit.
func (s *search) largePark(g *region, r *row, match []uint64, lo, w, day, distance int) (read int) {
	codes := r.codes(g.shape)
	from, to := w, w+1
	for g.begins[lo+from] == 0 {
		from--
	}
	for g.begins[lo+to] == 0 {
		to++
	}
	best := ^uint64(0)
	for w := from; w < to; w++ {
		open := match[w] & g.open(r, lo+w)
		priced, before := g.ranks(r, lo+w)
		read += bits.OnesCount64(open)
		for ; open != 0; open &= open - 1 {
			bit := bits.TrailingZeros64(open)
			code := codes.at(before + bits.OnesCount64(priced&(1<<bit-1)))
			best = min(best, uint64(code)<<32|uint64((lo+w)<<6|bit))
		}
	}
	if read == 0 {
		return 0
	}
	clear(match[from:to])
	if code := uint32(best >> 32); code^s.dearer < s.enough {
		s.keep(g, int(uint32(best)), code, read, day, distance)
	}
	return read
}

// count adds parks found at a distance, and the prices read for them.
func (s *search) count(parks, read, distance int) {
	s.a.Total += parks
	if distance == 0 {
		s.a.Exact += parks
	}
	s.a.Read += read
}

// fetch loads the open bits of some dates into the processor's cache. It reads
// one word of each cache line, so that the lines are loaded at the same time;
// the search would wait for one after the other.
func (s *search) fetch(g *region, lo, hi, from, to int) {
	if from > to {
		return
	}
	const line = 8 // words
	rows := g.rows[s.n*g.days+from : s.n*g.days+to+1]
	sum := uint64(0)
	for i := range rows {
		if r := rows[i].Load(); r != nil {
			for at := openAt(lo); at < openAt(hi); at += line {
				sum += atomic.LoadUint64(r.at(at))
			}
		}
	}
	s.a.scratch.fetched = sum
}

// cheapestDate is the cheapest date of a park found so far, in a search of every
// date.
type cheapestDate struct {
	code      uint32
	slot, day int32
	units     int32
}

// everyDate finds the cheapest date of each park.
func (s *search) everyDate(g *region, match []uint64, lo int) {
	sc, first := &s.a.scratch, int(s.ix.hidden.Load())
	sc.parks = slices.Grow(sc.parks[:0], len(g.parks))[:len(g.parks)]
	clear(sc.parks)
	if s.q.Arrivals == nil {
		for day := first; day < g.days; day++ {
			s.oneDate(g, match, lo, day)
		}
	}
	for _, arrival := range s.q.Arrivals {
		if day := int(arrival - s.ix.first); day >= first && day < g.days {
			s.oneDate(g, match, lo, day)
		}
	}
	found := 0
	for p := range sc.parks {
		if b := &sc.parks[p]; b.units > 0 {
			found++
			if b.code^s.dearer < s.enough {
				s.keep(g, int(b.slot), b.code, int(b.units), int(b.day), 0)
			}
		}
	}
	s.count(found, 0, 0)
}

// oneDate compares the prices of a date with the cheapest found so far.
func (s *search) oneDate(g *region, match []uint64, lo, day int) {
	r := g.rows[s.n*g.days+day].Load()
	if r == nil {
		return
	}
	sc := &s.a.scratch
	cheapest := sc.parks
	if s.q.Reduced {
		sc.today = slices.Grow(sc.today[:0], len(g.parks))[:len(g.parks)]
		clear(sc.today)
		cheapest = sc.today
	}
	for w, m := range match {
		if m == 0 {
			continue
		}
		for m &= g.open(r, lo+w); m != 0; m &= m - 1 {
			slot := (lo+w)<<6 | bits.TrailingZeros64(m)
			code := g.code(r, g.rank(r, slot))
			s.a.Read++
			b := &cheapest[g.slots[slot].park]
			switch {
			case int(b.day) != day || b.units == 0: // the first of the park on this date
				if b.units == 0 || code < b.code {
					units := max(1, g.openOfPark(r, match, lo, slot)) // 0 when a booking has just taken it
					*b = cheapestDate{code, int32(slot), int32(day), units}
				}
			case code < b.code:
				b.code, b.slot = code, int32(slot)
			}
		}
	}
	if s.q.Reduced {
		s.keepReduced(g, day)
	}
}

// keepReduced compares the cheapest prices of a date with those found so far,
// where they are reduced.
func (s *search) keepReduced(g *region, day int) {
	sc := &s.a.scratch
	for p := range sc.today {
		b, best := &sc.today[p], &sc.parks[p]
		if b.units == 0 || best.units > 0 && b.code >= best.code {
			continue
		}
		is := &g.slots[b.slot]
		was := s.ix.stocks[is.unit].earlier(wasKey(day, s.q.Nights, int(is.threshold)))
		if was > g.penceOf(b.code) {
			*best = *b
		}
	}
}

// openOfPark counts the matching slots of a slot's park that are on sale.
func (g *region) openOfPark(r *row, match []uint64, lo, slot int) (n int32) {
	park := g.slots[slot].park
	for i := int(g.parkAt[park]); i < int(g.parkAt[park+1]); i++ {
		n += int32(match[i>>6-lo] & g.open(r, i>>6) >> (i & 63) & 1)
	}
	return n
}
