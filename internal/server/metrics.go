package server

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"holidaymaker/internal/content"
	"holidaymaker/internal/operations/tracing"
	"holidaymaker/internal/web/httpx"
)

// metrics counts requests by operation and transactions by kind. Labels never
// contain an address or text that a visitor typed.
type metrics struct {
	registry     *prometheus.Registry
	requests     *prometheus.HistogramVec
	panics       prometheus.Counter
	provider     *prometheus.HistogramVec
	transactions *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holidaymaker_http_request_duration_seconds", Help: "Requests by operation and status; 499: the client went away.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"operation", "status"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "holidaymaker_http_panics_total", Help: "Requests that ended in a panic.",
		}),
		provider: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holidaymaker_provider_request_duration_seconds", Help: "Requests to providers by outcome: ok, refused (4xx), failed (5xx) or unanswered.",
			Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 25, 50},
		}, []string{"provider", "outcome"}),
		transactions: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holidaymaker_db_transaction_duration_seconds", Help: "Database transactions by kind and outcome.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}, []string{"kind", "outcome"}),
	}
	m.registry.MustRegister(m.requests, m.panics, m.provider, m.transactions,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// clientGone is the status in logs and metrics for a request whose client
// closed the connection before the answer began.
const clientGone = 499

func (m *metrics) request(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) transaction(kind string, took time.Duration, err error) {
	outcome := "ok"
	if err != nil {
		outcome = "failed"
	}
	m.transactions.WithLabelValues(kind, outcome).Observe(took.Seconds())
}

// named counts a handler's answers under an operation, unless the handler sets
// another operation.
func named(operation func(*http.Request) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorder := httpx.Record(w)
		recorder.Operation = operation(r)
		next.ServeHTTP(recorder, r)
	})
}

// pageKind returns the operation under which a request for a page is counted.
func pageKind(r *http.Request) string {
	switch {
	case strings.HasPrefix(r.URL.Path, "/images/"):
		return "picture"
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		return "asset"
	}
	return "page"
}

// operationOf returns the operation of a net/http pattern.
func (s *Server) operationOf(pattern string) string {
	_, path, ok := strings.Cut(pattern, " ")
	if !ok {
		path = pattern
	}
	switch {
	case path == s.config.NotificationPath, path == s.config.WalletNotificationPath:
		return "notification"
	case pattern == content.Pattern:
		return "content"
	case pattern == content.PicturePattern:
		return "content picture"
	case strings.HasSuffix(path, "/"):
		return "unknown call"
	}
	path = strings.TrimPrefix(path, "/api/")
	return strings.NewReplacer("/", " ", ".", " ", "{", "", "}", "").Replace(strings.Trim(path, "/"))
}

// measured is an http.RoundTripper that counts the requests to a provider, and records
// them in traces. Providers are sent nothing of a trace.
type measured struct {
	next     http.RoundTripper
	provider string
	seconds  *prometheus.HistogramVec
	traces   *tracing.Tracer
}

// measured returns a transport that counts the requests to a provider.
func (s *Server) measured(next http.RoundTripper, provider string) http.RoundTripper {
	return measured{next, provider, s.metrics.provider, s.traces}
}

// RoundTrip implements http.RoundTripper.
func (m measured) RoundTrip(r *http.Request) (*http.Response, error) {
	started := time.Now()
	response, err := m.next.RoundTrip(r)
	outcome := "ok"
	switch {
	case err != nil:
		outcome = "unanswered"
	case response.StatusCode >= http.StatusInternalServerError:
		outcome = "failed"
	case response.StatusCode >= http.StatusBadRequest:
		outcome = "refused"
	}
	took := time.Since(started)
	m.seconds.WithLabelValues(m.provider, outcome).Observe(took.Seconds())
	m.traces.ProviderCall(r.Context(), m.provider, outcome, took)
	return response, err
}
