package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	sites "holidaymaker/internal/site"
	"holidaymaker/internal/web/render"
)

// This test needs the front end's own bundle, so it is skipped before a build.
func TestTheServerRendersThePagesOfItsFrontEnd(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	v := site(t).visitor(t)
	for path, want := range map[string]string{
		"/": `<h1`, "/login": "My Booking", "/no/such/page": "Sorry, we can", "/holidays/CF101/gannet-sands": "Gannet Sands",
		"/results?channel=ukcaravan&region=12&nights=7&adults=2": "Holidays in Cornwall", "/results/all-regions": "Holidays in the UK",
	} {
		page := string(v.get(path).body)
		root := page[strings.Index(page, `<div id="root"`):]
		if !strings.HasPrefix(root, `<div id="root" data-rendered`) || !strings.Contains(root, want) {
			t.Errorf("%s is not rendered, or without %q: %.300s", path, want, root)
		}
		if strings.Contains(root, ` style="`) {
			t.Errorf("%s has a style attribute, which the content security policy drops", path)
		}
	}
}

// The answer of a search has the cards of its first parks, which are others than those that
// another order shows first.
func TestResultsInAnotherOrderAreRenderedWithTheirCards(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	v := start(t, func(c *server.Config) { c.DemoParks = 400 }).visitor(t)
	const search = "/results?channel=ukcaravan&region=all-regions&box=-7.1,49.9,1.8,56.4&nights=7&adults=2" // more than a page
	for path, loads := range map[string]bool{search: false, search + "&sort=priceDesc": true} {
		if got := answersIn(t, v.get(path).body)["/api/parkcards"]; got != loads {
			t.Errorf("%s asks for cards: %t, want %t", path, got, loads)
		}
	}
}

func TestServerRenderingCanBeSwitchedOff(t *testing.T) {
	v := start(t, func(c *server.Config) { c.NoRendering = true }).visitor(t)
	if page := string(v.get("/").body); strings.Contains(page, `<div id="root" data-rendered`) || !strings.Contains(page, `"call":"/api/initial"`) {
		t.Errorf("page: %.600s", page)
	}
}

// answersIn are the calls that a page carries, by path.
func answersIn(t *testing.T, page []byte) map[string]bool {
	t.Helper()
	_, rest, found := strings.Cut(string(page), `id="page-data">`)
	data, _, ended := strings.Cut(rest, `</script>`)
	if !found || !ended {
		t.Fatalf("a page without answers: %.300s", page)
	}
	var answers []struct {
		Call string `json:"call"`
	}
	if err := json.Unmarshal([]byte(data), &answers); err != nil {
		t.Fatal(err)
	}
	calls := map[string]bool{}
	for _, answer := range answers {
		calls[answer.Call] = true
	}
	return calls
}

func TestNothingOfAVisitorIsInARenderedPage(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	s := start(t)
	one, other := s.visitor(t), s.visitor(t)
	ref := one.hold(one.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	one.details(ref)
	if len(one.cookies) == 0 {
		t.Fatal("the first visitor holds no cookie")
	}
	private := []string{"/api/holds", "/api/book", "/api/bookingdetails", "/api/login", "/api/previousbooking"}
	for _, path := range []string{"/", "/login", "/results?channel=ukcaravan&region=12&nights=7&adults=2", "/holidays/CF101/gannet-sands", "/404"} {
		// The visitor with the booking comes first: what is kept would be theirs.
		mine, theirs := one.get(path), other.get(path)
		if !bytes.Equal(mine.body, theirs.body) {
			t.Errorf("%s differs by visitor", path)
		}
		if bytes.Contains(mine.body, []byte(ref)) || bytes.Contains(mine.body, []byte("Quackenbush")) {
			t.Errorf("%s says something of the first visitor", path)
		}
		for _, value := range one.cookies {
			if len(value) > 8 && bytes.Contains(mine.body, []byte(value)) {
				t.Errorf("%s holds a visitor's cookie", path)
			}
		}
		if len(other.cookies) != 0 || theirs.header.Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", path)
		}
		calls := answersIn(t, mine.body)
		for _, call := range private {
			if calls[call] {
				t.Errorf("%s carries %s", path, call)
			}
		}
	}
}

