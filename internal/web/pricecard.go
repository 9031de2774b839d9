package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strings"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/vector"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture/basemap"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/web/httpx"
)

// pricesByRegion is the map of the cheapest stays of the regions, as the API writes it (GET
// /api/pricemap).
type pricesByRegion struct {
	Day     string
	Cell    int
	Weeks   []priceWeek
	Regions []struct {
		Name   string
		Cells  []int
		X, Y   int
		Prices []string
	}
}

type priceWeek struct {
	Monday string
	UpTo   []string
}

// priceCard is what the social card of the map of prices shows: one week of it.
type priceCard struct {
	pricesByRegion
	week int    // in Weeks
	stay string // '7 nights, 2 adults, any week'
}

// priceCardOf returns the card of a page of the map for the prices of now. ok is false while the API
// does not answer, and for a party that nothing takes.
func (w *Web) priceCardOf(ctx context.Context, page Page) (card *priceCard, ok bool) {
	asked := map[string]string{}
	for name, values := range page.priceMap {
		if name != "week" {
			asked[name] = values[0]
		}
	}
	card = &priceCard{}
	if busy := w.inTurn(ctx, func() { ok = w.callAPI(ctx, "/api/pricemap", asked, &card.pricesByRegion) }); busy != nil || !ok {
		return nil, false
	}
	monday := page.priceMap.Get("week")
	card.week = max(0, slices.IndexFunc(card.Weeks, func(w priceWeek) bool { return w.Monday == monday }))
	parts := []string{count(cmp.Or(asked["nights"], "7"), "night", "nights"), count(cmp.Or(asked["adults"], "2"), "adult", "adults")}
	if n := asked["children"]; n != "" && n != "0" {
		parts = append(parts, count(n, "child", "children"))
	}
	if n := asked["infants"]; n != "" && n != "0" {
		parts = append(parts, n+" under 5")
	}
	if asked["dogs"] == "y" {
		parts = append(parts, "with dog(s)")
	}
	if channel, ok := catalogue.ChannelOf(asked["channel"]); ok {
		parts = append(parts, channel.Name)
	}
	card.stay = strings.Join(parts, ", ")
	return card, true
}

func count(n, one, many string) string {
	if n == "1" {
		return n + " " + one
	}
	return n + " " + many
}

// when says which week the card shows.
func (c *priceCard) when() string {
	if c.week == 0 {
		return "in any week"
	}
	monday, _ := date.Parse(c.Weeks[c.week].Monday)
	return "arriving from " + monday.Time().Format("2 January 2006")
}

// key is everything of which the card is drawn.
func (c *priceCard) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "prices of %s: %s, %d", c.Day, c.stay, c.week)
	for _, region := range c.Regions {
		fmt.Fprintf(&b, " %s", c.price(region.Prices))
	}
	return b.String()
}

// price is a region's price in the week of the card; "" for none.
func (c *priceCard) price(prices []string) string {
	if c.week < len(prices) {
		return prices[c.week]
	}
	return ""
}

// fifth is in which fifth of the regions a price is, from 0, the cheapest; -1 for none.
func (c *priceCard) fifth(price string) int {
	if price == "" || c.week >= len(c.Weeks) {
		return -1
	}
	pence, _ := money.Parse(price)
	return slices.IndexFunc(c.Weeks[c.week].UpTo, func(most string) bool {
		limit, _ := money.Parse(most)
		return pence <= limit
	})
}

// The colours of the fifths, as on the page (web/src/features/browse/PricesByRegion.tsx).
var fifthColours = [...]color.RGBA{{0xff, 0xff, 0xcc, 255}, {0xa1, 0xda, 0xb4, 255}, {0x41, 0xb6, 0xc4, 255}, {0x2c, 0x7f, 0xb8, 255}, {0x25, 0x34, 0x94, 255}}

var (
	noPriceColour = color.RGBA{0xe4, 0xe4, 0xe4, 255}
	darkInk       = color.RGBA{0x14, 0x23, 0x3b, 255}
)

// Where the map is on the card, and how much smaller than its own units.
const (
	cardMapX, cardMapY = 800, 18
	cardMapScale       = .6
	cardTextWidth      = cardMapX - 2*72
)

