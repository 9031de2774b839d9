package server

import (
	"cmp"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/content"
	"holidaymaker/internal/web"
	"holidaymaker/internal/web/httpx"
)

// shedder limits what the server does at once. It refuses what exceeds the
// limits early, with 503, so that the rest is answered in time.
type shedder struct {
	clients  httpx.Clients      // finds the client's address behind trusted proxies
	load     *httpx.Load        // running requests and unsent bytes, by client and in all
	delay    *httpx.Delay       // how long requests wait before they begin
	open     *httpx.Connections // the visitors' connections
	calls    *api.Gates         // calls of the API that run at once
	pages    *httpx.Gate        // pages that are made at once
	pictures *httpx.Gate        // pictures that are drawn at once
	stream   string             // the path of the flags' stream
	goesOn   []string           // how addresses begin that go on with what a visitor has begun
}

func newShedder(c Config, siteCode string) *shedder {
	limits := httpx.DefaultLoadLimits()
	if c.NoLimits { // in a load test one client makes all requests
		limits.ClientRequests, limits.ClientBytes = limits.Requests, limits.Bytes
	}
	clients := httpx.Clients{Trusted: c.TrustedProxies}
	return &shedder{
		clients: clients, open: httpx.NewConnections(cmp.Or(c.MaxConnections, DefaultConnections), clients), load: httpx.NewLoad(limits), calls: api.DefaultGates(),
		delay:  new(httpx.Delay),
		goesOn: []string{"/assets/", "/images/", "/" + siteCode + "/", content.PicturePath, "/api/paypal/", "/booking/"},
		pages:  httpx.NewGate("pages", 4*runtime.GOMAXPROCS(0), 512, 2*time.Second), pictures: web.NewPictureGate(),
	}
}

// begin counts a request of a client as running. ok is false where the client, or all
// together, have too many, or where requests wait too long before they begin. Health checks are always
// accepted: they cost nothing, and a node under load must not look dead. The
// streams of the feature flags stay open for hours and have their own limit.
func (s *shedder) begin(r *http.Request, client string) (*httpx.Flight, bool) {
	if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" || r.URL.Path == s.stream {
		return nil, true
	}
	if s.delay.TooLong() && s.beginsSomething(r) {
		s.load.Refuse()
		return nil, false
	}
	return s.load.Begin(httpx.Network(client))
}

// beginsSomething reports whether a request may be the first of its visitor. What visitors
// have begun goes on: bookings, payments, files and pictures of a page that they have, and the
// way back from the wallet, on which the cookie of the booking may be missing.
func (s *shedder) beginsSomething(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || api.Books(r) {
		return false
	}
	return !slices.ContainsFunc(s.goesOn, func(begin string) bool { return strings.HasPrefix(r.URL.Path, begin) })
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
