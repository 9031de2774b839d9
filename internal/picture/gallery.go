package picture

// pool draws an indoor pool with the park's hills behind the glass.
func (c *canvas) pool() {
	w := c.width
	vx := c.mirror(w * .46)
	r := c.room(vx, 44, w*.235, 20, 31)
	c.hill(c.ridge(53, 7, w/5), hex("#7f9fb0"), .45)
	c.hill(c.ridge(57, 6, w/4), meadow, .22)
	c.treeline(59, 4, leaf, .12)
	r.shell(hex("#f1e6cf"), hex("#cf9a62"), hex("#ecdfc6"), false, true)
	const left, right, far, near = -.66, .5, 1.16, 2.72
	c.fill(r.floorPatch(left-.06, right+.06, far-.03, near+.14), c.lit(hex("#fbf5e6")))
	water := r.floorPatch(left, right, far, near)
	turquoise := hex("#3fb2bb")
	c.fill(water, c.lit(turquoise))
	c.within(water, func() {
		c.fill(r.floorPatch(left, right, far, far+.07), c.shade(hex("#1f7c92"), .4))
		c.fill(r.floorPatch(left, right, far+.07, far+.32), c.lit(hex("#7fcfcb")))
		y := r.at(0, 2.05, 0).y
		c.fill(from(-5, y).quadTo(w*.3, y-3, w*.5, y).quadTo(w*.7, y+3, w+5, y-1).lineTo(w+5, 101).lineTo(-5, 101).closed(), turquoise.mix(hex("#176f92"), .45))
		c.fill(from(-5, y+11).quadTo(w*.3, y+8, w*.55, y+11).quadTo(w*.8, y+14, w+5, y+9).lineTo(w+5, 101).lineTo(-5, 101).closed(), turquoise.mix(hex("#125f86"), .75))
		var glints path
		for range 44 {
			s := far + .1 + (near-far)*c.unit()
			p := r.at(left+(right-left)*c.unit(), s, 0)
			lens(&glints, p.x, p.y, c.between(.8, 2.4)*s)
		}
		c.wash(&glints, hex("#d5f0ea"), .55)
		for _, u := range []float64{-.27, .12} {
			var reds, whites path
			for i, s := 0, far+.08; s < near; i, s = i+1, s*1.06 {
				p := &whites
				if i%2 == 0 {
					p = &reds
				}
				at := r.at(u, s, 0)
				p.dot(at.x, at.y, .42*s, .3*s)
			}
			c.fill(&reds, c.lit(red))
			c.fill(&whites, hex("#fdf8ea"))
		}
	})
	c.poolThings(r, right)
	c.palm(w*.045, 100, 44)
	c.palm(w*.985, 97, 30)
}

func (c *canvas) poolThings(r room, edge float64) {
	ring := r.at(.3, 1.72, 0)
	c.ellipse(ring.x, ring.y+.7, 7.4, 3, c.shadow, .3)
	c.ellipse(ring.x, ring.y-.5, 7.2, 3.4, c.lit(hex("#e2574c")), 0)
	c.ellipse(ring.x, ring.y-.7, 4.6, 1.8, hex("#fff8e6"), 0)
	c.ellipse(ring.x, ring.y-.5, 3.8, 1.4, hex("#3fb2bb").mix(hex("#176f92"), .3), 0)
	ball := r.at(-.45, 2.2, 0)
	c.circle(ball.x, ball.y-2, 3.2, c.lit(yellow), 0)
	c.fill(from(ball.x, ball.y-5.2).arcTo(3.2, 3.2, ball.x, ball.y+1.2).quadTo(ball.x+2, ball.y-2, ball.x, ball.y-5.2).closed(), c.lit(blue))
	for _, s := range []float64{1.42, 1.56} {
		p := r.at(edge+.03, s, 0)
		c.stroke(from(p.x, p.y+.4).by(0, -4*s).quadTo(p.x-.4, p.y-6*s, p.x-2.4*s, p.y-5.6*s).quadTo(p.x-3.4*s, p.y-5.3*s, p.x-3.4*s, p.y-2.6*s), hex("#eef3f2"), .62*s)
	}
	for i, s := range []float64{1.2, 1.5, 1.92} {
		col := []colour{blue, hex("#e2574c"), yellow}[i]
		r.block(.66, .9, s, s+.3, 2, 2.8, timber)
		r.block(.68, .88, s, s+.3, 2.8, 3.7, col)
		c.fill(r.face(.68, s, 3.4, .88, s, 3.4, .88, s-.05, 9, .68, s-.05, 9), c.lit(col))
		c.wash(r.face(.68, s, 3.4, .88, s, 3.4, .88, s-.02, 5, .68, s-.02, 5), hex("#fff8e6"), .7)
	}
}

