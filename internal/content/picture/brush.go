package picture

// brush draws on a canvas in coordinates of its own: with an origin, a scale,
// and mirrored when flip is set.
type brush struct {
	*canvas
	x, y, k float64
	flip    bool
}

func (b brush) at(x, y float64) (float64, float64) {
	if b.flip {
		x = -x
	}
	return b.x + x*b.k, b.y + y*b.k
}

func (b brush) place(p point) point {
	x, y := b.at(p.x, p.y)
	return point{x, y}
}

// shape returns a polygon, given as x, y pairs.
func (b brush) shape(xy ...float64) *path {
	points := make([]point, len(xy)/2)
	for i := range points {
		points[i] = b.place(point{xy[2*i], xy[2*i+1]})
	}
	return polygon(points...)
}

// polygon returns a polygon, given as points.
func (b brush) polygon(points ...point) *path {
	placed := make([]point, len(points))
	for i, p := range points {
		placed[i] = b.place(p)
	}
	return polygon(placed...)
}

func (b brush) from(x, y float64) *path { return from(b.at(x, y)) }

func (b brush) line(p *path, x, y float64) *path { return p.lineTo(b.at(x, y)) }

func (b brush) quad(p *path, cx, cy, x, y float64) *path {
	ax, ay := b.at(cx, cy)
	bx, by := b.at(x, y)
	return p.quadTo(ax, ay, bx, by)
}

func (b brush) cubic(p *path, ax, ay, bx, by, x, y float64) *path {
	ax, ay = b.at(ax, ay)
	bx, by = b.at(bx, by)
	x, y = b.at(x, y)
	return p.cubicTo(ax, ay, bx, by, x, y)
}

// strokes returns a line through x, y pairs.
func (b brush) strokes(xy ...float64) *path {
	p := b.from(xy[0], xy[1])
	for i := 2; i < len(xy); i += 2 {
		b.line(p, xy[i], xy[i+1])
	}
	return p
}

func (b brush) trace(p *path, col colour, width, opacity float64) {
	b.canvas.trace(p, col, width*b.k*1.4, opacity)
}

func (b brush) circle(x, y, r float64, col colour, opacity float64) {
	x, y = b.at(x, y)
	b.canvas.circle(x, y, r*b.k, col, opacity)
}

func (b brush) ellipse(x, y, rx, ry float64, col colour, opacity float64) {
	x, y = b.at(x, y)
	b.canvas.ellipse(x, y, rx*b.k, ry*b.k, col, opacity)
}

func (b brush) bush(x, y, r float64, col colour) {
	x, y = b.at(x, y)
	b.canvas.fill(b.blob(x, y, r*b.k, 7), col)
}

func (b brush) flowers(x0, x1, y0, y1 float64, n int, col colour, size float64) {
	ax, ay := b.at(x0, y0)
	bx, by := b.at(x1, y1)
	b.canvas.flowers(min(ax, bx), max(ax, bx), ay, by, n, col, size*b.k)
}

// litLeft reports whether the sun shines on the side that is drawn left.
func (b brush) litLeft() bool { return b.sunLeft != b.flip }

// face is a colour as it looks on the left or the right side of a box.
func (b brush) face(col colour, left bool, k ...float64) colour {
	if left == b.litLeft() {
		return b.lit(col, .9*strength(k))
	}
	return b.shade(col, .62*strength(k))
}

// pot draws a plant in a pot.
func (b brush) pot(x, y, s float64, flower colour) {
	b.fill(b.shape(x-s, y-s*1.6, x+s, y-s*1.6, x+s*.7, y, x-s*.7, y), b.lit(terracotta))
	b.bush(x, y-s*2.6, s*1.5, b.lit(leaf))
	b.flowers(x-s, x+s, y-s*3.6, y-s*2, 6, b.lit(flower), .9)
}

// castShadow draws a home's shadow on the ground.
func (b brush) castShadow(x0, x1, depth float64) {
	s := -16.0
	if b.litLeft() {
		s = 16
	}
	b.wash(b.shape(x0, .5, x1, -1, x1+s, depth*.6, x0+s, depth), b.shadow, .34)
}

// deck draws a platform in front of a home.
func (b brush) deck(x0, x1, y, depth float64, col colour) {
	b.fill(b.shape(x0, y, x1, y, x1+3, y+depth, x0-3, y+depth), b.lit(col))
	var boards path
	for i := 1; i < 9; i++ {
		t := float64(i) / 9
		px, py := b.at(x0+(x1-x0)*t, y)
		qx, qy := b.at(x0-3+(x1-x0+6)*t, y+depth)
		boards.moveTo(px, py).lineTo(qx, qy)
	}
	b.trace(&boards, b.shadow, .3, .25)
	b.fill(b.shape(x0-3, y+depth, x1+3, y+depth, x1+3, y+depth+3.4, x0-3, y+depth+3.4), b.shade(col, .75))
}

// rail draws a railing of n bars.
func (b brush) rail(x0, x1, y, h float64, col colour, n int) {
	var bars path
	for i := range n + 1 {
		x := x0 + (x1-x0)*float64(i)/float64(n)
		px, py := b.at(x, y)
		qx, qy := b.at(x, y-h)
		bars.moveTo(px, py).lineTo(qx, qy)
	}
	b.trace(&bars, col, .6, 0)
	b.trace(b.strokes(x0, y-h, x1, y-h), col, 1.1, 0)
}
