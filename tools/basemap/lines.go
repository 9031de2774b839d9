package main

import (
	"container/heap"
	"math"
)

// point is a longitude and a latitude in degrees.
type point struct{ lon, lat float64 }

func (p point) thousandths() (x, y int) {
	return int(math.Round(p.lon * 1000)), int(math.Round(p.lat * 1000))
}

// steps returns a line as its first point and the difference from each point to
// the next. Differences of zero are omitted.
func steps(line []point) (deltas []int) {
	var x, y int
	for i, p := range line {
		toX, toY := p.thousandths()
		if i > 0 && toX == x && toY == y {
			continue
		}
		deltas = append(deltas, toX-x, toY-y)
		x, y = toX, toY
	}
	return deltas
}

// tolerance is how far, in kilometres, a line may be from the real one at a
// point: least in the UK and Ireland, more in other countries with holidays,
// most elsewhere.
func tolerance(p point) float64 {
	switch {
	case p.lon > -11 && p.lon < 2.2 && p.lat > 49.7 && p.lat < 61:
		return 0.42
	case p.lon > -10 && p.lon < 19 && p.lat > 35.8 && p.lat < 55.2:
		return 1.1
	default:
		return 4
	}
}

// kilometres projects a point onto a plane on which distances near the latitude
// `around` are true.
func kilometres(p point, around float64) (x, y float64) {
	const degree = 111.2
	return p.lon * degree * math.Cos(around*math.Pi/180), p.lat * degree
}

// triangle is the area of three points in square kilometres.
func triangle(a, b, c point) float64 {
	ax, ay := kilometres(a, b.lat)
	bx, by := kilometres(b, b.lat)
	cx, cy := kilometres(c, b.lat)
	return math.Abs((bx-ax)*(cy-ay)-(cx-ax)*(by-ay)) / 2
}

// small reports whether a lake or an island is too small to show.
func small(ring []point) bool {
	area, first := 0.0, ring[0]
	for i := 1; i+1 < len(ring); i++ {
		ax, ay := kilometres(first, first.lat)
		bx, by := kilometres(ring[i], first.lat)
		cx, cy := kilometres(ring[i+1], first.lat)
		area += ((bx-ax)*(cy-ay) - (cx-ax)*(by-ay)) / 2
	}
	limit := tolerance(first)
	return math.Abs(area) < 4*limit*limit
}

// corner is a point of a line that may be removed. Its cost is the area that its
// removal would change (Visvalingam's algorithm), relative to the tolerance there.
type corner struct {
	at, before, after int
	weight            float64
	place             int // the corner's index in the heap
}

type corners []*corner

func (c corners) Len() int           { return len(c) }
func (c corners) Less(i, j int) bool { return c[i].weight < c[j].weight }
func (c corners) Swap(i, j int) {
	c[i], c[j] = c[j], c[i]
	c[i].place, c[j].place = i, j
}
func (c *corners) Push(x any) { *c = append(*c, x.(*corner)) }
func (c *corners) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// simplified removes points whose absence is not visible. It keeps the ends of
// a line that is not closed.
func simplified(line []point, closed bool) []point {
	n := len(line)
	if n < 4 {
		return line
	}
	all, queue := make([]*corner, n), corners{}
	weigh := func(c *corner) float64 {
		if !closed && (c.at == 0 || c.at == n-1) {
			return math.Inf(1)
		}
		limit := tolerance(line[c.at])
		return triangle(line[c.before], line[c.at], line[c.after]) / (limit * limit)
	}
	for i := range line {
		c := &corner{at: i, before: (i + n - 1) % n, after: (i + 1) % n, place: i}
		c.weight = weigh(c)
		all[i], queue = c, append(queue, c)
	}
	heap.Init(&queue)
	for queue.Len() > 3 && queue[0].weight < 1 {
		c := heap.Pop(&queue).(*corner)
		all[c.at] = nil
		before, after := all[c.before], all[c.after]
		before.after, after.before = c.after, c.before
		for _, neighbour := range []*corner{before, after} {
			neighbour.weight = max(weigh(neighbour), c.weight)
			heap.Fix(&queue, neighbour.place)
		}
	}
	var kept []point
	for i, c := range all {
		if c != nil {
			kept = append(kept, line[i])
		}
	}
	return kept
}

// clipped cuts a closed line at the four bounds, one after another (the
// Sutherland-Hodgman algorithm).
func clipped(ring []point) []point {
	for side := range bounds {
		var inside []point
		for i, p := range ring {
			previous := ring[(i+len(ring)-1)%len(ring)]
			if within(p, side) != within(previous, side) {
				inside = append(inside, crossing(previous, p, side))
			}
			if within(p, side) {
				inside = append(inside, p)
			}
		}
		if len(inside) == 0 {
			return nil
		}
		ring = inside
	}
	return ring
}

// within reports whether a point is on the inner side of one of the bounds.
func within(p point, side int) bool {
	switch side {
	case 0:
		return p.lon >= bounds[0]
	case 1:
		return p.lat >= bounds[1]
	case 2:
		return p.lon <= bounds[2]
	default:
		return p.lat <= bounds[3]
	}
}

// crossing is the point at which a line between two points crosses one of the
// bounds.
func crossing(a, b point, side int) point {
	if side%2 == 0 {
		part := (bounds[side] - a.lon) / (b.lon - a.lon)
		return point{bounds[side], a.lat + part*(b.lat-a.lat)}
	}
	part := (bounds[side] - a.lat) / (b.lat - a.lat)
	return point{a.lon + part*(b.lon-a.lon), bounds[side]}
}

// inside returns the parts of an open line that are within the bounds.
func inside(line []point) (parts [][]point) {
	var part []point
	for _, p := range line {
		if within(p, 0) && within(p, 1) && within(p, 2) && within(p, 3) {
			part = append(part, p)
			continue
		}
		if len(part) > 1 {
			parts = append(parts, part)
		}
		part = nil
	}
	if len(part) > 1 {
		parts = append(parts, part)
	}
	return parts
}
