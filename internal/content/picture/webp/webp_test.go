package webp

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/webp"
)

// landscape is a picture with soft and hard edges; clear makes its right half
// transparent.
func landscape(width, height int, clear bool) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			wave := 30 * math.Sin(float64(x)/17) * math.Cos(float64(y)/11)
			c := color.NRGBA{uint8(120 + wave), uint8(y * 200 / height), uint8(200 - x*150/width), 255}
			if y > height/2+int(wave) {
				c = color.NRGBA{40, uint8(110 + wave), 60, 255}
			}
			if clear && x >= width/2 {
				c.A = 0
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func encoded(t *testing.T, e *Encoder, m *image.NRGBA) []byte {
	t.Helper()
	made, err := e.Encode(t.Context(), m, 77)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func decoded(t *testing.T, made []byte) image.Image {
	t.Helper()
	m, err := webp.Decode(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	return Colours(m)
}

// difference is the mean difference of the colours of two pictures, of 255.
func difference(a, b image.Image) float64 {
	var sum float64
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, b1, _ := a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y).RGBA()
			r2, g2, b2, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			for _, d := range [][2]uint32{{r, r2}, {g, g2}, {b1, b2}} {
				sum += math.Abs(float64(d[0])-float64(d[1])) / 257
			}
		}
	}
	return sum / float64(3*a.Bounds().Dx()*a.Bounds().Dy())
}

func TestAPictureLooksTheSameAndIsSmallerThanAsJPEG(t *testing.T) {
	var e Encoder
	whole := landscape(400, 300, false)
	part, _ := whole.SubImage(image.Rect(31, 17, 330, 218)).(*image.NRGBA) // odd sides, and rows with more pixels
	for _, m := range []*image.NRGBA{whole, part} {
		made := encoded(t, &e, m)
		got := decoded(t, made)
		if got.Bounds().Size() != m.Bounds().Size() || difference(m, got) > 3 {
			t.Errorf("%v is %v, with a difference of %.1f", m.Bounds(), got.Bounds(), difference(m, got))
		}
		var other bytes.Buffer
		if err := jpeg.Encode(&other, m, &jpeg.Options{Quality: 80}); err != nil || len(made) > other.Len()*85/100 {
			t.Errorf("%v: %d bytes, as JPEG %d, %v", m.Bounds(), len(made), other.Len(), err)
		}
	}
}

func TestATransparentPictureStaysTransparent(t *testing.T) {
	var e Encoder
	got := decoded(t, encoded(t, &e, landscape(200, 100, true)))
	_, _, _, left := got.At(20, 50).RGBA()
	_, _, _, right := got.At(180, 50).RGBA()
	if left != 0xffff || right != 0 {
		t.Errorf("opacity %x at the left, %x at the right", left, right)
	}
}

func TestPicturesThatDoNotFitAreRefused(t *testing.T) {
	var e Encoder
	for _, size := range []image.Rectangle{image.Rect(0, 0, 0, 0), image.Rect(0, 0, 1, maxSide+1), image.Rect(0, 0, maxSide+1, 1), image.Rect(0, 0, 2048, 2049)} {
		if Fits(size.Dx(), size.Dy()) {
			t.Errorf("%v fits", size)
		}
		if _, err := e.Encode(t.Context(), image.NewNRGBA(size), 77); err == nil || !strings.Contains(err.Error(), "is not encoded as WebP") {
			t.Errorf("%v: %v", size, err)
		}
	}
	if e.Failed() {
		t.Error("the encoder is said to have failed")
	}
	if largest := image.NewNRGBA(image.Rect(0, 0, 2048, 2048)); !Fits(2048, 2048) || decoded(t, encoded(t, &e, largest)).Bounds() != largest.Rect {
		t.Error("the largest picture has another size")
	}
}

func TestPicturesAreEncodedAtTheSameTime(t *testing.T) {
	var e Encoder
	m := landscape(160, 120, false)
	first := encoded(t, &e, m)
	gone, leave := context.WithCancel(t.Context())
	leave() // who asked first may have gone
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if made, err := e.Encode(gone, m, 77); err != nil || !bytes.Equal(made, first) {
				t.Errorf("%d bytes, %v", len(made), err)
			}
		})
	}
	all.Wait()
}

func TestALibraryThatCannotRunFailsEachPicture(t *testing.T) {
	whole := library
	t.Cleanup(func() { library = whole })
	for _, broken := range [][]byte{nil, []byte("no library"), whole[:len(whole)/2]} {
		library = broken
		var e Encoder
		for range 2 {
			if _, err := e.Encode(t.Context(), landscape(8, 8, false), 77); err == nil {
				t.Error("a picture without a library")
			}
			if !e.Failed() {
				t.Error("the encoder is not said to have failed")
			}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	var e Encoder
	m := landscape(1600, 1067, false)
	if _, err := e.Encode(b.Context(), m, 77); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = e.Encode(b.Context(), m, 77)
	}
}
