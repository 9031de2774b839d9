package web

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
)

// Pictures draws a picture as SVG with width and height by its path below
// /images: 'parks/H/HV101/1.svg', 'units/HV101-G3.svg', 'regions/12.svg' or
// 'hero/home.svg'. ok is false where there is nothing to show. The same path
// gives the same picture as long as the catalogue does.
type Pictures func(path string) (svg []byte, ok bool)

var picturePath = regexp.MustCompile(`^[a-z]+(/[A-Za-z0-9_-]{1,64}){1,3}\.svg$`)

// pictureCache keeps what was drawn, compressed, in memory and on disk.
type pictureCache struct {
	draw  Pictures
	dir   string
	mu    sync.Mutex
	kept  map[string]*file
	bytes int
	// drawing has room for those who draw at once: a flood of pictures that
	// nobody asked for before must leave the machine to the others.
	drawing chan struct{}
}

// keptPictures bounds the pictures in memory.
const keptPictures = 48 << 20

func newPictureCache(draw Pictures, dir string) *pictureCache {
	return &pictureCache{draw: draw, dir: dir, kept: map[string]*file{},
		drawing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}
}

func (w *Web) servePicture(rw http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/images/")
	if w.Pictures != nil && picturePath.MatchString(path) {
		if drawn := w.pictures.get(path); drawn != nil {
			rw.Header().Set("Cache-Control", "public, max-age=604800")
			// A picture opened by itself runs nothing and loads nothing.
			rw.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
			drawn.send(rw, r)
			return
		}
	}
	rw.Header().Set("Cache-Control", "public, max-age=60")
	rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
	rw.WriteHeader(http.StatusNotFound)
	_, _ = rw.Write([]byte("There is no such picture.\n"))
}

// get returns a picture from memory, from disk, or drawn anew.
func (c *pictureCache) get(path string) *file {
	name := strings.TrimSuffix(strings.ReplaceAll(path, "/", "-"), ".svg")
	if found := c.known(name); found != nil {
		return found
	}
	c.drawing <- struct{}{}
	defer func() { <-c.drawing }()
	if found := c.known(name); found != nil {
		return found // drawn meanwhile
	}
	svg, ok := c.draw(path)
	if !ok {
		return nil
	}
	made := (&files{byPath: map[string]*file{}}).add(name+".svg", svg)
	// The tag is of what was drawn, so a picture kept by an older version of
	// the drawing is not taken for this one.
	compressed := filepath.Join(c.dir, name+"-"+made.tag+".br")
	if c.dir != "" {
		made.brotli, _ = os.ReadFile(compressed)
	}
	fresh := made.brotli == nil
	made.once.Do(made.compress)
	if fresh && c.dir != "" {
		keep(compressed, made.brotli)
	}
	c.remember(name, made)
	return made
}

func (c *pictureCache) known(name string) *file {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[name]
}

func (c *pictureCache) remember(name string, f *file) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes > keptPictures {
		clear(c.kept)
		c.bytes = 0
	}
	c.kept[name] = f
	c.bytes += len(f.body) + len(f.brotli) + len(f.gz)
}

// keep writes a file so that another process never sees half of it. A cache
// that cannot be written is no fault.
func keep(name string, body []byte) {
	temporary, err := os.CreateTemp(filepath.Dir(name), ".picture-*")
	if err != nil {
		return
	}
	_, err = temporary.Write(body)
	if closing := temporary.Close(); err != nil || closing != nil || os.Rename(temporary.Name(), name) != nil {
		_ = os.Remove(temporary.Name())
	}
}
