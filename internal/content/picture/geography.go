package picture

import (
	"slices"
	"strings"
)

// area is a part of the map, in degrees.
type area struct{ south, north, west, east float64 }

// inOneOf reports whether a position is in one of the areas.
func inOneOf(areas []area, lat, lon float64) bool {
	for _, a := range areas {
		if lat >= a.south && lat <= a.north && lon >= a.west && lon <= a.east {
			return true
		}
	}
	return false
}

var (
	// chalkCoasts have white cliffs.
	chalkCoasts = []area{
		{50.5, 51.45, -2.3, 1.6}, // from Purbeck to Dover, with the Isle of Wight
		{54, 54.25, -.4, .1},     // Flamborough Head
		{49.4, 51, -.1, 2},       // Normandy to Calais
	}
	// graniteCoasts have grey cliffs. All others have cliffs of sandstone.
	graniteCoasts = []area{
		{49.8, 50.85, -6.5, -4.3}, // Cornwall
		{51.55, 53.5, -5.8, -3.9}, // the west of Wales
		{54.2, 61, -8.5, -1.3},    // Northern Ireland, Scotland, Northumberland
		{47.3, 49.8, -5.5, -1.2},  // Brittany and the Channel Islands
	}
	// flatCoasts have beaches without a headland.
	flatCoasts = []area{
		{51.45, 53.75, -.2, 1.9},  // Essex to Lincolnshire
		{53.25, 54.2, -3.6, -2.7}, // the Dee to Morecambe Bay
		{43.3, 47.4, -2.6, -.9},   // Biscay
		{51, 55, 2.4, 14.5},       // the Low Countries and Germany
		{44.5, 45.9, 12, 13.6},    // the lagoons of the Adriatic
	}
	// reedyWaters have reeds and no locks.
	reedyWaters = []area{
		{52.4, 52.9, 1.2, 1.8}, // the Norfolk Broads
		{52.1, 52.8, -.5, .6},  // the Fens
	}
	// openWaters are wide enough for cruisers. On other canals there are
	// narrowboats.
	openWaters = append([]area{
		{51.42, 51.9, -2, -.2}, // the Thames
		{56.8, 57.6, -5.2, -4}, // the Great Glen
		{54, 54.6, -8.2, -6.2}, // Lough Erne and Lough Neagh
	}, reedyWaters...)
	// lowlands have lakes, but no mountains behind them.
	lowlands = []area{
		{50.6, 53.1, -2.5, 1.9}, // the south, the Midlands and the east of England
		{51, 55, 2.4, 14.5},     // the Low Countries and the north of Germany
	}
	// oakWoods are regions whose woods are mostly of broad-leaved trees, and
	// pineWoods the large plantations in them.
	oakWoods = []area{
		{49.8, 53.2, -5.8, 1.9}, // England south of the Peak, with the south and the middle of Wales
		{45.5, 50.5, -5, 5},     // the north and the middle of France
	}
	pineWoods = []area{{52.3, 52.6, .4, 1}} // Thetford Forest
	// piers are the towns with a pleasure pier.
	piers = [][2]float64{
		{51.51, .72}, {51.79, 1.16}, {51.85, 1.27}, {51.96, 1.35}, {52.33, 1.68}, {52.47, 1.75}, {52.6, 1.74}, {52.93, 1.3}, // Southend to Cromer
		{53.14, .35}, {53.56, -.02}, {54.59, -.97}, // Skegness, Cleethorpes, Saltburn
		{53.82, -3.06}, {53.75, -3.03}, {53.65, -3.02}, // Blackpool, St Annes, Southport
		{53.33, -3.82}, {53.3, -3.72}, {53.24, -4.12}, {53.26, -4.09}, {52.42, -4.09}, {51.57, -3.98}, {51.44, -3.17}, // Wales
		{51.35, -2.98}, {51.44, -2.86}, {51.24, -3}, {50.54, -3.49}, {50.44, -3.56}, // Weston, Clevedon, Burnham, Teignmouth, Paignton
		{50.61, -1.95}, {50.72, -1.87}, {50.72, -1.84}, {50.65, -1.15}, {50.73, -1.16}, {50.71, -1.5}, {50.78, -1.08}, // Swanage to Southsea, the Isle of Wight
		{50.78, -.67}, {50.81, -.37}, {50.82, -.14}, {50.77, .29}, {50.85, .57}, {51.22, 1.41}, {51.37, 1.13}, // Bognor to Herne Bay
		{55.95, -4.93}, {51.32, 3.13}, {52.12, 4.28}, // Dunoon, Blankenberge, Scheveningen
	}
	// snowyPeaks have snow in spring.
	snowyPeaks = []area{
		{56.2, 58.7, -6.5, -3}, // the Scottish Highlands
		{44, 48.2, 5.5, 16},    // the Alps
		{42.3, 43.2, -1.5, 3},  // the Pyrenees
	}
)

// position returns where the park is, or else its region.
func (p Place) position() (lat, lon float64) {
	if p.Park.Lat == 0 && p.Park.Lon == 0 {
		return p.Region.Lat, p.Region.Lon
	}
	return p.Park.Lat, p.Park.Lon
}

// rockAt returns what the cliffs of a position are made of, a key of rocks.
func rockAt(lat, lon float64) string {
	switch {
	case inOneOf(chalkCoasts, lat, lon):
		return "chalk"
	case inOneOf(graniteCoasts, lat, lon):
		return "granite"
	}
	return "sandstone"
}

// compositions returns those of a biome's compositions that are true of the
// place.
func (p Place) compositions(biome string) []string {
	lat, lon := p.position()
	var comps []string
	switch {
	case biome == "coast" && inOneOf(flatCoasts, lat, lon):
		comps = []string{"straight", "dunes"}
	case biome == "coast":
		comps = []string{"bay", "straight", "village"}
	case biome == "canal" && inOneOf(reedyWaters, lat, lon):
		return []string{"reeds"}
	case biome == "canal":
		return []string{"bridge", "lock"}
	default:
		return biomes[biome].compositions
	}
	if p.hasPier() {
		comps = append(comps, "pier")
	}
	return comps
}

// hasPier reports whether the place has a pleasure pier: near a park, or
// somewhere in a region.
func (p Place) hasPier() bool {
	lat, lon := p.position()
	reach := .07
	if p.Park.ID == "" {
		reach = .6
	}
	around := area{lat - reach, lat + reach, lon - reach*1.6, lon + reach*1.6}
	return slices.ContainsFunc(piers, func(at [2]float64) bool {
		return inOneOf([]area{around}, at[0], at[1])
	})
}

// oaks reports whether the woods of the place have broad leaves. The name of a
// park may say it.
func (p Place) oaks() bool {
	name := strings.ToLower(p.Park.Name)
	has := func(word string) bool { return strings.Contains(name, word) }
	switch {
	case slices.ContainsFunc([]string{"pine", "spruce", "larch", "conifer"}, has):
		return false
	case slices.ContainsFunc([]string{"oak", "beech", "birch", "chestnut"}, has):
		return true
	}
	lat, lon := p.position()
	return inOneOf(oakWoods, lat, lon) && !inOneOf(pineWoods, lat, lon)
}
