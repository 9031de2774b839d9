// Package picture draws landscapes as SVG, to be shown where there are no
// photographs. A picture has layers, from the sky to the grass in front. Its
// shapes are flat, with a lit and a shaded side. A Spec says which landscape,
// home and time of day to draw. The same seed always gives the same picture.
package picture

// Spec says what to draw. The seed decides everything that the Spec leaves empty.
type Spec struct {
	Seed        string
	Biome       string // a key of biomes
	Home        string // caravan, lodge, cottage, tent, tourer, pod, narrowboat, cruiser or none
	Time        string // a key of times; empty: chosen by the seed
	Composition string // one of the biome's compositions; empty: the first
	View        string // the biome behind the window of a room or a pool, or behind a playground
	Rock        string // of cliffs, a key of rocks; empty: chosen by the seed
	Snow        bool   // on high mountains
	Low         bool   // no mountains behind a lake
	Oaks        bool   // broad-leaved woods instead of pines
	Long        bool   // a large boat
	Width       int    // in pixels, as Height
	Height      int
	Side        string  // side of the home: left, right or centre; empty: chosen by the seed
	Large       bool    // the home fills more of the picture, for pictures of units
	Quiet       bool    // leaves room for a heading over the left of the sky
	Clear       bool    // leaves room for text over the whole sky
	Aside       bool    // leaves room for a form on the right of the middle
	Fine        bool    // finer grain, for pictures shown large
	Drop        float64 // by how much the horizon is lowered, in hundredths of the height
}

// biome is a kind of landscape: the height of its horizon, its compositions and
// the function that draws it.
type biome struct {
	horizon      float64
	compositions []string
	draw         func(*canvas)
}

var biomes = map[string]biome{
	"coast":      {46, []string{"bay", "straight", "pier", "village", "dunes"}, (*canvas).coast},
	"cliffs":     {44, []string{"whole", "stacks"}, (*canvas).cliffs},
	"lake":       {52, []string{"jetty", "island"}, (*canvas).lake},
	"forest":     {60, []string{"trunks", "stream"}, (*canvas).forest},
	"moor":       {46, []string{"tor", "viaduct"}, (*canvas).moor},
	"hills":      {44, []string{"far", "village"}, (*canvas).hills},
	"river":      {44, []string{"far"}, (*canvas).river},
	"mountains":  {54, []string{"stream", "loch"}, (*canvas).mountains},
	"vineyard":   {42, []string{"vines", "lavender"}, (*canvas).vineyard},
	"med":        {46, []string{"beach", "cove"}, (*canvas).med},
	"canal":      {44, []string{"bridge", "lock", "reeds"}, (*canvas).canal},
	"pool":       {52, []string{""}, (*canvas).pool},
	"interior":   {50, []string{"living", "bedroom"}, (*canvas).interior},
	"playground": {47, []string{""}, (*canvas).playground},
}

// SVG draws a picture. It draws an unknown biome as hills, and lets the seed
// choose for an unknown time, so that a wrong word in a feed never leaves a
// page without a picture.
func SVG(s Spec) []byte {
	kind, known := biomes[s.Biome]
	if !known {
		kind = biomes["hills"]
	}
	c := compose(s, kind)
	dot := .42
	if s.Fine {
		dot = .24
	}
	c.defineGrain(dot)
	c.paintSky()
	kind.draw(c)
	c.paint(c.rect(0, 0, c.width, 100), "url(#d)", .35) // a faint grain over the whole picture
	return c.svg(s.Width, s.Height)
}

// compose chooses the light and places the sun, the horizon and the home.
func compose(s Spec, kind biome) *canvas {
	c := &canvas{stream: newStream(s.Seed), seed: s.Seed, symbols: map[string]string{}, quiet: s.Quiet, clear: s.Clear, home: s.Home, composition: s.Composition, view: s.View, snow: s.Snow, low: s.Low, oaks: s.Oaks, long: s.Long}
	c.rock = rocks[s.Rock]
	if s.Rock == "" {
		c.rock = rocks[pick(newStream("rock "+s.Seed), "chalk", "sandstone")]
	}
	light, known := times[s.Time]
	if !known {
		light = times[pick(c.stream, "dawn", "morning", "noon", "cream", "turquoise", "golden", "dusk")]
	}
	c.daylight = light
	c.width = 100 * float64(s.Width) / float64(s.Height)
	c.sunLeft = c.chance(.5)
	if s.Side == "left" || s.Side == "right" {
		c.sunLeft = s.Side == "right"
	}
	c.homeRight = c.sunLeft
	c.horizon = kind.horizon + s.Drop + c.between(-1.5, 1.5)
	sunShare := c.between(.7, .84)
	if c.sunLeft {
		sunShare = c.between(.16, .3)
	}
	switch {
	case s.Aside:
		sunShare = .508 // between the heading and the form
	case s.Quiet && c.glow:
		sunShare = .57 // low, and beside the home
	case s.Quiet:
		sunShare = .76
	}
	c.sunX, c.sunY = sunShare*c.width, c.between(11, 18)
	if s.Clear {
		c.sunLeft = false
		c.sunX, c.sunY = c.width-11, 11 // right of the text, and not cut off
		if c.width < 300 {
			c.sunY = 37 // on a phone: below the text, right of its button
		}
	}
	if c.glow {
		c.sunY = c.horizon - c.between(7, 14)
	}
	c.locateHome(s)
	return c
}

// locateHome sets how wide the home is, and homeX, homeY: the foot of its corner
// that is nearest to the viewer.
func (c *canvas) locateHome(s Spec) {
	c.homeY, c.homeWidth = 78, c.between(52, 58)
	reach := .68 // how much of the home is between that corner and the side of the picture
	switch {
	case s.Large:
		c.homeY, c.homeWidth = 84, 84
	case s.Clear && c.width > 300: // a strip: the home stays below its heading
		c.homeY, c.homeWidth = 82, 48
	case c.width > 200 && c.home == "tent": // high for its width, with flags beside it
		c.homeY, c.homeWidth, reach = 82, 50, .82
	case c.width > 200: // a wide picture, shown large
		c.homeY, c.homeWidth = 82, 68
	}
	c.homeX = c.mirror(c.width - c.homeWidth*reach - 4)
	switch {
	case s.Side == "centre":
		c.homeX = c.width * .52
	case s.Aside:
		c.homeX = c.width * .33
	}
}
