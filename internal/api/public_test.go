package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
)

var noon = date.Of(2026, time.November, 21).Midnight().Add(12 * time.Hour)

// serving returns an API over a small demo catalogue, without rate limits.
func serving(t testing.TB, change ...func(*Config)) (*API, http.Handler) {
	t.Helper()
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	v := viewOf(t, 60, date.Of(2026, time.November, 22))
	c := Config{
		Site: brand, View: func() *View { return v }, Now: func() time.Time { return noon },
		Payments: payment.New(payment.Config{}), Passes: promotion.Passes{Now: func() time.Time { return noon }, Site: brand.SiteCode},
	}
	for _, set := range change {
		set(&c)
	}
	a := New(complete(c))
	mux := http.NewServeMux()
	a.Routes(mux.Handle)
	return a, mux
}

// complete fills in what a test does not need.
func complete(c Config) Config {
	c.Gates = cmp.Or(c.Gates, DefaultGates())
	c.Promotion = cmp.Or(c.Promotion, promotion.Fixed(promotion.None()))
	c.HomePage = cmp.Or(c.HomePage, homepage.Nothing())
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Maintenance == nil {
		c.Maintenance = func(*http.Request) bool { return false }
	}
	if c.SiteReviews == nil {
		c.SiteReviews = func() SiteReviews { return SiteReviews{Reviews: []SiteReview{}} }
	}
	if c.FormRefused == nil {
		c.FormRefused = func(w http.ResponseWriter, r *http.Request, status int, lines []string, _ string) {
			httpx.SendText(w, r, status, httpx.NoStore, strings.Join(append(lines, "Please go back and try again."), "\n"))
		}
	}
	return c
}

