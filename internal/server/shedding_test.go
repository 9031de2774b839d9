package server

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"holidaymaker/internal/web/httpx"
)

func TestAClientWithTooManyRequestsUnderWayIsTurnedAway(t *testing.T) {
	s := newShedder(Config{})
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

func TestNewVisitorsAreTurnedAwayWhileRequestsWaitTooLong(t *testing.T) {
	s := newShedder(Config{})
	now := time.Unix(1_800_000_000, 0)
	s.delay.Now = func() time.Time { return now }
	waits := func(d time.Duration) {
		t.Helper()
		if !s.delay.Send() {
			t.Fatal("the measure before has not ended")
		}
		now = now.Add(d)
		s.delay.Arrived()
	}
	answered := func() (n int) {
		for range 10 {
			for _, r := range []*http.Request{
				httptest.NewRequest("GET", "/api/search", nil), httptest.NewRequest("GET", "/", nil), httptest.NewRequest("GET", "/api/book", nil),
			} {
				if flight, ok := s.begin(r, "203.0.113.1"); ok {
					n++
					flight.End()
				}
			}
		}
		return n
	}
	waits(2 * longestDelay)
	if n := answered(); n != 30 {
		t.Errorf("%d of 30 answered after one long wait, which a machine that stood still has too", n)
	}
	waits(2 * longestDelay)
	if n := answered(); n != 0 {
		t.Errorf("%d of 30 answered while requests wait too long", n)
	}
	if _, _, refused := s.load.Now(); refused != 30 {
		t.Errorf("%d counted as refused, want 30", refused)
	}
	began := httptest.NewRequest("GET", "/api/getdeposit", nil)
	began.AddCookie(&http.Cookie{Name: "__Host-booking", Value: "x"})
	for _, r := range []*http.Request{
		began, httptest.NewRequest("POST", "/api/postpayment", nil), httptest.NewRequest("GET", "/assets/index.js", nil), httptest.NewRequest("GET", "/readyz", nil),
	} {
		if _, ok := s.begin(r, "203.0.113.1"); !ok {
			t.Errorf("%s %s is turned away: it goes on with what was begun", r.Method, r.URL.Path)
		}
	}
	waits(longestDelay)
	if n := answered(); n != 30 {
		t.Errorf("%d of 30 answered after a wait that is not too long", n)
	}
}

func TestMetricsShowWhatIsShed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShedder(Config{})
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
	registry.MustRegister(shedding{s})
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

// shedding collects the metrics of a shedder alone.
type shedding struct{ *shedder }

func (shedding) Describe(chan<- *prometheus.Desc) {}

func (s shedding) Collect(to chan<- prometheus.Metric) { s.collect(sends(to)) }
