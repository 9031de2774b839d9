package server

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/pagewatch"
)

// CloseStore closes the database of a running server, to test its answers
// without one.
func (s *Server) CloseStore() { _ = s.store.Close() }

// PingStore queries the database as a handler would.
func (s *Server) PingStore() error { return s.store.Ping(context.Background()) }

// SpoilPicture makes the drawing of one picture panic.
func (s *Server) SpoilPicture(spoilt string) {
	draw := s.drawPicture
	s.drawPicture = func(from picture.Source, path string) ([]byte, bool) {
		if path == spoilt {
			panic("a park with a colour that nobody thought of")
		}
		return draw(from, path)
	}
}

// ReadPaymentPage reads the payment page as the loop does where payments are real, and returns
// how it differs from what was built, and how many scripts were compared.
func (s *Server) ReadPaymentPage(ctx context.Context) (differences []string, scripts int, err error) {
	want, err := s.config.paymentPage(s.card, false)
	if err != nil {
		return nil, 0, err
	}
	differences, err = pagewatch.Differences(ctx, pagewatch.Client(), s.URL(), want)
	return differences, len(want.Files) + len(want.Inline), err
}

// OccupySearches takes all places of the gate of searches, until the returned
// function is called.
func (s *Server) OccupySearches(t *testing.T) (leave func()) {
	t.Helper()
	gate := s.shed.calls.Searches
	for range gate.Turns() {
		if err := gate.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for range gate.Turns() {
			gate.Leave()
		}
	}
}

// OfficeStore keeps the people of the office.
func (s *Server) OfficeStore() staff.Store { return s.store.Office() }

// Patterns returns the net/http patterns of everything that visitors reach, but the pages.
func (s *Server) Patterns() []string { return s.patterns }

// Catalogue returns the current catalogue.
func (s *Server) Catalogue() *catalogue.Snapshot { return s.catalogue() }

// ProviderURL returns the address of this process's simulated card provider.
func (s *Server) ProviderURL() string { return "http://" + s.listeners[1].Addr().String() }

// AroundLoops makes a server run what around returns instead of each of its
// loops.
func AroundLoops(around func(loop.Loop) loop.Loop) func(*Config) {
	return func(c *Config) { c.aroundLoops = around }
}

// RenderPatiently gives the code of a page the time that it needs on a busy machine.
func RenderPatiently(c *Config) { c.renderingLimit = time.Minute }

// OfBrand makes a server one of a brand, with the brand's front end for rendering.
func OfBrand(siteCode string, bundle []byte) func(*Config) {
	return func(c *Config) { c.brand = &brandBuild{siteCode, bundle} }
}

// Loops returns the state of the server's background loops.
func (s *Server) Loops() []loop.Status { return s.loops.Status() }
