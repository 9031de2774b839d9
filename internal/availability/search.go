package availability

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"holidaymaker/internal/date"
)

// MaxFlex is the widest search either side of a date, in days.
const MaxFlex = 60

// scratch is what an Answer keeps from one search to the next.
type scratch struct {
	match, any                  []uint64
	features, operators, offers []int32
	top                         []found
	parks                       []cheapestDate

	fetched uint64 // see search.fetch
}

// found is a park found. Its key sorts as the search asked: distance in days
// (6 bits), price (31) and place among the names (27), in that or another order.
type found struct {
	key       uint64
	price     uint32
	unit      int32
	units     int32
	day       int16
	threshold uint8 // index in the unit type's
}

const (
	nameBits     = 27
	distanceBits = 6
	priceBits    = 31
)

// cheapestDate is the best date of a park so far, in a search of every date.
type cheapestDate struct {
	code      uint32
	slot, day int32
	units     int32
}

// search is one run of Index.Search.
type search struct {
	ix    *Index
	q     *Query
	a     *Answer
	top   []found // a heap, the worst first, once it is full
	limit int

	// Of the region that is being read:
	class, n int
	dearer   uint32 // ^0 when the dearest come first, else 0
	enough   uint32 // codes from here on (each ^ dearer) are not among the first
}

// Search answers q in a, which may be used again for the next search.
//
// Dates are read from the one asked outwards; a park that has been found is
// struck from what still matches, so that each further date reads only what is
// left.
func (ix *Index) Search(q *Query, a *Answer) {
	a.Rows, a.Total, a.Exact, a.Read = a.Rows[:0], 0, 0, 0
	c, ok := ix.channel[q.Channel]
	if !ok {
		return
	}
	ch := ix.channels[c]
	s := search{ix: ix, q: q, a: a, top: a.scratch.top[:0], limit: max(0, q.Limit)}
	if q.Sort == ByPriceDesc {
		s.dearer = ^uint32(0)
	}
	sc := &a.scratch
	var known bool
	if sc.features, known = number(ix.labels.features, q.Features, sc.features); !known {
		return
	}
	sc.operators, _ = number(ix.labels.operators, q.Operators, sc.operators)
	sc.offers, _ = number(ix.labels.offers, q.Offers, sc.offers)
	switch {
	case q.Park != "":
		park, ok := ix.parkIDs[q.Park]
		if !ok {
			return
		}
		for _, i := range ix.parkIn[park] {
			g := ix.regions[i].Load()
			if g.channel == c {
				at, _ := slices.BinarySearch(g.parks, int32(park))
				s.region(g, int(g.parkAt[at]), int(g.parkAt[at+1]))
			}
		}
	case q.Region == AllRegions:
		for _, i := range ch.shown {
			g := ix.regions[i].Load()
			s.region(g, 0, len(g.slots))
		}
	default:
		i, ok := ch.byID[q.Region]
		if !ok {
			return
		}
		g := ix.regions[i].Load()
		s.region(g, 0, len(g.slots))
	}
	s.finish()
}

// finish turns what was found into rows.
func (s *search) finish() {
	if len(s.top) < s.limit {
		heapify(s.top)
	}
	for n := len(s.top) - 1; n > 0; n-- { // the worst that is left goes behind the others
		s.top[0], s.top[n] = s.top[n], s.top[0]
		sink(s.top[:n], 0)
	}
	for i := range s.top {
		f := &s.top[i]
		st := &s.ix.stocks[f.unit]
		s.a.Rows = append(s.a.Rows, Row{
			Park:  int(s.ix.named[f.key&(1<<nameBits-1)]),
			Unit:  int(f.unit),
			Date:  s.ix.first + date.Date(f.day),
			Price: pence(f.price),
			Was:   pence(st.earlier(wasKey(int(f.day), s.q.Nights, int(f.threshold)))),
			Units: int(f.units),
			Left:  max(1, st.fewest(int(f.day), s.q.Nights)), // a booking may close it this very moment
		})
	}
	s.a.scratch.top = s.top[:0]
}

// region searches the slots from one to another.
func (s *search) region(g *region, from, to int) {
	s.n, s.class = g.nightsIndex(s.q.Nights), g.class(s.q.Party)
	if s.n < 0 || s.class < 0 || from == to {
		return
	}
	s.enough = ^uint32(0)
	if s.limit == 0 {
		s.enough = 0
	}
	lo, hi := from>>6, (to+63)>>6
	match := s.matching(g, lo, hi)
	if match == nil {
		return
	}
	match[0] &= ^uint64(0) << (from & 63)
	if to&63 != 0 {
		match[hi-lo-1] &= 1<<(to&63) - 1
	}
	if s.q.AnyDate {
		s.everyDate(g, match, lo)
		return
	}
	first, day := int(s.ix.hidden.Load()), int(s.q.Date-s.ix.first)
	flex := min(max(s.q.Flex, 0), MaxFlex)
	if flex > 0 {
		s.fetch(g, lo, hi, max(day-flex, first), min(day+flex, g.days-1))
	}
	waiting := s.date(g, match, lo, day, first, 0)
	for distance := 1; distance <= flex && waiting; distance++ {
		waiting = s.date(g, match, lo, day-distance, first, distance) && s.date(g, match, lo, day+distance, first, distance)
	}
}

// fetch reads a word of each cache line that says what is open on some dates,
// for no other reason than to have the processor fetch them all at once: read
// one after the other, each would be waited for.
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

