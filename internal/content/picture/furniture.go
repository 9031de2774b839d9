package picture

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
	cloth := c.cloth()
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

// cloth returns a colour of sofas and blankets. It is the same throughout a
// picture.
func (c *canvas) cloth() colour {
	return pick(newStream(c.seed), hex("#3f7a78"), hex("#a8553a"), hex("#4a6286"), hex("#6f7f4a"), hex("#8a5a6e"))
}

// corner draws a bench along the back wall and the left side, with a backrest.
func (c *canvas) corner(r room) {
	cloth := c.cloth()
	r.block(-.98, .98, 1.01, 1.2, 0, 4.6, cloth)
	r.block(-.98, .98, 1, 1.04, 4.6, 8.6, cloth)
	r.block(-.98, -.62, 1.2, 2.2, 0, 4.6, cloth)
	r.block(-.98, -.88, 1.04, 2.2, 4.6, 8.6, cloth.mix(white, .12))
	for i, u := range []float64{-.5, .1, .6} {
		p := r.at(u, 1.12, 6.4)
		c.fill(c.blob(p.x, p.y, 2.2, 6), c.lit([]colour{yellow, hex("#e8ddc4"), red}[i]))
	}
}

// kitchen draws cupboards with a worktop along the right side.
func (c *canvas) kitchen(r room) {
	doors := pick(newStream(c.seed+"kitchen"), hex("#dfe6d6"), hex("#e9dcc6"), hex("#7f9a94"), hex("#c79a68"))
	const left, right, far, near = .62, .98, 1.45, 2.9
	r.block(left, right, far, near, 0, 8.6, doors)
	r.block(left-.03, right, far, near+.04, 8.6, 9.3, timberDark)
	var seams path
	for s := far + .24; s < near; s += .3 {
		r.seam(&seams, left, s, .8, left, s, 8)
	}
	r.trace(&seams, r.shadow, .35, .5)
	r.block(.74, right, far, near-.3, 15.5, 20.5, doors)
	kettle := r.at(.78, 2.2, 9.3)
	c.fill(c.blob(kettle.x, kettle.y-2.4, 2.6, 7), c.lit(red))
	c.stroke(from(kettle.x-2, kettle.y-4).quadTo(kettle.x, kettle.y-7.4, kettle.x+2, kettle.y-4), c.shade(iron, .1), .6)
}

// hearth draws a chimney breast on the right side with a fire in it.
func (c *canvas) hearth(r room) {
	r.block(.56, .99, 1.12, 1.86, 0, r.eaves, stone)
	c.fill(r.face(.56, 1.26, 0, .56, 1.26, 10, .56, 1.7, 10, .56, 1.7, 0), c.shade(iron, .3))
	c.fill(r.face(.56, 1.2, 10, .56, 1.2, 11.4, .56, 1.78, 11.4, .56, 1.78, 10), c.shade(timberDark, .3))
	f := r.at(.56, 1.5, .4)
	c.fill(from(f.x-4, f.y+1).quadTo(f.x-3.4, f.y-6, f.x-1, f.y-3).quadTo(f.x+.2, f.y-9, f.x+1.4, f.y-3).quadTo(f.x+3, f.y-5, f.x+3.4, f.y+1.6).closed(), hex("#f6a63c"))
	c.fill(from(f.x-2, f.y+1).quadTo(f.x-1, f.y-4, f.x, f.y-1.6).quadTo(f.x+1, f.y-4, f.x+2, f.y+1.4).closed(), hex("#fff0b8"))
}

// table draws a table between two benches on the left.
func (c *canvas) table(r room) {
	cloth := c.cloth()
	r.block(-.98, -.42, 1.3, 1.5, 0, 4.6, cloth)
	r.block(-.98, -.42, 1.26, 1.32, 4.6, 9, cloth)
	r.block(-.98, -.42, 2.2, 2.44, 0, 4.6, cloth)
	r.block(-.98, -.4, 1.62, 2.1, 6.6, 7.3, timber)
	p := r.at(-.64, 1.86, 7.3)
	c.fill(polygon(point{p.x - 1.2, p.y}, point{p.x - 1.6, p.y - 3.4}, point{p.x + 1.6, p.y - 3.4}, point{p.x + 1.2, p.y}), c.lit(blue))
	c.fill(c.blob(p.x, p.y-5.4, 2.7, 7), c.lit(leaf))
	c.flowers(p.x-2.4, p.x+2.4, p.y-8, p.y-4.6, 10, c.lit(yellow), .9)
}