func TestACrawlOfManyParksLeavesVisitorsUnharmed(t *testing.T) {
	if _, built := render.Bundle(); !built {
		t.Skip("the front end has not been built: make web-build")
	}
	s := start(t)
	v := s.visitor(t)
	var home []byte // rendered once, by the first request
	polltest.Until(t, "the home page is rendered", func() bool {
		home = v.get("/").body
		return bytes.Contains(home, []byte(`<div id="root" data-rendered`))
	})
	done := make(chan struct{})
	var crawlers sync.WaitGroup
	var crawled, shed atomic.Int32
	for c := range 8 {
		crawlers.Go(func() {
			crawler := s.visitor(t)
			for i := 0; ; i++ {
				select {
				case <-done:
					return
				default:
				}
				// Each with another party: no page is kept yet.
				got := crawler.get(fmt.Sprintf("/holidays/CF101/gannet-sands?adults=%d&children=%d&infants=%d", 1+i%9, i/9%9, c))
				if got.status != http.StatusOK {
					t.Errorf("the crawler got %d", got.status)
					return
				}
				crawled.Add(1)
				if !bytes.Contains(got.body, []byte(`<div id="root" data-rendered`)) {
					shed.Add(1)
				}
			}
		})
	}
	for n := range 50 {
		if page := v.get("/"); !bytes.Equal(page.body, home) {
			t.Error("the home page is not the one that is kept")
		}
		polltest.Within(t, "a search beside the crawl", 2*time.Second, func() time.Duration {
			began := time.Now()
			v.get("/api/search", "channel", "ukcaravan", "region", "12", "nights", strconv.Itoa(2+n%6), "adults", "2", "partySize", "2").ok(t)
			return time.Since(began)
		})
	}
	close(done)
	crawlers.Wait()
	if crawled.Load() == 0 {
		t.Error("nothing was crawled")
	}
	t.Logf("%d pages crawled, %d of them left to the browser", crawled.Load(), shed.Load())
	busy, share := s.metric(t, `holidaymaker_render_fallbacks_total{reason="busy"}`), s.metric(t, `holidaymaker_render_fallbacks_total{reason="share"}`)
	if shed.Load() > 0 && busy == "0" && share == "0" {
		t.Error("what was left to the browser is not counted")
	}
}

// The front end's modules live as long as an engine, so what one page leaves in
// them would be in the next.
func TestPagesOfTheFrontEndLeaveNothingForTheNext(t *testing.T) {
	bundle, built := render.Bundle()
	if !built {
		t.Skip("the front end has not been built: make web-build")
	}
	s := site(t)
	brand, err := sites.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	settings, err := json.Marshal(brand.RunTime())
	if err != nil {
		t.Fatal(err)
	}
	newEngine := func() *render.Renderer {
		engine, err := render.New(append(fmt.Appendf(nil, "globalThis.settings=%s;\n", settings), bundle...), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		return engine
	}
	alone := func(path string, ask render.Ask) string {
		engine := newEngine()
		defer engine.Close()
		return rendered(t, engine, path, ask)
	}
	ask := func(_ context.Context, path string, query url.Values) render.Reply {
		status, body := fetch(t, s.URL()+path+"?"+query.Encode())
		return render.Reply{Status: status, Headers: map[string]string{"X-WP-Total": "1"}, Body: []byte(body)}
	}
	paths := []string{"/", "/results?channel=ukcaravan&region=12&nights=7&adults=2", "/results?channel=boats&region=80&nights=3&adults=4", "/holidays/CF101/gannet-sands",
		"/results/all-dates?channel=uklodge&region=41&nights=4", "/region/boats", "/login", "/no/such/page", "/blog", "/shortlist?parks=CF101", "/help", "/offers"}
	engine := newEngine()
	defer engine.Close()
	first := map[string]string{}
	for _, path := range append(paths, paths...) {
		if first[path] == "" {
			first[path] = alone(path, ask)
		}
		if page := rendered(t, engine, path, ask); page != first[path] {
			t.Errorf("%s is another page after other pages:\n%s\nin a new engine:\n%s", path, page, first[path])
		}
	}

	// Header and footer show some of the initial data.
	for _, change := range [][2]string{{`"Cornwall"`, `"Kernow"`}, {`"Boating Holidays"`, `"Boats"`}, {`"isWorldpayOn":true`, `"isWorldpayOn":false`}} {
		changed := func(ctx context.Context, path string, query url.Values) render.Reply {
			reply := ask(ctx, path, query)
			reply.Body = bytes.ReplaceAll(reply.Body, []byte(change[0]), []byte(change[1]))
			return reply
		}
		page := rendered(t, engine, "/login", changed)
		if page == first["/login"] {
			t.Errorf("a page shows nothing of %s instead of %s", change[1], change[0])
		}
		if want := alone("/login", changed); page != want {
			t.Errorf("with %s instead of %s the page is\n%s\nin a new engine\n%s", change[1], change[0], page, want)
		}
	}
}

func rendered(t *testing.T, engine *render.Renderer, path string, ask render.Ask) string {
	t.Helper()
	page, err := engine.Render(t.Context(), path, ask)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if page.HTML == "" {
		t.Errorf("%s is empty", path)
	}
	return page.HTML
}
