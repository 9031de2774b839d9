package picture

import (
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// Place is what a park's picture must match: the park, its region, and the
// channel on which most of it is sold.
type Place struct {
	Park    catalogue.Park
	Region  catalogue.Region
	Channel string
}

// ParkPictures is how many pictures a park has: its landscape, the same at
// other times of day, and a feature of the park.
const ParkPictures = 5

// OfPark returns what the n-th picture of a park shows, from 1. The first one is
// on its card.
func OfPark(p Place, n int) Spec {
	s := p.land(p.Park.ID)
	s.Width, s.Height, s.Seed = 1200, 800, p.Park.ID
	has := func(feature string) bool { return slices.Contains(p.Park.Features, feature) }
	indoors := p.Channel != "uktouring" && p.Channel != "boats"
	switch {
	case n == 2:
		s.again("2")
	case n == 3 && has("indoor-pool"):
		s.Biome, s.Comp, s.Home = "pool", "", "none"
	case n == 3:
		s.again("3")
	case n == 4 && indoors:
		s.Biome, s.Comp, s.Home, s.Time = "interior", "", "none", ""
	case n == 4:
		s.again("4")
	case n == 5 && has("play-area"):
		s.Biome, s.Comp, s.Home = "playground", "", "none"
	case n == 5:
		s.again("5")
	}
	return s
}

// again shows the same landscape from another side, at another time of day.
func (s *Spec) again(which string) {
	s.Seed += "/" + which
	s.Time = ""
	draw := newStream(s.Seed)
	s.Comp = pick(draw, biomes[s.Biome].comps...)
	s.Side = pick(draw, "left", "right")
}

// OfUnit returns what the picture of a unit type shows: the park's landscape
// with that kind of home, large, in front.
func OfUnit(p Place, u catalogue.UnitType) Spec {
	s := p.land(p.Park.ID)
	s.Seed, s.Width, s.Height, s.Large, s.Time = u.ID, 900, 600, true, ""
	s.Home = homeOf(u, s.Home)
	return s.afloat()
}

// regionHomes are the homes in the picture of a region, by landscape: those of
// all channels that are sold there. Elsewhere the home is that of the channel.
var regionHomes = map[string][]string{
	"coast":     {"caravan", "tent", "tourer", "cottage"},
	"cliffs":    {"caravan", "cottage", "tourer", "tent"},
	"hills":     {"caravan", "cottage", "tent", "tourer"},
	"moor":      {"cottage", "caravan"},
	"forest":    {"lodge", "caravan"},
	"lake":      {"lodge", "caravan", "cottage"},
	"mountains": {"lodge", "caravan"},
}

// OfRegion returns what a region's picture shows: its own landscape.
func OfRegion(r catalogue.Region, channel string) Spec {
	s := Place{Region: r, Channel: channel}.land("region " + r.ID)
	s.Seed, s.Width, s.Height, s.Side = "region "+r.ID, 750, 600, "centre"
	draw := newStream("own land of " + s.Seed)
	if own, ok := biomes[r.Land]; ok && s.Biome != r.Land {
		s.Biome, s.Comp = r.Land, pick(draw, own.comps...)
	}
	if homes := regionHomes[s.Biome]; len(homes) > 0 && s.Home != "narrowboat" {
		s.Home = pick(draw, homes...)
	}
	return s.afloat()
}

// heroes are the wide pictures of pages and channels, by name. The quiet ones
// leave room for text.
var heroes = map[string]Spec{
	"coast":       {Biome: "cliffs", Home: "caravan", Time: "cream", Width: 1600, Height: 700, Side: "right", Drop: 10, Quiet: true},
	"fields":      {Biome: "hills", Comp: "village", Home: "caravan", Time: "morning", Width: 1600, Height: 700, Side: "right", Drop: 10, Quiet: true},
	"lake":        {Biome: "lake", Comp: "jetty", Home: "lodge", Time: "dawn", Width: 1600, Height: 700, Side: "right", Drop: 8, Quiet: true},
	"meadow":      {Biome: "hills", Comp: "far", Home: "tourer", Time: "cream", Width: 1600, Height: 700, Side: "right", Drop: 10, Quiet: true},
	"lodges":      {Biome: "lake", Home: "lodge", Time: "dawn", Width: 1600, Height: 700, Side: "right", Drop: 8, Quiet: true},
	"europe":      {Biome: "med", Home: "caravan", Time: "morning", Width: 1600, Height: 700, Side: "right", Drop: 8, Quiet: true},
	"sale":        {Biome: "med", Home: "tourer", Time: "golden", Width: 1100, Height: 600, Side: "left"},
	"letter":      {Biome: "coast", Home: "caravan", Time: "morning", Width: 1200, Height: 520, Side: "right"},
	"prize":       {Biome: "mountains", Comp: "loch", Home: "lodge", Time: "dusk", Width: 660, Height: 900, Side: "centre"},
	"uklodge":     {Biome: "forest", Comp: "stream", Home: "lodge", Time: "golden", Width: 750, Height: 600, Side: "centre"},
	"ukcottages":  {Biome: "moor", Home: "cottage", Time: "turquoise", Width: 750, Height: 600, Side: "centre"},
	"uktouring":   {Biome: "coast", Home: "tent", Time: "morning", Width: 750, Height: 600, Side: "centre"},
	"boats":       {Biome: "canal", Home: "narrowboat", Time: "noon", Width: 750, Height: 600, Side: "centre"},
	"eurocaravan": {Biome: "vineyard", Home: "caravan", Time: "golden", Width: 750, Height: 600, Side: "centre"},
	"ukcaravan":   {Biome: "cliffs", Home: "caravan", Time: "noon", Width: 750, Height: 600, Side: "centre"},
	"lost":        {Biome: "moor", Home: "none", Time: "cream", Width: 1200, Height: 520},
}

// OfHero returns what a page's wide picture shows; ok is false for an unknown
// name. A quiet picture also has a version for large screens ('-large') and one
// for phones ('-small').
func OfHero(name string) (s Spec, ok bool) {
	scene, large := strings.CutSuffix(name, "-large")
	scene, small := strings.CutSuffix(scene, "-small")
	s, ok = heroes[scene]
	s.Seed, s.Fine = "hero "+scene, true
	switch {
	case !large && !small:
		return s, ok
	case large && small || !s.Quiet:
		return s, false
	case large:
		s.Width, s.Height = 1920, 840
	case small:
		s.Width, s.Height, s.Drop = 780, 1040, 8
	}
	return s, ok
}

// kinds are the home and the landscapes of each channel's pictures.
var kinds = map[string]struct {
	homes []string
	lands []string
}{
	"ukcaravan":   {[]string{"caravan"}, []string{"coast", "cliffs", "hills", "moor"}},
	"uklodge":     {[]string{"lodge"}, []string{"forest", "lake", "mountains"}},
	"ukcottages":  {[]string{"cottage"}, []string{"moor", "cliffs", "hills"}},
	"uktouring":   {[]string{"tent", "tourer"}, []string{"coast", "hills"}},
	"boats":       {[]string{"narrowboat"}, []string{"canal", "lake"}},
	"eurocaravan": {[]string{"caravan", "tent"}, []string{"vineyard", "hills", "mountains"}},
}

// neighbours lists the landscapes that a region may have in addition to its
// own.
var neighbours = map[string][]string{
	"coast":     {"coast", "coast", "cliffs"},
	"cliffs":    {"cliffs", "cliffs", "coast"},
	"lake":      {"lake", "lake", "mountains", "hills"},
	"forest":    {"forest", "forest", "hills"},
	"moor":      {"moor", "moor", "hills"},
	"hills":     {"hills", "hills", "forest"},
	"mountains": {"mountains", "mountains", "forest", "lake"},
	"vineyard":  {"vineyard", "vineyard", "hills"},
	"med":       {"med"},
	"canal":     {"canal"},
}

// signs lists features that reveal a park's own landscape, which may differ
// from its region's.
var signs = []struct {
	feature string
	lands   []string
}{
	{"near-beach", []string{"coast", "cliffs", "med"}},
	{"lakeside", []string{"lake"}},
	{"woodland", []string{"forest"}},
	{"mountain-views", []string{"mountains"}},
}

// land chooses a park's landscape. The seed makes the choice repeatable.
func (p Place) land(seed string) Spec {
	draw := newStream("land " + seed)
	kind, known := kinds[p.Channel]
	if !known {
		kind = kinds["ukcaravan"]
	}
	candidates := neighbours[p.Region.Land]
	if len(candidates) == 0 {
		candidates = kind.lands
	}
	for _, sign := range signs {
		if slices.Contains(p.Park.Features, sign.feature) && p.Region.Land != "canal" {
			candidates = p.common(sign.lands)
			break
		}
	}
	s := Spec{Biome: pick(draw, candidates...), Home: pick(draw, kind.homes...)}
	s.Comp = pick(draw, biomes[s.Biome].comps...)
	s.Side = pick(draw, "left", "right")
	s.Time = pick(draw, "dawn", "morning", "morning", "noon", "noon", "cream", "turquoise", "golden", "golden", "dusk")
	return s.afloat()
}

// common returns the landscapes of a feature that the region has as well.
func (p Place) common(lands []string) []string {
	var both []string
	for _, l := range lands {
		if slices.Contains(neighbours[p.Region.Land], l) {
			both = append(both, l)
		}
	}
	if len(both) == 0 {
		return lands[:1]
	}
	return both
}

// afloat puts boats on water and other homes on land.
func (s Spec) afloat() Spec {
	if s.Home == "narrowboat" && s.Biome != "canal" && s.Biome != "lake" {
		s.Biome, s.Comp = "canal", "bridge"
	}
	return s
}

// homeOf returns the kind of home that a unit type's name mentions, or
// otherwise.
func homeOf(u catalogue.UnitType, otherwise string) string {
	name := strings.ToLower(u.Name)
	for _, word := range []struct{ in, home string }{
		{"boat", "narrowboat"}, {"cruiser", "narrowboat"}, {"lodge", "lodge"}, {"chalet", "lodge"}, {"cabin", "lodge"},
		{"cottage", "cottage"}, {"barn", "cottage"}, {"house", "cottage"}, {"tent", "tent"}, {"glamping", "tent"},
		{"touring", "tourer"}, {"hook-up", "tourer"}, {"motorhome", "tourer"}, {"pitch", "tent"}, {"caravan", "caravan"}, {"mobile home", "caravan"},
	} {
		if strings.Contains(name, word.in) {
			return word.home
		}
	}
	return otherwise
}
