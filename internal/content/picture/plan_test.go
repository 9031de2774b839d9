package picture

import (
	"bytes"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
)

func TestFloorPlansNameEveryRoom(t *testing.T) {
	u := catalogue.UnitType{ID: "U1", Name: "Ridge <Lodge>", Channel: "uklodge", Bedrooms: 2, Bathrooms: 2, Beds: []catalogue.Beds{
		{Room: "Master & bay", Doubles: 1}, {Room: "Bedroom 2", Singles: 2, Bunks: 1}, {Room: "Lounge", Sofas: 1},
	}}
	svg := planOf(u)
	wellFormed(t, svg)
	for _, text := range []string{"Master &amp; bay", "Bedroom 2", "Bathroom 1", "Bathroom 2", "Living room and kitchen", "Sofa bed", "not to scale"} {
		if !bytes.Contains(svg, []byte(">"+text)) && !strings.Contains(string(svg), text) {
			t.Errorf("the plan does not say %q", text)
		}
	}
	if n := packed(t, svg); n > cardLimit {
		t.Errorf("the plan takes %d bytes", n)
	}
	if !bytes.Equal(svg, planOf(u)) {
		t.Error("the plan is drawn differently the second time")
	}
}

func TestABathroomIsSmallerThanEachBedroom(t *testing.T) {
	area := func(r placedRoom) float64 { return (r.x1 - r.x0) * (r.y1 - r.y0) }
	for bedrooms := 1; bedrooms <= 8; bedrooms++ {
		for bathrooms := 0; bathrooms <= 4; bathrooms++ {
			u := catalogue.UnitType{Bedrooms: bedrooms, Bathrooms: bathrooms, Beds: make([]catalogue.Beds, bedrooms)}
			for i := range u.Beds {
				u.Beds[i].Doubles = 1
			}
			_, rooms := plan{unit: u}.rooms()
			placed, _ := inTwoRows(rooms, 60, 10, 143, 86)
			smallest, largest := 1e9, 0.0
			for _, r := range placed {
				if r.floor == planBath {
					largest = max(largest, area(r))
				} else {
					smallest = min(smallest, area(r))
				}
			}
			if len(placed) != len(rooms) || largest >= smallest {
				t.Errorf("%d bedrooms, %d bathrooms: %d of %d rooms, a bathroom of %.0f beside a bedroom of %.0f", bedrooms, bathrooms, len(placed), len(rooms), largest, smallest)
			}
		}
	}
}

func TestPlansOfHomesOfOneRoom(t *testing.T) {
	svg := planOf(catalogue.UnitType{ID: "T", Channel: "uktouring", Bedrooms: 1, Sleeps: 4, Beds: []catalogue.Beds{{Room: "Tent", Doubles: 1, Singles: 2}}})
	wellFormed(t, svg)
	if !bytes.Contains(svg, []byte(">Tent<")) || bytes.Contains(svg, []byte("kitchen")) {
		t.Error("a tent is drawn with a kitchen, or without its name")
	}
}

func TestEveryRoomIsSmall(t *testing.T) {
	small := func(home, room, view string) {
		t.Helper()
		svg := SVG(Spec{Seed: home + room, Biome: "interior", Composition: room, Home: home, View: view, Time: "noon", Width: 900, Height: 600})
		wellFormed(t, svg)
		if n := packed(t, svg); n > cardLimit {
			t.Errorf("%s of a %s with %s behind takes %d bytes", room, home, view, n)
		}
	}
	for home := range decors {
		for _, room := range biomes["interior"].compositions {
			small(home, room, "hills")
		}
	}
	for _, view := range []string{"coast", "lake", "forest", "mountains", "moor", "canal"} {
		small("lodge", "living", view)
	}
}
