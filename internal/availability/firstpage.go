package availability

import "holidaymaker/internal/date"

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

// keep keeps a park if it belongs to the first page. When it refuses a price, it
// remembers the code: no later park of this region with that price or a worse
// one can belong to the page, since the distance only grows and the worst of the
// page only gets better.
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

// farthest is the distance of the worst that is kept, in a search by date.
func (s *search) farthest() int {
	return int(s.top[0].key >> (nameBits + priceBits))
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
			Left:  max(1, st.fewest(int(f.day), s.q.Nights)), // a booking may close it this very moment
		})
	}
	s.a.scratch.top = s.top[:0]
}

// fetchStocks reads a word of what is left of each unit type found, all at once
// like the rows of search.fetch.
func (s *search) fetchStocks() {
	for i := range s.top {
		f := &s.top[i]
		s.a.scratch.fetched += s.ix.stocks[f.unit].left[f.day>>3].Load()
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
