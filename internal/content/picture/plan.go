package picture

import (
	"encoding/xml"
	"fmt"
	"strings"

	"holidaymaker/internal/catalogue"
)

// Colours of floor plans.
var (
	planPaper = hex("#fbf7ee")
	planInk   = hex("#14233b")
	planWood  = hex("#f0e2c6")
	planSleep = hex("#dfe9df")
	planBath  = hex("#d3e4ea")
)

// plan is a floor plan: an outline with a living room at the left, and two rows
// of rooms with a corridor between them at the right.
type plan struct {
	*canvas
	unit catalogue.UnitType
	boat bool
}

// planRoom is a room of a floor plan, with its beds.
type planRoom struct {
	name  string
	floor colour
	beds  catalogue.Beds
	share float64 // of the width, compared with other rooms
}

// HasPlan reports whether a floor plan of the unit type can be drawn: it is known
// where people sleep.
func HasPlan(u catalogue.UnitType) bool { return len(u.Beds) > 0 }

// planOf draws the floor plan of a unit type. It is a sketch: it shows which
// rooms and beds there are, and not how large they are.
func planOf(u catalogue.UnitType) []byte {
	c := &canvas{stream: newStream(u.ID), symbols: map[string]string{}, width: 150, daylight: times["noon"]}
	p := plan{c, u, u.Channel == "boats"}
	c.fill(c.rect(0, 0, c.width, 100), planPaper)
	living, rooms := p.rooms()
	const left, right = 7.0, 143.0
	top, bottom, split := 10.0, 86.0, 60.0
	if p.boat {
		top, bottom = 22, 72
	}
	switch len(rooms) {
	case 0:
		split = right
	case 1, 2:
		split = 92
	}
	p.room(living, left, top, split, bottom, 0)
	p.livingThings(living, left, top, split, bottom)
	p.rowsOf(rooms, split, top, right, bottom)
	p.outline(left, top, right, bottom)
	p.label(c.width/2, 95, 3.2, "Sketch, not to scale")
	return c.svg(900, 600)
}

// rooms returns the living room, and the bedrooms with the bathrooms.
func (p plan) rooms() (living planRoom, others []planRoom) {
	living = planRoom{name: "Living room and kitchen", floor: planWood}
	if p.boat {
		living.name = "Saloon and galley"
	}
	for _, beds := range p.unit.Beds {
		if p.unit.Bedrooms < 2 && p.unit.Bathrooms == 0 || beds.Sofas > 0 && beds.Doubles+beds.Singles+beds.Bunks == 0 {
			if beds.Sofas == 0 {
				living.name = beds.Room
			}
			living.beds = beds
			continue
		}
		others = append(others, planRoom{beds.Room, planSleep, beds, 1})
	}
	for i := range p.unit.Bathrooms {
		name := "Bathroom"
		if p.unit.Bathrooms > 1 {
			name = fmt.Sprint("Bathroom ", i+1)
		}
		others = append(others, planRoom{name: name, floor: planBath, share: .62})
	}
	return living, others
}

// placedRoom is a room with its walls. door is the side of its door: 1 below,
// -1 above.
type placedRoom struct {
	planRoom
	x0, y0, x1, y1, door float64
}

// corridor is how wide the corridor between two rows of rooms is.
const corridor = 9.0

// inTwoRows places rooms in two rows, bedrooms evenly and each bathroom in the row
// with more room, so that a bathroom is smaller than each bedroom. A row of
// bathrooms alone is lower. corridorAt is the middle of the corridor between the
// rows.
func inTwoRows(rooms []planRoom, x0, y0, x1, y1 float64) (placed []placedRoom, corridorAt float64) {
	bedrooms := 0
	for _, r := range rooms {
		if r.floor != planBath {
			bedrooms++
		}
	}
	var rows [2][]planRoom
	var widths [2]float64
	for i, r := range rooms {
		row := 0
		if r.floor == planBath && widths[1] <= widths[0] || r.floor != planBath && i >= (bedrooms+1)/2 {
			row = 1
		}
		rows[row] = append(rows[row], r)
		widths[row] += r.share
	}
	corridorAt = (y0 + y1) / 2
	if bedrooms == 1 {
		corridorAt = y0 + (y1-y0)*.6
	}
	for i, row := range rows {
		x, top, bottom, door := x0, y0, corridorAt-corridor/2, 1.0
		if i == 1 {
			top, bottom, door = corridorAt+corridor/2, y1, -1
		}
		for _, r := range row {
			next := x + (x1-x0)*r.share/widths[i]
			placed = append(placed, placedRoom{r, x, top, next, bottom, door})
			x = next
		}
	}
	return placed, corridorAt
}

