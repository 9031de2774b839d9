package picture

import (
	"fmt"
	"math"
	"strconv"
)

// colour is a colour in OKLab, where mixed colours look even: lightness, a, b.
type colour [3]float64

// hex reads '#rrggbb'. It is only called with constants, so a wrong value is a
// mistake in this package.
func hex(s string) colour {
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil || len(s) != 7 {
		panic("scene: colour " + s)
	}
	r, g, b := linear(n>>16), linear(n>>8&255), linear(n&255)
	l := math.Cbrt(.4122214708*r + .5363325363*g + .0514459929*b)
	m := math.Cbrt(.2119034982*r + .6806995451*g + .1073969566*b)
	q := math.Cbrt(.0883024619*r + .2817188376*g + .6299787005*b)
	return colour{
		.2104542553*l + .793617785*m - .0040720468*q,
		1.9779984951*l - 2.428592205*m + .4505937099*q,
		.0259040371*l + .7827717662*m - .808675766*q,
	}
}

func linear(channel uint64) float64 {
	c := float64(channel) / 255
	if c <= .04045 {
		return c / 12.92
	}
	return math.Pow((c+.055)/1.055, 2.4)
}

func gamma(c float64) int {
	c = max(0, c)
	if c <= .0031308 {
		c *= 12.92
	} else {
		c = 1.055*math.Pow(c, 1/2.4) - .055
	}
	return int(math.Round(255 * min(1, c)))
}

// String returns the colour in SVG's notation, with three digits where
// possible.
func (c colour) String() string {
	l := cube(c[0] + .3963377774*c[1] + .2158037573*c[2])
	m := cube(c[0] - .1055613458*c[1] - .0638541728*c[2])
	q := cube(c[0] - .0894841775*c[1] - 1.291485548*c[2])
	s := fmt.Sprintf("#%02x%02x%02x",
		gamma(4.0767416621*l-3.3077115913*m+.2309699292*q),
		gamma(-1.2684380046*l+2.6097574011*m-.3413193965*q),
		gamma(-.0041960863*l-.7034186147*m+1.707614701*q))
	if s[1] == s[2] && s[3] == s[4] && s[5] == s[6] {
		return string([]byte{'#', s[1], s[3], s[5]})
	}
	return s
}

func cube(v float64) float64 { return v * v * v }

// mix returns a colour between c (t = 0) and d (t = 1).
func (c colour) mix(d colour, t float64) colour {
	return colour{c[0] + (d[0]-c[0])*t, c[1] + (d[1]-c[1])*t, c[2] + (d[2]-c[2])*t}
}

// daylight is how a time of day changes the colours of a scene.
type daylight struct {
	sky             [5]colour // zenith to horizon
	light, shadow   colour
	byLight, byDark float64 // how strongly they tint lit and shaded sides, 0 to 1
	sun             colour
	glow            bool // the sun is low: windows shine, clouds are streaks
}

func sky(a, b, c, d, e string) [5]colour { return [5]colour{hex(a), hex(b), hex(c), hex(d), hex(e)} }

// times are the times of day by name.
var times = map[string]daylight{
	"dawn":      {sky("#7f9fbf", "#a9b8c8", "#dcc6bd", "#f3cfae", "#fae3c2"), hex("#ffe0b5"), hex("#454a7d"), .22, .44, hex("#fff3d6"), true},
	"morning":   {sky("#5ba6cf", "#7fbcd9", "#a9d3df", "#d3e5dd", "#f4efd6"), hex("#fff3cf"), hex("#2c4d7c"), .16, .42, hex("#fffbe8"), false},
	"noon":      {sky("#2b82b8", "#4a9bc9", "#74b5d6", "#a6d1df", "#d8e9df"), hex("#fff6d8"), hex("#1f4470"), .12, .42, hex("#fffdf0"), false},
	"cream":     {sky("#e9cf93", "#efdaa6", "#f4e4bb", "#f8ecd0", "#fbf4e3"), hex("#fff0c4"), hex("#3a4d78"), .18, .42, hex("#fffaf0"), false},
	"turquoise": {sky("#2f9a99", "#58b1a8", "#8ac7b6", "#c0dcc4", "#f3ebc9"), hex("#fff2c6"), hex("#17506a"), .16, .44, hex("#fffbe6"), false},
	"golden":    {sky("#6f9aa8", "#b3b894", "#e6c07c", "#f5b45c", "#fbd080"), hex("#ffc978"), hex("#4c3b6b"), .28, .46, hex("#fff1c4"), true},
	"dusk":      {sky("#2b3768", "#574a82", "#9a5b82", "#df7d6c", "#f7ae6c"), hex("#ffb284"), hex("#28265a"), .3, .56, hex("#ffe2b0"), true},
}

// Colours of things, before the light changes them.
var (
	grass      = hex("#86b046")
	grassPale  = hex("#b3bd4d")
	meadow     = hex("#5f9a45")
	leaf       = hex("#3f7d3f")
	leafDark   = hex("#2a5d3e")
	pineGreen  = hex("#24584a")
	sand       = hex("#ecd19a")
	pathSand   = hex("#e6d3a6")
	rock       = hex("#a79a88")
	chalk      = hex("#f0e7d2")
	ochre      = hex("#d79a5b")
	granite    = hex("#9a9490")
	heather    = hex("#9c5a92")
	bracken    = hex("#b97a3c")
	sea        = hex("#1f7f9e")
	seaDeep    = hex("#125d84")
	lakeBlue   = hex("#2f83a3")
	canalGreen = hex("#3d7d7c")
	snow       = hex("#f6f2e8")
	wheat      = hex("#e0b74f")
	earth      = hex("#b5713f")
	vine       = hex("#6f9a3c")
	slate      = hex("#5a6478")
	terracotta = hex("#c9643c")
	offWhite   = hex("#f7f1e3")
	timber     = hex("#b9783f")
	timberDark = hex("#7c4a2c")
	stone      = hex("#cdb48a")
	glass      = hex("#2d4a60")
	windowGlow = hex("#ffd98a")
	red        = hex("#c43e26")
	yellow     = hex("#f4c542")
	blue       = hex("#2f6f8f")
	white      = hex("#ffffff")
)

// rocks are the colours of cliffs by name.
var rocks = map[string]colour{"chalk": chalk, "sandstone": ochre, "granite": granite}
