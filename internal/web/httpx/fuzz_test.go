package httpx

import (
	"net/http"
	"net/netip"
	"testing"
)

// FuzzClient proves that a proxy's header gives an address, whatever is in it, and that of
// somebody who is not trusted gives nothing.
func FuzzClient(f *testing.F) {
	for _, seed := range []string{"192.0.2.1", "192.0.2.1, 10.0.0.1", "[2001:db8::1]:80", "x,,", "::ffff:192.0.2.1"} {
		f.Add(seed)
	}
	trusted := Clients{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	f.Fuzz(func(t *testing.T, forwarded string) {
		request := &http.Request{RemoteAddr: "10.0.0.9:1234", Header: http.Header{"X-Forwarded-For": {forwarded}}}
		if _, err := netip.ParseAddr(trusted.Of(request)); err != nil {
			t.Fatalf("%q gives %q", forwarded, trusted.Of(request))
		}
		if got := (Clients{}).Of(request); got != "10.0.0.9" {
			t.Fatalf("an untrusted proxy gives %q", got)
		}
	})
}
