package picture

import "math"

// box is a gabled house in slight perspective: two walls from a near edge, a
// gable over the left one and a roof plane over the right one.
type box struct {
	left, right, height, pitch float64
	wall, roof                 colour
	overhang, lift             float64
	far                        float64 // how much lower the right wall is at its far end
	courses                    int     // rows of boards
	thick                      float64 // thickness of the roof's edge
}

// wall is the four corners of a wall. It maps shares of the width and height to
// points.
type wall struct{ a, b, c, d point } // top left, top right, bottom right, bottom left

func (w wall) at(u, v float64) point {
	top, bottom := between(w.a, w.b, u), between(w.d, w.c, u)
	return between(top, bottom, v)
}

func (w wall) rect(u0, v0, u1, v1 float64) []point {
	return []point{w.at(u0, v0), w.at(u1, v0), w.at(u1, v1), w.at(u0, v1)}
}

// corners are the points of a box on which other parts are drawn.
type corners struct {
	gable, side                           wall
	near, nearTop, leftFoot, rightFoot    point
	leftTop, rightTop, ridgeNear, ridgeTo point
}

func (b brush) box(s box) corners {
	if s.thick == 0 {
		s.thick = 1.6
	}
	if s.far == 0 {
		s.far = .14
	}
	const leftFar = .1
	eye := -s.height * .45
	fall := func(y, k float64) float64 { return y + (eye-y)*k }
	near, nearTop := point{0, -s.lift}, point{0, -s.height - s.lift}
	k := corners{
		near: near, nearTop: nearTop,
		leftFoot:  point{-s.left, fall(-s.lift, leftFar)},
		leftTop:   point{-s.left, fall(-s.height-s.lift, leftFar)},
		rightFoot: point{s.right, fall(-s.lift, s.far)},
		rightTop:  point{s.right, fall(-s.height-s.lift, s.far)},
		ridgeNear: point{-s.left * .5, fall(-s.height-s.lift-s.pitch, leftFar*.5)},
	}
	k.ridgeTo = point{s.right - s.left*.5*(1-s.far)*.92, fall(-s.height-s.lift-s.pitch, s.far) + s.pitch*.02}
	k.gable = wall{k.leftTop, nearTop, near, k.leftFoot}
	k.side = wall{nearTop, k.rightTop, k.rightFoot, near}

	b.fill(b.polygon(k.leftFoot, near, nearTop, k.ridgeNear, k.leftTop), b.face(s.wall, true))
	b.fill(b.polygon(near, k.rightFoot, k.rightTop, nearTop), b.face(s.wall, false))
	b.boards(s, k)
	b.wash(b.polygon(nearTop, k.rightTop, point{k.rightTop.x, k.rightTop.y + s.height*.1}, point{0, nearTop.y + s.height*.12}), b.shadow, .3)
	b.roofOver(s, k)
	return k
}

// boards draws the rows of boards on the walls and the gable.
func (b brush) boards(s box, k corners) {
	if s.courses == 0 {
		return
	}
	var lines path
	for i := 1; i < s.courses; i++ {
		v := float64(i) / float64(s.courses)
		p, q, r := b.place(k.gable.at(0, v)), b.place(k.side.at(0, v)), b.place(k.side.at(1, v))
		lines.moveTo(p.x, p.y).lineTo(q.x, q.y).lineTo(r.x, r.y)
	}
	n := int(math.Round(s.pitch / (s.height / float64(s.courses))))
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n+1)
		p, q := b.place(between(k.leftTop, k.ridgeNear, t)), b.place(between(k.nearTop, k.ridgeNear, t))
		lines.moveTo(p.x, p.y).lineTo(q.x, q.y)
	}
	b.trace(&lines, b.shadow, .28, .28)
}

func (b brush) roofOver(s box, k corners) {
	o := s.overhang
	eave := point{k.nearTop.x + o*.75, k.nearTop.y + o*.72}
	eaveEnd := point{k.rightTop.x + o, k.rightTop.y + o*.6}
	ridge := point{k.ridgeNear.x - o*.5, k.ridgeNear.y - o*.3}
	ridgeEnd := point{k.ridgeTo.x + o*.7, k.ridgeTo.y - o*.2}
	back := point{k.leftTop.x - o*1.2, k.leftTop.y + o*.7}
	plane := b.polygon(eave, eaveEnd, ridgeEnd, ridge)
	b.fill(plane, b.face(s.roof, false, .95))
	b.grain(plane, false)
	var rows path
	n := max(3, int(math.Round(s.pitch/3.4)))
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		p, q := b.place(between(eave, ridge, t)), b.place(between(eaveEnd, ridgeEnd, t))
		rows.moveTo(p.x, p.y).lineTo(q.x, q.y)
	}
	b.trace(&rows, b.shadow, .3, .3)
	b.fill(b.polygon(back, ridge, eave, point{eave.x, eave.y + s.thick}, point{ridge.x, ridge.y + s.thick*1.3}, point{back.x, back.y + s.thick}), b.face(s.roof.mix(offWhite, .55), true))
	b.fill(b.polygon(eave, eaveEnd, point{eaveEnd.x, eaveEnd.y + s.thick*.8}, point{eave.x, eave.y + s.thick}), b.face(s.roof.mix(offWhite, .4), false))
}

// window is an opening on a wall: u0, v0 to u1, v1 are shares of it.
type window struct {
	u0, v0, u1, v1 float64
	panes          int     // side by side
	bar            float64 // share of the height at which a bar crosses the window, 0 for none
	curtain        *colour
}

func (b brush) pane() colour {
	if b.glow {
		return windowGlow
	}
	return glass.mix(b.sky[0], .25)
}

func (b brush) window(w wall, left bool, o window) {
	const edge = .012
	frame := b.face(offWhite, left, .6)
	b.fill(b.polygon(w.rect(o.u0-edge, o.v0-edge*2, o.u1+edge, o.v1+edge*2)...), frame)
	b.fill(b.polygon(w.rect(o.u0, o.v0, o.u1, o.v1)...), b.pane())
	du := o.u1 - o.u0
	if b.glow {
		b.wash(b.polygon(w.rect(o.u0, o.v0, o.u1, o.v0+(o.v1-o.v0)*.35)...), hex("#f4b65c"), .6)
	} else {
		b.wash(b.polygon(w.at(o.u0+du*.55, o.v0), w.at(o.u0+du*.8, o.v0), w.at(o.u0+du*.45, o.v1), w.at(o.u0+du*.2, o.v1)), white, .28)
	}
	if o.curtain != nil {
		col := b.face(*o.curtain, left, .6)
		b.fill(b.polygon(w.rect(o.u0, o.v0, o.u0+du*.16, o.v1)...), col)
		b.fill(b.polygon(w.rect(o.u1-du*.16, o.v0, o.u1, o.v1)...), col)
	}
	var bars path
	for i := 1; i < o.panes; i++ {
		u := o.u0 + du*float64(i)/float64(o.panes)
		p, q := b.place(w.at(u, o.v0)), b.place(w.at(u, o.v1))
		bars.moveTo(p.x, p.y).lineTo(q.x, q.y)
	}
	if o.bar > 0 {
		v := o.v0 + (o.v1-o.v0)*o.bar
		p, q := b.place(w.at(o.u0, v)), b.place(w.at(o.u1, v))
		bars.moveTo(p.x, p.y).lineTo(q.x, q.y)
	}
	if len(bars.data) > 0 {
		b.trace(&bars, frame, .6, 0)
	}
}
