package content

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// losslessHeader is the beginning of a WebP picture without loss.
func losslessHeader(width, height int) []byte {
	bits := uint32(width-1) | uint32(height-1)<<14
	chunk := binary.LittleEndian.AppendUint32([]byte{0x2f}, bits)
	chunk = append(chunk, make([]byte, 5)...)
	made := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(12+len(chunk)))
	made = binary.LittleEndian.AppendUint32(append(made, "WEBPVP8L"...), uint32(len(chunk)))
	return append(made, chunk...)
}

func TestALargeWebPPictureIsRefused(t *testing.T) {
	if _, _, err := decode(losslessHeader(5500, 5500)); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("242 MB of pixels: %v", err)
	}
	if _, _, err := decode(losslessHeader(4900, 5000)); err == nil || strings.Contains(err.Error(), "too large") {
		t.Errorf("196 MB of pixels, which are cut off: %v", err)
	}
}

// plainArea is a picture of one colour that needs no memory.
type plainArea image.Rectangle

func (p plainArea) ColorModel() color.Model { return color.RGBAModel }
func (p plainArea) Bounds() image.Rectangle { return image.Rectangle(p) }
func (p plainArea) At(int, int) color.Color { return color.RGBA{40, 50, 60, 255} }

func TestAVeryTallPictureIsMadeSmallInLittleMemory(t *testing.T) {
	for _, height := range []int{100, 31_000} {
		small := image.NewRGBA(image.Rect(0, 0, 1600, 1))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		scale(small, plainArea(image.Rect(0, 0, 1600, height)), pictureTotal)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > pictureTotal {
			t.Errorf("a height of %d takes %d MB", height, taken>>20)
		}
		if got := small.RGBAAt(800, 0); got != (color.RGBA{40, 50, 60, 255}) {
			t.Errorf("a height of %d: the colour is %v", height, got)
		}
	}
}

// What is sent instead of a WebP picture is not kept as one on disk.
func TestAPictureThatFailsAsWebPIsMadeAgainAfterARestart(t *testing.T) {
	for what, c := range map[string]struct {
		pages  uint32
		failed bool
	}{"the library cannot be prepared": {1, true}, "one picture fails": {100, false}} {
		t.Run(what, func(t *testing.T) {
			cms := newCMS(t)
			dir := t.TempDir()
			onDisk := func(config *Config) { config.Pictures.Dir = dir }
			ask := func(s *Service, name, kind string) {
				t.Helper()
				w := seeAs(s, s.pictures.at(cms.URL+"/uploads/"+name, 1600), "image/webp")
				_, got, err := image.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
				if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind || "image/"+got != kind || err != nil {
					t.Errorf("%s: status %d, %s, %s, %v", name, w.Code, w.Header().Get("Content-Type"), got, err)
				}
			}
			weak, _ := ofCMS(t, cms, onDisk)
			weak.pictures.webp.MemoryPages = c.pages
			ask(weak, "lake.jpg", "image/jpeg")
			if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 0 {
				t.Errorf("on disk: %v", files)
			}
			if told := weak.Bad.Records(); len(told) != 1 || told[0].ID != "pictures as WebP" {
				t.Errorf("reported: %+v", told)
			}
			if weak.pictures.webp.Failed() != c.failed {
				t.Errorf("the encoder failed: %t", !c.failed)
			}
			if c.failed { // it is then as if the client had not asked for WebP
				ask(weak, "hill.jpg", "image/jpeg")
				calls := len(cms.calls())
				if w := see(weak, weak.pictures.at(cms.URL+"/uploads/hill.jpg", 1600)); w.Code != http.StatusOK || len(cms.calls()) != calls {
					t.Errorf("status %d, %d downloads more", w.Code, len(cms.calls())-calls)
				}
			}
			restarted, _ := ofCMS(t, cms, onDisk)
			ask(restarted, "lake.jpg", "image/webp")
		})
	}
}
