package server_test

import (
	"strings"
	"testing"
)

type placeShown struct {
	Kind, ID, Name, Channel, RegionName, Lat, Lon string
	Regions                                       []string
	Parks                                         int
}

func TestPlacesAreFoundByName(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	found := func(query ...string) []placeShown {
		return reads[struct{ Places []placeShown }](t, v.get("/api/places", query...)).Places
	}
	t.Run("each kind, with the parks of the channel", func(t *testing.T) {
		kinds := map[string]bool{}
		for _, region := range s.Catalogue().Regions("ukcaravan") {
			places := found("q", region.Name, "channel", "ukcaravan")
			if len(places) == 0 || places[0].Kind != "region" || places[0].ID != region.ID || places[0].Parks != region.ParkCount {
				t.Errorf("%s: found %+v first, want the region with its %d parks", region.Name, places, region.ParkCount)
			}
			for _, town := range s.Catalogue().Towns(region.ID) {
				for _, place := range found("q", town.Name) {
					kinds[place.Kind] = true
					if place.Parks == 0 || len(place.Regions) == 0 || place.RegionName == "" {
						t.Errorf("%s: %+v", town.Name, place)
					}
				}
			}
		}
		operator := s.Catalogue().Operators("boats", "")[0]
		if places := found("q", operator.Name, "channel", "boats"); places[0].Kind != "operator" || places[0].ID != operator.ID {
			t.Errorf("%s: found %+v", operator.Name, places)
		}
		if !kinds["town"] {
			t.Error("no town was found by its name")
		}
	})
	t.Run("a typing error", func(t *testing.T) {
		if places := found("q", "conrwall", "channel", "ukcaravan"); len(places) == 0 || places[0].Name != "Cornwall" {
			t.Errorf("found %+v, want Cornwall", places)
		}
	})
	t.Run("what only another channel has, with that channel", func(t *testing.T) {
		abroad := s.Catalogue().Regions("eurocaravan")[0]
		places := found("q", abroad.Name, "channel", "ukcaravan")
		if len(places) == 0 || places[0].Name != abroad.Name || places[0].Channel != "eurocaravan" {
			t.Errorf("found %+v, want %s on eurocaravan", places, abroad.Name)
		}
	})
	t.Run("a postcode, with or without its second half", func(t *testing.T) {
		park, _ := s.Catalogue().Park("CF101")
		first := strings.Fields(park.Postcode)[0]
		for _, text := range []string{park.Postcode, strings.ToLower(first)} {
			places := found("q", text)
			if len(places) == 0 || places[0].Kind != "postcode" || places[0].Name != first || places[0].Lat == "" || len(places[0].Regions) != 1 {
				t.Errorf("%s: found %+v, want %s first", text, places, first)
			}
		}
	})
	t.Run("nothing for one letter, signs or what nobody has", func(t *testing.T) {
		for _, text := range []string{"c", "--", "qqqqqqqq", strings.Repeat("long name ", 200)} {
			if places := found("q", text); len(places) > 0 {
				t.Errorf("%.20s: found %+v", text, places)
			}
		}
	})
	t.Run("only the beginning of a text that is longer than any name", func(t *testing.T) {
		text := "cornwall" + strings.Repeat(" ", 60) + strings.Repeat("qqqqq ", 2000)
		if places := found("q", text, "channel", "ukcaravan"); len(places) == 0 || places[0].Name != "Cornwall" {
			t.Errorf("found %+v, want Cornwall", places)
		}
	})
	t.Run("a channel that does not exist is refused", func(t *testing.T) {
		v.get("/api/places", "q", "cornwall", "channel", "moon").refused(t, 400, "INVALID_CHANNEL")
	})
}
