package content

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/content/picture/webp"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/polltest"
)

// see asks for a picture, as a client that says nothing of formats.
func see(s *Service, address string) *httptest.ResponseRecorder { return seeAs(s, address, "") }

// seeAs asks for a picture with an Accept header.
func seeAs(s *Service, address, accept string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, nil)
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	s.Picture(w, r)
	return w
}

func TestPicturesOfTheCMSAreMadeSmall(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	lake := &picture{url: c.URL + "/uploads/lake.jpg", width: 2000, height: 1200}
	sizes := s.pictures.sizes(lake)
	if len(sizes) != len(pictureWidths) {
		t.Fatalf("sizes %v", sizes)
	}
	for _, size := range sizes {
		w := see(s, size.url)
		config, kind, err := image.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
		if err != nil || kind != "jpeg" || config.Width != size.width || config.Height != size.height || w.Header().Get("Content-Type") != "image/jpeg" || !strings.Contains(w.Header().Get("Cache-Control"), "max-age") {
			t.Errorf("%d: status %d, %s %d × %d, %v", size.width, w.Code, kind, config.Width, config.Height, err)
		}
	}
	before := len(c.calls())
	see(s, sizes[0].url)
	if len(c.calls()) != before {
		t.Error("a picture is fetched again")
	}
	if small := s.pictures.sizes(&picture{url: c.URL + "/uploads/x.jpg", width: 500, height: 100}); len(small) != 1 || small[0].width != 400 {
		t.Errorf("a small picture is offered as %v", small)
	}
	t.Run("a transparent one stays transparent", func(t *testing.T) {
		var logo bytes.Buffer
		_ = png.Encode(&logo, image.NewNRGBA(image.Rect(0, 0, 50, 40)))
		c.set(func(c *cms) { c.photo = logo.Bytes() })
		w := see(s, s.pictures.at(c.URL+"/uploads/logo.png", 800))
		if config, kind, err := image.DecodeConfig(w.Body); err != nil || kind != "png" || config.Width != 50 {
			t.Errorf("%s of %d, %v", kind, config.Width, err)
		}
	})
}

func TestAClientGetsTheFormatThatItAsksFor(t *testing.T) {
	c := newCMS(t)
	dir := t.TempDir()
	s, _ := ofCMS(t, c, func(config *Config) { config.Pictures.Dir = dir })
	address := s.pictures.at(c.URL+"/uploads/lake.jpg", 800)
	tags, sizes := map[string]string{}, map[string]int{}
	for range 2 { // the second time from the cache
		for accept, want := range map[string]string{
			"image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8": "image/webp", "IMAGE/WEBP;q=0.5": "image/webp",
			"image/webp;q=0, */*": "image/jpeg", "image/webp; Q=0.000,*/*": "image/jpeg", "image/webpx": "image/jpeg", "*/*": "image/jpeg", "image/*": "image/jpeg", "": "image/jpeg",
		} {
			w := seeAs(s, address, accept)
			config, kind, err := image.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
			if err != nil || w.Header().Get("Content-Type") != want || "image/"+kind != want || config.Width != 800 || config.Height != 480 || w.Header().Get("Vary") != "Accept" {
				t.Errorf("%q: status %d, %s, %s %d × %d, Vary %q, %v", accept, w.Code, w.Header().Get("Content-Type"), kind, config.Width, config.Height, w.Header().Get("Vary"), err)
			}
			tags[want], sizes[want] = w.Header().Get("ETag"), w.Body.Len()
		}
	}
	if sizes["image/webp"] >= sizes["image/jpeg"] || tags["image/webp"] == tags["image/jpeg"] {
		t.Errorf("sizes %v, tags %v", sizes, tags)
	}
	if calls := len(c.calls()); calls != 2 {
		t.Errorf("%d downloads for two formats", calls)
	}
	if told := s.Bad.Records(); len(told) != 0 {
		t.Errorf("reported: %+v", told)
	}
	restarted, _ := ofCMS(t, c, func(config *Config) { config.Pictures.Dir = dir })
	if w := seeAs(restarted, address, "image/webp"); w.Header().Get("Content-Type") != "image/webp" || len(c.calls()) != 2 {
		t.Errorf("after a restart: %s, %d downloads", w.Header().Get("Content-Type"), len(c.calls()))
	}
	t.Run("a transparent one stays transparent", func(t *testing.T) {
		var logo bytes.Buffer
		_ = png.Encode(&logo, image.NewNRGBA(image.Rect(0, 0, 50, 40)))
		c.set(func(c *cms) { c.photo = logo.Bytes() })
		w := seeAs(s, s.pictures.at(c.URL+"/uploads/logo.png", 800), "image/webp")
		shown, kind, err := image.Decode(w.Body)
		if err != nil || kind != "webp" || shown.Bounds().Dx() != 50 {
			t.Fatalf("%s, %v", kind, err)
		}
		if _, _, _, opacity := shown.At(20, 20).RGBA(); opacity != 0 {
			t.Errorf("opacity %d", opacity)
		}
	})
	t.Run("one that is too tall for WebP comes as JPEG", func(t *testing.T) {
		c.set(func(c *cms) { c.photo = photo(t, 100, 17_000) })
		w := seeAs(s, s.pictures.at(c.URL+"/uploads/tall.jpg", 400), "image/webp")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" {
			t.Errorf("status %d, %s", w.Code, w.Header().Get("Content-Type"))
		}
	})
	t.Run("one that an editor sent as WebP has its colours", func(t *testing.T) {
		var encoder webp.Encoder
		white := image.NewNRGBA(image.Rect(0, 0, 64, 64))
		draw.Draw(white, white.Rect, image.White, image.Point{}, draw.Src)
		sent, err := encoder.Encode(ctx, white, 90)
		if err != nil {
			t.Fatal(err)
		}
		c.set(func(c *cms) { c.photo = sent })
		shown, _, err := image.Decode(see(s, s.pictures.at(c.URL+"/uploads/white.webp", 400)).Body)
		if err != nil {
			t.Fatal(err)
		}
		if r, g, b, _ := shown.At(30, 30).RGBA(); min(r, g, b) < 0xfa00 {
			t.Errorf("white is %x %x %x", r, g, b)
		}
	})
	t.Run("20 MB of an editor become small", func(t *testing.T) {
		c.set(func(c *cms) { c.photo = append(photo(t, 4000, 3000), make([]byte, 20<<20)...) })
		w := seeAs(s, s.pictures.at(c.URL+"/uploads/huge.jpg", 1600), "image/webp")
		if w.Code != http.StatusOK || w.Body.Len() > 400<<10 {
			t.Errorf("status %d, %d bytes", w.Code, w.Body.Len())
		}
	})
}

