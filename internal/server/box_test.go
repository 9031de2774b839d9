package server_test

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/content/picture/basemap"
	"holidaymaker/internal/date"
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

// A postcode may lie on the border of its region: the nearest parks are then
// those of the next one.
func TestASearchNearAPointFindsNearParksOfOtherRegions(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	stay := []string{"channel", "ukcaravan", "date", nextJune(), "nights", "7", "adults", "2"}
	found := func(t *testing.T, more ...string) map[string]bool {
		t.Helper()
		answer, ids := v.get("/api/search", append(more, stay...)...).ok(t), map[string]bool{}
		for i := range answer.list("results") {
			ids[answer.text("results", i, "parkId")] = true
		}
		same(t, "the count", answer.at("count"), any(float64(len(ids))))
		return ids
	}
	everywhere, cornwall := found(t), found(t, "region", "12")
	// The point is the park of another region that is nearest to this region's centre.
	region, _ := s.Catalogue().Region("12")
	var lat, lon float64
	nearest := math.Inf(1)
	for id := range everywhere {
		park, _ := s.Catalogue().Park(id)
		if away := miles(region.Lat, region.Lon, park.Lat, park.Lon); !cornwall[id] && away < nearest {
			lat, lon, nearest = park.Lat, park.Lon, away
		}
	}
	point := fmt.Sprintf("%v,%v", lat, lon)
	want, others, far := map[string]bool{}, 0, 0
	for id := range everywhere {
		park, _ := s.Catalogue().Park(id)
		near := miles(lat, lon, park.Lat, park.Lon) <= 50
		if cornwall[id] || near {
			want[id] = true
		}
		if near && !cornwall[id] {
			others++
		}
		if cornwall[id] && !near {
			far++
		}
	}
	if others == 0 || far == 0 || len(want) == len(everywhere) {
		t.Fatalf("%d parks of other regions are near, %d of the region are far, %d of %d in all: this proves little",
			others, far, len(want), len(everywhere))
	}
	near := []string{"region", "12", "near", point}
	t.Run("the parks of the region and the near ones of others", func(t *testing.T) {
		same(t, "the parks", found(t, near...), want)
	})
	t.Run("a search id keeps its point", func(t *testing.T) {
		first := v.get("/api/search", append(near, stay...)...).ok(t)
		polled := v.get("/api/searchresults", "searchId", first.text("searchId")).ok(t)
		same(t, "the poll's results", polled.at("results"), first.at("results"))
	})
	t.Run("all regions stay all, and an area of the map and a park are searched as without a point", func(t *testing.T) {
		same(t, "all regions", found(t, "near", point), everywhere)
		box := []string{"box", "-3,50,-1,52"}
		same(t, "an area", found(t, append(box, near...)...), found(t, box...))
		park := []string{"region", "24", "park", "CF101"}
		same(t, "a park", found(t, append(park, "near", "57,-4")...), map[string]bool{"CF101": true})
	})
	t.Run("the calendar has the days and prices of the same parks", func(t *testing.T) {
		calendarAgreesWithSearches(t, v, point)
	})
	t.Run("the marks of the map are of the same parks", func(t *testing.T) {
		marks := v.get("/api/mapmarks", append(append(near, "view", "-11,49,3,61", "zoom", "5"), stay...)...).ok(t)
		sum := 0.0
		for i := range marks.list("marks") {
			sum += marks.at("marks", i, "count").(float64)
		}
		same(t, "holidays in marks", sum, float64(len(want)))
	})
}

// calendarAgreesWithSearches compares the calendar of a region and a point with searches
// for its dates.
func calendarAgreesWithSearches(t *testing.T, v *visitor, point string) {
	near := []string{"region", "12", "near", point}
	june, err := date.Parse(nextJune())
	if err != nil {
		t.Fatal(err)
	}
	more := 0
	for _, nights := range []string{"3", "7", "14"} {
		stay := []string{"channel", "ukcaravan", "nights", nights}
		calendar := v.get("/api/cachedavailability", append(stay, "region", "12@"+point)...).ok(t)
		alone := v.get("/api/cachedavailability", append(stay, "region", "12")...).ok(t)
		priceIn := func(answer reply, place, day string) string {
			days, _ := answer.at("minprices", place).(map[string]any)
			on, _ := days[day].(map[string]any)
			return lookup(on[nights], 2, false).String()
		}
		offered := false
		for day := june; day < june+14; day++ {
			found := v.get("/api/search", append(append(stay, "date", day.String(), "flex", "0", "adults", "2"), near...)...).ok(t)
			want := "0.00"
			if len(found.list("results")) > 0 {
				want, offered = found.text("results", 0, "price"), true
			}
			if got := priceIn(calendar, "12@"+point, day.String()); got != want {
				t.Errorf("%v, %s nights: the calendar says %s, the search %s", day, nights, got, want)
			}
			if priceIn(alone, "12", day.String()) != want {
				more++
			}
		}
		length, _ := strconv.ParseFloat(nights, 64)
		if offered && !slices.Contains(calendar.list("nightsOptions", "12@"+point), any(length)) {
			t.Errorf("%s nights can be booked but are not offered: %v", nights, calendar.at("nightsOptions"))
		}
	}
	if more == 0 {
		t.Error("the parks beyond the border change no price: this proves little")
	}
}

// miles is the distance of two positions on a ball, by the law of cosines.
func miles(lat1, lon1, lat2, lon2 float64) float64 {
	if lat2 == 0 && lon2 == 0 {
		return math.Inf(1)
	}
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	cos := math.Sin(rad(lat1))*math.Sin(rad(lat2)) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*math.Cos(rad(lon2-lon1))
	return 3958.8 * math.Acos(min(1, cos))
}

func TestThePictureOfWhereAParkIs(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	t.Run("[PARK-03] is drawn at the park's lat and lon", func(t *testing.T) {
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
			same(t, park.ID, string(got.body), string(basemap.Locator(park.Lat, park.Lon)))
		}
	})
	same(t, "an unknown park", v.get("/images/maps/NOPE.svg").status, 404)
}
