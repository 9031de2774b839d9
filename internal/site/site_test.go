package site

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// codesIn returns the site codes that have a brand folder.
func codesIn(t *testing.T, files fs.FS) []string {
	t.Helper()
	entries, err := fs.ReadDir(files, "brands")
	if err != nil {
		t.Fatal(err)
	}
	codes := []string{}
	for _, entry := range entries {
		if entry.IsDir() {
			codes = append(codes, strings.ToUpper(entry.Name()))
		}
	}
	return codes
}

func mustOf(t *testing.T, code string) *Site {
	t.Helper()
	s, err := Of(code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnknownSiteCodeIsRefusedWithTheSpecifiedText(t *testing.T) {
	t.Run("[BRAND-14] the build says which, MT by default", func(t *testing.T) {
		built, err := Built()
		if err != nil || built.SiteCode != "MT" {
			t.Errorf("built for %v, %v", built, err)
		}
	})
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
	ids := map[string]string{"BF": "[ROUTE-30] [ROUTE-32]", "SN": "[ROUTE-31] [ROUTE-33]", "MT": "[ROUTE-31] [ROUTE-34]", "RP": "[ROUTE-30] [ROUTE-35]"}
	for code, extra := range own {
		t.Run(ids[code]+" "+code, func(t *testing.T) { checkRoutes(t, code, shared, extra) })
	}
	if _, ok := mustOf(t, "MT").ContentPage("/lodges-with-hot-tubs"); ok {
		t.Error("MT has a page that is another brand's")
	}
	t.Run("[ROUTE-36] pages of footer links", func(t *testing.T) {
		for _, code := range codesIn(t, brandFiles) {
			checkRoutes(t, code, nil, map[string]int{"/brands": 3559, "/work-with-us": 4437, "/cancellation-protection": 4324})
		}
	})
}

func checkRoutes(t *testing.T, code string, shared, extra map[string]int) {
	t.Helper()
	s := mustOf(t, code)
	want := maps.Clone(extra)
	for path, page := range shared {
		if _, own := want[path]; !own {
			want[path] = page
		}
	}
	for path, page := range want {
		if got, ok := s.ContentPage(path); !ok || got != page {
			t.Errorf("%s %s: got %d, want %d", code, path, got, page)
		}
	}
}

// with returns the product's brand folders with one more file.
func with(t *testing.T, name, text string) fs.FS {
	t.Helper()
	files := fstest.MapFS{name: {Data: []byte(text)}}
	for _, at := range []string{"brands/base.json", "brands/home.json", "brands/mt/brand.json"} {
		data, err := fs.ReadFile(brandFiles, at)
		if err != nil {
			t.Fatal(err)
		}
		files[at] = &fstest.MapFile{Data: data}
	}
	return files
}

func TestAFifthBrandIsOneFolder(t *testing.T) {
	text := `{"siteCode": "XX", "global": {"brandName": "Fixture", "siteBaseUrl": "https://x.example"}, "header": {"megaMenu": "x.json"},
		"texts": {"supportHours": "Always"}, "homePage": {"types": [{"channel": "boats", "title": "Afloat"}], "questions": [{"question": "Q?", "answer": "<p>A.</p>"}]},
		"contentRoutes": {"/insurance": 9}, "footer": {"more": [{"title": "Here", "links": [{"path": "/here", "pageId": 7}, {"path": "/insurance", "pageId": 8}]}]}}`
	files := with(t, "brands/xx/brand.json", text)
	s, err := load(files, "XX")
	if err != nil {
		t.Fatal(err)
	}
	if s.Global.BrandName != "Fixture" || s.Texts.SupportHours != "Always" || s.Legal.CompanyNumber == "" {
		t.Errorf("got %+v", s)
	}
	home := s.HomePage
	if want := []HolidayType{{Channel: "boats", Title: "Afloat"}}; !slices.Equal(home.Types, want) || home.Questions[0].Question != "Q?" || home.RegionsHeading == "" {
		t.Errorf("the home page is %+v, want its own types and questions with the shared headings", home)
	}
	t.Run("[FOOT-15] a footer link with a page makes its path a content route", func(t *testing.T) {
		if page, ok := s.ContentPage("/here"); !ok || page != 7 {
			t.Errorf("/here: %d", page)
		}
		if page, _ := s.ContentPage("/insurance"); page != 9 {
			t.Errorf("the brand's own route gave way to a footer link: %d", page)
		}
	})
}

func TestABrandFolderThatCannotBeUsedStopsTheStart(t *testing.T) {
	for want, text := range map[string]string{
		"Missing configuration: global.brandName":   `{"siteCode": "XX", "header": {"megaMenu": "x.json"}}`,
		"the brand folder of XX holds the brand YY": `{"siteCode": "YY", "global": {"brandName": "F", "siteBaseUrl": "https://x.example"}, "header": {"megaMenu": "x.json"}}`,
		"read the brand XX":                         `{`,
	} {
		if _, err := load(with(t, "brands/xx/brand.json", text), "XX"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
