package server

import (
	"net/http/httptest"
	"strings"
	"testing"

	"holidaymaker/internal/httpx"
)

func TestAClientWithTooManyRequestsUnderWayIsTurnedAway(t *testing.T) {
	s := newShedder(Config{}, newMetrics())
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

func TestMetricsShowWhatIsShed(t *testing.T) {
	m := newMetrics()
	newShedder(Config{}, m)
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, family := range families {
		names = append(names, family.GetName())
	}
	for _, want := range []string{"holidaymaker_calls_shed_total", "holidaymaker_calls_running", "holidaymaker_calls_waiting", "holidaymaker_http_requests_in_flight", "holidaymaker_http_response_bytes_in_flight", "holidaymaker_http_requests_refused_total"} {
		if !strings.Contains(strings.Join(names, " "), want) {
			t.Errorf("there is no %s", want)
		}
	}
}
