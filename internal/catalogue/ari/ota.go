package ari

import (
	"cmp"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

// otaMessages are the OpenTravel messages (2003/05) that are read, by their names without RQ, with the element
// that names the hotel.
var otaMessages = map[string]otaMessage{
	"OTA_HotelAvailNotif":      {"AvailStatusMessages", (*reader).availability},
	"OTA_HotelRateAmountNotif": {"RateAmountMessages", (*reader).amounts},
	"OTA_HotelInvCountNotif":   {"Inventories", (*reader).inventory},
	"OTA_HotelRatePlanNotif":   {"RatePlans", (*reader).ratePlans},
}

type otaMessage struct {
	container string
	read      func(o *reader, container *element, complete bool)
}

// otaKind returns how a message is read, if it is one that is.
func otaKind(e *element) (kind otaMessage, known bool) {
	kind, known = otaMessages[strings.TrimSuffix(e.name, "RQ")]
	return kind, known
}

// readOTA reads a message of a partner.
func readOTA(e *element, p Partner, today date.Date, sleeps sleeper) (Message, *Refusal) {
	return reading(e.name, p, today, sleeps, func(o *reader) {
		kind, known := otaKind(e)
		if !known {
			panic(refusef(codeOther, "%s is not supported", e.name))
		}
		containers := e.all(kind.container)
		if len(containers) != 1 {
			panic(refusef(codeMissing, "One %s is required", kind.container))
		}
		o.hotel(required(containers[0], "HotelCode"))
		kind.read(o, containers[0], e.child("UniqueID").attr("Instance") == "CompleteSet")
	})
}

func required(e *element, name string) string {
	value := e.attr(name)
	if value == "" {
		panic(refusef(codeMissing, "%s is missing", name))
	}
	return value
}

// weekdayNames are the names of attributes, with those that partners write instead.
var weekdayNames = [7][]string{{"Sun"}, {"Mon"}, {"Tue", "Tues"}, {"Weds", "Wed"}, {"Thur", "Thu"}, {"Fri"}, {"Sat"}}

// weekdays reads the days of an element. Where none is given, all are; where only such are
// given that are not meant, all others are.
func weekdays(e *element) (days rates.Weekdays, given bool) {
	var yes, no rates.Weekdays
	for i, names := range weekdayNames {
		for _, name := range names {
			switch value := e.attr(name); value {
			case "":
			case "1", "true":
				yes |= 1 << i
			case "0", "false":
				no |= 1 << i
			default:
				panic(refusef(codeOther, "%s is 1 or 0, not %q", name, short(value)))
			}
		}
	}
	if yes == 0 && no != 0 {
		return rates.AnyDay &^ rates.NoDay &^ no, true
	}
	return yes, yes != 0
}

// dates reads the dates of elements, of which the first that gives one counts. ok is false
// where none of them can be sold.
func (o *reader) dates(record string, of ...*element) (when rates.Period, ok bool) {
	value := func(name string) (text string) {
		for _, e := range of {
			text = cmp.Or(text, e.attr(name))
		}
		return text
	}
	return o.period(record, [2]string{"Start", value("Start")}, [2]string{"End", value("End")})
}

// scope reads what a StatusApplicationControl is for; also may have the dates instead. ok is
// false where nothing is left of it.
func (o *reader) scope(e, also *element) (s scope, ok bool) {
	if e == nil && also == nil {
		panic(refusef(codeMissing, "StatusApplicationControl is missing"))
	}
	code := cmp.Or(e.attr("InvTypeCode"), e.attr("InvCode"), also.attr("InvTypeCode"))
	s.rooms = o.rooms(cmp.Or(e.attr("RatePlanCode"), also.attr("RatePlanCode")), code, isTrue(e.attr("AllInvCode")))
	when, ok := o.dates(code, also, e)
	s.when = []rates.Period{when}
	ok = o.days(&s, also, e) && ok
	return s, ok
}

// days reads the days of the week of elements, of which the first that gives some counts. It
// returns false where no day is meant, of which a warning tells.
func (o *reader) days(s *scope, of ...*element) bool {
	for _, e := range of {
		days, given := weekdays(e)
		if !given {
			continue
		}
		if s.weekdays = days; days == 0 {
			o.warn(s.rooms[0], "No day of the week is meant: nothing is changed")
		}
		return days != 0
	}
	return true
}

// availability reads an OTA_HotelAvailNotifRQ.
func (o *reader) availability(container *element, _ bool) {
	messages := container.all("AvailStatusMessage")
	if len(messages) == 0 {
		panic(refusef(codeMissing, "AvailStatusMessage is missing"))
	}
	for _, m := range messages {
		s, ok := o.scope(m.child("StatusApplicationControl"), nil)
		if kind := m.attr("BookingLimitMessageType"); kind != "" && kind != "SetLimit" {
			panic(refusef(codeOther, "BookingLimitMessageType %q is not supported, only SetLimit", short(kind)))
		}
		said := o.restrictions(s, m, ok)
		if limit := m.attr("BookingLimit"); limit != "" {
			said = true
			o.addIf(ok, s, rates.Row{Kind: rates.KindUnits, Units: number("BookingLimit", limit, availability.MaxUnits)})
		}
		if !said {
			o.warn(s.rooms[0], "An AvailStatusMessage says nothing that is kept")
		}
	}
}

// restrictions reads the lengths of stay and the restrictions of an element, and reports
// whether there are any.
func (o *reader) restrictions(s scope, e *element, ok bool) (said bool) {
	for _, status := range e.all("RestrictionStatus") {
		if status.attr("Status") == "" {
			continue // it has only an offset for late bookings, or a note
		}
		said = true
		o.addIf(ok, s, restriction(status))
	}
	for _, length := range e.list("LengthsOfStay", "LengthOfStay") {
		row, given := o.lengthOfStay(length, s.rooms[0])
		if given {
			said = true
			o.addIf(ok, s, row)
		}
	}
	return said
}

// restriction reads a RestrictionStatus. Each kind stands alone: Open for arrivals opens no
// nights.
func restriction(e *element) rates.Row {
	open := e.attr("Status") == "Open"
	if !open && e.attr("Status") != "Close" {
		panic(refusef(codeOther, "Status is Open or Close, not %q", short(e.attr("Status"))))
	}
	days := rates.NoDay
	if open {
		days = rates.AnyDay
	}
	switch kind := e.attr("Restriction"); {
	case kind == "Arrival":
		return rates.Row{Kind: rates.KindStay, Arrive: days}
	case kind == "Departure":
		return rates.Row{Kind: rates.KindStay, Depart: days}
	case kind != "" && kind != "Master":
		panic(refusef(codeOther, "Restriction %q is not supported, only Master, Arrival and Departure", short(kind)))
	case open:
		return rates.Row{Kind: rates.KindOpen}
	}
	return rates.Row{Kind: rates.KindClosed}
}

// lengthOfStay reads a LengthOfStay. ArrivalDateBased is ignored, because partners set it
// wrongly: the kind says what is meant. 0 nights mean that there is no limit.
func (o *reader) lengthOfStay(e *element, record string) (row rates.Row, given bool) {
	row.Kind = rates.KindStay
	kind, text := e.attr("MinMaxMessageType"), e.attr("Time")
	if pattern := cmp.Or(e.child("LOS_Pattern").attr("FullPatternLOS"), e.attr("FullPatternLOS")); kind == "FullPatternLOS" && pattern != "" {
		row.Stays = pattern64(pattern)
		return row, true
	}
	removes := strings.HasPrefix(kind, "Remove")
	if text == "" && !removes {
		return row, false
	}
	if unit := e.attr("TimeUnit"); unit != "" && unit != "Day" && text != "" {
		panic(refusef(codeOther, "TimeUnit is Day, not %q", short(unit)))
	}
	nights := 0
	if !removes {
		nights = number("Time", text, 9999)
	}
	if nights > rates.NoMax && (strings.HasPrefix(kind, "SetMin") || strings.HasPrefix(kind, "SetForwardMin")) {
		o.warn(record, "Stays have at most %d nights", rates.NoMax)
	}
	least, most := min(max(nights, rates.NoMin), rates.NoMax), min(nights, rates.NoMax)
	if most == 0 {
		most = rates.NoMax
	}
	switch strings.TrimPrefix(strings.TrimPrefix(kind, "Set"), "Remove") {
	case "MinLOS":
		row.Min = least
	case "MaxLOS":
		row.Max = most
	case "ForwardMinStay":
		row.Through = least
	case "ForwardMaxStay":
		row.MaxThrough = most
	case "FixedLOS", "FullPatternLOS":
		if row.Stays = rates.AnyStay; nights > 0 {
			row.Stays = 1 << min(nights, rates.NoMax)
		}
	default:
		panic(refusef(codeOther, "MinMaxMessageType %q is not supported", short(kind)))
	}
	return row, true
}

// pattern64 reads which numbers of nights may be booked, from 1 on: Y and N.
func pattern64(pattern string) (stays uint64) {
	for i, c := range pattern {
		switch {
		case !strings.ContainsRune("YNyn10", c):
			panic(refusef(codeOther, "FullPatternLOS consists of Y and N, not %q", short(pattern)))
		case strings.ContainsRune("Yy1", c) && i < rates.NoMax:
			stays |= 1 << (i + 1)
		}
	}
	if stays == 0 {
		panic(refusef(codeOther, "FullPatternLOS allows no stay: close the dates instead"))
	}
	return stays
}

// inventory reads an OTA_HotelInvCountNotifRQ. Of a complete set, what it does not name has
// no units.
func (o *reader) inventory(container *element, complete bool) {
	if complete {
		everyDay := scope{o.rooms("", "", true), []rates.Period{{From: o.today, To: o.today + rates.Horizon}}, 0}
		o.add(everyDay, rates.Row{Kind: rates.KindUnits})
	}
	for _, inventory := range container.all("Inventory") {
		control := inventory.child("StatusApplicationControl")
		if control == nil && complete && len(container.in) == 1 {
			return // the way to say that nothing is left at all
		}
		s, ok := o.scope(control, nil)
		units := 0 // without InvCounts, nothing is left
		if counts := inventory.child("InvCounts"); counts != nil {
			units = -1
			for _, count := range counts.all("InvCount") {
				if count.attr("CountType") == "2" && count.attr("Count") != "" {
					units = number("Count", count.attr("Count"), availability.MaxUnits)
				}
			}
			if units < 0 {
				panic(refusef(codeMissing, "InvCount with CountType 2 is missing"))
			}
		}
		o.addIf(ok, s, rates.Row{Kind: rates.KindUnits, Units: units})
	}
	if len(container.all("Inventory")) == 0 && !complete {
		panic(refusef(codeMissing, "Inventory is missing"))
	}
}

func isTrue(value string) bool { return value == "1" || value == "true" }
