package ari

import (
	"cmp"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/money"
)

// amounts reads an OTA_HotelRateAmountNotifRQ.
func (o *reader) amounts(container *element, _ bool) {
	messages := container.all("RateAmountMessage")
	if len(messages) == 0 {
		panic(refusef(codeMissing, "RateAmountMessage is missing"))
	}
	for _, m := range messages {
		found := m.list("Rates", "Rate")
		if len(found) == 0 {
			panic(refusef(codeMissing, "Rate is missing"))
		}
		control := m.child("StatusApplicationControl")
		for _, rate := range found {
			s, ok := o.scope(control, rate)
			o.rate(s, rate, ok, m, control)
		}
	}
}

// rate reads the prices of a night by party. The currency may also be given by the elements
// around it.
func (o *reader) rate(s scope, rate *element, ok bool, around ...*element) {
	if n := rate.attr("UnitMultiplier"); n != "" && n != "1" || !slices.Contains([]string{"", "Day"}, rate.attr("RateTimeUnit")) {
		panic(refusef(codeOther, "Only prices of one night are supported"))
	}
	for _, code := range s.rooms {
		sleeps, _ := o.sleeps(o.Hotel.Park, o.Hotel.Rooms[code].Unit)
		prices := o.byGuests(code, sleeps, rate, around)
		only := s
		only.rooms = []string{code}
		o.addIf(ok, only, rates.Row{Kind: rates.KindNight, Prices: prices})
	}
}

// byGuests reads the BaseByGuestAmts and AdditionalGuestAmounts of a rate.
func (o *reader) byGuests(record string, sleeps int, rate *element, around []*element) (prices []rates.PartyPrice) {
	largest := rates.PartyPrice{}
	seen := map[int]bool{}
	for _, e := range rate.list("BaseByGuestAmts", "BaseByGuestAmt") {
		if !o.adult(record, e) {
			continue
		}
		guests := sleeps // a price of the room is for all that it sleeps
		if text := e.attr("NumberOfGuests"); text != "" {
			guests = occupancy(text)
		}
		if seen[guests] {
			panic(refusef(codeOccupancy, noOccupancy))
		}
		seen[guests] = true
		p := rates.PartyPrice{Party: guests, Price: o.amount(record, "AmountAfterTax", e, append([]*element{rate}, around...)...)}
		if p.Price == 0 {
			panic(refusef(codeOther, "AmountAfterTax is 0: close the dates instead"))
		}
		if p.Party > largest.Party {
			largest = p
		}
		prices = append(prices, p)
	}
	if len(prices) == 0 {
		panic(refusef(codeMissing, "BaseByGuestAmt with AmountAfterTax is missing"))
	}
	for _, e := range rate.list("AdditionalGuestAmounts", "AdditionalGuestAmount") {
		if !o.adult(record, e) {
			continue
		}
		name := "AmountAfterTax"
		if e.attr(name) == "" && e.attr("AmountBeforeTax") == "" {
			name = "Amount"
		}
		each := o.amount(record, name, e, append([]*element{rate}, around...)...)
		most := sleeps
		if text := e.attr("MaxAdditionalGuests"); text != "" {
			most = min(most, largest.Party+number("MaxAdditionalGuests", text, catalogue.MaxParty))
		}
		for guests := largest.Party + 1; guests <= most; guests++ {
			prices = append(prices, rates.PartyPrice{Party: guests, Price: largest.Price + money.Pence(guests-largest.Party)*each})
		}
		break
	}
	return cut(sorted(prices), sleeps)
}

// adult reports whether an amount is for adults, or for guests of any age. A price of ours is
// for a number of guests: those for children are not kept.
func (o *reader) adult(record string, e *element) bool {
	age := e.attr("AgeQualifyingCode")
	if age != "" && age != "10" {
		o.warn(record, "Amounts for children are not kept: they pay as adults")
		return false
	}
	return true
}

// amount reads an amount in pounds; it or an element around it gives the currency.
func (o *reader) amount(record, name string, e *element, around ...*element) money.Pence {
	text := e.attr(name)
	switch {
	case text == "" && e.attr("AmountBeforeTax") != "":
		panic(refusef(codeMissing, "AmountAfterTax is missing: prices contain all taxes"))
	case text == "":
		panic(refusef(codeMissing, "%s is missing", name))
	}
	currency := e.attr("CurrencyCode")
	for _, outer := range around {
		currency = cmp.Or(currency, outer.attr("CurrencyCode"))
	}
	switch currency {
	case "":
		// Amounts for further guests have the currency of the others.
		if name == "AmountAfterTax" && e.name == "BaseByGuestAmt" {
			panic(refusef(codeMissing, "CurrencyCode is missing"))
		}
	case "GBP":
	default:
		panic(refusef(codeOther, "CurrencyCode is GBP, not %q", short(currency)))
	}
	return o.pounds(record, name, text, e.attr("DecimalPlaces"))
}

