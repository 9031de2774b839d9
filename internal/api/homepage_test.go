package api

import (
	"strings"
	"testing"

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
