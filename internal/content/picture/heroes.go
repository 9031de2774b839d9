package picture

import "strings"

// heroes are the wide pictures of pages and channels, by name. The quiet ones
// leave room for text.
var heroes = map[string]Spec{
	"coast":       {Biome: "cliffs", Home: "caravan", Time: "cream", Width: 1600, Height: 700, Side: "right", Drop: 10, Quiet: true},
	"fields":      {Biome: "hills", Composition: "village", Home: "caravan", Time: "morning", Width: 1600, Height: 700, Side: "right", Drop: 10, Quiet: true},
	"lake":        {Biome: "lake", Composition: "jetty", Home: "lodge", Time: "dawn", Width: 1600, Height: 700, Side: "right", Drop: 8, Quiet: true},
	"meadow":      {Biome: "hills", Composition: "far", Home: "tourer", Time: "cream", Width: 1600, Height: 700, Side: "right", Drop: 10, Quiet: true},
	"lodges":      {Biome: "lake", Home: "lodge", Time: "dawn", Width: 1600, Height: 700, Side: "right", Drop: 8, Quiet: true},
	"europe":      {Biome: "med", Home: "caravan", Time: "morning", Width: 1600, Height: 700, Side: "right", Drop: 8, Quiet: true},
	"sale":        {Biome: "med", Home: "tourer", Time: "golden", Width: 1100, Height: 600, Side: "left"},
	"letter":      {Biome: "coast", Home: "caravan", Time: "morning", Width: 1200, Height: 520, Side: "right"},
	"prize":       {Biome: "mountains", Composition: "loch", Home: "lodge", Time: "dusk", Width: 660, Height: 900, Side: "centre"},
	"uklodge":     {Biome: "forest", Composition: "stream", Home: "lodge", Time: "golden", Width: 750, Height: 600, Side: "centre"},
	"ukcottages":  {Biome: "moor", Home: "cottage", Time: "turquoise", Width: 750, Height: 600, Side: "centre"},
	"uktouring":   {Biome: "coast", Home: "tent", Time: "morning", Width: 750, Height: 600, Side: "centre"},
	"boats":       {Biome: "canal", Home: "narrowboat", Time: "noon", Width: 750, Height: 600, Side: "centre"},
	"eurocaravan": {Biome: "vineyard", Home: "caravan", Time: "golden", Width: 750, Height: 600, Side: "centre"},
	"ukcaravan":   {Biome: "cliffs", Home: "caravan", Time: "noon", Width: 750, Height: 600, Side: "centre"},
	"lost":        {Biome: "moor", Composition: "viaduct", Home: "tent", Time: "dawn", Width: 1600, Height: 700, Side: "right", Drop: 17, Quiet: true},
}

// OfHero returns what a page's wide picture shows; ok is false for an unknown
// name. A quiet picture also has a version for large screens ('-large'), one for
// small screens ('-small'), where text covers the whole sky, and one with the home
// left of the middle ('-left'), where a form covers the right side: its middle
// stays in the middle of the page, as heading and form do. Otherwise the home is
// at the right edge, so that a narrow phone, which shows only the right third,
// shows the home.
func OfHero(name string) (s Spec, ok bool) {
	if s, ok = heroes[name]; ok {
		return finish(s, name), true
	}
	at := strings.LastIndexByte(name, '-')
	if at < 0 {
		return s, false
	}
	scene, shape := name[:at], name[at+1:]
	if s = heroes[scene]; !s.Quiet {
		return s, false
	}
	switch shape {
	case "large":
		s.Width, s.Height = 1920, 712
	case "small":
		s.Clear, s.Side, s.Drop = true, "right", 14
	case "left":
		s.Width, s.Height, s.Side, s.Drop, s.Aside = 1920, 770, "left", 14, true
	default:
		return s, false
	}
	return finish(s, scene), true
}

// finish gives a hero what all have in common.
func finish(s Spec, scene string) Spec {
	s.Seed, s.Fine, s.Snow = "hero "+scene, true, true
	return s
}
