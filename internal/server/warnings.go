package server

import (
	"net"
	"net/netip"
	"net/url"

	"holidaymaker/internal/date"
)

// Warnings lists settings with which a server starts although something will
// not work, each with what to do. baseURL is the address under which visitors
// reach the server (see URL); empty means the configured one.
func (c Config) Warnings(baseURL string) (list []string) {
	if baseURL == "" {
		baseURL = c.BaseURL
	}
	if !c.simulated() && c.SMTP == nil {
		list = append(list, "No mail server is set: e-mails to visitors are not sent but written to "+c.Data+"/mail. Set HOLIDAYMAKER_SMTP_HOST.")
	}
	base, err := url.Parse(baseURL)
	if err != nil {
		return list
	}
	local := baseURL == "" || isLoopback(base.Hostname())
	switch {
	case base.Scheme == "http" && !local:
		list = append(list, "Booking will not work at "+baseURL+": browsers keep the booking's cookie over plain http on localhost only. Serve TLS with --tls-cert and --tls-key or --tls-self-signed, or behind a proxy with --base-url https://….")
	case local && c.BaseURL == "" && !c.servesTLS() && listensBeyond(c.Addr):
		list = append(list, "Booking will not work from other machines: --addr "+c.Addr+" listens to them, but browsers keep the booking's cookie over plain http on localhost only. Serve TLS with --tls-cert and --tls-key or --tls-self-signed, or behind a proxy with --base-url https://….")
	case local && !c.simulated():
		list = append(list, "Visitors cannot reach the links of e-mails and the way back from the bank: they lead to this machine. Set --base-url to the public address.")
	}
	if c.BaseURL != "" && !local && !c.servesTLS() && len(c.TrustedProxies) == 0 {
		list = append(list, "No proxy is trusted: if one stands before this server, all its visitors share one rate limit. Set --trusted-proxies to its network.")
	}
	return list
}

// Warnings says what a member of staff should put right: settings that will not work, and
// a database without a catalogue.
func (s *Server) Warnings() []string {
	list := s.config.Warnings(s.URL())
	if len(s.catalogue().AllParks()) == 0 {
		at := "--data " + quoted(s.config.Data)
		if s.config.DB != "" {
			at = "--db …"
		}
		list = append(list, "Nothing is for sale: the database has no catalogue. Type `holidaymaker import catalogue "+at+" FILE`, then `holidaymaker import prices "+at+" FILE`; docs/import.md describes the files. This server shows them without a restart.")
	}
	if warning := s.inventory.Current().Holidays.Warning(date.In(s.config.now())); warning != "" {
		list = append(list, warning)
	}
	return list
}

// isLoopback reports whether a host name leads every browser to its own machine,
// like localhost.
func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// listensBeyond reports whether other machines can reach a listening address.
func listensBeyond(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && !isLoopback(host)
}
