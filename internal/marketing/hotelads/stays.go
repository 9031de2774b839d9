package hotelads

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// How much Google takes: arrival dates from tomorrow on, and nights of a stay.
const (
	arrivalDays = 330
	maxNights   = 30
)

// ratePlan is the code of our only rate.
const ratePlan = "STD"

// stock is what a unit type sells: the prices of stays by arrival date, and the units left
// by night. Both are complete for the dates that Google takes.
type stock struct {
	first  date.Date // tomorrow
	prices map[date.Date][]stayPrice
	left   []int // by night from first on
}

// stayPrice is the price of a stay for parties up to a size, with what is compulsory.
type stayPrice struct {
	nights, guests int
	price          money.Pence
}

// stockOf reads what a unit type sells. Stays of nights that its channel does not sell are
// not among it: the site would not find them.
func stockOf(ix *availability.Index, u *catalogue.UnitInfo, first date.Date) stock {
	s := stock{first: first, prices: map[date.Date][]stayPrice{}, left: make([]int, arrivalDays+maxNights)}
	number, ok := ix.Unit(u.ID)
	if !ok {
		return s
	}
	table, allotment, booked := ix.UnitData(number)
	if table == nil {
		return s
	}
	for i := range s.left {
		s.left[i] = allotment.At(first + date.Date(i))
	}
	for _, b := range booked {
		if i := int(b.Night - first); i >= 0 && i < len(s.left) {
			s.left[i] = max(s.left[i]-b.Units, 0)
		}
	}
	thresholds, charges, levies := table.Thresholds(), u.Charges(), u.LevyRules() // which the table is without
	for p := range table.All() {
		if p.Arrival < first || p.Arrival >= first+arrivalDays || !sold(u.Channel, p.Nights) {
			continue
		}
		guests := thresholds[p.Threshold]
		price := p.Price + charges.Of(p.Nights, guests, 0) + levies.Of(p.Price, p.Arrival, p.Nights, guests, 0)
		s.prices[p.Arrival] = append(s.prices[p.Arrival], stayPrice{p.Nights, guests, price})
	}
	return s
}

// sold reports whether Google and a channel take stays of a number of nights.
func sold(channel string, nights int) bool {
	c, _ := catalogue.ChannelOf(channel)
	return nights <= maxNights && (c.Nights() == nil || slices.Contains(c.Nights(), nights))
}

// The kinds of messages, in the order in which a property is sent: nothing shows before
// Google has all of them.
const (
	kindData  = "data"  // Transaction (Property Data)
	kindRates = "rates" // OTA_HotelRateAmountNotifRQ
	kindUnits = "units" // OTA_HotelInvCountNotifRQ
	kindOpen  = "open"  // OTA_HotelAvailNotifRQ
)

// part is a part of what Google is to know of a property: an element or several of one
// kind of message.
type part struct {
	key  string // kind, room and month; what was sent is stored by it
	kind string
	body string
}

