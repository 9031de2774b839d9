package httpx

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
)

// NoRedirects is the CheckRedirect of a client of a service that never redirects. The
// client does not follow a redirect. Its caller gets that answer, and treats the status
// as an error.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// ReadAll reads an answer or a file of others to its end. If it has more than a number
// of bytes, it returns an error and no content.
func ReadAll(from io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("it is larger than %d bytes", most)
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// Printable returns what another party has said as it can be stored and shown: without
// characters that a terminal obeys, or that PostgreSQL refuses, and cut after so many bytes.
func Printable(text string, most int) string {
	cut := len(text) > most
	if cut {
		text = text[:most]
	}
	text = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
	if cut {
		text += "…"
	}
	return text
}

// Outbound returns a transport for addresses that others have typed. It connects to public
// addresses only, unless private allows those of our own network, and waits for a connection,
// and for its encryption, for a time.
func Outbound(private bool, patience time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: patience}
	if !private {
		dialer.Control = PublicOnly
	}
	return &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: patience, IdleConnTimeout: time.Minute}
}

// PublicOnly is the Control of a net.Dialer that refuses to connect to an address that is
// not public: a name that others have typed may point into our own network. It sees the
// address after the name was resolved, so a second answer of the name server cannot replace
// it.
func PublicOnly(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("read the address of a host: %w", err)
	}
	if !public(at.Addr().Unmap()) {
		return fmt.Errorf("the host is at %s, which is not a public address", at.Addr())
	}
	return nil
}

// notPublic are networks, other than the private ones, that are not part of the
// public internet.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"),
}

func public(at netip.Addr) bool {
	for _, network := range notPublic {
		if network.Contains(at) {
			return false
		}
	}
	return at.IsGlobalUnicast() && !at.IsPrivate()
}
