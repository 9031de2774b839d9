package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
)

// pence parses an amount in an answer; "" means that there is no price.
func pence(t *testing.T, text string) int {
	t.Helper()
	if text == "" {
		return 0
	}
	pounds, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("%q is no amount", text)
	}
	return int(pounds*100 + 0.5)
}

type foundRow struct{ ParkID, OpID, Regn, Price string }

// cheapestFound searches a region for every duration on sale, on all dates, and
// returns the result with the lowest price for each park.
func cheapestFound(t *testing.T, v *visitor, channel, region, dogs string) map[string]foundRow {
	t.Helper()
	options := reads[struct{ NightsOptions map[string][]int }](t, v.get("/api/cachedavailability", "channel", channel, "region", region, "nights", "7")).NightsOptions
	lowest := map[string]foundRow{}
	for _, nights := range options[region] {
		found := reads[struct{ Results []foundRow }](t, v.get("/api/search", "channel", channel, "region", region, "nights", strconv.Itoa(nights), "adults", "2", "petFriendly", dogs))
		for _, row := range found.Results {
			if before, ok := lowest[row.ParkID]; !ok || pence(t, row.Price) < pence(t, before.Price) {
				lowest[row.ParkID] = row
			}
		}
	}
	return lowest
}

func lowestPrice(t *testing.T, rows map[string]foundRow, of func(foundRow) bool) int {
	t.Helper()
	lowest := 0
	for _, row := range rows {
		if price := pence(t, row.Price); of(row) && (lowest == 0 || price < lowest) {
			lowest = price
		}
	}
	return lowest
}

func anyRow(foundRow) bool { return true }

func TestBrowsingShowsThePricesOfTheSearch(t *testing.T) {
	s := site(t)
	v := s.visitor(t)
	type listedRegion struct {
		ID, FromPrice string
		ParkCount     int
	}
	type regionsAnswer struct {
		Regions map[string]map[string]listedRegion
	}
	for _, channel := range []string{"ukcaravan", "eurocaravan", "boats"} {
		regions := reads[regionsAnswer](t, v.get("/api/channelregions", "channel", channel)).Regions[channel]
		withDogs := reads[regionsAnswer](t, v.get("/api/channelregions", "channel", channel, "dogs", "Y")).Regions[channel]
		byOperator := map[string]int{}
		for _, region := range regions {
			found := cheapestFound(t, v, channel, region.ID, "N")
			same(t, channel+" "+region.ID+": price", pence(t, region.FromPrice), lowestPrice(t, found, anyRow))
			for _, row := range found {
				if price := pence(t, row.Price); byOperator[row.OpID] == 0 || price < byOperator[row.OpID] {
					byOperator[row.OpID] = price
				}
			}
			parks := reads[struct {
				Parks []struct{ ParkID, FromPrice string }
			}](t, v.get("/api/parks", "region", region.ID, "channel", channel, "page", "1")).Parks
			same(t, channel+" "+region.ID+": parks", len(parks), region.ParkCount)
			for _, park := range parks {
				same(t, park.ParkID+": price", pence(t, park.FromPrice), pence(t, found[park.ParkID].Price))
			}
		}
		dogParks := 0
		for _, region := range withDogs {
			listed := reads[struct{ Parks []struct{ ParkID string } }](t, v.get("/api/parks", "region", region.ID, "channel", channel, "dogs", "Y")).Parks
			same(t, channel+" "+region.ID+": parks with dogs", region.ParkCount, len(listed))
			dogParks += len(listed)
			if channel != "eurocaravan" { // whose search ignores dogs
				same(t, channel+" "+region.ID+": price with dogs", pence(t, region.FromPrice), lowestPrice(t, cheapestFound(t, v, channel, region.ID, "Y"), anyRow))
			}
		}
		if dogParks == 0 || len(regions) == 0 || len(byOperator) == 0 {
			t.Fatalf("%s has %d regions, %d operators, %d parks with dogs", channel, len(regions), len(byOperator), dogParks)
		}
		checkOperators(t, v, channel, byOperator)
	}
}

func checkOperators(t *testing.T, v *visitor, channel string, lowest map[string]int) {
	t.Helper()
	operators := reads[struct {
		Operators map[string][]struct {
			OpID, FromPrice, Image string
			Regions                []string
			ParkCount              int
		}
	}](t, v.get("/api/operators", "channel", channel)).Operators[channel]
	same(t, channel+": operators", len(operators), len(lowest))
	for _, operator := range operators {
		same(t, operator.OpID+": price", pence(t, operator.FromPrice), lowest[operator.OpID])
		own := reads[struct {
			Regions map[string]map[string]struct {
				ParkCount int
				FromPrice string
			}
		}](t, v.get("/api/channelregions", "channel", channel, "opId", operator.OpID)).Regions[channel]
		same(t, operator.OpID+": regions", slices.Sorted(slices.Values(operator.Regions)), slices.Sorted(maps.Keys(own)))
		parks, cheapest := 0, 0
		for _, region := range own {
			parks += region.ParkCount
			if price := pence(t, region.FromPrice); cheapest == 0 || price != 0 && price < cheapest {
				cheapest = price
			}
		}
		same(t, operator.OpID+": parks and price by region", []int{parks, cheapest}, []int{operator.ParkCount, lowest[operator.OpID]})
		if got := v.get(operator.Image); got.status != 200 {
			t.Errorf("%s: picture %s answers %d", operator.OpID, operator.Image, got.status)
		}
	}
}

