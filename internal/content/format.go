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
	"strconv"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // formats of editors

	"holidaymaker/internal/badrecord"
	"holidaymaker/internal/webp"
)

// decodedBytes limits a picture of an editor once it is decoded.
const decodedBytes = 200_000_000

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

// formatFor returns the format that a client asks for.
func formatFor(r *http.Request) format {
	for _, line := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			kind, settings, _ := strings.Cut(part, ";")
			if strings.EqualFold(strings.TrimSpace(kind), webpType) && !refused(settings) {
				return modern
			}
		}
	}
	return plain
}

// refused reports whether a media type of a request has the quality 0.
func refused(settings string) bool {
	for one := range strings.SplitSeq(settings, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(one), "=")
		quality, err := strconv.ParseFloat(value, 64)
		if strings.EqualFold(name, "q") && err == nil && quality == 0 {
			return true
		}
	}
	return false
}

// shrink decodes a picture, makes it at most as wide as wanted, and encodes it.
func (p *pictures) shrink(ctx context.Context, source []byte, want wanted) (body []byte, kind string, err error) {
	decoded, err := decode(source)
	if err != nil {
		return nil, "", err
	}
	from := decoded.Bounds()
	width := min(want.width, from.Dx())
	height := max(1, from.Dy()*width/from.Dx())
	if want.format == modern && webp.Fits(width, height) {
		made := image.NewNRGBA(image.Rect(0, 0, width, height))
		draw.BiLinear.Scale(made, made.Bounds(), decoded, from, draw.Src, nil)
		body, err = p.webp.Encode(ctx, made, webpQuality)
		p.bad.Report(badrecord.Content, "pictures as WebP", err)
		if err == nil {
			return body, webpType, nil
		}
	}
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.BiLinear.Scale(made, made.Bounds(), decoded, from, draw.Src, nil)
	var out bytes.Buffer
	if made.Opaque() {
		err = jpeg.Encode(&out, made, &jpeg.Options{Quality: jpegQuality})
		return out.Bytes(), "image/jpeg", err
	}
	err = png.Encode(&out, made)
	return out.Bytes(), "image/png", err
}

// decode decodes a picture. It reads the size before the pixels, because a small
// file may contain very many of them.
func decode(source []byte) (image.Image, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("read a picture's size: %w", err)
	}
	pixel := 4 // bytes
	if config.ColorModel == color.RGBA64Model || config.ColorModel == color.NRGBA64Model {
		pixel = 8
	}
	if config.Width < 1 || config.Height < 1 || config.Width > decodedBytes/pixel/config.Height {
		return nil, fmt.Errorf("a picture of %d × %d pixels is too large", config.Width, config.Height)
	}
	decoded, kind, err := image.Decode(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("decode a picture: %w", err)
	}
	if kind == "webp" {
		decoded = webp.Colours(decoded)
	}
	return decoded, nil
}
