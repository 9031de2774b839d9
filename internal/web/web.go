// Package web answers every address outside the API: it serves the document of
// each page with status, head and inlined data, the embedded front end's files,
// pictures, icons, and the error and maintenance pages. It sets the content
// security policy of documents.
package web

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

//go:embed all:dist
var embedded embed.FS

// Config is what Web needs.
type Config struct {
	Site *site.Site
	// Catalogue returns the current snapshot of the catalogue.
	Catalogue func() *catalogue.Snapshot
	// Content finds what editors have published.
	Content Content
	// InventedReviews keeps the ratings of parks from search engines: in the demo
	// nobody has given them.
	InventedReviews bool
	// Pictures draws pictures for parks, units and regions that have none; nil
	// draws nothing.
	Pictures Pictures
	// BadPicture is called after each drawing with its error, or with nil after
	// a success. The function may be nil.
	BadPicture func(path string, err error)
	// Closed reports whether a request is refused because of maintenance; nil
	// means that none is.
	Closed func(*http.Request) bool
	// Refused reports whether a client asks for too many pages, and after how many
	// seconds it may ask again; nil means that none does.
	Refused func(*http.Request) (retryAfter int, refused bool)
	// Gate limits how many documents are made at once, without those that wait
	// to be rendered; nil means no limit.
	Gate *httpx.Gate
	// PictureGate limits how many pictures are drawn at once; nil means one of
	// NewPictureGate.
	PictureGate *httpx.Gate
	// FrameSources and PaymentSources are the card provider's origins, which
	// payment pages may show in a frame or call.
	FrameSources, PaymentSources []string
	// ConnectSources are the origins that all other pages may call.
	ConnectSources []string
	// ImageSource is the origin of the map tiles, from which pages may load
	// pictures as from our own; empty means none.
	ImageSource string
	// TagSources are further origins that the tags of the tag manager reach.
	TagSources []string
	// Banner is a text shown at the top of every page; empty means none.
	Banner string
	// Ask answers the API calls of a page on the server: the init call, which every
	// document contains, and others. Without it pages name no prices to search engines.
	Ask render.Ask
	// Rendering renders pages on the server; nil means that browsers render all
	// pages.
	Rendering *Rendering
	// Newsletter serves ConfirmPage and UnsubscribePage.
	Newsletter Newsletter
	// Watches serves WatchesPage; nil where nobody can watch prices.
	Watches Watches
	// Arrivals serves ArrivalsPage; nil where no park is told of its bookings.
	Arrivals Arrivals
	// Passed reports whether a visitor has passed the promotion gate, and so gets
	// pages with the search box in its place; nil means that there is none.
	Passed func(*http.Request) bool
	Log    *slog.Logger
}

// Web answers every address outside the API. It is an http.Handler.
type Web struct {
	Config
	files     httpx.Files
	document  document
	settings  string // the front end's settings of this server, as JSON
	pictures  *pictureCache
	cards     *cards
	renderer  *pageRenderer // nil: browsers render all pages
	parkPaths atomic.Pointer[parkPaths]
}

// New returns a Web with the front end that is embedded in the binary.
func New(c Config) (*Web, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the embedded front end: %w", err)
	}
	return NewOf(c, dist)
}

// NewOf returns a Web with a front end that was built into dist.
func NewOf(c Config, dist fs.FS) (*Web, error) {
	served, err := httpx.NewFiles(dist)
	if err != nil {
		return nil, err
	}
	page, err := newDocument(dist, c.Site.SiteCode, c.Banner)
	if err != nil {
		return nil, err
	}
	settings, err := settingsOf(c.Site)
	if err != nil {
		return nil, err
	}
	w := &Web{Config: c, files: served, document: page, settings: settings, pictures: newPictureCache(c.Pictures)}
	w.pictures.catalogue = c.Catalogue
	w.cards = newCards(c.Site)
	if c.PictureGate != nil {
		w.pictures.drawing = c.PictureGate
	}
	if c.BadPicture != nil {
		w.pictures.bad = c.BadPicture
	}
	if c.Rendering != nil {
		w.renderer = newPageRenderer(*c.Rendering, c.Ask, c.Log)
	}
	return w, nil
}

// ServeHTTP answers files, pictures and documents.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		rw.Header().Set("Allow", "GET, HEAD")
		w.plainPage(rw, r, http.StatusMethodNotAllowed, "This page cannot be posted to.")
		return
	}
	if strings.HasPrefix(r.URL.Path, "/images/") {
		w.servePicture(rw, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, cardsPath) {
		w.serveCard(rw, r)
		return
	}
	if serveFile(w.files, rw, r) || w.serveListing(rw, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		// A script of another version. A document here would be run as that
		// script.
		httpx.SendText(rw, r, http.StatusNotFound, httpx.NoStore, "There is no such file.")
		return
	}
	w.servePage(rw, r)
}

