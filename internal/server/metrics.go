package server

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests by operation and transactions by kind; labels never
// hold an address or anything that a visitor typed.
type metrics struct {
	registry     *prometheus.Registry
	requests     *prometheus.HistogramVec
	transactions *prometheus.HistogramVec

	mu   sync.RWMutex
	seen map[outcome]prometheus.Observer // of requests: looking it up here costs a fraction
}

// outcome is by what requests are counted.
type outcome struct {
	operation string
	status    int
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(), seen: map[outcome]prometheus.Observer{},
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holidaymaker_request_seconds", Help: "Requests by operation and status.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"operation", "status"}),
		transactions: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holidaymaker_transaction_seconds", Help: "Database transactions by kind and outcome.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}, []string{"kind", "outcome"}),
	}
	m.registry.MustRegister(m.requests, m.transactions, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) request(operation string, status int, took time.Duration) {
	key := outcome{operation, status}
	m.mu.RLock()
	observer, ok := m.seen[key]
	m.mu.RUnlock()
	if !ok {
		observer = m.requests.WithLabelValues(operation, strconv.Itoa(status))
		m.mu.Lock()
		m.seen[key] = observer
		m.mu.Unlock()
	}
	observer.Observe(took.Seconds())
}

func (m *metrics) transaction(kind string, took time.Duration, err error) {
	outcome := "ok"
	if err != nil {
		outcome = "failed"
	}
	m.transactions.WithLabelValues(kind, outcome).Observe(took.Seconds())
}

// pages counts what the web serves, by kind of address.
func (m *metrics) pages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		recorder := &recorder{ResponseWriter: w}
		next.ServeHTTP(recorder, r)
		kind := "page"
		if strings.HasPrefix(r.URL.Path, "/images/") {
			kind = "picture"
		} else if strings.HasPrefix(r.URL.Path, "/assets/") {
			kind = "asset"
		}
		m.request(kind, recorder.status, time.Since(started))
	})
}

// serveMetrics takes the address of the metrics, which visitors do not reach.
func (s *Server) serveMetrics() error {
	if s.config.MetricsAddr == "" {
		return nil
	}
	listener, err := net.Listen("tcp", s.config.MetricsAddr)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	s.listeners = append(s.listeners, listener)
	s.servers = append(s.servers, newHTTPServer(mux, s.log))
	return nil
}

// MetricsURL is the address of the metrics, empty where they are not served.
func (s *Server) MetricsURL() string {
	if s.config.MetricsAddr == "" {
		return ""
	}
	return "http://" + s.listeners[len(s.listeners)-1].Addr().String() + "/metrics"
}
