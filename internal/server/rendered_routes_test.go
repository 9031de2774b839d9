package server_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/web/render"
)

// renderedAt holds an address of each route of the front end that the server
// renders.
var renderedAt = map[string]string{
	"/": "/", "/offers": "/offers", "/near-home": "/near-home?from=PL25&reach=240", "/britain-by-price": "/britain-by-price?nights=3&adults=2", "/last-minute-deals": "/last-minute-deals", "/404": "/404", "*": "/no/such/page", "/login": "/login", "/shortlist": "/shortlist",
	"/results": "/results?channel=ukcaravan&region=12", "/results/all-regions": "/results/all-regions", "/results/all-dates": "/results/all-dates",
	"/boating-holidays/:parkId/:slug": "/holidays/CF101/gannet-sands", "/holidays/:parkId/:slug": "/holidays/CF101/gannet-sands",
	"/boat/:parkId/:slug": "/boat/CF101/gannet-sands", "/boat-result/:parkId/:slug": "/boat-result/CF101/gannet-sands", "/park-result/:parkId/:slug": "/park-result/CF101/gannet-sands",
	"/channel/:channelCode": "/channel/ukcaravan", "/region/:channelCode": "/region/ukcaravan", "/dog-friendly/:channelCode": "/dog-friendly/ukcaravan",
	"/:operatorId/region/:channelCode":             "/HAV/region/ukcaravan",
	"/holidays/:channelId/:regionId/:slug":         "/holidays/ukcaravan/12/cornwall",
	"/boating-holidays/:channelId/:regionId/:slug": "/boating-holidays/ukcaravan/12/cornwall",
	"/area/:channelId/:regionId/:townId/:slug":     "/area/ukcaravan/12/%s/town",
	"/blog": "/blog", "/blog/:blogPost": "/blog/february-half-term-breaks", "/help": "/help",
	"/a/:contentId/:keywords": "/a/83/insurance", "/travel-guide/:regionName/:regionId": "/travel-guide/cornwall/12",
}

// notRendered holds the routes that only browsers render, each with the reason.
var notRendered = map[string]string{
	"/booking/extras":         "shows the visitor's booking",
	"/booking/details":        "shows what the visitor entered",
	"/booking/payment":        "shows what the visitor pays",
	"/booking/payment-action": "shows the state of the visitor's payment",
	"/booking/confirmation":   "shows the visitor's booking",
	"/booking/*":              "leads to a step of the visitor's booking",
	"/my-booking":             "shows the visitor's booking",
	"/reset":                  "is opened with a visitor's token",
}

// TestEveryRouteIsRenderedOrSaysWhyNot reads the route table of the front end. A
// new route needs an address above at which the server renders it, or a reason.
func TestEveryRouteIsRenderedOrSaysWhyNot(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	v := site(t).visitor(t)
	routes := routesOfTheFrontEnd(t)
	for route := range routes {
		address, rendered := renderedAt[route]
		reason, left := notRendered[route]
		switch {
		case rendered == left:
			t.Errorf("the route %s needs either an address at which the server renders it, or a reason why not", route)
			continue
		case left && reason == "":
			t.Errorf("%s is not rendered without a reason", route)
		}
		if left {
			address = strings.ReplaceAll(route, "*", "elsewhere")
		}
		if strings.Contains(address, "%s") {
			address = fmt.Sprintf(address, townIn(t, v))
		}
		got := v.get(address)
		for range 2 { // old addresses lead to new ones
			if to := got.header.Get("Location"); to != "" {
				got = v.get(to)
			}
		}
		if strings.Contains(string(got.body), `<div id="root" data-rendered`) != rendered {
			t.Errorf("%s at %s: rendered %t, want %t (%d)", route, address, !rendered, rendered, got.status)
		}
	}
	for _, listed := range []map[string]string{renderedAt, notRendered} {
		for route := range listed {
			if !routes[route] {
				t.Errorf("%s is no route of the front end any more", route)
			}
		}
	}
}

// routesOfTheFrontEnd returns the paths in the files of the route table.
func routesOfTheFrontEnd(t *testing.T) map[string]bool {
	t.Helper()
	const app = "../../web/src/app"
	files, err := filepath.Glob(app + "/*routes.tsx")
	if err != nil || len(files) < 4 {
		t.Fatalf("the files of the route table: %v, %v", files, err)
	}
	files = append(files, app+"/park-paths.ts")
	routes := map[string]bool{}
	path := regexp.MustCompile(`(?:path: |NOT_FOUND = |^\s+)'(/[^']*|\*)'`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			if found := path.FindStringSubmatch(line); found != nil {
				routes[found[1]] = true
			}
		}
	}
	return routes
}

// townIn returns the id of a town that has a page.
func townIn(t *testing.T, v *visitor) string {
	t.Helper()
	found := regexp.MustCompile(`/area/ukcaravan/12/([^/"]+)/`).FindSubmatch(v.get("/holidays/ukcaravan/12/cornwall").body)
	if found == nil {
		t.Fatal("no town on the page of a region")
	}
	return string(found[1])
}
