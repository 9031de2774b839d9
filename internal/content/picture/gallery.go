package picture

// pool draws an indoor pool with the park's landscape behind the glass, or hills
// where no landscape is set.
func (c *canvas) pool() {
	w := c.width
	if c.view == "" {
		c.view = "hills"
	}
	vx := c.mirror(w * .46)
	r := c.room(vx, 44, w*.235, 20, 31)
	c.outlook()
	r.glazing(false)
	r.floor(hex("#ecdfc6"), false)
	for _, k := range []float64{-1, 1} {
		r.sideWall(k, hex("#f1e6cf"), "pool")
		r.roofPlane(k, hex("#cf9a62"))
	}
	r.rafters()
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

// playground draws two towers with a slide, and swings, between caravans.
func (c *canvas) playground() {
	w, hz := c.width, c.horizon
	c.behindPlayground()
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

// behindPlayground draws the land of the place: the sea, mountains, a forest, or
// fields.
func (c *canvas) behindPlayground() {
	w, hz := c.width, c.horizon
	switch c.view {
	case "coast", "cliffs", "med":
		c.water(hz, hz+18, sea, seaDeep)
		c.headland()
		for range 3 {
			c.sail(c.across(c.between(.06, .5)), hz+c.between(2, 9), c.between(3, 6))
		}
		return
	case "mountains", "lake":
		c.peaks(hz+4, c.between(24, 30), max(3, int(w/40)), hex("#6d7f9a"), .38, c.snow)
	case "forest":
		c.hill(c.ridge(hz+2, 8, w/4), hex("#79a172"), .4)
		c.wood(hz+8, 18, .42, func(x, y, h float64) { c.woodTree(x, y, h, .34) })
	default:
		c.hill(c.ridge(hz-1, 8, w/4), hex("#7f9fb0"), .5)
		c.hill(c.ridge(hz+4, 8, w/3.4), hex("#79a172"), .34)
	}
	c.fields(hz+4, hz+16, c.ridge(hz+8, 5, w/3.2), []colour{grass, wheat, meadow, grassPale}, .16)
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
