package availability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
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
//	uvarint  where dogs cost something: pence for each dog, for a stay and for a night

// errTruncated is the cause of every decoding error where bytes are missing.
var errTruncated = errors.New("truncated")

// series is the prices of one duration and one threshold.
type series struct {
	nights, threshold int
	first             int    // day in the price table's window
	days              []byte // bitmap of the days from first on
	priceIndexes      []byte // a place in the list of prices each
	count             int
}

// packed is a price table in its binary form, with the positions of its parts.
type packed struct {
	thresholds []int
	first      date.Date
	days       int
	prices     []uint32 // distinct, ascending
	width      int      // bytes of an index into prices
	series     []series
	was        []earlier
	dogs       money.Rates
}

// earlier is the earlier price (WAS) of a price.
type earlier struct {
	series, day int
	pence       uint32
}

// widthOf returns how many bytes an index into so many distinct prices needs.
func widthOf(distinct int) int {
	switch {
	case distinct <= 1<<8:
		return 1
	case distinct <= 1<<16:
		return 2
	}
	return 4
}

// priceIndex returns the place of the i-th price of a series in the list of prices.
func (p *packed) priceIndex(series *series, i int) int {
	switch p.width {
	case 1:
		return int(series.priceIndexes[i])
	case 2:
		return int(binary.LittleEndian.Uint16(series.priceIndexes[2*i:]))
	}
	return int(binary.LittleEndian.Uint32(series.priceIndexes[4*i:]))
}