func askAPI(h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestUnknownValuesMakeNoNewAnswers(t *testing.T) {
	a, h := serving(t)
	region := a.View().catalogue.Regions("ukcaravan")[0].ID
	for _, paths := range [][]string{
		{"/api/parks?region=all-regions&townId=a", "/api/parks?region=all-regions&townId=b", "/api/parks?region=" + region + "&townId=c"},
		{"/api/parks?q=zzzzz", "/api/parks?q=qqqqq", "/api/parks?q=" + strings.Repeat("sands+", 3000)},
		{"/api/parkcards?parkIds=A,B", "/api/parkcards?parkIds=C"},
		{"/api/cachedavailability?channel=ukcaravan&region=14@51.45,-2.59&nights=7", "/api/cachedavailability?channel=ukcaravan&region=14@51.46,-2.59&nights=7"},
	} {
		before := a.CachedAnswers()
		for _, path := range paths {
			if w := askAPI(h, "GET", path); w.Code != 200 {
				t.Errorf("%.60s: %d %s", path, w.Code, w.Body)
			}
		}
		if got := a.CachedAnswers(); got != before {
			t.Errorf("%.60s: %d answers more in the cache", paths[0], got-before)
		}
	}
	if a.lowest.Len() != 0 {
		t.Error("prices were worked out for parks that nobody sees")
	}
	for _, same := range [][]string{
		{"/api/parks?region=" + region + "&dogs=Y", "/api/parks?dogs=true&region=" + region + "&unknown=1"},
		{"/api/cachedavailability?channel=ukcaravan&region=all-regions&nights=7", "/api/cachedavailability?nights=07&channel=ukcaravan&region=all-regions"},
		{"/api/parks?region=" + region, "/api/parks?region=" + region + "&q=sands", "/api/parks?region=" + region + "&q=bay"},
		{"/api/cachedavailability?channel=ukcaravan&date=01/01/1999", "/api/cachedavailability?channel=ukcaravan&date=1/2/2199"},
		// Land's End is more than 50 miles from any other region; a region must be named.
		{"/api/cachedavailability?channel=ukcaravan&region=12&nights=7", "/api/cachedavailability?channel=ukcaravan&region=12@50.07,-5.71&nights=7"},
		{"/api/cachedavailability?channel=boats&region=all-regions&nights=7", "/api/cachedavailability?channel=boats&region=all-regions@51.45,-2.59&nights=7"},
	} {
		before := a.CachedAnswers()
		bodies := map[string]bool{}
		for _, path := range same {
			w := askAPI(h, "GET", path)
			bodies[w.Body.String()] = true
		}
		if got := a.CachedAnswers() - before; got != 1 || len(bodies) != 1 {
			t.Errorf("%v: %d answers in the cache, %d different; want one", same, got, len(bodies))
		}
	}
}

func TestAnAnswerIsOfItsDay(t *testing.T) {
	now := noon
	_, h := serving(t, func(c *Config) { c.Now = func() time.Time { return now } })
	const path = "/api/cachedavailability?channel=ukcaravan&region=all-regions&nights=7"
	first := askAPI(h, "GET", path)
	now = now.Add(7 * 24 * time.Hour)
	if next := askAPI(h, "GET", path); next.Body.String() == first.Body.String() {
		t.Error("yesterday's answer is sent")
	}
}

func TestDifferentInputsHaveDifferentKeys(t *testing.T) {
	_, h := serving(t)
	seen := map[string]string{}
	for _, path := range []string{
		"/api/cachedavailability?channel=ukcaravan&region=all-regions&nights=7", "/api/cachedavailability?channel=ukcaravan&region=all-regions&nights=3",
		"/api/cachedavailability?channel=boats&region=all-regions&nights=7", "/api/cachedavailability?channel=ukcaravan&region=all-regions",
		"/api/cachedavailability?channel=ukcaravan&region=14&nights=7", "/api/cachedavailability?channel=ukcaravan&region=14@51.45,-2.59&nights=7", "/api/cachedavailability?channel=ukcaravan&region=14@51.45,-3.9&nights=7",
		"/api/cachedavailability?channel=ukcaravan&date=27/11/2026", "/api/cachedavailability?channel=ukcaravan&date=30/11/2026",
	} {
		body := askAPI(h, "GET", path).Body.String()
		if seen[body] != "" {
			t.Errorf("%s is answered as %s", path, seen[body])
		}
		seen[body] = path
	}
}

// counted returns an API with one public call that runs build and that pages may read, a
// function that makes the call, and the number of builds.
func counted(t *testing.T, build func() (Encoded, error), change ...func(*Config)) (a *API, ask func() *httptest.ResponseRecorder, builds *atomic.Int32) {
	a, _ = serving(t, change...)
	builds = new(atomic.Int32)
	o := encoded[NoQuery, Filters](get("counted", "/api/counted", groupCatalogue, "", "").priced(), func(*Request, NoQuery) (Encoded, error) {
		builds.Add(1)
		return build()
	})
	a.readable[o.Path] = &o
	h := a.handler(&o)
	return a, func() *httptest.ResponseRecorder { return askAPI(h, "GET", "/api/counted") }, builds
}

func TestSimultaneousMissesShareOneBuild(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		_, ask, builds := counted(t, func() (Encoded, error) {
			<-release
			return Encoded{JSON: []byte(`"made"`)}, nil
		})
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if w := ask(); w.Code != 200 || !strings.Contains(w.Body.String(), "made") {
					t.Errorf("%d %s", w.Code, w.Body)
				}
			})
		}
		synctest.Wait()
		close(release)
		group.Wait()
		ask()
		if builds.Load() != 1 {
			t.Errorf("built %d times", builds.Load())
		}
	})
}

func TestABuildHasADeadlineOfItsOwn(t *testing.T) {
	a, _ := serving(t)
	var until time.Time
	o := encoded[NoQuery, Filters](get("counted", "/api/counted", groupCatalogue, "", "").priced(), func(r *Request, _ NoQuery) (Encoded, error) {
		until, _ = r.Context().Deadline()
		return Encoded{JSON: []byte(`"made"`)}, nil
	})
	if w := askAPI(a.handler(&o), "GET", "/api/counted"); w.Code != 200 || until.IsZero() {
		t.Errorf("status %d, deadline %s", w.Code, until)
	}
}

