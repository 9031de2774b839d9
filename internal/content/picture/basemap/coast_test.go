package basemap

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The distances are those of a map with streets.
func TestHowFarTheSeaIs(t *testing.T) {
	for _, place := range []struct {
		name          string
		lat, lon      float64
		least, most   float64 // kilometres
		isNotOnTheMap bool
	}{
		{name: "Newquay", lat: 50.413, lon: -5.075, most: 1},
		{name: "Great Yarmouth", lat: 52.607, lon: 1.73, most: 2},
		{name: "Bodmin", lat: 50.47, lon: -4.72, least: 8, most: 15},
		{name: "Okehampton", lat: 50.738, lon: -4.004, least: 30, most: 42},
		{name: "Keswick", lat: 54.60, lon: -3.13, least: 22, most: 32},
		{name: "Coton in the Elms, farthest from the sea", lat: 52.73, lon: -1.62, least: 85, most: 115},
		{name: "Albufeira", lat: 37.089, lon: -8.247, most: 2},
		{name: "Vienna", lat: 48.21, lon: 16.37, least: 250, most: 400},
		{name: "outside the map", lat: 40, lon: -74, isNotOnTheMap: true},
		{name: "an inland place at the map's edge", lat: 50, lon: 37.9, isNotOnTheMap: true},
	} {
		km, known := CoastKm(place.lat, place.lon)
		if known == place.isNotOnTheMap {
			t.Errorf("%s: known %v, want %v", place.name, known, !place.isNotOnTheMap)
		} else if known && (km < place.least || km > place.most) {
			t.Errorf("%s: %.1f km from the sea, want %v to %v", place.name, km, place.least, place.most)
		}
	}
}

// Stretches that are left out by their box must not hold the nearest coast.
func TestTheNearestCoastIsTheNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	bounds := Load().Bounds
	for range 200 {
		lat, lon := 36+random.Float64()*23, -10+random.Float64()*28
		p := flat{lat, lon, math.Cos(lat * math.Pi / 180)}
		least := math.Inf(1)
		for _, line := range Load().Land {
			points := closed(line)
			for i := range len(points) - 1 {
				if !isEdge(points[i], points[i+1], bounds) {
					least = min(least, p.toLine(points[i], points[i+1]))
				}
			}
		}
		if km, known := CoastKm(lat, lon); known && km != least {
			t.Fatalf("%v %v: %v km, want %v", lat, lon, km, least)
		}
	}
}

func BenchmarkCoastKm(b *testing.B) {
	for b.Loop() {
		CoastKm(52.73, -1.62)
	}
}
