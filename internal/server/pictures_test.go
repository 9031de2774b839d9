package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/demo"
)

func demoGallery(t *testing.T) gallery {
	t.Helper()
	d := demo.New(demo.Seed, demo.Parks)
	snapshot, problems := catalogue.NewSnapshot(&d.Entities)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return gallery{snapshot}
}

func cardOf(t *testing.T, g gallery, id string) picture.Spec {
	t.Helper()
	at, ok := g.Park(id)
	if !ok {
		t.Fatalf("park %s is missing", id)
	}
	return picture.OfPark(at, 1)
}

// The rules that a visitor would notice to be broken, over every park of the
// demo.
func TestPicturesOfTheDemoAreTrueToThePlace(t *testing.T) {
	g := demoGallery(t)
	flat := []string{"20", "22", "23", "27"} // Essex, Norfolk, Lincolnshire, Lancashire
	for _, p := range g.snapshot.AllParks() {
		s := cardOf(t, g, p.ID)
		seaside := s.Biome == "coast" || s.Biome == "cliffs" || s.Biome == "med"
		if town := p.Land; s.Home != "narrowboat" && s.Home != "cruiser" && s.Biome != town {
			t.Errorf("%s in %s (%s) is drawn as %s", p.Name, p.Town, town, s.Biome)
		}
		if slices.Contains(flat, p.RegionID) && (s.Rock == "chalk" || s.Composition == "bay" || s.Composition == "village" && seaside) {
			t.Errorf("%s in %s has a headland or white cliffs: %+v", p.Name, p.Region.Name, s)
		}
		if s.Snow && p.Country == "GB" && p.Lat < 56 {
			t.Errorf("%s in %s has snow", p.Name, p.Region.Name)
		}
		if inside := picture.OfPark(mustPlace(t, g, p.ID), 4); inside.Biome == "interior" && inside.Snow != s.Snow {
			t.Errorf("%s has other mountains behind its window", p.Name)
		}
	}
}

func mustPlace(t *testing.T, g gallery, id string) picture.Place {
	t.Helper()
	at, ok := g.Park(id)
	if !ok {
		t.Fatalf("park %s is missing", id)
	}
	return at
}

func TestPicturesOfUnitTypesShowWhatIsSold(t *testing.T) {
	g := demoGallery(t)
	allowed := map[string][]string{
		"ukcaravan": {"caravan", "lodge"}, "uklodge": {"lodge"}, "ukcottages": {"cottage"}, "uktouring": {"tent", "tourer", "pod"},
		"boats": {"narrowboat", "cruiser"}, "eurocaravan": {"caravan", "tent"},
	}
	for _, u := range g.snapshot.AllUnits() {
		at, unit, number, _ := g.Unit(u.ID)
		s, ok := picture.OfUnit(at, unit, number, "")
		if !ok || !slices.Contains(allowed[u.Channel], s.Home) {
			t.Errorf("%s at %s (%s) is drawn as a %s", u.Name, u.Park.Name, u.Channel, s.Home)
		}
		if strings.Contains(strings.ToLower(u.Name), "lodge") && s.Home != "lodge" {
			t.Errorf("%s is drawn as a %s", u.Name, s.Home)
		}
		if s.Biome != cardOf(t, g, u.ParkID).Biome && u.Channel == u.Park.Channels[0] {
			t.Errorf("%s stands in %s, its park in %s", u.ID, s.Biome, cardOf(t, g, u.ParkID).Biome)
		}
	}
}

// Neighbours in the list of a region, and the unit types of a park, must not look
// alike.
func TestNeighboursLookDifferent(t *testing.T) {
	g := demoGallery(t)
	look := func(s picture.Spec) string { return fmt.Sprint(s.Biome, s.Composition, s.Time) }
	for _, channel := range catalogue.Channels {
		before := ""
		for _, r := range g.snapshot.Regions(channel.Code) {
			region, of, number, _ := g.Region(r.ID)
			s := picture.OfRegion(region, of, number)
			if now := fmt.Sprint(s.Biome, s.Time); now == before && of == channel.Code {
				t.Errorf("region %s looks like the one before: %s", r.Name, now)
			} else {
				before = now
			}
			last := ""
			for _, p := range g.snapshot.Parks(r.ID, catalogue.ParkFilter{}) {
				if now := look(cardOf(t, g, p.ID)); now == last {
					t.Errorf("%s in %s looks like the park before: %s", p.Name, r.Name, now)
				} else {
					last = now
				}
			}
		}
	}
	for _, p := range g.snapshot.AllParks() {
		last := ""
		for _, u := range p.Units {
			at, unit, number, _ := g.Unit(u.ID)
			s, _ := picture.OfUnit(at, unit, number, "")
			if s.Time == last {
				t.Errorf("%s of %s has the light of the unit type before", u.Name, p.Name)
			}
			last = s.Time
		}
	}
}

// A park that is sold on several channels has a picture for the lists of each.
func TestPicturesShowWhatAParkSellsOnTheChannelOfTheList(t *testing.T) {
	g := demoGallery(t)
	homes := map[string][]string{
		"ukcaravan": {"caravan"}, "uklodge": {"lodge"}, "ukcottages": {"cottage"}, "uktouring": {"tent", "tourer"},
		"boats": {"narrowboat", "cruiser"}, "eurocaravan": {"caravan", "tent"},
	}
	several := 0
	for _, p := range g.snapshot.AllParks() {
		path := "parks/" + strings.ToUpper(p.ID[:1]) + "/" + p.ID + "/1"
		for i, channel := range p.Channels {
			at := mustPlace(t, g, p.ID)
			at.Channel = channel
			want := picture.OfPark(at, 1)
			if !slices.Contains(homes[channel], want.Home) {
				t.Errorf("%s (%s) is drawn as a %s", p.Name, channel, want.Home)
			}
			further := path + "-" + channel + ".svg"
			svg, ok := picture.Draw(g, further)
			if i == 0 {
				if ok {
					t.Errorf("%s is a second path of the first picture", further)
				}
				continue
			}
			several++
			if !ok || string(svg) != string(picture.SVG(want)) {
				t.Errorf("%s is not the picture for %s", further, channel)
			}
		}
		for _, other := range []string{"hotels", ""} {
			if _, ok := picture.Draw(g, path+"-"+other+".svg"); ok {
				t.Errorf("%s-%s.svg is a picture", path, other)
			}
		}
	}
	if several == 0 {
		t.Fatal("no park is sold on several channels: this proves nothing")
	}
}
