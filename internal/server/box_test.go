package server_test

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func TestABoxFindsTheParksWithin(t *testing.T) {
	v := site(t).visitor(t)
	june := nextJune()
	stay := []string{"channel", "ukcaravan", "date", june, "nights", "7", "adults", "2"}
	search := func(t *testing.T, more ...string) reply {
		t.Helper()
		return v.get("/api/search", append(more, stay...)...).ok(t)
	}
	const west, south, east, north = -6.5, 49.9, -3.0, 51.3 // Cornwall and most of Devon
	box := fmt.Sprintf("%v,%v,%v,%v", west, south, east, north)

	everywhere, want := search(t), map[string]bool{}
	for i, row := range everywhere.list("results") {
		lat, _ := strconv.ParseFloat(everywhere.text("results", i, "lat"), 64)
		lon, _ := strconv.ParseFloat(everywhere.text("results", i, "lon"), 64)
		if west <= lon && lon <= east && south <= lat && lat <= north {
			want[row.(map[string]any)["parkId"].(string)] = true
		}
	}
	if len(want) == 0 || len(want) == len(everywhere.list("results")) {
		t.Fatalf("%d of %d parks lie in the box: this proves little", len(want), len(everywhere.list("results")))
	}
	t.Run("a box finds the parks within it and no other, whatever region is named", func(t *testing.T) {
		for _, region := range []string{"all-regions", "12", "24"} {
			found := search(t, "box", box, "region", region)
			got := map[string]bool{}
			for i := range found.list("results") {
				got[found.text("results", i, "parkId")] = true
			}
			same(t, "the parks, with region "+region, got, want)
			same(t, "the count", found.at("count"), any(float64(len(want))))
			same(t, "exact and alternative together", found.at("exactCount").(float64)+found.at("alternativeCount").(float64), float64(len(want)))
		}
	})
	t.Run("a box of the open sea finds nothing, and says so", func(t *testing.T) {
		found := search(t, "box", "-13,47,-12,48")
		same(t, "count", found.at("count"), any(0.0))
		same(t, "results", len(found.list("results")), 0)
	})
	t.Run("a search id keeps its box", func(t *testing.T) {
		found := search(t, "box", box)
		polled := v.get("/api/searchresults", "searchId", found.text("searchId")).ok(t)
		same(t, "the poll's results", polled.at("results"), found.at("results"))
	})
}

func TestThePictureOfWhereAParkIs(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	for _, park := range s.Catalogue().AllParks()[:20] {
		got := v.get("/images/maps/" + park.ID + ".svg")
		if park.Lat == 0 && park.Lon == 0 {
			same(t, "status without a position", got.status, 404)
			continue
		}
		same(t, "status", got.status, 200)
		if err := xml.Unmarshal(got.body, new(struct{})); err != nil || !strings.HasPrefix(string(got.body), "<svg") {
			t.Errorf("%s: not a picture: %v: %.80s", park.ID, err, got.body)
		}
	}
	same(t, "an unknown park", v.get("/images/maps/NOPE.svg").status, 404)
}
