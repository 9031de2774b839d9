package picture

// room is a room in one-point perspective. Its coordinates are u, across from -1
// to 1; s, the depth (1 is the back wall, larger is nearer); and h, the height
// above the floor. The eye is at height 16. The back wall is a window onto the
// park's landscape.
type room struct {
	*canvas
	vanishX, vanishY, half float64
	eaves, apex            float64
}

const nearest = 9 // depth at which floor and walls leave the picture

func (c *canvas) room(vanishX, vanishY, half, eaves, apex float64) room {
	return room{c, vanishX, vanishY, half, 16 + eaves, 16 + apex}
}

func (r room) at(u, s, h float64) point {
	return point{r.vanishX + u*r.half*s, r.vanishY + (16-h)*s}
}

// face returns a polygon, given as u, s, h triples.
func (r room) face(ush ...float64) *path {
	points := make([]point, len(ush)/3)
	for i := range points {
		points[i] = r.at(ush[3*i], ush[3*i+1], ush[3*i+2])
	}
	return polygon(points...)
}

// floorPatch returns a rectangle on the floor.
func (r room) floorPatch(u0, u1, s0, s1 float64) *path {
	return r.face(u0, s0, 0, u1, s0, 0, u1, s1, 0, u0, s1, 0)
}

func (r room) seam(p *path, u0, s0, h0, u1, s1, h1 float64) {
	a, b := r.at(u0, s0, h0), r.at(u1, s1, h1)
	p.moveTo(a.x, a.y).lineTo(b.x, b.y)
}

// block draws a box on the floor: its top, its visible side and its front.
func (r room) block(u0, u1, s0, s1, h0, h1 float64, col colour) {
	if h1 < 16 {
		r.fill(r.face(u0, s0, h1, u1, s0, h1, u1, s1, h1, u0, s1, h1), r.lit(col, .9))
	}
	right, left := r.shade(col, .7), r.lit(col, .6)
	if r.sunLeft {
		right, left = r.lit(col, .6), r.shade(col, .7)
	}
	if u0 > 0 {
		r.fill(r.face(u0, s0, h0, u0, s0, h1, u0, s1, h1, u0, s1, h0), right)
	}
	if u1 < 0 {
		r.fill(r.face(u1, s0, h0, u1, s0, h1, u1, s1, h1, u1, s1, h0), left)
	}
	front := r.face(u0, s1, h0, u1, s1, h0, u1, s1, h1, u0, s1, h1)
	r.fill(front, r.shade(col, .42))
	r.grain(front, false)
}

func (r room) litSide(k float64) bool { return (k > 0) == r.sunLeft }

func (r room) facing(k float64, col colour) colour {
	if r.litSide(k) {
		return r.lit(col, .9)
	}
	return r.shade(col, .5)
}

func (r room) glazing(door bool) {
	var bars path
	for _, u := range []float64{-.5, 0, .5} {
		slope := u
		if u < 0 {
			slope = -u
		}
		r.seam(&bars, u, 1, 0, u, 1, r.apex-(r.apex-r.eaves)*slope)
	}
	r.seam(&bars, -1, 1, r.eaves, 1, 1, r.eaves)
	r.seam(&bars, -1, 1, 1, 1, 1, 1)
	if door {
		r.seam(&bars, -.5, 1, 10, .5, 1, 10)
	}
	r.stroke(&bars, r.lit(offWhite, .7), 1.1)
}

func (r room) floor(col colour, planks bool) {
	shape := r.floorPatch(-1, 1, 1, nearest)
	r.fill(shape, r.lit(col))
	r.within(shape, func() {
		r.wash(r.floorPatch(-1, 1, 1.8, nearest), r.shade(col, .16), .7)
		var seams path
		step, dark := .2, r.shade(col, .3)
		if planks {
			step, dark = .1, r.shade(col, .5)
		}
		for u := -1.0; u < 1.01; u += step {
			r.seam(&seams, u, 1, 0, u, nearest, 0)
		}
		if !planks {
			for s := 1.06; s < nearest; s *= 1.12 {
				r.seam(&seams, -1, s, 0, 1, s, 0)
			}
		}
		r.trace(&seams, dark, .35, .45)
		r.grain(shape, false)
	})
}

// sideWall draws the left (-1) or right (1) wall. finish is boards, plain, or pool:
// windows on the left and tiles on the right.
func (r room) sideWall(k float64, col colour, finish string) {
	shape := r.face(k, 1, 0, k, 1, r.eaves, k, nearest, r.eaves, k, nearest, 0)
	r.fill(shape, r.facing(k, col))
	r.within(shape, func() {
		switch {
		case finish == "boards":
			var boards path
			for h := 2.6; h < r.eaves; h += 2.6 {
				r.seam(&boards, k, 1, h, k, nearest, h)
			}
			r.trace(&boards, r.shadow, .3, .25)
		case finish == "pool" && k < 0:
			r.sideWindows()
		case finish == "pool":
			r.fill(r.face(k, 1, 0, k, nearest, 0, k, nearest, 9, k, 1, 9), r.facing(k, hex("#3f9a9a")))
			r.fill(r.face(k, 1, 9, k, nearest, 9, k, nearest, 10, k, 1, 10), r.lit(yellow))
		}
		r.grain(shape, false)
	})
}

