package server

import (
	"net"
	"net/http"
	"net/url"
	"strconv"
)

// reachable writes a listener's address as this machine's own browser reaches
// it: one that listens everywhere is reached here.
func reachable(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// underOneName leads a browser that opens a page as localhost to the same page
// under the machine's number, where that is the base URL: cookies, saved state
// and the way back from the bank belong to one name. Other clients, which say
// nothing of navigating, are served under either.
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