// matching intersects the bitmaps of what the query asks for, for a range of
// words; nil when nothing can match.
func (s *search) matching(g *region, lo, hi int) []uint64 {
	s.a.scratch.match = slices.Grow(s.a.scratch.match[:0], hi-lo)[:hi-lo]
	match := s.a.scratch.match
	copy(match, g.party[s.class][lo:hi])
	if s.q.Dogs {
		and(match, g.dogs[lo:hi])
	}
	sc := &s.a.scratch
	for _, id := range sc.features {
		if g.labels[id] == nil {
			return nil
		}
		and(match, g.labels[id][lo:hi])
	}
	if len(s.q.Operators) > 0 {
		s.andAny(g, match, lo, sc.operators)
	}
	if len(s.q.Offers) > 0 {
		s.andAny(g, match, lo, sc.offers)
	}
	for _, m := range match {
		if m != 0 {
			return match
		}
	}
	return nil
}

func and(match, with []uint64) {
	for w := range match {
		match[w] &= with[w]
	}
}

// andAny keeps the slots that carry one of some labels.
func (s *search) andAny(g *region, match []uint64, lo int, ids []int32) {
	sc := &s.a.scratch
	sc.any = slices.Grow(sc.any[:0], len(match))[:len(match)]
	clear(sc.any)
	for _, id := range ids {
		if b := g.labels[id]; b != nil {
			for w := range match {
				sc.any[w] |= b[lo+w]
			}
		}
	}
	and(match, sc.any)
}

// number looks up the numbers of labels; all tells whether each has one.
func number(ids map[string]int32, names []string, buf []int32) (numbers []int32, all bool) {
	numbers, all = buf[:0], true
	for _, name := range names {
		id, ok := ids[name]
		if !ok {
			all = false
			continue
		}
		numbers = append(numbers, id)
	}
	return numbers, all
}

// date reads one arrival date and strikes the parks it finds from match. It
// returns false when nothing was left to match.
//
// This is the innermost loop: it goes by park, a park being a run of bits in
// one word, without a branch per price but that to the next.
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
			read += s.largePark(g, r, match, lo, w, day, distance)
			parks++
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

// largePark does for a park of more than 64 slots, which has words of its own,
// what date does for the others. It returns the prices read: at least one, as w
// is a word in which the park is on sale.
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
		match[w] = 0
	}
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

// keep keeps a park if it is among the first. Of what it refuses it remembers
// the code, so that nothing dearer is looked at again in this region: the
// distance only grows, and the worst of the first only gets better.
func (s *search) keep(g *region, slot int, code uint32, units, day, distance int) {
	price := g.codes.penceOf(code)
	var key uint64
	switch s.q.Sort {
	case ByPrice:
		key = uint64(price)<<distanceBits | uint64(distance)
	case ByPriceDesc:
		key = uint64(uint32(MaxPrice)-price)<<distanceBits | uint64(distance)
	default:
		key = uint64(distance)<<priceBits | uint64(price)
	}
	key <<= nameBits
	is := &g.slots[slot]
	full := len(s.top) == s.limit
	if full && key > s.top[0].key {
		s.enough = code ^ s.dearer
		return
	}
	key |= uint64(is.name)
	if full && key > s.top[0].key {
		return
	}
	f := found{key, price, is.unit, int32(units), int16(day), is.threshold}
	if full {
		s.top[0] = f
		sink(s.top, 0)
	} else if s.top = append(s.top, f); len(s.top) == s.limit {
		heapify(s.top)
	}
}

// heapify makes a heap with the largest key first.
func heapify(list []found) {
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(list, i)
	}
}

// sink restores a heap with the largest key first below one place.
func sink(heap []found, i int) {
	f := heap[i]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && heap[child+1].key > heap[child].key {
			child++
		}
		if heap[child].key <= f.key {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = f
}

// everyDate finds the cheapest date of each park.
func (s *search) everyDate(g *region, match []uint64, lo int) {
	sc := &s.a.scratch
	sc.parks = slices.Grow(sc.parks[:0], len(g.parks))[:len(g.parks)]
	clear(sc.parks)
	for day := int(s.ix.hidden.Load()); day < g.days; day++ {
		r := g.rows[s.n*g.days+day].Load()
		if r == nil {
			continue
		}
		for w, m := range match {
			if m == 0 {
				continue
			}
			for m &= g.open(r, lo+w); m != 0; m &= m - 1 {
				slot := (lo+w)<<6 | bits.TrailingZeros64(m)
				code := g.code(r, g.rank(r, slot))
				s.a.Read++
				b := &sc.parks[g.slots[slot].park]
				switch {
				case int(b.day) != day || b.units == 0: // the first of the park on this date
					if b.units == 0 || code < b.code {
						*b = cheapestDate{code, int32(slot), int32(day), g.openOfPark(r, match, lo, slot)}
					}
				case code < b.code:
					b.code, b.slot = code, int32(slot)
				}
			}
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

// openOfPark counts the matching slots of a slot's park that are on sale.
func (g *region) openOfPark(r *row, match []uint64, lo, slot int) (n int32) {
	park := g.slots[slot].park
	for i := int(g.parkAt[park]); i < int(g.parkAt[park+1]); i++ {
		n += int32(match[i>>6-lo] & g.open(r, i>>6) >> (i & 63) & 1)
	}
	return n
}

// farthest is the distance of the worst that is kept, in a search by date.
func (s *search) farthest() int {
	return int(s.top[0].key >> (nameBits + priceBits))
}
