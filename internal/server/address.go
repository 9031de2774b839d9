package server

import (
	"net"
	"net/http"
	"net/url"
	"strconv"
)

// reachable returns a listener's address as a browser on this machine reaches
// it. For a listener on all interfaces this is the loopback address.
func reachable(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// underOneName redirects a browser that opens a page at localhost to the same
// page at the IP address, where that is the base URL. Otherwise cookies and
// saved state would not be found when the bank sends the visitor back. Clients
// that are not browsers send no Sec-Fetch headers and are served under either
// name.
func (s *Server) underOneName(next http.Handler) http.Handler {
	base, err := url.Parse(s.baseURL)
	if err != nil || base.Hostname() != "127.0.0.1" {
		return next
	}
	alias := net.JoinHostPort("localhost", base.Port())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != alias || r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, s.baseURL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
	})
}
