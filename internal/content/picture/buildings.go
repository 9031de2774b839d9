package picture

// lighthouse draws a lighthouse of height h at x, y.
func (c *canvas) lighthouse(x, y, h float64) {
	if c.clear {
		return
	}
	w, s := h*.12, c.side()
	tower := polygon(point{x - w, y}, point{x - w*.62, y - h*.74}, point{x + w*.62, y - h*.74}, point{x + w, y})
	c.fill(tower, c.lit(offWhite, .6))
	c.within(tower, func() {
		c.fill(c.rect(x-9, y-h*.5, x+9, y-h*.32), c.lit(red))
		c.wash(polygon(point{x + s*w*.15, y}, point{x + s*w*.1, y - h*.76}, point{x + s*w*3, y - h*.76}, point{x + s*w*3, y}), c.shadow, .34)
	})
	lamp := c.lit(hex("#f6e3a1"))
	if c.glow {
		lamp = hex("#ffe08a")
	}
	c.fill(c.rect(x-w*.95, y-h*.775, x+w*.95, y-h*.74), c.shade(hex("#2c3b50"), .2))
	c.fill(c.rect(x-w*.42, y-h*.895, x+w*.42, y-h*.775), lamp)
	c.fill(from(x-w*.6, y-h*.89).quadTo(x, y-h*1.06, x+w*.6, y-h*.89).closed(), c.lit(red))
}

// house draws a small house in the distance, its near edge at x, y.
func (c *canvas) house(x, y, w, h float64, walls, roof colour, distance float64) {
	gable, side := c.shade(walls, .6), c.lit(walls, .8)
	if c.sunLeft {
		gable, side = c.lit(walls, .9), c.shade(walls, .4)
	}
	c.fill(polygon(point{x, y}, point{x, y - h}, point{x + w, y - h}, point{x + w, y}), c.haze(side, distance))
	c.fill(polygon(point{x, y}, point{x, y - h}, point{x - w*.21, y - h*1.62}, point{x - w*.42, y - h}, point{x - w*.42, y}), c.haze(gable, distance))
	c.fill(polygon(point{x + w*.06, y - h}, point{x - w*.21, y - h*1.62}, point{x + w*.86, y - h*1.62}, point{x + w*1.08, y - h}), c.haze(c.lit(roof, .7), distance))
	pane := glass
	if c.glow {
		pane = windowGlow
	}
	var panes path
	for _, u := range []float64{.16, .56} {
		panes.add(point{x + w*u, y - h*.72}, point{x + w*(u+.2), y - h*.72}, point{x + w*(u+.2), y - h*.32}, point{x + w*u, y - h*.32})
	}
	c.wash(&panes, c.haze(pane, distance), .85)
}

func (c *canvas) church(x, y, h float64) {
	s := c.side()
	c.fill(polygon(point{x - h*.16, y}, point{x - h*.16, y - h*.55}, point{x, y - h*1.1}, point{x + h*.16, y - h*.55}, point{x + h*.16, y}), c.lit(stone))
	c.fill(polygon(point{x, y - h*1.1}, point{x + s*h*.16, y - h*.55}, point{x + s*h*.16, y}, point{x + s*h*.02, y}, point{x + s*h*.02, y - h*.55}), c.shade(stone, .8))
	c.fill(polygon(point{x + h*.16, y}, point{x + h*.16, y - h*.3}, point{x + h*.85, y - h*.3}, point{x + h*.85, y}), c.shade(stone, .5))
	c.fill(polygon(point{x + h*.16, y - h*.28}, point{x + h*.3, y - h*.48}, point{x + h*.76, y - h*.48}, point{x + h*.88, y - h*.28}), c.shade(slate, .4))
}

// harbour draws a village of two rows of houses above a quay.
func (c *canvas) harbour() {
	walls := []colour{offWhite, hex("#e9c7a0"), hex("#bcd3cf"), hex("#f0d98e"), offWhite, hex("#d9a08c")}
	w := c.width
	for row := range 2 {
		for i := range 7 {
			roof := terracotta
			if i%2 == 1 {
				roof = slate
			}
			x := c.mirror(w*.5 + float64(i)*min(w*.05, 6.8) + float64(row)*min(w*.022, 3))
			c.house(x, c.horizon-1.6+4.2*float64(row)-float64(i)*.42, 3.3, 2.7, walls[(i*2+row)%6], roof, .08)
		}
	}
	c.stroke(from(c.across(.47), c.horizon+3.4).lineTo(c.mirror(w*.5+52), c.horizon+2), c.haze(c.shade(stone, .3), .05), 1.1)
	c.lighthouse(c.across(.475), c.horizon+3, 9)
}

