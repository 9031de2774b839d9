package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"holidaymaker/internal/api"
	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

// rendering returns what package web needs to render pages. It returns nil where
// the front end was not built for rendering, or where a setting leaves pages to
// the browser.
func (s *Server) rendering(calls *api.API) (*web.Rendering, error) {
	fallbacks := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "holidaymaker_render_fallbacks_total", Help: "Pages that were left to the browser, by reason.",
	}, []string{"reason"})
	s.metrics.registry.MustRegister(fallbacks)
	for _, reason := range render.Reasons {
		fallbacks.WithLabelValues(reason)
	}
	bundle, built := s.config.bundle()
	if !built || s.config.NoRendering {
		return nil, nil
	}
	settings, err := json.Marshal(s.site.RunTime())
	if err != nil {
		return nil, fmt.Errorf("encode the settings for rendering: %w", err)
	}
	renderer, err := render.New(append(fmt.Appendf(nil, "globalThis.settings=%s;\n", settings), bundle...), runtime.GOMAXPROCS(0), s.config.renderingLimit)
	if err != nil {
		return nil, fmt.Errorf("prepare to render pages: %w", err)
	}
	if renderer.SiteCode() != s.site.SiteCode {
		renderer.Close()
		s.log.Warn("pages are left to the browser: the front end for rendering was built for another brand", "brand", renderer.SiteCode())
		return nil, nil
	}
	s.renderer = renderer
	return &web.Rendering{
		Render: s.tracedRendering(renderer), Version: func() string { return calls.Version() + " " + s.content.Version() },
		Fallback: func(reason string) { fallbacks.WithLabelValues(reason).Inc() }, Now: s.config.now,
		Shares: s.renderingShares(),
	}, nil
}

// brandBuild is what a build for a brand sets.
type brandBuild struct {
	siteCode string
	bundle   []byte // the front end for rendering
}

func (c Config) site() (*site.Site, error) {
	if c.brand != nil {
		return site.Of(c.brand.siteCode)
	}
	return site.Built()
}

func (c Config) bundle() (bundle []byte, built bool) {
	if c.brand != nil {
		return c.brand.bundle, true
	}
	return render.Bundle()
}

// How much of a core a client may use for rendering in the long run, and how much work
// it can save up: a crawler, or an office behind one address, has most of its pages
// rendered, and a flood leaves the engines to others.
const (
	renderingPerSecond = 60 * time.Millisecond
	renderingSavings   = 20 * time.Second
)

// renderingShares returns the share of rendering of each client; nil without limits.
func (s *Server) renderingShares() *httpx.Shares {
	if s.config.NoLimits {
		return nil
	}
	return &httpx.Shares{PerSecond: renderingPerSecond, Savings: renderingSavings, AtOnce: 1, Patience: 100 * time.Millisecond, Client: clientNetwork, Now: s.config.now}
}

// clientNetwork returns the network of a request's sender, by which limits count.
func clientNetwork(ctx context.Context) string { return httpx.Network(httpx.Client(ctx)) }

// answers returns what answers the calls of a page on the server.
func answers(calls *api.API, published *content.Service) render.Ask {
	return func(ctx context.Context, path string, query url.Values) render.Reply {
		if content.Calls(path) {
			found := published.Read(ctx, path, query)
			return render.Reply{Status: found.Status, Headers: found.Totals(), Body: found.Body}
		}
		status, body := calls.Read(ctx, path, query)
		return render.Reply{Status: status, Body: body}
	}
}
