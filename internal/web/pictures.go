package web

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// Pictures draws a picture as SVG, with width and height. Its path is the part
// of the URL after /images/: 'parks/H/HV101/1.svg', 'units/HV101-G3.svg',
// 'regions/12.svg' or 'hero/home.svg'. ok is false where there is no such
// picture. As long as the catalogue is the same, a path gives the same picture.
type Pictures func(path string) (svg []byte, ok bool)

var picturePath = regexp.MustCompile(`^[a-z]+(/[A-Za-z0-9_-]{1,64}){1,3}\.svg$`)

// pictureCache caches drawn pictures.
type pictureCache struct {
	draw   Pictures
	bad    func(path string, err error)
	memory *cache.Cache[string, *httpx.Body]
	// drawing limits how many pictures are drawn at once. Many requests for
	// pictures that are not cached must not use all processors.
	drawing *httpx.Gate

	catalogue func() *catalogue.Snapshot // nil: the pictures never change
	mu        sync.Mutex
	drawnFrom *catalogue.Snapshot
	edition   int // number of catalogues so far
}

// key returns the key of a picture in memory. It changes with the catalogue,
// from which pictures are drawn.
func (c *pictureCache) key(path string) string {
	if c.catalogue == nil {
		return path
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.catalogue(); now != c.drawnFrom {
		c.drawnFrom = now
		c.edition++
	}
	return strconv.Itoa(c.edition) + " " + path
}

// pictureMemory limits the pictures in memory, in bytes.
const pictureMemory = 48 << 20

func newPictureCache(draw Pictures) *pictureCache {
	return &pictureCache{draw: draw, bad: func(string, error) {}, memory: cache.New[string, *httpx.Body](pictureMemory), drawing: NewPictureGate()}
}

// NewPictureGate returns the limit of how many pictures are drawn at once.
func NewPictureGate() *httpx.Gate {
	return httpx.NewGate("pictures", max(1, runtime.GOMAXPROCS(0)-1), 256, 10*time.Second)
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
			// A picture that is opened as a page of its own must run no script
			// and load nothing.
			header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox")
			drawn.Send(rw, r)
			return
		}
	}
	httpx.SendText(rw, r, http.StatusNotFound, httpx.PublicOneMinute, "There is no such picture.")
}

var errBadPicture = errors.New("this picture cannot be drawn")

// get returns a picture from memory, or draws it. It returns nil where there is no such
// picture, and an error when too many pictures are being drawn or ctx ends.
func (c *pictureCache) get(ctx context.Context, path string) (*httpx.Body, error) {
	key := c.key(path)
	if found, ok := c.memory.Get(key); ok {
		return found, nil
	}
	if err := c.drawing.Enter(ctx); err != nil {
		return nil, err
	}
	defer c.drawing.Leave()
	if found, ok := c.memory.Get(key); ok {
		return found, nil // another request has drawn it meanwhile
	}
	svg, ok, err := c.drawSafely(path)
	if c.bad(path, err); err != nil {
		return nil, errBadPicture
	}
	if !ok {
		return nil, nil
	}
	drawn := httpx.NewBody(svgKind, svg, httpx.OfPictures)
	drawn.Form(httpx.QuickBrotli) // made here, because few pictures are made at once
	c.memory.Put(key, drawn, drawn.Size())
	return drawn, nil
}

var svgKind = []string{httpx.SVG}

// drawSafely draws a picture. It returns a panic of the drawing as an error.
func (c *pictureCache) drawSafely(path string) (svg []byte, ok bool, err error) {
	err = loop.Catch(func() error {
		svg, ok = c.draw(path)
		return nil
	})
	return svg, ok, err
}
