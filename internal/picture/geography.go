package picture

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

// compositions returns those of a biome's compositions that are true of a
// position.
func compositions(biome string, lat, lon float64) []string {
	switch {
	case biome == "coast" && inOneOf(flatCoasts, lat, lon):
		return []string{"straight", "pier", "dunes"}
	case biome == "coast":
		return []string{"bay", "straight", "pier", "village"}
	case biome == "canal" && inOneOf(reedyWaters, lat, lon):
		return []string{"reeds"}
	case biome == "canal":
		return []string{"bridge", "lock"}
	}
	return biomes[biome].compositions
}