// interior draws a living room with a stove, a sofa and a dog.
func (c *canvas) interior() {
	w := c.width
	r := c.room(c.mirror(w*.44), 46, w*.25, 21, 35)
	c.peaks(54, 24, max(3, int(w/30)), hex("#6d7f9a"), .4, true)
	c.hill(c.ridge(54, 7, w/5), hex("#5f8a6b"), .28)
	c.treeline(55.5, 3, leafDark, .14)
	c.fill(c.rect(0, 56.6, w, 64), c.haze(c.lit(lakeBlue, .7), .35))
	r.shell(hex("#c08a55"), hex("#a9713f"), hex("#c99a63"), true, false)
	for _, u := range []float64{-.3, .3} {
		c.wash(r.face(u-.22, 1.02, 0, u+.22, 1.02, 0, u+.34, 1.5, 0, u-.1, 1.5, 0), c.sun, .2)
	}
	c.fill(r.floorPatch(-.44, .42, 1.42, 2.5), c.lit(hex("#24466b")))
	for i, s := range [][2]float64{{1.5, 1.56}, {1.66, 1.84}, {2.04, 2.24}, {2.32, 2.4}} {
		col := hex("#f3ead6")
		if i == 1 || i == 2 {
			col = red
		}
		c.fill(r.floorPatch(-.44, .42, s[0], s[1]), c.lit(col))
	}
	c.stove(r)
	c.sofa(r)
	c.lowTable(r)
	c.dog(r.at(.22, 2.3, 0))
	for _, u := range []float64{-.26, .2} {
		p := r.at(u, 1.34, 28)
		c.stroke(from(p.x, -2).lineTo(p.x, p.y), c.shade(hex("#2b3038"), .2), .4)
		c.fill(polygon(point{p.x - 1, p.y}, point{p.x + 1, p.y}, point{p.x + 4, p.y + 4.4}, point{p.x - 4, p.y + 4.4}), c.lit(red))
		c.ellipse(p.x, p.y+4.5, 4, .9, hex("#ffe6a8"), 0)
	}
	c.palm(w*.03, 103, 30)
}

func (c *canvas) stove(r room) {
	iron := hex("#2b3038")
	r.block(.44, .9, 1.14, 1.44, 0, .9, stone)
	p := r.at(.66, 1.28, 10)
	c.fill(c.rect(p.x-1.5, -2, p.x+1.5, p.y), iron)
	r.block(.54, .78, 1.2, 1.36, 1.6, 9.6, iron)
	c.fill(r.face(.57, 1.36, 3.6, .75, 1.36, 3.6, .75, 1.36, 8.2, .57, 1.36, 8.2), hex("#f6a63c"))
	f := r.at(.66, 1.36, 3.7)
	c.fill(from(f.x-4, f.y).quadTo(f.x-3, f.y-4.6, f.x-1, f.y-2.6).quadTo(f.x+.4, f.y-6.4, f.x+1.6, f.y-3).quadTo(f.x+3, f.y-4.4, f.x+4, f.y).closed(), hex("#fff0b8"))
	r.block(.58, .8, 2.02, 2.24, 0, 4.6, hex("#b98a52"))
	for i := range 9 {
		row := float64(i / 5)
		at := r.at(.61+.04*float64(i%5), 2.12+.06*row, 5.4+1.8*row)
		c.circle(at.x, at.y, 2.2, c.shade(timberDark, .2), 0)
		c.circle(at.x, at.y, 1.6, c.lit(hex("#e0b27a")), 0)
	}
}

func (c *canvas) sofa(r room) {
	cloth := hex("#3f7a78")
	r.block(-.98, -.84, 1.24, 2.12, 0, 12, cloth)
	r.block(-.84, -.55, 1.24, 2.12, 0, 5.4, cloth)
	r.block(-.98, -.55, 2.12, 2.26, 0, 8.4, cloth)
	r.block(-.84, -.56, 1.27, 1.67, 5.4, 6.6, cloth.mix(white, .14))
	r.block(-.84, -.56, 1.69, 2.1, 5.4, 6.6, cloth.mix(white, .14))
	for i, s := range []float64{1.4, 1.62, 1.9} {
		p := r.at(-.77, s, 9.4)
		k := 2.9 * s
		c.fill(from(p.x-k, p.y-k*.8).quadTo(p.x, p.y-k, p.x+k, p.y-k*.9).quadTo(p.x+k*.9, p.y, p.x+k, p.y+k*.8).quadTo(p.x, p.y+k*.7, p.x-k, p.y+k*.9).quadTo(p.x-k*.9, p.y, p.x-k, p.y-k*.8).closed(), c.lit([]colour{yellow, hex("#e8ddc4"), red}[i]))
	}
}

