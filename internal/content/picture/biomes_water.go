package picture

// lake draws a lake with a jetty, an island with a castle, or a boat as the home.
func (c *canvas) lake() {
	w, hz := c.width, c.horizon
	afloat := isBoat(c.home)
	if c.low {
		c.hill(c.ridge(hz, c.between(8, 12), w/2.6), hex("#7f9a8a"), .5)
	} else {
		c.peaks(hz+1, c.between(22, 30), max(4, int(w/38)), hex("#6d7f9a"), .42, c.snow)
	}
	c.hill(c.ridge(hz+1, 9, w/5), hex("#5f8a6b"), .3)
	c.treeline(hz+1.5, 3.2, leafDark, .16)
	y, shore := hz+2.5, 84.0
	if afloat {
		shore = 100
	}
	c.water(y, shore, lakeBlue, seaDeep)
	c.reflections(y)
	if c.composition == "island" {
		c.island(c.focus(), y+7.5)
	} else {
		c.sail(c.focus(), y+6, 7)
	}
	bank := c.through(point{1.05, 67}, point{.8, 68.5}, point{.55, 73}, point{.35, 80}, point{.12, 88}, point{-.05, 90})
	foot := 72.0
	if afloat {
		bank = c.through(point{1.05, 84}, point{.8, 86}, point{.55, 91}, point{.35, 94}, point{.12, 97}, point{-.05, 98})
		foot = 88
	}
	c.fill(c.below(shifted(bank, 0, -1.3)), c.lit(sand))
	land := c.below(bank)
	c.fill(land, c.lit(grass))
	c.lawn(land, 74, grass)
	if afloat {
		c.boat(w*.5, 77, min(86, w*.62))
	}
	for range 5 {
		c.woodTree(c.across(.9+c.between(-.04, .1)), foot+c.between(-1, 3), c.between(24, 36), .06)
	}
	switch {
	case afloat:
	case c.composition == "island":
		c.rowingBoat(c.across(.2), 80)
	default:
		c.jetty()
	}
	c.placeHome()
	c.frame(leaf)
	c.birds(w*.5, hz-24, 3)
}

func (c *canvas) reflections(y float64) {
	w := c.width
	var dark path
	for range int(w * .3) {
		t := c.unit() * c.unit()
		lens(&dark, c.between(-4, w), y+t*11, c.between(1.5, 5)*(1.1-t*.6))
	}
	c.wash(&dark, c.shade(leafDark, .35), .5)
	c.wash(from(0, y).lineTo(w, y).lineTo(w, y+1.6).quadTo(w*.7, y+3, w*.4, y+1.8).quadTo(w*.1, y+.6, 0, y+2).closed(), c.shade(leafDark, .5), .55)
	var ripples path
	for range 12 {
		ripples.moveTo(c.between(0, w), y+c.between(2, 18)).by(c.between(6, 22), 0)
	}
	c.trace(&ripples, c.haze(lakeBlue, .65), .35, .7)
}

func (c *canvas) island(x, y float64) {
	c.fill(from(x-22, y).quadTo(x-10, y-3.6, x+2, y-3).quadTo(x+14, y-2.4, x+22, y).quadTo(x, y+1.6, x-22, y).closed(), c.lit(meadow, .8))
	c.wash(from(x-22, y+.2).quadTo(x, y+1.8, x+22, y+.2).quadTo(x, y+4.6, x-22, y+.2).closed(), c.shade(leafDark, .5), .5)
	for i := range 5 {
		c.woodTree(x-15+float64(i)*3+c.between(-1, 1), y-1.6, c.between(7, 12), .08)
	}
	c.castle(x, y-1.6)
	for i := range 3 {
		c.tree(x+18+float64(i)*1.4, y-1, c.between(3.4, 5), .08, leaf)
	}
}

func (c *canvas) rowingBoat(x, y float64) {
	c.wash(polygon(point{x - 11, y + 2.4}, point{x + 11, y + 2.4}, point{x + 8, y + 4.4}, point{x - 8, y + 4.4}), c.shadow, .3)
	c.fill(from(x-12, y-2.4).quadTo(x, y+.4, x+12, y-2.8).quadTo(x+9, y+3, x+6, y+3).lineTo(x-7, y+3).quadTo(x-10, y+2, x-12, y-2.4).closed(), c.lit(red))
	c.fill(from(x-12, y-2.4).quadTo(x, y+.4, x+12, y-2.8).quadTo(x, y-4.2, x-12, y-2.4).closed(), c.shade(timberDark, .3))
	c.stroke(from(x-5, y-2.6).lineTo(x-15, y+2.6).moveTo(x+5, y-2.6).lineTo(x+16, y+2.2), c.lit(timber), .6)
}

func (c *canvas) jetty() {
	deck := c.through(point{.41, 79.4}, point{.375, 82.6}, point{.15, 76.6}, point{.175, 74.8})
	var posts, boards path
	for _, t := range []float64{.25, .55, .9} {
		p := between(deck[1], deck[2], t)
		posts.moveTo(p.x, p.y).by(0, 3.4)
	}
	c.stroke(&posts, c.shade(timberDark), .8)
	c.fill(polygon(deck...), c.lit(timber))
	c.fill(polygon(deck[1], deck[2], point{deck[2].x, deck[2].y + 1}, point{deck[1].x, deck[1].y + 1.2}), c.shade(timberDark))
	for i := 1; i < 12; i++ {
		t := float64(i) / 12
		a, b := between(deck[0], deck[3], t), between(deck[1], deck[2], t)
		boards.moveTo(a.x, a.y).lineTo(b.x, b.y)
	}
	c.trace(&boards, c.shadow, .22, .4)
}

