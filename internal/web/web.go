// Package web serves what a browser loads: the documents of every address with
// their status, head and inlined data, the embedded front end, pictures, icons
// and the error and maintenance pages. It sets the security headers of all
// answers.
package web

import (
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"holidaymaker/internal/api"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/site"
)

//go:embed all:dist
var embedded embed.FS

// Config is what the web needs.
type Config struct {
	Site *site.Site
	// Stock is the catalogue of now.
	Stock func() *catalogue.Snapshot
	// Init gives the answer of the init call, which documents inline.
	Init func() []byte
	// Pictures draws what has no picture of its own; nil draws nothing.
	Pictures Pictures
	// CacheDir keeps drawn pictures; empty: memory only.
	CacheDir string
	// Maintenance says whether visitors are kept out.
	Maintenance func() bool
	// Secure says that browsers reach us by TLS.
	Secure bool
	// FrameSources and ConnectSources are origins beside our own that pages
	// may frame or call: the card provider's.
	FrameSources, ConnectSources []string
	Log                          *slog.Logger
}

// Web serves everything but the API.
type Web struct {
	Config
	files    *files
	document document
	pictures *pictureCache
	baseline http.Header
}

// New returns a Web with the front end that was embedded by the build.
func New(c Config) (*Web, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the embedded front end: %w", err)
	}
	return NewOf(c, dist)
}

// NewOf returns a Web with a front end built into dist.
func NewOf(c Config, dist fs.FS) (*Web, error) {
	served, err := newFiles(dist)
	if err != nil {
		return nil, err
	}
	page, err := newDocument(dist, c.Site.SiteCode)
	if err != nil {
		return nil, err
	}
	w := &Web{Config: c, files: served, document: page, pictures: newPictureCache(c.Pictures, c.CacheDir), baseline: baseline(c.Secure)}
	if err := w.addIcons(); err != nil {
		return nil, err
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
	if w.files.serve(rw, r) {
		return
	}
	w.servePage(rw, r)
}

// servePage answers the document of an address.
func (w *Web) servePage(rw http.ResponseWriter, r *http.Request) {
	if w.Maintenance != nil && w.Maintenance() && !api.HasPass(r) {
		w.maintenancePage(rw, r)
		return
	}
	page := routes{w.Site, w.Stock()}.resolve(r.URL.Path, r.URL.Query())
	if page.Location != "" {
		// Escaped: browsers read a bare backslash as a slash, and '//host' leads away.
		to := url.URL{Path: page.Location, RawQuery: r.URL.RawQuery}
		rw.Header().Set("Location", to.String())
		if page.Status == http.StatusMovedPermanently {
			rw.Header().Set("Cache-Control", "public, max-age=3600")
		}
		rw.WriteHeader(page.Status)
		return
	}
	header := rw.Header()
	w.secure(header, api.Nonce(r.Context()), page.Payment)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "private, no-cache")
	if page.Private {
		header.Set("Cache-Control", "no-store")
	}
	body := w.document.render(page.head(w.Site.Global.BrandName, w.Site.Texts.Tagline, w.Site.Global.SiteBaseURL), w.Init(), api.Nonce(r.Context()))
	sendHTML(rw, r, page.Status, body)
}