// bed draws a bed with its head at the back, from u0 to u1.
func (c *canvas) bed(r room, u0, u1 float64) {
	const head, foot = 1.12, 2
	cloth, linen := c.cloth(), hex("#fbf6ea")
	r.block(u0, u1, head-.06, head, 0, 9.4, timberDark)
	r.block(u0, u1, head, foot, 0, 2.6, timber)
	r.block(u0+.02, u1-.02, head, foot, 2.6, 4.8, linen)
	r.block(u0, u1, 1.42, foot+.01, 2.2, 5.2, cloth)
	r.block(u0, u1, 1.42, 1.52, 5.2, 5.5, linen)
	r.block(u0, u1, 1.78, 1.88, 5.2, 5.3, pick(newStream(c.seed+"band"), linen, yellow, red, blue))
	n := 1
	if u1-u0 > .6 {
		n = 2
	}
	wide := (u1 - u0) / float64(n)
	for i := range n {
		at := u0 + wide*float64(i)
		r.block(at+wide*.12, at+wide*.88, head+.04, 1.32, 4.8, 6.2, linen)
	}
}

// bedside draws a bedside table with a lamp.
func (c *canvas) bedside(r room, u0, u1 float64) {
	r.block(u0, u1, 1.08, 1.3, 0, 4.6, timber)
	p := r.at((u0+u1)/2, 1.18, 4.6)
	c.stroke(from(p.x, p.y).by(0, -3.4), c.shade(timberDark, .2), .6)
	c.circle(p.x, p.y-5, 5, hex("#ffe6a8"), .3)
	c.fill(polygon(point{p.x - 1.4, p.y - 6.4}, point{p.x + 1.4, p.y - 6.4}, point{p.x + 2.4, p.y - 3}, point{p.x - 2.4, p.y - 3}), hex("#ffe6a8"))
}

// wardrobe draws a wardrobe on the right side.
func (c *canvas) wardrobe(r room) {
	wood := pick(newStream(c.seed+"wardrobe"), timber, hex("#e9dcc6"), hex("#8a6a4c"))
	top := min(20, r.eaves-2)
	r.block(.74, .99, 1.3, 1.9, 0, top, wood)
	var seams path
	r.seam(&seams, .74, 1.58, 1, .74, 1.58, top-1)
	r.trace(&seams, r.shadow, .4, .6)
}

// rug draws a rug with two stripes.
func (c *canvas) rug(r room, u0, u1, s0, s1 float64) {
	cloth, band := c.cloth(), hex("#f3ead6")
	c.fill(r.floorPatch(u0, u1, s0, s1), c.lit(cloth.mix(hex("#24466b"), .5)))
	for _, t := range []float64{.12, .8} {
		s := s0 + (s1-s0)*t
		c.fill(r.floorPatch(u0, u1, s, s+(s1-s0)*.08), c.lit(band))
	}
}

// lantern draws a lantern that hangs at p.
func (c *canvas) lantern(p point) {
	c.stroke(from(p.x, -2).lineTo(p.x, p.y), c.shade(iron, .2), .4)
	c.circle(p.x, p.y+3, 8, hex("#ffe6a8"), .25)
	c.fill(polygon(point{p.x - 1.6, p.y}, point{p.x + 1.6, p.y}, point{p.x + 2.4, p.y + 5.4}, point{p.x - 2.4, p.y + 5.4}), hex("#ffe6a8"))
	c.fill(polygon(point{p.x - 2, p.y - 1}, point{p.x + 2, p.y - 1}, point{p.x + 1.6, p.y + .6}, point{p.x - 1.6, p.y + .6}), c.shade(iron, .1))
}
