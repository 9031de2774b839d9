package server_test

import (
	"strings"
	"testing"
)

// A park that is sold on several channels shows in the list of each what it sells
// there.
func TestListsShowThePictureOfTheirChannel(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	id, region := "", ""
	for _, p := range s.Catalogue().AllParks() {
		if len(p.Channels) > 1 && p.Channels[1] == "uktouring" && len(p.Images) == 0 {
			id, region = p.ID, p.RegionID
			break
		}
	}
	if id == "" {
		t.Fatal("no park is sold as holiday park and for touring")
	}
	main := "/images/parks/" + strings.ToUpper(id[:1]) + "/" + id + "/1.svg"
	further := strings.Replace(main, "/1.svg", "/1-uktouring.svg", 1)
	if got := v.get(further); got.status != 200 {
		t.Fatalf("%s: %d", further, got.status)
	}
	for channel, want := range map[string]string{"ukcaravan": main, "uktouring": further} {
		t.Run(channel, func(t *testing.T) {
			found := v.get("/api/search", "channel", channel, "park", id, "region", region, "nights", "7").ok(t)
			same(t, "a card of the search", found.text("cards", id, "images", 0, "src"), want)
			cards := v.get("/api/parkcards", "parkIds", id, "channel", channel).ok(t)
			same(t, "a card that is loaded later", cards.text("cards", id, "images", 0, "src"), want)
			listed := v.get("/api/parks", "region", region, "channel", channel).ok(t)
			for i := range listed.list("parks") {
				if listed.text("parks", i, "parkId") == id {
					same(t, "the list of parks", listed.text("parks", i, "images", 0, "src"), want)
					return
				}
			}
			t.Errorf("%s is not in the list of %s", id, channel)
		})
	}
	same(t, "without a channel", v.get("/api/parkcards", "parkIds", id).ok(t).text("cards", id, "images", 0, "src"), main)
	v.get("/api/parkcards", "parkIds", id, "channel", "hotels").refused(t, 400, "INVALID_CHANNEL")
}
