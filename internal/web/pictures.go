package web

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"holidaymaker/internal/cache"
	"holidaymaker/internal/httpx"
)

// Pictures draws a picture as SVG with width and height by its path below
// /images: 'parks/H/HV101/1.svg', 'units/HV101-G3.svg', 'regions/12.svg' or
// 'hero/home.svg'. ok is false where there is nothing to show. The same path
// gives the same picture as long as the catalogue does.
type Pictures func(path string) (svg []byte, ok bool)

var picturePath = regexp.MustCompile(`^[a-z]+(/[A-Za-z0-9_-]{1,64}){1,3}\.svg$`)

// pictureCache keeps what was drawn in memory and, compressed, on disk.
type pictureCache struct {
	draw   Pictures
	bad    func(path string, err error)
	dir    string // empty: memory only
	memory *cache.Cache[string, *file]
	// drawing bounds how many are drawn at once: a flood of pictures that nobody
	// has asked for before must leave processors to the others.
	drawing *httpx.Gate
	written atomic.Int64 // pictures since the disk was last trimmed
}

const (
	// pictureMemory bounds the pictures in memory, in bytes.
	pictureMemory = 48 << 20
	// pictureDisk bounds those on disk, in bytes; trimEvery says after how many
	// new ones that is looked at.
	pictureDisk = 512 << 20
	trimEvery   = 200
)

func newPictureCache(draw Pictures, dir string) *pictureCache {
	return &pictureCache{
		draw: draw, bad: func(string, error) {}, dir: dir, memory: cache.New[string, *file](pictureMemory),
		drawing: httpx.NewGate("pictures", max(1, runtime.GOMAXPROCS(0)-1), 256, 10*time.Second),
	}
}

func (w *Web) servePicture(rw http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/images/")
	header := rw.Header()
	if w.Pictures != nil && picturePath.MatchString(path) {
		drawn, err := w.pictures.get(r.Context(), path)
		if errors.Is(err, errBadPicture) {
			httpx.SendText(rw, r, http.StatusInternalServerError, httpx.NoStore, "This picture cannot be drawn.")
			return
		}
		if err != nil {
			header.Set("Retry-After", "2")
			httpx.SendText(rw, r, http.StatusServiceUnavailable, httpx.NoStore, "Too many pictures at once.")
			return
		}
		if drawn != nil {
			header.Set("Cache-Control", "public, max-age=604800")
			// A picture opened by itself runs nothing and loads nothing.
			header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
			drawn.Send(rw, r)
			return
		}
	}
	httpx.SendText(rw, r, http.StatusNotFound, httpx.PublicOneMinute, "There is no such picture.")
}

var errBadPicture = errors.New("this picture cannot be drawn")

// get returns a picture from memory, from disk, or drawn for the first time; nil
// where there is none. It fails when too many are being drawn or ctx ends.
func (c *pictureCache) get(ctx context.Context, path string) (*file, error) {
	if found, ok := c.memory.Get(path); ok {
		return found, nil
	}
	if err := c.drawing.Enter(ctx); err != nil {
		return nil, err
	}
	defer c.drawing.Leave()
	if found, ok := c.memory.Get(path); ok {
		return found, nil // drawn meanwhile
	}
	svg, ok, err := c.drawSafely(path)
	if c.bad(path, err); err != nil {
		return nil, errBadPicture
	}
	if !ok {
		return nil, nil
	}
	made := newFile(path, svg)
	if c.dir != "" {
		c.fromDisk(path, made)
	}
	c.memory.Put(path, made, made.Size())
	return made, nil
}

// fromDisk reads the compressed form of a picture, or writes it there. The tag
// in the name is of what was drawn, so a file of an older version of the drawing
// is not taken for this one. '.' stands for '/': no part of a path has one.
func (c *pictureCache) fromDisk(path string, f *file) {
	name := strings.ReplaceAll(strings.TrimSuffix(path, ".svg"), "/", ".") + "." + f.Tag() + ".br"
	name = filepath.Join(c.dir, name)
	if encoded, ok := readBrotli(name, f.Form(nil)); ok {
		f.Have(httpx.Brotli, encoded)
		return
	}
	writeWhole(name, f.Form(httpx.Brotli))
	if c.written.Add(1)%trimEvery == 0 {
		trim(c.dir, pictureDisk)
	}
}

// trim removes the oldest files of a directory until those left have at most
// three quarters of max bytes, where they have more than max.
func trim(dir string, max int64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	total := int64(0)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			total += info.Size()
		}
	}
	if total <= max {
		return
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range files {
		if total <= max/4*3 {
			return
		}
		if os.Remove(filepath.Join(dir, info.Name())) == nil {
			total -= info.Size()
		}
	}
}

// writeWhole writes a file so that another process never sees half of it. A
// cache that cannot be written is no fault.
func writeWhole(name string, body []byte) {
	temporary, err := os.CreateTemp(filepath.Dir(name), ".picture-*")
	if err != nil {
		return
	}
	_, err = temporary.Write(body)
	if closing := temporary.Close(); err != nil || closing != nil || os.Rename(temporary.Name(), name) != nil {
		_ = os.Remove(temporary.Name())
	}
}
