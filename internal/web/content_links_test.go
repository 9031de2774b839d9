package web

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/site"
)

var linked = regexp.MustCompile(`<a href="([^"]+)"`)

// TestLinksOfTheContentFilesLeadToPages checks every link of the content in the
// binary, for each brand, with the demo's catalogue.
func TestLinksOfTheContentFilesLeadToPages(t *testing.T) {
	stock, problems := catalogue.NewSnapshot(&demo.New(demo.Seed, demo.Parks).Entities)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, code := range []string{"BF", "SN", "MT", "RP"} {
		brand, err := site.Of(code)
		if err != nil {
			t.Fatal(err)
		}
		published, err := content.New(content.Config{Site: brand, PictureSize: func(path string) (int, int, bool) {
			return picture.Size(drawnRegions{stock}, strings.TrimPrefix(path, "/images/"))
		}})
		if err != nil {
			t.Fatal(err)
		}
		h := pages(t, code, func(c *Config) { c.Content, c.Catalogue = published, func() *catalogue.Snapshot { return stock } })
		checked := map[string]int{}
		for _, kind := range []string{content.Pages, content.Posts, content.TravelGuides, content.ThingsToDo, content.MarketingPosts} {
			all, err := published.List(context.Background(), kind, 5000)
			if err != nil || len(all) == 0 {
				t.Fatalf("%s: %d %s, %v", code, len(all), kind, err)
			}
			for _, article := range all {
				for _, link := range linked.FindAllStringSubmatch(article.HTML, -1) {
					address := strings.ReplaceAll(link[1], "&amp;", "&")
					if !strings.HasPrefix(address, "/") {
						continue
					}
					if _, done := checked[address]; !done {
						checked[address] = statusOf(t, h, address)
					}
					if status := checked[address]; status != http.StatusOK {
						t.Errorf("%s: %s %s links to %s, which answers %d", code, kind, article.Slug, address, status)
					}
				}
			}
		}
		for _, channel := range catalogue.Channels {
			for _, region := range stock.Regions(channel.Code) {
				if _, err := published.Guide(context.Background(), region.Name); err != nil && region.ID != catalogue.HiddenRegion {
					t.Errorf("%s: %s has no travel guide: %v", code, region.Name, err)
				}
			}
		}
		if len(checked) < 20 {
			t.Errorf("%s: only %d links", code, len(checked))
		}
	}
}

// statusOf returns the status of an address after its redirects.
func statusOf(t *testing.T, h http.Handler, address string) int {
	t.Helper()
	for range 4 {
		parsed, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		parsed.Fragment = ""
		got := ask(h, parsed.String())
		_ = got.Body.Close()
		if got.StatusCode/100 != 3 {
			return got.StatusCode
		}
		address = got.Header.Get("Location")
	}
	return http.StatusLoopDetected
}

// drawnRegions finds the regions that pictures show.
type drawnRegions struct{ stock *catalogue.Snapshot }

func (drawnRegions) Park(string) (picture.Place, bool) { return picture.Place{}, false }
func (drawnRegions) Unit(string) (picture.Place, catalogue.UnitType, int, bool) {
	return picture.Place{}, catalogue.UnitType{}, 0, false
}

func (drawnRegions) Operator(string, string) (picture.Operator, bool) {
	return picture.Operator{}, false
}

func (d drawnRegions) Region(id string) (catalogue.Region, string, int, bool) {
	region, ok := d.stock.Region(id)
	if !ok {
		return catalogue.Region{}, "", 0, false
	}
	return *region, "", 0, true
}
