package httpx

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
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

// Has reports whether an address is in one of the networks or domains. An address is
// in a domain if its reverse name is, and that name leads back to the address:
// whoever owns an address can give it any reverse name. An error means that the name
// could not be looked up now.
func (s Sources) Has(ctx context.Context, client string) (bool, error) {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return false, nil //nolint:nilerr // what is no address is in no network
	}
	address = address.Unmap().WithZone("")
	for _, network := range s.networks {
		if network.Contains(address) {
			return true, nil
		}
	}
	if len(s.domains) == 0 {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookUpFor)
	defer cancel()
	names, err := s.resolver().LookupAddr(ctx, address.String())
	if err != nil {
		return false, unlessAbsent(err)
	}
	for _, name := range names {
		if !s.named(name) {
			continue
		}
		back, err := s.resolver().LookupNetIP(ctx, "ip", name)
		if err != nil {
			if err = unlessAbsent(err); err != nil {
				return false, err
			}
			continue
		}
		for _, b := range back {
			if b.Unmap().WithZone("") == address {
				return true, nil
			}
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
	for _, domain := range s.domains {
		if strings.HasSuffix(name, domain) {
			return true
		}
	}
	return false
}

// unlessAbsent returns the error of a look-up, or nil if it is that there is no such
// name.
func unlessAbsent(err error) error {
	if absent, ok := errors.AsType[*net.DNSError](err); ok && absent.IsNotFound {
		return nil
	}
	return fmt.Errorf("look up the name of an address: %w", err)
}
