package basemap

import (
	"fmt"
	"math"
	"strings"
	"sync"
)

// The map of Britain and Northern Ireland: its size in units, and the size of the square
// cells into which Areas divides it, about 6 km.
const (
	BritainWidth  = 600
	BritainHeight = 990
	BritainCell   = 6

	britainWest, britainNorth = -8.3, 59.5 // its corner, in degrees
	britainDegrees            = 10.2       // its width
	britainColumns            = BritainWidth / BritainCell
	britainRows               = BritainHeight / BritainCell
)

// InBritain returns the point of a position on the map of Britain, in units from its west and
// north. on is false outside the map.
func InBritain(lat, lon float64) (x, y float64, on bool) {
	const scale = BritainWidth * 360 / britainDegrees // units per width of the square map
	west, north := Square(britainNorth, britainWest)
	x, y = Square(lat, lon)
	x, y = (x-west)*scale, (y-north)*scale
	return x, y, x >= 0 && x < BritainWidth && y >= 0 && y < BritainHeight
}

// BritainLand returns the coasts of the map of Britain as closed lines, in whole units: x and y by
// turns. A line may be a hole in another. They reach a little beyond the map.
var BritainLand = sync.OnceValue(func() (land [][]int) {
	for _, line := range Load().Land {
		var ring []point
		for _, at := range closed(line) {
			x, y, _ := InBritain(at[1], at[0])
			ring = append(ring, point{x, y})
		}
		if rounded := wholeUnits(clip(ring, BritainWidth, BritainHeight)); len(rounded) >= 6 {
			land = append(land, rounded)
		}
	}
	return land
})

// wholeUnits rounds a line, and leaves out the points within two units of the one before.
func wholeUnits(line []point) (rounded []int) {
	for _, p := range line {
		x, y := int(math.Round(p.x)), int(math.Round(p.y))
		if n := len(rounded); n > 0 && max(x-rounded[n-2], rounded[n-2]-x) <= 2 && max(y-rounded[n-1], rounded[n-1]-y) <= 2 {
			continue
		}
		rounded = append(rounded, x, y)
	}
	return rounded
}

// BritainPath is BritainLand as the path of an SVG.
var BritainPath = sync.OnceValue(func() string {
	var b strings.Builder
	for _, line := range BritainLand() {
		x, y := line[0], line[1]
		fmt.Fprintf(&b, "M%d %dl", x, y)
		for i := 2; i < len(line); i += 2 {
			fmt.Fprintf(&b, "%d %d ", line[i]-x, line[i+1]-y)
			x, y = line[i], line[i+1]
		}
		b.WriteByte('z')
	}
	return b.String()
})

// Spot is a place of an area: Area is the area's number, from 0.
type Spot struct {
	Lat, Lon float64
	Area     int
}

// Area is where an area is on the map of Britain.
type Area struct {
	// Cells are the cells of the area in runs from west to east: the column and the row of the
	// first cell, and how many they are, by turns. Empty where another area has more places in
	// every cell.
	Cells []int
	// X and Y are a point in the middle of the area, in units.
	X, Y int
}

// areaReach is how far from its places an area reaches, in cells: about 60 km.
const areaReach = 10

// Areas divides the map of Britain into areas, from where their places are: a cell belongs to the
// area that has most places in it; a cell without places to that of the nearest cell with some.
// count is the number of areas. The cells reach beyond the coast. Equal spots give equal areas.
func Areas(spots []Spot, count int) []Area {
	grid, centres := occupied(spots, count)
	reachOut(grid)
	areas := make([]Area, count)
	nearest := make([]float64, count)
	for at, area := range grid {
		if area == 0 {
			continue
		}
		column, row := at%britainColumns, at/britainColumns
		a, centre := &areas[area-1], centres[area-1]
		if n := len(a.Cells); n > 0 && column > 0 && grid[at-1] == area {
			a.Cells[n-1]++
		} else {
			a.Cells = append(a.Cells, column, row, 1)
		}
		x, y := column*BritainCell+BritainCell/2, row*BritainCell+BritainCell/2
		if far := math.Hypot(float64(x)-centre.x, float64(y)-centre.y); nearest[area-1] == 0 || far+1 < nearest[area-1] {
			a.X, a.Y, nearest[area-1] = x, y, far+1
		}
	}
	return areas
}

// occupied returns, for each cell with places, the area that has most of them, plus one, and the
// centre of each area's places.
func occupied(spots []Spot, count int) (grid []int, centres []point) {
	type key struct{ cell, area int }
	places, most := map[key]int{}, make([]int, britainColumns*britainRows)
	grid, centres = make([]int, len(most)), make([]point, count)
	in := make([]float64, count)
	for _, s := range spots {
		x, y, on := InBritain(s.Lat, s.Lon)
		if !on {
			continue
		}
		c := &centres[s.Area]
		in[s.Area]++
		c.x, c.y = c.x+(x-c.x)/in[s.Area], c.y+(y-c.y)/in[s.Area]
		k := key{int(y)/BritainCell*britainColumns + int(x)/BritainCell, s.Area}
		places[k]++
	}
	for k, n := range places { // of equally many the area that is first, whatever the order of the map
		if n > most[k.cell] || n == most[k.cell] && k.area+1 < grid[k.cell] {
			grid[k.cell], most[k.cell] = k.area+1, n
		}
	}
	return grid, centres
}

// reachOut gives the cells around each area to it, ring by ring.
func reachOut(grid []int) {
	for range areaReach {
		before := append([]int(nil), grid...)
		for at := range grid {
			column := at % britainColumns
			for _, next := range [4]struct {
				at     int
				inside bool
			}{{at - britainColumns, at >= britainColumns}, {at - 1, column > 0}, {at + 1, column < britainColumns-1}, {at + britainColumns, at+britainColumns < len(grid)}} {
				if grid[at] == 0 && next.inside {
					grid[at] = before[next.at]
				}
			}
		}
	}
}
