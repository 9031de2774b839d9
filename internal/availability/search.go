package availability

import "slices"

// MaxFlex is the widest search either side of a date, in days.
const MaxFlex = 60

// scratch is memory that an Answer keeps for the next search.
type scratch struct {
	match, any                  []uint64
	features, operators, offers []int32
	top                         []found
	parks, today                []cheapestDate

	fetched uint64 // see search.fetch
}

// search is one run of Index.Search.
type search struct {
	ix    *Index
	q     *Query
	a     *Answer
	top   []found // a heap, the worst first, once it is full
	limit int

	// About the region that is being read:
	class, n int
	dearer   uint32 // ^0 when the dearest come first, else 0
	enough   uint32 // codes from this one on (each ^ dearer) are not on the first page
}

// Search stores the answer to q in a, which may be reused for the next search.
//
// It reads the requested date, then the dates around it by distance. A park
// that was found is removed from the bitmap of matching slots, so each further
// date reads only parks that were not found yet.
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
		for _, i := range ch.visible {
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

// region searches the slots from index from up to to.
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

// matching intersects the bitmaps for the query over a range of words; nil when
// nothing can match.
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
	if s.q.In != nil {
		s.andIn(g, match, lo)
	}
	for _, m := range match {
		if m != 0 {
			return match
		}
	}
	return nil
}

// andIn removes the slots of the parks that the query does not want.
func (s *search) andIn(g *region, match []uint64, lo int) {
	first, _ := slices.BinarySearch(g.parkAt, int32(lo<<6))
	for p := max(0, first-1); p < len(g.parks); p++ {
		from, to := int(g.parkAt[p])-lo<<6, int(g.parkAt[p+1])-lo<<6
		if from >= len(match)<<6 {
			return
		}
		if s.q.In(int(g.parks[p])) {
			continue
		}
		for from, to = max(0, from), min(to, len(match)<<6); from < to; {
			end := min(to, (from|63)+1)
			match[from>>6] &^= (^uint64(0) >> (64 - (end - from))) << (from & 63)
			from = end
		}
	}
}

func and(match, with []uint64) {
	for w := range match {
		match[w] &= with[w]
	}
}

// andAny keeps the slots that have one of some labels.
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

// number returns the numbers of labels; all is false when one of them has no
// number.
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