// drawPrices draws the card: the map in the colours of the fifths, each with its number, and the
// legend.
func (c *cards) drawPrices(of *priceCard) (*httpx.Body, error) {
	f, err := c.fonts()
	if err != nil {
		return nil, err
	}
	ground, err := colourOf(c.brand.Colours.Icon)
	if err != nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(mix(ground, color.RGBA{0, 0, 0, 255}, .35)), image.Point{}, draw.Src)
	draw.DrawMask(picture, picture.Bounds(), of.regions(), image.Point{}, landMask(), image.Point{}, draw.Over)
	texts := []struct {
		face    *opentype.Font
		text    string
		size    float64
		y, most int
	}{{f.bold, "Britain by price", 76, 120, 1}, {f.regular, of.stay + ", " + of.when(), 34, 190, 3}, {f.regular, c.brand.Global.BrandName + ". Prices of " + of.Day + ".", 28, cardHeight - 56, 1}}
	for _, t := range texts {
		if err := write(picture, t.face, t.text, t.size, image.Pt(72, t.y), cardTextWidth, t.most, image.White); err != nil {
			return nil, err
		}
	}
	if err := of.numbers(picture, f.bold); err != nil {
		return nil, err
	}
	if err := of.legend(picture, f); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("encode the card of the map of prices: %w", err)
	}
	return httpx.NewBody([]string{"image/png"}, out.Bytes(), nil), nil
}

// onCard converts units of the map to points of the card.
func onCard(x, y int) image.Point {
	return image.Pt(cardMapX+int(float64(x)*cardMapScale), cardMapY+int(float64(y)*cardMapScale))
}

// regions draws the cells of the regions, also those in the sea.
func (c *priceCard) regions() image.Image {
	cells := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	draw.Draw(cells, cells.Bounds(), image.NewUniform(noPriceColour), image.Point{}, draw.Src)
	for _, region := range c.Regions {
		fifth := c.fifth(c.price(region.Prices))
		for i := 0; i+2 < len(region.Cells) && fifth >= 0; i += 3 {
			column, row, n := region.Cells[i], region.Cells[i+1], region.Cells[i+2]
			run := image.Rectangle{onCard(column*c.Cell, row*c.Cell), onCard((column+n)*c.Cell, (row+1)*c.Cell)}
			draw.Draw(cells, run, image.NewUniform(fifthColours[fifth]), image.Point{}, draw.Src)
		}
	}
	return cells
}

// landMask is the land of the map on a card.
func landMask() image.Image {
	shape := vector.NewRasterizer(cardWidth, cardHeight)
	for _, line := range basemap.BritainLand() {
		for i := 0; i < len(line); i += 2 {
			x, y := cardMapX+float32(line[i])*cardMapScale, cardMapY+float32(line[i+1])*cardMapScale
			if i == 0 {
				shape.MoveTo(x, y)
			} else {
				shape.LineTo(x, y)
			}
		}
		shape.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, cardWidth, cardHeight))
	shape.Draw(mask, image.Rect(cardMapX, cardMapY, cardMapX+basemap.BritainWidth*6/10, cardMapY+basemap.BritainHeight*6/10), image.Opaque, image.Point{})
	return mask
}

// inkOn is the colour of a text on the colour of a fifth.
func inkOn(fifth int) image.Image {
	if fifth > 2 {
		return image.White
	}
	return image.NewUniform(darkInk)
}

func (c *priceCard) numbers(picture *image.RGBA, face *opentype.Font) error {
	for _, region := range c.Regions {
		fifth := c.fifth(c.price(region.Prices))
		if fifth < 0 || len(region.Cells) == 0 {
			continue
		}
		if err := write(picture, face, fmt.Sprint(fifth+1), 15, onCard(region.X, region.Y).Add(image.Pt(-4, 5)), 40, 1, inkOn(fifth)); err != nil {
			return err
		}
	}
	return nil
}

// legend says what the colours mean, and where it is cheapest.
func (c *priceCard) legend(picture *image.RGBA, f fonts) error {
	if c.week >= len(c.Weeks) {
		return write(picture, f.regular, "Nothing is on sale.", 34, image.Pt(72, 340), cardTextWidth, 1, image.White)
	}
	for i, most := range c.Weeks[c.week].UpTo {
		limit, _ := money.Parse(most)
		y := 310 + 46*i
		draw.Draw(picture, image.Rect(72, y, 112, y+34), image.NewUniform(fifthColours[i]), image.Point{}, draw.Src)
		if err := write(picture, f.bold, fmt.Sprint(i+1), 24, image.Pt(85, y+25), 40, 1, inkOn(i)); err != nil {
			return err
		}
		if err := write(picture, f.regular, "up to "+limit.Text(), 28, image.Pt(130, y+27), 400, 1, image.White); err != nil {
			return err
		}
	}
	return nil
}
