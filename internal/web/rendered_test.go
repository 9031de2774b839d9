package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

// fakeRenderer renders each page as the page's address, and counts the renders.
type fakeRenderer struct {
	rendered atomic.Int32
	version  atomic.Value
	now      atomic.Int64
	fail     atomic.Pointer[error]
	wait     chan struct{} // if not nil, rendering waits until it is closed
	text     string        // in every page

	mu      sync.Mutex
	reasons []string
}

func newFakeRenderer() *fakeRenderer {
	d := &fakeRenderer{}
	d.version.Store("1")
	return d
}

func (d *fakeRenderer) config(c *Config) {
	c.Ask = func(context.Context, string, url.Values) render.Reply {
		return render.Reply{Status: http.StatusOK, Body: []byte(`{"name":"</script>"}`)}
	}
	c.Rendering = &Rendering{
		Render: func(ctx context.Context, address string, ask render.Ask) (render.Page, error) {
			if d.wait != nil {
				<-d.wait
			}
			n := d.rendered.Add(1)
			if err := d.fail.Load(); err != nil {
				return render.Page{}, *err
			}
			reply := ask(ctx, "/api/park", url.Values{"parkId": {"HV101"}})
			return render.Page{
				HTML:    fmt.Sprintf("<h1>%s rendered %d</h1>", address, n) + d.text,
				Answers: []render.Answer{{Call: "/api/park", Params: map[string]string{"parkId": "HV101"}, Status: reply.Status, Body: reply.Body}},
			}, nil
		},
		Version:  func() string { return d.version.Load().(string) },
		Fallback: func(reason string) { d.mu.Lock(); d.reasons = append(d.reasons, reason); d.mu.Unlock() },
		Now:      func() time.Time { return time.Unix(d.now.Load(), 0) },
	}
}

