package picture

// decor is how the rooms of a kind of home are built.
type decor struct {
	half, eaves, apex  float64 // as of a room; half is a share of the width
	walls, roof, floor colour
	boards             bool // the walls are boarded
	beams              bool
	opening            string // in the back wall: glass, bay, casement, hatch, door or flap
}

var decors = map[string]decor{
	"lodge":      {.25, 21, 35, hex("#c08a55"), hex("#a9713f"), hex("#c99a63"), true, true, "glass"},
	"caravan":    {.2, 7, 9.5, hex("#efe6d3"), hex("#f6f1e4"), hex("#b98f66"), false, false, "bay"},
	"cottage":    {.22, 9, 9.1, hex("#f3ecdd"), hex("#efe4cf"), hex("#b9a587"), false, true, "casement"},
	"tent":       {.22, -5, 19, hex("#f1e3c4"), hex("#ecdcb8"), hex("#c99a63"), false, false, "flap"},
	"pod":        {.17, -2, 13, hex("#c79a68"), hex("#b98a55"), hex("#c99a63"), true, true, "door"},
	"narrowboat": {.11, 4, 5, hex("#b98a55"), hex("#efe3c8"), hex("#8a6a4c"), true, false, "hatch"},
	"cruiser":    {.15, 5, 6, hex("#f3ecdd"), hex("#f6f1e4"), hex("#a9713f"), false, false, "bay"},
}

// decor returns how the home of the picture is built.
func (c *canvas) decor() decor {
	d, known := decors[c.home]
	switch {
	case c.home == "tourer":
		d = decors["caravan"]
	case !known:
		d = decors["lodge"]
	}
	if !d.boards {
		tint := pick(newStream(c.seed+"walls"), offWhite, hex("#cfdcd9"), hex("#e3d3ae"), hex("#dfe6d6"), hex("#e6cfc0"))
		d.walls = d.walls.mix(tint, .6)
	}
	if c.composition == "bedroom" {
		d.half, d.eaves, d.apex = min(d.half, .2), min(d.eaves, 9), min(d.apex, 16)
		if d.opening == "glass" || d.opening == "bay" {
			d.opening = "casement"
		}
	}
	return d
}

// openings are the corners of windows and doors in a back wall: left, sill,
// right, top.
var openings = map[string][4]float64{
	"bay":      {-.86, 9, .86, 20},
	"casement": {-.36, 11, .36, 20},
	"hatch":    {-.34, 4, .34, 18.6},
	"door":     {-.4, 0, .4, 19},
}

// interior draws a room of the home, with the landscape behind its window.
func (c *canvas) interior() {
	d := c.decor()
	r := c.room(c.mirror(c.width*.46), 46, c.width*d.half, d.eaves, d.apex)
	c.outlook()
	r.backWall(d)
	r.floor(d.floor, d.boards)
	finish := "plain"
	if d.boards {
		finish = "boards"
	}
	for _, k := range []float64{-1, 1} {
		r.sideWall(k, d.walls, finish)
		r.roofPlane(k, d.roof)
	}
	r.onTheWalls(d)
	if d.beams {
		r.rafters()
	}
	if c.composition == "bedroom" {
		c.bedroom(r)
	} else {
		c.living(r)
	}
}

// onTheWalls draws windows and pictures on the side walls.
func (r room) onTheWalls(d decor) {
	top := min(19.5, r.eaves-2)
	switch {
	case r.home == "narrowboat":
		r.portholes()
	case r.home == "cruiser":
		for _, s := range []float64{1.15, 1.6, 2.3} {
			r.sideWindow(-1, s, s*1.25, 11, top-1)
			r.sideWindow(1, s, s*1.25, 11, top-1)
		}
	case r.home == "tent" || r.home == "pod":
	case d.opening == "glass":
		r.hung(1, 2.1, 2.6, 13, 21)
	default:
		r.sideWindow(-1, 1.35, 2.1, 10.5, top)
		r.hung(-1, 2.5, 3.1, 11, top)
		if r.composition == "bedroom" || r.home == "cottage" {
			r.hung(1, 2.2, 2.7, 11.5, top)
		}
	}
}