func TestABuildThatPanicsIsAnErrorLoggedWithItsStack(t *testing.T) {
	var log bytes.Buffer
	_, ask, builds := counted(t, func() (Encoded, error) { panic("a broken record") }, func(c *Config) { c.Log = slog.New(slog.NewJSONHandler(&log, nil)) })
	for range 2 {
		w := ask()
		if w.Code != 500 || strings.Contains(w.Body.String(), "broken") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if builds.Load() != 2 {
		t.Errorf("built %d times, want twice: errors are not cached", builds.Load())
	}
	if got := log.String(); strings.Count(got, `"stack":"`) != 2 || !strings.Contains(got, "public_test.go") {
		t.Errorf("the log lacks the stacks: %s", got)
	}
}

func TestOnlyALargeDocumentIsServedAfterAChangeOfPrices(t *testing.T) {
	for name, c := range map[string]struct {
		size   int
		builds []int32 // so far after 0, 29 and 30 seconds; the prices change each time
	}{
		"small": {100, []int32{1, 2, 3}},
		"large": {largeAnswer, []int32{1, 1, 2}},
	} {
		now := noon
		a, ask, builds := counted(t, func() (Encoded, error) {
			return Encoded{JSON: fmt.Appendf(nil, "%q", strings.Repeat("x", c.size))}, nil
		}, func(config *Config) { config.Now = func() time.Time { return now } })
		for i, at := range []time.Duration{0, 29 * time.Second, 30 * time.Second} {
			now = noon.Add(at)
			if w := ask(); w.Code != 200 {
				t.Fatalf("%s: %d", name, w.Code)
			}
			if builds.Load() != c.builds[i] {
				t.Errorf("%s after %s: built %d times, want %d", name, at, builds.Load(), c.builds[i])
			}
			cached, _ := a.public.cached.Get("counted")
			cached.version.prices-- // as if a hold had changed the prices
		}
	}
}

// The prices of a whole channel are the most expensive answer, so it must not be
// too large for the cache.
func TestTheLargestDocumentsAreCached(t *testing.T) {
	document := fmt.Appendf(nil, "%q", strings.Repeat("x", 30<<20))
	a, ask, builds := counted(t, func() (Encoded, error) { return Encoded{JSON: document}, nil })
	for range 3 {
		if w := ask(); w.Code != 200 {
			t.Fatal(w.Code)
		}
	}
	if builds.Load() != 1 || a.CachedAnswers() != 1 {
		t.Errorf("built %d times, %d answers cached", builds.Load(), a.CachedAnswers())
	}
}

func TestAFullGateAnswersBusyAndRecovers(t *testing.T) {
	gates := DefaultGates()
	gates.Searches = httpx.NewGate("searches", 1, 0, time.Second)
	_, h := serving(t, func(c *Config) { c.Gates = gates })
	if err := gates.Searches.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/suggestions?nights=7", "/api/parkresults?parkId=CF101", "/api/filters"} {
		w := askAPI(h, "GET", path)
		var failure FailureBody
		if err := json.Unmarshal(w.Body.Bytes(), &failure); err != nil || w.Code != 503 || failure.Errors[0].Code != Unavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d, Retry-After %q, %s", path, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
	gates.Searches.Leave()
	if w := askAPI(h, "GET", "/api/search?nights=7"); w.Code != 200 {
		t.Errorf("with a free slot: %d", w.Code)
	}
	if gates.Searches.Running() != 0 || gates.Searches.Shed() != 3 {
		t.Errorf("%d run, %d shed", gates.Searches.Running(), gates.Searches.Shed())
	}
}

func TestASearchWaitsWhileThereIsTooMuchToDo(t *testing.T) {
	gates := DefaultGates()
	gates.Searches = httpx.NewGate("searches", 1, 0, time.Second)
	_, h := serving(t, func(c *Config) { c.Gates = gates })
	ask := func(path string) map[string]any {
		t.Helper()
		w := askAPI(h, "GET", path)
		var answer struct {
			Success int
			Data    map[string]any
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK || answer.Success != 1 {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		return answer.Data
	}
	t.Run("[API-47] with wait, count and searchId, and without wait when it has finished", func(t *testing.T) {
		if err := gates.Searches.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		begun := ask("/api/search?nights=7")
		id, _ := begun["searchId"].(string)
		want := map[string]any{"searchId": id, "wait": 1.0, "count": 0.0}
		if id == "" || !reflect.DeepEqual(begun, want) {
			t.Errorf("search: %v", begun)
		}
		if polled := ask("/api/searchresults?searchId=" + id); !reflect.DeepEqual(polled, want) {
			t.Errorf("results: %v", polled)
		}
		if w := askAPI(h, "GET", "/api/searchresults?searchId="+id[:len(id)-2]+"zz"); w.Code != http.StatusNotFound {
			t.Errorf("a forged id: %d", w.Code)
		}
		if w := askAPI(h, "GET", "/api/search?channel=moon"); w.Code != http.StatusBadRequest {
			t.Errorf("a wrong search: %d", w.Code)
		}
		gates.Searches.Leave()
		finished := ask("/api/searchresults?searchId=" + id)
		results, _ := finished["results"].([]any)
		if _, waits := finished["wait"]; waits || len(results) == 0 || finished["count"] != float64(len(results)) || finished["searchId"] != id {
			t.Errorf("finished: %.300v", finished)
		}
	})
	t.Run("[API-47] an empty result is no error", func(t *testing.T) {
		found := ask("/api/search?nights=7&date=01/01/2099")
		found = ask("/api/searchresults?searchId=" + found["searchId"].(string))
		if results, ok := found["results"].([]any); found["count"] != 0.0 || !ok || len(results) != 0 || found["wait"] != nil {
			t.Errorf("%v", found)
		}
	})
}

// Prices near a point are not cached, because there are many points.
func TestPricesNearAPointHaveTheLimitOfSearches(t *testing.T) {
	_, h := serving(t, func(c *Config) {
		c.Rates = map[Limit]Rate{limitSearch: {2, time.Minute}, limitDocument: {1, time.Minute}}
	})
	const near = "/api/cachedavailability?channel=ukcaravan&region=14@51.45,"
	for i, c := range []struct {
		path string
		want int
	}{
		{near + "-2.59&nights=7", 200}, {"/api/getcottagedates?region=14&near=51.45,-2.59", 200}, {near + "-2.58&nights=7", 429},
		{near + "-2.59", 200}, {near + "-2.58&date=27/11/2026", 429},
		{"/api/cachedavailability?channel=ukcaravan&region=14&nights=7", 200},
	} {
		if w := askAPI(h, "GET", c.path); w.Code != c.want {
			t.Errorf("call %d, %s: %d, want %d", i+1, c.path, w.Code, c.want)
		}
	}
}

func TestWholeChannelsHaveALimitOfTheirOwn(t *testing.T) {
	_, h := serving(t, func(c *Config) { c.Rates = map[Limit]Rate{limitDocument: {2, time.Minute}} })
	for i, path := range []string{"/json-files/avail-summary/boats_availSummaryV3.json", "/api/cachedavailability?channel=boats",
		"/api/cachedavailability?channel=boats", "/json-files/avail-summary/boats_availSummaryV3.json", "/api/cachedavailability?channel=boats&region=all-regions"} {
		want := 200
		if i == 2 || i == 3 {
			want = 429
		}
		if w := askAPI(h, "GET", path); w.Code != want {
			t.Errorf("call %d, %s: %d, want %d", i+1, path, w.Code, want)
		}
	}
}

// What one reader of the promotion gets must not be stored for everybody, however the
// query spells promo.
func TestAPublicAnswerDependsOnNoPass(t *testing.T) {
	p := &promotion.Promotion{Open: true, CodeWords: []string{"harbour"}}
	a, h := serving(t, func(c *Config) { c.Promotion = promotion.Fixed(p) })
	pass := a.Passes.Sign(promotion.Pass{}, p)
	const path = "/api/parks?region=all-regions&channel=ukcaravan&promo="
	reader := askAPI(h, "GET", path+"1", "Cookie", PassCookie+"="+pass)
	if !strings.Contains(reader.Body.String(), `"forReader":true`) {
		t.Fatalf("a reader gets %.300s", reader.Body)
	}
	askAPI(h, "GET", path+"+1", "Cookie", PassCookie+"="+pass)
	if stranger := askAPI(h, "GET", path+"1"); strings.Contains(stranger.Body.String(), "forReader") {
		t.Errorf("a stranger gets what a reader has: %.300s", stranger.Body)
	}
}
