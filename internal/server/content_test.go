package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

func TestContentIsServedBesideTheAPI(t *testing.T) {
	s := site(t)
	t.Run("[API-15] the REST base of the CMS is not below /api/", func(t *testing.T) {
		if status, text := fetch(t, s.URL()+"/cms/wp/v2/pages/1904?_fields=id,slug"); status != http.StatusOK || !strings.Contains(text, `"slug":"privacy-policy"`) {
			t.Errorf("status %d: %.200s", status, text)
		}
		if status, _ := fetch(t, s.URL()+"/api/cms/wp/v2/pages/1904"); status != http.StatusNotFound {
			t.Errorf("below /api/: status %d", status)
		}
	})
	t.Run("a call that is not a GET is answered as the REST API writes errors", func(t *testing.T) {
		got := s.visitor(t).do("POST", "/cms/wp/v2/posts", strings.NewReader("{}"), "application/json")
		if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "GET, HEAD" || !strings.Contains(string(got.body), `"code":"rest_method_not_allowed"`) {
			t.Errorf("status %d, Allow %q: %.200s", got.status, got.header.Get("Allow"), got.body)
		}
	})
	for path, want := range map[string]string{
		"/blog": "Latest Posts From The Blog", "/privacy-policy": "Privacy", "/sitemap.xml": "/sitemaps/parks-1.xml", "/robots.txt": "Sitemap:", "/blog/feed.xml": "<entry>", "/sitemaps/posts.xml": "/blog/",
	} {
		if status, text := fetch(t, s.URL()+path); status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: status %d: %.300s", path, status, text)
		}
	}
	if status, text := fetch(t, s.AdminURL()+"/metrics"); status != http.StatusOK || !strings.Contains(text, `holidaymaker_component_up{component="content"} 1`) || !strings.Contains(text, `holidaymaker_content_answers_total{how="asked"}`) {
		t.Errorf("metrics without content: status %d", status)
	}
}

func TestCallsForContentAreLimited(t *testing.T) {
	s := start(t, func(c *server.Config) { c.DemoParks = 12 })
	for n := range 2000 {
		if status, text := fetch(t, s.URL()+"/cms/wp/v2/pages/999999"); status == http.StatusTooManyRequests {
			return
		} else if status != http.StatusNotFound {
			t.Fatalf("call %d: %d %s", n, status, text)
		}
	}
	t.Error("one client may make any number of calls")
}

func TestAPurgeReachesEveryNode(t *testing.T) {
	t.Parallel()
	db := storetest.EmptyPostgreSQL(t)
	var words atomic.Value
	words.Store("Old words")
	cms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/wp-json/wp/v2/pages/3" {
			_, _ = w.Write([]byte(`[]`))
			return
		}
		_, _ = fmt.Fprintf(w, `{"id":3,"slug":"privacy-policy","status":"publish","title":{"rendered":%q},"content":{"rendered":"<p>x</p>"},"acf":[]}`, words.Load())
	}))
	t.Cleanup(cms.Close)
	secret := strings.Repeat("s", 40)
	node := func(c *server.Config) {
		withDatabase(db)(c)
		c.CMS = server.CMS{URL: cms.URL + "/wp-json/wp/v2", Private: true, PurgeSecret: secret}
	}
	_, sharing := sharedProvider(t)
	one, two := start(t, node, sharing), start(t, node, sharing)
	says := func(s *running, want string) bool {
		_, text := fetch(t, s.URL()+"/cms/wp/v2/pages/3")
		return strings.Contains(text, want)
	}
	if !says(one, "Old words") || !says(two, "Old words") {
		t.Fatal("the nodes do not show what the CMS says")
	}
	words.Store("New words")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, one.URL()+"/api/content-purge", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+secret)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if _ = response.Body.Close(); response.StatusCode != http.StatusOK || !says(one, "New words") {
		t.Errorf("the node that was called: status %d", response.StatusCode)
	}
	polltest.Until(t, "the other node showing the new words", func() bool { return says(two, "New words") })
}

func TestAWordPressIsOneSetting(t *testing.T) {
	var down atomic.Bool
	cms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case down.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/wp-json/wp/v2/pages/3":
			_, _ = w.Write([]byte(`{"id":3,"slug":"privacy-policy","status":"publish","title":{"rendered":"From &amp; by WordPress"},"content":{"rendered":"<p>Words.<script>x</script></p>"},"acf":[]}`))
		default:
			_, _ = w.Write([]byte(`[]`))
		}
	}))
	t.Cleanup(cms.Close)
	secret := strings.Repeat("s", 40)
	s := start(t, func(c *server.Config) {
		c.CMS = server.CMS{URL: cms.URL + "/wp-json/wp/v2", Private: true, PurgeSecret: secret}
		c.DemoParks = 12
	})
	if status, text := fetch(t, s.URL()+"/cms/wp/v2/pages/3"); status != http.StatusOK || !strings.Contains(text, "From &amp; by WordPress") || strings.Contains(text, "script") {
		t.Errorf("status %d: %s", status, text)
	}
	down.Store(true)
	for given, want := range map[string]int{"": http.StatusUnauthorized, "wrong": http.StatusUnauthorized, secret: http.StatusOK} {
		request, _ := http.NewRequest(http.MethodPost, s.URL()+"/api/content-purge", nil)
		request.Header.Set("Authorization", "Bearer "+given)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("a purge with %.5q: status %d", given, response.StatusCode)
		}
	}
	if status, text := fetch(t, s.URL()+"/cms/wp/v2/pages/3"); status != http.StatusOK || !strings.Contains(text, "From &amp; by WordPress") {
		t.Errorf("while the CMS is down: status %d: %s", status, text)
	}
	if status, _ := fetch(t, s.URL()+"/cms/wp/v2/pages/83"); status != http.StatusBadGateway {
		t.Errorf("a page that nobody has asked for: status %d", status)
	}
	if status, _ := fetch(t, s.URL()+"/insurance"); status != http.StatusOK {
		t.Errorf("its document: status %d", status)
	}
	if _, text := fetch(t, s.AdminURL()+"/readyz?verbose"); !strings.Contains(text, `"name": "content"`) || !strings.Contains(text, "503") {
		t.Errorf("the report says nothing of it: %s", text)
	}
	if status, _ := fetch(t, s.URL()+"/readyz"); status != http.StatusOK {
		t.Errorf("the node is not ready: %d", status)
	}
	for _, wrong := range []server.CMS{{URL: "cms.example"}, {URL: "ftp://cms.example"}, {PurgeSecret: "short"}} {
		c := server.Config{Demo: true, Data: "x", CMS: wrong}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), "--cms-url") {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