// A restarted server does not fetch a picture again, unless its file is damaged
// or old.
func TestPicturesStayOnDisk(t *testing.T) {
	c := newCMS(t)
	dir := t.TempDir()
	asked := 0
	restart := func(pass time.Duration) (sent string, fetched bool) {
		t.Helper()
		s, hands := ofCMS(t, c, func(config *Config) { config.Pictures.Dir = dir })
		hands.pass(pass)
		w := see(s, s.pictures.at(c.URL+"/uploads/lake.jpg", 400))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" {
			t.Fatalf("status %d, %s", w.Code, w.Header().Get("Content-Type"))
		}
		fetched = len(c.calls()) > asked
		asked = len(c.calls())
		return w.Body.String(), fetched
	}
	first, fetched := restart(0)
	if !fetched {
		t.Fatal("the first is not fetched")
	}
	if sent, fetched := restart(pictureStored - time.Hour); fetched || sent != first {
		t.Errorf("after a restart: fetched %t, the same bytes %t", fetched, sent == first)
	}
	if _, fetched := restart(pictureStored); !fetched {
		t.Error("an old one is not fetched again")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 || os.WriteFile(files[0], []byte("rubbish"), 0o600) != nil {
		t.Fatalf("%v, %v", files, err)
	}
	if sent, fetched := restart(0); !fetched || sent != first {
		t.Errorf("damaged: fetched %t, the same bytes %t", fetched, sent == first)
	}
	c.set(func(c *cms) { c.photo = []byte("no picture") })
	s, _ := ofCMS(t, c, func(config *Config) { config.Pictures.Dir = dir })
	see(s, s.pictures.at(c.URL+"/uploads/broken.jpg", 400))
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 1 {
		t.Errorf("a picture that failed is on disk: %v", files)
	}
}

