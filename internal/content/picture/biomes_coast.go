package picture

// coast draws a bay or a straight beach, with huts, a pier or a harbour village.
func (c *canvas) coast() {
	w, hz, focus := c.width, c.horizon, c.focus()
	straight := c.composition == "straight" || c.composition == "pier" || c.composition == "dunes"
	c.water(hz, 72, sea, seaDeep)
	far := curve(point{focus - 40, hz + .6}, point{focus - 22, hz - 3 - c.between(0, 3)}, point{focus, hz - 6 - c.between(0, 4)}, point{focus + 20, hz - 4}, point{focus + 46, hz + .6})
	c.fill(far.closed(), c.haze(c.shade(meadow, .5), .45))
	if !straight {
		c.headland()
	}
	switch {
	case c.composition == "village":
		c.harbour()
	case !straight && c.chance(.55):
		c.lighthouse(c.across(.62), hz-4.4, 15)
	}
	for range 3 {
		c.sail(c.across(c.between(.1, .48)), hz+c.between(2.5, 11), c.between(3.4, 7))
	}
	c.beach(straight)
	switch c.composition {
	case "pier":
		c.pier()
	case "straight":
		c.huts()
	case "dunes":
		c.dunes()
	}
	if c.composition != "straight" && c.composition != "dunes" {
		for i := range 4 {
			c.parasol(c.across(.07+float64(i)*.1+c.between(-.02, .02)), c.between(74, 79), c.between(2.4, 3.3), pick(c.stream, red, yellow, blue, offWhite))
		}
	}
	dune := c.through(point{1.05, 64}, point{.8, 66}, point{.6, 70}, point{.44, 78}, point{.2, 87}, point{-.05, 91})
	if straight {
		dune = c.through(point{1.05, 66}, point{.8, 67.4}, point{.6, 70}, point{.4, 76}, point{.16, 83}, point{-.05, 85})
	}
	land := c.below(dune)
	c.fill(land, c.lit(grass))
	c.lawn(land, 70, grass)
	for range 7 {
		t := c.between(.1, .95)
		c.blades(c.across(t), 66+(1-t)*25+c.between(2, 4), 5, c.between(3.5, 6), c.shade(meadow, .4), c.lit(grass).mix(grassPale, .6), 3)
	}
	c.footpath(c.across(.24), 1.4, 9, sand)
	c.placeHome()
	c.flowers(0, w, 90, 99, 20, c.lit(hex("#e58aa8")), .8)
	c.frame(meadow)
	c.birds(focus, hz-16, 4)
}

func (c *canvas) headland() {
	hz := c.horizon
	top := c.through(point{1.05, hz - 14}, point{.86, hz - 13}, point{.7, hz - 9}, point{.6, hz - 5}, point{.54, hz + 1.5})
	shape := curve(top...).lineTo(c.across(.6), hz+6).lineTo(c.across(1.05), hz+8).closed()
	c.fill(shape, c.haze(c.lit(meadow), .12))
	cliff := c.rock
	if c.sunLeft != c.homeRight {
		cliff = cliff.mix(c.shadow, .2)
	}
	c.within(shape, func() {
		c.fill(polygon(c.through(point{.54, hz + 9}, point{.54, hz - 1}, point{.61, hz - 2.6}, point{.66, hz + .5}, point{.73, hz - 3}, point{.8, hz + .5}, point{.9, hz - 2}, point{1.05, hz}, point{1.05, hz + 9})...), c.haze(c.lit(cliff), .1))
		c.grain(shape, false)
	})
}

func (c *canvas) beach(straight bool) {
	edge := c.through(point{-.05, 66}, point{.22, 69.5}, point{.45, 66}, point{.66, 59}, point{.86, 54}, point{1.05, 53})
	if straight {
		edge = c.through(point{-.05, 64}, point{.25, 65.6}, point{.5, 64}, point{.75, 61.4}, point{1.05, 60})
	}
	c.fill(c.below(shifted(edge, 0, -1.5)), white.mix(c.light, .25))
	c.fill(c.below(edge), c.lit(sand).mix(c.shade(sand, .7), .35))
	dry := c.below(shifted(edge, 0, 2.6))
	c.fill(dry, c.lit(sand))
	c.grain(dry, false)
	c.trace(curve(shifted(edge, 0, -4.6)...), white, .5, .55)
}

