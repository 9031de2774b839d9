package picture

// forest draws a wood at three distances; its second composition is a clearing
// with a stream.
func (c *canvas) forest() {
	w, hz := c.width, c.horizon
	planted := func(distance float64) func(x, y, h float64) {
		return func(x, y, h float64) { c.woodTree(x, y, h, distance) }
	}
	c.hill(c.ridge(hz-10, 12, w/4), hex("#7aa08a"), .5)
	c.wood(hz-2, 16, .4, planted(.48))
	c.grain(c.rect(0, hz-22, w, hz), true)
	c.wood(hz+3, 24, .42, planted(.27))
	c.mist(hz+4, 10)
	c.wood(hz+7, 30, .5, planted(.1))
	s := c.side()
	for i := range 3 {
		x, wide := c.sunX+c.between(-6, 20)*s, c.between(4, 8)
		foot := x + s*(30+float64(i)*20)
		c.wash(polygon(point{c.sunX, c.sunY}, point{foot, 86}, point{foot + wide*2, 86}), c.sun, .12)
	}
	land := c.ground(hz+9, grass, 3, 0)
	c.lawn(land, hz+12, grass)
	if c.composition == "stream" {
		c.brook(c.focus(), hz+11)
	}
	for range 8 {
		c.gorse(c.between(0, w), hz+11+c.between(0, 2), c.between(1.4, 2.6), hex("#d98a3c"))
	}
	c.footpath(c.across(.3), 1.4, 9, pathSand)
	for _, t := range []float64{.93, 1} {
		c.woodTree(c.across(t), c.homeY-3, c.between(46, 56), .02)
	}
	c.placeHome()
	if c.composition != "stream" && !c.clear {
		c.nearTrunks()
	}
	c.flowers(0, w, 88, 99, 22, c.lit(offWhite), .7)
	c.frame(leafDark)
}

// nearTrunks draws tree trunks in the corner opposite the home, partly outside
// the picture.
func (c *canvas) nearTrunks() {
	for _, t := range [][2]float64{{.035, 4.4}, {.145, 2.6}} {
		x, wide := c.across(t[0]), t[1]
		c.fill(polygon(point{x - wide*.7, -2}, point{x + wide*.5, -2}, point{x + wide, 101}, point{x - wide, 101}), c.shade(timberDark, .75))
		edge := polygon(point{x + wide*.5, -2}, point{x + wide*.2, -2}, point{x + wide*.55, 101}, point{x + wide, 101})
		if c.sunLeft {
			edge = polygon(point{x - wide*.7, -2}, point{x - wide*.35, -2}, point{x - wide*.5, 101}, point{x - wide, 101})
		}
		c.fill(edge, c.lit(timberDark).mix(timber, .4))
		var bark path
		for range 6 {
			bark.moveTo(x+c.between(-.4, .4)*wide, c.between(0, 90)).by(0, c.between(3, 8))
		}
		c.trace(&bark, c.shadow, .4, .5)
	}
	canopy := pineGreen
	if c.oaks {
		canopy = leafDark
	}
	edge := c.mirror(-3)
	c.fill(from(edge, -2).lineTo(c.across(.3), -2).quadTo(c.across(.26), 9, c.across(.17), 8).quadTo(c.across(.15), 17, c.across(.06), 13).quadTo(c.across(.02), 21, edge, 19).closed(), c.shade(canopy, .6))
}

// moor draws bands of heather with a tor (a rocky hilltop) or a viaduct.
func (c *canvas) moor() {
	w, hz := c.width, c.horizon
	c.hill(c.ridge(hz-2, c.between(6, 10), w/3), hex("#8a7fa0"), .52)
	c.hill(c.ridge(hz+2, 9, w/4), hex("#9a7a9a"), .34)
	c.hill(c.ridge(hz+8, 10, w/3.4), heather, .14)
	if c.composition == "viaduct" {
		c.viaduct()
		c.hill(c.ridge(hz+14, 7, w/3.1), heather.mix(bracken, .3), .1)
	} else {
		c.tor(c.focus(), hz+2.5)
	}
	c.hill(c.ridge(hz+17, 9, w/3), bracken.mix(heather, .35), .03)
	c.grain(c.rect(0, hz+8, w, 100), false)
	land := c.ground(hz+22, grass, 4, 2)
	c.lawn(land, hz+26, grass.mix(bracken, .2))
	c.dryWall(hz + 24)
	for range 7 {
		c.sheep(c.across(c.between(.05, .5)), c.between(hz+28, hz+34), c.between(.9, 1.4))
	}
	c.footpath(c.across(.3), 1.3, 8, pathSand)
	c.placeHome()
	c.heatherBands()
	c.frame(bracken)
	c.birds(w*.5, hz-18, 3)
}

