package basemap

import (
	"math"
	"sync"
)

// kmPerDegree is the length of a degree of latitude.
const kmPerDegree = 111.195

// CoastKm returns the distance in a straight line from a position to the nearest
// coast, in kilometres. It is as exact as the map: to half a kilometre in the UK
// and Ireland, to one or a few elsewhere. known is false outside the map, and
// where a coast beyond its edge may be nearer.
func CoastKm(lat, lon float64) (km float64, known bool) {
	bounds := Load().Bounds
	west, south, east, north := degrees(bounds[0]), degrees(bounds[1]), degrees(bounds[2]), degrees(bounds[3])
	if lat <= south || lat >= north || lon <= west || lon >= east {
		return 0, false
	}
	p := flat{lat, lon, math.Cos(lat * math.Pi / 180)}
	km = math.Inf(1)
	for _, c := range coast() {
		if p.toBox(c.box) >= km {
			continue
		}
		for i := range len(c.points) - 1 {
			km = min(km, p.toLine(c.points[i], c.points[i+1]))
		}
	}
	edge := min(lat-south, north-lat, min(lon-west, east-lon)*p.shrink) * kmPerDegree
	return km, km < edge
}

func degrees(thousandths int) float64 { return float64(thousandths) / 1000 }

// position is a longitude and a latitude in degrees.
type position [2]float64

// stretch is a part of a coast, and its box: west, south, east, north.
type stretch struct {
	points []position
	box    [4]float64
}

// stretchPoints is how many points a stretch has at most. Of stretches that are
// far away only the box is looked at.
const stretchPoints = 32

// coast returns the coasts without the edges of the map, where land is cut off.
var coast = sync.OnceValue(func() (made []stretch) {
	base := Load()
	for _, line := range base.Land {
		var run []position
		for i, at := range closed(line) {
			if i > 0 && isEdge(run[len(run)-1], at, base.Bounds) || len(run) == stretchPoints {
				last := run[len(run)-1]
				made, run = appendStretch(made, run), nil
				if !isEdge(last, at, base.Bounds) {
					run = append(run, last)
				}
			}
			run = append(run, at)
		}
		made = appendStretch(made, run)
	}
	return made
})

func appendStretch(list []stretch, points []position) []stretch {
	if len(points) < 2 {
		return list
	}
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, at := range points {
		box = [4]float64{min(box[0], at[0]), min(box[1], at[1]), max(box[2], at[0]), max(box[3], at[1])}
	}
	return append(list, stretch{points, box})
}

// closed returns the points of a closed line; the last one is the first.
func closed(line []int) (points []position) {
	lon, lat := 0, 0
	for i := 0; i+1 < len(line); i += 2 {
		lon, lat = lon+line[i], lat+line[i+1]
		points = append(points, position{degrees(lon), degrees(lat)})
	}
	if len(points) > 0 {
		points = append(points, points[0])
	}
	return points
}

// isEdge reports whether a line between two points is an edge of the map.
func isEdge(a, b position, bounds [4]int) bool {
	for i, limit := range bounds {
		if axis := i % 2; a[axis] == degrees(limit) && b[axis] == degrees(limit) {
			return true
		}
	}
	return false
}

// flat is a position around which the earth is taken for flat. That is exact
// enough for some hundred kilometres.
type flat struct{ lat, lon, shrink float64 }

// toBox returns the distance to a box in kilometres, 0 inside it.
func (p flat) toBox(box [4]float64) float64 {
	x := max(box[0]-p.lon, 0, p.lon-box[2]) * p.shrink
	y := max(box[1]-p.lat, 0, p.lat-box[3])
	return math.Hypot(x, y) * kmPerDegree
}

// toLine returns the distance to the line between two points in kilometres.
func (p flat) toLine(a, b position) float64 {
	ax, ay := (a[0]-p.lon)*p.shrink, a[1]-p.lat
	bx, by := (b[0]-p.lon)*p.shrink, b[1]-p.lat
	dx, dy := bx-ax, by-ay
	part := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		part = min(1, max(0, -(ax*dx+ay*dy)/length))
	}
	return math.Hypot(ax+part*dx, ay+part*dy) * kmPerDegree
}
