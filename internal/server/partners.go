package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/operations/loop"
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

// oneUnit reports whether the partner of a park takes bookings of one unit only.
func (s *Server) oneUnit(parkID string) bool {
	return s.partners != nil && s.partners.Current().OneUnit(parkID)
}

// openARI opens what takes the availability and rates that partners send; without a partners
// file there are none.
func (s *Server) openARI() {
	if s.partners == nil {
		return
	}
	s.sent = loop.NewTrigger()
	s.ari = ari.New(ari.Config{Store: s.store.ARI(), Partners: func() []ari.Partner { return s.partners.Current().Senders() }, Catalogue: s.catalogue, Clock: s.store.Now, Wake: s.sent.Fire,
		Wrap:   func(next http.RoundTripper) http.RoundTripper { return s.measured(next, "partner") },
		Failed: func(err error) { s.log.Error("a message of a partner could not be stored", "error", err.Error()) }})
	s.ari.Routes(s.Handle)
}

// sentRatesLoop compiles what partners have sent. Every node tries; the lock of imports lets
// one do it at a time, and the pause lets imports of parks come between.
func (s *Server) sentRatesLoop() loop.Loop {
	received := feed.Received{Importer: feed.Importer{Store: s.store}}
	return loop.Loop{Name: "sent_rates", Every: time.Second, Deadline: 10 * time.Minute, Wake: s.sent.Wake, Round: func(ctx context.Context) error {
		more, err := received.Compile(ctx)
		for more && ctx.Err() == nil {
			loop.Pause(ctx, compilePause)
			more, err = received.Compile(ctx)
		}
		unsold, unread := s.store.Unsold(ctx)
		if unread == nil {
			s.bad.Set(badrecord.SentRates, unsold)
		}
		loop.Pause(ctx, compilePause)
		return errors.Join(err, unread)
	}}
}

// compilePause is the pause between two publications of what partners have sent.
const compilePause = 200 * time.Millisecond

// messengers returns what sends e-mails, and opens what tells partners of bookings, where there
// are any: each needs the other.
func (s *Server) messengers(links keyring.Ring) *mail.Mailer {
	config := mail.Config{Brand: mail.BrandOf(s.site, s.baseURL), Bookings: s.store.Bookings(), Visitors: s.store.Visitors(), Watches: s.watches, MyHolidays: s.myHolidays, Place: s.place,
		SMTP: s.config.SMTP, Dir: filepath.Join(s.config.Data, "mail")}
	if s.partners == nil {
		return mail.New(config)
	}
	wire := reservation.NewWire(func(next http.RoundTripper) http.RoundTripper { return s.measured(next, "partner") })
	transports := map[string]reservation.Transport{reservation.ByWebhook: reservation.NewWebhook(wire, s.config.now), reservation.ByOTA: reservation.NewOTA(wire, s.config.now)}
	s.reservations = reservation.New(reservation.Config{Store: s.store.Reservations(), Partners: s.partners.Current, Transports: transports, Keys: links, Clock: s.store.Now, Bad: s.bad})
	config.Reservations = s.reservations
	emails := mail.New(config)
	transports[reservation.ByEmail] = emails.Parks(s.reservations.Link)
	return emails
}