func (c *canvas) lowTable(r room) {
	r.block(-.2, .2, 1.7, 1.98, 3.6, 4.3, timber)
	for _, u := range []float64{-.18, .18} {
		a, b := r.at(u, 1.98, 3.6), r.at(u, 1.98, 0)
		c.stroke(from(a.x, a.y).lineTo(b.x, b.y), c.shade(timberDark, .3), 1)
	}
	for i, u := range []float64{-.1, .02} {
		p, col := r.at(u, 1.86, 4.3), []colour{offWhite, red}[i]
		c.fill(polygon(point{p.x - 1.2, p.y}, point{p.x - 1.3, p.y - 2.6}, point{p.x + 1.3, p.y - 2.6}, point{p.x + 1.2, p.y}), c.lit(col))
		c.trace(from(p.x, p.y-3.4).quadTo(p.x+.9, p.y-4.6, p.x, p.y-5.8), white, .45, .6)
	}
	p := r.at(.13, 1.8, 4.3)
	c.fill(polygon(point{p.x - 1.1, p.y}, point{p.x - 1.5, p.y - 3.6}, point{p.x + 1.5, p.y - 3.6}, point{p.x + 1.1, p.y}), c.lit(blue))
	c.fill(c.blob(p.x, p.y-5.6, 2.7, 7), c.lit(leaf))
	c.flowers(p.x-2.4, p.x+2.4, p.y-8, p.y-4.6, 12, c.lit(yellow), .9)
}

// dog draws a dog that sleeps on the rug at p.
func (c *canvas) dog(p point) {
	x, y, fur := p.x, p.y, hex("#8a5a34")
	c.ellipse(x, y+.6, 11, 2, c.shadow, .35)
	c.fill(from(x-9, y).cubicTo(x-11, y-7, x-2, y-8.4, x+3, y-6.8).cubicTo(x+9, y-6, x+10, y-1, x+9, y+.4).closed(), c.lit(fur))
	c.fill(from(x-9, y).cubicTo(x-6, y-3.4, x+4, y-2.4, x+9, y+.4).closed(), c.shade(fur, .45))
	c.fill(from(x-7, y+.6).cubicTo(x-16, y+1, x-16, y-4.6, x-11.6, y-5.4).cubicTo(x-8, y-6, x-6, y-2, x-7, y+.6).closed(), c.lit(fur.mix(white, .1)))
	c.fill(from(x-10, y-5).quadTo(x-6.4, y-5.4, x-7.4, y-.6).quadTo(x-9.6, y-1, x-10, y-5).closed(), c.shade(fur, .6))
	c.circle(x-15, y-1.6, .9, hex("#22262e"), 0)
	c.stroke(from(x+9, y-.6).quadTo(x+13, y, x+14, y-3), c.lit(fur), 1.3)
}

// playground draws two towers with a slide, and swings, between caravans.
func (c *canvas) playground() {
	w, hz := c.width, c.horizon
	c.hill(c.ridge(hz-1, 8, w/4), hex("#7f9fb0"), .5)
	c.hill(c.ridge(hz+4, 8, w/3.4), hex("#79a172"), .34)
	c.fields(hz+4, hz+16, c.ridge(hz+8, 5, w/3.2), []colour{grass, wheat, meadow, grassPale}, .16)
	for i := range 5 {
		c.house(w*(.06+float64(i)*.2)+c.between(-3, 3), hz+16, 9, 3.4, []colour{hex("#f3e9d2"), hex("#cfdcd9"), hex("#e7d9bd")}[i%3], slate, .1)
	}
	for range 9 {
		c.tree(c.between(0, w), hz+16+c.between(0, 2), c.between(8, 14), .06, leaf)
	}
	land := c.hill(c.ridge(hz+20, 3, w/2.6), grass, 0)
	c.lawn(land, hz+22, grass)
	var pales path
	for x := -2.0; x < w+2; x += 3.1 {
		pales.moveTo(x, hz+22).by(0, -5.4).by(.7, -.8).by(.7, .8).by(0, 5.4).closed()
	}
	c.fill(&pales, c.lit(offWhite, .7))
	c.stroke(from(-2, hz+18.4).lineTo(w+2, hz+18.4).moveTo(-2, hz+20.6).lineTo(w+2, hz+20.6), c.shade(offWhite, .3), .5)
	cx, f, by := c.across(.62), c.mirror(1)-c.mirror(0), 82.0
	c.fill(from(cx-f*w*.5, by+2).quadTo(cx-f*w*.2, by-7, cx+f*w*.2, by-6).quadTo(cx+f*w*.6, by-5, cx+f*w*.5, by+4).quadTo(cx, by+15, cx-f*w*.5, by+2).closed(), c.lit(hex("#d9b98a")))
	c.climbingFrame(brush{c, cx, by, 1, f < 0})
	c.swings(cx-f*w*.4, by+2)
	c.flowers(0, w, 90, 99, 24, c.lit(offWhite), .7)
	c.frame(leaf)
	c.birds(w*.5, hz-16, 3)
}