func (c *canvas) tor(x, y float64) {
	for i := range 6 {
		w, h := c.between(3, 6), c.between(2, 3.4)
		rx, ry := x+float64(i%3-1)*5+c.between(-1, 1), y-c.between(0, 1)
		if i > 2 {
			ry -= 3
		}
		col := c.shade(rock, .6)
		if i%2 == 1 {
			col = c.lit(rock)
		}
		c.fill(from(rx-w/2, ry).quadTo(rx-w/2-.6, ry-h, rx-w*.2, ry-h).lineTo(rx+w*.3, ry-h).quadTo(rx+w*.6, ry-h*.7, rx+w*.5, ry).closed(), col)
	}
}

func (c *canvas) dryWall(y float64) {
	var stones path
	for x := -2.0; x < c.width; x += c.between(3, 4.6) {
		sy := y + sin(x/30)*1.2 + 1.5
		h, w := c.between(2.4, 3.4), c.between(3, 4.4)
		stones.add(point{x, sy}, point{x, sy - h}, point{x + w, sy - h}, point{x + w, sy})
	}
	c.fill(&stones, c.lit(rock))
	c.grain(&stones, false)
}

func (c *canvas) sheep(x, y, s float64) {
	c.symbol("sheep", x, y, s, c.chance(.5), func() {
		dark := c.shade(hex("#3a3a3a"), .2)
		c.stroke(from(-.8, 0).by(0, .7).moveTo(.8, 0).by(0, .7), dark, .35)
		c.fill(from(-1.5, 0).hump(3, 1).closed(), c.lit(offWhite, .5))
		c.fill(from(1.2, -.6).hump(1, .5).closed(), dark)
	})
}

func (c *canvas) heatherBands() {
	w := c.width
	bands := []colour{c.lit(heather).mix(grass, .3), c.lit(heather).mix(leaf, .12), c.shade(heather, .75)}
	for i, col := range bands {
		y, phase := 88+float64(i)*5, c.between(0, 6)
		var edge []point
		for x := -6.0; x <= w+6; x += 9 {
			edge = append(edge, point{x, y + sin(x/19+phase)*2.2 + c.between(-.7, .5)})
		}
		c.fill(c.below(edge), col)
		c.flowers(0, w, y+1, y+6, 30, c.lit(heather).mix(white, .25-.1*float64(i)), .5)
	}
}

// hills draws fields between hedges with a village, far or near.
func (c *canvas) hills() { c.fieldsAndVillage(func() { c.footpath(c.across(.3), 1.3, 9, pathSand) }) }

// river draws the same with a river, which flows past the home.
func (c *canvas) river() { c.fieldsAndVillage(func() { c.brook(c.focus(), c.horizon+24) }) }

