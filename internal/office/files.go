package office

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"holidaymaker/internal/web/httpx"
)

//go:embed all:dist
var embedded embed.FS

// files serves the front end of the office: its document for every page, which has the name
// of the build's files, and those files.
type files struct {
	document []byte
	built    httpx.Files
}

// noFrontEnd is the document where the front end was not built.
const noFrontEnd = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Office</title></head>
<body><h1>The office has no front end yet</h1>
<p>Run <code>make build</code>, and start the server again.</p></body></html>
`

// pagePolicy is the content security policy of the document: only what this host serves.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// pages are the paths of all pages. Each gets the same document, which finds out by itself
// what to show.
var pages = []string{"/{$}", "/sign-in", "/invitation", "/bookings", "/bookings/{ref}", "/bookings/{ref}/{action}", "/new", "/arrivals", "/arrivals/{park}/{day}",
	"/overdue", "/unanswered", "/approvals", "/stock/{park}", "/rates", "/rates/{part}", "/imports/{number}", "/publications", "/vouchers",
	"/payments", "/statements", "/reports/{name}", "/people", "/settings", "/audit"}

func embeddedFiles() (*files, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the office's front end: %w", err)
	}
	document, err := fs.ReadFile(dist, "index.html")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		document = []byte(noFrontEnd)
	case err != nil:
		return nil, fmt.Errorf("read the office's front end: %w", err)
	}
	built, err := httpx.NewFiles(dist)
	if err != nil {
		return nil, fmt.Errorf("read the office's front end: %w", err)
	}
	return &files{document, built}, nil
}

// routes registers the pages and the files below /assets/, whose names change with their
// contents. Every other path is no page, and the document says so.
func (f *files) routes(mux *http.ServeMux) {
	for _, page := range pages {
		mux.HandleFunc("GET "+page, func(w http.ResponseWriter, _ *http.Request) { f.page(w, http.StatusOK) })
	}
	mux.HandleFunc("GET /assets/{file...}", func(w http.ResponseWriter, r *http.Request) {
		asset, ok := f.built[r.URL.Path]
		if !ok {
			f.page(w, http.StatusNotFound)
			return
		}
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		asset.Send(w, r)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { f.page(w, http.StatusNotFound) })
}

func (f *files) page(w http.ResponseWriter, status int) {
	w.Header()["Content-Type"] = httpx.HTML
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.WriteHeader(status)
	w.Write(f.document)
}
