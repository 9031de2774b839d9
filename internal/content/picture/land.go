package picture

import "math"

// ridge returns points along a skyline.
func (c *canvas) ridge(y, height, step float64) []point {
	var points []point
	phase := c.between(0, 9)
	for x := -step; x <= c.width+step*1.5; x += step {
		points = append(points, point{
			x + c.between(-.2, .2)*step,
			y - height*(.5+.5*sin(x/step*.9+phase))*c.between(.55, 1.1),
		})
	}
	return points
}

// below returns the area from a skyline down to the picture's lower edge.
func (c *canvas) below(points []point) *path {
	first, last := points[0], points[len(points)-1]
	return curve(points...).lineTo(last.x, 101).lineTo(first.x, 101).closed()
}

// hill fills the area below a skyline and shades the far side of its tops.
func (c *canvas) hill(points []point, col colour, distance float64) *path {
	shape := c.below(points)
	c.fill(shape, c.haze(c.lit(col), distance))
	shaded := c.haze(c.shade(col, .75), distance)
	s := c.side()
	var falls path
	for i := 1; i < len(points)-1; i++ {
		p := points[i]
		if p.y >= points[i-1].y || p.y >= points[i+1].y {
			continue
		}
		w := math.Abs(points[i+1].x - points[i-1].x)
		falls.moveTo(p.x-s*w*.02, p.y-2).
			cubicTo(p.x+s*w*.02, p.y+4, p.x-s*w*.1, p.y+9, p.x+s*w*.1, p.y+24).
			lineTo(p.x+s*w*1.1, p.y+24).lineTo(p.x+s*w*.9, p.y-6).closed()
	}
	if len(falls.data) > 0 {
		c.within(shape, func() {
			c.wash(&falls, shaded, .62)
			c.grain(&falls, false)
		})
	}
	return shape
}

func (c *canvas) mist(y, h float64) {
	c.grain(c.rect(0, y-h, c.width, y), true)
	c.grain(c.rect(0, y-h*.5, c.width, y), true)
}