// rowsOf draws rooms in two rows with a corridor between them.
func (p plan) rowsOf(rooms []planRoom, x0, y0, x1, y1 float64) {
	if len(rooms) == 0 {
		return
	}
	placed, middle := inTwoRows(rooms, x0, y0, x1, y1)
	p.fill(p.rect(x0, middle-corridor/2, x1, middle+corridor/2), planWood)
	for _, r := range placed {
		p.room(r.planRoom, r.x0, r.y0, r.x1, r.y1, r.door)
		p.bedsIn(r.beds, r.x0+3, r.y0, r.x1-3, r.y1, r.door)
		if r.floor == planBath {
			p.bathThings(r.x0, r.y0, r.x1, r.y1, r.door)
		}
	}
}

// room draws floor, walls, name and door of a room. door is the side of its
// door: 1 below, -1 above, 0 for none.
func (p plan) room(r planRoom, x0, y0, x1, y1, door float64) {
	p.fill(p.rect(x0, y0, x1, y1), r.floor)
	p.stroke(p.rect(x0, y0, x1, y1), planInk, .7)
	y, size := y1-3.4, 3.3
	if door != 0 {
		at := y1
		if door < 0 {
			at, y = y0, y0+5.8
		}
		p.stroke(from(x0+3, at).lineTo(x0+9, at), planWood, 1)
		p.trace(from(x0+3, at).lineTo(x0+3, at-6*door).quadTo(x0+8, at-5*door, x0+9, at), planInk, .35, .6)
	}
	if most := (x1 - x0 - 5) / (.56 * float64(len(r.name))); most < size {
		size = most
	}
	p.label((x0+x1)/2+2, y, size, r.name)
}

func (p plan) label(x, y, size float64, text string) {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(text)) // a strings.Builder never fails
	fmt.Fprintf(&p.shapes, `<text x="%d" y="%d" font-size="%d" font-family="system-ui,sans-serif" text-anchor="middle" fill="%s">%s</text>`,
		units(x), units(y), units(size), planInk, escaped.String())
}

// bedsIn draws the beds of a room side by side, with their heads at the outer
// wall.
func (p plan) bedsIn(b catalogue.Beds, x0, y0, x1, y1, door float64) {
	var widths []float64
	for range b.Doubles {
		widths = append(widths, 14)
	}
	for range b.Singles + b.Bunks {
		widths = append(widths, 8.4)
	}
	if len(widths) == 0 {
		return
	}
	sum := 0.0
	for _, w := range widths {
		sum += w
	}
	k := min(1, (x1-x0)/(sum+2*float64(len(widths)-1)), (y1-y0-9)/18)
	gap := (x1 - x0 - sum*k) / float64(len(widths)+1)
	head, down := y0+1.4, 1.0
	if door < 0 {
		head, down = y1-1.4, -1
	}
	x := x0 + gap
	for i, w := range widths {
		p.bedAt(x, head, w*k, 18*k*down, i < b.Doubles, i >= b.Doubles+b.Singles)
		x += w*k + gap
	}
}

func (p plan) bedAt(x, head, w, length float64, double, bunk bool) {
	box := func(x0, y0, x1, y1 float64) *path { return p.rect(x0, min(y0, y1), x1, max(y0, y1)) }
	p.fill(box(x, head, x+w, head+length), white)
	p.fill(box(x, head+length*.38, x+w, head+length), hex("#9fb8c4"))
	p.stroke(box(x, head, x+w, head+length), planInk, .5)
	pillows := 1
	if double {
		pillows = 2
	}
	wide := w / float64(pillows)
	for i := range pillows {
		at := x + wide*float64(i)
		p.stroke(box(at+wide*.14, head+length*.07, at+wide*.86, head+length*.26), planInk, .35)
	}
	if bunk {
		p.stroke(from(x, head+length*.38).lineTo(x+w, head+length), planInk, .4)
	}
}

