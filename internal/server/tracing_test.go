package server_test

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"

	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"holidaymaker/internal/server"
	"holidaymaker/internal/web/render"
)

func TestATraceHasThePartsOfABookingAndNothingOfItsVisitor(t *testing.T) {
	var mu sync.Mutex
	var sent strings.Builder
	var spans []*otlp.Span
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var data otlp.TracesData
		if err != nil || proto.Unmarshal(body, &data) != nil {
			t.Error("the collector got something else")
		}
		mu.Lock()
		defer mu.Unlock()
		sent.Write(body)
		for _, of := range data.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				spans = append(spans, scope.Spans...)
			}
		}
	}))
	defer collector.Close()
	s := start(t, func(c *server.Config) {
		c.Traces = server.Traces{Endpoint: collector.URL, Sample: 1}
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	v := s.visitor(t)
	ref := v.buy(v.juneUnits("CF101")[0], "full")
	v.get("/?surname=Quackenbush")
	v.get("/healthz")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/api/filters", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	const trace = "0af7651916cd43dd8448eb211c80319c"
	request.Header.Set("Traceparent", "00-"+trace+"-b7ad6b7169203331-01")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	s.stop()

	names, joined := map[string]string{}, ""
	for _, span := range spans {
		names[string(span.SpanId)] = span.Name
		if hex.EncodeToString(span.TraceId) == trace {
			joined += span.Name
		}
	}
	parts := map[string]bool{}
	for _, span := range spans {
		parts[names[string(span.ParentSpanId)]+" / "+span.Name] = true
	}
	wanted := []string{" / book", "book / transaction group_commit", "postpayment / provider card", "postpayment / transaction update", " / page"}
	if _, built := render.Bundle(); built {
		wanted = append(wanted, "page / render")
	}
	for _, part := range wanted {
		if !parts[part] {
			t.Errorf("there is no span %q, only %v", part, parts)
		}
	}
	if joined != "filters" || parts[" / healthz"] {
		t.Errorf("the proxy's trace has %q, and there are %v", joined, parts)
	}
	for i := 1; i < len(person); i += 2 {
		if len(person[i]) > 4 && strings.Contains(sent.String(), person[i]) {
			t.Errorf("the spans have the visitor's %s", person[i-1])
		}
	}
	for _, text := range []string{ref, "127.0.0.1", "/api/", "?surname"} {
		if strings.Contains(sent.String(), text) {
			t.Errorf("the spans have %s", text)
		}
	}
}

func TestWhereTracesMayGo(t *testing.T) {
	for _, c := range []struct {
		traces server.Traces
		right  bool
	}{
		{server.Traces{}, true},
		{server.Traces{Endpoint: "http://collector:4318", Sample: 0.5}, true},
		{server.Traces{Endpoint: "https://collector.example", Headers: map[string]string{"Key": "k"}}, true},
		{server.Traces{Endpoint: "http://collector:4318", Headers: map[string]string{"Key": "k"}}, false},
		{server.Traces{Endpoint: "collector:4318"}, false},
		{server.Traces{Sample: 2}, false},
	} {
		err := server.Config{Data: "data", Demo: true, Traces: c.traces}.Check()
		if (err == nil) != c.right || err != nil && !strings.Contains(err.Error(), "--otlp-endpoint") {
			t.Errorf("%+v: %v", c.traces, err)
		}
	}
}