// digest is what is stored of a part that was sent.
func (p part) digest(resend int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", resend, p.body))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// partsOf returns what Google is to know of a property, in the order in which it is sent.
func partsOf(a *Account, p *property, ix *availability.Index, first date.Date) []part {
	parts := []part{{kindData, kindData, propertyData(a, p)}}
	var rates, units, open []part
	for _, u := range p.units {
		room, s := p.room(a, u), stockOf(ix, u, first)
		for month, days := range months(first, arrivalDays+maxNights) {
			add := func(to *[]part, kind, body string) {
				if body != "" {
					*to = append(*to, part{kind + "/" + room + "/" + month, kind, body})
				}
			}
			add(&rates, kindRates, s.rates(room, days))
			add(&units, kindUnits, s.unitsLeft(room, days))
			add(&open, kindOpen, s.restrictions(room, days))
		}
	}
	return slices.Concat(parts, rates, units, open)
}

// none is at the end of the keys of what noParts returns.
const none = "/none"

// closed reports whether Google knows that nothing of a property is for sale.
func closed(sent map[string]string) bool {
	for key := range sent {
		if !strings.HasSuffix(key, none) {
			return false
		}
	}
	return true
}

// noParts is what Google is to know of rooms that are not listed any more: there are none.
func noParts(rooms []string, first date.Date) (parts []part) {
	last := first + arrivalDays + maxNights - 1
	for _, room := range rooms {
		parts = append(parts, part{kindUnits + "/" + room + none, kindUnits, unitsElement(room, first, last, 0)},
			part{kindOpen + "/" + room + none, kindOpen, openElement(room, first, last, "Master", false)})
	}
	return parts
}

// roomsIn returns the rooms of which something was sent, by the keys of its parts.
func roomsIn(sent map[string]string) []string {
	rooms := map[string]bool{}
	for key := range sent {
		if fields := strings.Split(key, "/"); len(fields) == 3 {
			rooms[fields[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(rooms))
}

// rates returns the prices of stays that begin on some days: one element for each run of
// days with the same prices.
func (s stock) rates(room string, days []date.Date) string {
	var b strings.Builder
	for r := range runs(days, s.ratesOn) {
		if r.value == "" {
			continue
		}
		fmt.Fprintf(&b, `<RateAmountMessage><StatusApplicationControl Start="%s" End="%s" InvTypeCode="%s" RatePlanCode="%s"/><Rates>%s</Rates></RateAmountMessage>`,
			r.first.ISO(), r.last.ISO(), room, ratePlan, r.value)
	}
	return b.String()
}

// ratesOn returns the prices of an arrival date: for each number of nights the price of the
// whole stay, by party size. A price counts for smaller parties until the next one, as in
// our tables.
func (s stock) ratesOn(arrival date.Date) string {
	prices := s.prices[arrival]           // by nights: the table is read in their order
	b := make([]byte, 0, 100*len(prices)) // appended: a park has a hundred thousand of them
	for i, p := range prices {
		if i == 0 || prices[i-1].nights != p.nights {
			b = append(strconv.AppendInt(append(b, `<Rate RateTimeUnit="Day" UnitMultiplier="`...), int64(p.nights), 10), `"><BaseByGuestAmts>`...)
		}
		b = append(p.price.Append(append(b, `<BaseByGuestAmt AmountAfterTax="`...)), `" CurrencyCode="GBP" NumberOfGuests="`...)
		b = append(strconv.AppendInt(b, int64(p.guests), 10), `"/>`...)
		if i == len(prices)-1 || prices[i+1].nights != p.nights {
			b = append(b, `</BaseByGuestAmts></Rate>`...)
		}
	}
	return string(b)
}

// unitsLeft returns how many units are left on some nights.
func (s stock) unitsLeft(room string, days []date.Date) string {
	var b strings.Builder
	for r := range runs(days, func(night date.Date) int { return s.left[night-s.first] }) {
		b.WriteString(unitsElement(room, r.first, r.last, r.value))
	}
	return b.String()
}

// restrictions returns which nights are open, and on which of them a stay can begin. A date
// that has lost all its prices is closed for arrival: messages of rates cannot say that
// there are none.
func (s stock) restrictions(room string, days []date.Date) string {
	var b strings.Builder
	for r := range runs(days, func(night date.Date) bool { return s.left[night-s.first] > 0 }) {
		b.WriteString(openElement(room, r.first, r.last, "Master", r.value))
	}
	for r := range runs(days, func(arrival date.Date) bool { return len(s.prices[arrival]) > 0 }) {
		b.WriteString(openElement(room, r.first, r.last, "Arrival", r.value))
	}
	return b.String()
}

func unitsElement(room string, first, last date.Date, count int) string {
	return fmt.Sprintf(`<Inventory><StatusApplicationControl Start="%s" End="%s" InvTypeCode="%s"/><InvCounts><InvCount Count="%d" CountType="2"/></InvCounts></Inventory>`,
		first.ISO(), last.ISO(), room, count)
}

func openElement(room string, first, last date.Date, restriction string, open bool) string {
	status := "Close"
	if open {
		status = "Open"
	}
	return fmt.Sprintf(`<AvailStatusMessage><StatusApplicationControl Start="%s" End="%s" InvTypeCode="%s" RatePlanCode="%s"/><RestrictionStatus Status="%s" Restriction="%s"/></AvailStatusMessage>`,
		first.ISO(), last.ISO(), room, ratePlan, status, restriction)
}

// months yields the days from first on by month: "2027-07".
func months(first date.Date, days int) iter.Seq2[string, []date.Date] {
	return func(yield func(string, []date.Date) bool) {
		var of []date.Date
		for day := first; day < first+date.Date(days); day++ {
			of = append(of, day)
			if last := day == first+date.Date(days)-1; last || (day + 1).ISO()[:7] != day.ISO()[:7] {
				if !yield(day.ISO()[:7], of) {
					return
				}
				of = nil
			}
		}
	}
}

// run is some days in a row with the same value.
type run[V any] struct {
	first, last date.Date
	value       V
}

// runs yields consecutive days, in runs with the same value.
func runs[V comparable](days []date.Date, of func(date.Date) V) iter.Seq[run[V]] {
	return func(yield func(run[V]) bool) {
		var now run[V]
		for i, day := range days {
			switch value := of(day); {
			case i == 0:
				now = run[V]{day, day, value}
			case value == now.value:
				now.last = day
			default:
				if !yield(now) {
					return
				}
				now = run[V]{day, day, value}
			}
		}
		if len(days) > 0 {
			yield(now)
		}
	}
}
