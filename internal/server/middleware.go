package server

import (
	"crypto/rand"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/web"
)

// around gives every request its identity, sets the baseline headers, logs it
// and answers panics.
func (s *Server) around(next http.Handler, pages *web.Web) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		id := random(12)
		ctx := api.WithIdentity(r.Context(), id, newNonce)
		r = r.WithContext(ctx)
		recorder := &recorder{ResponseWriter: w}
		pages.Baseline(w.Header())
		w.Header()["X-Request-Id"] = []string{id}
		defer func() {
			if reason := recover(); reason != nil {
				if reason == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this very value
					panic(reason)
				}
				s.log.Error("panic", "request", id, "reason", reason, "stack", string(debug.Stack()))
				if recorder.status == 0 {
					s.fault(recorder, r, pages)
				}
			}
			if s.log.Enabled(ctx, slog.LevelInfo) {
				s.log.LogAttrs(ctx, slog.LevelInfo, "request", slog.String("request", id), slog.String("method", r.Method),
					slog.String("path", s.loggedPath(r.URL.Path)), slog.Int("status", recorder.status), slog.Duration("took", time.Since(started)))
			}
		}()
		next.ServeHTTP(recorder, r)
	})
}

// loggedPath is a path without anything that a visitor could have typed, and
// without the secret one: long ones are cut, queries are never logged.
func (s *Server) loggedPath(path string) string {
	if strings.Contains(path, "@") || len(path) > 120 || s.config.NotificationPath != "" && path == s.config.NotificationPath {
		return "(withheld)"
	}
	return path
}

// fault answers a request that ended in a panic.
func (s *Server) fault(w http.ResponseWriter, r *http.Request, pages *web.Web) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		api.WriteFailure(w, r, api.Refuse(api.Internal, "We are sorry but we have encountered an error. Please try again."))
		return
	}
	pages.ErrorPage(w, r)
}

func newNonce() string { return random(16) }

// random gives n random bytes as text.
func random(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// recorder remembers the status that was answered.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController through.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// addresses finds out where requests come from.
type addresses struct{ trusted []netip.Prefix }

// of is the client's address: the peer's, or where trusted proxies forwarded
// it, the last one that none of them is.
func (a addresses) of(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr()
	forwarded := r.Header["X-Forwarded-For"]
	for i := len(forwarded) - 1; i >= 0; i-- {
		for left, more := forwarded[i], true; more; {
			if !a.trusts(address) {
				return address.String()
			}
			hop := left
			if at := strings.LastIndexByte(left, ','); at >= 0 {
				left, hop = left[:at], left[at+1:]
			} else {
				more = false
			}
			next, err := netip.ParseAddr(strings.TrimSpace(hop))
			if err != nil {
				return address.String()
			}
			address = next.Unmap()
		}
	}
	return address.String()
}

func (a addresses) trusts(address netip.Addr) bool {
	for _, prefix := range a.trusted {
		if prefix.Contains(address.Unmap()) {
			return true
		}
	}
	return false
}

// originsOf gives the origins of addresses, each once.
func originsOf(addresses ...string) []string {
	var origins []string
	for _, address := range addresses {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Host == "" {
			continue
		}
		origin := parsed.Scheme + "://" + parsed.Host
		if len(origins) == 0 || origins[len(origins)-1] != origin {
			origins = append(origins, origin)
		}
	}
	return origins
}
