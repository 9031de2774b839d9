package availability

import (
	"slices"
	"sync/atomic"

	"holidaymaker/internal/date"
)

// lanes is a list of small signed numbers, 8 or 4 to an atomic word, so that
// readers and the one writer need no lock: Go has no atomic bytes.
type lanes struct {
	words []atomic.Uint64
	shift uint8 // 1<<shift numbers a word
}

const (
	narrowLanes = 3 // 8 bits each
	wideLanes   = 2 // 16 bits each
)

func newLanes(n int, shift uint8) *lanes {
	return &lanes{make([]atomic.Uint64, (n+1<<shift-1)>>shift), shift}
}

func (l *lanes) get(i int) int {
	width := 64 >> l.shift
	at := (i & (1<<l.shift - 1)) * width
	return int(int64(l.words[i>>l.shift].Load()<<(64-width-at)) >> (64 - width))
}

// set puts a number that fits; there is one writer.
func (l *lanes) set(i, v int) {
	width := 64 >> l.shift
	at := (i & (1<<l.shift - 1)) * width
	mask := uint64(1)<<width - 1
	word := &l.words[i>>l.shift]
	word.Store(word.Load()&^(mask<<at) | uint64(v)&mask<<at)
}

// fits tells whether a number can be set.
func (l *lanes) fits(v int) bool {
	most := 1<<(64>>l.shift-1) - 1
	return v >= -most-1 && v <= most
}

// unitStock is what is left of one unit type. A night counts from the first
// arrival date of the index.
type unitStock struct {
	left      atomic.Pointer[lanes] // allotment less taken, per night; below 0 when overbooked
	was       atomic.Pointer[[]wasPrice]
	allotment []byte // its binary form; the writer's
}

// fewest returns the units left for a whole stay, at least 0.
func (u *unitStock) fewest(day, nights int) int {
	l := u.left.Load()
	if l == nil {
		return 0
	}
	least := MaxUnits
	for i := day; i < day+nights; i++ {
		least = min(least, l.get(i))
	}
	return max(0, least)
}

// runs fills buf with the number of nights in a row that have a unit left, from
// each night on, as far as longest counts: from the first night whose run may
// reach lo, to hi. A stay is open when its run is as long as its nights.
func (u *unitStock) runs(lo, hi, longest int, buf []int) []int {
	lo = max(0, lo-longest+1)
	n := hi + 1 - lo
	buf = slices.Grow(buf[:0], n)[:n]
	clear(buf)
	l := u.left.Load()
	if l == nil {
		return buf
	}
	run := 0
	end := len(l.words) << l.shift
	for i := hi + 1; i < min(end, hi+longest) && l.get(i) > 0; i++ {
		run++
	}
	for i := n - 1; i >= 0; i-- {
		if run++; l.get(lo+i) <= 0 {
			run = 0
		}
		buf[i] = run
	}
	return buf
}

// put writes what is left of every night.
func (u *unitStock) put(nights int, left func(night int) int) {
	for i := range nights {
		u.putOne(nights, i, left(i))
	}
}

// putOne writes what is left of one night, in wider lanes where the number
// needs them.
func (u *unitStock) putOne(nights, night, left int) {
	left = min(max(left, -1<<15), 1<<15-1)
	l := u.left.Load()
	if l == nil {
		l = newLanes(nights, narrowLanes)
		u.left.Store(l)
	}
	if !l.fits(left) {
		wide := newLanes(nights, wideLanes)
		for i := range nights {
			wide.set(i, l.get(i))
		}
		l = wide
		u.left.Store(l)
	}
	l.set(night, left)
}

// restock sets what is left from an allotment and the nights taken of it.
func (u *unitStock) restock(first date.Date, nights int, allotment []byte, a Allotment, taken []Taken) {
	u.allotment = slices.Clone(allotment)
	left := make([]int, nights)
	for i := range left {
		left[i] = a.At(first + date.Date(i))
	}
	for _, t := range taken {
		if i := int(t.Night - first); i >= 0 && i < nights {
			left[i] = a.At(t.Night) - t.Units
		}
	}
	u.put(nights, func(i int) int { return left[i] })
}

// taken returns how many units are taken on a night.
func (u *unitStock) taken(night int, of Allotment, first date.Date) int {
	l := u.left.Load()
	if l == nil {
		return 0
	}
	return of.At(first+date.Date(night)) - l.get(night)
}

// wasPrice is a genuine earlier price of a stay and a threshold.
type wasPrice struct{ key, pence uint32 }

func wasKey(day, nights, threshold int) uint32 {
	return uint32(day)<<14 | uint32(nights)<<8 | uint32(threshold)
}

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

func (u *unitStock) setWas(list []wasPrice) {
	if len(list) == 0 {
		u.was.Store(nil)
		return
	}
	slices.SortFunc(list, func(a, b wasPrice) int { return int(a.key) - int(b.key) })
	list = slices.Clip(list)
	u.was.Store(&list)
}
