package picture

import (
	"slices"
	"strconv"
	"strings"
)

// ScenePictures is how many variants a scene has.
const ScenePictures = 9

// sceneHomes are the homes that a scene may show.
var sceneHomes = []string{"none", "caravan", "lodge", "cottage", "tent", "tourer", "narrowboat", "cruiser", "pod"}

// OfScene returns what a picture of an article shows. name is the landscape,
// with or without one of its compositions, then home and time of day, such as
// 'coast-pier/none-dusk' or 'lake/lodge-dawn'. number chooses one of the
// variants, from 1. With '-wide' it is drawn as a strip that leaves its sky to a
// heading, with '-mast' as the picture above a post, whose foot the post covers.
// ok is false where a word is unknown, so that the number of different pictures
// has a limit.
func OfScene(name, number string) (s Spec, ok bool) {
	land, rest, _ := strings.Cut(name, "/")
	home, time, _ := strings.Cut(rest, "-")
	number, shape, shaped := strings.Cut(number, "-")
	n, err := strconv.Atoi(number)
	s, ok = sceneLand(land)
	switch _, lit := times[time]; {
	case !ok || !lit || !slices.Contains(sceneHomes, home):
		return Spec{}, false
	case err != nil || n < 1 || n > ScenePictures || strconv.Itoa(n) != number:
		return Spec{}, false
	case shaped && shape != "wide" && shape != "mast":
		return Spec{}, false
	}
	s.Seed, s.Home, s.Time, s.Snow = "scene "+name+"/"+number, home, time, true
	s.Width, s.Height = 1200, 675
	if s.Composition == "" {
		s.Composition = pick(newStream(s.Seed), biomes[s.Biome].compositions...)
	}
	switch shape {
	case "wide":
		s.Width, s.Height, s.Side, s.Drop = 1600, 450, "right", 10
		s.Quiet, s.Clear, s.Fine = true, true, true
	case "mast":
		s.Height, s.Fine = 540, true
	}
	return s, true
}

// sceneLand reads a landscape: a biome, one of its compositions, and of what its
// cliffs or woods are, such as 'lake', 'coast-pier', 'cliffs-stacks-granite' or
// 'forest-stream-oaks'.
func sceneLand(land string) (s Spec, ok bool) {
	words := strings.Split(land, "-")
	s.Biome = words[0]
	kind, ok := biomes[s.Biome]
	if !ok || len(words) > 3 {
		return Spec{}, false
	}
	if len(words) > 1 {
		s.Composition = words[1]
		ok = s.Composition != "" && slices.Contains(kind.compositions, s.Composition)
	}
	if len(words) > 2 {
		switch _, rock := rocks[words[2]]; {
		case rock && (s.Biome == "coast" || s.Biome == "cliffs"):
			s.Rock = words[2]
		case words[2] == "oaks" && s.Biome == "forest":
			s.Oaks = true
		default:
			return Spec{}, false
		}
	}
	return s, ok
}
