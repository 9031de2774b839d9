package picture

import "math"

// paintSky draws the bands of the sky, the sun with its halos, and clouds.
func (c *canvas) paintSky() {
	w := c.width
	c.fill(c.rect(0, 0, w, 100), c.sky[0])
	for i := 1; i < len(c.sky); i++ {
		y := c.horizon*math.Pow(float64(i)/5, 1.05) + c.between(-1, 1)
		bend := c.between(-2.5, 2.5)
		band := func(y, bottom float64) *path {
			return from(0, y).quadTo(w*.3, y-bend, w*.5, y).quadTo(w*.7, y+bend, w, y).lineTo(w, bottom).lineTo(0, bottom).closed()
		}
		c.fill(band(y, 100), c.sky[i])
		c.grain(band(y-5, y+2), true)
	}
	r := c.between(4.6, 6)
	if c.glow {
		r = c.between(6, 8)
	}
	c.circle(c.sunX, c.sunY, r*2.3, c.sun, .16)
	c.circle(c.sunX, c.sunY, r*1.55, c.sun, .26)
	c.circle(c.sunX, c.sunY, r, c.sun, 0)
	switch {
	case c.clear:
	case c.glow:
		c.streaks()
	default:
		c.clouds()
	}
}

func (c *canvas) streaks() {
	for i := range 4 {
		col := c.sky[0].mix(c.sky[2], .4)
		if i%2 == 1 {
			col = c.sky[3].mix(c.sun, .4)
		}
		x, w := c.between(0, c.width), c.between(40, 90)
		if c.quiet {
			x, w = c.between(.72, 1)*c.width, c.between(30, 60)
		}
		c.streak(x, c.between(c.horizon*.2, c.horizon*.8), w, c.between(1.4, 2.6), col, .75)
	}
}

func (c *canvas) streak(x, y, w, h float64, col colour, opacity float64) {
	c.wash(from(x-w/2, y).quadTo(x-w*.1, y-h, x+w*.2, y-h*.4).quadTo(x+w*.4, y, x+w/2, y).quadTo(x, y+h*.5, x-w/2, y).closed(), col, opacity)
}

func (c *canvas) clouds() {
	n := max(2, int(math.Round(c.width/70)))
	for i := range n {
		x := (float64(i) + c.between(.1, .7)) / float64(n) * c.width
		if math.Abs(x+14-c.sunX) < 16 || c.quiet && x < c.width*.56 {
			continue
		}
		c.cumulus(x, c.between(c.horizon*.38, c.horizon*.72), c.between(20, 38))
	}
	if !c.quiet {
		c.streak(c.between(0, c.width), c.between(4, 12), c.between(40, 80), 1.6, c.sun.mix(white, .3), .5)
	}
}

// cumulus draws a cloud: arcs on a flat base in the shaded colour, and in them a
// shifted copy in the lit colour.
func (c *canvas) cumulus(x, y, w float64) {
	n := 4 + c.upTo(3)
	widths, sum := make([]float64, n), 0.0
	for i := range widths {
		widths[i] = .5 + sin((float64(i)+.5)/float64(n)*math.Pi)*c.between(.7, 1.3)
		sum += widths[i]
	}
	rise := c.between(.8, 1.1)
	outline := func(dx, dy float64) *path {
		p := from(x+dx, y+dy)
		at := point{x, y}
		for i, v := range widths {
			next := point{at.x + v/sum*w, y - sin(float64(i+1)/float64(n)*math.Pi)*w*.16*rise}
			r := hypot(at, next) * .56
			p.arcTo(r, r, next.x+dx, next.y+dy)
			at = next
		}
		return p.closed()
	}
	c.fill(outline(0, 0), c.sky[1].mix(c.sun, .42))
	c.within(outline(0, 0), func() {
		c.fill(outline(-c.side()*w*.05, -w*.055), c.sun.mix(white, .3))
	})
}

// birds draws n birds around a point.
func (c *canvas) birds(x, y float64, n int) {
	if c.quiet {
		return
	}
	var p path
	for range n {
		a, b, s := x+c.between(-9, 9), y+c.between(-5, 5), c.between(.8, 1.5)
		p.moveTo(a-s*1.4, b-s*.5).quadTo(a-s*.6, b-s, a, b).quadTo(a+s*.6, b-s, a+s*1.5, b-s*.6)
	}
	c.stroke(&p, c.shadow.mix(c.sky[2], .2), .42)
}