// servePage answers the document of an address.
func (w *Web) servePage(rw http.ResponseWriter, r *http.Request) {
	if w.turnedAway(rw, r) {
		return
	}
	page, document, err := w.makePage(r)
	if err != nil {
		w.BusyPage(rw, r)
		return
	}
	if page.Location != "" {
		// Escaped, because browsers read a backslash as a slash, and '//host'
		// would redirect to another site.
		to := url.URL{Path: page.Location, RawQuery: cmp.Or(page.Query, r.URL.RawQuery)}
		rw.Header().Set("Location", to.String())
		rw.Header()["Cache-Control"] = httpx.NoStore
		if page.MaxAge > 0 {
			rw.Header().Set("Cache-Control", "public, max-age="+strconv.Itoa(page.MaxAge))
		}
		rw.WriteHeader(page.Status)
		return
	}
	header := rw.Header()
	if forget := httpx.ForgetClick(r); forget != nil {
		http.SetCookie(rw, forget)
	}
	nonce := ""
	if !page.Payment && w.mayTag(r) {
		nonce = httpx.Nonce(r.Context())
	}
	if page.Payment {
		w.paymentPolicy().secure(header)
	} else {
		w.pagePolicy(nonce).secure(header)
	}
	header.Set("Cache-Control", "private, no-cache")
	if page.Payment || page.Uncertain {
		// Not even in the back/forward cache. What other pages show of a visitor
		// is not in their documents.
		header.Set("Cache-Control", "no-store")
	}
	if page.Status == http.StatusOK && !page.Private && !page.Uncertain && nonce == "" {
		document.Send(rw, r)
		return
	}
	header["Content-Type"] = httpx.HTML
	plain := document.Plain()
	if nonce != "" {
		plain = withNonce(plain, nonce)
	}
	if err := httpx.SendOnce(rw, r, page.Status, plain, httpx.OnRequest, nil); err != nil {
		w.BusyPage(rw, r)
	}
}

// turnedAway answers a request during maintenance, and one beyond its client's limit.
func (w *Web) turnedAway(rw http.ResponseWriter, r *http.Request) bool {
	if w.Closed != nil && w.Closed(r) {
		w.maintenancePage(rw, r)
		return true
	}
	if w.Refused != nil {
		if after, refused := w.Refused(r); refused {
			rw.Header().Set("Retry-After", strconv.Itoa(after))
			httpx.SendText(rw, r, http.StatusTooManyRequests, httpx.NoStore, "Too many requests. Please try again later.")
			return true
		}
	}
	return false
}

// makePage finds the page of an address and makes its document. The document is
// nil for a redirect.
func (w *Web) makePage(r *http.Request) (page Page, document *httpx.Body, err error) {
	query, rt := r.URL.Query(), routes{w.Site, w.Catalogue()}
	err = w.inTurn(r.Context(), func() { page = rt.resolve(r.URL.Path, query) })
	if err != nil || page.Location != "" {
		return page, nil, err
	}
	if page.article.kind != "" {
		page = w.completeArticle(r.Context(), page) // outside the gate: a slow CMS must not delay the other pages
	}
	address, renders := rt.renderAddress(page, r.URL.Path, query)
	missing := page.Status == http.StatusNotFound && page.article.kind != content.Posts // a missing post has a page of its own
	if missing {
		address, renders = notFoundPath, true // one page for all unknown addresses, so that they do not fill the cache
	}
	passed := w.Passed != nil && w.Passed(r)
	if passed {
		address = withPass(address)
	}
	build := func(ctx context.Context, html string, answers []byte) *httpx.Body {
		codings := httpx.OnRequest
		if html != "" {
			codings = httpx.OfPages
		}
		described := page
		described.Facts = w.factsOf(ctx, page)
		head := described.head(w.Site)
		return httpx.NewBody(httpx.HTML, w.document.render(head, rootOf(html != "", missing, passed, w.settings), html, answers), codings)
	}
	// A page whose article could not be read has no title of its own: it must not
	// be cached for others, for whom the article may be there.
	if w.renderer != nil && renders && !page.Uncertain && rendersOnServer(page, r.URL.Path) {
		// Outside the gate: rendering has its own limit, and a request that waits
		// for it must not delay the others.
		if rendered := w.renderer.page(r.Context(), address, page.Status, build); rendered != nil {
			return page, rendered, nil
		}
	}
	err = w.inTurn(r.Context(), func() { document = build(r.Context(), "", w.initAnswer(r.Context())) })
	return page, document, err
}

// inTurn does work when the gate allows it.
func (w *Web) inTurn(ctx context.Context, work func()) error {
	if w.Gate != nil {
		if err := w.Gate.Enter(ctx); err != nil {
			return err
		}
		defer w.Gate.Leave()
	}
	work()
	return nil
}
