package api

import (
	"math"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/content/picture/basemap"
	"holidaymaker/internal/money"
)

const (
	// markRadius is how close holidays become one mark, in pixels, and
	// lastGrouped the last zoom level at which they do: as in the browser, which
	// makes the marks itself while it has all results
	// (web/src/features/map/pins.ts).
	markRadius  = 58
	lastGrouped = 11
	lastZoom    = 17
	// widestView is the largest part of the map that one call may ask for, in
	// pixels.
	widestView = 8192
	// besideView is how far around the part holidays are read, in pixels, so that
	// marks near its edge mostly stay the same when the map is moved.
	besideView = 3 * markRadius
)

// mapMarks answers with the marks of a search of any size: an answer of search
// has at most maxResults parks.
func (a *API) mapMarks(r *Request, in MapMarksQuery) (Encoded, error) {
	v := a.View()
	c, err := v.criteriaOf(in.SearchQuery, a.Today())
	if err != nil {
		return Encoded{}, err
	}
	if in.Zoom < 0 || in.Zoom > lastZoom {
		return Encoded{}, Refuse(InvalidRequest, "A map has the zoom levels 0 to 17.")
	}
	plan, ok := planOf(in.View, in.Zoom)
	if !ok {
		return Encoded{}, Refuse(InvalidBox, "A view is its west, south, east and north in degrees, at most 8,192 pixels wide and high.")
	}
	q := c.query(v, a.readerOf(r.Request))
	q.Limit = len(v.parkAt)
	inView, inBox := v.within(plan.read), q.In
	q.In = func(park int) bool { return inView(park) && (inBox == nil || inBox(park)) }
	found := answers.Get().(*availability.Answer)
	defer answers.Put(found)
	v.index.Search(&q, found)
	for i := range found.Rows {
		row := &found.Rows[i]
		p := v.parkAt[row.Park].ParkInfo
		plan.add(row.Park, p.Lat, p.Lon, row.Price)
	}
	return Encoded{JSON: encode(MapMarks{Marks: plan.marks(v)})}, nil
}

// markPlan places marks on a part of the map. Each holiday joins the nearest mark
// within markRadius, or becomes one itself.
type markPlan struct {
	view, read []float64 // the part, and the larger one that is read
	zoom       int
	left, top  float64 // of read, in pixels
	columns    int     // of cells; a cell is as wide and high as markRadius
	cells      []int32 // the last mark in each cell, from 1; 0: none
	placed     []placedMark
}

type placedMark struct {
	park, count int
	lat, lon    float64
	x, y        float64
	price       money.Pence
	next        int32 // in the same cell, as in cells
}

// planOf plans the marks of a part of the map. ok is false where the part is no
// area, or too large.
func planOf(view []float64, zoom int) (plan *markPlan, ok bool) {
	if !isBox(view) {
		return nil, false
	}
	left, top := pixelOf(view[3], view[0], zoom)
	right, bottom := pixelOf(view[1], view[2], zoom)
	if right-left > widestView || bottom-top > widestView {
		return nil, false
	}
	left, top, right, bottom = left-besideView, top-besideView, right+besideView, bottom+besideView
	north, west := degreesOf(left, top, zoom)
	south, east := degreesOf(right, bottom, zoom)
	columns := int((right-left)/markRadius) + 1
	rows := int((bottom-top)/markRadius) + 1
	return &markPlan{view: view, read: []float64{west, south, east, north}, zoom: zoom,
		left: left, top: top, columns: columns, cells: make([]int32, columns*rows)}, true
}

// add adds the next holiday in the order of the search.
func (m *markPlan) add(park int, lat, lon float64, price money.Pence) {
	x, y := pixelOf(lat, lon, m.zoom)
	column := min(max(int((x-m.left)/markRadius), 0), m.columns-1)
	row := min(max(int((y-m.top)/markRadius), 0), len(m.cells)/m.columns-1)
	if m.zoom <= lastGrouped {
		if near := m.nearest(x, y, column, row); near != nil {
			near.count++
			near.price = min(near.price, price)
			return
		}
	}
	cell := &m.cells[row*m.columns+column]
	m.placed = append(m.placed, placedMark{park: park, count: 1, lat: lat, lon: lon, x: x, y: y, price: price, next: *cell})
	*cell = int32(len(m.placed))
}

// nearest returns the nearest mark within markRadius of a point in a cell; nil
// where there is none.
func (m *markPlan) nearest(x, y float64, column, row int) (near *placedMark) {
	least := float64(markRadius * markRadius)
	for r := max(row-1, 0); r <= min(row+1, len(m.cells)/m.columns-1); r++ {
		for c := max(column-1, 0); c <= min(column+1, m.columns-1); c++ {
			for at := m.cells[r*m.columns+c]; at > 0; at = m.placed[at-1].next {
				mark := &m.placed[at-1]
				if d := (mark.x-x)*(mark.x-x) + (mark.y-y)*(mark.y-y); d < least {
					near, least = mark, d
				}
			}
		}
	}
	return near
}

// marks returns the marks that are in the part that was asked for.
func (m *markPlan) marks(v *View) []MapMark {
	west, south, east, north := m.view[0], m.view[1], m.view[2], m.view[3]
	marks := []MapMark{}
	for i := range m.placed {
		mark := &m.placed[i]
		if mark.lon < west || mark.lon > east || mark.lat < south || mark.lat > north {
			continue
		}
		p := v.parkAt[mark.park].ParkInfo
		lat, lon := coordinates(mark.lat, mark.lon)
		entry := MapMark{Lat: lat, Lon: lon, ParkID: p.ID, Count: mark.count, Price: mark.price}
		if mark.count == 1 {
			entry.Name = p.Name
		}
		marks = append(marks, entry)
	}
	return marks
}

// tileSize is the width and height of the whole map at zoom level 0, in pixels.
const tileSize = 256

// pixelOf returns the position on the whole map at a zoom level.
func pixelOf(lat, lon float64, zoom int) (x, y float64) {
	size := tileSize * math.Exp2(float64(zoom))
	x, y = basemap.Square(min(max(lat, -basemap.SquareLat), basemap.SquareLat), lon)
	return x * size, y * size
}

// degreesOf is the inverse of pixelOf.
func degreesOf(x, y float64, zoom int) (lat, lon float64) {
	size := tileSize * math.Exp2(float64(zoom))
	return basemap.FromSquare(x/size, y/size)
}
