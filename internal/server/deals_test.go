package server_test

import (
	"slices"
	"strconv"
	"testing"

	"holidaymaker/internal/date"
)

// dealsOf returns every page of a list of deals.
func dealsOf(t *testing.T, v *visitor, query ...string) (all []map[string]any, first reply) {
	t.Helper()
	first = v.get("/api/deals", query...).ok(t)
	pages := int(first.at("pageCount").(float64))
	for page := 1; page <= pages; page++ {
		got := v.get("/api/deals", append([]string{"page", strconv.Itoa(page)}, query...)...).ok(t)
		for _, one := range got.list("deals") {
			all = append(all, one.(map[string]any))
		}
	}
	return all, first
}

func inPounds(t *testing.T, price any) float64 {
	t.Helper()
	text, _ := price.(string)
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("price %v: %v", price, err)
	}
	return n
}

// row returns the search's row of a park on a date, nil where there is none.
func (v *visitor) row(t *testing.T, channel, park, day, nights string) map[string]any {
	t.Helper()
	found := v.get("/api/search", "channel", channel, "park", park, "date", day, "nights", nights, "adults", "2", "flex", "0").ok(t)
	if len(found.list("results")) == 0 {
		return nil
	}
	return found.list("results")[0].(map[string]any)
}

// Each deal has the price, and the earlier price, that a search for its date and
// nights shows.
func TestDealsAreWhatTheSearchShows(t *testing.T) {
	v := site(t).visitor(t)
	today, err := date.Parse(v.get("/api/initial", "siteCode", "MT").ok(t).text("today"))
	if err != nil {
		t.Fatal(err)
	}
	for _, channel := range []string{"ukcaravan", "uklodge", "boats"} {
		for _, reduced := range []string{"N", "Y"} {
			t.Run(channel+" reduced "+reduced, func(t *testing.T) {
				deals, first := dealsOf(t, v, "channel", channel, "reduced", reduced)
				same(t, "count", first.at("count"), any(float64(len(deals))))
				parks, regions := map[string]bool{}, map[string]float64{}
				for i, deal := range deals {
					park, day, nights := deal["parkId"].(string), deal["date"].(string), strconv.Itoa(int(deal["nights"].(float64)))
					row := v.row(t, channel, park, day, nights)
					if row == nil || row["price"] != deal["price"] || row["fullPrice"] != deal["fullPrice"] {
						t.Errorf("%s on %s for %s nights: the deal is %v was %v, the search has %v", park, day, nights, deal["price"], deal["fullPrice"], row)
					}
					arrival, _ := date.Parse(day)
					if arrival <= today || reduced == "N" && arrival > today+28 {
						t.Errorf("%s begins on %s, today is %s", park, day, today)
					}
					if reduced == "Y" && inPounds(t, deal["fullPrice"]) <= inPounds(t, deal["price"]) {
						t.Errorf("%s: %v was %v", park, deal["price"], deal["fullPrice"])
					}
					if i > 0 && reduced == "N" && inPounds(t, deal["price"]) < inPounds(t, deals[i-1]["price"]) {
						t.Errorf("deal %d is cheaper than the one before", i)
					}
					if parks[park] {
						t.Errorf("%s has two deals", park)
					}
					parks[park] = true
					regions[deal["regn"].(string)]++
				}
				for i := range first.list("regions") {
					id := first.text("regions", i, "id")
					same(t, "deals of region "+id, first.at("regions", i, "count"), any(regions[id]))
					narrowed, _ := dealsOf(t, v, "channel", channel, "reduced", reduced, "region", id)
					same(t, "deals in region "+id, float64(len(narrowed)), regions[id])
					delete(regions, id)
				}
				same(t, "regions without a count", len(regions), 0)
			})
		}
	}
	if deals, _ := dealsOf(t, v, "reduced", "Y"); len(deals) == 0 {
		t.Error("the demo has no reduced stay: this proves little")
	}
}

// No cheaper stay of a park that begins soon is left out.
func TestLateDealsAreTheCheapest(t *testing.T) {
	v := site(t).visitor(t)
	today, _ := date.Parse(v.get("/api/initial", "siteCode", "MT").ok(t).text("today"))
	least := map[string]float64{}
	for away := date.Date(1); away <= 28; away++ {
		for _, nights := range []string{"3", "4", "7"} {
			found := v.get("/api/search", "channel", "ukcaravan", "region", "12", "date", (today + away).String(), "nights", nights, "adults", "2", "flex", "0").ok(t)
			for _, one := range found.list("results") {
				row := one.(map[string]any)
				park, price := row["parkId"].(string), inPounds(t, row["price"])
				if had, ok := least[park]; !ok || price < had {
					least[park] = price
				}
			}
		}
	}
	got := map[string]float64{}
	deals, _ := dealsOf(t, v, "region", "12")
	for _, deal := range deals {
		got[deal["parkId"].(string)] = inPounds(t, deal["price"])
	}
	same(t, "the deals of region 12", got, least)
}

// A deal whose last unit is held is no longer a deal.
func TestDealsGoWithTheStock(t *testing.T) {
	world := site(t)
	v := world.visitor(t)
	deals, _ := dealsOf(t, v)
	left := func(deal map[string]any) int {
		n, _ := deal["unitsLeft"].(float64)
		return int(n)
	}
	deals = slices.DeleteFunc(deals, func(deal map[string]any) bool { return left(deal) == 0 })
	if len(deals) == 0 {
		t.Fatal("no deal of the demo says how many units are left")
	}
	deal := slices.MinFunc(deals, func(a, b map[string]any) int { return left(a) - left(b) })
	park, day, nights := deal["parkId"].(string), deal["date"].(string), strconv.Itoa(int(deal["nights"].(float64)))
	row := v.row(t, "ukcaravan", park, day, nights)
	for range left(deal) {
		world.visitor(t).hold(unit{park: park, id: row["unitId"].(string), price: row["price"].(string)}).ok(t)
	}
	if still := v.row(t, "ukcaravan", park, day, nights); still != nil && still["unitId"] == row["unitId"] {
		t.Fatalf("%d units are held and one is left: %v", left(deal), still)
	}
	after, _ := dealsOf(t, v)
	for _, other := range after {
		if other["parkId"] != park {
			continue
		}
		shown := v.row(t, "ukcaravan", park, other["date"].(string), strconv.Itoa(int(other["nights"].(float64))))
		if shown == nil || shown["price"] != other["price"] {
			t.Errorf("after the holds the deal is %v, the search has %v", other, shown)
		}
	}
}