func (c *canvas) climbingFrame(b brush) {
	s := -1.0
	if b.litLeft() {
		s = 1
	}
	b.wash(b.shape(-44, 1, 44, 1, 58*s, 5, -30, 6), c.shadow, .25)
	for i := range 13 {
		t := float64(i) / 12
		x, sag := 8+26*t, sin(t*3.1416)*2.4
		b.fill(b.shape(x-.9, -17+sag, x+.9, -17+sag, x+.9, -15.8+sag, x-.9, -15.8+sag), c.lit(timber, .7))
		b.trace(b.strokes(x, -17+sag, x, -23.4+sag*.8), c.shade(timberDark, .2), .2, 0)
	}
	b.tower(0, 8, 30, red, blue)
	b.tower(41, 7, 27, hex("#3f7d5f"), yellow)
	slide := func(dy float64) *path {
		p := b.from(-8, -16+dy)
		b.cubic(p, -19, -16+dy, -20, -5+dy, -34, -2.4+dy)
		b.line(p, -39, -1.6+dy)
		b.line(p, -39, 1.6)
		b.line(p, -33, 1)
		b.cubic(p, -17, -2, -16, -12, -8, -12)
		return p.closed()
	}
	b.fill(slide(-1.4), b.face(hex("#fbe08a"), true))
	b.fill(slide(0), b.face(yellow, true))
	b.trace(b.strokes(-24, -5, -24, 1), c.shade(timberDark, .2), .8, 0)
	b.fill(b.shape(-6.4, 0, -6.4, -14, 6.4, -14, 6.4, 0), b.face(hex("#c79a68"), false))
	for range 11 {
		b.circle(c.between(-5, 5), c.between(-12.6, -1.6), c.between(.6, 1), c.lit(pick(c.stream, red, yellow, blue, offWhite)), 0)
	}
}

func (b brush) tower(x, w, h float64, roof, panel colour) {
	post := func(px, y0, y1, pw float64) {
		b.fill(b.shape(px-pw/2, y0, px-pw/2, y1, px+pw/2, y1, px+pw/2, y0), b.face(timber, true))
		b.fill(b.shape(px+pw*.1, y0, px+pw*.1, y1, px+pw/2, y1, px+pw/2, y0), b.face(timber, false))
	}
	post(x-w+2, 0, -h, 1.2)
	post(x+w+2, -1, -h, 1.2)
	b.fill(b.shape(x-w-1, -16, x+w+2.4, -16, x+w+2.4, -14.2, x-w-1, -14.2), b.face(timberDark, true))
	b.fill(b.shape(x-w, -23, x+w, -23, x+w, -16, x-w, -16), b.face(panel, true))
	b.circle(x, -19.4, 2, b.shade(timberDark, .6), 0)
	post(x-w, 0, -h, 1.5)
	post(x+w, 0, -h, 1.5)
	b.fill(b.shape(x-w-3, -h+1, x, -h-11, x+w+3, -h+1), b.face(roof, true))
	b.fill(b.shape(x, -h-11, x+w+3, -h+1, x+w+6, -h-1, x+3.4, -h-11.6), b.face(roof, false))
	b.trace(b.strokes(x, -h-11, x, -h-16), b.shade(timberDark, .2), .4, 0)
	b.fill(b.shape(x, -h-16, x+5, -h-14.6, x, -h-13), b.lit(yellow))
}

func (c *canvas) swings(x, y float64) {
	c.wash(polygon(point{x - 16, y + 1}, point{x + 16, y + 1}, point{x + 24, y + 4}, point{x - 8, y + 4}), c.shadow, .22)
	var legs path
	for _, a := range []float64{x - 15, x + 15} {
		legs.moveTo(a-6, y).lineTo(a, y-27).lineTo(a+6, y+1)
	}
	c.stroke(&legs, c.lit(blue), 1.5)
	c.stroke(from(x-17, y-27).lineTo(x+17, y-27), c.lit(timber), 1.9)
	for _, s := range [][2]float64{{-6, -7}, {6, 4}} {
		sx, sy := x+s[0]+s[1], y-7.5
		c.stroke(from(x+s[0]-2, y-27).lineTo(sx-2, sy).moveTo(x+s[0]+2, y-27).lineTo(sx+2, sy-.4), c.shade(hex("#3a3f48"), .2), .4)
		c.fill(polygon(point{sx - 2.8, sy}, point{sx + 2.8, sy - .5}, point{sx + 2.8, sy + .8}, point{sx - 2.8, sy + 1.3}), c.lit(red))
	}
}
