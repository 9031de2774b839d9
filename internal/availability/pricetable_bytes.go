package availability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"holidaymaker/internal/date"
)

// The binary form of a price table, version 1. A series is the prices of one duration
// and one threshold in the order of the days, which is how Build reads them.
//
//	byte     version
//	byte     number of thresholds, then each as a byte
//	varint   first arrival date
//	uvarint  number of days
//	uvarint  number of distinct prices, then each as the difference from the one before
//	uvarint  number of series, then for each, by nights, then threshold:
//	    byte     nights
//	    byte     index of the threshold
//	    uvarint  first day, days spanned
//	    byte     1: the days with a price are those of the series before; 0: a bitmap follows
//	    bytes    a place in the list of prices for each day that has one (1, 2 or 4 bytes)
//	uvarint  number of earlier prices, then for each: series, day, pence as uvarints

// errTruncated is the cause of every decoding error where bytes are missing.
var errTruncated = errors.New("truncated")

type series struct {
	nights, threshold int
	first             int    // day in the price table's window
	days              []byte // bitmap of the days from first on
	priceIndexes      []byte // a place in the list of prices each
	count             int
}

// packed is a price table in its binary form, with the positions of its parts.
type packed struct {
	keys   []int
	first  date.Date
	days   int
	prices []uint32 // distinct, ascending
	width  int      // bytes of an index into prices
	series []series
	was    []earlier
}

type earlier struct {
	series, day int
	pence       uint32
}

func widthOf(distinct int) int {
	switch {
	case distinct <= 1<<8:
		return 1
	case distinct <= 1<<16:
		return 2
	}
	return 4
}

func (p *packed) priceIndex(s *series, i int) int {
	switch p.width {
	case 1:
		return int(s.priceIndexes[i])
	case 2:
		return int(binary.LittleEndian.Uint16(s.priceIndexes[2*i:]))
	}
	return int(binary.LittleEndian.Uint32(s.priceIndexes[4*i:]))
}

// Encode returns the price table's binary form. Equal price tables with the same window and
// thresholds have the same bytes.
func (s *PriceTable) Encode() []byte {
	prices := s.distinct()
	b := []byte{writtenBlob, byte(len(s.keys))}
	for _, k := range s.keys {
		b = append(b, byte(k))
	}
	b = binary.AppendVarint(b, int64(s.first))
	b = binary.AppendUvarint(b, uint64(s.days))
	b = binary.AppendUvarint(b, uint64(len(prices)))
	last := uint32(0)
	for _, p := range prices {
		b = binary.AppendUvarint(b, uint64(p-last))
		last = p
	}
	var body []byte
	var was []earlier
	count, width := 0, widthOf(len(prices))
	var before []byte
	for _, n := range s.Nights() {
		cells := s.prices[n]
		for k := range s.keys {
			first, days := s.daysOf(n, k)
			if days == nil {
				continue
			}
			body = append(body, byte(n), byte(k))
			body = binary.AppendUvarint(body, uint64(first))
			body = binary.AppendUvarint(body, uint64(len(days)))
			if slices.Equal(days, before) {
				body = append(body, 1)
			} else {
				body = append(append(body, 0), days...)
			}
			before = days
			for day := first; day < min(s.days, first+8*len(days)); day++ {
				c := cells[day*len(s.keys)+k]
				if c.price == 0 {
					continue
				}
				place, _ := slices.BinarySearch(prices, c.price)
				body = appendPriceIndex(body, place, width)
				if c.was != 0 {
					was = append(was, earlier{count, day, c.was})
				}
			}
			count++
		}
	}
	b = append(binary.AppendUvarint(b, uint64(count)), body...)
	b = binary.AppendUvarint(b, uint64(len(was)))
	for _, w := range was {
		b = binary.AppendUvarint(b, uint64(w.series))
		b = binary.AppendUvarint(b, uint64(w.day))
		b = binary.AppendUvarint(b, uint64(w.pence))
	}
	return slices.Clip(sealBlob(b))
}

func appendPriceIndex(b []byte, place, width int) []byte {
	switch width {
	case 1:
		return append(b, byte(place))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(place))
	}
	return binary.LittleEndian.AppendUint32(b, uint32(place))
}

func (s *PriceTable) distinct() []uint32 {
	var prices []uint32
	for _, cells := range s.prices {
		last := uint32(0)
		for _, c := range cells {
			if c.price != 0 && c.price != last {
				prices = append(prices, c.price)
				last = c.price
			}
		}
	}
	slices.Sort(prices)
	return slices.Compact(prices)
}

// daysOf returns the days with a price for a duration and a threshold as a
// bitmap, without empty bytes at both ends; nil when there is none.
func (s *PriceTable) daysOf(nights, threshold int) (first int, days []byte) {
	all := make([]byte, (s.days+7)/8)
	lo, hi := len(all), -1
	cells := s.prices[nights]
	for day := range s.days {
		if cells[day*len(s.keys)+threshold].price != 0 {
			all[day/8] |= 1 << (day % 8)
			lo, hi = min(lo, day/8), day/8
		}
	}
	if hi < 0 {
		return 0, nil
	}
	return lo * 8, all[lo : hi+1]
}

