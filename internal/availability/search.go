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
}

// search is one run of Index.Search.
type search struct {
	ix     *Index
	query  *Query
	answer *Answer
	top    []found // a heap, the worst first, once it is full
	limit  int

	// About the region that is being read:
	class, nightsIndex int    // of the party and of the nights that the query asks for
	dearer             uint32 // ^0 when the dearest come first, else 0; a code ^ dearer ascends in the order of the page
	enough             uint32 // a price whose code ^ dearer is at least this does not come onto the first page
}

// Search stores the answer to a query in answer, which may be reused for the next
// search.
//
// It reads the requested date, then the dates around it by distance. A park
// that was found is removed from the bitmap of matching slots, so each further
// date reads only parks that were not found yet.
func (ix *Index) Search(query *Query, answer *Answer) {
	answer.Rows, answer.Total, answer.Exact, answer.Read = answer.Rows[:0], 0, 0, 0
	channel := ix.channelOf(query.Channel)
	if channel == nil {
		return
	}
	s := search{ix: ix, query: query, answer: answer, top: answer.scratch.top[:0], limit: max(0, query.Limit)}
	if query.Sort == ByPriceDesc {
		s.dearer = ^uint32(0)
	}
	scratch := &answer.scratch
	var known bool
	if scratch.features, known = number(ix.labels.features, query.Features, scratch.features); !known {
		return
	}
	scratch.operators, _ = number(ix.labels.operators, query.Operators, scratch.operators)
	scratch.offers, _ = number(ix.labels.offers, query.Offers, scratch.offers)
	switch {
	case query.Park != "":
		ix.eachParkRange(query.Channel, query.Park, s.region)
	case query.Region == AllRegions:
		for _, i := range channel.visible {
			region := ix.regions[i].Load()
			s.region(region, 0, len(region.slots))
		}
	default:
		i, ok := channel.byID[query.Region]
		if !ok {
			return
		}
		region := ix.regions[i].Load()
		s.region(region, 0, len(region.slots))
	}
	s.finish()
}

// region searches the slots from index from up to to.
func (s *search) region(region *region, from, to int) {
	s.nightsIndex, s.class = region.nightsIndex(s.query.Nights), region.class(s.query.Party)
	if s.nightsIndex < 0 || s.class < 0 || from == to {
		return
	}
	s.enough = ^uint32(0)
	if s.limit == 0 {
		s.enough = 0
	}
	firstWord, endWord := from>>6, (to+63)>>6
	match := s.matching(region, firstWord, endWord)
	if match == nil {
		return
	}
	match[0] &= ^uint64(0) << (from & 63)
	if to&63 != 0 {
		match[endWord-firstWord-1] &= 1<<(to&63) - 1
	}
	if s.query.AnyDate {
		s.everyDate(region, match, firstWord)
		return
	}
	first, day := int(s.ix.pastDays.Load()), int(s.query.Date-s.ix.first)
	flex := min(max(s.query.Flex, 0), MaxFlex)
	waiting := s.searchDate(region, match, firstWord, day, first, 0)
	for distance := 1; distance <= flex && waiting; distance++ {
		waiting = s.searchDate(region, match, firstWord, day-distance, first, distance) && s.searchDate(region, match, firstWord, day+distance, first, distance)
	}
}

// matching intersects the bitmaps for the query, from firstWord up to, but not
// including, endWord; nil when nothing can match.
func (s *search) matching(region *region, firstWord, endWord int) []uint64 {
	scratch := &s.answer.scratch
	scratch.match = slices.Grow(scratch.match[:0], endWord-firstWord)[:endWord-firstWord]
	match := scratch.match
	copy(match, region.paidBy(s.class, s.query.Dogs)[firstWord:endWord])
	for _, id := range scratch.features {
		if region.labels[id] == nil {
			return nil
		}
		and(match, region.labels[id][firstWord:endWord])
	}
	if len(s.query.Operators) > 0 {
		s.andAny(region, match, firstWord, scratch.operators)
	}
	if len(s.query.Offers) > 0 {
		s.andAny(region, match, firstWord, scratch.offers)
	}
	if s.query.In != nil {
		region.keepParks(match, firstWord, s.query.In)
	}
	for _, word := range match {
		if word != 0 {
			return match
		}
	}
	return nil
}

// keepParks removes the slots of the parks that are not wanted. Here and below,
// match begins with the word firstWord of the region's bitmaps.
func (r *region) keepParks(match []uint64, firstWord int, wanted func(park int) bool) {
	first, _ := slices.BinarySearch(r.parkStart, int32(firstWord<<6))
	for park := max(0, first-1); park < len(r.parks); park++ {
		from, to := int(r.parkStart[park])-firstWord<<6, int(r.parkStart[park+1])-firstWord<<6
		if from >= len(match)<<6 {
			return
		}
		if wanted(int(r.parks[park])) {
			continue
		}
		for from, to = max(0, from), min(to, len(match)<<6); from < to; {
			end := min(to, (from|63)+1)
			match[from>>6] &^= (^uint64(0) >> (64 - (end - from))) << (from & 63)
			from = end
		}
	}
}

// and removes the slots that are not in another bitmap.
func and(match, with []uint64) {
	for w := range match {
		match[w] &= with[w]
	}
}

// andAny keeps the slots that have one of some labels.
func (s *search) andAny(region *region, match []uint64, firstWord int, ids []int32) {
	scratch := &s.answer.scratch
	scratch.any = slices.Grow(scratch.any[:0], len(match))[:len(match)]
	clear(scratch.any)
	for _, id := range ids {
		if bitmap := region.labels[id]; bitmap != nil {
			for w := range match {
				scratch.any[w] |= bitmap[firstWord+w]
			}
		}
	}
	and(match, scratch.any)
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
