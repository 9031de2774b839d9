package tracing_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"holidaymaker/internal/operations/tracing"
)

// collector is an OTLP receiver over real HTTP.
type collector struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*otlp.Span
	keys  []string // of the header X-Key
}

func newCollector(t *testing.T) *collector {
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent otlp.TracesData
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
			t.Errorf("the collector got %s, %s: %v", r.URL, r.Header.Get("Content-Type"), err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.keys = append(c.keys, r.Header.Get("X-Key"))
		for _, of := range sent.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				c.spans = append(c.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func open(t *testing.T, endpoint string, sample float64, log io.Writer) *tracing.Tracer {
	t.Helper()
	tracer, err := tracing.New(tracing.Config{Endpoint: endpoint, Headers: map[string]string{"X-Key": "k"}, Sample: sample, Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return tracer
}

var errConflict = errors.New("a conflict")

// visit makes the spans of one request.
func visit(t *tracing.Tracer, header http.Header) {
	ctx, request := t.Request(context.Background(), header)
	t.Transaction(ctx, "update", 3*time.Millisecond, errConflict)
	t.ProviderCall(ctx, "card", "ok", time.Millisecond)
	_, page := t.Render(ctx)
	page.EndRender("slow")
	request.EndRequest("book", "GET", "id", 503)
	t.Transaction(ctx, "view", time.Millisecond, nil) // belongs to no request any more
}

func TestARequestIsATraceOfItsParts(t *testing.T) {
	c := newCollector(t)
	tracer := open(t, c.URL+"/", 1, io.Discard)
	visit(tracer, nil)
	if err := tracer.Close(); err != nil {
		t.Fatal(err)
	}
	names := map[string]*otlp.Span{}
	for _, span := range c.spans {
		names[span.Name] = span
	}
	request := names["book"]
	if len(c.spans) != 4 || request == nil || len(request.ParentSpanId) != 0 || request.Status.Code != otlp.Status_STATUS_CODE_ERROR {
		t.Fatalf("the request: %v", c.spans)
	}
	for name, failed := range map[string]bool{"transaction update": true, "provider card": false, "render": true} {
		span := names[name]
		if span == nil || string(span.ParentSpanId) != string(request.SpanId) || (span.Status.GetCode() == otlp.Status_STATUS_CODE_ERROR) != failed {
			t.Errorf("%s: %v", name, span)
		}
	}
	if took := names["transaction update"]; took.EndTimeUnixNano-took.StartTimeUnixNano != 3_000_000 {
		t.Errorf("the transaction took %d ns", took.EndTimeUnixNano-took.StartTimeUnixNano)
	}
	if c.keys[0] != "k" || tracer.Dropped() != 0 {
		t.Errorf("headers %q, dropped %d", c.keys, tracer.Dropped())
	}
}

func TestAProxyDecidesWhatIsTraced(t *testing.T) {
	c := newCollector(t)
	tracer := open(t, c.URL+"/v1/traces", 0, io.Discard)
	visit(tracer, nil)
	visit(tracer, http.Header{"Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"}})
	visit(tracer, http.Header{"Traceparent": {"00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}})
	visit(tracer, http.Header{"Traceparent": {"nonsense"}})
	if err := tracer.Close(); err != nil {
		t.Fatal(err)
	}
	if len(c.spans) != 4 {
		t.Errorf("%d spans", len(c.spans))
	}
	for _, span := range c.spans {
		if span.TraceId[0] != 0x1a {
			t.Errorf("a span of the trace %x", span.TraceId)
		}
	}
}

// A collector that takes the connection and never answers.
func TestAStalledCollectorCostsSpansAndNoTime(t *testing.T) {
	stalled := make(chan struct{})
	c := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-stalled
	}))
	defer c.Close()
	defer close(stalled)
	tracer := open(t, c.URL, 1, io.Discard)
	begun := time.Now()
	const requests = 2000
	for range requests {
		visit(tracer, nil)
	}
	// Each would wait for ten seconds if it waited.
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("%d requests took %s", requests, took)
	}
	if got := tracer.Dropped(); got != 4*requests-2048 {
		t.Errorf("dropped %d of %d spans", got, 4*requests)
	}
	begun = time.Now()
	if err := tracer.Close(); err == nil {
		t.Error("the last spans are said to be sent")
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("the end took %s", took)
	}
}

func TestACollectorThatIsAwayIsLoggedOnce(t *testing.T) {
	c := httptest.NewServer(http.NotFoundHandler())
	var log strings.Builder
	tracer := open(t, c.URL, 1, &log)
	for range 300 { // several reports
		visit(tracer, nil)
	}
	if err := tracer.Close(); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if got := log.String(); strings.Count(got, "traces cannot be sent") != 1 || !strings.Contains(got, "404") || tracer.Dropped() != 1200 {
		t.Errorf("dropped %d, logged: %s", tracer.Dropped(), got)
	}
}

func TestWithoutACollectorTracingCostsNothing(t *testing.T) {
	tracer := open(t, "", 1, io.Discard)
	header := http.Header{}
	if allocated := testing.AllocsPerRun(100, func() { visit(tracer, header) }); allocated > 0 {
		t.Errorf("%.0f allocations", allocated)
	}
	if err := tracer.Close(); err != nil || tracer.Dropped() != 0 {
		t.Error(err, tracer.Dropped())
	}
}

func TestAddressesOfCollectors(t *testing.T) {
	for endpoint, right := range map[string]bool{
		"https://collector.example:4318": true, "http://localhost:4318/otlp": true, "collector:4318": false, "grpc://collector:4317": false,
		"https://user:key@collector.example": false, "https://collector.example?key=1": false, "https://": false, "https://[": false,
	} {
		if err := tracing.CheckEndpoint(endpoint); (err == nil) != right {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}
