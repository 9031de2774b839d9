package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// files are the front end's files and icons by address.
type files struct {
	byPath map[string]*file
}

// file is one static file. Its compressed forms come from beside it, made by
// the build, or are made when first asked for.
type file struct {
	body       []byte
	kind       string
	tag        string
	forever    bool // its name holds its version
	once       sync.Once
	brotli, gz []byte
}

func newFiles(dist fs.FS) (*files, error) {
	made := &files{byPath: map[string]*file{}}
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
		added := made.add("/"+name, body)
		added.forever = strings.HasPrefix(name, "assets/")
		added.brotli, _ = fs.ReadFile(dist, name+".br")
		added.gz, _ = fs.ReadFile(dist, name+".gz")
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the embedded front end: %w", err)
	}
	return made, nil
}

func (f *files) add(at string, body []byte) *file {
	sum := sha256.Sum256(body)
	made := &file{body: body, kind: kindOf(at), tag: hex.EncodeToString(sum[:8])}
	f.byPath[at] = made
	return made
}

// kindOf is the media type of a file; the machine's own tables are not asked.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
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

// serve answers a file; false when there is none of that address.
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
	found.send(rw, r)
	return true
}

// compressible reports media types that compression makes smaller.
func (f *file) compressible() bool {
	return len(f.body) > 600 && (strings.HasPrefix(f.kind, "text/") || strings.HasPrefix(f.kind, "application/json") || f.kind == "image/svg+xml")
}

// send writes the file in the best form that the client takes, or 304. Each
// form has a strong tag of its own.
func (f *file) send(rw http.ResponseWriter, r *http.Request) {
	header := rw.Header()
	header.Set("Content-Type", f.kind)
	body, tag := f.body, f.tag
	if f.compressible() {
		f.once.Do(f.compress)
		header.Add("Vary", "Accept-Encoding")
		switch accepted := r.Header.Get("Accept-Encoding"); {
		case takes(accepted, "br") && f.brotli != nil:
			header.Set("Content-Encoding", "br")
			body, tag = f.brotli, tag+".b"
		case takes(accepted, "gzip") && f.gz != nil:
			header.Set("Content-Encoding", "gzip")
			body, tag = f.gz, tag+".g"
		}
	}
	header.Set("ETag", `"`+tag+`"`)
	if strings.Contains(r.Header.Get("If-None-Match"), `"`+tag+`"`) {
		header.Del("Content-Encoding")
		rw.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	rw.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = rw.Write(body)
	}
}

func takes(accepted, encoding string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && strings.ReplaceAll(quality, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

// compress makes the forms that the build has not made.
func (f *file) compress() {
	if f.brotli == nil {
		f.brotli = Brotli(f.body)
	}
	if f.gz == nil {
		f.gz = Gzip(f.body)
	}
}

// Brotli compresses as small as it goes; for what is compressed once and sent
// often.
func Brotli(body []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}

// Gzip compresses as small as it goes, for clients without Brotli.
func Gzip(body []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}
