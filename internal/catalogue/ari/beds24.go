package ari

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

const (
	// beds24Days is for how many days Beds24 is asked.
	beds24Days = 730
	// mostPages and mostCalendar, in bytes, limit the calendar of a hotel.
	mostPages    = 50
	mostCalendar = 2 * maxBody
	// creditsKept are the credits that are left to other uses of the account, of 100 in five
	// minutes; with fewer, Beds24 is not asked for creditsRest.
	creditsKept = 20
	creditsRest = 5 * time.Minute
)

// The answer of Beds24 (v2): runs of nights, both ends included.
type (
	beds24Answer struct {
		Success bool         `json:"success"`
		Data    []beds24Room `json:"data"`
		Pages   struct {
			Next bool `json:"nextPageExists"`
		} `json:"pages"`
	}
	beds24Room struct {
		Room     json.Number                  `json:"roomId"`
		Calendar []map[string]json.RawMessage `json:"calendar"`
	}
)

// beds24Page asks for a page of the calendar of a hotel's rooms.
func (s *Service) beds24Page(ctx context.Context, p Partner, h Hotel, now time.Time, page int) (http.Header, []byte, error) {
	today := date.In(now)
	query := url.Values{"startDate": {today.ISO()}, "endDate": {(today + beds24Days).ISO()}, "roomId": h.codes()}
	for _, field := range []string{"NumAvail", "Prices", "LinkedPrices", "MinStay", "MaxStay", "Override"} {
		query.Set("include"+field, "true")
	}
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(p.Address, "/")+"/inventory/rooms/calendar?"+query.Encode(), http.NoBody)
	if err != nil {
		return nil, nil, errors.New("its address cannot be used")
	}
	request.Header.Set("Token", p.key)
	return s.wire.do(p, request)
}

// readBeds24 reads the calendar of a hotel. It replaces what was known of its rooms; nights
// that it does not name have no units.
func readBeds24(rooms []beds24Room, p Partner, h Hotel, today date.Date, sleeps sleeper) (Message, *Refusal) {
	return reading("Beds24 calendar", p, today, sleeps, func(o *reader) {
		o.hotel(h.Code)
		seen := map[string]bool{}
		for _, room := range rooms {
			code := room.Room.String()
			if known, there := o.known(code); known && !there {
				continue
			}
			s := scope{rooms: o.rooms("", code, false)}
			unit := o.Hotel.Rooms[code].Unit
			if !seen[code] {
				o.Of = append(o.Of, unit)
				s.when = []rates.Period{{From: today, To: today + rates.Horizon}}
				o.add(s, rates.Row{Kind: rates.KindUnits})
			}
			seen[code] = true
			for _, run := range room.Calendar {
				o.run(s, run)
			}
		}
		o.Drops = []rates.Kind{rates.KindNight, rates.KindStay, rates.KindClosed}
		for _, code := range o.Hotel.codes() {
			if _, there := o.known(code); there && !seen[code] {
				panic(refusef(codeMissing, "The calendar of room %s is missing", code))
			}
		}
	})
}

// run reads a run of nights.
func (o *reader) run(s scope, run map[string]json.RawMessage) {
	field := func(name string) string {
		text := strings.Trim(string(run[name]), `"`)
		if text == "null" {
			return ""
		}
		return text
	}
	code := s.rooms[0]
	when, ok := o.period(code, [2]string{"from", field("from")}, [2]string{"to", field("to")})
	s.when = []rates.Period{when}
	if text := field("numAvail"); text != "" && !strings.HasPrefix(text, "-") {
		o.addIf(ok, s, rates.Row{Kind: rates.KindUnits, Units: number("numAvail", text, availability.MaxUnits)})
	}
	room := o.Hotel.Rooms[code]
	if text := field(room.Rate); text != "" {
		if price := o.pounds(code, room.Rate, text, ""); price > 0 { // 0: it has none
			persons, _ := o.sleeps(o.Hotel.Park, room.Unit)
			o.addIf(ok, s, rates.Row{Kind: rates.KindNight, Prices: []rates.PartyPrice{{Party: persons, Price: price}}})
		}
	}
	rules := rates.Row{Kind: rates.KindStay}
	if text := field("minStay"); text != "" {
		rules.Min = max(min(number("minStay", text, 9999), rates.NoMax), rates.NoMin)
	}
	if text := field("maxStay"); text != "" {
		if rules.Max = min(number("maxStay", text, 9999), rates.NoMax); rules.Max == 0 {
			rules.Max = rates.NoMax
		}
	}
	switch override := strings.ToLower(field("override")); override {
	case "", "none":
	case "nocheckin":
		rules.Arrive = rates.NoDay
	case "nocheckout":
		rules.Depart = rates.NoDay
	default: // blackout, and what may come
		if override != "blackout" {
			o.warn(code, "The override %s closes its nights", short(override))
		}
		o.addIf(ok, s, rates.Row{Kind: rates.KindClosed})
	}
	if rules.Arrive|rules.Depart != 0 || rules.Min+rules.Max > 0 {
		o.addIf(ok, s, rules)
	}
}