// canal draws a canal with a towpath and a brick bridge; its second composition
// is a lock.
func (c *canvas) canal() {
	w, hz := c.width, c.horizon
	c.hill(c.ridge(hz, 7, w/4), hex("#8aa6a0"), .5)
	c.hill(c.ridge(hz+5, 7, w/3.2), hex("#7fa26a"), .3)
	c.treeline(hz+8, 4, leaf, .2)
	land := c.ground(hz+9, grass, 2, 0)
	c.lawn(land, hz+11, grass)
	turn := c.mirror(1) - c.mirror(0)
	vx, wy := c.across(.3), hz+12
	// Beyond the motif the water goes on round a bend; a lock closes it.
	water := from(vx-5*turn, wy+3).quadTo(vx-9*turn, wy+.5, vx-34*turn, wy-1).quadTo(vx-8*turn, wy-1, vx+5*turn, wy)
	if c.composition == "lock" {
		water = from(vx-5*turn, wy).lineTo(vx+5*turn, wy)
	}
	water.cubicTo(vx+14*turn, wy+8, c.across(.7), 72, c.across(1.1), 76).
		lineTo(c.across(1.1), 101).lineTo(c.across(.02), 101).cubicTo(c.across(.2), 92, vx-4*turn, 78, vx-5*turn, wy+3).closed()
	c.fill(water, c.lit(canalGreen, .6))
	c.within(water, func() {
		c.grain(water, false)
		var pale, dark path
		for i := range 30 {
			t, p := c.unit(), &pale
			if i%2 == 1 {
				p = &dark
			}
			p.moveTo(c.between(0, w), wy+3+t*40).by(c.between(2, 12)*(.4+t), 0)
		}
		c.trace(&pale, c.haze(canalGreen, .6), .4, .6)
		c.trace(&dark, c.shade(canalGreen, .7), .4, .6)
		if c.composition != "reeds" { // the shadow of the bridge or the gates
			c.wash(from(vx-9, wy).lineTo(vx+9, wy).lineTo(vx+9, wy+5).quadTo(vx, wy+13, vx-9, wy+5).closed(), c.shade(canalGreen, .8), .5)
		}
	})
	switch c.composition {
	case "lock":
		c.lock(vx, wy)
	case "reeds":
		c.windmill(c.across(.16), hz+14, 21)
	default:
		c.bridge(vx, wy+2.5)
	}
	for i := range 4 {
		k := float64(i)
		c.poplar(c.across(.5+k*.07), hz+12+k*.8, 17+k*3, .12-k*.02, leaf)
	}
	c.tree(c.across(.1), hz+16, 18, .08, leaf)
	c.tree(c.across(.02), hz+18, 24, .05, leaf)
	c.tree(c.across(.86), hz+20, 26, .04, leaf)
	c.tree(c.across(.99), hz+22, 32, .03, leaf)
	if isBoat(c.home) {
		c.boat(c.across(.62), 84, min(92, w*.66))
	} else {
		c.homeAt(c.homeX, 74, c.homeWidth*.86)
	}
	if c.composition == "reeds" {
		c.reeds()
		c.birds(w*.5, hz-16, 5)
		return
	}
	c.towpath()
	c.frame(leaf)
	c.birds(w*.5, hz-16, 3)
}

// towpath draws the path along a canal, and the grass before it.
func (c *canvas) towpath() {
	tow := curve(c.through(point{-.05, 78}, point{.1, 84}, point{.2, 92}, point{.24, 101})...).lineTo(c.across(-.05), 101).closed()
	c.fill(tow, c.lit(pathSand))
	c.grain(tow, false)
	c.fill(from(c.across(.34), 102).quadTo(c.across(.6), 95, c.across(1.1), 96).lineTo(c.across(1.1), 102).closed(), c.shade(leaf, .6))
	for i := range 6 {
		c.blades(c.across(.4+float64(i)*.11), 101, 7, c.between(6, 11), c.shade(leaf, .8), c.lit(leaf).mix(grassPale, .5), 4)
	}
}

// reeds draws a bank of reeds with brown heads.
func (c *canvas) reeds() {
	dark, bright := c.shade(hex("#7f8a3c"), .7), c.lit(hex("#b9a95c"))
	for i := range 13 {
		c.blades(c.across(float64(i)*.085-.01), 102, 9, c.between(11, 19), dark, bright, 6)
	}
	var heads path
	for range 16 {
		heads.dot(c.between(0, c.width), c.between(84, 92), .6, 2)
	}
	c.fill(&heads, c.shade(timberDark, .2))
}

// lock draws a pair of gates with white beams, and the keeper's cottage.
func (c *canvas) lock(x, y float64) {
	turn := c.mirror(1) - c.mirror(0)
	c.fill(c.rect(x-10, y+1, x-6, y+9), c.lit(stone))
	c.fill(c.rect(x+6, y+1, x+10, y+9), c.shade(stone, .4))
	c.fill(polygon(point{x - 6, y + 1}, point{x, y + 3}, point{x + 6, y + 1}, point{x + 6, y + 8}, point{x, y + 10}, point{x - 6, y + 8}), c.shade(timberDark, .3))
	c.stroke(from(x, y+3).lineTo(x, y+10), c.shadow, .4)
	c.stroke(from(x-17, y+2).lineTo(x-1, y+1.4).moveTo(x+1, y+1.4).lineTo(x+17, y+2), c.lit(offWhite), 1.2)
	c.house(x-24*turn, y+2, 11, 6.4, offWhite, slate, .06)
}
