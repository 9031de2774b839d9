package feed

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// row is a row of a prices file. It is one of these: the prices of a range of
// arrival dates for one number of nights; the number of units on a range of
// nights; the withdrawal of all prices of a unit type.
type row struct {
	unit     int // the unit type's number, see unitTypes
	from, to date.Date
	weekdays uint8 // bit n: time.Weekday(n)
	nights   int   // 0: the row has no prices
	prices   []partyPrice
	units    int // -1: the row has no allotment
	withdraw bool

	has struct{ unit, from, to, arrival, weekdays bool }
}

// partyPrice is the price for parties of up to a size; a price of 0 withdraws
// it.
type partyPrice struct {
	party  int
	price  money.Pence // -1: the row has not given it yet
	was    money.Pence
	hasWas bool
}

const everyDay = 1<<7 - 1

func (r *row) reset() {
	*r = row{prices: r.prices[:0], units: -1, weekdays: everyDay}
}

// party finds or adds the entry of a party size.
func (r *row) party(size int) *partyPrice {
	for i := range r.prices {
		if r.prices[i].party == size {
			return &r.prices[i]
		}
	}
	r.prices = append(r.prices, partyPrice{party: size, price: -1})
	return &r.prices[len(r.prices)-1]
}

// check checks the row as a whole, after its fields have been read.
func (r *row) check(today date.Date, full bool) *fault {
	if !r.has.unit {
		return faultf("unit", "is missing")
	}
	if r.withdraw {
		switch {
		case full:
			return faultf("withdraw", "is for deltas only: a full file withdraws whatever it does not contain")
		case r.nights != 0 || len(r.prices) > 0 || r.units >= 0 || r.has.from || r.has.arrival:
			return faultf("withdraw", "cannot be combined with any field but unit")
		}
		return nil
	}
	if wrong := r.checkDates(today); wrong != nil {
		return wrong
	}
	if r.units >= 0 {
		if r.nights != 0 || len(r.prices) > 0 {
			return faultf("units", "must be in a row of its own, without nights and prices")
		}
		if r.has.weekdays {
			return faultf("weekdays", "cannot be combined with units: an allotment is for every night from the first to the last")
		}
		return nil
	}
	if r.nights == 0 {
		return faultf("nights", "is missing")
	}
	if len(r.prices) == 0 {
		return faultf("prices", "is missing")
	}
	for _, p := range r.prices {
		if p.price < 0 {
			return faultf("was", "party size %d has an earlier price but no price", p.party)
		}
		if p.was != 0 && p.was <= p.price {
			return faultf("was", "the earlier price of party size %d is not higher than the price", p.party)
		}
	}
	return nil
}

func (r *row) checkDates(today date.Date) *fault {
	switch {
	case r.has.arrival && (r.has.from || r.has.to):
		return faultf("arrival", "cannot be combined with from and to")
	case !r.has.arrival && !r.has.from:
		return faultf("from", "is missing")
	case !r.has.to:
		r.to = r.from
	}
	if r.to < r.from {
		return faultf("to", "is before from")
	}
	if r.to > today+rates.Horizon {
		return faultf("to", "is more than %d days ahead", rates.Horizon)
	}
	return nil
}

// days counts the row's arrival dates on or after a date.
func (r *row) days(from date.Date) (n int64) {
	first := max(r.from, from)
	if first > r.to {
		return 0
	}
	span := int(r.to-first) + 1
	n = int64(span/7) * int64(bits.OnesCount8(r.weekdays))
	weekday := int(first.Weekday())
	for range span % 7 { // whole weeks do not change the weekday
		n += int64(r.weekdays >> weekday & 1)
		weekday = (weekday + 1) % 7
	}
	return n
}

// The kinds of packed rows.
const (
	packedPrices = iota
	packedUnits
	packedWithdraw
)

// pack appends the row in a compact form, without its unit type.
func (r *row) pack(b []byte) []byte {
	if r.withdraw {
		return append(b, packedWithdraw)
	}
	form := byte(packedPrices)
	if r.units >= 0 {
		form = packedUnits
	}
	b = append(b, form)
	b = binary.AppendVarint(b, int64(r.from))
	b = binary.AppendUvarint(b, uint64(r.to-r.from))
	if form == packedUnits {
		return binary.AppendUvarint(b, uint64(r.units))
	}
	b = append(b, r.weekdays, byte(r.nights), byte(len(r.prices)))
	for _, p := range r.prices {
		b = append(b, byte(p.party))
		b = binary.AppendUvarint(b, uint64(p.price))
		b = binary.AppendUvarint(b, uint64(p.was))
	}
	return b
}

