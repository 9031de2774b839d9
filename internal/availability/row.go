package availability

import (
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// row is what one region sells for one arrival date and number of nights. The
// struct is the first word of one block of memory without pointers:
//
//	size          number of words in the block
//	open          a bit for each slot that is on sale. For most dates a search
//	              reads nothing else, so these words are adjacent.
//	groups        of 128 slots each:
//	    2 words   priced: a bit for each slot that has a price, sold out or not
//	    1 word    rank: how many prices come before each of these two words
//	codes         the code of each price, 4 (or 2) to a word, in slot order
//
// The writer changes open and codes in place, one atomic word at a time. When a
// slot gains or loses its price, the row is copied.
type row struct{ size uint64 }

const groupWords = 3

// data is the whole row, beginning with its size.
func (r *row) data() []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(r)), r.size)
}

// at returns a pointer to a word of the row. Unlike data it does not check bounds.
func (r *row) at(i int) *uint64 {
	return (*uint64)(unsafe.Add(unsafe.Pointer(r), i*8))
}

// ranks returns a word of priced, and the number of prices before it.
func (s shape) ranks(row *row, word int) (priced uint64, before int) {
	at, shift := s.rankAt(word)
	return *row.at(s.pricedAt(word)), int(uint32(*row.at(at) >> (shift & 63)))
}

// packedCodes reads many codes of a row fast.
type packedCodes struct {
	first *uint64
	shift uint8 // a word holds 1<<shift codes
	width uint8 // a code has 1<<width bits
	mask  uint64
}

func (r *row) codes(s shape) packedCodes {
	width := 64 >> s.shift
	return packedCodes{r.at(s.codesAt()), s.shift, 6 - s.shift, 1<<width - 1}
}

func (c *packedCodes) at(rank int) uint32 {
	word := (*uint64)(unsafe.Add(unsafe.Pointer(c.first), rank>>(c.shift&63)*8))
	return uint32(atomic.LoadUint64(word) >> (uint(rank) << (c.width & 63) & 63) & c.mask)
}

// shape is the layout of a region's rows.
type shape struct {
	words int   // length of a bitmap over the slots
	shift uint8 // a word holds 1<<shift codes
}

// openAt and pricedAt are the positions in a row of a word of open and of priced.
func openAt(word int) int             { return 1 + word }
func (s shape) pricedAt(word int) int { return 1 + s.words + word>>1*groupWords + word&1 }

// rankAt is where a row keeps the number of prices before a word: the word of
// the row, and the first bit in it.
func (s shape) rankAt(word int) (at, shift int) { return s.pricedAt(word&^1) + 2, word & 1 * 32 }

func (s shape) codesAt() int { return 1 + s.words + (s.words+1)/2*groupWords }

func (s shape) newRow(prices int) *row { return newRow(make([]uint64, s.rowWords(prices))) }

// rowWords is the size of a row with a number of prices.
func (s shape) rowWords(prices int) int { return s.codesAt() + (prices+1<<s.shift-1)>>s.shift }

// newRow makes a row of memory that is zero.
func newRow(data []uint64) *row {
	data[0] = uint64(len(data))
	return (*row)(unsafe.Pointer(unsafe.SliceData(data)))
}

func (s shape) open(row *row, word int) uint64 { return atomic.LoadUint64(&row.data()[openAt(word)]) }

func (s shape) setOpen(row *row, word int, bits uint64) {
	atomic.StoreUint64(&row.data()[openAt(word)], bits)
}

func (s shape) priced(row *row, word int) uint64 { return row.data()[s.pricedAt(word)] }

// rank returns the number of prices before a slot. This is the position of the
// slot's own code.
func (s shape) rank(row *row, slot int) int {
	data, word := row.data(), slot>>6
	at, shift := s.rankAt(word)
	return int(uint32(data[at]>>shift)) + bits.OnesCount64(data[s.pricedAt(word)]&(1<<(slot&63)-1))
}

func (s shape) code(row *row, rank int) uint32 {
	width := 64 >> s.shift
	word := atomic.LoadUint64(&row.data()[s.codesAt()+rank>>s.shift])
	return uint32(word >> (rank & (1<<s.shift - 1) * width) & (1<<width - 1))
}

// codeOf returns the code of a slot; ok is false when it has no price.
func (s shape) codeOf(row *row, slot int) (code uint32, ok bool) {
	if row == nil || s.priced(row, slot>>6)>>(slot&63)&1 == 0 {
		return 0, false
	}
	return s.code(row, s.rank(row, slot)), true
}

// setCode replaces the code at a rank in place.
func (s shape) setCode(row *row, rank int, code uint32) {
	width := 64 >> s.shift
	at := rank & (1<<s.shift - 1) * width
	word := &row.data()[s.codesAt()+rank>>s.shift]
	mask := uint64(1)<<width - 1
	atomic.StoreUint64(word, *word&^(mask<<at)|uint64(code)<<at)
}

// fillRanks counts the prices before each word, once priced is complete.
func (s shape) fillRanks(row *row) {
	n := uint64(0)
	for word := range s.words {
		at, shift := s.rankAt(word)
		row.data()[at] |= n << shift
		n += uint64(bits.OnesCount64(s.priced(row, word)))
	}
}

// slotCode is a new code for a slot; code 0 takes its price away.
type slotCode struct {
	slot int
	code uint32
}

// with returns a copy of a row with some prices replaced. The row may be nil.
// changes are in slot order; only a slot that has a price may lose it. A slot
// that gets its first price is not open yet. It returns nil when no price
// remains.
func (s shape) with(row *row, changes []slotCode) *row {
	if row == nil {
		row = s.newRow(0)
	}
	priced := make([]uint64, s.words)
	for w := range priced {
		priced[w] = s.priced(row, w)
	}
	for _, change := range changes {
		if change.code != 0 {
			priced[change.slot>>6] |= 1 << (change.slot & 63)
		} else {
			priced[change.slot>>6] &^= 1 << (change.slot & 63)
		}
	}
	count := 0
	for _, w := range priced {
		count += bits.OnesCount64(w)
	}
	if count == 0 {
		return nil
	}
	out := s.newRow(count)
	for w, word := range priced {
		out.data()[s.pricedAt(w)] = word
		out.data()[openAt(w)] = s.open(row, w) & word
	}
	s.fillRanks(out)
	from, to := 0, 0
	for w, word := range priced {
		oldPriced := s.priced(row, w)
		for both := oldPriced | word; both != 0; both &= both - 1 {
			slot, bit := w<<6|bits.TrailingZeros64(both), both&-both
			code := uint32(0)
			if oldPriced&bit != 0 {
				code = s.code(row, from)
				from++
			}
			if len(changes) > 0 && changes[0].slot == slot {
				code, changes = changes[0].code, changes[1:]
			}
			if word&bit != 0 {
				s.setCode(out, to, code)
				to++
			}
		}
	}
	return out
}