// livingThings draws kitchen, table and sofa, or the beds of a home of one room.
func (p plan) livingThings(r planRoom, x0, y0, x1, y1 float64) {
	if r.beds.Sofas == 0 && (r.beds.Doubles > 0 || r.beds.Singles > 0 || r.beds.Bunks > 0) {
		p.bedsIn(r.beds, x0+6, y0+2, x1-6, y1, 1)
		return
	}
	p.fill(p.rect(x0+1, y0+1, x1-12, y0+8), hex("#c9cfc9"))
	p.stroke(p.rect(x0+1, y0+1, x1-12, y0+8), planInk, .4)
	for i := range 4 {
		p.circle(x0+7+float64(i%2)*4, y0+3+float64(i/2)*3.2, 1.2, planInk, .7)
	}
	p.stroke(p.rect(x0+19, y0+2.4, x0+27, y0+6.6), planInk, .4)
	middle := (y0+y1)/2 - 2
	for i := range 4 {
		p.circle(x1-24+float64(i%2)*12, middle-5+float64(i/2)*10, 2.3, hex("#d9a483"), 0)
	}
	p.fill(p.rect(x1-26, middle-4.4, x1-10, middle+4.4), hex("#e3c29a"))
	p.stroke(p.rect(x1-26, middle-4.4, x1-10, middle+4.4), planInk, .4)
	p.sofaAt(x0+1.4, y1-33, y1-9, r.beds.Sofas > 0)
}

func (p plan) sofaAt(x, y0, y1 float64, bed bool) {
	p.fill(p.rect(x, y0, x+10, y1), hex("#7fa39f"))
	p.fill(p.rect(x, y0, x+3, y1), hex("#5f8a86"))
	p.stroke(p.rect(x, y0, x+10, y1), planInk, .45)
	name := "Sofa"
	if bed {
		name = "Sofa bed"
		fmt.Fprintf(&p.shapes, `<path d="%s" fill="none" stroke="%s" stroke-width="4" stroke-dasharray="12 9"/>`, p.rect(x+10, y0+2, x+23, y1-2), planInk)
	}
	p.label(x+16.5, (y0+y1)/2+1, 2.6, name)
}

// bathThings draws shower and toilet.
func (p plan) bathThings(x0, y0, x1, y1, door float64) {
	wide, deep := min(9, (x1-x0)*.42), min(9, y1-y0-9) // clear of the door, which opens into the room
	x, y := x0+1.4, y0+1.4
	if door < 0 {
		y = y1 - 1.4 - deep
	}
	p.fill(p.rect(x, y, x+wide, y+deep), white)
	p.stroke(p.rect(x, y, x+wide, y+deep), planInk, .4)
	p.trace(from(x, y).lineTo(x+wide, y+deep).moveTo(x+wide, y).lineTo(x, y+deep), planInk, .25, .5)
	p.ellipse(x1-5, y+3.4, 2.4, 3, white, 0)
	p.trace(new(path).moveTo(x1-7.4, y+3.4).hump(4.8, 3).arcTo(2.4, 3, x1-7.4, y+3.4).closed(), planInk, .35, 0)
	p.stroke(p.rect(x1-7.6, y-.4, x1-2.4, y+1), planInk, .35)
}

// outline draws the outer walls; those of a boat have a bow.
func (p plan) outline(x0, y0, x1, y1 float64) {
	if p.boat {
		bow := from(x1, y0).quadTo(x1+5, (y0+y1)/2, x1, y1)
		p.stroke(bow, planInk, 1.5)
	}
	p.stroke(p.rect(x0, y0, x1, y1), planInk, 1.6)
	p.stroke(from(x0+22, y1).lineTo(x0+31, y1), planPaper, 1.9)
	p.label(x0+26.5, y1+4.2, 2.6, "Door")
}
