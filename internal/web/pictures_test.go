package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/web/httpx"
)

func TestPicturesAreDrawnOnceAndCached(t *testing.T) {
	drawn := 0
	h := pages(t, "MT", func(c *Config) {
		c.Pictures = func(path string) ([]byte, bool) {
			drawn++
			return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">` + strings.Repeat("<path/>", 200) + `</svg>`), path == "parks/H/HV101/1.svg"
		}
	})
	for range 3 {
		got := ask(h, "/images/parks/H/HV101/1.svg", "Accept-Encoding", "br")
		if got.StatusCode != 200 || got.Header.Get("Content-Encoding") != "br" || got.Header.Get("Content-Type") != "image/svg+xml; charset=utf-8" {
			t.Fatalf("%s %v", got.Status, got.Header)
		}
	}
	if drawn != 1 {
		t.Errorf("drawn %d times", drawn)
	}
	for _, path := range []string{"/images/parks/H/NOPE/1.svg", "/images/../secret", "/images/x.png"} {
		if got := ask(h, path); got.StatusCode != 404 {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
}

func TestFewPicturesAreDrawnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var drawing atomic.Int32
		release := make(chan struct{})
		c := newPictureCache(func(string) ([]byte, bool) {
			drawing.Add(1)
			<-release
			return []byte("<svg/>"), true
		})
		answered := make(chan error, 100)
		for n := range 100 {
			go func() {
				_, err := c.get(t.Context(), fmt.Sprintf("units/%d.svg", n))
				answered <- err
			}()
		}
		synctest.Wait()
		if bound := int32(max(1, runtime.GOMAXPROCS(0)-1)); drawing.Load() != bound {
			t.Errorf("%d are drawn at once, want %d", drawing.Load(), bound)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := c.get(gone, "units/late.svg"); !errors.Is(err, context.Canceled) {
			t.Errorf("a visitor who has gone waits: %v", err)
		}
		close(release)
		for range 100 {
			if err := <-answered; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestAPictureThatCannotBeDrawnSoonIsNotCached(t *testing.T) {
	brand := pages(t, "MT", func(c *Config) { c.Pictures = func(string) ([]byte, bool) { return nil, false } })
	if got := ask(brand, "/images/units/x.svg"); got.StatusCode != 404 {
		t.Errorf("no picture: %s", got.Status)
	}
	w := &Web{Config: Config{Pictures: func(string) ([]byte, bool) { return []byte("<svg/>"), true }}}
	w.pictures = newPictureCache(w.Pictures)
	w.pictures.drawing = httpx.NewGate("pictures", 1, 0, time.Second)
	if err := w.pictures.drawing.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := ask(http.HandlerFunc(w.servePicture), "/images/units/x.svg")
	if got.StatusCode != 503 || got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("Retry-After") == "" {
		t.Errorf("%s %v", got.Status, got.Header)
	}
}

// A new catalogue may have moved a park, so its pictures are drawn again.
func TestPicturesAreDrawnAgainFromANewCatalogue(t *testing.T) {
	stock, drawn := country(), 0
	h := pages(t, "MT", func(c *Config) {
		c.Catalogue = func() *catalogue.Snapshot { return stock }
		c.Pictures = func(string) ([]byte, bool) {
			drawn++
			return fmt.Appendf(nil, "<svg>%d</svg>", drawn), true
		}
	})
	for n, want := range []string{"<svg>1</svg>", "<svg>1</svg>", "<svg>2</svg>"} {
		if n == 2 {
			stock = country()
		}
		if got := body(t, ask(h, "/images/maps/HV101.svg")); got != want {
			t.Errorf("request %d: %s, want %s", n, got, want)
		}
	}
}

// svgOf returns an SVG of about 1 kB that contains its path.
func svgOf(path string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg"><title>` + path + `</title>` + strings.Repeat("<path/>", 200) + `</svg>`)
}

func TestABadPictureDoesNotStopTheOthers(t *testing.T) {
	bad := map[string]error{}
	fixed := false
	h := pages(t, "MT", func(c *Config) {
		c.BadPicture = func(path string, err error) { bad[path] = err }
		c.Pictures = func(path string) ([]byte, bool) {
			if path == "units/bad.svg" && !fixed {
				var none []int
				return svgOf(path), none[7] == 0
			}
			return svgOf(path), true
		}
	})
	for range 2 * runtime.GOMAXPROCS(0) { // each time the place at the gate must become free again
		if got := ask(h, "/images/units/bad.svg"); got.StatusCode != 500 || got.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%s %v", got.Status, got.Header)
		}
	}
	if got := ask(h, "/images/units/good.svg"); got.StatusCode != 200 || bad["units/bad.svg"] == nil || bad["units/good.svg"] != nil {
		t.Errorf("%s, reported %v", got.Status, bad)
	}
	fixed = true
	if got := ask(h, "/images/units/bad.svg"); got.StatusCode != 200 || bad["units/bad.svg"] != nil {
		t.Errorf("when it is drawn again: %s, reported %v", got.Status, bad)
	}
}
