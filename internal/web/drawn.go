package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/singleflight"

	"holidaymaker/internal/cache"
	"holidaymaker/internal/httpx"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/render"
)

const (
	// drawnBytes bounds the drawn pages that are kept, with their compressed forms.
	drawnBytes = 128 << 20
	// freshWait is how long a visitor waits for a page to be drawn again after
	// prices or catalogue have changed; then the page of before is sent, for at
	// most staleFor after it was drawn.
	freshWait = 400 * time.Millisecond
	staleFor  = time.Minute
	// drawTime bounds the drawing of a page, with the calls that it makes.
	drawTime = 5 * time.Second
)

// Drawing is what the web needs to draw pages.
type Drawing struct {
	// Render draws the page of a path and query.
	Render func(ctx context.Context, address string, ask render.Ask) (render.Page, error)
	// Ask answers the calls that pages make.
	Ask render.Ask
	// Version changes when answers may have changed.
	Version func() string
	// Fallback hears why a page was left to the browser; see render.Reason.
	Fallback func(reason string)
	// Now is the time.
	Now func() time.Time
}

// drawer draws pages and keeps them. What it keeps is the same for every
// visitor: no cookie reaches a page's calls.
type drawer struct {
	Drawing
	log     *slog.Logger
	kept    *cache.Cache[string, *drawnPage]
	flights singleflight.Group
}

type drawnPage struct {
	body    *httpx.Body
	version string
	made    time.Time
}

func newDrawer(d Drawing, log *slog.Logger) *drawer {
	return &drawer{Drawing: d, log: log, kept: cache.New[string, *drawnPage](drawnBytes)}
}

// matters are the parameters of an address on which what is drawn depends.
var matters = []string{"channel", "region", "date", "nights", "adults", "children", "infants", "dogs", "offers", "features", "park"}

// drawnAddress is an address with only the parameters that matter, in one
// order: pages are drawn and kept under it.
func drawnAddress(path string, query url.Values) string {
	kept := url.Values{}
	for _, name := range matters {
		if values, ok := query[name]; ok && len(values[0]) <= 100 {
			kept.Set(name, values[0])
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + kept.Encode()
}

// page is the document of an address: one that is kept, or one that is drawn
// now. Where that takes too long after a change, it is the one of before. nil
// leaves the page to the browser.
func (d *drawer) page(ctx context.Context, address string, make func(drawing string, answers []byte) *httpx.Body) *httpx.Body {
	version, now := d.Version(), d.Now()
	held, ok := d.kept.Get(address)
	if ok && held.version == version {
		return held.body
	}
	drawing := d.flights.DoChan(version+" "+address, func() (body any, err error) {
		err = loop.Catch(func() (err error) {
			body, err = d.draw(ctx, address, version, make)
			return err
		})
		if err != nil {
			d.Fallback(render.Reason(err))
			d.log.Warn("page left to the browser", append([]any{"reason", render.Reason(err)}, loop.LogAttrs(err)...)...)
		}
		return body, err
	})
	var late <-chan time.Time
	stale := ok && now.Sub(held.made) < staleFor
	if stale {
		timer := time.NewTimer(freshWait)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case result := <-drawing:
		switch {
		case result.Err == nil:
			return result.Val.(*httpx.Body)
		case stale:
			return held.body
		}
	case <-late:
		return held.body
	case <-ctx.Done():
	}
	return nil
}

// draw draws a page and keeps it. Those who wait for it may leave.
func (d *drawer) draw(ctx context.Context, address, version string, make func(drawing string, answers []byte) *httpx.Body) (*httpx.Body, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawTime)
	defer cancel()
	drawn, err := d.Render(ctx, address, d.Ask)
	if err != nil {
		return nil, err
	}
	answers, err := json.Marshal(drawn.Answers)
	if err != nil {
		return nil, err
	}
	body := make(drawn.HTML, answers)
	d.kept.Put(address, &drawnPage{body, version, d.Now()}, body.Size())
	return body, nil
}

// initAnswer is the one answer that pages carry which the browser draws.
func (w *Web) initAnswer() []byte {
	answers, err := json.Marshal([]render.Answer{{
		Call: "/api/initial", Params: map[string]string{"siteCode": w.Site.SiteCode}, Status: http.StatusOK, Body: w.Init(),
	}})
	if err != nil {
		return []byte("[]") // the browser then makes the call
	}
	return answers
}

// drawable reports pages that the server draws: those that search engines and
// new visitors land on. A page with what a visitor entered is never drawn.
func drawable(page Page, path string) bool {
	return !page.Private || path == "/login"
}
