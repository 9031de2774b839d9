package server

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/livefile"
)

// openPartners reads who takes the bookings of parks. Those of the demo go to a simulated
// park system.
func (s *Server) openPartners() (err error) {
	switch {
	case s.config.Partners != "":
		s.partners, err = reservation.Open(s.config.Partners, os.Getenv)
	case s.config.Demo:
		var simulated *reservation.Partners
		simulated, err = reservation.ParsePartners(fmt.Appendf(nil, `{"partners": [{"id": "demo", "name": "Park system of the demo", "transport": "webhook",
			"address": "%s/park/webhook", "private": true, "secrets": ["demo"], "parks": {"*": {}}}]}`, originsOf(s.card.XMLURL)[0]),
			func(string) string { return simulator.ParkSecret })
		s.partners = livefile.Fixed(simulated)
	}
	if err != nil {
		return fmt.Errorf("open the partners: %w", err)
	}
	return nil
}

// partnerOf names who takes the bookings of a stay's park; it is nil where no park is told
// of its bookings.
func (s *Server) partnerOf() func(booking.Stay) string {
	if s.partners == nil {
		return nil
	}
	return func(stay booking.Stay) string { return s.partners.Current().Of(stay) }
}

// messengers returns what sends e-mails, and what tells partners of bookings, or nil where
// there are none: each needs the other.
func (s *Server) messengers(links keyring.Ring) (*mail.Mailer, *reservation.Service) {
	config := mail.Config{Brand: mail.BrandOf(s.site, s.baseURL), Bookings: s.store.Bookings(), Visitors: s.store.Visitors(), Place: s.place,
		SMTP: s.config.SMTP, Dir: filepath.Join(s.config.Data, "mail")}
	if s.partners == nil {
		return mail.New(config), nil
	}
	wire := reservation.NewWire(func(next http.RoundTripper) http.RoundTripper { return s.measured(next, "partner") })
	transports := map[string]reservation.Transport{reservation.ByWebhook: reservation.NewWebhook(wire, s.config.now), reservation.ByOTA: reservation.NewOTA(wire, s.config.now)}
	reservations := reservation.New(reservation.Config{Store: s.store.Reservations(), Partners: s.partners.Current, Transports: transports, Keys: links, Clock: s.store.Now, Bad: s.bad})
	config.Reservations = reservations
	emails := mail.New(config)
	transports[reservation.ByEmail] = emails.Parks(reservations.Link)
	return emails, reservations
}