func TestAPageIsRenderedWithItsAnswers(t *testing.T) {
	d := newFakeRenderer()
	page := body(t, ask(pages(t, "MT", d.config), "/holidays/HV101/gannet-sands?adults=2"))
	for _, want := range []string{
		`<div id="root" data-rendered><h1>/holidays/HV101/gannet-sands?adults=2 rendered 1</h1></div>`,
		`<title>Gannet Sands | Meridian Times Holidays</title>`,
		`id="page-data">[{"call":"/api/park","params":{"parkId":"HV101"},"status":200,"body":{"name":"\u003c/script\u003e"}}]</script>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
}

func TestPagesWithWhatAVisitorEnteredAreLeftToTheBrowser(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	for path, rendered := range map[string]bool{
		"/": true, "/results": true, "/login": true, "/404": true, "/no/such/page": true,
		"/booking/extras": false, "/booking/payment": false, "/booking/confirmation": false, "/my-booking": false, "/reset": false,
	} {
		if got := strings.Contains(body(t, ask(h, path)), "data-rendered"); got != rendered {
			t.Errorf("%s: rendered %t, want %t", path, got, rendered)
		}
	}
}

func TestARenderedPageIsCachedUntilPricesOrCatalogueChange(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	count := func(want int32, paths ...string) {
		t.Helper()
		for _, path := range paths {
			ask(h, path)
		}
		if got := d.rendered.Load(); got != want {
			t.Errorf("%v: rendered %d times, want %d", paths, got, want)
		}
	}
	// Order, and parameters that do not matter to the page, do not cause a
	// second render.
	count(1, "/results?region=12&nights=7", "/results?nights=7&region=12", "/results?nights=7&region=12&utm_source=x", "/results?fbclid=1&region=12&nights=7")
	count(2, "/results?region=12&nights=4")
	first := ask(h, "/results?region=12&nights=7")
	if again := ask(h, "/results?region=12&nights=7", "If-None-Match", first.Header.Get("Etag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same page again: %s", again.Status)
	}
	d.version.Store("2")
	d.now.Add(int64(staleFor/time.Second) + 1)
	count(3, "/results?region=12&nights=7")
}

func TestTheOldPageIsServedWhileTheNewOneIsRendered(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	before := body(t, ask(h, "/"))
	d.wait = make(chan struct{})
	d.version.Store("2")
	if stale := body(t, ask(h, "/")); stale != before {
		t.Errorf("while it is rendered: %s", stale)
	}
	close(d.wait)
	d.now.Add(int64(staleFor/time.Second) + 1)
	if after := body(t, ask(h, "/")); strings.Contains(after, "rendered 1<") {
		t.Errorf("then: %s", after)
	}
}

func TestSimultaneousRequestsShareOneRender(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	// A request that looks at the cache just before the page is there is rare, so many pages are asked for.
	for i := range 500 {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { ask(h, fmt.Sprintf("/results?adults=%d&children=%d", i/50, i%50)) })
		}
		all.Wait()
	}
	if n := d.rendered.Load(); n != 500 {
		t.Errorf("500 pages were rendered %d times", n)
	}
}

func TestAPageThatCannotBeRenderedIsLeftToTheBrowser(t *testing.T) {
	for reason, err := range map[string]error{
		"busy": render.ErrBusy, "slow": render.ErrTooSlow, "memory": render.ErrNoMemory, "error": errors.New("TypeError"),
	} {
		d := newFakeRenderer()
		d.fail.Store(&err)
		got := ask(pages(t, "MT", d.config), "/")
		page := body(t, got)
		if got.StatusCode != http.StatusOK || strings.Contains(page, "data-rendered") || !strings.Contains(page, `"call":"/api/initial"`) {
			t.Errorf("%s: %s %s", reason, got.Status, page)
		}
		if len(d.reasons) != 1 || d.reasons[0] != reason {
			t.Errorf("%s: counted as %v", reason, d.reasons)
		}
	}
}

func TestUnknownAddressesShareOneRender(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	var first string
	for i := range 300 {
		path := []string{"/no/such/page/%d", "/holidays/GONE%d/a-park", "/nothing?page=%d", "/region/nowhere%d", "/404?%d"}[i%5]
		got := ask(h, fmt.Sprintf(path, i))
		page := body(t, got)
		if got.StatusCode != http.StatusNotFound || !strings.Contains(page, `<div id="root" data-rendered data-missing><h1>/404 rendered 1</h1>`) {
			t.Fatalf("%s: %s %.400s", path, got.Status, page)
		}
		if first == "" {
			first = page
		} else if page != first {
			t.Fatalf("%s is another page: %s", path, page)
		}
	}
	if n := d.rendered.Load(); n != 1 {
		t.Errorf("rendered %d times", n)
	}
}

func TestASearchWithoutScriptIsSentToItsAddress(t *testing.T) {
	h := pages(t, "MT")
	const rest = "&nights=7&adults=2&children=1&infants=0"
	for sent, want := range map[string]string{
		"channel=ukcaravan&region=12&day=2026-12-05" + rest + "&dogs=y&dogs=":   "/results?channel=ukcaravan&region=12&date=05%2F12%2F2026" + rest + "&dogs=y",
		"channel=ukcaravan&region=all-regions&day=2026-12-05" + rest + "&dogs=": "/results/all-regions?channel=ukcaravan&region=all-regions&date=05%2F12%2F2026" + rest + "&dogs=",
		"channel=boats&region=12&day=" + rest:                                   "/results?channel=boats&region=50" + rest + "&dogs=",
		"channel=ukcaravan&region=50&day=31/12/2026" + rest:                     "/results/all-regions?channel=ukcaravan&region=all-regions" + rest + "&dogs=",
		"channel=spaceships&region=12&day=2026-12-05&offers=SA,KF&features=":    "/results?channel=ukcaravan&region=12&date=05%2F12%2F2026&dogs=&offers=SA%2CKF",
		"channel=ukcaravan&region=12&park=HV101&day=2026-12-05":                 "/results?channel=ukcaravan&region=12&park=HV101&date=05%2F12%2F2026&dogs=",
		"channel=ukcaravan&region=12&day=2026-12-05&when=weekend-2027-06":       "/results?channel=ukcaravan&region=12&when=weekend-2027-06&dogs=",
		"channel=ukcaravan&region=all-regions&day=2026-12-05&when=day-2027-06":  "/results?channel=ukcaravan&region=all-regions&when=day-2027-06&dogs=",
		"channel=ukcaravan&region=12&day=2026-12-05&when=":                      "/results?channel=ukcaravan&region=12&date=05%2F12%2F2026&dogs=",
		"channel=boats&region=12&park=HV101&day=2026-12-05&next=//evil.example": "/results?channel=boats&region=50&date=05%2F12%2F2026&dogs=",
	} {
		got := ask(h, "/results?"+sent)
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusFound || to != want {
			t.Errorf("%s: %s to\n     %s\nwant %s", sent, got.Status, to, want)
		}
	}
	if got := ask(h, "/results?channel=ukcaravan&region=all-regions"); got.StatusCode != http.StatusOK {
		t.Errorf("an address that no form sent: %s", got.Status)
	}
}

func TestTwoVisitorsGetTheSameRenderedPage(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	one := body(t, ask(h, "/", "Cookie", "__Host-booking=one; acceptSiteCookies=true"))
	two := body(t, ask(h, "/", "Cookie", "__Host-booking=two"))
	if one != two {
		t.Error("what is kept differs by visitor")
	}
	if got := ask(h, "/"); got.Header.Get("Set-Cookie") != "" {
		t.Error("a rendered page sets a cookie")
	}
}

func TestAnswersHaveTheFormThatTheFrontEndReads(t *testing.T) {
	text, err := json.Marshal(render.Answer{Call: "/api/x", Params: map[string]string{"a": "1"}, Status: 404, Body: json.RawMessage(`{"success":0}`)})
	if err != nil || string(text) != `{"call":"/api/x","params":{"a":"1"},"status":404,"body":{"success":0}}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestAPanicWhileRenderingLeavesThePageToTheBrowser(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", func(c *Config) {
		d.config(c)
		c.Rendering.Render = func(context.Context, string, render.Ask) (render.Page, error) { panic("broken record") }
	})
	response := ask(h, "/results")
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %s", response.Status)
	}
	if page := body(t, response); strings.Contains(page, "data-rendered") || !strings.Contains(page, `<div id="root"`) {
		t.Errorf("page: %.600s", page)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.reasons) != 1 || d.reasons[0] != "error" {
		t.Errorf("reasons %v", d.reasons)
	}
}