func TestParksAreListedInPages(t *testing.T) {
	v := start(t).visitor(t)
	type page struct {
		Parks []struct {
			ParkID, Name, FromPrice, TownID, Bubbles string
			Features                                 []int
		}
		TownList []struct {
			TownID, FromPrice string
			ParkCount         int
			ParkIDs           []string
		}
		Count, PageCount, DogParks int
		FeatureCounts              map[string]int
	}
	const channel = "ukcaravan"
	whole := reads[page](t, v.get("/api/parks", "region", "all-regions", "channel", channel))
	read := func(query ...string) page {
		return reads[page](t, v.get("/api/parks", append([]string{"region", "all-regions", "channel", channel}, query...)...))
	}
	t.Run("all pages together are the list, each park once", func(t *testing.T) {
		var ids []string
		first := read("page", "1")
		for n := 1; n <= first.PageCount; n++ {
			one := read("page", fmt.Sprint(n))
			if want := min(24, first.Count-len(ids)); len(one.Parks) != want {
				t.Errorf("page %d has %d parks, want %d", n, len(one.Parks), want)
			}
			for _, park := range one.Parks {
				ids = append(ids, park.ParkID)
			}
		}
		var want []string
		for _, park := range whole.Parks {
			want = append(want, park.ParkID)
		}
		same(t, "parks", ids, want)
		same(t, "count", first.Count, len(want))
		if beyond := read("page", fmt.Sprint(first.PageCount+1)); len(beyond.Parks) != 0 || beyond.Count != first.Count {
			t.Errorf("beyond the last page: %d parks of %d", len(beyond.Parks), beyond.Count)
		}
	})
	t.Run("the cheapest first, those without a price last", func(t *testing.T) {
		before := 0
		sorted := read("page", "1", "sort", "price")
		for n := 2; n <= sorted.PageCount; n++ {
			sorted.Parks = append(sorted.Parks, read("page", fmt.Sprint(n), "sort", "price").Parks...)
		}
		for _, park := range sorted.Parks {
			price := pence(t, park.FromPrice)
			if before == -1 && price > 0 || price > 0 && price < before {
				t.Errorf("%s at %d comes after %d", park.ParkID, price, before)
			}
			before = price
			if price == 0 {
				before = -1
			}
		}
	})
	t.Run("features narrow it to as many as were counted", func(t *testing.T) {
		for id, count := range read("page", "1").FeatureCounts {
			narrowed := read("page", "1", "features", id)
			same(t, "feature "+id, narrowed.Count, count)
			n, _ := strconv.Atoi(id)
			for _, park := range narrowed.Parks {
				if !slices.Contains(park.Features, n) {
					t.Errorf("%s has no feature %s", park.ParkID, id)
				}
			}
		}
		same(t, "parks that take dogs", read("page", "1", "dogs", "Y").Count, read("page", "1").DogParks)
		same(t, "unknown features", read("page", "1", "features", "998,999").Count, read("page", "1").Count)
	})
	t.Run("a town's page still names the other towns; one that is not known is not found", func(t *testing.T) {
		region := reads[page](t, v.get("/api/parks", "region", "12", "channel", channel, "page", "1"))
		if len(region.TownList) < 2 {
			t.Fatalf("%d towns", len(region.TownList))
		}
		for _, town := range region.TownList {
			own := reads[page](t, v.get("/api/parks", "region", "12", "channel", channel, "page", "1", "townId", town.TownID))
			same(t, town.TownID+": parks", own.Count, town.ParkCount)
			same(t, town.TownID+": towns", own.TownList, region.TownList)
			lowest := 0
			for _, park := range own.Parks { // fewer than a page has
				if price := pence(t, park.FromPrice); lowest == 0 || price != 0 && price < lowest {
					lowest = price
				}
			}
			same(t, town.TownID+": price", pence(t, town.FromPrice), lowest)
		}
		if got := v.get("/api/parks", "region", "12", "page", "1", "townId", "nowhere"); got.status != 404 {
			t.Errorf("an unknown town answers %d", got.status)
		}
	})
}

func TestTheMenus(t *testing.T) {
	v := site(t).visitor(t)
	var menu map[string]struct {
		Title     string
		IsChannel bool
		Image     string
		Columns   []struct {
			Title string
			Links []struct{ Text, URL string }
		}
	}
	if err := json.Unmarshal(v.get("/json-files/mega-menu-MT.json").body, &menu); err != nil {
		t.Fatal(err)
	}
	same(t, "menus", slices.Sorted(maps.Keys(menu)), []string{"boats", "eurocaravan", "hotels", "ukcaravan", "ukcottages", "uklodge", "uktouring"})
	t.Run("[HEAD-18] have title, sections with titles, whether they are channels, and a picture", func(t *testing.T) {
		for channel, one := range menu {
			if one.Title == "" || one.IsChannel != (channel != "hotels") || one.IsChannel != (one.Image != "") {
				t.Errorf("%s: %+v", channel, one)
			}
			for _, column := range one.Columns {
				if column.Title == "" {
					t.Errorf("%s: a section without a title", channel)
				}
			}
		}
		same(t, "title", menu["ukcaravan"].Title, "UK Holiday Parks")
	})
	seen := map[string]bool{}
	for channel, one := range menu {
		for _, column := range one.Columns {
			if len(column.Links) == 0 || len(column.Links) > 8 {
				t.Errorf("%s, %s: %d links", channel, column.Title, len(column.Links))
			}
			for _, link := range column.Links {
				if got := v.get(link.URL); got.status != 200 || seen[link.URL] || link.Text == "" {
					t.Errorf("%s: %q, %s answers %d; seen before: %v", channel, link.Text, link.URL, got.status, seen[link.URL])
				}
				seen[link.URL] = true
			}
		}
	}
}
