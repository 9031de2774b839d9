package server

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/content"
	"holidaymaker/internal/web/httpx"
)

func TestAClientWithTooManyRequestsUnderWayIsTurnedAway(t *testing.T) {
	s := newShedder(Config{}, "MT")
	s.load = httpx.NewLoad(httpx.LoadLimits{ClientRequests: 1, Requests: 2, ClientBytes: 1, Bytes: 1})
	begin := func(path, client string) (*httpx.Flight, bool) {
		return s.begin(httptest.NewRequest("GET", path, nil), client)
	}
	first, ok := begin("/api/search", "203.0.113.1")
	if !ok {
		t.Fatal("the first request is turned away")
	}
	s.stream = "/sub/sdk-mt"
	for path, want := range map[string]bool{"/api/search": false, "/": false, "/sub/sdk-mt/more": false, "/sub/other": false, "/healthz": true, "/readyz": true, "/sub/sdk-mt": true} {
		if _, ok := begin(path, "203.0.113.1"); ok != want {
			t.Errorf("%s of the same client: %t, want %t", path, ok, want)
		}
	}
	if _, ok := begin("/", "203.0.113.2"); !ok {
		t.Error("another client is turned away")
	}
	first.End()
	again, ok := begin("/", "203.0.113.1")
	if !ok {
		t.Error("turned away after the first request has ended")
	}
	again.End()
}

// shedding returns what every request passes first, around a handler.
func shedding(s *shedder, next http.HandlerFunc) func(r *http.Request) *httptest.ResponseRecorder {
	server := &Server{shed: s, metrics: newMetrics(), log: slog.New(slog.DiscardHandler)}
	handler := server.around(next, nil)
	return func(r *http.Request) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
}

func TestAFloodIsRefusedAtOnceAndTheNextVisitorsAreServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 8
		s := newShedder(Config{}, "MT")
		s.load = httpx.NewLoad(httpx.LoadLimits{ClientRequests: most, Requests: most, ClientBytes: 1 << 20, Bytes: 1 << 20})
		working := make(chan struct{})
		ask := shedding(s, func(http.ResponseWriter, *http.Request) { <-working })
		answers := make(chan *httptest.ResponseRecorder, 3*most)
		for range 3 * most {
			go func() { answers <- ask(httptest.NewRequest("GET", "/api/search", nil)) }()
		}
		synctest.Wait()
		if len(answers) != 2*most {
			t.Fatalf("%d of %d are refused at once, want %d", len(answers), 3*most, 2*most)
		}
		for range 2 * most {
			if a := <-answers; a.Code != 503 || a.Header().Get("Retry-After") == "" {
				t.Errorf("status %d, Retry-After %q", a.Code, a.Header().Get("Retry-After"))
			}
		}
		close(working)
		synctest.Wait()
		for range 2 * most {
			answers <- ask(httptest.NewRequest("GET", "/api/search", nil))
		}
		for range 3 * most {
			if a := <-answers; a.Code != 200 {
				t.Errorf("status %d of a visitor who was let in, or came afterwards", a.Code)
			}
		}
		if requests, _, refused := s.load.Now(); requests != 0 || refused != 2*most {
			t.Errorf("at the end %d run, %d were refused", requests, refused)
		}
	})
}

func TestNewVisitorsAreTurnedAwayWhileRequestsWaitTooLong(t *testing.T) {
	s := newShedder(Config{}, "MT")
	ask := shedding(s, func(http.ResponseWriter, *http.Request) {})
	waits := func(bytes int) { // how many were written before the first was read
		for range bytes {
			s.delay.Sent()
		}
		s.delay.Arrived(bytes)
	}
	served := func() (n int) {
		t.Helper()
		for range 10 {
			for _, path := range []string{"/api/search", "/api/mapmarks", "/api/book"} {
				switch a := ask(httptest.NewRequest("GET", path, nil)); {
				case a.Code == 200:
					n++
				case a.Code != 503 || a.Header().Get("Retry-After") == "":
					t.Errorf("%s: status %d, Retry-After %q", path, a.Code, a.Header().Get("Retry-After"))
				}
			}
		}
		return n
	}
	waits(1)
	if n := served(); n != 30 {
		t.Errorf("%d of 30 served while nothing waits", n)
	}
	waits(6)
	if n := served(); n != 0 {
		t.Errorf("%d of 30 served while requests wait too long", n)
	}
	if _, _, refused := s.load.Now(); refused != 30 {
		t.Errorf("%d counted as refused, want 30", refused)
	}
	goOn := []*http.Request{withToken(booking.NewToken()), httptest.NewRequest("POST", "/api/postpayment", nil)}
	for _, path := range []string{"/assets/index.js", "/images/maps/CF101.svg", "/MT/favicon.ico", content.PicturePath + "a/400/b/c.jpg", "/api/paypal/return?token=x", "/booking/payment-action?token=x", "/readyz"} {
		goOn = append(goOn, httptest.NewRequest("GET", path, nil))
	}
	for _, r := range goOn {
		if a := ask(r); a.Code != 200 {
			t.Errorf("%s %s: status %d, although it goes on with what was begun", r.Method, r.URL.Path, a.Code)
		}
	}
	if a := ask(withToken("x")); a.Code != 503 {
		t.Errorf("a made-up cookie of a booking: status %d", a.Code)
	}
	waits(1)
	if n := served(); n != 30 {
		t.Errorf("%d of 30 served when nothing waits any more", n)
	}
}

// withToken returns a call with a cookie of a booking.
func withToken(token string) *http.Request {
	r := httptest.NewRequest("GET", "/api/getdeposit", nil)
	r.AddCookie(&http.Cookie{Name: "__Host-booking", Value: token})
	return r
}

func TestMetricsShowWhatIsShed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShedder(Config{}, "MT")
		most := httpx.DefaultLoadLimits().ClientRequests
		for range most + 2 {
			s.begin(httptest.NewRequest("GET", "/", nil), "203.0.113.1")
		}
		turns := s.pages.Turns()
		for range turns {
			if err := s.pages.Enter(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.pages.Enter(t.Context()); !errors.Is(err, httpx.ErrBusy) {
			t.Fatalf("one more page than may run: %v", err)
		}
		go func() { _ = s.pages.Enter(t.Context()) }()
		synctest.Wait()
		got := values(t, s)
		for name, want := range map[string]int{
			"holidaymaker_http_requests_in_flight": most, "holidaymaker_http_requests_refused_total": 2,
			"holidaymaker_calls_running pages": turns, "holidaymaker_calls_waiting pages": 1, "holidaymaker_calls_shed_total pages": 1,
			"holidaymaker_calls_shed_total pictures": 0, "holidaymaker_http_response_bytes_in_flight": 0,
		} {
			if value, ok := got[name]; !ok || value != float64(want) {
				t.Errorf("%s is %v (exported: %t), want %d", name, value, ok, want)
			}
		}
	})
}

// values returns the value of each metric by its name and its label kind.
func values(t *testing.T, s *shedder) map[string]float64 {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(shedderMetrics{s})
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := family.GetName()
			for _, label := range metric.GetLabel() {
				if label.GetName() == "kind" {
					name += " " + label.GetValue()
				}
			}
			found[name] = metric.GetGauge().GetValue() + metric.GetCounter().GetValue()
		}
	}
	return found
}

// shedderMetrics collects the metrics of a shedder alone.
type shedderMetrics struct{ *shedder }

func (shedderMetrics) Describe(chan<- *prometheus.Desc) {}

func (s shedderMetrics) Collect(to chan<- prometheus.Metric) { s.collect(sends(to)) }