// peaks draws a range of mountains, each with two sides that meet at a ridge.
func (c *canvas) peaks(y, height float64, n int, col colour, distance float64, snowy bool) {
	switch { // more and lower ones, below the text
	case c.clear:
		height, n = height*.42, n*2
	case c.quiet:
		height, n = height*.5, n*3/2
	}
	type peak struct{ x, h, w float64 }
	list := make([]peak, n)
	for i := range list {
		list[i] = peak{(float64(i)+c.between(.15, .85))/float64(n)*c.width*1.15 - c.width*.07, height * c.between(.55, 1), height * c.between(1.1, 1.6)}
	}
	for i := range list { // the lower mountains are in front
		for j := i + 1; j < n; j++ {
			if list[j].h > list[i].h {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
	for _, p := range list {
		c.peak(p.x, y, p.h, p.w, col, distance, snowy && p.h > height*.62)
	}
}

// jagged returns a zigzag line between two points, without the first.
func (c *canvas) jagged(a, b point, n int, play float64) []point {
	points := make([]point, 0, n)
	for i := 1; i < n; i++ {
		p := between(a, b, float64(i)/float64(n))
		points = append(points, point{p.x + c.between(-play, play), p.y + c.between(-play, play)*.5})
	}
	return append(points, b)
}

func (c *canvas) peak(x, foot, h, w float64, col colour, distance float64, snowy bool) {
	s, top := c.side(), point{x, foot - h}
	left := c.jagged(top, point{x - w, foot + 3}, 6, w*.045)
	right := c.jagged(top, point{x + w, foot + 3}, 6, w*.045)
	middle := c.jagged(top, point{x + s*w*.16, foot + 3}, 7, w*.07)
	whole := polygon(append(append([]point{top}, right...), reversed(left)...)...)
	dark := left
	if s > 0 {
		dark = right
	}
	darkFace := polygon(append(append([]point{top}, dark...), reversed(middle)...)...)
	shaded := c.haze(c.shade(col), distance*.9)
	c.fill(whole, c.haze(c.lit(col), distance))
	c.fill(darkFace, shaded)
	var gullies path
	for range 2 {
		t := c.between(.35, .6)
		px, py := x-s*w*t*.8, top.y+h*t
		gullies.add(point{px, py}, point{px + s*w*.1, foot + 3}, point{px + s*w*.26, foot + 3}, point{px + s*w*.07, py + h*.25})
	}
	c.wash(&gullies, shaded, .55)
	if !snowy {
		return
	}
	edge := top.y + h*c.between(.26, .36)
	drift := []point{{x - w*.5, top.y - 2}}
	for i := range 9 {
		dip := h * .05
		if i%2 == 1 {
			dip = -h * .09
		}
		drift = append(drift, point{x - w*.5 + w*float64(i)/8, edge + dip + c.between(-1, 1)})
	}
	drift = append(drift, point{x + w*.5, top.y - 2})
	c.within(whole, func() { c.fill(polygon(drift...), c.haze(c.lit(snow, .5), distance*.4)) })
	c.within(darkFace, func() { c.fill(polygon(drift...), c.haze(c.shade(snow, .62), distance*.4)) })
}

// fields draws fields of different crops between hedges on a hill.
func (c *canvas) fields(y0, y1 float64, skyline []point, crops []colour, distance float64) {
	shape := c.below(skyline)
	c.fill(shape, c.haze(c.lit(crops[0]), distance))
	c.within(shape, func() {
		vanish, crop := c.width*c.between(.3, .7), 0
		slant := func(x, y float64) float64 { return vanish + (x-vanish)*(1+(y-y0)/(y1-y0)*.28) }
		for row := range 3 {
			r := float64(row)
			ya := y0 - 4 + (y1-y0+8)*math.Pow(r/3, 1.25)
			yb := y0 - 4 + (y1-y0+8)*math.Pow((r+1)/3, 1.25) + 1
			for x := -14.0; x < c.width+14; {
				w := c.between(18, 36) * (1 + r*.35)
				tilt := c.between(-2.4, 2.4)
				q := []point{{slant(x, ya), ya + tilt*.4}, {slant(x+w, ya), ya - tilt*.4}, {slant(x+w, yb), yb - tilt}, {slant(x, yb), yb + tilt}}
				crop += 1 + c.upTo(2)
				col := crops[crop%len(crops)]
				c.fill(polygon(q...), c.haze(c.lit(col), distance))
				if c.chance(.36) {
					c.furrows(q, c.haze(c.shade(col, .45), distance))
				}
				c.hedge(q[3], q[2], distance, .5+r*.34)
				c.hedge(q[1], q[2], distance, .4+r*.26)
				x += w
			}
		}
	})
}

func (c *canvas) furrows(q []point, col colour) {
	var p path
	for i := 1; i < 6; i++ {
		t := float64(i) / 6
		a, b := between(q[0], q[1], t), between(q[3], q[2], t)
		p.moveTo(a.x, a.y).lineTo(b.x, b.y)
	}
	c.trace(&p, col, .4, .6)
}

func (c *canvas) hedge(a, b point, distance, size float64) {
	col := c.haze(c.shade(leaf, .6), distance)
	c.stroke(from(a.x, a.y).quadTo((a.x+b.x)/2, (a.y+b.y)/2+c.between(-.4, .4), b.x, b.y), col, size*1.3)
	var p path
	for range 3 {
		at := between(a, b, c.unit())
		r := size * c.between(.9, 1.5)
		p.moveTo(at.x-r, at.y).hump(2*r, r).closed()
	}
	c.fill(&p, col)
	if c.chance(.45) {
		at := between(a, b, c.between(.2, .8))
		c.tree(at.x, at.y, size*c.between(3, 4.6), distance, leaf)
	}
}

// ground draws the land on which the home stands: one curve across the picture.
func (c *canvas) ground(y float64, col colour, bow, tilt float64) *path {
	up := c.mirror(1) - c.mirror(0)
	w := c.width
	shape := c.below([]point{
		{-9, y - up*tilt + c.between(0, bow)},
		{w * .25, y + c.between(-1, 1)*bow*.6 - up*tilt*.5},
		{w * .5, y + c.between(-1, 1)*bow*.5},
		{w * .75, y + up*tilt*.5 + c.between(-.4, 1)*bow*.4},
		{w + 9, y + up*tilt + c.between(0, bow)},
	})
	c.fill(shape, c.lit(col))
	return shape
}

// lawn draws lit and shaded areas on the ground.
func (c *canvas) lawn(ground *path, y float64, col colour) {
	w := c.width
	c.within(ground, func() {
		far := w * 1.1
		if c.sunLeft {
			far = -w * .1
		}
		c.wash(from(far, y-9).quadTo(w*.5, y+3, w-far, y+14).lineTo(w-far, 101).lineTo(far, 101).closed(), c.shade(col, .22), .55)
		for i := range 4 {
			sy, x := y+7+float64(i)*6.5+c.between(-1, 1), c.between(0, w)
			sweep := c.shade(col, .3)
			if i%2 == 1 {
				sweep = c.lit(col).mix(grassPale, .4)
			}
			c.wash(from(x-w*.5, sy).quadTo(x, sy-c.between(2, 4), x+w*.5, sy).quadTo(x, sy+c.between(1, 3), x-w*.5, sy).closed(), sweep, .6)
		}
		c.grain(c.rect(0, y+14, w, 100), false)
		c.grain(c.rect(0, y-6, w, y+8), true)
	})
}

// footpath draws a path that gets wider from the home to the lower edge.
func (c *canvas) footpath(end, narrow, wide float64, col colour) {
	turn := c.mirror(1) - c.mirror(0)
	x0, y0 := c.homeX-12*turn, 80.0
	m := (x0+end)/2 - 10*turn
	shape := from(x0-narrow, y0).cubicTo(m-narrow*2, y0+6, m-wide, 90, end-wide, 101).
		lineTo(end+wide, 101).cubicTo(m+wide*.7, 91, m+narrow*1.2, y0+6, x0+narrow, y0).closed()
	c.fill(shape, c.lit(col))
	c.grain(shape, false)
}