func TestARequestAfterAChangeDoesNotJoinTheRenderFromBefore(t *testing.T) {
	d := newFakeRenderer()
	began, release := make(chan struct{}), make(chan struct{})
	h := pages(t, "MT", func(c *Config) {
		d.config(c)
		c.Rendering.Render = func(context.Context, string, render.Ask) (render.Page, error) {
			version := d.version.Load().(string)
			if version == "1" {
				close(began)
				<-release
			}
			return render.Page{HTML: "version " + version}, nil
		}
	})
	var first sync.WaitGroup
	first.Go(func() { ask(h, "/") })
	<-began
	d.version.Store("2")
	if page := body(t, ask(h, "/")); !strings.Contains(page, "version 2") {
		t.Errorf("after the change: %.600s", page)
	}
	close(release)
	first.Wait()
}

func TestARenderedPageThatIsAskedForAgainComesInBrotli(t *testing.T) {
	d := newFakeRenderer()
	d.text = strings.Repeat("<p>Gannet Sands</p>", 200)
	h := pages(t, "MT", d.config)
	coding := func(accepted string) string {
		return ask(h, "/", "Accept-Encoding", accepted).Header.Get("Content-Encoding")
	}
	if first := coding("gzip, deflate, br, zstd"); first != "zstd" {
		t.Errorf("at first: %s, want zstd: nobody waits for Brotli", first)
	}
	if d.rendered.Load() != 1 {
		t.Fatalf("rendered %d times", d.rendered.Load())
	}
	for deadline := time.Now().Add(10 * time.Second); coding("gzip, deflate, br, zstd") != "br"; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("never in Brotli")
		}
	}
	answer := ask(h, "/", "Accept-Encoding", "br")
	page, err := io.ReadAll(brotli.NewReader(answer.Body))
	if err != nil || !strings.Contains(string(page), d.text) {
		t.Errorf("Brotli holds %.200s, %v", page, err)
	}
	if coding("gzip") != "gzip" || coding("") != "" {
		t.Errorf("others are sent %q and %q", coding("gzip"), coding(""))
	}
}