func TestOnlyPicturesThatWeNameAreFetched(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	good := s.pictures.at(c.URL+"/uploads/lake.jpg", 800)
	anothers, err := keyring.New("pictures", "another secret")
	if err != nil {
		t.Fatal(err)
	}
	other, _ := newPictures(Config{URL: "https://cms.test/x", Pictures: PictureConfig{Keys: anothers}})
	for about, address := range map[string]string{
		"another width": strings.Replace(good, "/800/", "/801/", 1), "another signature": strings.Replace(good, PicturePath, PicturePath+"A", 1),
		"another key": other.at(c.URL+"/uploads/lake.jpg", 800), "a host that is not allowed": s.pictures.at("http://169.254.169.254/latest/meta-data", 800),
		"another port of the host": s.pictures.at("http://127.0.0.1:1/uploads/lake.jpg", 800), "a file": s.pictures.at("file:///etc/passwd", 800), "nothing": PicturePath, "too many parts": good + "/x",
		"a user": s.pictures.at(strings.Replace(c.URL, "http://", "http://me:secret@", 1)+"/uploads/lake.jpg", 800),
	} {
		if w := see(s, address); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", about, w.Code)
		}
	}
	if calls := c.calls(); len(calls) != 0 {
		t.Errorf("calls %v", calls)
	}
}

func TestAPictureIsNotFetchedFromOurOwnNetwork(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c, func(config *Config) { config.Pictures.Private = false })
	w := see(s, s.pictures.at(c.URL+"/uploads/lake.jpg", 800))
	if w.Code != http.StatusNotFound || len(c.calls()) != 0 {
		t.Errorf("status %d, calls %v", w.Code, c.calls())
	}
}

func TestARedirectLeadsToNoOtherHost(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	secret := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { t.Error("the other host was asked") }))
	t.Cleanup(secret.Close)
	for from, to := range map[string]string{"/uploads/a.jpg": secret.URL + "/x.jpg", "/wp-json/wp/v2/pages/3": secret.URL + "/pages/3"} {
		c.set(func(c *cms) {
			c.answer = func(w http.ResponseWriter, r *http.Request) bool {
				http.Redirect(w, r, to, http.StatusFound)
				return true
			}
		})
		if strings.HasPrefix(from, "/uploads") {
			if w := see(s, s.pictures.at(c.URL+from, 800)); w.Code != http.StatusNotFound {
				t.Errorf("status %d", w.Code)
			}
		} else if got := ask(t, s, "/pages/3"); got.Status != http.StatusBadGateway {
			t.Errorf("status %d", got.Status)
		}
	}
}

// pixelBomb is a PNG of a few bytes that says that it has very many pixels.
func pixelBomb() []byte {
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	head := append([]byte("IHDR"), 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 8, 6, 0, 0, 0)
	_ = binary.Write(&out, binary.BigEndian, uint32(13))
	out.Write(head)
	_ = binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE(head))
	return out.Bytes()
}

func TestAPictureThatCannotBeShownHurtsNobody(t *testing.T) {
	for about, body := range map[string][]byte{
		"a pixel bomb": pixelBomb(), "cut off": photo(t, 100, 100)[:300], "no picture": []byte("<html>"), "empty": {},
		"a drawing with a script": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "40 MB": make([]byte, 40<<20),
	} {
		t.Run(about, func(t *testing.T) {
			c := newCMS(t)
			c.set(func(c *cms) { c.photo = body })
			s, hands := ofCMS(t, c)
			address := s.pictures.at(c.URL+"/uploads/x.jpg", 400)
			for range 3 {
				if w := see(s, address); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "script") {
					t.Errorf("status %d", w.Code)
				}
			}
			if calls := len(c.calls()); calls != 1 {
				t.Errorf("%d calls for a picture that failed", calls)
			}
			if told := s.Bad.Records(); len(told) != 1 || told[0].ID != "picture "+c.URL+"/uploads/x.jpg" {
				t.Errorf("reported: %+v", told)
			}
			c.set(func(c *cms) { c.photo = photo(t, 500, 400) })
			hands.pass(2 * time.Minute)
			if w := see(s, address); w.Code != http.StatusOK {
				t.Errorf("after it was repaired: %d", w.Code)
			}
			if told := s.Bad.Records(); len(told) != 0 {
				t.Errorf("still reported: %+v", told)
			}
		})
	}
}

