package server

import (
	"context"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/picture"
)

// CloseStore closes the database under a running server, to test the answers
// without one.
func (s *Server) CloseStore() { _ = s.store.Close() }

// PingStore asks the database, as a handler would.
func (s *Server) PingStore() error { return s.store.Ping(context.Background()) }

// SpoilPicture has the drawing of one picture panic.
func (s *Server) SpoilPicture(spoilt string) {
	draw := s.drawPicture
	s.drawPicture = func(from picture.Source, path string) ([]byte, bool) {
		if path == spoilt {
			panic("a park with a colour that nobody thought of")
		}
		return draw(from, path)
	}
}

// OccupySearches takes every turn of searches until the function that it returns
// is called.
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

// Catalogue is what is on sale now.
func (s *Server) Catalogue() *catalogue.Snapshot { return s.catalogue() }

// ProviderURL is the address of this process's simulated card provider.
func (s *Server) ProviderURL() string { return "http://" + s.listeners[1].Addr().String() }

// AroundLoops has a server run what around returns in place of each of its loops.
func AroundLoops(around func(loop.Loop) loop.Loop) func(*Config) {
	return func(c *Config) { c.aroundLoops = around }
}

// Loops says how the server's background loops do.
func (s *Server) Loops() []loop.Status { return s.loops.Status() }
