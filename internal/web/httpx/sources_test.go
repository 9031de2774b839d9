package httpx

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"
)

// names is a resolver with fixed answers.
type names struct {
	of map[string][]string     // names of an address
	at map[string][]netip.Addr // addresses of a name
}

var errResolver = errors.New("the resolver does not answer")

func (n names) LookupAddr(_ context.Context, address string) ([]string, error) {
	if address == "203.0.113.99" {
		return nil, errResolver
	}
	if found, ok := n.of[address]; ok {
		return found, nil
	}
	return nil, &net.DNSError{IsNotFound: true}
}

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if found, ok := n.at[host]; ok {
		return found, nil
	}
	return nil, &net.DNSError{IsNotFound: true}
}

func TestSourcesAreNetworksAndDomainsThatLeadBack(t *testing.T) {
	sources, err := ParseSources(" pay.example ,192.0.2.0/24, ::1")
	if err != nil || sources.Any() {
		t.Fatalf("got %+v, %v", sources, err)
	}
	sources.Resolver = names{
		of: map[string][]string{
			"203.0.113.1": {"out1.PAY.example."}, "203.0.113.2": {"pay.example."}, "203.0.113.3": {"out3.pay.example."}, "203.0.113.4": {"notpay.example."},
			"203.0.113.5": {"pay.example.evil.example."}, "203.0.113.6": {"gone.pay.example."}, "2001:db8::1": {"gone.pay.example.", "out1.PAY.example."},
		},
		at: map[string][]netip.Addr{
			"out1.PAY.example.": {netip.MustParseAddr("198.51.100.7"), netip.MustParseAddr("::ffff:203.0.113.1"), netip.MustParseAddr("2001:db8::1")},
			"pay.example.":      {netip.MustParseAddr("203.0.113.2")},
			"out3.pay.example.": {netip.MustParseAddr("203.0.113.77")}, "notpay.example.": {netip.MustParseAddr("203.0.113.4")},
			"pay.example.evil.example.": {netip.MustParseAddr("203.0.113.5")},
		},
	}
	for client, in := range map[string]bool{
		"192.0.2.9": true, "::ffff:192.0.2.9": true, "::1": true, "192.0.3.9": false, "": false, "nobody": false,
		"203.0.113.1": true, "203.0.113.2": true, "2001:db8::1": true,
		"203.0.113.3": false, // its name leads to another address
		"203.0.113.4": false, "203.0.113.5": false, "203.0.113.6": false, "203.0.113.7": false,
	} {
		if got, err := sources.Has(t.Context(), client); got != in || err != nil {
			t.Errorf("%q: got %v, %v, want %v", client, got, err, in)
		}
	}
	if got, err := sources.Has(t.Context(), "203.0.113.99"); got || !errors.Is(err, errResolver) {
		t.Errorf("without an answer: %v, %v", got, err)
	}
	for _, wrong := range []string{"192.0.2.0/33", "com", "two words.example", "https://pay.example"} {
		if _, err := ParseSources(wrong); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
	if none, err := ParseSources(""); err != nil || !none.Any() {
		t.Errorf("nothing: %+v, %v", none, err)
	}
}
