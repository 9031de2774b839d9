package picture

import (
	"fmt"
	"math"
	"strings"
)

// canvas collects the shapes of one picture, from back to front. It is 100 units
// high.
type canvas struct {
	*stream
	daylight
	seed        string
	width       float64
	horizon     float64
	sunX        float64
	sunY        float64
	sunLeft     bool
	homeRight   bool // else the picture is mirrored
	quiet       bool // leaves room for a heading
	clear       bool // leaves room for text over the whole sky
	home        string
	composition string // composition, where a biome has several
	view        string // the biome behind a window
	rock        colour // of cliffs
	snow        bool   // on high mountains
	low         bool   // no mountains behind a lake
	oaks        bool   // broad-leaved woods instead of pines
	long        bool   // a large boat
	homeX       float64
	homeY       float64
	homeWidth   float64

	defs, shapes strings.Builder
	clips        int
	symbols      map[string]string // by what they show, their id
}

// lit returns a colour as it looks on the sunny side; k is how much light falls
// on it.
func (c *canvas) lit(col colour, k ...float64) colour {
	return col.mix(c.light, c.byLight*strength(k))
}

// shade returns a colour as it looks on the side away from the sun.
func (c *canvas) shade(col colour, k ...float64) colour {
	return col.mix(c.shadow, c.byDark*strength(k))
}

func strength(k []float64) float64 {
	if len(k) == 0 {
		return 1
	}
	return k[0]
}

// haze returns a colour as it looks at a distance d, 0 to 1.
func (c *canvas) haze(col colour, d float64) colour { return col.mix(c.sky[4], d) }

// side is the direction of shadows: 1 (right) when the left side is lit, else -1.
func (c *canvas) side() float64 {
	if c.sunLeft {
		return 1
	}
	return -1
}

// mirror returns x when the home is on the right, else x counted from the other
// edge.
func (c *canvas) mirror(x float64) float64 {
	if c.homeRight {
		return x
	}
	return c.width - x
}

// across returns the x at a share of the width, mirrored with the home.
func (c *canvas) across(share float64) float64 { return c.mirror(c.width * share) }

// focus is the x of the main motif: a third of the width, opposite the home.
func (c *canvas) focus() float64 { return c.across(.26) }

// through returns mirrored points; each x is given as a share of the width.
func (c *canvas) through(points ...point) []point {
	placed := make([]point, len(points))
	for i, p := range points {
		placed[i] = point{c.across(p.x), p.y}
	}
	return placed
}

func (c *canvas) fill(p *path, col colour) { c.paint(p, col.String(), 0) }

// wash fills a shape with a transparent colour.
func (c *canvas) wash(p *path, col colour, opacity float64) { c.paint(p, col.String(), opacity) }

func (c *canvas) paint(p *path, fill string, opacity float64) {
	fmt.Fprintf(&c.shapes, `<path d="%s" fill="%s"%s/>`, p, fill, faint(opacity))
}

// stroke draws a line of a width.
func (c *canvas) stroke(p *path, col colour, width float64) { c.trace(p, col, width, 0) }

// trace draws a transparent line.
func (c *canvas) trace(p *path, col colour, width, opacity float64) {
	fmt.Fprintf(&c.shapes, `<path class="l" d="%s" stroke="%s" stroke-width="%d"%s/>`, p, col, max(1, units(width)), faint(opacity))
}

func faint(opacity float64) string {
	if opacity == 0 {
		return ""
	}
	return fmt.Sprintf(` opacity="%s"`, strings.TrimPrefix(fmt.Sprintf("%.2g", opacity), "0"))
}

func (c *canvas) circle(x, y, r float64, col colour, opacity float64) {
	fmt.Fprintf(&c.shapes, `<circle cx="%d" cy="%d" r="%d" fill="%s"%s/>`, units(x), units(y), max(1, units(r)), col, faint(opacity))
}

func (c *canvas) ellipse(x, y, rx, ry float64, col colour, opacity float64) {
	fmt.Fprintf(&c.shapes, `<ellipse cx="%d" cy="%d" rx="%d" ry="%d" fill="%s"%s/>`, units(x), units(y), units(rx), units(ry), col, faint(opacity))
}

// grain covers a shape with dots: dark ones for shadow, or light ones.
func (c *canvas) grain(p *path, lightDots bool) {
	kind := "d"
	if lightDots {
		kind = "g"
	}
	c.paint(p, "url(#"+kind+")", 0)
}

// within draws what inside draws, clipped to a shape.
func (c *canvas) within(p *path, inside func()) {
	c.clips++
	fmt.Fprintf(&c.defs, `<clipPath id="c%d"><path d="%s"/></clipPath>`, c.clips, p)
	fmt.Fprintf(&c.shapes, `<g clip-path="url(#c%d)">`, c.clips)
	inside()
	c.shapes.WriteString("</g>")
}

// symbol places a drawing at x, y, scaled, and mirrored when flip is set. draw
// draws it around the origin; it is called once for each key, and the drawing is
// used again for later calls with the same key.
func (c *canvas) symbol(key string, x, y, scale float64, flip bool, draw func()) {
	id, known := c.symbols[key]
	if !known {
		id = fmt.Sprintf("y%d", len(c.symbols))
		c.symbols[key] = id
		before := c.shapes.String()
		c.shapes.Reset()
		draw()
		fmt.Fprintf(&c.defs, `<g id="%s">%s</g>`, id, c.shapes.String())
		c.shapes.Reset()
		c.shapes.WriteString(before)
	}
	turn := fmt.Sprintf("%.2g", scale)
	if flip {
		turn = "-" + turn + " " + turn
	}
	fmt.Fprintf(&c.shapes, `<use href="#%s" transform="translate(%d %d)scale(%s)"/>`, id, units(x), units(y), turn)
}

// defineGrain defines the two patterns of dots that grain uses.
func (c *canvas) defineGrain(dot float64) {
	for _, t := range []struct {
		id      string
		col     colour
		opacity float64
	}{{"d", c.shadow, .2}, {"g", c.light, .36}} {
		var p path
		for range 70 {
			p.moveTo(c.between(0, 26), c.between(0, 26))
			p.data = append(p.data, "h0"...)
			p.last = 'h'
		}
		fmt.Fprintf(&c.defs, `<pattern id="%s" width="260" height="260" patternUnits="userSpaceOnUse"><path class="l" d="%s" stroke="%s" stroke-width="%d"%s/></pattern>`, t.id, &p, t.col, max(1, units(dot)), faint(t.opacity))
	}
}

// svg returns the whole picture.
func (c *canvas) svg(width, height int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" preserveAspectRatio="xMidYMid slice"><style>.l{fill:none;stroke-linecap:round;stroke-linejoin:round}</style><defs>%s</defs>%s</svg>`,
		units(c.width), 100*fine, width, height, c.defs.String(), c.shapes.String())
}

func (c *canvas) rect(x0, y0, x1, y1 float64) *path {
	return from(x0, y0).lineTo(x1, y0).lineTo(x1, y1).lineTo(x0, y1).closed()
}

func hypot(a, b point) float64 { return math.Hypot(b.x-a.x, b.y-a.y) }

func between(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }
