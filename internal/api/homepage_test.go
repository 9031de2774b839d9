package api

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/site"
)

func TestABrandsOwnBannerReplacesTheOneAboutDogs(t *testing.T) {
	for code, want := range map[string]Banner{
		"MT": {Content: "Dogs are welcome at ", URL: "/results/all-regions?channel=ukcaravan&region=all-regions&dogs=y"},
		"RP": {Content: "the next password is in your newspaper", URL: "/how-it-works"},
	} {
		brand, err := site.Of(code)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := serving(t, func(c *Config) { c.Site = brand })
		banners := 0
		for _, block := range a.homepage(a.View()) {
			banner, is := block.Data.(Banner)
			if !is {
				continue
			}
			banners++
			if !strings.Contains(banner.Content, want.Content) || banner.URL != want.URL {
				t.Errorf("%s: %+v", code, banner)
			}
		}
		if banners != 1 {
			t.Errorf("%s has %d banners", code, banners)
		}
	}
}

func TestTilesOfTheHomePageShowThePricesOfTheirListings(t *testing.T) {
	a, _ := serving(t)
	v := a.View()
	priceOf := func(channel, region string) string {
		prices, err := a.leastPrices(context.Background(), v, channel, region, false)
		if err != nil {
			t.Fatal(err)
		}
		return "From " + booking.Pounds(v.leastOf(prices, ""))
	}
	tiles := 0
	for _, block := range a.homepage(v) {
		columns, is := block.Data.(HomeColumns)
		if !is {
			continue
		}
		for _, tile := range columns.Columns {
			want := priceOf("ukcaravan", strings.TrimSuffix(strings.TrimPrefix(tile.Image, "/images/regions/"), ".svg"))
			if channel, ofType := strings.CutPrefix(tile.URL, "/region/"); ofType {
				want = priceOf(channel, allRegions)
			}
			if tile.OverlayText != want {
				t.Errorf("%s: %q, want %q", tile.Title, tile.OverlayText, want)
			}
			tiles++
		}
	}
	if tiles <= homeRegions {
		t.Errorf("%d tiles", tiles)
	}
}

func TestTheInitialDocumentFollowsThePricesLaterThanTheCatalogue(t *testing.T) {
	first := date.Of(2026, time.November, 22)
	views := []*View{viewOf(t, 60, first), viewOf(t, 90, first)}
	now, current := noon, 0
	a, _ := serving(t, func(c *Config) {
		c.Now = func() time.Time { return now }
		c.View = func() *View { return views[current] }
	})
	before := a.InitDocument()
	a.initOf.prices-- // as if a hold had changed the prices
	now = now.Add(staleFor - time.Second)
	if again := a.InitDocument(); &again[0] != &before[0] {
		t.Error("the document was encoded again for every change of prices")
	}
	now = now.Add(time.Second)
	renewed := a.InitDocument()
	if &renewed[0] == &before[0] {
		t.Error("the document keeps old prices")
	}
	views[1].id++
	current = 1
	if changed := a.InitDocument(); bytes.Equal(changed, renewed) || slices.Equal(changed, before) {
		t.Error("the document keeps an old catalogue")
	}
}
