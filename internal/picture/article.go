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
// variants, from 1; with '-wide' it is drawn as a strip that leaves its sky to a
// heading. ok is false where a word is unknown, so that the number of
// different pictures has a limit.
func OfScene(name, number string) (s Spec, ok bool) {
	land, rest, _ := strings.Cut(name, "/")
	biome, composition, _ := strings.Cut(land, "-")
	home, time, _ := strings.Cut(rest, "-")
	kind, known := biomes[biome]
	number, wide := strings.CutSuffix(number, "-wide")
	n, err := strconv.Atoi(number)
	switch _, lit := times[time]; {
	case !known || !lit || !slices.Contains(sceneHomes, home) || composition != "" && !slices.Contains(kind.compositions, composition):
		return Spec{}, false
	case err != nil || n < 1 || n > ScenePictures || strconv.Itoa(n) != number:
		return Spec{}, false
	case land != biome && composition == "":
		return Spec{}, false
	}
	s = Spec{Seed: "scene " + name + "/" + number, Biome: biome, Composition: composition, Home: home, Time: time, Snow: true, Width: 1200, Height: 675}
	if composition == "" {
		s.Composition = pick(newStream(s.Seed), kind.compositions...)
	}
	if wide {
		s.Width, s.Height, s.Side, s.Drop = 1600, 450, "right", 10
		s.Quiet, s.Clear, s.Fine = true, true, true
	}
	return s, true
}