// unpack reads a row written by pack. It does not check for errors.
func (r *row) unpack(b []byte) {
	unit := r.unit
	r.reset()
	r.unit = unit
	form := b[0]
	if form == packedWithdraw {
		r.withdraw = true
		return
	}
	b = b[1:]
	from, n := binary.Varint(b)
	b = b[n:]
	days, n := binary.Uvarint(b)
	b = b[n:]
	r.from, r.to = date.Date(from), date.Date(from)+date.Date(days)
	if form == packedUnits {
		units, _ := binary.Uvarint(b)
		r.units = int(units)
		return
	}
	r.weekdays, r.nights = b[0], int(b[1])
	count := int(b[2])
	b = b[3:]
	for range count {
		p := partyPrice{party: int(b[0])}
		price, n := binary.Uvarint(b[1:])
		b = b[1+n:]
		was, n := binary.Uvarint(b)
		b = b[n:]
		p.price, p.was = money.Pence(price), money.Pence(was)
		r.prices = append(r.prices, p)
	}
}

// The setters below parse the text of one field, for both formats.

func (r *row) setUnit(text []byte, units map[string]int) *fault {
	number, known := units[string(text)]
	if !known {
		if wrong := checkUTF8(text); wrong != nil {
			return &fault{"unit", wrong.reason}
		}
		return faultf("unit", "there is no unit type %q in the catalogue", shorten(text))
	}
	r.unit, r.has.unit = number, true
	return nil
}

func (r *row) setDate(column string, text []byte) *fault {
	d, ok := parseDay(text)
	if !ok {
		return faultf(column, "expected yyyy-mm-dd, not %q", shorten(text))
	}
	switch column {
	case "arrival":
		r.has.arrival = true
		r.from = d
	case "from":
		r.has.from = true
		r.from = d
	case "to":
		r.has.to = true
		r.to = d
	}
	return nil
}

var weekdayNames = map[string]uint8{"sun": 1 << 0, "mon": 1 << 1, "tue": 1 << 2, "wed": 1 << 3, "thu": 1 << 4, "fri": 1 << 5, "sat": 1 << 6}

func (r *row) setWeekdays(text []byte) *fault {
	r.weekdays, r.has.weekdays = 0, true
	for name := range bytes.FieldsSeq(text) {
		bit, known := weekdayNames[string(name)]
		if !known {
			return faultf("weekdays", "expected names such as \"mon fri\", not %q", shorten(text))
		}
		r.weekdays |= bit
	}
	if r.weekdays == 0 {
		return faultf("weekdays", "is empty")
	}
	return nil
}

func (r *row) setNights(text []byte) *fault {
	n, ok := parseNumber(text)
	if !ok || n < 1 || n > availability.MaxNights {
		return faultf("nights", "expected 1 to %d, not %q", availability.MaxNights, shorten(text))
	}
	r.nights = n
	return nil
}

func (r *row) setUnits(text []byte) *fault {
	n, ok := parseNumber(text)
	if !ok || n > availability.MaxUnits {
		return faultf("units", "expected 0 to %d, not %q", availability.MaxUnits, shorten(text))
	}
	r.units = n
	return nil
}

// setPrice reads the price or the earlier price of a party size.
func (r *row) setPrice(column string, party int, text []byte) *fault {
	amount, err := money.Parse(text)
	if err != nil || text[0] == '-' || amount > availability.MaxPrice {
		return faultf(fmt.Sprintf("%s of party size %d", column, party), "expected pounds with at most two decimals, not %q", shorten(text))
	}
	p := r.party(party)
	if column == "was" {
		if p.hasWas {
			return faultf(column, "party size %d is given twice", party)
		}
		p.was, p.hasWas = amount, true
		return nil
	}
	if p.price >= 0 {
		return faultf("prices", "party size %d is given twice", party)
	}
	p.price = amount
	return nil
}

// parseParty reads a party size, at most the largest that a search allows.
func parseParty(text []byte) (size int, ok bool) {
	size, ok = parseNumber(text)
	return size, ok && size >= 1 && size <= catalogue.MaxParty
}

// parseNumber reads up to six digits.
func parseNumber(text []byte) (n int, ok bool) {
	if len(text) == 0 || len(text) > 6 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// parseDay reads yyyy-mm-dd.
func parseDay(text []byte) (d date.Date, ok bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return 0, false
	}
	d, err := date.ParseISO(string(text))
	return d, err == nil
}
