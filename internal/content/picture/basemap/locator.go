package basemap

import (
	"fmt"
	"math"
	"strings"
)

// The size of the picture of a position in SVG units, and the kilometres that
// it shows.
const (
	locatorWidth  = 656
	locatorHeight = 360
	locatorKm     = 90
)

// Locator draws the map around a position as SVG: land, towns and a pin. Equal
// positions give equal bytes.
func Locator(lat, lon float64) []byte {
	v := viewAt(lat, lon)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d">`, locatorWidth, locatorHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#bfdde0"/>`, locatorWidth, locatorHeight)
	base := Load()
	land := v.land(base)
	fmt.Fprintf(&b, `<path d="%s" fill="#f7f0df" fill-rule="evenodd" stroke="#d3e9e8" stroke-width="22" stroke-linejoin="round" paint-order="stroke"/>`, land)
	fmt.Fprintf(&b, `<path d="%s" fill="#f7f0df" fill-rule="evenodd" stroke="#c9b487" stroke-width="2"/>`, land)
	v.parks(&b, base)
	v.lines(&b, base)
	v.towns(&b, base)
	// The pin's tip is the position.
	fmt.Fprintf(&b, `<g transform="translate(%d %d)"><path d="M0 0C-8-16-24-26-24-44a24 24 0 0 1 48 0C24-26 8-16 0 0Z" fill="#14233b" stroke="#fff" stroke-width="4"/><circle cy="-44" r="9" fill="#fff"/></g></svg>`,
		locatorWidth/2, locatorHeight/2)
	return []byte(b.String())
}

// view converts coordinates to points of the picture. It uses the projection of the
// browser's map.
type view struct {
	x, y  float64 // the centre of the picture on the square map
	scale float64 // picture units per width of the square map
}

func viewAt(lat, lon float64) view {
	const equatorKm = 2 * math.Pi * 6371
	x, y := Square(lat, lon)
	return view{x, y, locatorWidth * equatorKm * math.Cos(lat*math.Pi/180) / locatorKm}
}

// at returns the point of a longitude and latitude in thousandths of a degree.
func (v view) at(lon, lat int) (x, y float64) {
	x, y = Square(float64(lat)/1000, float64(lon)/1000)
	return locatorWidth/2 + (x-v.x)*v.scale, locatorHeight/2 + (y-v.y)*v.scale
}

// Lines are drawn this far beyond the picture, so that their ends and edges do
// not show.
const beyond = 40

// point is a point of the picture.
type point struct{ x, y float64 }

// points converts a line of the map to points of the picture.
func (v view) points(line []int) (made []point) {
	lon, lat := 0, 0
	for i := 0; i+1 < len(line); i += 2 {
		lon, lat = lon+line[i], lat+line[i+1]
		x, y := v.at(lon, lat)
		made = append(made, point{x, y})
	}
	return made
}

// land returns the SVG path of the coasts in the picture.
func (v view) land(base *Base) string {
	var b strings.Builder
	for _, line := range base.Land {
		if ring := clip(v.points(line), locatorWidth, locatorHeight); len(ring) > 2 {
			writePath(&b, ring)
			b.WriteByte('Z')
		}
	}
	return b.String()
}

// clip cuts a closed line at the four sides of a picture, one after another.
func clip(ring []point, width, height float64) []point {
	sides := []struct {
		x, y, limit float64 // a point p is inside if x·p.x + y·p.y ≤ limit
	}{{-1, 0, beyond}, {1, 0, width + beyond}, {0, -1, beyond}, {0, 1, height + beyond}}
	for _, s := range sides {
		distance := func(p point) float64 { return s.limit - s.x*p.x - s.y*p.y }
		var kept []point
		for i, p := range ring {
			before := ring[(i+len(ring)-1)%len(ring)]
			from, to := distance(before), distance(p)
			if (from < 0) != (to < 0) {
				part := from / (from - to)
				kept = append(kept, point{before.x + part*(p.x-before.x), before.y + part*(p.y-before.y)})
			}
			if to >= 0 {
				kept = append(kept, p)
			}
		}
		ring = kept
	}
	return ring
}

func writePath(b *strings.Builder, line []point) {
	for i, p := range line {
		letter := byte('L')
		if i == 0 {
			letter = 'M'
		}
		fmt.Fprintf(b, "%c%.0f %.0f", letter, p.x, p.y)
	}
}

// seen reports whether any point is in the picture, or within margin of it.
func seen(line []point, margin float64) bool {
	for _, p := range line {
		if p.x > -margin && p.x < locatorWidth+margin && p.y > -margin && p.y < locatorHeight+margin {
			return true
		}
	}
	return false
}

func (v view) parks(b *strings.Builder, base *Base) {
	const unitsPerKm = float64(locatorWidth) / locatorKm
	for _, park := range base.Parks {
		x, y := v.at(park.At[0], park.At[1])
		rx, ry := float64(park.Radius[0])*unitsPerKm, float64(park.Radius[1])*unitsPerKm
		if seen([]point{{x, y}}, max(rx, ry)) {
			fmt.Fprintf(b, `<ellipse cx="%.0f" cy="%.0f" rx="%.0f" ry="%.0f" fill="#dfdfb4" fill-opacity=".75"/>`, x, y, rx, ry)
		}
	}
}

// lines draws borders and lakes.
func (v view) lines(b *strings.Builder, base *Base) {
	for _, line := range base.Borders {
		if points := v.points(line); seen(points, 200) {
			b.WriteString(`<path d="`)
			writePath(b, points)
			b.WriteString(`" fill="none" stroke="#a99a78" stroke-width="3" stroke-dasharray="10 7"/>`)
		}
	}
	for _, lake := range base.Lakes {
		if points := v.points(lake.Line); seen(points, 100) {
			b.WriteString(`<path d="`)
			writePath(b, points)
			fmt.Fprintf(b, `" fill="none" stroke="#9fcbd1" stroke-linecap="round" stroke-linejoin="round" stroke-width="%.0f"/>`,
				max(4, float64(lake.Width)/1000*locatorWidth/locatorKm))
		}
	}
}

// towns writes the names of the largest towns. It omits names that would
// overlap another name or the pin.
func (v view) towns(b *strings.Builder, base *Base) {
	type box struct{ left, top, right, bottom float64 }
	const mid, middle = locatorWidth / 2, locatorHeight / 2
	taken := []box{{mid - 34, middle - 80, mid + 34, middle + 8}}
	drawn := 0
	for _, place := range base.Places {
		x, y := v.at(place.At[0], place.At[1])
		width := float64(len([]rune(place.Name)))*13 + 18
		mine := box{x - 8, y - 16, x + width, y + 16}
		outside := mine.left < 8 || mine.top < 8 || mine.right > locatorWidth-8 || mine.bottom > locatorHeight-8
		if place.Kind != "town" || outside || drawn == 7 {
			continue
		}
		free := true
		for _, other := range taken {
			free = free && (mine.left > other.right || mine.right < other.left || mine.top > other.bottom || mine.bottom < other.top)
		}
		if !free {
			continue
		}
		taken, drawn = append(taken, mine), drawn+1
		fmt.Fprintf(b, `<circle cx="%.0f" cy="%.0f" r="5" fill="#535e70"/><text x="%.0f" y="%.0f" font-family="Cabin,Gill Sans,system-ui,sans-serif" font-size="25" fill="#2f3a4d" stroke="#f7f0df" stroke-width="5" stroke-linejoin="round" paint-order="stroke">%s</text>`,
			x, y, x+12, y+8, place.Name)
	}
}
