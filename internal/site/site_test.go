package site

import (
	"slices"
	"strings"
	"testing"
)

func mustOf(t *testing.T, code string) *Site {
	t.Helper()
	s, err := Of(code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnknownSiteCodeIsRefusedWithTheSpecifiedText(t *testing.T) {
	for _, code := range []string{"XX", "", "mt"} {
		if _, err := Of(code); err == nil || err.Error() != "Unsupported site code: "+code {
			t.Errorf("site %q: got %v", code, err)
		}
	}
}

func TestContentRoutesAreTheSpecifications(t *testing.T) {
	shared := map[string]int{
		"/privacy-policy": 3, "/insurance": 83, "/customer-charter": 84, "/ferry-deals": 212,
		"/cheap-caravan-holidays-uk-europe": 225, "/attractions": 656, "/cottages": 662, "/themed-breaks": 1265,
		"/holiday-home-sales": 1386, "/european-holiday-parks": 1572, "/weekend-breaks": 1876, "/uk-spa-breaks": 2290,
	}
	own := map[string]map[string]int{
		"BF": {"/offers": 221, "/about-us": 254, "/hotels": 664, "/lodges-with-hot-tubs": 2263},
		"SN": {"/about-us": 1512, "/offers": 1824, "/hotels": 1828},
		"MT": {"/european-holiday-parks": 1597, "/customer-charter": 1603, "/privacy-policy": 1904, "/hotels": 664, "/about-us": 1516, "/offers": 1526},
		"RP": {"/reach-promos-offers": 221, "/about-us": 254, "/offers": 1939, "/hotels": 1942, "/lodges-with-hot-tubs": 2263, "/frequently-asked-questions": 3932, "/how-it-works": 3935},
	}
	for code, extra := range own {
		s := mustOf(t, code)
		for path, page := range shared {
			if other, ok := extra[path]; ok {
				page = other
			}
			if route, ok := s.ContentPage(path); !ok || route.PageID != page {
				t.Errorf("%s %s: got %d, want %d", code, path, route.PageID, page)
			}
		}
		for path, page := range extra {
			if route, ok := s.ContentPage(path); !ok || route.PageID != page {
				t.Errorf("%s %s: got %d, want %d", code, path, route.PageID, page)
			}
		}
	}
	if _, ok := mustOf(t, "MT").ContentPage("/lodges-with-hot-tubs"); ok {
		t.Error("MT has a page that is another brand's")
	}
}

func TestFooterLinksLeadOnlyWhereTheBrandHasPages(t *testing.T) {
	routed := []string{"/help", "/blog", "/terms", "/channel/ukcaravan", "/channel/uktouring", "/channel/uklodge", "/region/boats", "/channel/eurocaravan"}
	for _, code := range Codes {
		s := mustOf(t, code)
		for _, group := range s.Footer {
			for _, link := range group.Links {
				_, page := s.ContentPage(link.Path)
				if !page && !link.External && !slices.Contains(routed, link.Path) && !strings.HasPrefix(link.Path, "/blog/") {
					t.Errorf("%s: footer link %s leads nowhere", code, link.Path)
				}
			}
		}
	}
}

func TestFooterOfEachBrand(t *testing.T) {
	ids := func(code string) (found []string) {
		for _, link := range mustOf(t, code).Footer[0].Links {
			found = append(found, link.ID+" "+link.Path)
		}
		return found
	}
	all := []string{"ukcaravan /channel/ukcaravan", "uktouring /channel/uktouring", "hotels /hotels", "uklodge /channel/uklodge",
		"boats /region/boats", "eurocaravan /channel/eurocaravan", "ferries /ferry-deals", "cheapercaravan /cheap-caravan-holidays-uk-europe", "offers /offers"}
	if got := ids("BF"); !slices.Equal(got, all) {
		t.Errorf("BF: got %v", got)
	}
	without := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s[:3] == "hot" || s[:3] == "che" })
	if got := ids("MT"); !slices.Equal(got, without) {
		t.Errorf("MT: got %v", got)
	}
	if got := ids("SN")[5]; got != "eurocaravan /european-holiday-parks" {
		t.Errorf("SN: got %s", got)
	}
	for code, groups := range map[string]int{"BF": 5, "RP": 5, "SN": 4, "MT": 4} {
		if got := len(mustOf(t, code).Footer); got != groups {
			t.Errorf("%s: %d groups, want %d", code, got, groups)
		}
	}
}
