package web

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// addIcons adds favicon, app icon, manifest and a neutral placeholder picture
// under the brand's prefix, each only where the front end's build has none.
func (w *Web) addIcons() error {
	prefix := "/" + w.Site.SiteCode + "/"
	colour, err := colourOf(w.Site.Colours.Icon)
	if err != nil {
		return err
	}
	large, err := drawIcon(180, colour)
	if err != nil {
		return err
	}
	small, err := drawIcon(32, colour)
	if err != nil {
		return err
	}
	manifest, err := json.Marshal(map[string]any{
		"name": w.Site.Global.BrandName, "short_name": w.Site.Global.BrandName, "start_url": "/", "display": "browser",
		"theme_color": fmt.Sprintf("#%02x%02x%02x", colour.R, colour.G, colour.B), "background_color": "#ffffff",
		"icons": []map[string]string{{"src": prefix + "apple-touch-icon.png", "sizes": "180x180", "type": "image/png"}},
	})
	if err != nil {
		return fmt.Errorf("encode the manifest: %w", err)
	}
	for name, body := range map[string][]byte{
		"favicon.ico": icon(small), "apple-touch-icon.png": large, "manifest.json": manifest,
		"placeholder.svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="533" viewBox="0 0 800 533"><path fill="#dfe5ea" d="M0 0h800v533H0z"/><path fill="#c6d0d8" d="M0 533l250-230 150 130 140-110 260 210z"/><circle cx="610" cy="140" r="52" fill="#f0f3f5"/></svg>`),
	} {
		if w.files.byPath[prefix+name] == nil {
			w.files.add(prefix+name, body)
		}
	}
	return nil
}

// drawIcon draws a tent and a sun on the brand's colour, as a PNG of size ×
// size pixels.
func drawIcon(size int, ground color.RGBA) ([]byte, error) {
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	white, sun := color.RGBA{255, 255, 255, 255}, color.RGBA{0xff, 0xd1, 0x5c, 0xff}
	for y := range size {
		for x := range size {
			u, v := (float64(x)+0.5)/float64(size), (float64(y)+0.5)/float64(size)
			tent := v > 0.3 && v < 0.8 && math.Abs(u-0.5) < (v-0.3)*0.72
			door := v > 0.52 && v < 0.8 && math.Abs(u-0.5) < (v-0.52)*0.4
			switch {
			case tent && !door:
				picture.SetRGBA(x, y, white)
			case !tent && math.Hypot(u-0.76, v-0.26) < 0.11:
				picture.SetRGBA(x, y, sun)
			default:
				picture.SetRGBA(x, y, ground)
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("draw the icon: %w", err)
	}
	return out.Bytes(), nil
}

// icon puts a 32-pixel PNG into the .ico format.
func icon(drawn []byte) []byte {
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, []uint16{0, 1, 1})
	out.Write([]byte{32, 32, 0, 0})
	_ = binary.Write(&out, binary.LittleEndian, []uint16{1, 32})
	_ = binary.Write(&out, binary.LittleEndian, []uint32{uint32(len(drawn)), 22})
	out.Write(drawn)
	return out.Bytes()
}
