package reservation

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/operations/livefile"
)

// The transports by which partners learn of bookings.
const (
	ByEmail   = "email"
	ByOTA     = "ota"
	ByWebhook = "webhook"
	// ByNothing is for a partner that takes no bookings: it only sends rates.
	ByNothing = "none"
)

// Partner takes the bookings of parks: the park's own system, a channel manager.
type Partner struct {
	ID        string `json:"id"` // lower-case letters, digits and hyphens
	Name      string `json:"name"`
	Transport string `json:"transport"`
	// Email is the office of the park. By e-mail, it gets the bookings; otherwise it is told,
	// if it is set, when its system does not acknowledge them.
	Email string `json:"email"`
	// Links is a number that revokes all earlier links to the page of arrivals when it
	// changes.
	Links int `json:"links"`
	// Address is where messages are sent.
	Address string `json:"address"`
	// Secrets names environment variables with the secrets. The first one counts; the others
	// are accepted too while a secret is replaced.
	Secrets []string `json:"secrets"`
	// User is sent with the first secret, which is the password: with OpenTravel messages.
	User string `json:"user"`
	// SOAP puts OpenTravel messages into SOAP envelopes.
	SOAP bool `json:"soap"`
	// Status says where OpenTravel messages say what they ask: "root", "reservation" or
	// "both", which "" means, too.
	Status string `json:"status"`
	// Private allows an address in our own network, and plain HTTP.
	Private bool `json:"private"`
	// Parks are the parks whose bookings the partner takes, by our id. "*" stands for every
	// park that no partner names; our ids are then its codes.
	Parks map[string]Park `json:"parks"`
	// Rates says how the partner sends availability and rates of the unit types that Parks
	// names; nil: it does not.
	Rates *ari.Settings `json:"rates"`

	keys [][]byte // of webhooks, or the password
}

// Park is the partner's code of a park, and of its unit types by our id. Where a code is
// missing, it is our id.
type Park struct {
	Hotel string          `json:"hotel"`
	Units map[string]Unit `json:"units"`
}

// Unit is the partner's codes of a unit type.
type Unit struct {
	Room string `json:"room"`
	Rate string `json:"rate"`
}

// Codes are the partner's codes of what is booked.
type Codes struct{ Hotel, Room, Rate string }

// Partners is the content of the partners file.
type Partners struct {
	list  []Partner
	parks map[string]*Partner // by our park's id, or "*"
}

// everyPark stands for the parks that no partner names.
const everyPark = "*"