// living furnishes a living room.
func (c *canvas) living(r room) {
	switch c.home {
	case "caravan", "tourer":
		c.rug(r, -.4, .4, 1.5, 2.4)
		c.kitchen(r)
		c.corner(r)
		c.lowTable(r)
	case "cruiser", "narrowboat":
		for i, s := range []float64{1.02, 1.12, 1.22} {
			r.block(-.3, .3, s, s+.1, 0, 3.6-1.2*float64(i), timber)
		}
		c.kitchen(r)
		c.table(r)
		c.lantern(r.at(.1, 1.5, 18.4))
	case "tent", "pod":
		c.rug(r, -.3, .5, 1.7, 2.6)
		c.bed(r, -.9, -.1)
		c.bed(r, .44, .9)
		c.lantern(r.at(.1, 1.5, min(27, r.apex-3)))
	case "cottage":
		c.rug(r, -.44, .42, 1.5, 2.4)
		c.hearth(r)
		c.sofa(r)
		c.lowTable(r)
		c.dog(r.at(.22, 2.3, 0))
	default:
		c.lodge(r)
	}
	if c.home != "tent" && !isBoat(c.home) {
		c.palm(c.width*.03, 103, 30)
	}
}

// lodge furnishes the living room of a lodge: a stove, a sofa, a dog and lamps.
func (c *canvas) lodge(r room) {
	for _, u := range []float64{-.3, .3} {
		c.wash(r.face(u-.22, 1.02, 0, u+.22, 1.02, 0, u+.34, 1.5, 0, u-.1, 1.5, 0), c.sun, .2)
	}
	c.rug(r, -.44, .42, 1.42, 2.5)
	c.stove(r)
	c.sofa(r)
	c.lowTable(r)
	c.dog(r.at(.22, 2.3, 0))
	for _, u := range []float64{-.26, .2} {
		p := r.at(u, 1.34, 28)
		c.stroke(from(p.x, -2).lineTo(p.x, p.y), c.shade(iron, .2), .4)
		c.fill(polygon(point{p.x - 1, p.y}, point{p.x + 1, p.y}, point{p.x + 4, p.y + 4.4}, point{p.x - 4, p.y + 4.4}), c.lit(red))
		c.ellipse(p.x, p.y+4.5, 4, .9, hex("#ffe6a8"), 0)
	}
}

// bedroom furnishes a bedroom with a double bed.
func (c *canvas) bedroom(r room) {
	c.rug(r, -.6, .6, 1.9, 2.5)
	left, right := -.46, .46
	if isBoat(c.home) {
		left, right = -.9, .3
	}
	if !isBoat(c.home) {
		c.bedside(r, -.78, -.54)
	}
	c.bed(r, left, right)
	if c.home != "tent" && c.home != "pod" {
		c.wardrobe(r)
	}
	c.bedside(r, .52, .7)
}

// backWall draws the wall at the back around its window or door.
func (r room) backWall(d decor) {
	if d.opening == "glass" {
		r.glazing(true)
		return
	}
	wall := r.face(-1, 1, 0, -1, 1, r.eaves, 0, 1, r.apex, 1, 1, r.eaves, 1, 1, 0)
	frame := new(path)
	if d.opening == "flap" {
		wall.add(r.at(-.42, 1, 0), r.at(.42, 1, 0), r.at(0, 1, r.apex-6))
		r.seam(frame, -.42, 1, 0, 0, 1, r.apex-6)
		r.seam(frame, 0, 1, r.apex-6, .42, 1, 0)
	} else {
		o := openings[d.opening]
		o[3] = min(o[3], r.eaves-1.5)
		if d.opening == "door" {
			o[3] = min(19, r.apex-6)
		}
		wall.add(r.at(o[0], 1, o[1]), r.at(o[2], 1, o[1]), r.at(o[2], 1, o[3]), r.at(o[0], 1, o[3]))
		for _, u := range []float64{o[0], o[0]/2 + o[2]/2, o[2]} {
			r.seam(frame, u, 1, o[1], u, 1, o[3])
		}
		r.seam(frame, o[0], 1, o[1], o[2], 1, o[1])
		r.seam(frame, o[0], 1, o[3], o[2], 1, o[3])
	}
	col := d.walls
	if r.composition == "bedroom" && !d.boards {
		col = col.mix(r.cloth(), .3)
	}
	r.fill(wall, r.shade(col, .3))
	r.grain(wall, false)
	r.stroke(frame, r.lit(offWhite, .7), .9)
	if o := openings[d.opening]; d.opening == "bay" || d.opening == "casement" {
		r.curtains(o[0], o[2], o[1]-1, min(o[3], r.eaves-1.5)+1)
	}
}