func TestOnlyWhatIsRecognisedIsRendered(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "MT", d.config)
	long := strings.Repeat("x", 30_000)
	const park, list = "/holidays/HV101/gannet-sands", "/holidays/ukcaravan/12/cornwall-and-scilly"
	for _, group := range []struct {
		rendered string   // the only address that is rendered for all of them; empty: none
		asked    []string // each is asked for with ten numbers in place of N
	}{
		{"/", []string{"/?sort=N", "/?page=N", "/?utm_source=N", "/?x=N&y=" + long}},
		{"", []string{"/?adults=N", "/?when=weekend-200N", "/?region=N", "/help?nights=N", "/region/ukcaravan?box=N", "/blog?dogs=N"}},
		{"/region/ukcaravan", []string{"/region/ukcaravan?sort=N", "/region/ukcaravan?page=N"}},
		{park, []string{"/holidays/HV101/N", "/holidays/HV101/" + long[:900] + "N", park + "?sort=N", park + "?parks=N", park + "/?page=N"}},
		{list, []string{"/holidays/ukcaravan/12/N", "/holidays/ukcaravan/12/N?sort=N", list + "?page=0N", list + "%3Fpage=N"}},
		{"", []string{list + "?region=N", list + "?dogs=N", list + "?features=x,N", list + "?nights=N"}},
		{"/a/77/page", []string{"/a/77/N", "/a/77/" + long[:900] + "N?sort=N"}},
		{"/travel-guide/cornwall-and-scilly/12", []string{"/travel-guide/cornwall-and-scilly/12?sort=N"}},
		{"", []string{"/travel-guide/N/12", "/travel-guide/the-broads/N"}},
		{"/results?nights=7", []string{"/results?nights=7&sort=N", "/results/?nights=7&parks=N", "/results?nights=7&page=xN"}},
		{"", []string{"/results?when=N", "/results?region=nowhere-N", "/results?park=N", "/results?nights=1N1", "/results?date=N", "/results?box=N", "/results?near=N", "/results?channel=N"}},
		{"", []string{"/shortlist?parks=N", "/shortlist?parks=HV101,N"}},
		{"/404", []string{"/travel-guide/" + long + "/12?sort=N", "/blog/" + long + "N", "/N/" + long, "/holidays/N/x"}},
	} {
		before := d.rendered.Load()
		for _, address := range group.asked {
			for n := range 10 {
				asked := strings.ReplaceAll(address, "N", strconv.Itoa(n))
				page := body(t, ask(h, asked))
				if is := strings.Contains(page, "data-rendered"); is != (group.rendered != "") || is && !strings.Contains(page, "<h1>"+group.rendered+" rendered") {
					t.Errorf("%.120s, want %q: %.600s", asked, group.rendered, page)
				}
			}
		}
		if n := d.rendered.Load() - before; n > 1 {
			t.Errorf("%.100q: rendered %d times", group.asked, n)
		}
	}
}

