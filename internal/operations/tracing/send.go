package tracing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"holidaymaker/internal/web/httpx"
)

// counts is how many spans wait for the collector, and how many it has not got.
type counts struct {
	waiting atomic.Int64
	dropped atomic.Uint64
}

// bounded is the SDK's queue of ended spans. It drops what exceeds the limit itself,
// because the SDK does not say how much it has dropped.
type bounded struct {
	sdk.SpanProcessor
	*counts
}

// OnEnd implements sdk.SpanProcessor. It never waits.
func (b bounded) OnEnd(span sdk.ReadOnlySpan) {
	if b.waiting.Add(1) > queued {
		b.waiting.Add(-1)
		b.dropped.Add(1)
		return
	}
	b.SpanProcessor.OnEnd(span)
}

// reported sends spans and logs when that begins to fail, and when it works again. The
// SDK's one goroutine uses it.
type reported struct {
	sdk.SpanExporter
	*counts
	log     *slog.Logger
	failing bool
}

// ExportSpans implements sdk.SpanExporter. It returns no error, which the SDK would
// print beside the log.
func (r *reported) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := r.SpanExporter.ExportSpans(ctx, spans)
	r.waiting.Add(-int64(len(spans)))
	if err != nil {
		r.dropped.Add(uint64(len(spans)))
	}
	switch {
	case err != nil && !r.failing:
		r.log.Warn("traces cannot be sent and are dropped", "error", err.Error())
	case err == nil && r.failing:
		r.log.Info("traces are sent again", "dropped", r.dropped.Load())
	}
	r.failing = err != nil
	return nil
}

// client sends spans by OTLP over HTTP, as protobuf. The library's own one links gRPC,
// several megabytes that nothing else here uses.
type client struct {
	url     string
	headers map[string]string
	http    *http.Client
	ctx     context.Context // ends with the client
	cutOff  context.CancelFunc
}

// tracesPath is where a collector takes traces, below its base address.
const tracesPath = "v1/traces"

// CheckEndpoint returns why an address cannot be that of a collector, or nil.
func CheckEndpoint(endpoint string) error {
	switch address, err := url.Parse(endpoint); {
	case err != nil:
		return errors.New("it is no URL")
	case address.Scheme != "https" && address.Scheme != "http", address.Host == "":
		return errors.New("it does not begin with https://HOST or http://HOST")
	case address.User != nil, address.RawQuery != "":
		return errors.New("it has a user or a query: a key belongs in the headers")
	}
	return nil
}

func newClient(endpoint string, headers map[string]string) (*client, error) {
	if err := CheckEndpoint(endpoint); err != nil {
		return nil, fmt.Errorf("read the address of the traces: %w", err)
	}
	base := strings.TrimSuffix(strings.TrimSuffix(endpoint, "/"), "/"+tracesPath)
	ctx, cutOff := context.WithCancel(context.Background())
	return &client{url: base + "/" + tracesPath, headers: headers, ctx: ctx, cutOff: cutOff, http: &http.Client{
		Timeout: sendTime, CheckRedirect: httpx.NoRedirects,
	}}, nil
}

// Start implements otlptrace.Client.
func (c *client) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *client) Stop(context.Context) error { return nil }

// UploadTraces implements otlptrace.Client. It does not try again: what comes next says
// as much as what was lost.
func (c *client) UploadTraces(ctx context.Context, spans []*otlp.ResourceSpans) error {
	// The message of the service has the same single field.
	body, err := proto.Marshal(&otlp.TracesData{ResourceSpans: spans})
	if err != nil {
		return fmt.Errorf("encode spans: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.ctx, cancel)()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("send spans: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	for name, value := range c.headers {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("send spans: %w", err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection is used again
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("send spans: the collector answers %s", response.Status)
	}
	return nil
}
