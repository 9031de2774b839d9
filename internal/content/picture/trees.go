package picture

import (
	"fmt"
	"math"
)

// blob returns a round shape with an uneven edge.
func (c *canvas) blob(cx, cy, r float64, n int) *path {
	points := make([]point, n)
	for i := range points {
		a := float64(i) / float64(n) * 2 * math.Pi
		points[i] = point{cx + cos(a)*r*c.between(.86, 1.1), cy + sin(a)*r*c.between(.8, 1)}
	}
	p := from(points[0].x, points[0].y)
	for i := range points {
		next := points[(i+1)%n]
		arc := hypot(points[i], next) * .58
		p.arcTo(arc, arc, next.x, next.y)
	}
	return p.closed()
}

// layer rounds a distance to one of a few distances at which trees are drawn,
// so that one drawing can be reused for many trees.
func layer(distance float64) float64 { return math.Round(distance*12) / 12 }

// tree draws a broad-leaved tree of height h at x, y.
func (c *canvas) tree(x, y, h, distance float64, col colour) {
	d, shape := layer(distance), c.upTo(2)
	c.symbol(fmt.Sprint("tree", d, col, shape), x, y, h/20, false, func() {
		s, r := c.side(), 7.2
		c.stroke(from(0, 0).lineTo(c.between(-.6, .6), -10), c.haze(c.shade(timberDark, .6), d), 1.5)
		crown := c.blob(0, -12.4, r, 8)
		c.fill(crown, c.haze(c.shade(col, .85), d))
		c.within(crown, func() {
			c.fill(c.blob(-s*r*.3, -12.4-r*.3, r*.88, 7), c.haze(c.lit(col, .7), d))
			c.fill(c.blob(-s*r*.55, -12.4-r*.55, r*.5, 6), c.haze(c.lit(col).mix(grassPale, .45), d))
		})
	})
}

// pine draws a conifer of five tiers.
func (c *canvas) pine(x, y, h, distance float64) {
	d, shape := layer(distance), c.upTo(3)
	c.symbol(fmt.Sprint("pine", d, shape), x, y, h/20, false, func() {
		const size, tiers = 20.0, 5
		w := size * .23
		c.stroke(from(0, 0).lineTo(0, -size*.2), c.haze(c.shade(timberDark), d), size*.045)
		left, right := []point{{0, -size}}, []point{}
		for i := 1; i <= tiers; i++ {
			ty := -size + size*.88*float64(i)/tiers
			tw := w * math.Pow(float64(i)/tiers, .85) * c.between(.88, 1.08)
			left, right = append(left, point{-tw, ty}), append(right, point{tw, ty})
			if i < tiers {
				left, right = append(left, point{-tw * .5, ty - size*.02}), append(right, point{tw * .5, ty - size*.02})
			}
		}
		c.fill(polygon(append(append([]point{}, left...), reversed(right)...)...), c.haze(c.shade(pineGreen, .75), d))
		bright, s := left, -c.side()
		if s > 0 {
			bright = append([]point{{0, -size}}, right...)
		}
		c.fill(polygon(append(append([]point{}, bright...), point{-s * w * .08, -size * .12}, point{s * w * .1, -size * .35}, point{-s * w * .04, -size * .55})...), c.haze(c.lit(pineGreen).mix(leaf, .42), d))
	})
}

// woodTree draws a tree of the place's woods, at most h high.
func (c *canvas) woodTree(x, y, h, distance float64) {
	if c.oaks {
		c.tree(x, y, h*.86, distance, leaf)
		return
	}
	c.pine(x, y, h, distance)
}

// poplar draws a poplar or a cypress.
func (c *canvas) poplar(x, y, h, distance float64, col colour) {
	d := layer(distance)
	c.symbol(fmt.Sprint("poplar", d, col), x, y, h/20, false, func() {
		const size = 20.0
		s, w := -c.side(), size*.13
		c.stroke(from(0, 0).lineTo(0, -size*.2), c.haze(c.shade(timberDark), d), size*.03)
		c.fill(from(0, -size).cubicTo(w*1.3, -size*.6, w, -size*.1, 0, -size*.06).cubicTo(-w, -size*.1, -w*1.3, -size*.6, 0, -size).closed(), c.haze(c.shade(col, .9), d))
		c.fill(from(0, -size).cubicTo(s*w*1.3, -size*.6, s*w, -size*.1, 0, -size*.06).quadTo(s*w*.35, -size*.5, 0, -size).closed(), c.haze(c.lit(col), d))
	})
}