// cliffs draws three cliffs, each farther away, or cliffs with rocks in the sea.
func (c *canvas) cliffs() {
	hz, w := c.horizon, c.width
	c.water(hz, 100, sea, seaDeep)
	face := c.rock
	faces := [][4]float64{{.36, 0, 8, .34}, {.5, 0, 12, .16}, {.64, 0, 17, 0}}
	if c.composition == "stacks" {
		faces = [][4]float64{{.62, 0, 7, .3}, {.74, 0, 11, .14}}
		for i, s := range [][4]float64{{.2, 9, 11, .26}, {.31, 13, 17, .14}, {.49, 16, 13, .06}} {
			c.stack(c.across(s[0]), hz+4+float64(i)*3, s[1], s[2], face, s[3], i == 2)
		}
	}
	for i, f := range faces {
		c.cliff(i, f[0], f[2], f[3], face)
	}
	for range 3 {
		c.sail(c.across(c.between(.06, .34)), hz+c.between(3, 16), c.between(4, 8))
	}
	top := c.below(c.through(point{-.05, 94}, point{.1, 88}, point{.26, 80}, point{.42, 73}, point{.62, 68}, point{.85, 66}, point{1.05, 66}))
	c.fill(top, c.lit(grass))
	c.lawn(top, 70, grass)
	for range 6 {
		c.gorse(c.across(c.between(.3, .56)), c.between(76, 80), c.between(1.6, 3), yellow)
	}
	c.footpath(c.across(.4), 1.3, 8, pathSand)
	c.placeHome()
	c.flowers(0, w, 88, 99, 32, c.lit(pick(c.stream, hex("#e58aa8"), yellow)), .8)
	c.frame(meadow)
	c.birds(c.focus(), hz-8, 5)
}

func (c *canvas) cliff(i int, start, height, distance float64, face colour) {
	hz := c.horizon
	foot, top := hz+2+float64(i)*5, hz-height+float64(i)*2.4
	edge := c.through(point{start, foot + 2}, point{start + .02, top + 3}, point{start + .07, top}, point{start + .2, top - 2}, point{1.1, top - 4})
	shape := polygon(append(append([]point{}, edge...), c.through(point{1.1, foot + 14}, point{start, foot + 3})...)...)
	lit := c.lit(face)
	if c.sunLeft != c.homeRight {
		lit = lit.mix(c.shadow, .2)
	}
	c.fill(shape, c.haze(lit, distance))
	c.within(shape, func() {
		var clefts path
		for x := start + c.between(.02, .05); x < 1.1; x += c.between(.04, .085) {
			wide, lean, crown := c.between(.006, .03), c.between(-.004, .012), top-4
			if c.chance(.35) {
				crown += c.between(5, 9)
			}
			clefts.add(c.through(point{x, crown}, point{x + wide, crown - 1}, point{x + wide*.8 + lean, (crown + foot + 15) / 2}, point{x + wide*1.8 + lean, foot + 15}, point{x + wide*.1, foot + 15}, point{x - wide*.15, (crown + foot + 12) / 2})...)
		}
		c.wash(&clefts, c.haze(c.shade(face, .62), distance), .5)
		c.grain(shape, false)
	})
	turf := curve(edge[1:]...)
	for _, p := range c.through(point{1.1, top + 1.5}, point{start + .2, top + 2.4}, point{start + .07, top + 3}) {
		turf.lineTo(p.x, p.y)
	}
	c.fill(turf.closed(), c.haze(c.lit(grass), distance))
	c.wash(polygon(c.through(point{start, foot + 1}, point{start + .1, foot + 2.5}, point{1.1, foot + 4}, point{1.1, foot + 5.2}, point{start - .02, foot + 2.6})...), white, .7)
	if i == 1 {
		c.lighthouse(c.across(start+.075), top+1, 14)
	}
}

