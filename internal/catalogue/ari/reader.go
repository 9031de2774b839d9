package ari

import (
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// reader turns a message of any dialect into rows. Its methods panic with a *Refusal, which
// reading catches.
type reader struct {
	Message
	partner Partner
	sleeps  sleeper
	today   date.Date
}

// sleeper says how many a unit type of a park sleeps, if our catalogue has it.
type sleeper func(park, unit string) (persons int, ok bool)

// reading reads a message of a kind by a function.
func reading(kind string, p Partner, today date.Date, sleeps sleeper, read func(*reader)) (m Message, refused *Refusal) {
	o := &reader{Message: Message{Kind: kind}, partner: p, sleeps: sleeps, today: today}
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case *Refusal:
			m, refused = Message{Kind: kind, Hotel: o.Hotel}, reason
		default:
			panic(reason)
		}
	}()
	read(o)
	return o.Message, nil
}

// hotel notes which hotel the message is about.
func (o *reader) hotel(code string) {
	hotel, ok := o.partner.Hotels[code]
	if !ok {
		panic(refusef(codeHotel, noHotel, short(code)))
	}
	o.Hotel = hotel
}

// period reads the first and the last date of something, each with its name. ok is false
// where none of its dates can be sold; a warning tells of those that cannot.
func (o *reader) period(record string, first, last [2]string) (when rates.Period, ok bool) {
	read := func(name, value string) date.Date {
		if value == "" {
			panic(refusef(codeMissing, "%s is missing", name))
		}
		day, _, _ := strings.Cut(value, "T")
		d, err := date.ParseISO(day)
		if err != nil {
			panic(refusef(codeOther, "%s is a date such as 2027-07-16, not %q", name, short(value)))
		}
		return d
	}
	when = rates.Period{From: read(first[0], first[1]), To: read(last[0], last[1])}
	if when.To < when.From {
		panic(refusef(codeOther, "%s %s is before %s %s", last[0], when.To.ISO(), first[0], when.From.ISO()))
	}
	if when.From < o.today {
		o.warn(record, "Dates before %s are not kept", o.today.ISO())
	}
	if last := o.today + rates.Horizon; when.To > last {
		o.warn(record, "Dates after %s are not kept", last.ISO())
	}
	when = rates.Period{From: max(when.From, o.today), To: min(when.To, o.today+rates.Horizon)}
	return when, when.From <= when.To
}

// known says whether the hotel has a room, and whether our catalogue has its unit type.
func (o *reader) known(code string) (known, there bool) {
	room, known := o.Hotel.Rooms[code]
	_, there = o.sleeps(o.Hotel.Park, room.Unit)
	return known, known && there
}

// scope is what a part of a message is for: rooms and dates.
type scope struct {
	rooms    []string // the partner's codes
	when     []rates.Period
	weekdays rates.Weekdays
}

// rooms returns the rooms that an element is for. All of them are in our catalogue. It is
// refused where it names a rate that we do not sell.
func (o *reader) rooms(rate string, code string, all bool) []string {
	codes := []string{code}
	switch all = all && code == ""; {
	case all:
		codes = o.Hotel.codes()
	case code == "":
		panic(refusef(codeMissing, "InvTypeCode is missing"))
	}
	var found []string
	for _, code := range codes {
		room := o.Hotel.Rooms[code]
		if _, there := o.known(code); !there {
			if all {
				continue // of all rooms, those that have left our catalogue are not meant
			}
			panic(refusef(codeRoom, noRoom))
		}
		if rate == "" || rate == room.Rate {
			found = append(found, code)
		}
	}
	if len(found) == 0 {
		panic(refusef(codeRate, noRate))
	}
	return found
}

// maxRows limits what a message says. One that names a room in each element never exceeds it.
const maxRows = maxElements

// add adds a row for all rooms of a scope.
func (o *reader) add(s scope, row rates.Row) {
	row.When, row.Weekdays = s.when, s.weekdays
	if len(o.Rows)+len(s.rooms) > maxRows {
		panic(refusef(codeOther, "The message says more than %d things of rooms: send fewer dates at once", maxRows))
	}
	for _, code := range s.rooms {
		o.Rows = append(o.Rows, Row{o.Hotel.Rooms[code].Unit, row})
	}
}

func (o *reader) addIf(ok bool, s scope, row rates.Row) {
	if ok {
		o.add(s, row)
	}
}

// number reads a whole number.
func number(name, text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		panic(refusef(codeOther, "%s is a whole number up to %d, not %q", name, most, short(text)))
	}
	return n
}

// short cuts what an answer repeats.
func short(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// pounds reads an amount. Partners compute percentages: more than two decimals are rounded,
// half up, of which a warning tells.
func (o *reader) pounds(record, name, text, decimals string) money.Pence {
	point := strings.IndexByte(text, '.')
	if point < 0 && decimals != "" && decimals != "0" {
		panic(refusef(codeOther, "%s with DecimalPlaces needs a decimal point, such as 100.00", name))
	}
	up := money.Pence(0)
	if point >= 0 && len(text) > point+3 {
		rest := text[point+3:]
		if strings.Trim(rest, "0123456789") != "" {
			panic(refusef(codeOther, "%s is an amount such as 100.00, not %q", name, short(text)))
		}
		if text = text[:point+3]; strings.Trim(rest, "0") != "" {
			o.warn(record, "Amounts are rounded to whole pence")
			if rest[0] >= '5' {
				up = 1
			}
		}
	}
	amount, err := money.Parse(text)
	if err != nil || amount < 0 || amount > rates.LargestFee {
		panic(refusef(codeOther, "%s is an amount such as 100.00, at most %s, not %q", name, money.Pence(rates.LargestFee), short(text)))
	}
	return amount + up
}

// sorted returns prices by party, of which each serves smaller parties, too: those that
// equal the next are left out.
func sorted(prices []rates.PartyPrice) []rates.PartyPrice {
	slices.SortStableFunc(prices, func(a, b rates.PartyPrice) int { return a.Party - b.Party })
	var kept []rates.PartyPrice
	for i, p := range prices {
		if i+1 == len(prices) || prices[i+1].Price != p.Price {
			kept = append(kept, p)
		}
	}
	return kept
}

func occupancy(text string) int {
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			panic(refusef(codeOccupancy, noOccupancy))
		}
		n = min(10*n+int(c-'0'), catalogue.MaxParty+1)
	}
	return occupied(n)
}

// occupied checks a number of guests.
func occupied(n int) int {
	switch {
	case n <= 0:
		panic(refusef(codeOccupancy, noOccupancy))
	case n > catalogue.MaxParty:
		panic(refusef(codeAdults, noAdults))
	}
	return n
}

// cut cuts prices to what a unit type sleeps.
func cut(prices []rates.PartyPrice, sleeps int) []rates.PartyPrice {
	for i, p := range prices {
		if p.Party >= sleeps {
			prices[i].Party = sleeps
			return prices[:i+1]
		}
	}
	return prices
}
