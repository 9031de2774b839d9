package server_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/web/schematest"
)

// The offers of structured data are the stays that the API sells.
func TestSearchEnginesReadThePricesThatVisitorsSee(t *testing.T) {
	v := site(t).visitor(t)
	until := func(arrival string) string {
		day, err := date.Parse(arrival)
		if err != nil {
			t.Fatal(err)
		}
		return (day - 1).ISO()
	}
	page := v.get("/holidays/CF101/gannet-sands").body
	found := schematest.Read(page)
	parks := found.Of("LodgingBusiness")
	if found.Problems != nil || len(parks) != 1 {
		t.Fatalf("%d parks, %v", len(parks), found.Problems)
	}
	offer, _ := parks[0]["makesOffer"].(map[string]any)
	price, _ := offer["price"].(string)
	// The stay is the one with which the page opens: the front end has rendered its price.
	if text := "See prices from £" + strings.TrimSuffix(price, ".00") + "<"; !strings.Contains(string(page), text) {
		t.Errorf("the page does not say %q", text)
	}
	// The page of the offer's address shows its price.
	address, err := url.Parse(offer["url"].(string))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "status of the offer's address", v.get(address.RequestURI()).status, 200)
	stay := address.Query()
	day := stay.Get("date")
	same(t, "until", offer["priceValidUntil"], any(until(day)))
	shown := v.get("/api/parkresults", "parkId", "CF101", "channel", stay.Get("channel"), "from", day, "to", day, "nights", stay.Get("nights"), "adults", "2").ok(t)
	if body := string(shown.body); !strings.Contains(body, fmt.Sprintf(`"unitPrice":"%s"`, offer["price"])) {
		t.Errorf("no stay at %v: %s", offer["price"], body)
	}
	same(t, "rating in the demo", parks[0]["aggregateRating"], nil)
	for path, reduced := range map[string]string{"/last-minute-deals": "N", "/offers": "Y"} {
		found := schematest.Read(v.get(path).body)
		lists := found.Of("ItemList")
		if found.Problems != nil || len(lists) != 1 {
			t.Fatalf("%s: %d lists, %v", path, len(lists), found.Problems)
		}
		var offered, sold []string
		for _, item := range lists[0]["itemListElement"].([]any) {
			offer := item.(map[string]any)["item"].(map[string]any)
			offered = append(offered, offer["price"].(string)+" until "+offer["priceValidUntil"].(string))
		}
		for _, one := range v.get("/api/deals", "reduced", reduced).ok(t).list("deals") {
			deal := one.(map[string]any)
			sold = append(sold, deal["price"].(string)+" until "+until(deal["date"].(string)))
		}
		if len(sold) == 0 || !slices.Equal(offered, sold) {
			t.Errorf("%s offers %v, want %v", path, offered, sold)
		}
	}
}
