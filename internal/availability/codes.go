package availability

import (
	"math/bits"
	"slices"
)

// codes maps the prices of a region to numbers in the same order; no code is 0.
// Where all prices are multiples of a step (a pound, 50 pence and so on down to
// one penny), and the highest multiple fits into 16 bits, a code is the number
// of steps: no table is needed, and every new multiple already has a code.
// Otherwise a code is a 16-bit index into a table, which has gaps for new
// prices. A region with too many different prices for both uses pence as codes,
// in 32 bits.
type codes struct {
	step    uint32 // pence; 0 when there is a table
	highest uint32 // the largest code
	// pence is the price of each code; a code in a gap has the price of the
	// code below it. Only the writer uses entries of unused codes: readers look
	// up only codes that they have read from a row.
	pence []uint32
}

const (
	maxCodes       = 1 << 16
	maxTablePrices = maxCodes * 15 / 16 // more than these are too many for a table
	minTableCodes  = 512
)

// newCodes returns codes for prices, which must be ascending and distinct.
func newCodes(prices []uint32) *codes {
	step := stepOf(prices)
	if len(prices) == 0 || prices[len(prices)-1]/step < maxCodes {
		return &codes{step: step, highest: maxCodes - 1}
	}
	if len(prices) > maxTablePrices {
		return &codes{step: 1, highest: uint32(MaxPrice)}
	}
	span := min(max(4*len(prices), minTableCodes), maxCodes)
	codes := &codes{pence: make([]uint32, span), highest: uint32(span - 1)}
	gap := float64(span) / float64(len(prices)+1)
	for i, price := range prices {
		from, to := int(float64(i+1)*gap), span
		if i+1 < len(prices) {
			to = int(float64(i+2) * gap)
		}
		for j := from; j < to; j++ {
			codes.pence[j] = price
		}
	}
	return codes
}

// stepOf returns the greatest common divisor of a pound and the prices, in
// pence.
func stepOf(prices []uint32) uint32 {
	step := uint32(100)
	for _, price := range prices {
		for price != 0 {
			step, price = price, step%price
		}
		if step == 1 {
			break
		}
	}
	return step
}

// shift returns the number of codes in a 64-bit word, as a power of two.
func (c *codes) shift() uint8 {
	if c.highest < maxCodes {
		return 2
	}
	return 1
}

func (c *codes) penceOf(code uint32) uint32 {
	if c.pence == nil {
		return code * c.step
	}
	return c.pence[code]
}

// find returns the code of a price. ok is false when it has none yet; in a
// table, code is then that of the next higher price, or the end of the table.
func (c *codes) find(price uint32) (code uint32, ok bool) {
	if c.pence == nil {
		return price / c.step, price%c.step == 0 && price/c.step <= c.highest
	}
	i, ok := slices.BinarySearch(c.pence, price)
	return uint32(i), ok
}

// add gives a price a code, in a table in the gap at its position. ok is false
// when there is no gap.
func (c *codes) add(price uint32) (code uint32, ok bool) {
	next, ok := c.find(price)
	if ok || c.pence == nil {
		return next, ok
	}
	below := next - 1
	for below > 0 && c.pence[below-1] == c.pence[next-1] {
		below--
	}
	if below+1 == next {
		return 0, false
	}
	code = below + 1 + (next-below-1)/2
	for i := code; i < next; i++ {
		c.pence[i] = price
	}
	return code, true
}

// translate returns the codes of a price table's prices, which are ascending
// and all have codes.
func (c *codes) translate(prices []uint32, buf []uint32) []uint32 {
	buf = buf[:0]
	at := 0
	for _, price := range prices {
		if c.pence == nil {
			buf = append(buf, price/c.step)
			continue
		}
		// The next price is probably near: the range that contains it is found by
		// doubling steps, then searched.
		leap := 1
		for at+leap < len(c.pence) && c.pence[at+leap] < price {
			leap *= 2
		}
		lo, hi := at+leap/2, min(at+leap+1, len(c.pence))
		i, _ := slices.BinarySearch(c.pence[lo:hi], price)
		at = lo + i
		buf = append(buf, uint32(at))
	}
	return buf
}

// priceSet collects distinct prices and returns them in order. It is a bitmap over
// all prices in pages of 65,536 pence, of which only those in use exist.
type priceSet struct {
	pages map[uint32]*[1024]uint64 // by the upper 16 bits of the prices
	count int
}

// addAll adds prices. It is fastest when they are ascending.
func (s *priceSet) addAll(prices []uint32) {
	if s.pages == nil {
		s.pages = map[uint32]*[1024]uint64{}
	}
	var page *[1024]uint64
	last := ^uint32(0)
	for _, price := range prices {
		if price>>16 != last {
			last = price >> 16
			if page = s.pages[last]; page == nil {
				page = new([1024]uint64)
				s.pages[last] = page
			}
		}
		word, bit := &page[price>>6&1023], uint64(1)<<(price&63)
		if *word&bit == 0 {
			*word |= bit
			s.count++
		}
	}
}

// sorted returns the prices, ascending.
func (s *priceSet) sorted() []uint32 {
	ids := make([]uint32, 0, len(s.pages))
	for id := range s.pages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	list := make([]uint32, 0, s.count)
	for _, id := range ids {
		for i, word := range s.pages[id] {
			for ; word != 0; word &= word - 1 {
				list = append(list, id<<16|uint32(i)<<6|uint32(bits.TrailingZeros64(word)))
			}
		}
	}
	return list
}