// pier draws a pier with a pavilion at its end.
func (c *canvas) pier() {
	end, shore, y := c.across(.47), c.mirror(-4), c.horizon+6.4
	out := c.mirror(1) - c.mirror(0)
	var piles path
	for i := range 15 {
		t := float64(i) / 14
		x := shore + (end-shore)*t
		piles.moveTo(x, y+3-t*2).by(0, 11-t*6)
	}
	c.stroke(&piles, c.shade(timberDark, .6), .55)
	c.fill(polygon(point{shore, y + 2.2}, point{end, y}, point{end, y + 1.3}, point{shore, y + 4}), c.lit(timber, .6))
	x, s := end-out*9, c.side()
	c.fill(c.rect(x-6, y-5, x+6, y), c.lit(offWhite, .8))
	c.fill(c.rect(x+s*1, y-5, x+s*6, y), c.shade(offWhite, .5))
	c.fill(from(x-7, y-5).quadTo(x, y-12, x+7, y-5).closed(), c.lit(hex("#2f8f8a")))
	c.fill(from(x, y-8.6).quadTo(x+s*5, y-8, x+s*7, y-5).lineTo(x, y-5).closed(), c.shade(hex("#2f8f8a"), .5))
	c.stroke(from(x, y-8).by(0, -5), c.shade(timberDark, .3), .4)
	c.fill(polygon(point{x, y - 13}, point{x + 4, y - 12.2}, point{x, y - 11.2}), c.lit(red))
	var panes path
	for i := range 4 {
		px := x - 5 + float64(i)*2.8
		panes.add(point{px, y - .6}, point{px, y - 3.6}, point{px + 1.6, y - 3.6}, point{px + 1.6, y - .6})
	}
	lamp := hex("#fdf6e6")
	pane := glass
	if c.glow {
		pane, lamp = windowGlow, hex("#ffe6a8")
	}
	c.fill(&panes, pane)
	for i := 1; i < 8; i++ {
		lx := shore + (end-shore)*float64(i)/9
		c.stroke(from(lx, y+2-float64(i)*.2).by(0, -4), c.shade(slate, .3), .28)
		c.circle(lx, y-2.2-float64(i)*.2, .6, lamp, 0)
	}
}

// huts draws six painted beach huts.
func (c *canvas) huts() {
	paint := []colour{red, blue, yellow, hex("#3f8f7a"), hex("#f08a6c"), offWhite}
	const w, h = 5.4, 5.6
	for i, col := range paint {
		y := 76 - float64(i)*.7
		a := c.across(.03 + float64(i)*.072)
		if !c.homeRight {
			a -= w
		}
		c.wash(polygon(point{a, y + .4}, point{a + w, y + .4}, point{a + w + 7, y + 2.2}, point{a + 6, y + 2.2}), c.shadow, .22)
		c.fill(polygon(point{a, y}, point{a, y - h}, point{a + w/2, y - h*1.55}, point{a + w, y - h}, point{a + w, y}), c.lit(col, .8))
		dark := polygon(point{a, y}, point{a, y - h}, point{a + w/2, y - h*1.55}, point{a + w/2, y})
		if c.sunLeft {
			dark = polygon(point{a + w/2, y}, point{a + w/2, y - h*1.55}, point{a + w, y - h}, point{a + w, y})
		}
		c.fill(dark, c.shade(col, .34))
		c.fill(c.rect(a+w*.32, y-h*.72, a+w*.68, y), c.lit(offWhite, .7))
		c.fill(polygon(point{a - .7, y - h + .5}, point{a + w/2, y - h*1.68}, point{a + w + .7, y - h + .5}, point{a + w + .5, y - h - .4}, point{a + w/2, y - h*1.86}, point{a - .5, y - h - .4}), c.lit(offWhite, .6))
	}
}

// parasol draws a tilted parasol on the sand.
func (c *canvas) parasol(x, y, s float64, col colour) {
	c.stroke(from(x, y).by(s*.4, -s*2), c.shade(timberDark, .3), .4)
	c.fill(from(x-s*1.1, y-s*1.55).quadTo(x-s*.2, y-s*3.3, x+s*1.8, y-s*2.2).closed(), c.lit(col))
	c.wash(c.rect(x-s, y+.3, x+s*1.6, y+1), c.shadow, .3)
}

// viaduct draws a viaduct with a train.
func (c *canvas) viaduct() {
	w := c.width
	xa, xb := w*.42, w+4
	if c.homeRight {
		xa, xb = -4, w*.6
	}
	y0, y1 := c.horizon-1.5, c.horizon+13
	const arches = 9
	span := (xb - xa) / arches
	piers, shadows := from(xa, y0), new(path)
	piers.lineTo(xb, y0).lineTo(xb, y1)
	for i := arches - 1; i >= 0; i-- {
		x, aw := xa+float64(i)*span+span*.16, span*.68
		piers.lineTo(x+aw, y1).lineTo(x+aw, y0+5.6)
		piers.quadTo(x+aw, y0+2.2, x+aw/2, y0+2).quadTo(x, y0+2.2, x, y0+5.6).lineTo(x, y1)
		sx := xa + float64(i)*span + span*.84
		shadows.add(point{sx, y1}, point{sx, y0 + 5}, point{sx + span*.13, y0 + 5}, point{sx + span*.13, y1})
	}
	piers.lineTo(xa, y1)
	c.fill(piers.closed(), c.haze(c.lit(stone), .12))
	c.fill(shadows, c.haze(c.shade(stone, .6), .12))
	c.stroke(from(xa, y0).lineTo(xb, y0), c.haze(c.lit(offWhite), .2), .7)
	c.stroke(from(xa, y0+1.7).lineTo(xb, y0+1.7), c.haze(c.shade(stone, .5), .12), .5)
	q := xa + (xb-xa)*.34
	for i := range 4 {
		col := hex("#9c3a34")
		if i == 0 {
			col = hex("#22352f")
		}
		x := q + float64(i)*7.4
		c.fill(c.rect(x, y0-3, x+6.9, y0-.4), c.haze(c.lit(col), .1))
	}
	for i := range 3 {
		k := float64(i)
		c.circle(q-1-k*3.4, y0-4.6-k*1.3, 1.2+k*.5, white, .7-k*.15)
	}
}

