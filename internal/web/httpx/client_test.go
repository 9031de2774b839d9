package httpx

import (
	"net/netip"
	"strings"
	"testing"
)

func TestForwardedAddressesAreUsedFromTrustedProxiesOnly(t *testing.T) {
	for _, c := range []struct{ trusted, peer, forwarded, want string }{
		{"", "203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
		{"10.0.0.0/8", "10.1.1.1:1", "198.51.100.7", "198.51.100.7"},
		{"10.0.0.0/8", "10.1.1.1:1", "1.2.3.4, 198.51.100.7, 10.2.2.2", "198.51.100.7"},
		{"10.0.0.0/8", "10.1.1.1:1", "198.51.100.7:5678", "198.51.100.7"},
		{"10.0.0.0/8", "10.1.1.1:1", "[2001:db8::7]:5678", "2001:db8::7"},
		{"10.0.0.0/8", "10.1.1.1:1", "[2001:db8::7]", "2001:db8::7"},
		{"10.0.0.0/8", "[::ffff:10.1.1.1]:1", "::ffff:198.51.100.7", "198.51.100.7"},
		{"10.0.0.0/8", "10.1.1.1:1", "rubbish", "10.1.1.1"},
		{"10.0.0.0/8", "203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
	} {
		var clients Clients
		if c.trusted != "" {
			clients.Trusted = []netip.Prefix{netip.MustParsePrefix(c.trusted)}
		}
		_, r := ask("X-Forwarded-For", c.forwarded)
		r.RemoteAddr = c.peer
		if got := clients.Of(r); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
		if got := clients.FromTrustedProxy(r); got != (c.trusted != "" && strings.Contains(c.peer, "10.1.1.1")) {
			t.Errorf("%+v: from a trusted proxy: %t", c, got)
		}
	}
}
