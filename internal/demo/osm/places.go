package osm

import (
	"math"
	"slices"
	"strings"
	"sync"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/demo"
)

// farthest is the largest distance of a site from the centre of its region. It
// includes all of mainland Spain and excludes the Canary Islands.
const farthest = 1200 // km

// channelIslands is the region of Guernsey and Jersey, which has no parks in the
// demo.
var channelIslands = catalogue.Region{ID: "42", Name: "Channel Islands", Country: "GG", Lat: 49.33, Lon: -2.35, Land: "cliffs",
	Desc: "Sun-facing bays, pink granite and Norman French on the street signs."}

// countries maps the country of a site to the countries whose regions it may be
// in.
var countries = map[string]string{"LU": "NL", "CH": "AT", "JE": "GG"}

// waterways are the ids of the regions that only have boats.
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

// regionOf returns the region of a site: of those of its country, the one with
// the nearest centre. ok is false when none is near enough.
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

// kilometres is the approximate distance between two places in Europe.
func kilometres(lat1, lon1, lat2, lon2 float64) float64 {
	const degree = 111.2
	north := lat2 - lat1
	east := (lon2 - lon1) * math.Cos((lat1+lat2)/2*math.Pi/180)
	return degree * math.Hypot(north, east)
}
