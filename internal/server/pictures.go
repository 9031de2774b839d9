package server

import (
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/demo/scene"
)

// draw draws the picture at a path below /images of the catalogue of now.
func (s *Server) draw(path string) ([]byte, bool) { return scene.Draw(gallery{s.stock()}, path) }

// gallery finds in a catalogue what pictures are of.
type gallery struct{ stock *catalogue.Snapshot }

// Park finds a park with its region and main channel.
func (g gallery) Park(id string) (scene.Place, bool) {
	park, ok := g.stock.Park(id)
	if !ok {
		return scene.Place{}, false
	}
	return placeOf(park), true
}

// Unit finds a unit type and its park.
func (g gallery) Unit(id string) (scene.Place, catalogue.UnitType, bool) {
	unit, ok := g.stock.Unit(id)
	if !ok {
		return scene.Place{}, catalogue.UnitType{}, false
	}
	return placeOf(unit.Park), unit.UnitType, true
}

// Region finds a region and the first channel that has parks there.
func (g gallery) Region(id string) (catalogue.Region, string, bool) {
	region, ok := g.stock.Region(id)
	if !ok {
		return catalogue.Region{}, "", false
	}
	for _, channel := range catalogue.Channels {
		for _, sold := range g.stock.Regions(channel.Code) {
			if sold.ID == id {
				return *region, channel.Code, true
			}
		}
	}
	return *region, "", true
}

func placeOf(park *catalogue.ParkInfo) scene.Place {
	place := scene.Place{Park: park.Park, Region: *park.Region}
	if len(park.Channels) > 0 {
		place.Channel = park.Channels[0]
	}
	return place
}
