package server

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holidaymaker/internal/api"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/tracing"
	"holidaymaker/internal/web"
	"holidaymaker/internal/web/httpx"
)

// around is what every request passes first: it gives the request its id, sets
// the baseline headers, counts and logs the answer, and turns a panic into an
// answer.
func (s *Server) around(next http.Handler, pages *web.Web) http.Handler {
	baseline := httpx.Baseline(strings.HasPrefix(s.baseURL, "https://"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		defer s.requests.begin()()
		if s.shed.clients.UntrustedProxy(r) {
			s.proxyWarning.Do(func() {
				s.log.Warn("a proxy forwards requests but is not trusted: limits count all its visitors as one client; set --trusted-proxies to its network")
			})
		}
		client := s.shed.clients.Of(r)
		flight, ok := s.shed.begin(r, client)
		if !ok {
			maps.Copy(w.Header(), baseline)
			s.turnAway(w, r, pages)
			s.metrics.request("turned away", http.StatusServiceUnavailable, time.Since(started))
			return
		}
		defer flight.End()
		ctx, id := httpx.WithIdentity(r.Context(), client, flight)
		ctx, span := s.traced(ctx, r, flight)
		r = r.WithContext(ctx)
		recorder := httpx.Record(w)
		maps.Copy(w.Header(), baseline)
		w.Header()["X-Request-Id"] = []string{id}
		defer func() {
			if reason := recover(); reason != nil {
				if reason == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this very value
					panic(reason)
				}
				s.metrics.panics.Inc()
				s.log.ErrorContext(ctx, "panic", "request", id, "reason", reason, "stack", string(debug.Stack()))
				if recorder.Status == 0 {
					s.answerFault(recorder, r, pages)
				}
			}
			s.note(r, recorder, span, id, time.Since(started))
		}()
		next.ServeHTTP(recorder, r)
		if recorder.Status == 0 && errors.Is(context.Cause(r.Context()), errShuttingDown) {
			s.turnAway(recorder, r, pages) // otherwise net/http would send an empty answer with status 200
			_ = http.NewResponseController(recorder).Flush()
		}
	})
}

// note counts and logs an answer, and ends the request's span.
func (s *Server) note(r *http.Request, recorder *httpx.Recorder, span tracing.Span, id string, took time.Duration) {
	operation, status := cmp.Or(recorder.Operation, "other"), recorder.Status
	switch {
	case status == 0 && r.Context().Err() != nil:
		status = clientGone
	case status == 0:
		status = http.StatusOK // net/http sends 200 when a handler sends nothing
	}
	s.metrics.request(operation, status, took)
	span.EndRequest(operation, loggedMethod(r.Method), id, status)
	if s.log.Enabled(r.Context(), slog.LevelInfo) {
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("request", id), slog.String("method", loggedMethod(r.Method)),
			slog.String("operation", operation), slog.String("path", s.loggedPath(r.URL.Path)), slog.Int("status", status),
			slog.Int64("bytes", recorder.Bytes), slog.Float64("took_ms", milliseconds(took)))
	}
}

// milliseconds returns a duration in milliseconds, with three decimals.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// loggedMethod returns a request's method, or "other" for one that HTTP does
// not define, because a client can send any text there.
func loggedMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return method
	}
	return "other"
}

// loggedPath returns a path for the log. It hides the secret path, however it
// is written, long paths, and paths with unusual characters, because a visitor
// could have typed them. Queries are never logged.
func (s *Server) loggedPath(requestPath string) string {
	if strings.Contains(requestPath, "@") || len(requestPath) > 120 || strings.ContainsFunc(requestPath, unprintable) || s.isSecret(requestPath) {
		return "(withheld)"
	}
	return requestPath
}

// unprintable reports whether a character could change how a log is displayed:
// control characters, line separators, and characters that change the direction
// of text.
func unprintable(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }

// isSecret reports whether a path contains a park's link to its arrivals, a channel's to our
// nights, a booking's reference, or a secret path
// of the payment providers' notifications, in any letter case and with extra slashes or dots.
func (s *Server) isSecret(requestPath string) bool {
	if clean := path.Clean("/" + strings.ToLower(requestPath)); strings.HasPrefix(clean, mail.ArrivalsPath) || strings.HasPrefix(clean, ical.Path) || strings.HasPrefix(clean, api.PocketPath) {
		return true
	}
	for _, secret := range []string{s.config.NotificationPath, s.config.WalletNotificationPath} {
		if secret != "" && strings.Contains(strings.ToLower(path.Clean("/"+requestPath)), strings.ToLower(path.Base(secret))) {
			return true
		}
	}
	return false
}

// turnAway answers 503 where a client, or all clients together, have too many
// requests running.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, pages *web.Web) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		api.WriteFailure(w, r, api.Busy())
		return
	}
	if httpx.RequestID(r.Context()) == "" { // it was not let in, and the page needs a nonce
		ctx, _ := httpx.WithIdentity(r.Context(), s.shed.clients.Of(r), nil)
		r = r.WithContext(ctx)
	}
	pages.BusyPage(w, r)
}

// answerFault answers status 500 after a panic.
func (s *Server) answerFault(w http.ResponseWriter, r *http.Request, pages *web.Web) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		api.WriteFailure(w, r, api.Refuse(api.Internal, "We are sorry but we have encountered an error. Please try again."))
		return
	}
	pages.ErrorPage(w, r)
}

// originsOf returns the origins of URLs, each once.
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
