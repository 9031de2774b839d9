package server

import (
	"context"
	"net/http"
	"strings"
	"time"

	"holidaymaker/internal/operations/tracing"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

// Traces says where traces go. Without an endpoint there are none.
type Traces struct {
	Endpoint string            // the base address of a collector that takes OTLP over HTTP
	Headers  map[string]string // sent with each report, such as the key of an account
	Sample   float64           // the share of requests that are traced, from 0 to 1
}

// valid reports whether the settings make sense. Headers are secrets, so they need an
// encrypted connection.
func (t Traces) valid() bool {
	return t.Sample >= 0 && t.Sample <= 1 &&
		(t.Endpoint == "" || tracing.CheckEndpoint(t.Endpoint) == nil && (len(t.Headers) == 0 || strings.HasPrefix(t.Endpoint, "https://")))
}

func (s *Server) openTraces() (err error) {
	t := s.config.Traces
	s.traces, err = tracing.New(tracing.Config{Endpoint: t.Endpoint, Headers: t.Headers, Sample: t.Sample,
		Release: s.config.Version, Site: s.site.SiteCode, Node: s.node, Log: s.log})
	return err
}

// traced begins the span of a request. Only a trusted proxy may say to which trace it
// belongs: a visitor must not choose what is traced. Health checks and streams, which
// have no flight, are not.
func (s *Server) traced(ctx context.Context, r *http.Request, flight *httpx.Flight) (context.Context, tracing.Span) {
	if s.traces == nil || flight == nil {
		return ctx, tracing.Span{}
	}
	var header http.Header
	if s.shed.clients.FromTrustedProxy(r) {
		header = r.Header
	}
	return s.traces.Request(ctx, header)
}

// transaction counts a transaction, and records it in the trace of its request.
func (s *Server) transaction(ctx context.Context, kind string, took time.Duration, err error) {
	s.metrics.transaction(kind, took, err)
	s.traces.Transaction(ctx, kind, took, err)
}

// tracedRendering returns what renders pages, with a span for each.
func (s *Server) tracedRendering(renderer *render.Renderer) func(context.Context, string, render.Ask) (render.Page, error) {
	return func(ctx context.Context, address string, ask render.Ask) (render.Page, error) {
		ctx, span := s.traces.Render(ctx)
		page, err := renderer.Render(ctx, address, ask)
		failure := ""
		if err != nil {
			failure = render.Reason(err)
		}
		span.EndRender(failure)
		return page, err
	}
}