// Encode returns the price table's binary form. Equal price tables with the same window and
// thresholds have the same bytes.
func (t *PriceTable) Encode() []byte {
	prices := t.distinct()
	b := []byte{blobVersion, byte(len(t.thresholds))}
	for _, threshold := range t.thresholds {
		b = append(b, byte(threshold))
	}
	b = binary.AppendVarint(b, int64(t.first))
	b = binary.AppendUvarint(b, uint64(t.days))
	b = binary.AppendUvarint(b, uint64(len(prices)))
	last := uint32(0)
	for _, price := range prices {
		b = binary.AppendUvarint(b, uint64(price-last))
		last = price
	}
	var body []byte
	var was []earlier
	count, width := 0, widthOf(len(prices))
	var daysBefore []byte
	for _, nights := range t.Nights() {
		cells := t.prices[nights]
		for threshold := range t.thresholds {
			first, days := t.daysOf(nights, threshold)
			if days == nil {
				continue
			}
			body = append(body, byte(nights), byte(threshold))
			body = binary.AppendUvarint(body, uint64(first))
			body = binary.AppendUvarint(body, uint64(len(days)))
			if slices.Equal(days, daysBefore) {
				body = append(body, 1)
			} else {
				body = append(append(body, 0), days...)
			}
			daysBefore = days
			for day := first; day < min(t.days, first+8*len(days)); day++ {
				c := cells[day*len(t.thresholds)+threshold]
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
	if len(t.dogs) > 0 {
		b = binary.AppendUvarint(b, uint64(t.dogs.Of(0, 0, 1)))
		b = binary.AppendUvarint(b, uint64(t.dogs.Of(1, 0, 1)-t.dogs.Of(0, 0, 1)))
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

// distinct returns the table's different prices, ascending.
func (t *PriceTable) distinct() []uint32 {
	var prices []uint32
	for _, cells := range t.prices {
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
func (t *PriceTable) daysOf(nights, threshold int) (first int, days []byte) {
	all := make([]byte, (t.days+7)/8)
	lo, hi := len(all), -1
	cells := t.prices[nights]
	for day := range t.days {
		if cells[day*len(t.thresholds)+threshold].price != 0 {
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
	packed, err := unpack(b)
	if err != nil {
		return nil, err
	}
	table, err := NewPriceTable(packed.thresholds, packed.first, packed.days)
	if err != nil {
		return nil, fmt.Errorf("decode price table: %w: %w", ErrUnreadable, err)
	}
	table.dogs = packed.dogs
	for i := range packed.series {
		one := &packed.series[i]
		cells := table.prices[one.nights]
		if cells == nil {
			cells = make([]cell, table.days*len(table.thresholds))
			table.prices[one.nights] = cells
		}
		packed.eachDay(one, func(day, place int) {
			cells[day*len(table.thresholds)+one.threshold].price = packed.prices[place]
		})
	}
	for _, w := range packed.was {
		one := &packed.series[w.series]
		table.prices[one.nights][w.day*len(table.thresholds)+one.threshold].was = w.pence
	}
	return table, nil
}

// eachDay calls do with every day of a series and the index of its price.
func (p *packed) eachDay(series *series, do func(day, place int)) {
	i := 0
	for at, word := range series.days {
		for ; word != 0; word &= word - 1 {
			do(series.first+8*at+bits.TrailingZeros8(word), p.priceIndex(series, i))
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
	table := &packed{}
	for range r.byte() {
		table.thresholds = append(table.thresholds, int(r.byte()))
	}
	table.first = date.Date(r.varint())
	table.days = r.count(maxDays)
	for i, threshold := range table.thresholds {
		if threshold == 0 || i > 0 && threshold <= table.thresholds[i-1] {
			r.fail(errors.New("thresholds out of order"))
		}
	}
	table.prices = make([]uint32, r.count(len(r.b)))
	last := uint64(0)
	for i := range table.prices {
		step := r.uvarint()
		if last += step; step == 0 || last > uint64(MaxPrice) {
			r.fail(errors.New("price out of order or range"))
			break
		}
		table.prices[i] = uint32(last)
	}
	table.width = widthOf(len(table.prices))
	table.series = make([]series, 0, r.count(len(r.b)))
	var daysBefore []byte
	order := -1
	for range cap(table.series) {
		one := table.readSeries(&r, daysBefore)
		if now := one.nights<<8 | one.threshold; r.err == nil && now <= order {
			r.fail(errors.New("series out of order"))
		} else {
			order = now
		}
		if r.err != nil {
			break
		}
		daysBefore = one.days
		table.series = append(table.series, one)
	}
	table.was = make([]earlier, 0, r.count(len(r.b)))
	for range cap(table.was) {
		w := earlier{r.count(len(table.series) - 1), r.count(table.days - 1), uint32(r.count(int(MaxPrice)))}
		table.was = append(table.was, w)
	}
	if len(r.b) > 0 {
		var with PriceTable
		with.ChargeDogs(money.Pence(r.count(int(MaxPrice))), money.Pence(r.count(int(MaxPrice))))
		table.dogs = with.dogs
	}
	if r.err != nil {
		return nil, fmt.Errorf("decode price table: %w: %w", ErrUnreadable, r.err)
	}
	return table, nil
}

// readSeries reads one series. daysBefore is the bitmap of days of the series before it.
func (p *packed) readSeries(r *reader, daysBefore []byte) series {
	series := series{nights: int(r.byte()), threshold: int(r.byte()), first: r.count(p.days)}
	span := r.count(p.days/8 + 1)
	if r.byte() == 1 {
		if series.days = daysBefore; len(daysBefore) != span {
			r.fail(errors.New("days of the series before do not fit"))
		}
	} else {
		series.days = r.bytes(span)
	}
	end := 0
	for i, word := range series.days {
		series.count += bits.OnesCount8(word)
		if word != 0 {
			end = series.first + 8*i + bits.Len8(word)
		}
	}
	series.priceIndexes = r.bytes(series.count * p.width)
	if series.nights < 1 || series.nights > MaxNights || series.threshold >= len(p.thresholds) || end > p.days {
		r.fail(errors.New("series outside the table"))
	}
	for i := 0; r.err == nil && i < series.count; i++ {
		if p.priceIndex(&series, i) >= len(p.prices) {
			r.fail(errors.New("place outside the list of prices"))
		}
	}
	return series
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

// count reads a number of at most limit. Where limit is below 0, every number is
// an error.
func (r *reader) count(limit int) int {
	v := r.uvarint()
	if limit < 0 || v > uint64(limit) {
		r.fail(fmt.Errorf("number %d, want at most %d", v, limit))
		return 0
	}
	return int(v)
}
