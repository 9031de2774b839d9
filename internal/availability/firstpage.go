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
	threshold uint8 // index in the unit type's thresholds
}

const (
	nameBits     = 27
	distanceBits = 6
	priceBits    = 31
)

// keep adds a park if it belongs to the first page. If its price is too bad, keep
// remembers the code in enough: no later park of this region with that price or a
// worse one can belong to the page, because the distance only grows, and the worst
// park of the page only gets better.
func (s *search) keep(region *region, slot int, code uint32, units, day, distance int) {
	price := region.codes.penceOf(code)
	var key uint64
	switch s.query.Sort {
	case ByPrice:
		key = uint64(price)<<distanceBits | uint64(distance)
	case ByPriceDesc:
		key = uint64(uint32(MaxPrice)-price)<<distanceBits | uint64(distance)
	default:
		key = uint64(distance)<<priceBits | uint64(price)
	}
	key <<= nameBits
	info := &region.slots[slot]
	full := len(s.top) == s.limit
	if full && key > s.top[0].key {
		s.enough = code ^ s.dearer
		return
	}
	key |= uint64(info.name)
	if full && key > s.top[0].key {
		return
	}
	entry := found{key, price, info.unit, int32(units), int16(day), info.threshold}
	if full {
		s.top[0] = entry
		sink(s.top, 0)
	} else if s.top = append(s.top, entry); len(s.top) == s.limit {
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
	for last := len(s.top) - 1; last > 0; last-- { // move the worst remaining one to the end
		s.top[0], s.top[last] = s.top[last], s.top[0]
		sink(s.top[:last], 0)
	}
	for i := range s.top {
		entry := &s.top[i]
		stock := &s.ix.stocks[entry.unit]
		s.answer.Rows = append(s.answer.Rows, Row{
			Park:  int(s.ix.byName[entry.key&(1<<nameBits-1)]),
			Unit:  int(entry.unit),
			Date:  s.ix.first + date.Date(entry.day),
			Price: pence(entry.price),
			Was:   pence(stock.earlierAbove(entry.price, wasKey(int(entry.day), s.query.Nights, int(entry.threshold)))),
			Units: int(entry.units),
			Left:  max(1, stock.fewest(int(entry.day), s.query.Nights)), // a booking may take the last unit at this moment
		})
	}
	s.answer.scratch.top = s.top[:0]
}

// heapify orders a list as a heap with the largest key first.
func heapify(list []found) {
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(list, i)
	}
}

// sink moves the entry at i down to its place in the heap.
func sink(heap []found, i int) {
	entry := heap[i]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && heap[child+1].key > heap[child].key {
			child++
		}
		if heap[child].key <= entry.key {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = entry
}
