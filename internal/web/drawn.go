package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"holidaymaker/internal/cache"
	"holidaymaker/internal/httpx"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/render"
)

const (
	// drawnBytes limits the memory of the cached drawn pages and their
	// compressed forms.
	drawnBytes = 128 << 20
	// freshWait is how long a visitor waits for a new drawing after prices or
	// the catalogue have changed. After that the old drawing is sent, if it is
	// not older than staleFor.
	freshWait = 400 * time.Millisecond
	staleFor  = time.Minute
	// drawTime limits the time to draw a page, including the calls that the
	// page makes.
	drawTime = 5 * time.Second
)

// Drawing is what Web needs to draw pages on the server.
type Drawing struct {
	// Render draws the page of a path and query.
	Render func(ctx context.Context, address string, ask render.Ask) (render.Page, error)
	// Ask answers the API calls that a page makes while it is drawn.
	Ask render.Ask
	// Version returns a value that changes whenever answers may have changed.
	Version func() string
	// Fallback is called with the reason when a page is left to the browser;
	// see render.Reason.
	Fallback func(reason string)
	// Now returns the current time.
	Now func() time.Time
}

// drawer draws pages and caches them. A cached page is the same for every
// visitor: a page's calls never get cookies.
type drawer struct {
	Drawing
	log     *slog.Logger
	kept    *cache.Cache[string, *drawnPage]
	flights singleflight.Group
	// compressing holds a token while a page is compressed, so that it is one at a time.
	compressing chan struct{}
}

type drawnPage struct {
	body       *httpx.Body
	version    string
	made       time.Time
	compressed atomic.Bool
}

func newDrawer(d Drawing, log *slog.Logger) *drawer {
	return &drawer{Drawing: d, log: log, kept: cache.New[string, *drawnPage](drawnBytes), compressing: make(chan struct{}, 1)}
}

// matters lists the query parameters that can change what is drawn.
var matters = []string{"channel", "region", "date", "nights", "adults", "children", "infants", "dogs", "offers", "features", "park", "near", "page", "sort", "box", "view"}

// drawnAddress reduces an address to the parameters that matter, in a fixed
// order. Pages are drawn and cached under this address.
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

// page returns the document of an address: the cached one, or one that it draws
// now. Where drawing takes too long after a change, it returns the previous
// one. It returns nil where the browser has to draw the page.
func (d *drawer) page(ctx context.Context, address string, make func(drawing string, answers []byte) *httpx.Body) *httpx.Body {
	version, now := d.Version(), d.Now()
	held, ok := d.kept.Get(address)
	if ok && held.version == version {
		d.compress(held)
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

// compress makes the compressed forms of a page that is asked for again, beside
// the requests for it. Pages that are asked for once, as crawlers do, cost none
// of this. While another page is compressed the next request for this one tries.
func (d *drawer) compress(p *drawnPage) {
	if p.compressed.Load() {
		return
	}
	select {
	case d.compressing <- struct{}{}:
	default:
		return
	}
	if p.compressed.Swap(true) {
		<-d.compressing
		return
	}
	go func() {
		defer func() { <-d.compressing }()
		p.body.Compress()
	}()
}

// draw draws a page and caches it. It goes on when the request that started it
// ends, because other requests may wait for the same page.
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
	d.kept.Put(address, &drawnPage{body: body, version: version, made: d.Now()}, body.Size())
	return body, nil
}

// initAnswer returns the only answer that a page carries when the browser draws
// it.
func (w *Web) initAnswer() []byte {
	answers, err := json.Marshal([]render.Answer{{
		Call: "/api/initial", Params: map[string]string{"siteCode": w.Site.SiteCode}, Status: http.StatusOK, Body: w.Init(),
	}})
	if err != nil {
		return []byte("[]") // the browser then makes the call
	}
	return answers
}

// drawable reports whether the server draws a page. It draws the pages on which
// search engines and new visitors arrive, never a page with data that a visitor
// entered.
func drawable(page Page, path string) bool {
	return !page.Private || path == "/login"
}