func (r room) sideWindows() {
	for _, w := range [][2]float64{{1.12, 1.42}, {1.52, 1.98}, {2.14, 3}} {
		r.sideWindow(-1, w[0], w[1], 4, r.eaves-3)
	}
}

// sideWindow draws a window in the left (-1) or right (1) wall, from depth a to b
// and from height low to top.
func (r room) sideWindow(k, a, b, low, top float64) {
	r.fill(r.face(k, a, low, k, b, low, k, b, top, k, a, top), r.sky[3])
	green := low + (top-low)*.4
	r.fill(r.face(k, a, low, k, b, low, k, b, green, k, a, green), r.haze(meadow, .3))
	var frame path
	r.seam(&frame, k, (a+b)/2, low, k, (a+b)/2, top)
	r.seam(&frame, k, a, low, k, b, low)
	r.seam(&frame, k, b, low, k, b, top)
	r.seam(&frame, k, b, top, k, a, top)
	r.seam(&frame, k, a, top, k, a, low)
	r.stroke(&frame, r.lit(offWhite), .9)
}

// hung draws a framed picture on the left (-1) or right (1) wall.
func (r room) hung(k, a, b, low, top float64) {
	r.fill(r.face(k, a, low, k, b, low, k, b, top, k, a, top), r.lit(offWhite))
	in, rise := (b-a)*.12, (top-low)*.12
	a, b, low, top = a+in, b-in, low+rise, top-rise
	r.fill(r.face(k, a, low, k, b, low, k, b, top, k, a, top), r.lit(yellow.mix(white, .3)))
	r.fill(r.face(k, a, low, k, b, low, k, b, low+(top-low)*.35, k, (a+b)/2, low+(top-low)*.7, k, a, low+(top-low)*.4), r.lit(blue))
}

func (r room) roofPlane(k float64, col colour) {
	shape := r.face(k, 1, r.eaves, 0, 1, r.apex, 0, nearest, r.apex, k, nearest, r.eaves)
	r.fill(shape, r.facing(k, col))
	var boards path
	for t := .16; t < 1; t += .16 {
		h := r.eaves + (r.apex-r.eaves)*t
		r.seam(&boards, k*(1-t), 1, h, k*(1-t), nearest, h)
	}
	r.trace(&boards, r.shadow, .35, .28)
	r.grain(shape, false)
}

func (r room) rafters() {
	for _, s := range []float64{1, 1.26, 1.62, 2.1, 2.75} {
		e := s * .045
		for _, k := range []float64{-1, 1} {
			col := r.shade(timberDark, .6)
			if r.litSide(k) {
				col = r.lit(timberDark, .8)
			}
			r.fill(r.face(k, s, r.eaves, 0, s, r.apex, 0, s+e, r.apex-.4, k, s+e, r.eaves-.6), col)
		}
	}
	var beams path
	r.seam(&beams, 0, 1, r.apex, 0, nearest, r.apex)
	r.seam(&beams, -1, 1, r.eaves, -1, nearest, r.eaves)
	r.seam(&beams, 1, 1, r.eaves, 1, nearest, r.eaves)
	r.stroke(&beams, r.shade(timberDark, .45), 1.1)
}

// palm draws a plant in a pot, partly outside the picture.
func (c *canvas) palm(x, y, h float64) {
	k, s := h/40, c.side()
	c.fill(polygon(point{x - 5*k, y - 9*k}, point{x + 5*k, y - 9*k}, point{x + 3.8*k, y + 4}, point{x - 3.8*k, y + 4}), c.lit(terracotta))
	c.fill(polygon(point{x + s*1*k, y - 9*k}, point{x + s*5*k, y - 9*k}, point{x + s*3.8*k, y + 4}, point{x + s*1.4*k, y + 4}), c.shade(terracotta, .45))
	var lit, dark path
	for i := range 11 {
		a, length := -2.75+float64(i)*.235+c.between(-.06, .06), h*c.between(.62, .86)
		droop := cos(a)
		if droop < 0 {
			droop = -droop
		}
		ex, ey := x+cos(a)*length, y-9*k+sin(a)*length*.9+droop*length*.32
		mx, my, w := x+cos(a)*length*.45, y-9*k+sin(a)*length*.95, h*.05
		p := &lit
		if i%2 == 0 {
			p = &dark
		}
		p.moveTo(x, y-9*k).quadTo(mx-w, my-w, ex, ey).quadTo(mx+w, my+w*1.6, x+.6, y-9*k).closed()
	}
	c.fill(&dark, c.shade(leafDark, .5))
	c.fill(&lit, c.lit(leaf, .8))
}
