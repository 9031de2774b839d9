package server

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/content/picture/basemap"
	"holidaymaker/internal/operations/badrecord"
)

// draw draws the picture at a path below /images, from the current catalogue.
func (s *Server) draw(path string) (svg []byte, ok bool) {
	if id, isMap := strings.CutPrefix(path, "maps/"); isMap {
		return s.drawMap(strings.TrimSuffix(id, ".svg"))
	}
	return s.drawPicture(gallery{s.catalogue()}, path)
}

// drawMap draws where a park is, for 'maps/{parkId}.svg'. ok is false for a park
// without coordinates.
func (s *Server) drawMap(parkID string) (svg []byte, ok bool) {
	park, ok := s.catalogue().Park(parkID)
	if !ok || park.Lat == 0 && park.Lon == 0 {
		return nil, false
	}
	return basemap.Locator(park.Lat, park.Lon), true
}

// badPicture records that a picture cannot be drawn, or, where err is nil, that
// it can.
func (s *Server) badPicture(path string, err error) { s.bad.Report(badrecord.Picture, path, err) }

// place returns a park of the current catalogue with its region.
func (s *Server) place(parkID string) (picture.Place, bool) {
	return gallery{s.catalogue()}.Park(parkID)
}

// gallery finds the parks, units, regions and operators of pictures in a catalogue.
type gallery struct{ snapshot *catalogue.Snapshot }

// Park returns a park with its region and main channel.
func (g gallery) Park(id string) (picture.Place, bool) {
	park, ok := g.snapshot.Park(id)
	if !ok {
		return picture.Place{}, false
	}
	return g.place(park), true
}

// Unit returns a unit type, its park, and its position among the park's.
func (g gallery) Unit(id string) (picture.Place, catalogue.UnitType, int, bool) {
	unit, ok := g.snapshot.Unit(id)
	if !ok {
		return picture.Place{}, catalogue.UnitType{}, 0, false
	}
	return g.place(unit.Park), unit.UnitType, slices.Index(unit.Park.Units, unit), true
}

// Region returns a region, the first channel with parks there, and its position
// among the regions of that channel.
func (g gallery) Region(id string) (catalogue.Region, string, int, bool) {
	region, ok := g.snapshot.Region(id)
	if !ok {
		return catalogue.Region{}, "", 0, false
	}
	for _, channel := range catalogue.Channels {
		for i, sold := range g.snapshot.Regions(channel.Code) {
			if sold.ID == id {
				return *region, channel.Code, i, true
			}
		}
	}
	return *region, "", 0, true
}

// Operator returns an operator, the region in which it has most parks on a
// channel, and its position among the operators of that channel.
func (g gallery) Operator(id, channel string) (picture.Operator, bool) {
	regions := g.snapshot.RegionsOf(id, channel)
	if len(regions) == 0 {
		return picture.Operator{}, false
	}
	most := slices.MaxFunc(regions, func(a, b *catalogue.RegionInfo) int { return cmp.Compare(a.ParkCount, b.ParkCount) })
	o := picture.Operator{ID: id, Region: *most.Region}
	o.Number = slices.IndexFunc(g.snapshot.Operators(channel, ""), func(other *catalogue.Operator) bool { return other.ID == id })
	for _, sold := range catalogue.Channels {
		if len(g.snapshot.RegionsOf(id, sold.Code)) > 0 {
			o.Channels = append(o.Channels, sold.Code)
		}
	}
	return o, true
}

func (g gallery) place(park *catalogue.ParkInfo) picture.Place {
	place := picture.Place{Park: park.Park, Region: *park.Region, Channels: park.Channels}
	place.Number = max(0, slices.Index(g.snapshot.Parks(park.RegionID, catalogue.ParkFilter{}), park))
	if len(park.Channels) > 0 {
		place.Channel = park.Channels[0]
	}
	return place
}
