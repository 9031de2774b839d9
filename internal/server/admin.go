package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// administered reports whether the server has an administration address.
func (c Config) administered() bool { return c.MetricsAddr != "" || c.Systemd.Admin != nil }

// serveAdmin listens on the administration address, which visitors cannot reach. It
// serves metrics, the readiness report with all details, and profiles.
func (s *Server) serveAdmin() error {
	if !s.config.administered() {
		return nil
	}
	listener, err := listenAt(s.config.Systemd.Admin, s.config.MetricsAddr)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metricsHandler())
	mux.HandleFunc("GET /readyz", s.readyForStaff)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	s.listeners = append(s.listeners, listener)
	s.servers = append(s.servers, newHTTPServer(mux, s.log))
	return nil
}

// metricsHandler serves the metrics. One that cannot be collected leaves the others.
func (s *Server) metricsHandler() http.Handler {
	return promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, Registry: s.metrics.registry, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelError),
	})
}

// AdminURL returns the administration address, or "" where there is none.
func (s *Server) AdminURL() string {
	if !s.config.administered() {
		return ""
	}
	return "http://" + s.listeners[len(s.listeners)-1].Addr().String()
}
