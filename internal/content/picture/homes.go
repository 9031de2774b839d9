package picture

// placeHome draws the home of the Spec, if it has one.
func (c *canvas) placeHome() { c.homeAt(c.homeX, c.homeY, c.homeWidth) }

func (c *canvas) homeAt(x, y, width float64) {
	b := brush{c, x, y, width / 100, !c.homeRight}
	switch c.home {
	case "caravan":
		b.caravan()
	case "lodge":
		b.lodge()
	case "cottage":
		b.cottage()
	case "tent":
		b.tent()
	case "tourer":
		b.tourer()
	case "pod":
		b.pod()
	}
}

var amber, cream = hex("#e8b76a"), hex("#cfd8c8")

func (b brush) caravan() {
	walls := pick(b.stream, hex("#f3e9d2"), hex("#dfe6d6"), hex("#e7d9bd"), hex("#cfdcd9"), hex("#e9dcc6"))
	trim := pick(b.stream, hex("#2f5d62"), hex("#7c3b2e"), hex("#41584a"), hex("#3c4a66"))
	b.castShadow(-34, 64, 7)
	k := b.box(box{left: 33, right: 66, height: 25, pitch: 6.5, wall: walls, roof: trim.mix(slate, .5), courses: 9, overhang: 1.8, lift: 4, far: .13})
	skirt := hex("#8b8f86")
	b.fill(b.shape(k.leftFoot.x+1, k.leftFoot.y, k.near.x, k.near.y, k.near.x, 1, k.leftFoot.x+1, k.leftFoot.y+3.4), b.face(skirt, true))
	b.fill(b.shape(k.near.x, k.near.y, k.rightFoot.x-1, k.rightFoot.y, k.rightFoot.x-1, k.rightFoot.y+3, 0, 1), b.face(skirt, false))
	b.window(k.gable, true, window{.1, .2, .9, .74, 3, 0, &amber})
	b.window(k.side, false, window{.08, .22, .27, .66, 2, 0, &amber})
	b.fill(b.polygon(k.side.rect(.335, .16, .455, 1)...), b.face(trim, false, .7))
	b.fill(b.polygon(k.side.rect(.355, .22, .435, .55)...), b.pane())
	b.window(k.side, false, window{.53, .22, .7, .6, 2, 0, &cream})
	b.window(k.side, false, window{.8, .26, .9, .56, 0, 0, nil})
	b.deck(-2, 46, 1.5, 6, timber)
	b.rail(20, 49, 7.5, 9, b.lit(timberDark, .6), 8)
	b.rail(-5, 9, 7.5, 9, b.lit(timberDark, .6), 4)
	b.fill(b.shape(9, 11, 20, 11, 21, 13, 8, 13), b.lit(timber))
	b.fill(b.shape(8.4, 13, 20.6, 13, 21.6, 15.4, 7.4, 15.4), b.shade(timber, .4))
	b.pot(50, 9, 2.2, hex("#e2574c"))
	b.pot(-9, 8, 2.2, yellow)
}

func (b brush) lodge() {
	walls := pick(b.stream, timber, hex("#a8693a"), hex("#8a6a4c"), hex("#6f7f6a"))
	roof := pick(b.stream, slate, hex("#4a5a52"), hex("#6b4a3c"))
	b.castShadow(-46, 56, 8)
	k := b.box(box{left: 46, right: 50, height: 24, pitch: 17, wall: walls, roof: roof, courses: 8, overhang: 4.6, lift: 3, thick: 2.2})
	// The glazed gable.
	b.fill(b.shape(-36, -3, -10, -3.4, -10, -24, -23, -36.5, -36, -23), b.face(offWhite, true, .5))
	b.fill(b.shape(-34.6, -4, -23.6, -4, -23.6, -34.4, -34.6, -23), b.pane())
	b.fill(b.shape(-22.4, -4, -11.4, -4, -11.4, -24.2, -22.4, -34.4), b.pane())
	if b.glow {
		b.wash(b.shape(-34.6, -4, -11.4, -4, -11.4, -12, -34.6, -12), hex("#f2a94e"), .6)
	} else {
		b.wash(b.shape(-33, -12, -28, -26, -25, -27, -31, -8), white, .26)
	}
	b.trace(b.strokes(-35, -17.5, -11, -17.8), b.face(offWhite, true, .5), .9, 0)
	b.window(k.side, false, window{.16, .24, .38, .7, 2, 0, nil})
	b.window(k.side, false, window{.56, .24, .84, .7, 2, 0, &amber})
	b.deck(-48, 22, 1, 8, timber.mix(sand, .35))
	b.hotTub()
	b.rail(-51, -31, 9, 9, b.lit(timberDark, .5), 7)
	b.pot(-27, 9, 2.4, yellow)
	b.pot(25, 9, 2.2, hex("#e2574c"))
}