// partnerID is what ids and codes of parks look like; a slash separates them.
var partnerID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// ParsePartners reads the partners file. getenv returns the value of an environment
// variable.
func ParsePartners(text []byte, getenv func(string) string) (*Partners, error) {
	var file struct {
		Partners []Partner `json:"partners"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("read the partners: %w", err)
	}
	all := &Partners{list: file.Partners, parks: map[string]*Partner{}}
	for i := range all.list {
		p := &all.list[i]
		if err := p.check(getenv); err != nil {
			return nil, fmt.Errorf("partner %q: %w", p.ID, err)
		}
		if slices.ContainsFunc(all.list[:i], func(other Partner) bool { return other.ID == p.ID }) {
			return nil, fmt.Errorf("partner %q: there are two with this id", p.ID)
		}
		for park := range p.Parks {
			if p.Transport == ByNothing {
				continue
			}
			if other := all.parks[park]; other != nil {
				return nil, fmt.Errorf("park %q: both %s and %s take its bookings", park, other.ID, p.ID)
			}
			all.parks[park] = p
		}
	}
	if err := all.checkSenders(); err != nil {
		return nil, err
	}
	return all, nil
}

// checkSenders checks that each unit type has at most one partner that sends its rates, under
// a code of its own, and that a partner's code of a hotel is that of one park.
func (all *Partners) checkSenders() error {
	units := map[string]string{} // the partner by unit type
	for _, p := range all.list {
		if p.Rates == nil {
			continue
		}
		rooms, hotels := map[[2]string]bool{}, map[string]string{}
		for park, of := range p.Parks {
			if park == everyPark {
				continue
			}
			hotel := p.codes(booking.Stay{ParkID: park}).Hotel
			if other := hotels[hotel]; other != "" {
				return fmt.Errorf("partner %q: the parks %q and %q are both hotel %q: it cannot send rates of two parks under one code", p.ID, min(park, other), max(park, other), hotel)
			}
			hotels[hotel] = park
			if len(of.Units) == 0 {
				return fmt.Errorf("partner %q: park %q: units is missing: name the unit types whose rates it sends", p.ID, park)
			}
			for unit := range of.Units {
				codes := p.codes(booking.Stay{ParkID: park, UnitTypeID: unit})
				if p.Rates.By != ari.ByOTA && codes.Rate == "" {
					return fmt.Errorf("partner %q: unit type %q: rate is missing: name the rate that is sold, by beds24 such as price1", p.ID, unit)
				}
				if other := units[unit]; other != "" {
					return fmt.Errorf("unit type %q: both %s and %s send its rates", unit, other, p.ID)
				}
				if rooms[[2]string{codes.Hotel, codes.Room}] {
					return fmt.Errorf("partner %q: two unit types have the room %q of hotel %q", p.ID, codes.Room, codes.Hotel)
				}
				units[unit], rooms[[2]string{codes.Hotel, codes.Room}] = p.ID, true
			}
		}
		if len(rooms) == 0 {
			return fmt.Errorf("partner %q: it sends rates, and parks names no park", p.ID)
		}
	}
	return nil
}

// Senders returns the partners that send availability and rates.
func (all *Partners) Senders() (senders []ari.Partner) {
	for _, p := range all.list {
		if p.Rates == nil {
			continue
		}
		sender := ari.Partner{Settings: *p.Rates, ID: p.ID, Name: p.Name, Hotels: map[string]ari.Hotel{}}
		for park, of := range p.Parks {
			if park == everyPark {
				continue
			}
			hotel := ari.Hotel{Park: park, Rooms: map[string]ari.Room{}}
			for unit := range of.Units {
				codes := p.codes(booking.Stay{ParkID: park, UnitTypeID: unit})
				hotel.Code, hotel.Rooms[codes.Room] = codes.Hotel, ari.Room{Unit: unit, Rate: codes.Rate}
			}
			sender.Hotels[hotel.Code] = hotel
		}
		senders = append(senders, sender)
	}
	return senders
}

// check reads the secrets, and says what is wrong.
func (p *Partner) check(getenv func(string) string) error {
	switch {
	case !partnerID.MatchString(p.ID):
		return errors.New("id needs lower-case letters, digits and hyphens")
	case p.Name == "":
		return errors.New("name is missing")
	case len(p.Parks) == 0:
		return errors.New(`parks is missing: name the parks whose bookings it takes, or "*"`)
	case p.Email != "" && !booking.ValidEmail(p.Email):
		return errors.New("email is the address of the park's office")
	}
	if p.Rates != nil {
		if err := p.Rates.Check(getenv); err != nil {
			return err
		}
	}
	switch p.Transport {
	case ByNothing:
		if p.Rates == nil || p.Email != "" || p.Address != "" || p.Secrets != nil {
			return errors.New("with transport none, a partner has rates, and neither email, address nor secrets")
		}
		return nil
	case ByEmail:
		if p.Email == "" || p.Address != "" || p.Secrets != nil {
			return errors.New("by email, a partner has email and neither address nor secrets")
		}
		return nil
	case ByOTA:
		if p.User == "" || !slices.Contains([]string{"", statusAtBoth, statusAtRoot, statusAtReservation}, p.Status) {
			return errors.New("by ota, a partner has user, and status is root, reservation or both")
		}
		return p.checkEndpoint(getenv)
	case ByWebhook:
		return p.checkEndpoint(getenv)
	}
	return fmt.Errorf("transport is %s, %s, %s or %s, not %q", ByEmail, ByOTA, ByWebhook, ByNothing, p.Transport)
}

// checkEndpoint reads the secrets of a partner with an address, and says what is wrong.
func (p *Partner) checkEndpoint(getenv func(string) string) error {
	at, err := url.Parse(p.Address)
	switch {
	case err != nil || at.Host == "" || at.User != nil || at.Scheme != "https" && (at.Scheme != "http" || !p.Private):
		return errors.New("address is one that begins with https://, without a password")
	case len(p.Secrets) == 0:
		return errors.New("secrets is missing: name the environment variable that has the secret")
	}
	for _, name := range p.Secrets {
		key, err := []byte(getenv(name)), error(nil)
		switch {
		case p.Transport == ByWebhook:
			key, err = webhookKey(string(key))
		case len(key) == 0:
			err = errors.New("the environment variable is not set")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		p.keys = append(p.keys, key)
	}
	return nil
}

// webhookKey reads a secret of Standard Webhooks. Its errors do not quote it.
func webhookKey(secret string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < 24 || len(key) > 64 {
		return nil, errors.New("the secret is whsec_ and 24 to 64 bytes in base64: make one with `echo whsec_$(openssl rand -base64 32)`")
	}
	return key, nil
}

// Source has the content of the partners file as it is now.
type Source = livefile.File[Partners]

// Open reads the partners file, which must be readable now.
func Open(path string, getenv func(string) string) (*Source, error) {
	return livefile.Open("partners file", path, func(text []byte) (*Partners, error) { return ParsePartners(text, getenv) })
}

// Of names who takes the bookings of a stay's park, as Row.Partner does; "" means nobody.
func (all *Partners) Of(stay booking.Stay) string {
	p := all.parks[stay.ParkID]
	if p == nil {
		p = all.parks[everyPark]
	}
	if p == nil {
		return ""
	}
	return p.ID + "/" + p.codes(stay).Hotel
}

// OneUnit reports whether the partner of a park takes bookings of one unit only: our OpenTravel
// messages have one.
func (all *Partners) OneUnit(parkID string) bool {
	p, _ := all.find(all.Of(booking.Stay{ParkID: parkID}))
	return p.Transport == ByOTA
}

// find returns the partner of a Row.Partner.
func (all *Partners) find(name string) (Partner, bool) {
	id, _, _ := strings.Cut(name, "/")
	i := slices.IndexFunc(all.list, func(p Partner) bool { return p.ID == id })
	if i < 0 {
		return Partner{}, false
	}
	return all.list[i], true
}

// codesIn returns the partner's codes of a stay in a row. The row names the hotel: under
// another code that the file has by now, the partner gets another reservation.
func (p *Partner) codesIn(row Row, stay booking.Stay) Codes {
	c := p.codes(stay)
	_, c.Hotel, _ = strings.Cut(row.Partner, "/")
	return c
}

// codes returns the partner's codes of a stay.
func (p *Partner) codes(stay booking.Stay) Codes {
	park := p.Parks[stay.ParkID]
	unit := park.Units[stay.UnitTypeID]
	c := Codes{park.Hotel, unit.Room, unit.Rate}
	if c.Hotel == "" {
		c.Hotel = stay.ParkID
	}
	if c.Room == "" {
		c.Room = stay.UnitTypeID
	}
	return c
}
