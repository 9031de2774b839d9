package httpx

import (
	"fmt"
	"io/fs"
	"mime"
	"path"
	"strings"
)

// Files are the files that a front end was built to, by their path in the URL. They lack
// index.html, which is no file of its own. Those below /assets/ have their version in their
// names, so they never change.
type Files map[string]*Body

// newFile makes a file. Its media type follows from the name's extension.
func newFile(name string, body []byte) *Body {
	kind := kindOf(name)
	var codings []*Coding
	if compressible(kind) {
		codings = OfFiles
	}
	return NewBody([]string{kind}, body, codings)
}

// NewFiles reads the folder of a build, with the compressed forms that the build has made.
func NewFiles(dist fs.FS) (Files, error) {
	files := Files{}
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
		files["/"+name] = added
		for ending, coding := range map[string]*Coding{".br": Brotli, ".gz": SmallGzip} {
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

// SVG is the media type of drawings: XML names its characters (ASVS 4.1.1).
const SVG = "image/svg+xml; charset=utf-8"

// kindOf returns the media type of a file. It does not read the operating
// system's tables, so every machine gives the same answer.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return SVG
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

// compressible reports whether files of a media type get smaller by
// compression.
func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") || kind == SVG
}
