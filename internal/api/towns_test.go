package api

import (
	"encoding/json"
	"maps"
	"testing"
)

// A page of parks lists the towns of all parks, so a filter of the parks changes
// no town's price. That is so without a region, too.
func TestAFilterOfParksChangesNoTownsPrice(t *testing.T) {
	_, h := serving(t)
	read := func(filter string) (prices map[string]string, parks Parks) {
		t.Helper()
		answer := struct{ Data *Parks }{&parks}
		w := askAPI(h, "GET", "/api/parks?q=an&page=1&channel=ukcaravan"+filter)
		if err := json.Unmarshal(w.Body.Bytes(), &answer); w.Code != 200 || err != nil {
			t.Fatalf("%s: %d, %v", filter, w.Code, err)
		}
		prices = map[string]string{}
		for _, town := range parks.TownList {
			prices[town.TownID] = town.FromPrice
		}
		return prices, parks
	}
	want, whole := read("")
	if len(want) < 2 {
		t.Fatalf("%d towns", len(want))
	}
	filters := []string{"&dogs=Y"}
	for id, count := range whole.FeatureCounts {
		if count < whole.Count {
			filters = append(filters, "&features="+id)
		}
	}
	narrower := 0
	for _, filter := range filters {
		got, narrowed := read(filter)
		if narrowed.Count < whole.Count {
			narrower++
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: prices %v, want %v", filter, got, want)
		}
	}
	if narrower < 2 {
		t.Errorf("only %d filters leave parks out", narrower)
	}
}
