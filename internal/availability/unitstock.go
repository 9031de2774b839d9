package availability

import (
	"slices"
	"sync/atomic"

	"holidaymaker/internal/date"
)

// unitStock is the units left of one unit type. Nights are counted from the
// first arrival date of the index.
type unitStock struct {
	left      []atomic.Int32 // allotment less taken, per night; below 0 when overbooked
	was       atomic.Pointer[[]wasPrice]
	allotment []byte // its binary form; used by the writer only
}

// newLeft makes the units left for each of a number of unit types, in one block of memory,
// and returns a function that gives those of one.
func newLeft(units, nights int) func(unit int) []atomic.Int32 {
	all := make([]atomic.Int32, units*nights)
	return func(unit int) []atomic.Int32 { return all[unit*nights : (unit+1)*nights : (unit+1)*nights] }
}

// get returns the units left on a night.
func (u *unitStock) get(night int) int { return int(u.left[night].Load()) }

// fewest returns the units left for a whole stay, at least 0.
func (u *unitStock) fewest(day, nights int) int {
	fewest := MaxUnits
	for night := day; night < day+nights; night++ {
		fewest = min(fewest, u.get(night))
	}
	return max(0, fewest)
}

// runs fills buf with the number of consecutive nights with a unit left that begin at
// each night. Its first entry is for the first night whose run of at most longest
// nights may reach from, its last for to. A stay is open when the run at its arrival
// is at least as long as the stay.
func (u *unitStock) runs(from, to, longest int, buf []int) []int {
	from = max(0, from-longest+1)
	count := to + 1 - from
	buf = slices.Grow(buf[:0], count)[:count]
	clear(buf)
	run := 0
	for i := to + 1; i < min(len(u.left), to+longest) && u.get(i) > 0; i++ {
		run++
	}
	for i := count - 1; i >= 0; i-- {
		if run++; u.get(from+i) <= 0 {
			run = 0
		}
		buf[i] = run
	}
	return buf
}

// put sets the units left on a night.
func (u *unitStock) put(night, left int) { u.left[night].Store(int32(left)) }

// reset computes the units left from an allotment and the booked nights.
func (u *unitStock) reset(first date.Date, nights int, allotment []byte, a Allotment, booked []BookedNight) {
	u.allotment = slices.Clone(allotment)
	left := make([]int, nights)
	for i := range left {
		left[i] = a.At(first + date.Date(i))
	}
	for _, booked := range booked {
		if i := int(booked.Night - first); i >= 0 && i < nights {
			left[i] = a.At(booked.Night) - booked.Units
		}
	}
	for i := range left {
		u.put(i, left[i])
	}
}

// taken returns how many units are taken on a night.
func (u *unitStock) taken(night int, allotment Allotment, first date.Date) int {
	return allotment.At(first+date.Date(night)) - u.get(night)
}

// wasPrice is a genuine earlier price (WAS) of a stay and a threshold.
type wasPrice struct{ key, pence uint32 }

// wasKey orders earlier prices by day, nights and threshold.
func wasKey(day, nights, threshold int) uint32 {
	return uint32(day)<<14 | uint32(nights)<<8 | uint32(threshold)
}

// earlier returns the earlier price under a key, or 0.
func (u *unitStock) earlier(key uint32) uint32 {
	list := u.was.Load()
	if list == nil {
		return 0
	}
	i, ok := slices.BinarySearchFunc(*list, key, func(w wasPrice, key uint32) int { return int(w.key) - int(key) })
	if !ok {
		return 0
	}
	return (*list)[i].pence
}

// earlierAbove returns the earlier price under a key where it is above a price, else 0: what
// is charged for may make the price higher than the earlier one was.
func (u *unitStock) earlierAbove(price, key uint32) uint32 {
	if was := u.earlier(key); was > price {
		return was
	}
	return 0
}

// setWas replaces the earlier prices. Readers see the old list or the new one.
func (u *unitStock) setWas(list []wasPrice) {
	if len(list) == 0 {
		u.was.Store(nil)
		return
	}
	slices.SortFunc(list, func(a, b wasPrice) int { return int(a.key) - int(b.key) })
	list = slices.Clip(list)
	u.was.Store(&list)
}
