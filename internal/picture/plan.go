package picture

import (
	"cmp"
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

// rowsOf draws rooms in two rows with a corridor between them.
func (p plan) rowsOf(rooms []planRoom, x0, y0, x1, y1 float64) {
	if len(rooms) == 0 {
		return
	}
	middle, half := (y0+y1)/2, 4.5
	p.fill(p.rect(x0, middle-half, x1, middle+half), planWood)
	upper := upperRow(rooms)
	for _, row := range []struct {
		rooms       []planRoom
		top, bottom float64
		door        float64 // the side towards the corridor: 1 below, -1 above
	}{{rooms[:upper], y0, middle - half, 1}, {rooms[upper:], middle + half, y1, -1}} {
		whole := 0.0
		for _, r := range row.rooms {
			whole += r.share
		}
		x := x0
		for _, r := range row.rooms {
			next := x + (x1-x0)*r.share/whole
			p.room(r, x, row.top, next, row.bottom, row.door)
			p.bedsIn(r.beds, x+3, row.top, next-3, row.bottom, row.door)
			if r.floor == planBath {
				p.bathThings(x, row.top, next, row.bottom, row.door)
			}
			x = next
		}
	}
}

// upperRow returns how many of the rooms make half of the whole width.
func upperRow(rooms []planRoom) (n int) {
	rest := 0.0
	for _, r := range rooms {
		rest += r.share
	}
	for upper := 0.0; n < len(rooms) && upper < rest; n++ {
		upper += rooms[n].share
		rest -= rooms[n].share
	}
	return n
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
		fmt.Fprintf(&p.shapes, `<path d="%s" fill="none" stroke="%s" stroke-width="4" stroke-dasharray="12 9"/>`, p.rect(x+10, y0+2, x+19, y1-2), planInk)
	}
	p.label(x+cmp.Or(map[bool]float64{true: 14.6}[bed], 15), (y0+y1)/2+1, 2.6, name)
}

// bathThings draws shower, basin and toilet.
func (p plan) bathThings(x0, y0, x1, y1, door float64) {
	y := y0 + 1.4
	if door < 0 {
		y = y1 - 10.4
	}
	wide := min(9, (x1-x0)*.42)
	p.fill(p.rect(x0+1.4, y, x0+1.4+wide, y+9), white)
	p.stroke(p.rect(x0+1.4, y, x0+1.4+wide, y+9), planInk, .4)
	p.trace(from(x0+1.4, y).lineTo(x0+1.4+wide, y+9).moveTo(x0+1.4+wide, y).lineTo(x0+1.4, y+9), planInk, .25, .5)
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