func (b brush) hotTub() {
	b.fill(b.shape(2, -4.5, 19, -4.5, 18, 5.5, 3, 5.5), b.shade(timberDark, .15))
	var staves path
	for i := 1; i < 6; i++ {
		p, q := b.place(point{2 + float64(i)*2.9, -4.5}), b.place(point{2.6 + float64(i)*2.7, 5.5})
		staves.moveTo(p.x, p.y).lineTo(q.x, q.y)
	}
	b.trace(&staves, b.shadow, .4, .35)
	b.ellipse(10.5, -4.5, 8.8, 2.2, b.lit(hex("#f3ead6"), .5), 0)
	b.ellipse(10.5, -4.3, 7.6, 1.6, hex("#58b9c4").mix(b.sky[3], .2), 0)
	for i := range 3 {
		x := 6.5 + float64(i)*4
		steam := b.from(x, -8)
		b.quad(steam, x+2, -11, x, -14)
		b.quad(steam, x-2, -17, x, -20)
		b.trace(steam, white, .9, .6)
	}
}

func (b brush) cottage() {
	whitewashed := b.chance(.5)
	walls := offWhite
	if !whitewashed {
		walls = pick(b.stream, stone, hex("#d8b98a"), hex("#c9b79c"))
	}
	roof := pick(b.stream, slate, hex("#8a5a3c"), hex("#6a6a62"))
	b.castShadow(-30, 66, 8)
	b.fill(b.shape(46, -44, 54, -44, 54, -56, 46, -56), b.face(walls, false, .9))
	b.fill(b.shape(46, -44, 43, -43, 43, -55, 46, -56), b.face(walls, true))
	k := b.box(box{left: 30, right: 66, height: 27, pitch: 19, wall: walls, roof: roof, overhang: 2.4, far: .12, thick: 1.5})
	if !whitewashed {
		b.masonry(k)
	}
	b.fill(b.shape(-19, -44, -11, -43, -11, -57, -19, -57), b.face(walls, true))
	b.fill(b.shape(-11, -43, -8, -44, -8, -56, -11, -57), b.face(walls, false))
	b.fill(b.shape(-18, -57, -12, -57, -12.6, -60, -17.4, -60), b.lit(terracotta))
	b.window(k.gable, true, window{.32, .42, .68, .78, 2, .5, nil})
	b.window(k.gable, true, window{.38, 0, .62, .22, 2, 0, nil})
	b.window(k.side, false, window{.08, .44, .22, .76, 2, .5, nil})
	b.window(k.side, false, window{.58, .44, .72, .76, 2, .5, nil})
	b.window(k.side, false, window{.82, .44, .93, .74, 2, .5, nil})
	door := pick(b.stream, hex("#2f6f6a"), hex("#b5402c"), hex("#27548a"), hex("#56703a"))
	b.fill(b.polygon(k.side.rect(.34, .36, .46, 1)...), b.face(offWhite, false, .6))
	b.fill(b.polygon(k.side.rect(.355, .4, .445, 1)...), b.face(door, false, .5))
	b.fill(b.shape(20, -19, 34, -18.4, 33, -15.6, 21, -16), b.face(roof, false))
	for _, u := range []float64{.3, .5} {
		p := k.side.at(u, .7)
		b.bush(p.x, p.y, 4.4, b.shade(leaf, .2))
		b.flowers(p.x-4, p.x+4, p.y-4, p.y+5, 10, b.lit(hex("#e36f8a")), .8)
	}
	for i := range 9 {
		if i == 3 {
			continue
		}
		col := b.shade(leaf, .4)
		if i%2 == 1 {
			col = b.lit(leaf, .6)
		}
		b.bush(float64(i)*7.4-2, 1.5, 3.4, col)
	}
	b.flowers(-4, 62, -1.5, 3, 26, b.lit(pick(b.stream, yellow, hex("#e2574c"), hex("#d98ac0"))), .96)
}

func (b brush) masonry(k corners) {
	var stones path
	for range 26 {
		w := k.side
		if b.chance(.34) {
			w = k.gable
		}
		u, v := b.between(.03, .92), b.between(.05, .92)
		for i, p := range w.rect(u, v, u+b.between(.03, .06), v+.07) {
			q := b.place(p)
			if i == 0 {
				stones.moveTo(q.x, q.y)
			} else {
				stones.lineTo(q.x, q.y)
			}
		}
		stones.closed()
	}
	b.wash(&stones, b.shadow, .12)
}

