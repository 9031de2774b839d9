package main

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/store"
)

const (
	// placesParks is about as many parks as the imported catalogue has.
	placesParks = 40_000
	// placesAsked is how many different searches of each kind are measured.
	placesAsked = 50
)

// places measures searches in the largest catalogue: for a place by the
// beginning of its name and by a name with a typing error, of an area of the map, of
// the cheapest weeks of every holiday type within two hours' drive of a home, and of the cheapest
// stay of each region in each week. No address is requested twice, so no answer comes from a cache.
func (r *run) places() {
	ctx, dir := context.Background(), filepath.Join(r.dir, "places")
	arrival := date.Of(2027, time.July, 17)
	d := demo.New(demo.Seed, placesParks)
	s, err := store.Open(ctx, dir, benchNow)
	must(err)
	must(fillDemo(ctx, s, d, arrival-1, 3))
	must(s.Close())
	child := startServing(dir)
	defer child.stop()
	begun, mistyped, boxes := placeSearches(child.product, d, arrival)
	homes := homeSearches(child.product, d)
	maps := priceMaps(child.product)
	child.get(child.product+"/api/places?q=zz", browserCodings, 0) // the first search makes the list of names,
	child.get(maps[0], browserCodings, 0)                          // and the first map the shapes of the regions
	costs := child.costs(costing{turns: 1, requests: placesAsked}, browserCodings, begun, mistyped, boxes, homes, maps)
	byStart, byTypo, byArea, byDrive, byMap := costs[0][0], costs[1][0], costs[2][0], costs[3][0], costs[4][0]
	r.note("of %d parks: a place by its first three letters %.2f ms of processor, with a typing error %.2f ms; an area of the map %.2f ms; within two hours of home %.2f ms; Britain by price in every week %.2f ms",
		placesParks, byStart/1e3, byTypo/1e3, byArea/1e3, byDrive/1e3, byMap/1e3)
	sentences := sentenceSearches(child.product, d)
	child.get(sentences[0], browserCodings, 0) // the first sentence makes the vocabulary
	byPhrase := median(child.costs(costing{turns: 3, requests: len(sentences)}, browserCodings, sentences)[0])
	r.note("of %d parks: a sentence %.2f ms of processor, with the holidays that it finds", placesParks, byPhrase/1e3)
	byParts := median(child.costs(costing{turns: 3, requests: placesAsked}, browserCodings, groupSearches(child.product, d, arrival))[0])
	r.note("of %d parks: what fits where nothing does, for a group, %.2f ms of processor", placesParks, byParts/1e3)
	r.set("together_ms", byParts/1e3)
	r.set("phrase_ms", byPhrase/1e3)
	r.set("place_search_ms", max(byStart, byTypo)/1e3)
	r.set("box_search_ms", byArea/1e3)
	r.set("near_home_ms", byDrive/1e3)
	r.set("price_map_ms", byMap/1e3)
}

// priceMaps returns the addresses of different maps of prices, each for all weeks.
func priceMaps(server string) (maps []string) {
	for i := range placesAsked {
		maps = append(maps, fmt.Sprintf("%s/api/pricemap?nights=%d&adults=%d&children=%d", server, []int{3, 4, 7}[i%3], 1+i/3%4, i/12))
	}
	return maps
}

// homeSearches returns the addresses of searches near the outward codes of parks.
func homeSearches(server string, d *demo.Demo) (homes []string) {
	seen := map[string]bool{}
	for i := range d.Entities.Parks {
		p := &d.Entities.Parks[i*7919%len(d.Entities.Parks)]
		code, _, _ := strings.Cut(p.Postcode, " ")
		if len(homes) < placesAsked && p.Country == "GB" && !seen[code] {
			seen[code] = true
			homes = append(homes, server+"/api/nearhome?within=120&nights=3&adults=2&postcode="+url.QueryEscape(code))
		}
	}
	return homes
}

// sentenceSearches returns the addresses of sentences, each with a town or a park of the catalogue,
// a typing error, and words that are not understood.
func sentenceSearches(server string, d *demo.Demo) (addresses []string) {
	parks := d.Entities.Parks
	for i := range placesAsked {
		p := &parks[i*7919%len(parks)]
		place := p.Town
		if i%3 == 0 {
			place = p.Name
		}
		q := fmt.Sprintf("dog freindly place with hot tub and a drawbridge near %s for %d, 7 nights from 12 June, under £%d", place, 2+i%5, 400+i)
		addresses = append(addresses, server+"/api/phrase?"+url.Values{"q": {q}}.Encode())
	}
	return addresses
}

// groupSearches returns the addresses of suggestions for groups that no unit has room for.
func groupSearches(server string, d *demo.Demo, arrival date.Date) (addresses []string) {
	regions := map[string]bool{}
	for i := range d.Entities.Parks {
		regions[d.Entities.Parks[i].RegionID] = true
	}
	all := slices.Sorted(maps.Keys(regions))
	for i := range placesAsked {
		addresses = append(addresses, server+"/api/suggestions?"+url.Values{"channel": {"ukcaravan"}, "region": {all[i%len(all)]}, "date": {arrival.String()},
			"nights": {"7"}, "adults": {fmt.Sprint(9 + i/len(all))}, "children": {"3"}}.Encode())
	}
	return addresses
}

// placeSearches returns the addresses of different searches: for the first three
// letters of parks' names, for words of these names with two letters exchanged,
// and for areas of half a degree around parks.
func placeSearches(server string, d *demo.Demo, arrival date.Date) (begun, mistyped, boxes []string) {
	add := func(list *[]string, seen map[string]bool, path string, q url.Values) {
		address := server + path + "?" + q.Encode()
		if len(*list) < placesAsked && !seen[address] {
			seen[address] = true
			*list = append(*list, address)
		}
	}
	channels := map[string]string{} // by park
	for _, u := range d.Entities.Units {
		channels[u.ParkID] = u.Channel
	}
	parks, seen := d.Entities.Parks, map[string]bool{}
	for i := range parks {
		p := &parks[i*7919%len(parks)] // in an order that mixes regions
		for name := range strings.FieldsSeq(strings.ToLower(p.Name)) {
			if word := []rune(name); len(word) >= 6 {
				add(&begun, seen, "/api/places", url.Values{"q": {string(word[:3])}})
				word[2], word[3] = word[3], word[2]
				add(&mistyped, seen, "/api/places", url.Values{"q": {string(word)}})
			}
		}
		add(&boxes, seen, "/api/search", url.Values{
			"channel": {channels[p.ID]}, "date": {arrival.String()}, "nights": {"7"}, "adults": {"2"},
			"box": {fmt.Sprintf("%.2f,%.2f,%.2f,%.2f", p.Lon-.25, p.Lat-.25, p.Lon+.25, p.Lat+.25)},
		})
	}
	return begun, mistyped, boxes
}