func TestAClientGetsNoMoreThanItsShareOfRendering(t *testing.T) {
	d := newFakeRenderer()
	var client atomic.Value
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	h := pages(t, "MT", d.config, func(c *Config) {
		c.Rendering.Shares = &httpx.Shares{PerSecond: time.Millisecond, Savings: 20 * time.Millisecond, AtOnce: 1, Now: func() time.Time { return now },
			Client: func(context.Context) string { return client.Load().(string) }}
		rendered := c.Rendering.Render
		c.Rendering.Render = func(ctx context.Context, address string, ask render.Ask) (render.Page, error) {
			for began := time.Now(); time.Since(began) < 5*time.Millisecond; runtime.Gosched() { // a page costs 5 ms
			}
			return rendered(ctx, address, ask)
		}
	})
	visit := func(name string, from int) (rendered int) {
		client.Store(name)
		for n := range 20 {
			if strings.Contains(body(t, ask(h, fmt.Sprintf("/results?adults=%d&children=%d", from, n))), "data-rendered") {
				rendered++
			}
		}
		return rendered
	}
	if n := visit("a", 1); n < 1 || n > 4 {
		t.Errorf("a flood had %d pages rendered, want at most 4", n)
	}
	if n := visit("a", 2); n != 0 {
		t.Errorf("then it had %d pages rendered", n)
	}
	if n := visit("b", 3); n < 1 {
		t.Error("another client's pages are left to the browser")
	}
	if d.mu.Lock(); !slices.Contains(d.reasons, "share") {
		t.Errorf("counted as %v", d.reasons)
	}
	d.mu.Unlock()
	client.Store("a")
	if page := body(t, ask(h, "/results?adults=3&children=0")); !strings.Contains(page, "data-rendered") {
		t.Error("a page that another client has caused is not shared")
	}
	now = now.Add(time.Minute)
	if n := visit("a", 4); n < 1 {
		t.Error("the share does not come back")
	}
}

// Several clients wait for one page, and the one whose request began it has had its share.
func TestTheLimitOfOneClientIsNotThatOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newFakeRenderer()
		d.wait = make(chan struct{})
		h := pages(t, "MT", d.config, func(c *Config) {
			c.Rendering.Shares = &httpx.Shares{PerSecond: time.Millisecond, Savings: time.Second, AtOnce: 1, Patience: time.Second, Client: httpx.Client, Now: time.Now}
		})
		var all sync.WaitGroup
		visit := func(address, path string) (rendered *bool) {
			rendered = new(bool)
			all.Go(func() {
				r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
				r.RemoteAddr = address
				h.ServeHTTP(w, r)
				*rendered = strings.Contains(w.Body.String(), "data-rendered")
			})
			synctest.Wait()
			return rendered
		}
		const flood, other, third = "203.0.113.1:4711", "198.51.100.1:4711", "198.51.100.2:4711"
		visit(flood, "/results?nights=3") // it has the only turn of the flood
		refused := []*bool{visit(flood, "/results?nights=7"), visit(flood, "/results?nights=7")}
		served := []*bool{visit(other, "/results?nights=7"), visit(third, "/results?nights=7")}
		time.Sleep(2 * time.Second) // the flood's patience ends
		close(d.wait)
		all.Wait()
		for i := range refused {
			if *refused[i] || !*served[i] {
				t.Errorf("the flood has its page %d rendered: %t, another client: %t", i, *refused[i], *served[i])
			}
		}
		if n := d.rendered.Load(); n != 2 {
			t.Errorf("two pages were rendered %d times", n)
		}
	})
}

func TestAClientThatAsksForTooManyPagesIsRefused(t *testing.T) {
	h := pages(t, "MT", func(c *Config) {
		c.Refused = func(r *http.Request) (int, bool) { return 7, r.URL.Path != "/help" }
	})
	if got := ask(h, "/"); got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "7" || got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", got.Status, got.Header)
	}
	for _, path := range []string{"/help", "/assets/app-abc.js", "/robots.txt"} {
		if got := ask(h, path); got.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
}

// misbehaving is a front end of which some pages never end, some eat all
// memory, and some fail.
const misbehaving = `var page = (() => {
  let address
  return {
    siteCode: 'MT',
    begin(to) { address = to },
    takeCalls() { return '[]' },
    resolveCalls() {},
    render() {
      if (address === '/') for (;;) {}
      if (address === '/login') { const all = []; for (;;) all.push('x'.repeat(1 << 20) + all.length) }
      if (address === '/results') throw new TypeError('no such field')
      return '<h1>' + address + '</h1>'
    },
  }
})()`

