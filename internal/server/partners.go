package server

import (
	"fmt"
	"net/http"
	"os"

	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/demo/simulator"
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

// newReservations returns what tells partners of bookings, or nil where there is no partner.
func (s *Server) newReservations() *reservation.Service {
	if s.partners == nil {
		return nil
	}
	wire := reservation.NewWire(func(next http.RoundTripper) http.RoundTripper { return s.measured(next, "partner") })
	return reservation.New(reservation.Config{Store: s.store.Reservations(), Partners: s.partners.Current,
		Transports: map[string]reservation.Transport{reservation.ByWebhook: reservation.NewWebhook(wire, s.config.now)}})
}