// fieldsAndVillage draws the landscape of hills; way draws what leads from it to the
// foreground.
func (c *canvas) fieldsAndVillage(way func()) {
	w, hz := c.width, c.horizon
	c.hill(c.ridge(hz-1, 8, w/4), hex("#7f9fb0"), .5)
	c.hill(c.ridge(hz+4, 9, w/3.6), hex("#79a172"), .36)
	c.fields(hz+3, hz+19, c.ridge(hz+8, 7, w/3.4), []colour{grass, wheat, meadow, grassPale, hex("#c9c25a"), leaf}, .14)
	c.village(c.focus(), c.composition == "village")
	land := c.hill(c.ridge(hz+23, 5, w/2.6), grass, 0)
	c.lawn(land, hz+24, grass)
	var hedge path
	for x := 0.0; x < w; x += c.between(1.8, 2.8) {
		r := c.between(1.1, 1.7)
		hedge.moveTo(x-r, hz+22+sin(x/17)*1.2).hump(2*r, r).closed()
	}
	c.fill(&hedge, c.shade(leaf, .55))
	for range int(w / 34) {
		at := c.between(.02, .98) * w
		for range 2 + c.upTo(3) {
			col := leaf
			if c.chance(.3) {
				col = meadow
			}
			c.tree(at+c.between(-7, 7), hz+22+c.between(0, 1.6), c.between(5, 11), .05, col)
		}
	}
	way()
	c.tree(c.across(.95), c.homeY-2, 34, .03, leaf)
	c.placeHome()
	c.flowers(0, w, 86, 99, 30, c.lit(pick(c.stream, hex("#e2574c"), offWhite, yellow)), .8)
	c.frame(leaf)
	c.birds(w*.5, hz-16, 3)
}

func (c *canvas) village(x float64, near bool) {
	hz := c.horizon
	for range 5 {
		c.tree(x+c.between(-9, 10), hz+15+c.between(-1, 1), c.between(4, 6), .14, leaf)
	}
	if !near {
		c.church(x, hz+15, 9)
		for i := range 4 {
			hx := x + 6 + float64(i)*4.4
			c.fill(polygon(point{hx, hz + 15.4}, point{hx, hz + 12.6}, point{hx + 1.8, hz + 10.8}, point{hx + 3.6, hz + 12.6}, point{hx + 3.6, hz + 15.4}), c.lit(offWhite, .7))
			c.fill(polygon(point{hx - .4, hz + 12.8}, point{hx + 1.8, hz + 10.4}, point{hx + 4, hz + 12.8}), c.lit(terracotta))
		}
		return
	}
	c.church(x, hz+18, 19)
	walls := []colour{offWhite, hex("#e3c29a"), offWhite, hex("#d9a483"), stone, offWhite}
	for row := range 2 {
		r := float64(row)
		for i := range 6 {
			hx := x - 30 + float64(i)*11 + r*5
			if row == 0 && hx > x-7 && hx < x+7 {
				continue
			}
			roof := slate
			if i%2 == 1 {
				roof = terracotta
			}
			c.house(hx, hz+17+r*4, 5.6, 4.6, walls[(i+row*2)%6], roof, .08-.05*r)
			if i%2 == 1 {
				c.tree(hx-4, hz+17.4+r*4, c.between(6, 9), .06, leaf)
			}
		}
	}
}

// mountains draws mountains with a stream, or with a lake at their foot.
func (c *canvas) mountains() {
	w, hz := c.width, c.horizon
	c.peaks(hz+2, c.between(34, 40), max(3, int(w/44)), hex("#7a86ac"), .34, c.snow)
	c.peaks(hz+4, c.between(16, 22), max(4, int(w/34)), hex("#5a7a8c"), .2, false)
	c.hill(c.ridge(hz+6, 6, w/4), meadow, .18)
	c.wood(hz+7, 9, .6, func(x, y, h float64) { c.pine(x, y, h, .16) })
	land := c.ground(hz+10, grass, 4, 2)
	c.lawn(land, hz+13, grass)
	c.wood(hz+11.5, 15, .6, func(x, y, h float64) {
		if (x < c.homeX-c.homeWidth*.7 || x > c.homeX+c.homeWidth*.7) && c.chance(.55) {
			c.pine(x, y+1, h, .05)
		}
	})
	if c.composition == "loch" {
		c.loch(hz + 10.5)
	} else {
		c.brook(c.focus(), hz+10)
	}
	c.placeHome()
	c.flowers(0, w, 90, 99, 22, c.lit(yellow), .7)
	c.frame(leafDark)
	c.birds(w*.5, hz-26, 3)
}

