// Package tracing tells an OpenTelemetry collector what requests did and for how long:
// a span for a request, and below it one for each transaction, each call of a provider
// and each page that is rendered for it. Spans are sent by OTLP over HTTP, in the
// background: a collector that is slow or away costs spans, which are counted, and
// never a visitor's time. Without an address nothing is traced.
//
// The names and attributes of spans are set here alone. They hold names of operations,
// kinds and outcomes, never an address, a query, or anything that a visitor has typed.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Config is the settings of a Tracer.
type Config struct {
	// Endpoint is the collector's base address, such as https://collector.example:4318;
	// empty: nothing is traced.
	Endpoint string
	// Headers are sent with every report, such as the key of an account.
	Headers map[string]string
	// Sample is the share of requests that are traced, from 0 to 1, where the caller
	// has not decided.
	Sample float64
	// Release, Site and Node say which process sends the spans.
	Release, Site, Node string
	Log                 *slog.Logger
}

// Limits of what waits for the collector, and for how long.
const (
	queued    = 2048 // spans; further ones are dropped
	batch     = 256
	pause     = 5 * time.Second // between reports
	sendTime  = 10 * time.Second
	closeTime = 2 * time.Second
)

// Tracer records spans. A nil Tracer records nothing and costs nothing.
type Tracer struct {
	provider *sdk.TracerProvider
	spans    trace.Tracer
	counts   *counts
	client   *client
}

// New returns a Tracer, or nil without an endpoint. The caller must Close it.
func New(c Config) (*Tracer, error) {
	if c.Endpoint == "" {
		return nil, nil
	}
	client, err := newClient(c.Endpoint, c.Headers)
	if err != nil {
		return nil, err
	}
	counts := &counts{}
	exporter := &reported{SpanExporter: otlptrace.NewUnstarted(client), counts: counts, log: c.Log}
	queue := sdk.NewBatchSpanProcessor(exporter, sdk.WithMaxQueueSize(queued), sdk.WithMaxExportBatchSize(batch),
		sdk.WithBatchTimeout(pause), sdk.WithExportTimeout(sendTime))
	provider := sdk.NewTracerProvider(
		sdk.WithSpanProcessor(bounded{queue, counts}),
		sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(c.Sample))),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "holidaymaker"), attribute.String("service.version", c.Release),
			attribute.String("service.instance.id", c.Node), attribute.String("holidaymaker.site", c.Site))),
	)
	return &Tracer{provider: provider, spans: provider.Tracer("holidaymaker"), counts: counts, client: client}, nil
}

// Close sends what waits, for two seconds at most.
func (t *Tracer) Close() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	defer t.client.cutOff()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last spans: %w", err)
	}
	return nil
}

// Dropped returns how many spans the collector has not got.
func (t *Tracer) Dropped() uint64 {
	if t == nil {
		return 0
	}
	return t.counts.dropped.Load()
}

// Span is a part of the work that has begun. The zero Span is not recorded.
type Span struct{ span trace.Span }

// Request begins the span of a visitor's request. Where a trusted proxy sent it, header
// has the request's headers, and the span belongs to the trace in traceparent, if there
// is one; otherwise header is nil.
func (t *Tracer) Request(ctx context.Context, header http.Header) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	if header != nil {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(header))
	}
	ctx, span := t.spans.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
	return ctx, Span{span}
}

// EndRequest ends the span of a request with its operation, its id in the log, and the
// status of its answer.
func (s Span) EndRequest(operation, method, id string, status int) {
	if s.span == nil || !s.span.IsRecording() {
		return
	}
	s.span.SetName(operation)
	s.span.SetAttributes(attribute.String("holidaymaker.operation", operation), attribute.String("http.request.method", method),
		attribute.String("holidaymaker.request", id), attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Render begins the span of a page that is rendered for a traced request.
func (t *Tracer) Render(ctx context.Context) (context.Context, Span) {
	if !t.traced(ctx) {
		return ctx, Span{}
	}
	ctx, span := t.spans.Start(ctx, "render")
	return ctx, Span{span}
}

// EndRender ends the span of a page. failure says why it was not rendered, and is "" if
// it was.
func (s Span) EndRender(failure string) {
	if s.span == nil {
		return
	}
	if failure != "" {
		s.span.SetStatus(codes.Error, failure)
	}
	s.span.End()
}

// Transaction records a transaction of a traced request that has just ended, with its
// kind and for how long it was waited for.
func (t *Tracer) Transaction(ctx context.Context, kind string, took time.Duration, err error) {
	if t.traced(ctx) {
		t.ended(ctx, "transaction "+kind, took, err != nil, trace.SpanKindClient, attribute.String("db.operation.name", kind))
	}
}

// ProviderCall records a call of a provider that has just ended, with its outcome as in
// the metrics. Calls outside a request, such as those of the reconciler, are traces of
// their own.
func (t *Tracer) ProviderCall(ctx context.Context, provider, outcome string, took time.Duration) {
	if t != nil {
		t.ended(ctx, "provider "+provider, took, outcome != "ok", trace.SpanKindClient,
			attribute.String("holidaymaker.provider", provider), attribute.String("holidaymaker.outcome", outcome))
	}
}

// traced reports whether ctx belongs to a request whose span is recorded and has not
// ended.
func (t *Tracer) traced(ctx context.Context) bool {
	return t != nil && trace.SpanFromContext(ctx).IsRecording()
}

func (t *Tracer) ended(ctx context.Context, name string, took time.Duration, failed bool, kind trace.SpanKind, attributes ...attribute.KeyValue) {
	now := time.Now()
	_, span := t.spans.Start(ctx, name, trace.WithSpanKind(kind), trace.WithTimestamp(now.Add(-took)), trace.WithAttributes(attributes...))
	if failed {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(now))
}