// curtains draws a curtain on either side of a window.
func (r room) curtains(u0, u1, h0, h1 float64) {
	col := r.lit(r.cloth().mix(white, .35), .8)
	wide := (u1 - u0) * .14
	for _, u := range []float64{u0 - wide*.6, u1 - wide*.4} {
		r.fill(r.face(u, 1.01, h0, u, 1.01, h1, u+wide, 1.01, h1, u+wide, 1.01, h0), col)
	}
}

// portholes draws round windows in both side walls.
func (r room) portholes() {
	for _, k := range []float64{-1, 1} {
		for _, s := range []float64{1.3, 1.75, 2.35, 3.3} {
			var rim, pane []point
			for i := range 10 {
				a := float64(i) * .6283
				rim = append(rim, r.at(k, s*(1+.075*cos(a)), 14.6+2.5*sin(a)))
				pane = append(pane, r.at(k, s*(1+.056*cos(a)), 14.6+1.9*sin(a)))
			}
			r.fill(polygon(rim...), r.lit(brass))
			r.fill(polygon(pane...), r.sky[3])
		}
	}
}

// outlook draws the landscape behind the window.
func (c *canvas) outlook() {
	w := c.width
	switch c.view {
	case "coast", "cliffs", "med":
		c.hill(c.ridge(54, 5, w/3), hex("#7f9fb0"), .5)
		c.water(53.5, 60, sea, seaDeep)
		for _, t := range []float64{.36, .5} {
			c.sail(c.across(t), 56+c.between(0, 2), c.between(3, 5))
		}
		c.hill(c.ridge(62, 2.4, w/4), grassPale, .05)
	case "forest":
		c.wood(58, 18, .42, func(x, y, h float64) { c.woodTree(x, y, h, .4) })
		c.wood(64, 26, .6, func(x, y, h float64) { c.woodTree(x, y, h, .12) })
	case "hills", "vineyard", "river":
		c.hill(c.ridge(53, 7, w/4), hex("#7f9fb0"), .45)
		c.fields(52, 66, c.ridge(57, 5, w/3.4), []colour{grass, wheat, meadow, grassPale}, .14)
	case "moor":
		c.hill(c.ridge(54, 8, w/4), hex("#9a7a9a"), .4)
		c.hill(c.ridge(60, 7, w/3.2), heather, .14)
	case "canal":
		c.hill(c.ridge(54, 5, w/4), meadow, .3)
		c.treeline(57, 4, leaf, .2)
		c.fill(c.rect(0, 59, w, 66), c.lit(canalGreen, .7))
	case "mountains":
		c.peaks(55, 24, max(3, int(w/30)), hex("#6d7f9a"), .4, c.snow)
		c.treeline(57, 4, leafDark, .14)
		c.hill(c.ridge(62, 3, w/4), meadow, .1)
	default: // a lake
		c.peaks(54, 24, max(3, int(w/30)), hex("#6d7f9a"), .4, c.snow)
		c.hill(c.ridge(54, 7, w/5), hex("#5f8a6b"), .28)
		c.treeline(55.5, 3, leafDark, .14)
		c.fill(c.rect(0, 56.6, w, 64), c.haze(c.lit(lakeBlue, .7), .35))
	}
}
