package myholidays

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
)

// PocketSettings say what the pages show that guests keep on their phones.
type PocketSettings struct {
	// Weather is the address of a forecast, with {lat} and {lon} for the park's place; "": no link.
	Weather string `json:"weather"`
}

func (p PocketSettings) check() error {
	u, err := url.Parse(p.Weather)
	if err != nil || p.Weather != "" && (u.Scheme != "https" || u.Host == "" || !strings.Contains(p.Weather, "{lat}") || !strings.Contains(p.Weather, "{lon}")) {
		return fmt.Errorf("weather is an address that begins with https:// and has {lat} and {lon}, not %q", p.Weather)
	}
	return nil
}

// Pocket is what the page of a booking shows that a guest keeps on the phone.
type Pocket struct {
	booking.Existing
	Times  booking.Times
	Guests catalogue.GuestFacts // what the park tells its guests; only of a confirmed booking
	// Address has a line each. Position is latitude and longitude, DirectionsLink leads there,
	// MapPicture is the path of the drawn map, Weather the address of a forecast; "": not known.
	Address                                       []string
	Position, DirectionsLink, MapPicture, Weather string
	// Bought is what the booking contains, and Before what the park asks of its guests, a line each.
	Bought, Before []string
	Left           string // to pay; "": nothing
	At             time.Time
}

// HasPocket reports whether guests can keep pages.
func (s *Service) HasPocket() bool { return s.config.Pocket != nil }

// Pocket returns the page of a booking. known is false where the park is not sold any more:
// then the page has what the booking has.
func (s *Service) Pocket(b booking.Existing, park catalogue.Park, known bool) Pocket {
	p := Pocket{Existing: b, Times: b.Times(), Address: []string{b.Stay.Place}, Before: b.Stay.Rules.Texts(b.Party.Dogs), Left: LeftText(b), At: s.config.Clock()}
	for i, line := range b.PriceLines() {
		if i == 0 {
			line.Label = b.Stay.UnitDesc
		}
		if line.Amount >= 0 { // others are discounts
			p.Bought = append(p.Bought, strings.Join(append([]string{line.Label}, line.Notes...), "; "))
		}
	}
	if !known {
		return p
	}
	p.Address = park.Address()
	p.Times = booking.Times{CheckIn: cmp.Or(p.Times.CheckIn, park.CheckIn), CheckOut: cmp.Or(p.Times.CheckOut, park.CheckOut)}
	if b.Status() == "confirmed" {
		p.Guests = park.Guests
	}
	if p.DirectionsLink = park.DirectionsLink(); p.DirectionsLink != "" {
		lat, lon := strconv.FormatFloat(park.Lat, 'f', 5, 64), strconv.FormatFloat(park.Lon, 'f', 5, 64)
		p.Position, p.MapPicture = lat+", "+lon, "/images/maps/"+url.PathEscape(park.ID)+".svg"
		p.Weather = strings.NewReplacer("{lat}", lat, "{lon}", lon).Replace(s.config.Pocket.Weather)
	}
	return p
}
