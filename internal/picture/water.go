package picture

import (
	"fmt"
	"math"
)

// lens adds a flat stroke of light on water to a path.
func lens(p *path, x, y, w float64) {
	p.moveTo(x-w, y).quadTo(x, y-.45, x+w, y).quadTo(x, y+.45, x-w, y).closed()
}

// water draws four flat bands, with strokes of light below the sun.
func (c *canvas) water(top, bottom float64, col, deep colour) {
	w, h := c.width, bottom-top
	c.fill(c.rect(0, top, w, bottom), c.haze(c.lit(col, .6), .5))
	c.fill(c.rect(0, top+h*.12, w, bottom), c.haze(c.lit(col, .8), .2))
	c.fill(c.rect(0, top+h*.34, w, bottom), col)
	c.grain(c.rect(0, top, w, top+h*.36), true)
	c.fill(c.rect(0, top+h*.62, w, bottom), col.mix(deep, .6))
	var bright, pale, dark path
	for range 18 {
		t := math.Pow(c.unit(), 1.4)
		lens(&bright, c.sunX+c.between(-1, 1)*(3+t*16), top+.8+(h-1)*t, c.between(1.2, 3.4)*(.6+t))
	}
	for i := range int(w / 7) {
		t := c.unit()
		p := &pale
		if i%2 == 1 {
			p = &dark
		}
		lens(p, c.between(0, w), top+1+(h-1)*t, c.between(1.5, 5)*(.5+t))
	}
	c.wash(&pale, c.haze(c.lit(col), .45), .5)
	c.wash(&dark, c.shade(col, .6), .5)
	c.wash(&bright, c.sun, .75)
}

// sail draws a small yacht.
func (c *canvas) sail(x, y, h float64) {
	hull := pick(c.stream, hex("#b5402c"), hex("#24466b"), hex("#f3ead6"))
	c.symbol(fmt.Sprint("sail", hull), x, y, h/6, false, func() {
		bright, dim := c.lit(offWhite, .5), c.shade(hex("#e9c8a0"), .35)
		if c.sunLeft {
			bright, dim = c.lit(offWhite, .5), c.shade(hex("#e9c8a0"), .35)
		} else {
			bright, dim = dim, bright
		}
		c.fill(polygon(point{-2, -.5}, point{2.1, -.5}, point{1.4, .4}, point{-1.2, .4}), c.shade(hull, .3))
		c.fill(from(.6, -6).lineTo(.6, -.7).lineTo(-1.9, -.7).quadTo(-.1, -3, .6, -6).closed(), bright)
		c.fill(from(.8, -5.5).quadTo(2, -2.4, 2, -.8).lineTo(.8, -.8).closed(), dim)
	})
}

// narrowboat draws a narrowboat of length len on the water.
func (c *canvas) narrowboat(x, y, length float64, flip bool) {
	k := length / 100
	body := pick(c.stream, hex("#1f5a4c"), hex("#7c2a2a"), hex("#1f3f6b"))
	band := pick(c.stream, red, hex("#e0a63c"), hex("#2f6f6a"))
	pen := brush{c, x, y, k, flip}
	iron, brass, pane := hex("#22262e"), hex("#d9b45a"), glass
	if c.glow {
		pane = windowGlow
	}
	pen.wash(pen.shape(-50, 4, 52, 4, 44, 9, -46, 9), c.shadow, .4)
	pen.wash(pen.shape(-46, 8, 40, 8, 36, 17, -40, 17), body, .28)
	hull := pen.from(-50, -7)
	pen.line(hull, 40, -7)
	pen.quad(hull, 50, -8, 55, -13)
	pen.quad(hull, 52, 0, 44, 5)
	pen.line(hull, -46, 5)
	pen.quad(hull, -50, 2, -50, -7)
	pen.fill(hull.closed(), c.shade(iron, .2))
	pen.fill(pen.shape(-50, -7, 42, -7, 47, -8, 46, -5.4, -49.6, -4.6), c.lit(band))
	pen.fill(pen.shape(-36, -7, 34, -7, 31, -22, -36, -22), c.lit(body, .7))
	pen.fill(pen.shape(-38, -22, 33, -22, 32, -24.6, -38, -24.6), c.lit(body.mix(offWhite, .45)))
	pen.fill(pen.shape(-31, -10, -8, -10, -8, -19.4, -31, -19.4), c.lit(band.mix(body, .15)))
	pen.fill(pen.shape(-29.6, -11, -9.4, -11, -9.4, -18.4, -29.6, -18.4), c.lit(body, .8))
	for _, px := range []float64{-1, 9, 19, 27} {
		pen.circle(px, -15, 3, c.lit(brass), 0)
		pen.circle(px, -15, 2.2, pane, 0)
	}
	for _, wx := range []float64{-27, -17} {
		pen.fill(pen.shape(wx, -12, wx+6, -12, wx+6, -17.4, wx, -17.4), pane)
	}
	pen.fill(pen.shape(-22, -24.6, -18.4, -24.6, -18.8, -33, -21.6, -33), c.shade(iron, .1))
	pen.fill(pen.shape(-22, -31, -18.4, -31, -18.4, -32, -22, -32), c.lit(brass))
	smoke := pen.from(-20, -34)
	pen.quad(smoke, -17, -38, -20, -41)
	pen.quad(smoke, -23, -44, -17, -48)
	pen.trace(smoke, white, 1, .5)
	for _, fx := range []float64{2, 14, 25} {
		pen.fill(pen.shape(fx-2.6, -24.6, fx+2.6, -24.6, fx+2, -27.4, fx-2, -27.4), c.lit(red))
		pen.bush(fx, -29.4, 3, c.lit(leaf))
		pen.flowers(fx-2.6, fx+2.6, -31.6, -28, 6, c.lit(pick(c.stream, yellow, hex("#f08a9c"), hex("#fff3d6"))), .9)
	}
	tiller := pen.from(-50, -7)
	pen.line(tiller, -50, -14)
	pen.line(tiller, -44, -14)
	pen.trace(tiller, c.shade(iron, .1), 1.2, 0)
}
