package picture

// boat draws the home of a picture on the water, in the middle of x. length is
// that of a large boat.
func (c *canvas) boat(x, y, length float64) {
	if !c.long {
		length *= .82
	}
	b := brush{c, x, y, length / 100, !c.homeRight}
	if c.home == "cruiser" {
		b.cruiser()
	} else {
		b.narrowboat()
	}
}

var iron, brass = hex("#22262e"), hex("#d9b45a")

// reflection darkens the water below a hull.
func (b brush) reflection(body colour) {
	b.wash(b.shape(-50, 4, 52, 4, 44, 9, -46, 9), b.shadow, .4)
	b.wash(b.shape(-46, 8, 40, 8, 36, 17, -40, 17), body, .28)
}

// narrowboat draws a boat of canals: long and low, with round or square windows.
func (b brush) narrowboat() {
	body := pick(b.stream, hex("#1f5a4c"), hex("#7c2a2a"), hex("#1f3f6b"), hex("#4a3a63"), hex("#2f4a35"), hex("#8a4a2a"))
	band := pick(b.stream, red, hex("#e0a63c"), hex("#2f6f6a"), hex("#e8d9b0"))
	roof := b.lit(pick(b.stream, body.mix(offWhite, .45), hex("#b9863f"), hex("#8a2f2f")))
	b.reflection(body)
	hull := b.from(-50, -7)
	b.line(hull, 40, -7)
	b.quad(hull, 50, -8, 55, -13)
	b.quad(hull, 52, 0, 44, 5)
	b.line(hull, -46, 5)
	b.quad(hull, -50, 2, -50, -7)
	b.fill(hull.closed(), b.shade(iron, .2))
	b.fill(b.shape(-50, -7, 42, -7, 47, -8, 46, -5.4, -49.6, -4.6), b.lit(band))
	b.fill(b.shape(-36, -7, 34, -7, 31, -22, -36, -22), b.lit(body, .7))
	b.fill(b.shape(-38, -22, 33, -22, 32, -24.6, -38, -24.6), roof)
	b.fill(b.shape(-31, -10, -8, -10, -8, -19.4, -31, -19.4), b.lit(band.mix(body, .15)))
	b.fill(b.shape(-29.6, -11, -9.4, -11, -9.4, -18.4, -29.6, -18.4), b.lit(body, .8))
	for _, wx := range []float64{-27, -17} {
		b.fill(b.shape(wx, -12, wx+6, -12, wx+6, -17.4, wx, -17.4), b.pane())
	}
	round := b.chance(.5)
	for _, px := range []float64{-1, 9, 19, 27} {
		if round {
			b.circle(px, -15, 3, b.lit(brass), 0)
			b.circle(px, -15, 2.2, b.pane(), 0)
		} else {
			b.fill(b.shape(px-3.4, -18.4, px+3.4, -18.4, px+3.4, -12.4, px-3.4, -12.4), b.lit(brass))
			b.fill(b.shape(px-2.7, -17.8, px+2.7, -17.8, px+2.7, -13, px-2.7, -13), b.pane())
		}
	}
	b.fill(b.shape(-22, -24.6, -18.4, -24.6, -18.8, -33, -21.6, -33), b.shade(iron, .1))
	b.fill(b.shape(-22, -31, -18.4, -31, -18.4, -32, -22, -32), b.lit(brass))
	smoke := b.from(-20, -34)
	b.quad(smoke, -17, -38, -20, -41)
	b.quad(smoke, -23, -44, -17, -48)
	b.trace(smoke, white, 1, .5)
	b.onTheRoof()
	tiller := b.from(-50, -7)
	b.line(tiller, -50, -14)
	b.line(tiller, -44, -14)
	b.trace(tiller, b.shade(iron, .1), 1.2, 0)
}

// onTheRoof draws flowers in pots, or a pole, a plank and a painted can.
func (b brush) onTheRoof() {
	if b.chance(.4) {
		b.fill(b.shape(-8, -24.6, 26, -24.6, 26, -26, -8, -26), b.lit(timber))
		b.trace(b.strokes(-6, -27.4, 30, -27), b.shade(timberDark, .2), .9, 0)
		b.fill(b.shape(-14, -24.6, -10, -24.6, -10.6, -29, -13.4, -29), b.lit(red))
		b.fill(b.shape(-14.2, -26, -9.8, -26, -9.9, -27.2, -14.1, -27.2), b.lit(yellow))
		return
	}
	for _, fx := range []float64{2, 14, 25} {
		b.fill(b.shape(fx-2.6, -24.6, fx+2.6, -24.6, fx+2, -27.4, fx-2, -27.4), b.lit(red))
		b.bush(fx, -29.4, 3, b.lit(leaf))
		b.flowers(fx-2.6, fx+2.6, -31.6, -28, 6, b.lit(pick(b.stream, yellow, hex("#f08a9c"), hex("#fff3d6"))), .9)
	}
}

// cruiser draws a boat of rivers and lakes: a white hull, a cabin with long
// windows, and a wheelhouse in front, amidships or behind.
func (b brush) cruiser() {
	band := pick(b.stream, hex("#24466b"), hex("#2f6f6a"), red, hex("#3f7d5f"), hex("#7c4a2c"))
	hood := pick(b.stream, hex("#24466b"), hex("#8a2f2f"), hex("#3f6b58"), hex("#c9a56a"))
	b.reflection(band)
	hull := b.from(-50, -12)
	b.line(hull, 38, -13)
	b.quad(hull, 50, -14, 57, -19)
	b.quad(hull, 54, -2, 43, 5)
	b.line(hull, -46, 5)
	b.quad(hull, -51, -2, -50, -12)
	b.fill(hull.closed(), b.lit(offWhite, .5))
	b.fill(b.shape(-50.4, -6, 53, -8, 50, -3.4, -49.6, -2.4), b.lit(band))
	b.wash(b.shape(-49, 0, 47, 0, 43, 5, -46, 5), b.shadow, .25)
	b.fill(b.shape(-40, -12, 32, -13, 24, -23, -38, -23), b.lit(offWhite.mix(band, .08), .8))
	b.wash(b.shape(-40, -12, 32, -13, 30, -15.4, -40, -15), b.shadow, .18)
	for x := -35.0; x < 18; x += 13 {
		b.fill(b.shape(x, -15.4, x+10, -15.4, x+9.4, -20.6, x+.4, -20.6), b.pane())
	}
	wheel := pick(b.stream, -36.0, -14.0, 4.0)
	b.fill(b.shape(wheel, -23, wheel+24, -23, wheel+17, -34, wheel+2, -34), b.pane())
	b.trace(b.strokes(wheel+9, -23, wheel+9.4, -34), b.lit(offWhite), 1, 0)
	b.fill(b.shape(wheel-3, -33.4, wheel+21, -33.4, wheel+18, -37, wheel, -37), b.lit(hood))
	rail := b.lit(hex("#eef3f2"))
	b.trace(b.strokes(26, -13, 27, -19, 50, -23, 51, -17.6), rail, .8, 0)
	b.trace(b.strokes(38, -13.4, 38.6, -21), rail, .7, 0)
	b.trace(b.strokes(-49, -12, -49, -26), b.shade(timberDark, .2), .7, 0)
	b.fill(b.shape(-49, -26, -40, -24.6, -49, -21), b.lit(red))
	for _, x := range []float64{-30, -4, 22} {
		b.ellipse(x, -3, 1.6, 3.4, b.lit(pick(b.stream, blue, red)), 0)
	}
}
