package availability

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// searchDate adds the parks that are on sale on one arrival date to the answer, and
// removes them from match. match has a bit for each slot of the region that fits
// the query; its first word is the word firstWord of the region's bitmaps. first is
// the first day that is not past, distance how far the day is from the requested
// one. searchDate returns false when match was empty.
//
// This is the innermost loop of a search, so it avoids branches. It goes from
// park to park; the slots of a park are adjacent bits of one word.
func (s *search) searchDate(region *region, match []uint64, firstWord, day, first, distance int) (waiting bool) {
	if day < first || day >= region.days {
		return true
	}
	row := region.row(s.nightsIndex, day)
	if row == nil {
		return true
	}
	if s.enough > 0 && s.query.Sort == ByDate && len(s.top) == s.limit && distance > s.farthest() {
		s.enough = 0
	}
	begins := region.begins[firstWord : firstWord+len(match)+1]
	codes := row.codes(region.shape)
	parks, read := 0, 0
	for i := range match {
		remaining := match[i]
		if remaining == 0 {
			continue
		}
		waiting = true
		word := firstWord + i
		open := remaining & atomic.LoadUint64(row.at(openAt(word)))
		if open == 0 {
			continue
		}
		if begins[i] == 0 || begins[i+1] == 0 {
			if n := s.largePark(region, row, match, firstWord, i, day, distance); n > 0 {
				parks++
				read += n
			}
			continue
		}
		priced, ranksBefore := region.ranks(row, word)
		read += bits.OnesCount64(open)
		for open != 0 {
			low := bits.TrailingZeros64(open)
			upToLow := uint64(2)<<(low&63) - 1
			next := begins[i] &^ upToLow   // the first bit is where the next park begins,
			upToNext := (next - 1) &^ next // these are the slots before it,
			ofPark := open & upToNext      // and these the park's own
			best := ^uint64(0)
			for in := ofPark; in != 0; in &= in - 1 {
				bit := bits.TrailingZeros64(in)
				rank := ranksBefore + bits.OnesCount64(priced&(1<<(bit&63)-1))
				best = min(best, uint64(codes.at(rank))<<6|uint64(bit))
			}
			open &^= upToNext
			remaining &^= upToNext &^ (1<<(bits.Len64(begins[i]&upToLow)-1) - 1)
			parks++
			if code := uint32(best >> 6); code^s.dearer < s.enough {
				s.keep(region, word<<6|int(best&63), code, bits.OnesCount64(ofPark), day, distance)
			}
		}
		match[i] = remaining
	}
	s.count(parks, read, distance)
	return waiting
}

// largePark does what searchDate does, for a park with more than 64 slots. Such a
// park has words of its own; at is the index of one of them in match. It returns the
// number of prices read, which is 0 when a booking has just taken the last unit.
func (s *search) largePark(region *region, row *row, match []uint64, firstWord, at, day, distance int) (read int) {
	codes := row.codes(region.shape)
	from, to := at, at+1
	for region.begins[firstWord+from] == 0 {
		from--
	}
	for region.begins[firstWord+to] == 0 {
		to++
	}
	best := ^uint64(0)
	for at := from; at < to; at++ {
		open := match[at] & region.open(row, firstWord+at)
		priced, ranksBefore := region.ranks(row, firstWord+at)
		read += bits.OnesCount64(open)
		for ; open != 0; open &= open - 1 {
			bit := bits.TrailingZeros64(open)
			code := codes.at(ranksBefore + bits.OnesCount64(priced&(1<<bit-1)))
			best = min(best, uint64(code)<<32|uint64((firstWord+at)<<6|bit))
		}
	}
	if read == 0 {
		return 0
	}
	clear(match[from:to])
	if code := uint32(best >> 32); code^s.dearer < s.enough {
		s.keep(region, int(uint32(best)), code, read, day, distance)
	}
	return read
}

// count adds parks found at a distance, and the prices read for them.
func (s *search) count(parks, read, distance int) {
	s.answer.Total += parks
	if distance == 0 {
		s.answer.Exact += parks
	}
	s.answer.Read += read
}

// cheapestDate is the cheapest date of a park found so far, in a search of every
// date.
type cheapestDate struct {
	code      uint32
	slot, day int32
	units     int32
}

// everyDate finds the cheapest date of each park.
func (s *search) everyDate(region *region, match []uint64, firstWord int) {
	scratch, first := &s.answer.scratch, int(s.ix.pastDays.Load())
	scratch.parks = slices.Grow(scratch.parks[:0], len(region.parks))[:len(region.parks)]
	clear(scratch.parks)
	if s.query.Arrivals == nil {
		for day := first; day < region.days; day++ {
			s.compareDate(region, match, firstWord, day)
		}
	}
	for _, arrival := range s.query.Arrivals {
		if day := int(arrival - s.ix.first); day >= first && day < region.days {
			s.compareDate(region, match, firstWord, day)
		}
	}
	found := 0
	for park := range scratch.parks {
		if best := &scratch.parks[park]; best.units > 0 {
			found++
			if best.code^s.dearer < s.enough {
				s.keep(region, int(best.slot), best.code, int(best.units), int(best.day), 0)
			}
		}
	}
	s.count(found, 0, 0)
}

// compareDate compares the prices of a date with the cheapest found so far.
func (s *search) compareDate(region *region, match []uint64, firstWord, day int) {
	row := region.row(s.nightsIndex, day)
	if row == nil {
		return
	}
	scratch := &s.answer.scratch
	cheapest := scratch.parks
	if s.query.Reduced {
		scratch.today = slices.Grow(scratch.today[:0], len(region.parks))[:len(region.parks)]
		clear(scratch.today)
		cheapest = scratch.today
	}
	for w, remaining := range match {
		if remaining == 0 {
			continue
		}
		for remaining &= region.open(row, firstWord+w); remaining != 0; remaining &= remaining - 1 {
			slot := (firstWord+w)<<6 | bits.TrailingZeros64(remaining)
			code := region.code(row, region.rank(row, slot))
			s.answer.Read++
			best := &cheapest[region.slots[slot].park]
			switch {
			case int(best.day) != day || best.units == 0: // the first of the park on this date
				if best.units == 0 || code < best.code {
					units := max(1, region.openOfPark(row, match, firstWord, slot)) // 0 when a booking has just taken it
					*best = cheapestDate{code, int32(slot), int32(day), units}
				}
			case code < best.code:
				best.code, best.slot = code, int32(slot)
			}
		}
	}
	if s.query.Reduced {
		s.keepReduced(region, day)
	}
}

// keepReduced compares the cheapest prices of a date with those found so far,
// where they are reduced.
func (s *search) keepReduced(region *region, day int) {
	scratch := &s.answer.scratch
	for park := range scratch.today {
		today, best := &scratch.today[park], &scratch.parks[park]
		if today.units == 0 || best.units > 0 && today.code >= best.code {
			continue
		}
		info := &region.slots[today.slot]
		if s.ix.stocks[info.unit].earlierAbove(region.penceOf(today.code), wasKey(day, s.query.Nights, int(info.threshold))) > 0 {
			*best = *today
		}
	}
}

// openOfPark counts the matching slots of a slot's park that are on sale.
func (r *region) openOfPark(row *row, match []uint64, firstWord, slot int) (n int32) {
	park := r.slots[slot].park
	for i := int(r.parkStart[park]); i < int(r.parkStart[park+1]); i++ {
		n += int32(match[i>>6-firstWord] & r.open(row, i>>6) >> (i & 63) & 1)
	}
	return n
}
