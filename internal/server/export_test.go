package server

import (
	"net/http/httptest"
	"net/netip"

	"holidaymaker/internal/catalogue"
)

// CloseStore closes the database under a running server, to see what visitors
// are told when it is gone.
func (s *Server) CloseStore() { _ = s.store.Close() }

// ClientAddress is what a request's client is taken for.
func ClientAddress(trusted, peer, forwarded string) string {
	var a addresses
	if trusted != "" {
		a.trusted = []netip.Prefix{netip.MustParsePrefix(trusted)}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = peer
	r.Header.Set("X-Forwarded-For", forwarded)
	return a.of(r)
}

// Stock is the catalogue that is on sale now.
func (s *Server) Stock() *catalogue.Snapshot { return s.stock() }
