package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/site"
)

func TestAClosedPromotionIsNotAdvertised(t *testing.T) {
	for _, open := range []bool{true, false} {
		a, _ := serving(t, func(c *Config) {
			c.Promotion = promotion.Fixed(&promotion.Promotion{Open: open, Heading: "Four code words", Subheading: "Collect them"})
		})
		hero := a.hero()
		if (hero.Heading == "Four code words") != open || (hero.Subheading == "Collect them") != open || hero.Heading == "" {
			t.Errorf("open %v: %q, %q", open, hero.Heading, hero.Subheading)
		}
	}
}

func TestABrandsOwnBannerReplacesTheOneAboutDogs(t *testing.T) {
	for code, want := range map[string]Banner{
		"MT": {Content: "of our UK holiday parks", URL: "/dog-friendly/ukcaravan"},
		"RP": {Content: "the next code word is in your newspaper", URL: "/how-it-works"},
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
		prices, err := a.lowestPrices(context.Background(), v, channel, region, false, offered{})
		if err != nil {
			t.Fatal(err)
		}
		return "From " + v.lowestOf(prices, "").Text()
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

// A file of the promotion may change between the reading of its dates and that of its version.
func TestPricesForReadersAreKeptForThePromotionOfTheirDates(t *testing.T) {
	a, _ := serving(t)
	v := a.View()
	first, _ := v.index.Window()
	pricesOn := func(on offered) cheapestStays {
		t.Helper()
		prices, err := a.lowestPrices(t.Context(), v, "ukcaravan", allRegions, false, on)
		if err != nil {
			t.Fatal(err)
		}
		return prices
	}
	earlier := offered{dates: []date.Date{first - 1}, to: "readers of X", today: a.Today(), promotion: a.Promotion.Version() - 1}
	present := offered{to: "readers of X", today: a.Today(), promotion: a.Promotion.Version()}
	if prices := pricesOn(earlier); len(prices) > 0 {
		t.Fatalf("%d parks have a price on no day", len(prices))
	}
	if prices := pricesOn(present); len(prices) == 0 {
		t.Error("the prices of the earlier promotion are shown")
	}
}

// initialIn returns the answer of initial as pages read it.
func initialIn(t *testing.T, a *API) []byte {
	t.Helper()
	status, body := a.Read(t.Context(), "/api/initial", url.Values{"siteCode": {a.Site.SiteCode}})
	if status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	return body
}

func TestInitialFollowsThePricesLaterThanTheCatalogue(t *testing.T) {
	first := date.Of(2026, time.November, 22)
	views := []*View{viewOf(t, 60, first), viewOf(t, 90, first)}
	views[1].id++
	now, current := noon, 0
	a, h := serving(t, func(c *Config) {
		c.Now = func() time.Time { return now }
		c.View = func() *View { return views[current] }
	})
	before := initialIn(t, a)
	if again := initialIn(t, a); &again[0] != &before[0] {
		t.Error("it is encoded again for each page")
	}
	if called := askAPI(h, "GET", "/api/initial?siteCode=MT"); !bytes.Equal(called.Body.Bytes(), before) || a.CachedAnswers() != 1 {
		t.Errorf("a browser gets another answer: %.200s", called.Body)
	}
	cached, known := a.public.cached.Get(`initial&"MT"`)
	if !known {
		t.Fatal("it is not cached")
	}
	cached.version.prices-- // as if a hold had changed the prices
	now = now.Add(staleFor - time.Second)
	if again := initialIn(t, a); &again[0] != &before[0] {
		t.Error("it is encoded again for every change of prices")
	}
	now = now.Add(time.Second)
	if renewed := initialIn(t, a); &renewed[0] == &before[0] {
		t.Error("it keeps old prices")
	}
	current = 1
	if changed := initialIn(t, a); bytes.Equal(changed, before) {
		t.Error("it keeps an old catalogue")
	}
}

func TestTheOperatorAddsAFilmACountdownAndAGallery(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bay.mp4": "\x00\x00\x00\x18ftypmp42",
		"home.json": `{"film":"bay.mp4","countdown":{"until":"2027-01-02T03:04:05Z","title":"Sale ends","linkText":"Offers","url":"/offers"},
			"gallery":[{"url":"/images/regions/12.svg","alt":"Cornwall"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own, err := homepage.Open(filepath.Join(dir, "home.json"))
	if err != nil {
		t.Fatal(err)
	}
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := serving(t, func(c *Config) { c.Site, c.HomePage = brand, own })
	var types []string
	for _, block := range a.homepage(a.View()) {
		types = append(types, block.Type)
		switch data := block.Data.(type) {
		case HeroText:
			if film := own.Current().Film.URL(); data.HeroImage != film || data.LargeHeroImage != film {
				t.Errorf("the film is missing: %+v", data)
			}
			if data.MobileHeroImage != "/images/hero/coast-small.svg" || data.HeroPoster != "/images/hero/coast.svg" {
				t.Errorf("the film has no picture: %+v", data)
			}
		case Countdown:
			if !data.Status || data.Datetime != 1798859045 || data.URL != "/offers" {
				t.Errorf("%+v", data)
			}
		case Gallery:
			if len(data.Images) != 1 || data.Images[0].Alt != "Cornwall" {
				t.Errorf("%+v", data)
			}
		}
	}
	for _, kind := range []string{"Countdown", "Gallery"} {
		if !slices.Contains(types, kind) {
			t.Errorf("no %s in %v", kind, types)
		}
	}
}

func TestACountdownIsLeftOutFromItsTime(t *testing.T) {
	until := noon.Add(90 * time.Minute)
	file := filepath.Join(t.TempDir(), "home.json")
	text := fmt.Sprintf(`{"countdown":{"until":%q,"title":"Sale ends"}}`, until.Format(time.RFC3339))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	own, err := homepage.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	now := until.Add(-time.Hour)
	a, _ := serving(t, func(c *Config) { c.HomePage, c.Now = own, func() time.Time { return now } })
	long := a.Version()
	now = until.Add(-time.Millisecond)
	before, document := a.Version(), initialIn(t, a)
	if before != long {
		t.Errorf("the version changes before the countdown ends: %s, %s", long, before)
	}
	if !bytes.Contains(document, []byte(`"Countdown"`)) {
		t.Error("the countdown is missing in its last moment")
	}
	now = until
	if a.Version() == before {
		t.Error("rendered pages keep the countdown: the version is the same")
	}
	if bytes.Contains(initialIn(t, a), []byte(`"Countdown"`)) {
		t.Error("the countdown is still there at its time")
	}
}
