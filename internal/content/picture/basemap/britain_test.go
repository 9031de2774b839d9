package basemap

import (
	"reflect"
	"strings"
	"testing"
)

func TestTheMapOfBritain(t *testing.T) {
	for _, place := range []struct {
		name     string
		lat, lon float64
		on       bool
	}{{"Land's End", 50.07, -5.71, true}, {"Lowestoft", 52.48, 1.75, true}, {"John o' Groats", 58.64, -3.07, true}, {"Belfast", 54.6, -5.93, true}, {"Paris", 48.86, 2.35, false}, {"Lerwick", 60.15, -1.14, false}} {
		if _, _, on := InBritain(place.lat, place.lon); on != place.on {
			t.Errorf("%s: on the map %v", place.name, on)
		}
	}
	path := BritainPath()
	if len(path) > 14_000 || strings.Count(path, "M") != strings.Count(path, "z") || strings.Count(path, "M") < 20 {
		t.Errorf("the coast is a path of %d bytes and %d lines", len(path), strings.Count(path, "M"))
	}
}

func TestAreasAreWhereTheirPlacesAre(t *testing.T) {
	spots := []Spot{
		{50.42, -4.90, 0}, {50.27, -5.05, 0}, {50.72, -3.85, 1}, // Cornwall and Devon
		{50.72, -3.85, 2}, {50.72, -3.85, 2}, // more places in Devon's only cell
		{48.86, 2.35, 3}, // Paris
	}
	areas := Areas(spots, 5)
	if !reflect.DeepEqual(areas, Areas(spots, 5)) {
		t.Error("equal places give other areas")
	}
	for area, empty := range []bool{false, true, false, true, true} {
		if (len(areas[area].Cells) == 0) != empty {
			t.Errorf("area %d: cells %v", area, areas[area].Cells)
		}
	}
	owner := map[[2]int]int{}
	for number, a := range areas {
		for i := 0; i < len(a.Cells); i += 3 {
			for n := range a.Cells[i+2] {
				cell := [2]int{a.Cells[i] + n, a.Cells[i+1]}
				if _, taken := owner[cell]; taken || cell[0] >= britainColumns || cell[1] >= britainRows {
					t.Errorf("cell %v of area %d is taken or outside", cell, number)
				}
				owner[cell] = number
			}
		}
	}
	at := func(lat, lon float64) int {
		x, y, _ := InBritain(lat, lon)
		number, ok := owner[[2]int{int(x) / BritainCell, int(y) / BritainCell}]
		if !ok {
			return -1
		}
		return number
	}
	for _, place := range []struct {
		name     string
		lat, lon float64
		area     int
	}{{"Newquay", 50.41, -5.08, 0}, {"Bodmin", 50.47, -4.72, 0}, {"Exeter", 50.72, -3.53, 2}, {"York", 53.96, -1.08, -1}} {
		if area := at(place.lat, place.lon); area != place.area {
			t.Errorf("%s is in area %d, want %d", place.name, area, place.area)
		}
	}
	if a := areas[0]; owner[[2]int{a.X / BritainCell, a.Y / BritainCell}] != 0 {
		t.Errorf("the middle %d, %d is not in the area", a.X, a.Y)
	}
}