func (b brush) tent() {
	canvasCol := pick(b.stream, hex("#f1e3c4"), hex("#e9c46a"), hex("#d96f3f"))
	b.castShadow(-38, 38, 6)
	b.fill(b.shape(0, -52, -40, -12, -38, 1, 38, 1, 40, -12), b.lit(canvasCol))
	panels := [][2]float64{{-40, -38}, {-24, -26}, {-9, -10}, {9, 10}, {24, 26}, {40, 38}}
	bright, dark := b.lit(canvasCol), b.shade(canvasCol, .8)
	for i := range 5 {
		p, q := panels[i], panels[i+1]
		t := (float64(i) + .5) / 5
		col := dark.mix(bright, min(1, t*1.35))
		if b.litLeft() {
			col = bright.mix(dark, max(0, t*1.35-.3))
		}
		b.fill(b.shape(0, -52, p[0], -12, q[0], -12), col)
		b.fill(b.shape(p[0], -12, q[0], -12, q[1], 1, p[1], 1), col.mix(b.shadow, .12))
	}
	b.fill(b.shape(-40.6, -12.4, 40.6, -12.4, 40.4, -10.6, -40.4, -10.6), canvasCol.mix(b.shadow, .3))
	inside := b.shade(hex("#5a4a3c"), .5)
	if b.glow {
		inside = hex("#f7b95f")
	}
	b.fill(b.shape(0, -44, -10, 1, 10, 1), inside)
	b.fill(b.shape(0, -44, -10, 1, -17, 1, -9, -15), b.lit(canvasCol))
	b.fill(b.shape(0, -44, 10, 1, 17, 1, 9, -15), b.shade(canvasCol, .5))
	b.trace(b.strokes(0, -52, 0, -58), b.shade(timberDark, .3), .8, 0)
	b.fill(b.shape(0, -58, 7, -56, 0, -54), b.lit(red))
	rope := b.shadow.mix(canvasCol, .4)
	b.trace(b.strokes(-40, -12, -54.4, 2), rope, .4, 0)
	b.trace(b.strokes(40, -12, 54.4, 2), rope, .4, 0)
	b.bunting()
	b.fill(b.shape(22, 6, 38, 6, 40, 9, 20, 9), b.lit(red))
}

func (b brush) bunting() {
	flags := []colour{red, blue, yellow, leaf}
	for i := range 8 {
		t := float64(i) / 8
		x, y := 42+t*34, -12+sin(t*3.14)*5-t*22
		b.fill(b.shape(x, y, x+3.4, y-1.4, x+2.2, y+4), b.lit(flags[i%4]))
	}
	b.trace(b.strokes(42, -12, 52, -10, 62, -16, 77, -35), b.shade(timberDark, .2), .35, 0)
	b.trace(b.strokes(77, -36, 77, 3), b.shade(timberDark, .3), 1, 0)
}

func (b brush) tourer() {
	stripe := pick(b.stream, blue, red, hex("#3f7d5f"))
	b.castShadow(-40, 46, 7)
	body := func() *path {
		p := b.from(-38, -7)
		b.line(p, -40, -24)
		b.quad(p, -40, -41, -24, -42)
		b.line(p, 28, -42)
		b.quad(p, 42, -41, 43, -26)
		b.line(p, 42, -7)
		return p.closed()
	}
	b.fill(body(), b.face(offWhite, true))
	b.within(body(), func() {
		b.fill(b.shape(-44, -20, 50, -20, 50, -12, -44, -12), b.lit(stripe))
		b.fill(b.shape(-44, -12, 50, -12, 50, 0, -44, 0), b.face(hex("#e3ddcf"), true))
		if b.litLeft() {
			b.wash(b.shape(30, -50, 50, -50, 50, 0, 34, 0), b.shadow, .3)
		} else {
			b.wash(b.shape(-50, -50, -30, -50, -34, 0, -50, 0), b.shadow, .3)
		}
		b.wash(b.shape(-44, -46, 50, -46, 50, -38.5, -44, -38.5), b.shadow, .12)
	})
	b.roundWindow(-32, -35, 20, 12)
	b.roundWindow(20, -35, 15, 12)
	b.fill(b.shape(-4, -38, 11, -38, 11, -7, -4, -7), b.shadow.mix(offWhite, .5))
	b.fill(b.shape(-3.4, -37.4, 10.4, -37.4, 10.4, -7, -3.4, -7), b.face(offWhite, true, .6))
	b.roundWindow(-1, -34, 9, 10)
	b.fill(b.shape(-36, -40, 14, -40, 20, -33, -44, -33), b.lit(stripe))
	for i := 0; i < 5; i += 2 {
		x := float64(i)
		b.fill(b.shape(-36+x*10, -40, -26+x*10, -40, -31.2+x*12.8, -33, -44+x*12.8, -33), b.lit(offWhite, .6))
	}
	poles := b.shadow.mix(offWhite, .3)
	b.trace(b.strokes(-43, -33, -43, 2), poles, .8, 0)
	b.trace(b.strokes(19, -33, 19, 2), poles, .8, 0)
	tyre := hex("#2b2f36")
	b.circle(28, -4, 6.6, b.shade(tyre, .3), 0)
	b.circle(28, -4, 3, b.lit(hex("#c9c6bb")), 0)
	b.trace(b.strokes(42, -8, 56, -4, 56, 1), b.shade(tyre, .2), 1.2, 0)
	b.fill(b.shape(-30, -5, -14, -5, -14, -3.4, -30, -3.4), b.lit(timber))
	b.trace(b.strokes(-28, -4, -29, 4), b.shade(timberDark, .2), .7, 0)
	b.trace(b.strokes(-16, -4, -15, 4), b.shade(timberDark, .2), .7, 0)
}