func TestPicturesThatHangDoNotStopTheOthers(t *testing.T) {
	c, other := newCMS(t), newCMS(t)
	s, _ := ofCMS(t, c, func(config *Config) { config.Pictures.Hosts = []string{strings.TrimPrefix(other.URL, "http://")} })
	end := make(chan struct{})
	hang := func(c *cms) {
		c.answer = func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.Contains(r.URL.Path, "hang") {
				<-end
			}
			return false
		}
	}
	for _, host := range []*cms{c, other} {
		host.set(hang)
		host.set(func(c *cms) { c.photo = photo(t, 200, 100) })
	}
	var all sync.WaitGroup
	ask := func(address string, want int) {
		all.Go(func() {
			if w := see(s, s.pictures.at(address, 400)); w.Code != want {
				t.Errorf("%s: status %d", address, w.Code)
			}
		})
	}
	for _, name := range []string{"/uploads/hang1.jpg", "/uploads/hang2.jpg", "/uploads/hang3.jpg"} {
		ask(c.URL+name, http.StatusOK)
	}
	for n := range 2 * fetchedAtOnce {
		ask(fmt.Sprintf("%s/uploads/hang%d.jpg", other.URL, n), http.StatusOK)
	}
	polltest.Until(t, "downloads that hang", func() bool { return len(c.calls()) == 3 && len(other.calls()) == fetchedAtOnce })
	began := time.Now()
	if w := see(s, s.pictures.at(c.URL+"/uploads/lake.jpg", 400)); w.Code != http.StatusOK || time.Since(began) > headerTime/2 {
		t.Errorf("another picture: status %d after %s", w.Code, time.Since(began))
	}
	close(end)
	all.Wait()
}

func TestAVisitorWhoGoesDoesNotEndTheDownloadOfTheOthers(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	end := make(chan struct{})
	c.set(func(c *cms) { c.answer = func(http.ResponseWriter, *http.Request) bool { <-end; return false } })
	address := s.pictures.at(c.URL+"/uploads/lake.jpg", 400)
	gone, leave := context.WithCancel(ctx)
	done := make(chan int)
	go func() {
		w := httptest.NewRecorder()
		s.Picture(w, httptest.NewRequestWithContext(gone, http.MethodGet, address, nil))
		done <- w.Code
	}()
	polltest.Until(t, "the download", func() bool { return len(c.calls()) == 1 })
	leave()
	<-done
	close(end)
	for _, width := range []int{400, 800} {
		if w := see(s, s.pictures.at(c.URL+"/uploads/lake.jpg", width)); w.Code != http.StatusOK {
			t.Errorf("%d: status %d", width, w.Code)
		}
	}
	if calls := len(c.calls()); calls > 2 {
		t.Errorf("%d downloads", calls)
	}
}

func TestALargePictureWithManyColoursIsRefused(t *testing.T) {
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	head := append([]byte("IHDR"), 0, 0, 0x17, 0x70, 0, 0, 0x13, 0x88, 16, 6, 0, 0, 0) // 6000 × 5000, 16 bits
	_ = binary.Write(&out, binary.BigEndian, uint32(13))
	out.Write(head)
	_ = binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE(head))
	if _, _, err := decode(out.Bytes()); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("240 MB of pixels: %v", err)
	}
}

// The memory that a picture takes is estimated before it is decoded.
func TestALargePictureTakesLittleMemory(t *testing.T) {
	var source bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&source, image.NewNRGBA64(image.Rect(0, 0, 4900, 4900))); err != nil {
		t.Fatal(err)
	}
	s, _ := ofCMS(t, newCMS(t))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	made, err := s.pictures.shrink(ctx, source.Bytes(), wanted{width: 1600})
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; err != nil || made.Body == nil || taken > pictureTotal {
		t.Errorf("%d MB, %v", taken>>20, err)
	}
}

func TestWhatAPixelTakesIsKnownBeforeItIsDecoded(t *testing.T) {
	interlaced := make([]byte, interlacing+1)
	interlaced[interlacing] = 1
	for about, c := range map[string]struct {
		source []byte
		kind   string
		want   int
	}{
		"a photograph":             {photo(t, 10, 10), "jpeg", 4},
		"several scans":            {[]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 8}, "jpeg", 9},
		"an interlaced drawing":    {interlaced, "png", 8},
		"a drawing":                {make([]byte, 40), "png", 4},
		"a file that is cut short": {[]byte{0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF}, "jpeg", 4},
	} {
		if got := bytesOfPixel(c.source, image.Config{}, c.kind); got != c.want {
			t.Errorf("%s: %d bytes, want %d", about, got, c.want)
		}
	}
}

func TestSimultaneousVisitorsShareAPicture(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	address := s.pictures.at(c.URL+"/uploads/lake.jpg", 400)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if w := see(s, address); w.Code != http.StatusOK {
				t.Errorf("status %d", w.Code)
			}
		})
	}
	all.Wait()
	if calls := len(c.calls()); calls != 1 {
		t.Errorf("%d calls for one picture", calls)
	}
}