// bridge draws a brick arch over the canal.
func (c *canvas) bridge(x, y float64) {
	const w = 17
	shape := from(x-w, y).lineTo(x-w, y-7).quadTo(x, y-14, x+w, y-7).lineTo(x+w, y).lineTo(x+8, y).lineTo(x+8, y-2).
		cubicTo(x+8, y-11, x-8, y-11, x-8, y-2).lineTo(x-8, y).closed()
	c.fill(shape, c.lit(hex("#b5714a")))
	c.grain(shape, false)
	c.stroke(from(x-w-1, y-7).quadTo(x, y-14.4, x+w+1, y-7), c.lit(stone), 1.3)
	c.stroke(from(x-8, y-2).cubicTo(x-8, y-11, x+8, y-11, x+8, y-2), c.shade(stone, .4), .8)
}

// castle draws the castle on the island of a lake.
func (c *canvas) castle(x, y float64) {
	for _, t := range [][3]float64{{4, 3.4, 11}, {7.4, 7, 6}, {14, 2.8, 8.4}} {
		a, w, h := x+t[0], t[1], t[2]
		c.fill(from(a, y).lineTo(a, y-h).by(w*.3, 0).by(0, 1.1).by(w*.2, 0).by(0, -1.1).by(w*.3, 0).by(0, 1.1).by(w*.2, 0).lineTo(a+w, y).closed(), c.lit(stone))
		dark := c.rect(a, y-h+1, a+w*.45, y)
		if c.sunLeft {
			dark = c.rect(a+w*.55, y-h+1, a+w, y)
		}
		c.fill(dark, c.shade(stone, .55))
	}
}

// hillVillage draws a group of roofs around a tower.
func (c *canvas) hillVillage(x, y float64) {
	walls := hex("#e6c79a")
	for i := range 9 {
		hx, hy, h := x-12+float64(i)*2.7+c.between(-.5, .5), y+3.6-sin(float64(i)/8*3.14)*3.2, c.between(3, 5)
		col := c.shade(walls, .5)
		if i%2 == 1 {
			col = c.lit(walls)
		}
		c.fill(c.rect(hx, hy+1-h, hx+3.2, hy+1), col)
		c.fill(polygon(point{hx - .3, hy + 1 - h}, point{hx + 1.6, hy - .4 - h}, point{hx + 3.5, hy + 1 - h}), c.lit(terracotta))
	}
	c.fill(c.rect(x, y-8, x+2.6, y+1), c.lit(walls))
	c.fill(polygon(point{x - .4, y - 8}, point{x + 1.3, y - 11.4}, point{x + 3, y - 8}), c.lit(terracotta))
}

// windmill draws a drainage mill of height h with four sails.
func (c *canvas) windmill(x, y, h float64) {
	w, s := h*.16, c.side()
	c.fill(polygon(point{x - w, y}, point{x - w*.55, y - h*.7}, point{x + w*.55, y - h*.7}, point{x + w, y}), c.haze(c.lit(hex("#b5714a")), .08))
	c.fill(polygon(point{x + s*w*.1, y}, point{x + s*w*.05, y - h*.7}, point{x + s*w*.55, y - h*.7}, point{x + s*w, y}), c.haze(c.shade(hex("#b5714a"), .5), .08))
	c.fill(from(x-w*.62, y-h*.69).quadTo(x, y-h*.92, x+w*.62, y-h*.69).closed(), c.lit(offWhite))
	hub, sails := point{x, y - h*.74}, new(path)
	for i := range 4 {
		a := .5 + float64(i)*1.5708
		tip := point{hub.x + cos(a)*h*.42, hub.y + sin(a)*h*.42}
		across := point{-sin(a) * h * .06, cos(a) * h * .06}
		near := between(hub, tip, .25)
		c.stroke(from(hub.x, hub.y).lineTo(tip.x, tip.y), c.shade(timberDark, .3), .5)
		sails.add(near, tip, point{tip.x + across.x, tip.y + across.y}, point{near.x + across.x, near.y + across.y})
	}
	c.wash(sails, c.lit(offWhite), .85)
}
