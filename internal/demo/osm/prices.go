package osm

import (
	"bufio"
	"context"
	"slices"
	"strconv"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/money"
)

// band is a range of arrival dates with the same price.
type band struct {
	from, to date.Date
	season   int // price level in per cent of that in May
	winter   bool
}

// bandsOf divides a window into bands.
func bandsOf(first date.Date, days int) (bands []band) {
	last := first + date.Date(days-1)
	for d := first; d <= last; {
		y, m, _ := d.Time().Date()
		b := band{from: d}
		switch {
		case m <= time.March:
			b.to, b.season, b.winter = date.Of(y, 3, 31), 64, true
		case m <= time.June:
			b.to, b.season = date.Of(y, 6, 30), 100
		case m <= time.August:
			b.to, b.season = date.Of(y, 8, 31), 155
		case m <= time.October:
			b.to, b.season = date.Of(y, 10, 31), 96
		default:
			b.to, b.season, b.winter = date.Of(y+1, 3, 31), 64, true
		}
		b.to = min(b.to, last)
		bands = append(bands, b)
		d = b.to + 1
	}
	return bands
}

// stays is a list of numbers of nights, and the weekdays on which they begin.
type stays struct {
	weekdays string
	days     []time.Weekday
	nights   []int
}

// allowed holds the stays that each channel allows.
var allowed = func() map[string][]int {
	nights := map[string][]int{}
	for _, c := range catalogue.Channels {
		nights[c.Code] = c.Nights()
	}
	return nights
}()

// lengthsOf chooses the stays of a unit type: some of those that its channel
// allows, and always a week. All sites together have all of them.
func (u *unit) lengthsOf() []stays {
	monday, friday, saturday := time.Monday, time.Friday, time.Saturday
	if u.Channel == "ukcaravan" {
		return []stays{
			{"mon", []time.Weekday{monday}, []int{4, 7, 11, 14}},
			{"fri", []time.Weekday{friday}, []int{3, 7, 10, 14}},
		}
	}
	drawn := []int{7}
	list := allowed[u.Channel]
	start := int(u.chance >> 8 % uint64(len(list)))
	for i := 0; len(drawn) < min(lengths[u.Channel], len(list)); i++ {
		if n := list[(start+i*step(len(list)))%len(list)]; !slices.Contains(drawn, n) {
			drawn = append(drawn, n)
		}
	}
	slices.Sort(drawn)
	if u.Channel == "eurocaravan" {
		return []stays{{"sat", []time.Weekday{saturday}, drawn}}
	}
	return []stays{{"mon fri", []time.Weekday{monday, friday}, drawn}}
}

// lengths is how many different numbers of nights a unit type of a channel has.
var lengths = map[string]int{"eurocaravan": 9, "uktouring": 10, "uklodge": 6}

// step is a stride through a list of n entries that visits every entry before it
// repeats one.
func step(n int) int {
	for s := n*3/8 + 1; ; s++ {
		a, b := n, s
		for b != 0 {
			a, b = b, a%b
		}
		if a == 1 {
			return s
		}
	}
}

// writePrices writes prices and allotments, by ranges of dates.
func writePrices(ctx context.Context, out *bufio.Writer, sites []*site, today date.Date, report *Report) error {
	first, days := demo.Window(today)
	bands := bandsOf(first, days)
	var buf []byte
	for _, s := range sites {
		if err := ctx.Err(); err != nil {
			return err
		}
		shut := hash(s.id+"winter")%100 < 35
		for i := range s.units {
			buf = s.units[i].appendRows(buf[:0], bands, shut, report)
			if _, err := out.Write(buf); err != nil {
				return err
			}
		}
	}
	return nil
}

// longest is the most nights of a stay that begins on the last arrival date.
const longest = 21

// appendRows writes the rows of one unit type.
func (u *unit) appendRows(b []byte, bands []band, shut bool, report *Report) []byte {
	head := append(append([]byte(`{"unit":"`), u.ID...), '"')
	for i, band := range bands {
		if band.winter && shut {
			continue
		}
		until := band.to
		if i == len(bands)-1 {
			until += longest
		}
		b = appendRun(append(b, head...), band.from, until)
		b = strconv.AppendInt(append(b, `,"units":`...), int64(u.count), 10)
		b = append(b, "}\n"...)
		report.PriceRows++
		reduced := u.chance>>(uint(i)*3)%8 == 0
		for _, s := range u.lengthsOf() {
			arrivals := s.in(band)
			if arrivals == 0 {
				continue
			}
			for _, nights := range s.nights {
				b = u.appendStay(append(b, head...), band, s, nights, reduced)
				report.PriceRows++
				report.Prices += arrivals * len(u.keys)
			}
		}
	}
	return b
}

// in counts the arrival dates in a band.
func (s stays) in(b band) (n int) {
	for d := b.from; d <= b.to; d++ {
		if slices.Contains(s.days, d.Weekday()) {
			n++
		}
	}
	return n
}

func appendRun(b []byte, from, to date.Date) []byte {
	b = append(append(b, `,"from":"`...), from.ISO()...)
	b = append(append(b, `","to":"`...), to.ISO()...)
	return append(b, '"')
}

func (u *unit) appendStay(b []byte, band band, s stays, nights int, reduced bool) []byte {
	b = appendRun(b, band.from, band.to)
	b = append(append(append(b, `,"weekdays":"`...), s.weekdays...), `","nights":`...)
	b = strconv.AppendInt(b, int64(nights), 10)
	off := 100
	if reduced {
		off = 85
	}
	b = u.appendPrices(append(b, `,"prices":{`...), band, nights, off)
	if reduced {
		b = u.appendPrices(append(b, `,"was":{`...), band, nights, 100)
	}
	return append(b, "}\n"...)
}

// appendPrices writes the price of each party size; a larger party pays more.
func (u *unit) appendPrices(b []byte, band band, nights, percent int) []byte {
	for i, key := range u.keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, '"'), int64(key), 10)
		b = append(append(append(b, `":"`...), u.price(band, nights, i, percent).String()...), '"')
	}
	return append(b, '}')
}

// price is what a stay costs, in whole pounds. A longer stay costs less per night
// but never less in total.
func (u *unit) price(band band, nights, key, percent int) money.Pence {
	share := 70 + 40/(nights+1) // per cent of the single night's rate
	p := u.rate * money.Pence(band.season*nights*share*(100+12*key)) / (100 * 100 * 100)
	return max(money.Pounds(5), p*money.Pence(percent)/100/100*100)
}