// umbrella draws an umbrella pine.
func (c *canvas) umbrella(x, y, h, distance float64) {
	bark := c.haze(c.shade(timberDark, .5), distance)
	lean := c.between(-.12, .12) * h
	c.stroke(from(x, y).quadTo(x+lean*.2, y-h*.5, x+lean, y-h*.78), bark, h*.05)
	c.stroke(from(x+lean*.7, y-h*.6).lineTo(x+lean+h*.16, y-h*.82).moveTo(x+lean*.6, y-h*.58).lineTo(x+lean-h*.17, y-h*.8), bark, h*.028)
	cx, cy, w := x+lean, y-h*.8, h*.42
	crown := func(dx, dy float64) *path {
		return from(cx-w+dx, cy+dy).arcTo(w*.34, w*.3, cx-w*.55+dx, cy-h*.12+dy).arcTo(w*.5, w*.36, cx+w*.3+dx, cy-h*.17+dy).
			arcTo(w*.42, w*.34, cx+w+dx, cy+dy).quadTo(cx+dx, cy+h*.06+dy, cx-w+dx, cy+dy).closed()
	}
	c.fill(crown(0, 0), c.haze(c.shade(leafDark, .6), distance))
	c.within(crown(0, 0), func() { c.fill(crown(-c.side()*1.2, -h*.05), c.haze(c.lit(leaf, .8), distance)) })
}

// wood draws a row of trees across the picture.
func (c *canvas) wood(y, h, gap float64, plant func(x, y, h float64)) {
	for x := -4.0; x < c.width+4; x += h * c.between(gap*.6, gap*1.2) {
		plant(x, y+c.between(-.5, .8), h*c.between(.7, 1.15))
	}
}

// treeline draws a wood in the distance as one edge.
func (c *canvas) treeline(y, h float64, col colour, distance float64) {
	edge := func(dx, dy float64, widths []float64) *path {
		p := from(-4+dx, y+3+dy)
		x := -4.0
		for i, r := range widths {
			x += r * 1.55
			p.arcTo(r, r*1.05, x+dx, y-float64(i%3)*h*.07+dy)
		}
		return p.lineTo(c.width+5, y+6+dy).lineTo(-4, y+6+dy).closed()
	}
	var widths []float64
	for x := -4.0; x < c.width+4; {
		r := h * c.between(.5, 1)
		widths = append(widths, r)
		x += r * 1.55
	}
	c.fill(edge(0, 0, widths), c.haze(c.shade(col, .7), distance))
	c.wash(edge(c.side()*.7, h*.3, widths), c.haze(c.lit(col, .6), distance), .55)
}

// gorse draws a bush in flower.
func (c *canvas) gorse(x, y, r float64, col colour) {
	c.symbol(fmt.Sprint("gorse", col, c.upTo(2)), x, y, r/3, false, func() {
		bush := c.blob(0, -1.5, 3, 8)
		c.fill(bush, c.shade(leafDark, .6))
		c.within(bush, func() {
			c.fill(c.blob(-c.side()*.9, -2.4, 2.4, 7), c.lit(leaf, .7))
			c.flowers(-3, 3, -4.2, 0, 16, c.lit(col), .5)
		})
	})
}

// flowers draws n dots in a field, larger towards the front.
func (c *canvas) flowers(x0, x1, y0, y1 float64, n int, col colour, size float64) {
	var p path
	for range n {
		y := y0 + (y1-y0)*c.unit()
		r := size * c.between(.5, 1) * (.6 + .7*(y-y0)/(y1-y0+.1))
		p.dot(c.between(x0, x1), y, r, r*.8)
	}
	c.fill(&p, col)
}

// blades draws tufts of long grass, two of three in the first colour.
func (c *canvas) blades(x, y float64, n int, h float64, dark, bright colour, spread float64) {
	var a, b path
	for i := range n {
		bx, bh := x+c.between(-spread, spread), h*c.between(.45, 1.1)
		lean, w := c.between(-.5, .5)*bh*.7, c.between(.25, .55)
		p := &a
		if i%3 == 0 {
			p = &b
		}
		p.moveTo(bx-w, y).quadTo(bx-w+lean*.2, y-bh*.6, bx+lean, y-bh).quadTo(bx+w+lean*.25, y-bh*.5, bx+w, y).closed()
	}
	c.fill(&a, dark)
	c.fill(&b, bright)
}

// frame fills the lower corners with dark earth and blades of grass.
func (c *canvas) frame(col colour) {
	dark, bright := c.shade(col, .95), c.shade(col, .7).mix(grassPale, .3)
	at := func(share float64) float64 { return c.across(share) }
	bank := dark.mix(c.lit(meadow), .18)
	turn := c.mirror(1) - c.mirror(0)
	near := from(at(-.03), 86).cubicTo(at(.06), 88, at(.16), 93, at(.36), 101).lineTo(at(-.03), 101).closed()
	c.fill(near, bank)
	c.grain(near, false)
	c.fill(from(at(1.03), 93).cubicTo(at(.96), 94, at(.9), 97, at(.8), 101).lineTo(at(1.03), 101).closed(), bank)
	c.blades(at(0)+turn*3, 102, 20, 16, dark, bright, c.width*.085)
	c.blades(at(.16), 102, 14, 9, dark, bright, c.width*.09)
	c.blades(at(1)-turn*2, 102, 14, 10, dark, bright, c.width*.07)
}
