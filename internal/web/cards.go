package web

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
)

// Social cards: the picture that other sites show where a page is shared.
const (
	cardsPath             = "/cards/"
	cardWidth, cardHeight = 1200, 630
	// cardBytes limits the memory of the cached cards.
	cardBytes = 24 << 20
	homeCard  = "home"
)

// cards draws and caches social cards.
type cards struct {
	brand  *site.Site
	cached *cache.Cache[string, *httpx.Body]
	fonts  func() (fonts, error)
}

func newCards(brand *site.Site) *cards {
	return &cards{brand, cache.New[string, *httpx.Body](cardBytes), sync.OnceValues(readFonts)}
}

// cardOf returns the address of a page's card.
func cardOf(page Page) string {
	at, _, _ := strings.Cut(page.Canonical, "?")
	if at == "/" {
		at = homeCard
	}
	query := ""
	if len(page.priceMap) > 0 {
		query = "?" + page.priceMap.Encode()
	}
	return path.Join(cardsPath, at) + ".png" + query
}

// serveCard answers the card of a page that search engines may show.
func (w *Web) serveCard(rw http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, cardsPath), ".png")
	at := "/" + name
	if name == homeCard {
		at = "/"
	}
	address, query := r.URL.Path, url.Values(nil)
	if at == priceMapPath && r.URL.RawQuery != "" {
		address, query = address+"?"+r.URL.RawQuery, r.URL.Query()
	}
	page := routes{w.Site, w.Catalogue()}.resolve(at, query)
	if ok && page.article.kind != "" && page.Location == "" {
		page = w.completeArticle(r.Context(), page)
	}
	if !ok || page.Status != http.StatusOK || page.NoIndex || page.Canonical == "" || cardOf(page) != address {
		httpx.SendText(rw, r, http.StatusNotFound, httpx.PublicOneMinute, "There is no such card.")
		return
	}
	key, age, draw := page.Title, 24*time.Hour, func() (*httpx.Body, error) { return w.cards.draw(page.Title) }
	if page.priceMap != nil {
		prices, ok := w.priceCardOf(r.Context(), page)
		if !ok {
			httpx.SendText(rw, r, http.StatusServiceUnavailable, httpx.NoStore, "The prices of this card cannot be read now.")
			return
		}
		key, age, draw = prices.key(), time.Hour, func() (*httpx.Body, error) { return w.cards.drawPrices(prices) }
	}
	card, found := w.cards.cached.Get(key)
	if !found {
		if err := w.pictures.drawing.Enter(r.Context()); err != nil {
			rw.Header().Set("Retry-After", "2")
			httpx.SendText(rw, r, http.StatusServiceUnavailable, httpx.NoStore, "Too many pictures at once.")
			return
		}
		defer w.pictures.drawing.Leave()
		err := loop.Catch(func() (err error) {
			card, err = draw()
			return err
		})
		if w.pictures.bad(r.URL.Path, err); err != nil {
			httpx.SendText(rw, r, http.StatusInternalServerError, httpx.NoStore, "This card cannot be drawn.")
			return
		}
		w.cards.cached.Put(key, card, card.Size())
	}
	rw.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%.0f", age.Seconds()))
	card.Send(rw, r)
}

// fonts are those of the title and of the brand's name.
type fonts struct{ bold, regular *opentype.Font }

func readFonts() (f fonts, err error) {
	if f.bold, err = opentype.Parse(gobold.TTF); err == nil {
		f.regular, err = opentype.Parse(goregular.TTF)
	}
	if err != nil {
		return f, fmt.Errorf("read the fonts of social cards: %w", err)
	}
	return f, nil
}

// draw draws the card of a title: the title and the brand's name over hills in
// the brand's colour.
func (c *cards) draw(title string) (*httpx.Body, error) {
	f, err := c.fonts()
	if err != nil {
		return nil, err
	}
	ground, err := colourOf(c.brand.Colours.Icon)
	if err != nil {
		return nil, err
	}
	accent, err := colourOf(c.brand.Colours.Accent)
	if err != nil {
		return nil, err
	}
	if accent == ground {
		accent = mix(ground, color.RGBA{255, 255, 255, 255}, .75)
	}
	picture := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	disc(picture, 1010, 430, 120, accent)
	black := color.RGBA{0, 0, 0, 255}
	for n, height := range []float32{420, 480, 540} {
		hill(picture, height, float64(n), mix(ground, black, .18*float64(n+1)))
	}
	const wide = cardWidth - 2*72
	if err := write(picture, f.bold, title, 76, image.Pt(72, 110), wide, 3, image.White); err != nil {
		return nil, err
	}
	if err := write(picture, f.regular, c.brand.Global.BrandName, 40, image.Pt(72, cardHeight-56), wide, 1, image.White); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("encode a social card: %w", err)
	}
	return httpx.NewBody([]string{"image/png"}, out.Bytes(), nil), nil
}

// colourOf reads a colour such as '#b8341a'.
func colourOf(text string) (c color.RGBA, err error) {
	c.A = 0xff
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		return c, fmt.Errorf("read the colour %q: %w", text, err)
	}
	return c, nil
}

// mix returns a colour with a share of another one.
func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}

// disc draws the sun.
func disc(picture *image.RGBA, x, y, radius float32, c color.RGBA) {
	shape := vector.NewRasterizer(cardWidth, cardHeight)
	shape.MoveTo(x+radius, y)
	for degree := 3; degree < 360; degree += 3 {
		sin, cos := math.Sincos(float64(degree) * math.Pi / 180)
		shape.LineTo(x+radius*float32(cos), y+radius*float32(sin))
	}
	shape.ClosePath()
	shape.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{})
}

// hill draws a line of hills and everything below it.
func hill(picture *image.RGBA, height float32, phase float64, c color.RGBA) {
	shape := vector.NewRasterizer(cardWidth, cardHeight)
	shape.MoveTo(0, cardHeight)
	for x := 0; x <= cardWidth; x += 8 {
		at := float64(x) / cardWidth * 2 * math.Pi
		shape.LineTo(float32(x), height+float32(34*math.Sin(at+1.9*phase)+16*math.Sin(2.3*at+phase)))
	}
	shape.LineTo(cardWidth, cardHeight)
	shape.ClosePath()
	shape.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{})
}

// write writes a text from a point on, in at most a number of lines of a width. A large text gets
// smaller until it fits; what then still does not fit is cut.
func write(picture *image.RGBA, typeface *opentype.Font, text string, size float64, at image.Point, width, lines int, ink image.Image) error {
	for {
		face, err := opentype.NewFace(typeface, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return fmt.Errorf("scale the font of a social card: %w", err)
		}
		broken := wrap(face, text, fixed.I(width))
		if len(broken) > lines && size > 48 {
			size -= 8
			continue
		}
		if len(broken) > lines {
			broken = broken[:lines]
			broken[lines-1] += "…"
		}
		for n, line := range broken {
			pen := font.Drawer{Dst: picture, Src: ink, Face: face, Dot: fixed.P(at.X, at.Y+int(float64(n)*size*1.2))}
			pen.DrawString(line)
		}
		return face.Close()
	}
}

// wrap breaks a text into lines of at most a width.
func wrap(face font.Face, text string, width fixed.Int26_6) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && font.MeasureString(face, longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}
