package osm

import (
	"math"
	"slices"
	"strings"
	"sync"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/demo"
)

// farthest is how far from its region's centre a site may lie: the corners of
// Spain do, its islands in the Atlantic do not.
const farthest = 1200 // km

// channelIslands take in Guernsey and Jersey, which have no parks in the demo.
var channelIslands = catalogue.Region{ID: "42", Name: "Channel Islands", Country: "GG", Lat: 49.33, Lon: -2.35, Land: "cliffs",
	Desc: "Sun-facing bays, pink granite and Norman French on the street signs."}

// countries says by which countries' regions the sites of a country are placed.
var countries = map[string]string{"LU": "NL", "CH": "AT", "JE": "GG"}

// waterways are the ids of the regions that have boats alone.
const waterways = "50 51 52 53 54 55 56 57 58"

// regions lists the regions in which sites are placed, by country.
var regions = sync.OnceValue(func() map[string][]catalogue.Region {
	byCountry := map[string][]catalogue.Region{"GG": {channelIslands}}
	for _, r := range demo.Regions() {
		if r.ID != catalogue.HiddenRegion && !slices.Contains(strings.Fields(waterways), r.ID) {
			byCountry[r.Country] = append(byCountry[r.Country], r)
		}
	}
	return byCountry
})

// regionOf gives the region whose centre is nearest to a site, of those of its
// country; ok is false where there is none near enough.
func regionOf(s *site) (nearest catalogue.Region, ok bool) {
	country := s.country
	if other, elsewhere := countries[country]; elsewhere {
		country = other
	}
	best := float64(farthest)
	for _, r := range regions()[country] {
		if d := kilometres(s.lat, s.lon, r.Lat, r.Lon); d < best {
			best, nearest, ok = d, r, true
		}
	}
	return nearest, ok
}

// kilometres is the distance between two places, well enough within Europe.
func kilometres(lat1, lon1, lat2, lon2 float64) float64 {
	const degree = 111.2
	north := lat2 - lat1
	east := (lon2 - lon1) * math.Cos((lat1+lat2)/2*math.Pi/180)
	return degree * math.Hypot(north, east)
}
