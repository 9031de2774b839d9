package rates

import (
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Explanation says why a stay costs what it costs, or why it is not sold.
type Explanation struct {
	// Rules says what each rule that concerns the stay gives, in the order in which
	// they are applied.
	Rules []string
	// Price is what the stay costs for the party, 0 when it is not sold.
	Price money.Pence
}

func (e *Explanation) say(text string, args ...any) {
	e.Rules = append(e.Rules, fmt.Sprintf(text, args...))
}

// by names the row that decides something.
func by(r *Row) string {
	if r == nil {
		return " (no row)"
	}
	text := " (" + string(r.Kind) + " row"
	if r.At != "" {
		text += ", " + r.At
	}
	if r.Season != "" {
		text += ", season " + r.Season
	}
	return text + ")"
}

// Explain explains the price of a stay, as Compile computes it today.
func (s Sheet) Explain(today, arrival date.Date, nights, party int) (e Explanation) {
	if arrival <= today {
		e.say("not sold: a stay begins tomorrow at the earliest")
		return e
	}
	if nights < 1 || nights > availability.MaxNights || arrival > today+Horizon {
		e.say("not sold: a stay has 1 to %d nights, and begins at most %d days ahead", availability.MaxNights, Horizon)
		return e
	}
	sum, sold := s.explainNights(&e, arrival, nights, party)
	s.explainDogs(&e)
	if row := s.fixed(arrival, nights); row != nil {
		return s.explainFixed(e, row, arrival, nights, party)
	}
	if allowed := s.explainStay(&e, arrival, nights); sold && allowed {
		d := s.discountAt(today, arrival, nights)
		e.Price = d.explain(&e, sum, int(arrival-today), nights)
		if largest := s.nothing(d, arrival, nights); e.Price > 0 && largest > 0 {
			e.say("not sold: for parties of up to %d its price comes to nothing", largest)
			e.Price = 0
		}
	}
	return e
}

// explainDogs says what each dog costs. It is no part of the price that is explained.
func (s Sheet) explainDogs(e *Explanation) {
	for _, kind := range []struct {
		perNight bool
		of       string
	}{{false, "a stay"}, {true, "a night"}} {
		for i := range slices.Backward(s) {
			if row := &s[i]; row.Kind == KindDog && row.PerNight == kind.perNight {
				e.say("each dog: %s for %s, beside the price%s", row.Amount, kind.of, by(row))
				break
			}
		}
	}
}

// explainNights explains the price of each night. sold is false where a night is not
// sold.
func (s Sheet) explainNights(e *Explanation, arrival date.Date, nights, party int) (sum money.Pence, sold bool) {
	sold = true
	for night := arrival; night < arrival+date.Date(nights); night++ {
		row := s.ofKind(KindNight, night)
		if closed := s.closed(night); closed != nil {
			e.say("%s: closed, not sold%s", night.Short(), by(closed))
			sold = false
			continue
		}
		if row == nil {
			e.say("%s: no night row, not sold", night.Short())
			sold = false
			continue
		}
		person := s.ofKind(KindPerson, night)
		price, ok := priceFor(nightPrices(row, person), party)
		if !ok {
			e.say("%s: no price for a party of %d, not sold%s", night.Short(), party, by(row))
			sold = false
			continue
		}
		how := by(row)
		if base, ok := priceFor(row.Prices, party); person != nil && (!ok || base != price) {
			how += " and" + by(person)
		}
		e.say("%s: %s%s", night.Short(), price, how)
		sum += price
	}
	return sum, sold
}

func (s Sheet) ofKind(kind Kind, d date.Date) *Row {
	return s.last(d, func(r *Row) bool { return r.Kind == kind })
}

// explainStay explains the rules of stays and reports whether they allow this one.
func (s Sheet) explainStay(e *Explanation, arrival date.Date, nights int) bool {
	allowed := true
	rule := func(ok bool, text string, args ...any) {
		if !ok {
			text, allowed = "not sold: "+text, false
		}
		e.say(text, args...)
	}
	stay := func(d date.Date, gives func(*Row) bool) *Row {
		return s.last(d, func(r *Row) bool { return r.Kind == KindStay && gives(r) })
	}
	if row := stay(arrival, func(r *Row) bool { return r.Arrive != 0 }); row != nil {
		rule(row.Arrive.has(arrival), "arrival on %s: the days are %s%s", arrival.Short(), row.Arrive, by(row))
	}
	departure := arrival + date.Date(nights)
	if row := stay(departure, func(r *Row) bool { return r.Depart != 0 }); row != nil {
		rule(row.Depart.has(departure), "departure on %s: the days are %s%s", departure.Short(), row.Depart, by(row))
	}
	if row := stay(arrival, func(r *Row) bool { return r.Min > 0 }); row != nil {
		rule(nights >= row.Min, "at least %d nights for this arrival%s", row.Min, by(row))
	}
	row, most := stay(arrival, func(r *Row) bool { return r.Max > 0 }), maxStay
	if row != nil {
		most = row.Max
	}
	rule(nights <= most, "at most %d nights for this arrival%s", most, by(row))
	if row := stay(arrival, func(r *Row) bool { return r.Stays != 0 }); row != nil {
		rule(row.Stays>>nights&1 == 1, "%d nights: this arrival has stays of %s%s", nights, staysText(row.Stays), by(row))
	}
	for night := arrival; night < departure; night++ {
		if row := stay(night, func(r *Row) bool { return r.Through > 0 }); row != nil && nights < row.Through {
			rule(false, "%s is only in stays of at least %d nights%s", night.Short(), row.Through, by(row))
		}
		if row := stay(night, func(r *Row) bool { return r.MaxThrough > 0 }); row != nil && nights > row.MaxThrough {
			rule(false, "%s is only in stays of at most %d nights%s", night.Short(), row.MaxThrough, by(row))
		}
	}
	return allowed
}

// String lists the days of a set.
func (w Weekdays) String() string {
	switch w &^ given {
	case everyDay:
		return "any"
	case 0:
		return "none"
	default:
	}
	var names []string
	for day, name := range weekdayNames {
		if w>>day&1 == 1 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func staysText(stays uint64) string {
	if stays == 1<<64-1 {
		return "any length"
	}
	var nights []string
	for n := range 64 {
		if stays>>n&1 == 1 {
			nights = append(nights, fmt.Sprint(n))
		}
	}
	return strings.Join(nights, ", ")
}

// discountAt returns what Compile takes off and adds to a stay; the sheet prices its nights.
func (s Sheet) discountAt(today, arrival date.Date, nights int) discount {
	c, err := s.read(today)
	if c == nil || err != nil {
		return discount{step: 1}
	}
	terms := c.termsAt(arrival, c.days[arrival-c.first].fee)
	return terms.of(nights)
}

// explain explains how the price of a stay follows from the sum of its nights, of which the
// first is so many days ahead.
func (d discount) explain(e *Explanation, sum money.Pence, ahead, nights int) money.Pence {
	e.say("%d nights together: %s", nights, sum)
	switch {
	case d.longer == nil:
	case d.longer.Percent > 0:
		e.say("less %s %% for %d nights or more%s", d.longer.Percent, d.longer.Nights, by(d.longer))
	default:
		e.say("less %s for %d nights or more%s", d.longer.Amount, d.longer.Nights, by(d.longer))
	}
	if d.late != nil {
		e.say("less %s %% because the arrival is in %d days, at most %d%s", d.late.Percent, ahead, d.late.Days, by(d.late))
	}
	fee := d.fee
	d.fee = nil
	rounded := d.price(sum)
	if rounded == 0 {
		e.say("not sold: the nights come to nothing")
		return 0
	}
	if rounded != sum || d.step > 1 {
		e.say("rounded to the nearest %s: %s", d.step, rounded)
	}
	if fee != nil {
		e.say("plus %s for the stay%s", fee.Amount, by(fee))
		rounded += fee.Amount
	}
	e.say("price: %s", rounded)
	return rounded
}

// fixed returns the price row of a stay, or nil.
func (s Sheet) fixed(arrival date.Date, nights int) *Row {
	return s.last(arrival, func(r *Row) bool { return r.Kind == KindPrice && r.Nights == nights })
}

// explainFixed explains a stay that a price row prices.
func (s Sheet) explainFixed(e Explanation, row *Row, arrival date.Date, nights, party int) Explanation {
	e.say("a row gives the price of the whole stay, which replaces what its nights cost and the rules of stays%s", by(row))
	for night := arrival; night < arrival+date.Date(nights); night++ {
		if s.closed(night) != nil {
			e.say("not sold: %s is closed", night.Short())
			return e
		}
	}
	for _, p := range row.Prices {
		if p.Party >= party && p.Price > 0 {
			e.Price = p.Price
			e.say("price: %s", p.Price)
			return e
		}
	}
	e.say("not sold: the row has no price for a party of %d", party)
	return e
}

// nothing returns the largest party size for which the price of a stay comes to
// nothing, which takes the stay off sale for all parties; 0 where there is none.
func (s Sheet) nothing(d discount, arrival date.Date, nights int) (size int) {
	for party := 1; party <= catalogue.MaxParty; party++ {
		sum := money.Pence(0)
		for night := arrival; night < arrival+date.Date(nights); night++ {
			price, ok := priceFor(nightPrices(s.ofKind(KindNight, night), s.ofKind(KindPerson, night)), party)
			if !ok {
				return size
			}
			sum += price
		}
		if d.price(sum) == 0 {
			size = party
		}
	}
	return size
}
