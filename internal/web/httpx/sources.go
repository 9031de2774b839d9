package httpx

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Sources are the networks and domains that requests may come from.
type Sources struct {
	networks []netip.Prefix
	domains  []string // each with a dot before and after it, as ends of reverse names
	// Resolver looks up names and addresses; nil: the machine's.
	Resolver Resolver
}

// Resolver looks up names and addresses; a *net.Resolver does.
type Resolver interface {
	LookupAddr(ctx context.Context, address string) (names []string, err error)
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// ParseSources reads a list such as 'worldpay.com, 192.0.2.0/24, ::1'.
func ParseSources(list string) (s Sources, err error) {
	for part := range strings.SplitSeq(list, ",") {
		part = strings.ToLower(strings.TrimSpace(part))
		switch network, err := ParseNetwork(part); {
		case part == "":
		case err == nil:
			s.networks = append(s.networks, network)
		case strings.ContainsAny(part, "/: ") || !strings.Contains(strings.Trim(part, "."), "."):
			return s, fmt.Errorf("%q is neither a network nor a domain", part)
		default:
			s.domains = append(s.domains, "."+strings.Trim(part, ".")+".")
		}
	}
	return s, nil
}

// ParseNetwork reads a network such as 192.0.2.0/24, or a single address.
func ParseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return address.Prefix(address.BitLen())
	}
	return netip.ParsePrefix(text)
}

// Any reports whether there are no sources, so that requests may come from anywhere.
func (s Sources) Any() bool { return len(s.networks)+len(s.domains) == 0 }

// lookUpFor is how long the name of an address may be looked up.
const lookUpFor = 5 * time.Second

// Has reports whether an address is in one of the networks or domains. It is in a
// domain if its reverse name is, and if that name leads back to the address: the owner
// of an address can give it any reverse name. An error means that the name could not be
// looked up now.
func (s Sources) Has(ctx context.Context, client string) (bool, error) {
	address, _ := netip.ParseAddr(client) // what is no address is the zero value, which is in no network
	address = address.Unmap().WithZone("")
	if slices.ContainsFunc(s.networks, func(n netip.Prefix) bool { return n.Contains(address) }) {
		return true, nil
	}
	if len(s.domains) == 0 || !address.IsValid() {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookUpFor)
	defer cancel()
	names, err := noneIfAbsent(s.resolver().LookupAddr(ctx, address.String()))
	if err != nil {
		return false, err
	}
	for _, name := range names {
		if !s.named(name) {
			continue
		}
		back, err := noneIfAbsent(s.resolver().LookupNetIP(ctx, "ip", name))
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(back, func(b netip.Addr) bool { return b.Unmap().WithZone("") == address }) {
			return true, nil
		}
	}
	return false, nil
}

func (s Sources) resolver() Resolver {
	if s.Resolver == nil {
		return net.DefaultResolver
	}
	return s.Resolver
}

// named reports whether a reverse name is in one of the domains.
func (s Sources) named(name string) bool {
	name = "." + strings.ToLower(strings.Trim(name, ".")) + "."
	return slices.ContainsFunc(s.domains, func(domain string) bool { return strings.HasSuffix(name, domain) })
}

// noneIfAbsent returns what a look-up has found. It is no error that there is no such
// name.
func noneIfAbsent[T any](found []T, err error) ([]T, error) {
	if absent, ok := errors.AsType[*net.DNSError](err); ok && absent.IsNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look up the name of an address: %w", err)
	}
	return found, nil
}
