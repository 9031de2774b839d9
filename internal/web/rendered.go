package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

const (
	// renderedBytes limits the memory of the cached rendered pages and their
	// compressed forms.
	renderedBytes = 128 << 20
	// freshWait is how long a visitor waits for a new render after prices or
	// the catalogue have changed. After that the old render is sent, if it is
	// not older than staleFor.
	freshWait = 400 * time.Millisecond
	staleFor  = time.Minute
	// renderTime limits the time to render a page, including the calls that the
	// page makes.
	renderTime = 5 * time.Second
)

// Rendering is what Web needs to render pages on the server.
type Rendering struct {
	// Render renders the page of a path and query.
	Render func(ctx context.Context, address string, ask render.Ask) (render.Page, error)
	// Version returns a value that changes whenever answers may have changed.
	Version func() string
	// Fallback is called with the reason when a page is left to the browser;
	// see render.Reason.
	Fallback func(reason string)
	// Now returns the current time.
	Now func() time.Time
	// Shares limits how much each client has rendered; nil means no limit.
	Shares *httpx.Shares
}

// pageRenderer renders pages and caches them. A cached page is the same for every
// visitor: a page's calls never get cookies.
type pageRenderer struct {
	Rendering
	ask     render.Ask
	log     *slog.Logger
	pages   *cache.Cache[string, *renderedPage]
	flights singleflight.Group
	// compressing holds a token while a page is compressed: one page at a time.
	compressing chan struct{}
}

type renderedPage struct {
	body       *httpx.Body
	version    string
	renderedAt time.Time
	compressed atomic.Bool
}

func newPageRenderer(d Rendering, ask render.Ask, log *slog.Logger) *pageRenderer {
	return &pageRenderer{Rendering: d, ask: ask, log: log, pages: cache.New[string, *renderedPage](renderedBytes), compressing: make(chan struct{}, 1)}
}

// passParameter tells the front end, in the address of a page that is rendered,
// that the visitor has passed the promotion gate. It is no parameter of a page, so no
// visitor can set it.
const passParameter = "promoPassed"

// withPass adds passParameter to an address that is rendered.
func withPass(address string) string {
	mark := "?"
	if strings.Contains(address, "?") {
		mark = "&"
	}
	return address + mark + passParameter + "=1"
}

// builder builds the document of a rendered page.
type builder func(ctx context.Context, html string, answers []byte) *httpx.Body

// page returns the document of an address: the cached one, or one that it renders
// now. Where rendering takes too long after a change, it returns the previous
// one. It returns nil where the browser has to render the page.
func (d *pageRenderer) page(ctx context.Context, address string, status int, build builder) *httpx.Body {
	version, now := d.Version(), d.Now()
	cached, ok := d.pages.Get(address)
	if ok && cached.version == version {
		d.compress(cached)
		return cached.body
	}
	var late <-chan time.Time
	stale := ok && now.Sub(cached.renderedAt) < staleFor
	if stale {
		timer := time.NewTimer(freshWait)
		defer timer.Stop()
		late = timer.C
	}
	for {
		flight := d.flights.DoChan(version+" "+address, func() (any, error) { return d.fly(ctx, address, version, status, build) })
		select {
		case result := <-flight:
			if result.Err == nil {
				return result.Val.(*httpx.Body)
			}
			if refused, is := errors.AsType[refusedError](result.Err); is && refused.client != d.Shares.Client(ctx) {
				continue // the limit of one client is not that of the others who waited with it
			}
			if stale {
				return cached.body
			}
			return nil
		case <-late:
			return cached.body
		case <-ctx.Done():
			return nil
		}
	}
}

// refusedError means that a client has had its share of rendering.
type refusedError struct{ client string }

func (e refusedError) Error() string { return render.ErrShare.Error() }

// fly renders a page for all requests that wait for it, as work of the client of one of
// them.
func (d *pageRenderer) fly(ctx context.Context, address, version string, status int, build builder) (body *httpx.Body, err error) {
	// A flight that has ended since the cache was read has put its page there.
	if cached, ok := d.pages.Get(address); ok && cached.version == version {
		return cached.body, nil
	}
	end, allowed := d.Shares.Begin(ctx)
	if !allowed {
		d.Fallback(render.Reason(render.ErrShare))
		return nil, refusedError{d.Shares.Client(ctx)}
	}
	began := time.Now()
	defer func() { end(time.Since(began)) }()
	err = loop.Catch(func() (err error) {
		body, err = d.render(ctx, address, version, status, build)
		return err
	})
	if err != nil {
		d.Fallback(render.Reason(err))
	}
	if err != nil && !errors.Is(err, render.ErrBusy) { // a crawl causes very many of these
		d.log.Warn("page left to the browser", append([]any{"reason", render.Reason(err)}, loop.LogAttrs(err)...)...)
	}
	return body, err
}

// compress compresses a page at its second request, in the background, because
// crawlers request most pages only once. Only one page is compressed at a time;
// if that is another one, a later request tries again.
func (d *pageRenderer) compress(p *renderedPage) {
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
		err := loop.Catch(func() error { p.body.Compress(); return nil })
		if err != nil {
			d.log.Error("a page cannot be compressed", loop.LogAttrs(err)...)
		}
	}()
}

// render renders a page and caches it. It goes on when the request that started it
// ends, because other requests may wait for the same page.
func (d *pageRenderer) render(ctx context.Context, address, version string, status int, build builder) (*httpx.Body, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderTime)
	defer cancel()
	rendered, err := d.Render(ctx, address, d.ask)
	if err != nil {
		return nil, err
	}
	answers, err := render.EncodeAnswers(rendered.Answers)
	if err != nil {
		return nil, err
	}
	body := build(ctx, rendered.HTML, answers)
	if slices.ContainsFunc(rendered.Answers, func(a render.Answer) bool { return a.Status >= http.StatusInternalServerError }) {
		return body, nil // the page says that something failed: the next visitor may have more luck
	}
	if status == http.StatusNotFound && address != notFoundPath {
		return body, nil // anybody can invent addresses of posts: they must not fill the cache
	}
	d.pages.Put(address, &renderedPage{body: body, version: version, renderedAt: d.Now()}, body.Size())
	return body, nil
}

// initAnswer returns the only answer that a page carries when the browser renders
// it.
func (w *Web) initAnswer(ctx context.Context) []byte {
	const call = "/api/initial"
	nothing := []byte("[]") // the browser then makes the call
	if w.Ask == nil {
		return nothing
	}
	reply := w.Ask(ctx, call, url.Values{"siteCode": {w.Site.SiteCode}})
	answers, err := render.EncodeAnswers([]render.Answer{{
		Call: call, Params: map[string]string{"siteCode": w.Site.SiteCode}, Status: reply.Status, Body: reply.Body,
	}})
	if err != nil || reply.Status != http.StatusOK {
		return nothing
	}
	return answers
}

// rendersOnServer reports whether the server renders a page. It renders the pages on which
// search engines and new visitors arrive, never a page with data that a visitor
// entered.
func rendersOnServer(page Page, path string) bool {
	return !page.Private || path == "/login"
}
