package server_test

import (
	"strconv"
	"testing"
)

// The stays near a home are those that searches of every holiday type find for the party, each
// park with its cheapest, nearer than asked for.
func TestStaysNearHomeAreWhatTheSearchesShow(t *testing.T) {
	v := site(t).visitor(t)
	for _, query := range [][]string{
		{"postcode", "YO1"},
		{"postcode", "pl25 3aa", "within", "240", "nights", "3", "adults", "4", "children", "1"},
		{"postcode", "NR1", "miles", "60", "nights", "7", "petFriendly", "Y"},
		{"postcode", "SA1", "within", "180", "nights", "2"},
	} {
		given := map[string]string{"nights": "7", "within": "120", "adults": "2", "children": "0", "petFriendly": "N"}
		for i := 0; i < len(query); i += 2 {
			given[query[i]] = query[i+1]
		}
		stays := map[string]map[string]any{}
		first := v.get("/api/nearhome", query...).ok(t)
		last := 0.0
		for page := 1; page <= int(first.at("pageCount").(float64)); page++ {
			for _, one := range v.get("/api/nearhome", append([]string{"page", strconv.Itoa(page)}, query...)...).ok(t).list("stays") {
				stay := one.(map[string]any)
				if stays[stay["parkId"].(string)] != nil {
					t.Errorf("%v: %v is there twice", query, stay["parkId"])
				}
				stays[stay["parkId"].(string)] = stay
				if price := inPounds(t, stay["price"]); price < last {
					t.Errorf("%v: £%v after £%v", query, price, last)
				} else {
					last = price
				}
				if given["miles"] == "" && stay["minutes"].(float64) > inPounds(t, given["within"]) || given["miles"] != "" && stay["miles"].(float64) > inPounds(t, given["miles"]) {
					t.Errorf("%v: %v is %v minutes and %v miles away", query, stay["parkId"], stay["minutes"], stay["miles"])
				}
			}
		}
		same(t, "count", first.at("count"), any(float64(len(stays))))
		cheapest := map[string]float64{}
		for _, channel := range soldChannels {
			if channel == "eurocaravan" {
				continue
			}
			found := v.get("/api/search", "channel", channel, "nights", given["nights"], "adults", given["adults"], "children", given["children"], "petFriendly", given["petFriendly"])
			if found.status != 200 {
				continue // the channel has no such stay
			}
			for _, one := range found.list("results") {
				row := one.(map[string]any)
				price := inPounds(t, row["price"])
				if had, ok := cheapest[row["parkId"].(string)]; !ok || price < had {
					cheapest[row["parkId"].(string)] = price
				}
			}
		}
		for id, stay := range stays {
			if inPounds(t, stay["price"]) != cheapest[id] {
				t.Errorf("%v: %s for £%v, the searches have £%v", query, id, stay["price"], cheapest[id])
			}
		}
		if len(stays) == 0 {
			t.Errorf("%v: no stay, which proves nothing", query)
		}
	}
}

func TestWhatStaysNearHomeRefuse(t *testing.T) {
	v := site(t).visitor(t)
	for code, queries := range map[string][][]string{
		"INVALID_NEAR":   {{"postcode", "ZZ1"}, {"postcode", "York"}, {"postcode", "YO1", "within", "29"}, {"postcode", "YO1", "within", "601"}, {"postcode", "YO1", "miles", "4"}, {"postcode", "YO1", "miles", "x"}},
		"INVALID_NIGHTS": {{"postcode", "YO1", "nights", "0"}},
		"INVALID_PARTY":  {{"postcode", "YO1", "adults", "70"}},
		"INVALID_WHEN":   {{"postcode", "YO1", "when", "soon"}},
	} {
		for _, query := range queries {
			v.get("/api/nearhome", query...).refused(t, 400, code)
		}
	}
	empty := v.get("/api/nearhome").ok(t)
	if len(empty.list("stays")) != 0 || len(empty.list("choices")) == 0 {
		t.Errorf("without a postcode: %s", empty.body)
	}
}