func (c *canvas) stack(x, y, w, h float64, face colour, distance float64, arch bool) {
	s := c.side()
	shape := polygon(point{x - w*.5, y}, point{x - w*.42, y - h*.5}, point{x - w*.3, y - h}, point{x + w*.05, y - h*1.06}, point{x + w*.28, y - h*.97}, point{x + w*.36, y - h*.45}, point{x + w*.5, y})
	c.fill(shape, c.haze(c.lit(face), distance))
	c.within(shape, func() {
		c.fill(polygon(point{x + s*w*.04, y - h*1.2}, point{x + s*w*.7, y - h*1.2}, point{x + s*w*.7, y + 1}, point{x + s*w*.12, y + 1}, point{x - s*w*.02, y - h*.5}), c.haze(c.shade(face, .7), distance))
		if arch {
			c.fill(from(x-w*.2, y+1).lineTo(x-w*.2, y-h*.28).arcTo(w*.16, h*.24, x+w*.12, y-h*.28).lineTo(x+w*.12, y+1).closed(), c.haze(c.lit(sea, .6), .2))
		}
	})
	c.fill(from(x-w*.3, y-h+.4).quadTo(x, y-h*1.17, x+w*.28, y-h*.95).lineTo(x+w*.2, y-h*.9).quadTo(x, y-h*1.02, x-w*.26, y-h*.92).closed(), c.haze(c.lit(grass), distance))
	c.wash(from(x-w*.62, y+.2).quadTo(x, y-1, x+w*.62, y+.2).quadTo(x, y+1.5, x-w*.62, y+.2).closed(), white, .75)
}

// med draws a Mediterranean beach under umbrella pines.
func (c *canvas) med() {
	hz, w := c.horizon, c.width
	shore := hex("#f0d7a0")
	c.water(hz, 74, hex("#1f8fa8"), hex("#0f6a94"))
	c.peaks(hz+.5, 9, 3, hex("#8a92b0"), .5, false)
	if c.composition == "cove" {
		c.headland()
	}
	for range 4 {
		c.sail(c.across(c.between(.08, .5)), hz+c.between(3, 13), c.between(4, 8))
	}
	edge := c.through(point{-.05, 72}, point{.3, 71}, point{.55, 64}, point{.8, 57}, point{1.05, 56})
	c.fill(c.below(shifted(edge, 0, -1.4)), hex("#fdf6e6"))
	beach := c.below(edge)
	c.fill(beach, c.lit(shore))
	c.grain(beach, false)
	for i := range 6 {
		x, y := c.across(.06+float64(i)*.075), 77+float64(i%2)*2
		col := hex("#d9623c")
		if i%2 == 1 {
			col = offWhite
		}
		c.stroke(from(x, y).by(0, -6), c.shade(timberDark, .3), .4)
		c.fill(from(x-4.5, y-5.1).quadTo(x, y-9.6, x+4.5, y-5.1).closed(), c.lit(col))
	}
	land := c.below(c.through(point{1.05, 66}, point{.7, 68}, point{.45, 76}, point{.2, 86}, point{-.05, 89}))
	c.fill(land, c.lit(hex("#c8b45a")))
	c.lawn(land, 72, hex("#c0b455"))
	for _, t := range [][2]float64{{.97, 56}, {.84, 44}, {1.06, 50}} {
		c.umbrella(c.across(t[0]), c.homeY-3, t[1], .02)
	}
	c.footpath(c.across(.3), 1.2, 8, pathSand)
	c.placeHome()
	if !c.clear {
		c.umbrella(c.across(.06), 98, 66, 0)
	}
	c.flowers(0, w, 88, 99, 22, c.lit(hex("#c85a9a")), .9)
	c.frame(leaf)
}

// dunes draws dunes with long grass along the beach, and a groyne.
func (c *canvas) dunes() {
	for i, x := range []float64{.02, .2, .36} {
		y, wide := 80-float64(i)*2.4, c.width*(.2-float64(i)*.03)
		at := c.across(x)
		c.fill(from(at-wide, y+5).quadTo(at-wide*.4, y-6, at, y-3).quadTo(at+wide*.5, y-7, at+wide, y+5).closed(), c.lit(sand).mix(c.light, .15))
		for k := range 4 {
			c.blades(at+(float64(k)/3-.5)*wide*1.2, y-1+c.between(-1, 2), 8, c.between(4, 7), c.shade(meadow, .3), c.lit(grassPale), 3)
		}
	}
	var posts path
	for i := range 9 {
		t := float64(i) / 8
		posts.moveTo(c.across(.46-.1*t), 62+9*t).by(0, 2+1.6*t)
	}
	c.stroke(&posts, c.shade(timberDark, .5), .8)
}