// DecodePriceTable reads the binary form of a price table. Invalid bytes give
// an error, never a panic.
func DecodePriceTable(b []byte) (*PriceTable, error) {
	p, err := unpack(b)
	if err != nil {
		return nil, err
	}
	s, err := NewPriceTable(p.keys, p.first, p.days)
	if err != nil {
		return nil, fmt.Errorf("decode price table: %w: %w", ErrUnreadable, err)
	}
	for i := range p.series {
		one := &p.series[i]
		cells := s.prices[one.nights]
		if cells == nil {
			cells = make([]cell, s.days*len(s.keys))
			s.prices[one.nights] = cells
		}
		p.each(one, func(day, place int) {
			cells[day*len(s.keys)+one.threshold].price = p.prices[place]
		})
	}
	for _, w := range p.was {
		one := &p.series[w.series]
		s.prices[one.nights][w.day*len(s.keys)+one.threshold].was = w.pence
	}
	return s, nil
}

// each calls do with every day of a series and the index of its price.
func (p *packed) each(s *series, do func(day, place int)) {
	i := 0
	for at, word := range s.days {
		for ; word != 0; word &= word - 1 {
			do(s.first+8*at+bits.TrailingZeros8(word), p.priceIndex(s, i))
			i++
		}
	}
}

// unpack checks the bytes of a price table and finds its parts without copying the
// prices.
func unpack(b []byte) (*packed, error) {
	content, err := openBlob("price table", b)
	if err != nil {
		return nil, err
	}
	r := reader{b: content}
	p := &packed{}
	for range r.byte() {
		p.keys = append(p.keys, int(r.byte()))
	}
	p.first = date.Date(r.varint())
	p.days = r.count(maxDays)
	for i, k := range p.keys {
		if k == 0 || i > 0 && k <= p.keys[i-1] {
			r.fail(errors.New("thresholds out of order"))
		}
	}
	p.prices = make([]uint32, r.count(len(r.b)))
	last := uint64(0)
	for i := range p.prices {
		step := r.uvarint()
		if last += step; step == 0 || last > uint64(MaxPrice) {
			r.fail(errors.New("price out of order or range"))
			break
		}
		p.prices[i] = uint32(last)
	}
	p.width = widthOf(len(p.prices))
	p.series = make([]series, 0, r.count(len(r.b)))
	var before []byte
	order := -1
	for range cap(p.series) {
		one := p.readSeries(&r, before)
		if now := one.nights<<8 | one.threshold; r.err == nil && now <= order {
			r.fail(errors.New("series out of order"))
		} else {
			order = now
		}
		if r.err != nil {
			break
		}
		before = one.days
		p.series = append(p.series, one)
	}
	p.was = make([]earlier, 0, r.count(len(r.b)))
	for range cap(p.was) {
		w := earlier{r.count(len(p.series) - 1), r.count(p.days - 1), uint32(r.count(int(MaxPrice)))}
		p.was = append(p.was, w)
	}
	if r.err != nil {
		return nil, fmt.Errorf("decode price table: %w: %w", ErrUnreadable, r.err)
	}
	return p, nil
}

func (p *packed) readSeries(r *reader, before []byte) series {
	s := series{nights: int(r.byte()), threshold: int(r.byte()), first: r.count(p.days)}
	span := r.count(p.days/8 + 1)
	if r.byte() == 1 {
		if s.days = before; len(before) != span {
			r.fail(errors.New("days of the series before do not fit"))
		}
	} else {
		s.days = r.bytes(span)
	}
	end := 0
	for i, word := range s.days {
		s.count += bits.OnesCount8(word)
		if word != 0 {
			end = s.first + 8*i + bits.Len8(word)
		}
	}
	s.priceIndexes = r.bytes(s.count * p.width)
	if s.nights < 1 || s.nights > MaxNights || s.threshold >= len(p.keys) || end > p.days {
		r.fail(errors.New("series outside the table"))
	}
	for i := 0; r.err == nil && i < s.count; i++ {
		if p.priceIndex(&s, i) >= len(p.prices) {
			r.fail(errors.New("place outside the list of prices"))
		}
	}
	return s
}

// reader reads numbers from a byte slice. It keeps the first error.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.b) {
		r.fail(errTruncated)
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail(errTruncated)
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail(errTruncated)
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads a number of at most most. Where most is below 0, every number is
// an error.
func (r *reader) count(most int) int {
	v := r.uvarint()
	if most < 0 || v > uint64(most) {
		r.fail(fmt.Errorf("number %d, want at most %d", v, most))
		return 0
	}
	return int(v)
}
