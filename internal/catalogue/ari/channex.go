package ari

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/web/httpx"
)

// channexRoutes registers the calls of a Channex Open Channel, whose endpoint is
// https://SITE/channex/PARTNER: it tries the connection, asks for our codes, and sends changes.
func (s *Service) channexRoutes(handle func(pattern string, handler http.Handler)) {
	gate := httpx.NewGate("channex", messagesAtOnce, messagesWait, gatePatience)
	handle("GET /channex/{partner}/test_connection/{$}", s.channexCall(gate, s.testConnection))
	handle("GET /channex/{partner}/mapping_details/{$}", s.channexCall(gate, s.mappingDetails))
	handle("POST /channex/{partner}/changes/{$}", s.channexCall(gate, s.changes))
}

// channexCall answers a call whose key is right.
func (s *Service) channexCall(gate *httpx.Gate, answer func(r *http.Request, p Partner, body []byte) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p, ok := s.partner(r.PathValue("partner"), ByChannex)
		key := r.Header.Get("Api-Key")
		if key == "" {
			key = r.Header.Get("Api_key")
		}
		if !ok || !p.admits(p.User, key) {
			sendJSON(w, http.StatusUnauthorized, channexFailure{Error: "the api-key is wrong or missing"})
			return
		}
		if gate.Enter(r.Context()) != nil {
			sendJSON(w, http.StatusServiceUnavailable, channexFailure{Error: systemDown})
			return
		}
		defer gate.Leave()
		body, err := readBody(w, r)
		if err != nil {
			sendJSON(w, http.StatusBadRequest, channexFailure{Error: err.Error()})
			return
		}
		got, err := answer(r, p, body)
		refused := new(Refusal)
		switch {
		case errors.As(err, &refused):
			sendJSON(w, http.StatusUnprocessableEntity, channexFailure{Error: refused.Text})
		case err != nil:
			s.config.Failed(err)
			sendJSON(w, http.StatusServiceUnavailable, channexFailure{Error: systemDown})
		default:
			sendJSON(w, http.StatusOK, got)
		}
	}
}

type channexFailure struct {
	Success bool   `json:"success"`
	Error   string `json:"error"`
}

