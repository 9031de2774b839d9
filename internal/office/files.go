package office

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"holidaymaker/internal/web/httpx"
)

//go:embed all:dist
var embedded embed.FS

// files serves the front end of the office: its document for every page, which has the name
// of the build's files, and those files.
type files struct {
	document []byte
	assets   http.Handler
}

// noFrontEnd is the document where the front end was not built.
const noFrontEnd = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Office</title></head>
<body><h1>The office has no front end yet</h1>
<p>Run <code>make build</code>, and start the server again.</p></body></html>
`

// pagePolicy is the content security policy of the document: only what this host serves.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

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
	return &files{document, http.FileServerFS(dist)}, nil
}

// ServeHTTP answers with a file below /assets/, whose names change with their contents, or
// with the document.
func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		httpx.SendText(w, r, http.StatusMethodNotAllowed, httpx.NoStore, "This is a page.")
	case strings.HasPrefix(r.URL.Path, "/assets/") && !strings.HasSuffix(r.URL.Path, "/"):
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		f.assets.ServeHTTP(w, r)
	default:
		w.Header()["Content-Type"] = httpx.HTML
		w.Header().Set("Content-Security-Policy", pagePolicy)
		w.Write(f.document)
	}
}
