package picture

import (
	"math"
	"strconv"
)

// fine is how many units of a path make one unit of the canvas, which is 100
// units high. Paths are written in whole numbers, relative to the previous
// point, to keep pictures small.
const fine = 10

// point is a position on the canvas: x to the right, y downwards.
type point struct{ x, y float64 }

// path builds the data of an SVG path.
type path struct {
	data           []byte
	x, y           int // the pen's position, in fine units
	startX, startY int
	last           byte
}

func units(v float64) int { return int(math.Round(v * fine)) }

func (p *path) command(c byte) {
	if p.last != c || c == 'm' {
		p.data = append(p.data, c)
	}
	p.last = c
}

func (p *path) number(n int) {
	if n >= 0 && len(p.data) > 0 {
		if b := p.data[len(p.data)-1]; b >= '0' && b <= '9' {
			p.data = append(p.data, ' ')
		}
	}
	p.data = strconv.AppendInt(p.data, int64(n), 10)
}

// step writes a point relative to the pen. When move is set it moves the pen.
func (p *path) step(x, y float64, move bool) {
	ux, uy := units(x), units(y)
	p.number(ux - p.x)
	p.number(uy - p.y)
	if move {
		p.x, p.y = ux, uy
	}
}

func (p *path) moveTo(x, y float64) *path {
	p.command('m')
	p.step(x, y, true)
	p.startX, p.startY = p.x, p.y
	return p
}

func (p *path) lineTo(x, y float64) *path {
	ux, uy := units(x), units(y)
	switch {
	case ux == p.x && uy == p.y:
		return p
	case uy == p.y:
		p.command('h')
		p.number(ux - p.x)
		p.x = ux
	case ux == p.x:
		p.command('v')
		p.number(uy - p.y)
		p.y = uy
	default:
		p.command('l')
		p.step(x, y, true)
	}
	return p
}

// by draws a line from the pen to a point at a distance.
func (p *path) by(dx, dy float64) *path {
	return p.lineTo(float64(p.x)/fine+dx, float64(p.y)/fine+dy)
}

func (p *path) quadTo(cx, cy, x, y float64) *path {
	p.command('q')
	p.step(cx, cy, false)
	p.step(x, y, true)
	return p
}

func (p *path) cubicTo(ax, ay, bx, by, x, y float64) *path {
	p.command('c')
	p.step(ax, ay, false)
	p.step(bx, by, false)
	p.step(x, y, true)
	return p
}

// arcTo draws the small arc of an ellipse, clockwise.
func (p *path) arcTo(rx, ry, x, y float64) *path {
	p.command('a')
	p.number(units(rx))
	p.number(units(ry))
	p.data = append(p.data, " 0 0 1"...)
	p.step(x, y, true)
	return p
}

// hump draws the upper half of an ellipse, dx wide, that begins at the pen.
func (p *path) hump(dx, ry float64) *path {
	return p.arcTo(dx/2, ry, float64(p.x)/fine+dx, float64(p.y)/fine)
}

func (p *path) closed() *path {
	p.data = append(p.data, 'z')
	p.x, p.y, p.last = p.startX, p.startY, 'z'
	return p
}

func (p *path) String() string { return string(p.data) }

func from(x, y float64) *path { return new(path).moveTo(x, y) }

// add appends a closed shape of straight edges.
func (p *path) add(points ...point) *path {
	p.moveTo(points[0].x, points[0].y)
	for _, q := range points[1:] {
		p.lineTo(q.x, q.y)
	}
	return p.closed()
}

func polygon(points ...point) *path { return new(path).add(points...) }

// dot appends a closed ellipse.
func (p *path) dot(x, y, rx, ry float64) *path {
	return p.moveTo(x-rx, y).hump(2*rx, ry).arcTo(rx, ry, x-rx, y).closed()
}

// curve draws a smooth line through points (a Catmull-Rom spline).
func curve(points ...point) *path {
	p := from(points[0].x, points[0].y)
	at := func(i int) point { return points[min(max(i, 0), len(points)-1)] }
	for i := range len(points) - 1 {
		a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
		p.cubicTo(b.x+(c.x-a.x)/6, b.y+(c.y-a.y)/6, c.x-(d.x-b.x)/6, c.y-(d.y-b.y)/6, c.x, c.y)
	}
	return p
}

// shifted returns the points moved by a distance.
func shifted(points []point, dx, dy float64) []point {
	moved := make([]point, len(points))
	for i, q := range points {
		moved[i] = point{q.x + dx, q.y + dy}
	}
	return moved
}

// reversed returns the points in the opposite order.
func reversed(points []point) []point {
	back := make([]point, len(points))
	for i, q := range points {
		back[len(points)-1-i] = q
	}
	return back
}
