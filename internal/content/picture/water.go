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