func (c *canvas) loch(y float64) {
	w := c.width
	lower := func(p *path) *path {
		return p.lineTo(w+4, y+9).quadTo(w*.7, y+13, w*.45, y+10).quadTo(w*.2, y+7, -4, y+14).closed()
	}
	c.fill(lower(from(-4, y+2).quadTo(w*.3, y-2, w*.6, y).quadTo(w*.9, y+2, w+4, y+1)), c.lit(lakeBlue, .8))
	c.fill(lower(from(-4, y+7).quadTo(w*.3, y+3, w*.6, y+6).quadTo(w*.9, y+9, w+4, y+5)), c.shade(lakeBlue, .35))
	var pale, dark path
	for i := range 26 {
		p := &pale
		if i%5 < 2 {
			p = &dark
		}
		p.moveTo(c.between(0, w), c.between(y+1, y+10)).by(c.between(3, 12), 0)
	}
	c.trace(&pale, white, .36, .45)
	c.trace(&dark, c.shade(leafDark, .4), .36, .45)
	c.sail(c.focus(), y+5, 8)
}

// brook draws a stream that gets wider from the middle distance to the picture's
// lower edge.
func (c *canvas) brook(x, y float64) {
	end, wide := c.width*.32, c.width*.62
	if x > c.width/2 {
		end, wide = c.width*.55, c.width*.85
	}
	c.fill(from(x, y).cubicTo(x+8, y+8, x-22, 82, end, 101).lineTo(wide, 101).cubicTo(x-4, 84, x+16, y+8, x+2, y).closed(), c.lit(lakeBlue, .8))
	var glints path
	for range 9 {
		glints.moveTo(x+c.between(-10, 4), c.between(y+12, 97)).by(c.between(3, 8), 0)
	}
	c.trace(&glints, white, .4, .6)
}

// vineyard draws rows of vines that meet at one vanishing point; its second
// composition is a field of lavender.
func (c *canvas) vineyard() {
	w, hz := c.width, c.horizon
	c.hill(c.ridge(hz-1, 9, w/4), hex("#8a92b0"), .48)
	c.hill(c.ridge(hz+4, 10, w/3), hex("#a5a06a"), .3)
	focus := c.focus()
	c.hillVillage(focus, hz)
	c.hill(c.ridge(hz+8, 6, w/3), hex("#b9ab58"), .15)
	for range 9 {
		if x := c.between(0, w); x < focus-14 || x > focus+14 {
			c.poplar(x, hz+10+c.between(-1, 2), c.between(8, 13), .14, leafDark)
		}
	}
	c.rows(focus, hz+10)
	land := curve(c.through(point{1.05, 67}, point{.7, 69}, point{.46, 76}, point{.4, 84}, point{.5, 101})...).lineTo(c.across(1.05), 101).closed()
	c.fill(land, c.lit(grassPale))
	c.lawn(land, 72, grassPale)
	c.poplar(c.across(.95), c.homeY-2, 42, .02, leafDark)
	c.poplar(c.across(.9), c.homeY-1, 34, .02, leafDark)
	c.footpath(c.across(.55), 1.2, 6, pathSand)
	c.placeHome()
	c.flowers(min(c.across(.5), c.across(1)), max(c.across(.5), c.across(1)), 90, 99, 18, c.lit(hex("#9a6fc0")), .9)
	c.frame(leaf)
}

func (c *canvas) rows(vx, vy float64) {
	w := c.width
	soil, crop, dark := earth, vine, leaf
	if c.composition == "lavender" {
		soil, crop, dark = hex("#c9a56a"), hex("#8d6fb8"), hex("#5b4a8c")
	}
	land := c.ground(c.horizon+12, soil, 3, 0)
	c.within(land, func() {
		var lit, shaded path
		for i := -16; i <= 16; i++ {
			a, b := vx+float64(i)*w*.018, vx+float64(i)*w*.15
			const top = .35
			foot := w * .036
			lit.add(point{a - top, vy}, point{a + top, vy}, point{b + foot, 104}, point{b - foot, 104})
			if c.sunLeft {
				shaded.add(point{a, vy}, point{a + top, vy}, point{b + foot, 104}, point{b + foot*.1, 104})
			} else {
				shaded.add(point{a - top, vy}, point{a, vy}, point{b - foot*.1, 104}, point{b - foot, 104})
			}
		}
		c.fill(&lit, c.lit(crop))
		c.fill(&shaded, c.shade(dark, .7))
		c.grain(land, false)
	})
}