func (b brush) roundWindow(x, y, w, h float64) {
	b.fill(b.shape(x+1, y-1, x+w-1, y-1, x+w+1, y+1, x+w+1, y+h-1, x+w-1, y+h+1, x+1, y+h+1, x-1, y+h-1, x-1, y+1), b.face(offWhite, true, .3))
	b.fill(b.shape(x+1, y, x+w-1, y, x+w, y+1, x+w, y+h-1, x+w-1, y+h, x+1, y+h, x, y+h-1, x, y+1), b.pane())
	if !b.glow {
		b.wash(b.shape(x+w*.5, y+1, x+w*.75, y+1, x+w*.45, y+h-1, x+w*.2, y+h-1), white, .28)
	}
}

// pod draws a camping pod: an arch of boards with a door in its front.
func (b brush) pod() {
	walls := pick(b.stream, timber, hex("#a8693a"), hex("#c79a68"))
	b.castShadow(-24, 44, 7)
	back := b.from(0, -2)
	b.line(back, 44, -5)
	b.cubic(back, 47, -30, 38, -45, 20, -47)
	b.line(back, -4, -47)
	b.fill(back.closed(), b.face(slate.mix(leafDark, .4), false))
	var tiles path
	for i := range 6 {
		t := float64(i+1) / 7
		x, y := b.at(44*t, -5*t-2)
		ex, ey := b.at(-4+26*t, -47)
		mx, my := b.at(46*t+3, -34)
		tiles.moveTo(x, y).quadTo(mx, my, ex, ey)
	}
	b.trace(&tiles, b.shadow, .4, .3)
	front := func(k float64) *path {
		p := b.from(-26*k, -2)
		b.cubic(p, -30*k, -30*k, -20*k, -48*k, 0, -50*k)
		b.cubic(p, 20*k, -48*k, 30*k, -30*k, 26*k, -2)
		return p.closed()
	}
	b.fill(front(1), b.face(timberDark, true))
	b.fill(front(.9), b.face(walls, true))
	b.fill(b.shape(-8, -2, -8, -30, 8, -30, 8, -2), b.face(offWhite, true, .6))
	b.fill(b.shape(-6.6, -2, -6.6, -28.6, 6.6, -28.6, 6.6, -2), b.face(pick(b.stream, hex("#2f6f6a"), hex("#56703a"), hex("#27548a")), true))
	b.fill(b.shape(-4.6, -14, -4.6, -26, 4.6, -26, 4.6, -14), b.pane())
	b.circle(0, -37, 3.6, b.face(offWhite, true), 0)
	b.circle(0, -37, 2.6, b.pane(), 0)
	b.deck(-28, 28, 0, 6, timber.mix(sand, .35))
	b.pot(21, 3, 2.4, yellow)
	b.fill(b.shape(-23, 2, -11, 2, -11, 3.6, -23, 3.6), b.shade(timberDark, .2))
	b.trace(b.strokes(-21, 3, -21, 8), b.shade(timberDark, .2), .8, 0)
	b.trace(b.strokes(-13, 3, -13, 8), b.shade(timberDark, .2), .8, 0)
}
