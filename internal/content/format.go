package content

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // formats of editors
	"image/jpeg"
	"image/png"
	"net/http"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // formats of editors

	"holidaymaker/internal/content/picture/webp"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/web/httpx"
)

// Limits of the memory that a picture of an editor takes, in bytes.
const (
	decodedBytes = 200_000_000 // to decode it
	pictureTotal = 260_000_000 // to decode it and to make it smaller
)

// Quality of pictures with loss. WebP's scale is another one than JPEG's: at
// these two, pictures look alike.
const (
	jpegQuality = 80
	webpQuality = 77
)

// format is how a picture is encoded.
type format string

const (
	// plain is PNG where a picture is transparent, else JPEG: all clients show it.
	plain format = ""
	// modern is WebP, for clients that ask for it.
	modern format = "webp "
)

const webpType = "image/webp"

// formatFor returns the format that a client asks for, if we can make it.
func (p *pictures) formatFor(r *http.Request) format {
	if p.webp.Failed() {
		return plain
	}
	if _, allowed := httpx.Accepts(r.Header.Values("Accept"), webpType); allowed {
		return modern
	}
	return plain
}

// shrink decodes a picture, makes it at most as wide as wanted, and encodes it.
func (p *pictures) shrink(ctx context.Context, source []byte, want wanted) (made encoded, err error) {
	decoded, taken, err := decode(source)
	if err != nil {
		return made, err
	}
	left := pictureTotal - taken
	from := decoded.Bounds()
	width := min(want.width, from.Dx())
	height := max(1, from.Dy()*width/from.Dx())
	if want.format == modern && webp.Fits(width, height) {
		small := image.NewNRGBA(image.Rect(0, 0, width, height))
		scale(small, decoded, left)
		made.Body, err = p.webp.Encode(ctx, small, webpQuality)
		p.bad.Report(badrecord.Content, "pictures as WebP", err)
		if err == nil {
			made.Kind = webpType
			return made, nil
		}
		made.instead = true
	}
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	scale(small, decoded, left)
	var out bytes.Buffer
	if small.Opaque() {
		made.Kind, err = "image/jpeg", jpeg.Encode(&out, small, &jpeg.Options{Quality: jpegQuality})
	} else {
		made.Kind, err = "image/png", png.Encode(&out, small)
	}
	made.Body = out.Bytes()
	return made, err
}

// scale draws a picture in another size. The better way keeps four numbers of 8
// bytes for each pixel of the new width and the old height. Where that is more
// than the memory that is left, the picture is drawn without, a little rougher.
func scale(to draw.Image, from image.Image, left int) {
	var by draw.Scaler = draw.BiLinear
	if 32*to.Bounds().Dx() > left/from.Bounds().Dy() {
		by = draw.ApproxBiLinear
	}
	by.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
}

// decode decodes a picture, and returns how many bytes that took at most. It reads
// the size before the pixels, because a small file may contain very many of them.
func decode(source []byte) (decoded image.Image, taken int, err error) {
	config, kind, err := image.DecodeConfig(bytes.NewReader(source))
	if err != nil {
		return nil, 0, fmt.Errorf("read a picture's size: %w", err)
	}
	pixel := bytesOfPixel(source, config, kind)
	if config.Width < 1 || config.Height < 1 || config.Width > decodedBytes/pixel/config.Height {
		return nil, 0, fmt.Errorf("a picture of %d × %d pixels is too large", config.Width, config.Height)
	}
	decoded, _, err = image.Decode(bytes.NewReader(source))
	if err != nil {
		return nil, 0, fmt.Errorf("decode a picture: %w", err)
	}
	if kind == "webp" {
		decoded = webp.Colours(decoded)
	}
	return decoded, pixel * config.Width * config.Height, nil
}

// bytesOfPixel estimates how many bytes a pixel takes while a picture is decoded.
func bytesOfPixel(source []byte, config image.Config, kind string) int {
	pixel := 4
	if config.ColorModel == color.RGBA64Model || config.ColorModel == color.NRGBA64Model {
		pixel = 8
	}
	switch kind {
	case "webp":
		return 8 // up to 3 decoded and 4 with its true colours
	case "jpeg":
		if progressive(source) {
			return 9 // with its coefficients, whose colours have half the width and height
		}
	case "png":
		if len(source) > interlacing && source[interlacing] == 1 {
			return 2 * pixel // with the picture of a pass
		}
	}
	return pixel
}

// interlacing is where a PNG file says whether it is interlaced.
const interlacing = 28

// progressive reports whether a JPEG file is made of several scans, whose
// coefficients the decoder keeps.
func progressive(source []byte) bool {
	const baseline, extended, several, scan = 0xC0, 0xC1, 0xC2, 0xDA
	for at := 2; at+4 <= len(source) && source[at] == 0xFF; {
		switch marker := source[at+1]; marker {
		case several:
			return true
		case baseline, extended, scan:
			return false
		case 0xFF: // a byte that fills
			at++
			continue
		}
		at += 2 + int(source[at+2])<<8 + int(source[at+3])
	}
	return false
}
