package server

import (
	"cmp"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"holidaymaker/internal/api"
	"holidaymaker/internal/web"
	"holidaymaker/internal/web/httpx"
)

// shedder limits what the server does at once. It refuses what exceeds the
// limits early, with 503, so that the rest is answered in time.
type shedder struct {
	clients  httpx.Clients      // finds the client's address behind trusted proxies
	load     *httpx.Load        // running requests and unsent bytes, by client and in all
	open     *httpx.Connections // the visitors' connections
	calls    *api.Gates         // calls of the API that run at once
	pages    *httpx.Gate        // pages that are made at once
	pictures *httpx.Gate        // pictures that are drawn at once
	stream   string             // the path of the flags' stream
}

func newShedder(c Config, m *metrics) *shedder {
	limits := httpx.DefaultLoadLimits()
	if c.NoLimits { // in a load test one client makes all requests
		limits.ClientRequests, limits.ClientBytes = limits.Requests, limits.Bytes
	}
	clients := httpx.Clients{Trusted: c.TrustedProxies}
	s := &shedder{
		clients: clients, open: httpx.NewConnections(cmp.Or(c.MaxConnections, DefaultConnections), clients), load: httpx.NewLoad(limits), calls: api.DefaultGates(),
		pages: httpx.NewGate("pages", 4*runtime.GOMAXPROCS(0), 512, 2*time.Second), pictures: web.NewPictureGate(),
	}
	m.shedding(s.load, append(s.calls.All(), s.pages, s.pictures))
	m.connections(s.open)
	return s
}

// begin counts a request of a client as running. Health checks are always
// accepted: they cost nothing, and a node under load must not look dead. The
// streams of the feature flags stay open for hours and have their own limit.
func (s *shedder) begin(r *http.Request, client string) (*httpx.Flight, bool) {
	if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" || r.URL.Path == s.stream {
		return nil, true
	}
	return s.load.Begin(httpx.Network(client))
}

// http2Limits limit what a single connection can make the server keep in
// memory.
func http2Limits() *http.HTTP2Config {
	return &http.HTTP2Config{
		MaxConcurrentStreams: 64, MaxDecoderHeaderTableSize: 4 << 10,
		MaxReceiveBufferPerConnection: 1 << 20, MaxReceiveBufferPerStream: 128 << 10,
		WriteByteTimeout: 15 * time.Second, SendPingTimeout: 30 * time.Second, PingTimeout: 10 * time.Second,
	}
}

// caching adds the number of cached answers to the metrics.
func (m *metrics) caching(cached func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holidaymaker_cached_answers", Help: "Answers to public calls in memory."},
		func() float64 { return float64(cached()) }))
}

// shedding adds what is running and what was refused to the metrics.
func (m *metrics) shedding(load *httpx.Load, gates []*httpx.Gate) {
	gauge := func(name, help string, labels prometheus.Labels, read func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, read))
	}
	counter := func(name, help string, labels prometheus.Labels, read func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, read))
	}
	for _, gate := range gates {
		kind := prometheus.Labels{"kind": gate.Kind}
		gauge("holidaymaker_calls_running", "Calls that run now, by kind.", kind, func() float64 { return float64(gate.Running()) })
		gauge("holidaymaker_calls_running_max", "Calls that may run at once, by kind.", kind, func() float64 { return float64(gate.Turns()) })
		gauge("holidaymaker_calls_waiting", "Calls that wait for their turn, by kind.", kind, func() float64 { return float64(gate.Waiting()) })
		counter("holidaymaker_calls_shed_total", "Calls that were turned away with 503, by kind.", kind, func() float64 { return float64(gate.Shed()) })
	}
	gauge("holidaymaker_http_requests_in_flight", "Requests under way.", nil, func() float64 {
		requests, _, _ := load.Now()
		return float64(requests)
	})
	gauge("holidaymaker_http_response_bytes_in_flight", "Bytes of unshared answers that clients have yet to take.", nil, func() float64 {
		_, bytes, _ := load.Now()
		return float64(bytes)
	})
	counter("holidaymaker_http_requests_refused_total", "Requests refused because a client, or all, had too many requests or bytes under way.", nil, func() float64 {
		_, _, refused := load.Now()
		return float64(refused)
	})
}

// connections adds the number of visitors' connections to the metrics.
func (m *metrics) connections(open *httpx.Connections) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holidaymaker_http_connections", Help: "Open connections of visitors."}, func() float64 {
			now, _, _ := open.Now()
			return float64(now)
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "holidaymaker_http_connections_evicted_total", Help: "Idle connections that were closed for new ones."}, func() float64 {
			_, evicted, _ := open.Now()
			return float64(evicted)
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "holidaymaker_http_connections_refused_total", Help: "Connections that were closed at once because too many were open."}, func() float64 {
			_, _, refused := open.Now()
			return float64(refused)
		}))
}