func TestAnEngineThatIsKilledOrFailsLeavesThePageToTheBrowser(t *testing.T) {
	renderer, err := render.New([]byte(misbehaving), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(renderer.Close)
	d := newFakeRenderer()
	h := pages(t, "MT", func(c *Config) {
		d.config(c)
		c.Rendering.Render = renderer.Render
	})
	for _, c := range []struct{ path, reason string }{{"/", "slow"}, {"/login", "memory"}, {"/results", "error"}} {
		got := ask(h, c.path)
		if page := body(t, got); got.StatusCode != http.StatusOK || strings.Contains(page, "data-rendered") || !strings.Contains(page, `"call":"/api/initial"`) {
			t.Errorf("%s: %s %.400s", c.path, got.Status, page)
		}
		d.mu.Lock()
		if len(d.reasons) != 1 || d.reasons[0] != c.reason {
			t.Errorf("%s is counted as %v, want %s", c.path, d.reasons, c.reason)
		}
		d.reasons = nil
		d.mu.Unlock()
		// The next page has an engine again.
		if page := body(t, ask(h, "/holidays/HV101/gannet-sands?view=map&nights="+strconv.Itoa(len(c.reason)))); !strings.Contains(page, "data-rendered><h1>/holidays/HV101") {
			t.Errorf("after %s: %.400s", c.path, page)
		}
	}
}

// Addresses that the renderer cannot tell apart must not share a document.
func TestADocumentIsNotServedAtAnotherAddress(t *testing.T) {
	d := newFakeRenderer()
	stock := hedges()
	h := pages(t, "MT", d.config, func(c *Config) { c.Catalogue = func() *catalogue.Snapshot { return stock } })
	const list = "/holidays/ukcaravan/12/hedges-script"
	for _, other := range []string{list + "%3Fpage=2", list + "?page=2&features=" + strings.Repeat("1,", 60)} {
		if got := ask(h, other); got.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", other, got.Status)
		}
	}
	if page := body(t, ask(h, list+"?page=2")); !strings.Contains(page, `rel="canonical" href="https://www.meridian.example`+list+`?page=2"`) {
		t.Errorf("page 2 of a list is %.600s", page)
	}
}

func TestAPageThatWaitsToBeRenderedTakesNoTurn(t *testing.T) {
	d := newFakeRenderer()
	began, release := make(chan struct{}), make(chan struct{})
	gate := httpx.NewGate("pages", 1, 0, time.Second)
	h := pages(t, "MT", func(c *Config) {
		d.config(c)
		c.Gate = gate
		c.Rendering.Render = func(context.Context, string, render.Ask) (render.Page, error) {
			close(began)
			<-release
			return render.Page{HTML: "<h1>Home</h1>"}, nil
		}
	})
	var first sync.WaitGroup
	first.Go(func() { ask(h, "/") })
	<-began
	if got := ask(h, "/booking/extras"); got.StatusCode != http.StatusOK {
		t.Errorf("while another page is rendered: %s", got.Status)
	}
	close(release)
	first.Wait()
	if gate.Running() != 0 {
		t.Errorf("%d turns are left taken", gate.Running())
	}
}

func TestAPageThatIsNotRenderedForLackOfAnEngineIsCountedAndNotLogged(t *testing.T) {
	var lines bytes.Buffer
	for err, logged := range map[error]bool{render.ErrBusy: false, render.ErrTooSlow: true} {
		d := newFakeRenderer()
		d.fail.Store(&err)
		lines.Reset()
		ask(pages(t, "MT", d.config, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&lines, nil)) }), "/")
		if got := strings.Contains(lines.String(), "left to the browser"); got != logged || len(d.reasons) != 1 {
			t.Errorf("%v: logged %t, counted %v", err, got, d.reasons)
		}
	}
}