type channexSuccess struct {
	Success  bool     `json:"success"`
	UniqueID string   `json:"unique_id,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

func sendJSON(w http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"success":false}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header()["Cache-Control"] = httpx.NoStore
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func (s *Service) testConnection(r *http.Request, p Partner, _ []byte) (any, error) {
	if code := r.FormValue("hotel_code"); code != "" {
		if _, ok := p.Hotels[code]; !ok {
			return nil, refusef(codeHotel, noHotel, short(code))
		}
	}
	return channexSuccess{Success: true}, nil
}

type (
	channexRoom struct {
		ID    string        `json:"id"`
		Title string        `json:"title"`
		Rates []channexRate `json:"rate_plans"`
	}
	channexRate struct {
		ID         string `json:"id"`
		Title      string `json:"title"`
		SellMode   string `json:"sell_mode"`
		MaxPersons int    `json:"max_persons"`
		Currency   string `json:"currency"`
		ReadOnly   bool   `json:"read_only"`
	}
)

// mappingDetails lists the rooms of a hotel, each with the rate that is sold.
func (s *Service) mappingDetails(r *http.Request, p Partner, _ []byte) (any, error) {
	code := r.FormValue("hotel_code")
	hotel, ok := p.Hotels[code]
	if !ok {
		return nil, refusef(codeHotel, noHotel, short(code))
	}
	rooms := []channexRoom{}
	for _, code := range hotel.codes() {
		room := hotel.Rooms[code]
		unit, ok := s.config.Catalogue().Unit(room.Unit)
		if !ok || unit.ParkID != hotel.Park {
			continue
		}
		rooms = append(rooms, channexRoom{code, unit.Name, []channexRate{{room.Rate, room.Rate, "per_person", unit.Sleeps, "GBP", false}}})
	}
	return map[string]any{"data": map[string]any{"type": "mapping_details", "attributes": map[string]any{"room_types": rooms}}}, nil
}

// A message with changes.
type (
	channexMessage struct {
		Data []channexData `json:"data"`
	}
	channexData struct {
		Attributes channexNotification `json:"attributes"`
	}
	channexNotification struct {
		Hotel   string `json:"hotel_code"`
		Changes []struct {
			Type       string        `json:"type"`
			Attributes channexChange `json:"attributes"`
		} `json:"changes"`
	}
	channexChange struct {
		Room         string         `json:"room_type_id"`
		Rate         string         `json:"rate_plan_id"`
		From         string         `json:"date_from"`
		To           string         `json:"date_to"`
		Availability *int           `json:"availability"`
		Rates        []channexPrice `json:"rates"`
		StopSell     *bool          `json:"stop_sell"`
		NoArrival    *bool          `json:"closed_to_arrival"`
		NoDeparture  *bool          `json:"closed_to_departure"`
		MinStay      *int           `json:"min_stay"`
		MinArrival   *int           `json:"min_stay_arrival"`
		MinThrough   *int           `json:"min_stay_through"`
		MaxStay      *int           `json:"max_stay"`
	}
	channexPrice struct {
		Rate      json.RawMessage `json:"rate"`
		Currency  string          `json:"currency"`
		Occupancy *int            `json:"occupancy"`
	}
)

// changes stores a message with changes. Each hotel's part is stored completely or not at all;
// all parts are read before the first is stored.
func (s *Service) changes(r *http.Request, p Partner, body []byte) (any, error) {
	receipt := Receipt{At: s.config.Clock(), Body: body}
	var message channexMessage
	if err := json.Unmarshal(body, &message); err != nil {
		return nil, s.refuse(r.Context(), p, Message{Kind: channexKind}, refusef(codeOther, "The message is not the JSON of changes: %v", err), receipt)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	answer := channexSuccess{Success: true, UniqueID: id.String()}
	var parts []Message
	for _, data := range message.Data {
		m, refused := readChannex(data.Attributes, p, date.In(receipt.At), s.sleeps)
		if refused != nil {
			return nil, s.refuse(r.Context(), p, m, refused, receipt)
		}
		parts = append(parts, m)
	}
	if !slices.ContainsFunc(message.Data, func(data channexData) bool { return len(data.Attributes.Changes) > 0 }) {
		return nil, s.refuse(r.Context(), p, Message{Kind: channexKind}, refusef(codeMissing, "The message has no changes"), receipt)
	}
	for _, m := range parts {
		if err := s.keep(r.Context(), p, m, receipt); err != nil {
			return nil, err
		}
		for _, w := range m.Warnings {
			answer.Warnings = append(answer.Warnings, w.Text)
		}
	}
	return answer, nil
}

const channexKind = "Channex changes"

// readChannex reads what a message says of a hotel.
func readChannex(n channexNotification, p Partner, today date.Date, sleeps sleeper) (Message, *Refusal) {
	return reading(channexKind, p, today, sleeps, func(o *reader) {
		o.hotel(n.Hotel)
		for _, change := range n.Changes {
			if change.Type != "availability_changes" && change.Type != "restriction_changes" {
				panic(refusef(codeOther, "The type of a change is availability_changes or restriction_changes, not %q", short(change.Type)))
			}
			o.change(change.Attributes)
		}
	})
}

// change reads the fields that a change gives.
func (o *reader) change(c channexChange) {
	s := scope{rooms: o.rooms(c.Rate, c.Room, false)}
	when, ok := o.period(c.Room, [2]string{"date_from", c.From}, [2]string{"date_to", c.To})
	s.when = []rates.Period{when}
	if c.Availability != nil {
		o.addIf(ok, s, rates.Row{Kind: rates.KindUnits, Units: within(*c.Availability, "availability", availability.MaxUnits)})
	}
	if c.StopSell != nil {
		row := rates.Row{Kind: rates.KindOpen}
		if *c.StopSell {
			row.Kind = rates.KindClosed
		}
		o.addIf(ok, s, row)
	}
	rules := rates.Row{Kind: rates.KindStay}
	for _, f := range []struct {
		value *bool
		into  *rates.Weekdays
	}{{c.NoArrival, &rules.Arrive}, {c.NoDeparture, &rules.Depart}} {
		if f.value != nil {
			*f.into = rates.AnyDay
			if *f.value {
				*f.into = rates.NoDay
			}
		}
	}
	for _, f := range []struct {
		value *int
		name  string
		into  *int
		none  int
	}{{c.MinStay, "min_stay", &rules.Min, rates.NoMin}, {c.MinArrival, "min_stay_arrival", &rules.Min, rates.NoMin},
		{c.MinThrough, "min_stay_through", &rules.Through, rates.NoMin}, {c.MaxStay, "max_stay", &rules.Max, rates.NoMax}} {
		if f.value != nil {
			if *f.into = min(within(*f.value, f.name, 9999), rates.NoMax); *f.into == 0 {
				*f.into = f.none
			}
		}
	}
	ruled := rules.Arrive|rules.Depart != 0 || rules.Min+rules.Through+rules.Max > 0
	o.addIf(ok && ruled, s, rules)
	if len(c.Rates) > 0 {
		o.addIf(ok, s, rates.Row{Kind: rates.KindNight, Prices: o.byOccupancy(c)})
	} else if c.Availability == nil && c.StopSell == nil && !ruled {
		o.warn(c.Room, "A change says nothing that is kept")
	}
}

// byOccupancy reads the prices of a night.
func (o *reader) byOccupancy(c channexChange) (prices []rates.PartyPrice) {
	sleeps, _ := o.sleeps(o.Hotel.Park, o.Hotel.Rooms[c.Room].Unit)
	for _, p := range c.Rates {
		if p.Currency != "GBP" {
			panic(refusef(codeOther, "currency is GBP, not %q", short(p.Currency)))
		}
		guests := sleeps // a price of the room is for all that it sleeps
		if p.Occupancy != nil {
			guests = occupied(*p.Occupancy)
		}
		if slices.ContainsFunc(prices, func(other rates.PartyPrice) bool { return other.Party == guests }) {
			panic(refusef(codeOccupancy, noOccupancy))
		}
		price := o.pounds(c.Room, "rate", string(bytes.Trim(p.Rate, `"`)), "")
		if price == 0 {
			panic(refusef(codeOther, "A rate is 0: use stop_sell instead"))
		}
		prices = append(prices, rates.PartyPrice{Party: guests, Price: price})
	}
	return cut(sorted(prices), sleeps)
}

// within checks a number.
func within(n int, name string, most int) int {
	if n < 0 || n > most {
		panic(refusef(codeOther, "%s is a whole number up to %d, not %d", name, most, n))
	}
	return n
}