// ratePlans reads an OTA_HotelRatePlanNotifRQ. A complete set, or a plan that is removed,
// replaces all prices and rules of the rooms that have the rate.
func (o *reader) ratePlans(container *element, complete bool) {
	plans := container.all("RatePlan")
	if len(plans) == 0 {
		panic(refusef(codeMissing, "RatePlan is missing"))
	}
	for _, plan := range plans {
		code := required(plan, "RatePlanCode")
		rooms := o.rooms(code, "", true)
		switch kind := plan.attr("RatePlanNotifType"); {
		case kind == "Remove" || complete:
			o.Drops = []rates.Kind{rates.KindNight, rates.KindStay, rates.KindFee, rates.KindClosed}
			for _, room := range rooms {
				o.Of = append(o.Of, o.Hotel.Rooms[room].Unit)
			}
			if kind == "Remove" {
				continue
			}
		case !slices.Contains([]string{"", "New", "Overlay", "Delta"}, kind):
			panic(refusef(codeOther, "RatePlanNotifType %q is not supported", short(kind)))
		}
		for _, rule := range plan.list("BookingRules", "BookingRule") {
			o.bookingRule(code, rule)
		}
		for _, rate := range plan.list("Rates", "Rate") {
			if rate.attr("Start") == "" && rate.child("AdditionalGuestAmounts") == nil && (rate.child("BaseByGuestAmts") == nil || rate.attr("InvTypeCode") == "") {
				continue // it says how many guests the prices of the plan include
			}
			s, ok := o.planScope(code, rate.attr("InvTypeCode"), rate)
			o.rate(s, rate, ok, plan)
		}
		for _, supplement := range plan.list("Supplements", "Supplement") {
			o.supplement(code, supplement, plan)
		}
	}
}

// planScope reads what an element of a rate plan is for: a room, or all that have the plan.
func (o *reader) planScope(rate, room string, e *element) (s scope, ok bool) {
	s.rooms = o.rooms(rate, room, room == "")
	when, ok := o.dates(s.rooms[0], e)
	s.when = []rates.Period{when}
	ok = o.days(&s, e) && ok
	return s, ok
}

// bookingRule reads which stays may be booked.
func (o *reader) bookingRule(rate string, e *element) {
	room := e.attr("InvTypeCode")
	if e.attr("CodeContext") == "ROOMTYPE" {
		room = cmp.Or(room, e.attr("Code"))
	}
	s, ok := o.planScope(rate, room, e)
	o.restrictions(s, e, ok)
	days := e.child("DOW_Restrictions")
	if of := days.child("ArrivalDaysOfWeek"); of != nil {
		o.addIf(ok, s, rates.Row{Kind: rates.KindStay, Arrive: allowed(of)})
	}
	if of := days.child("DepartureDaysOfWeek"); of != nil {
		o.addIf(ok, s, rates.Row{Kind: rates.KindStay, Depart: allowed(of)})
	}
}

// allowed reads the days on which guests may come or leave.
func allowed(e *element) rates.Weekdays {
	days, given := weekdays(e)
	if !given {
		return rates.AnyDay
	}
	return rates.NoDay | days
}

// supplement reads a charge. What each stay pays is a fee; what guests may leave out is not
// kept; any other would have to be part of the price of a night.
func (o *reader) supplement(rate string, e, plan *element) {
	if e.attr("Start") == "" && e.attr("Amount") == "" {
		return // it describes one
	}
	room := e.attr("InvTypeCode")
	if !isTrue(cmp.Or(e.attr("MandatoryIndicator"), e.attr("MandatoryInd"))) {
		o.warn(room, "Supplements that guests may leave out are not kept")
		return
	}
	switch kind := e.attr("ChargeTypeCode"); kind {
	case "12", "18": // per stay, per room and stay
	default:
		panic(refusef(codeOther, "ChargeTypeCode %q is not supported: only charges of a stay, others are part of the price of a night", short(kind)))
	}
	s, ok := o.planScope(rate, room, e)
	o.addIf(ok, s, rates.Row{Kind: rates.KindFee, Amount: o.amount(s.rooms[0], "Amount", e, plan)})
}
