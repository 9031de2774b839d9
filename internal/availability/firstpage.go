package availability

import "holidaymaker/internal/date"

// found is a found park. Its key is the sort order of the search: distance in
// days (6 bits), price (31 bits) and position by name (27 bits), in this or
// another order.
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

// keep adds a park if it belongs to the first page. When it refuses a price, it
// remembers the code: no later park of this region with that price or a worse
// one can belong to the page, because the distance only grows, and the worst
// park of the page only gets better.
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

// farthest returns the distance of the worst park on the page, in a search by
// date.
func (s *search) farthest() int {
	return int(s.top[0].key >> (nameBits + priceBits))
}

// finish converts the parks found to rows.
func (s *search) finish() {
	if len(s.top) < s.limit {
		heapify(s.top)
	}
	for n := len(s.top) - 1; n > 0; n-- { // move the worst remaining one to the end
		s.top[0], s.top[n] = s.top[n], s.top[0]
		sink(s.top[:n], 0)
	}
	s.fetchStocks()
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
			Left:  max(1, st.fewest(int(f.day), s.q.Nights)), // a booking may take the last unit at this moment
		})
	}
	s.a.scratch.top = s.top[:0]
}

// fetchStocks reads a word of the units left of each unit type found, so that
// they are loaded from memory in parallel, as in search.fetch.
func (s *search) fetchStocks() {
	for i := range s.top {
		f := &s.top[i]
		s.a.scratch.fetched += s.ix.stocks[f.unit].left[f.day>>3].Load()
	}
}

// heapify orders a list as a heap with the largest key first.
func heapify(list []found) {
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(list, i)
	}
}

// sink moves the entry at i down to its place in the heap.
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
