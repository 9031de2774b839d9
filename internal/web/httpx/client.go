package httpx

import (
	"net/http"
	"net/netip"
	"strings"
)

// Clients finds the address of a request's client behind trusted proxies.
type Clients struct{ Trusted []netip.Prefix }

// Of returns the client's address. That is the address of the connection or,
// where trusted proxies forwarded the request, the last address in
// X-Forwarded-For that is not a proxy's.
func (c Clients) Of(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr()
	forwarded := r.Header["X-Forwarded-For"]
	for i := len(forwarded) - 1; i >= 0; i-- {
		for left, more := forwarded[i], true; more; {
			if !c.trusts(address) {
				return address.String()
			}
			hop := left
			if at := strings.LastIndexByte(left, ','); at >= 0 {
				left, hop = left[:at], left[at+1:]
			} else {
				more = false
			}
			next, ok := parseHop(strings.TrimSpace(hop))
			if !ok {
				return address.String()
			}
			address = next
		}
	}
	return address.String()
}

// Network returns the part of a client's address by which limits are counted:
// the whole of an IPv4 address, the first 64 bits of an IPv6 address. A client
// can choose the other bits freely.
func Network(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if addr.Is4() {
		return address
	}
	if addr = addr.Unmap(); addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr.WithZone(""), 64).Masked().String()
}

// UntrustedProxy reports whether a proxy in a private network seems to have
// forwarded a request although its address is not trusted. In that case all its
// clients count as a single client.
func (c Clients) UntrustedProxy(r *http.Request) bool {
	if len(r.Header["X-Forwarded-For"]) == 0 {
		return false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	address := peer.Addr().Unmap()
	return (address.IsPrivate() || address.IsLoopback()) && !c.trusts(address)
}

// FromTrustedProxy reports whether a trusted proxy has sent a request.
func (c Clients) FromTrustedProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && c.trusts(peer.Addr())
}

// parseHop reads an entry of X-Forwarded-For, with or without a port.
func parseHop(hop string) (netip.Addr, bool) {
	if address, err := netip.ParseAddr(strings.Trim(hop, "[]")); err == nil {
		return address.Unmap(), true
	}
	withPort, err := netip.ParseAddrPort(hop)
	return withPort.Addr().Unmap(), err == nil
}

func (c Clients) trusts(address netip.Addr) bool {
	for _, prefix := range c.Trusted {
		if prefix.Contains(address.Unmap()) {
			return true
		}
	}
	return false
}
