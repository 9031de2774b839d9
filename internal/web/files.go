package web

import (
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"holidaymaker/internal/web/httpx"
)

// files holds the front end's files, by their path in the URL.
type files struct {
	byPath map[string]*file
}

// file is one static file.
type file struct {
	*httpx.Body
	forever bool // its name contains its version, so it never changes
}

// newFile makes a file. Its media type follows from the name's extension.
func newFile(name string, body []byte) *file {
	kind := kindOf(name)
	var codings []*httpx.Coding
	if compressible(kind) {
		codings = httpx.OfFiles
	}
	return &file{Body: httpx.NewBody([]string{kind}, body, codings)}
}

func newFiles(dist fs.FS) (*files, error) {
	files := &files{byPath: map[string]*file{}}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(name, ".") || name == "index.html" {
			return err
		}
		if ext := path.Ext(name); ext == ".br" || ext == ".gz" {
			return nil
		}
		body, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		added := newFile("/"+name, body)
		files.byPath["/"+name] = added
		added.forever = strings.HasPrefix(name, "assets/")
		for ending, coding := range map[string]*httpx.Coding{".br": httpx.Brotli, ".gz": httpx.SmallGzip} {
			if encoded, err := fs.ReadFile(dist, name+ending); err == nil {
				added.Have(coding, encoded)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the embedded front end: %w", err)
	}
	return files, nil
}

// svgType is the media type of drawings: XML names its characters (ASVS 4.1.1).
const svgType = "image/svg+xml; charset=utf-8"

// kindOf returns the media type of a file. It does not read the operating
// system's tables, so every machine gives the same answer.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return svgType
	case ".json", ".map":
		return "application/json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	case ".png":
		return "image/png"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// serve answers the request with a file. It returns false where no file has
// that path.
func (f *files) serve(rw http.ResponseWriter, r *http.Request) bool {
	found, ok := f.byPath[r.URL.Path]
	if !ok || strings.HasPrefix(r.URL.Path, "/.vite/") {
		return false
	}
	if found.forever || r.URL.Query().Get("v") != "" {
		rw.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		rw.Header().Set("Cache-Control", "public, max-age=3600")
	}
	found.Send(rw, r)
	return true
}

// compressible reports whether files of a media type get smaller by
// compression.
func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") || kind == svgType
}
