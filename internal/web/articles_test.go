package web

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
)

// editorsFiles are content files of a brand: a page for each content route, and
// a few more.
func editorsFiles(brand *site.Site) fstest.MapFS {
	files := fstest.MapFS{}
	add := func(kind string, id int, slug, title, more, body string) {
		files[fmt.Sprintf("files/shared/%s/%d.md", kind, id)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"---\nid: %d\nslug: %s\ntitle: %q\nexcerpt: About %s.\ndate: 2026-02-03\nmodified: 2026-04-05\n%s---\n%s\n", id, slug, title, slug, more, body)}
	}
	for path, id := range brand.ContentRoutes {
		add("pages", id, strings.ReplaceAll(strings.Trim(path, "/"), "/", "-"), site.PageTitle(path), "", "Words.")
	}
	add("pages", 965, "age-policy", "Age policy", "", "Words.")
	add("pages", 77, "old-offers", "Old Offers", "", "Words.")
	add("pages", 9001, "inspiration", "Inspiration", "", "Words.")
	add("pages", 9002, "terms", "Terms & Conditions", "", "Words.")
	add("pages", 9003, "help", "Help", "", "### May I bring a dog?\n\nYes, **one**.\n\n### When may I arrive?\n\nFrom 4pm.\n\n## More\n\nWords.")
	add("posts", 1, "half-term", "Half term & more", "image: /images/hero/lost.svg\nimageAlt: A moor\n", "Words with [a link](/help).")
	add("posts", 2, "february-half-term-breaks", "February half term </script>", "", "Words.")
	add("travel-guides", 12, "cornwall", "Cornwall", "region_name: \"Cornwall & Scilly\"\nthings-to-do: [1]\n", "Coves.")
	add("travel-guides", 50, "the-broads", "The Broads", "region_name: The Broads\nthings-to-do: [1]\n", "Reeds.")
	add("things-to-do", 1, "st-michaels-mount", "St Michael's Mount", "", "Walk over at low tide.")
	return files
}

// contentOf returns the service that publishes content files.
func contentOf(t *testing.T, brand *site.Site, files fstest.MapFS) *content.Service {
	t.Helper()
	published, err := content.New(content.Config{Site: brand, Files: files, PictureSize: func(string) (int, int, bool) { return 1200, 675, true }})
	if err != nil {
		t.Fatal(err)
	}
	return published
}

// outOfReach is a CMS that answers 503.
func outOfReach(t *testing.T, brand *site.Site) *content.Service {
	t.Helper()
	cms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	t.Cleanup(cms.Close)
	published, err := content.New(content.Config{Site: brand, URL: cms.URL + "/wp-json/wp/v2"})
	if err != nil {
		t.Fatal(err)
	}
	return published
}

func TestThePageOfAnArticleSaysWhatTheEditorWrote(t *testing.T) {
	h := pages(t, "MT")
	for path, want := range map[string][]string{
		"/hotels":                              {"<title>Hotels | Meridian Times Holidays</title>", `content="About hotels."`, `rel="canonical" href="https://www.meridian.example/hotels"`, `"BreadcrumbList"`},
		"/blog":                                {"<title>Latest Posts From The Blog | Meridian Times Holidays</title>", `href="https://www.meridian.example/blog"`, `type="application/atom+xml" title="Meridian Times Holidays blog" href="/blog/feed.xml"`},
		"/blog/half-term":                      {"<title>Half term &amp; more | Meridian", `content="About half-term."`, `/blog/half-term">`, `"BlogPosting"`, `"datePublished":"2026-02-03T08:00:00Z"`, `"dateModified":"2026-04-05T08:00:00Z"`, `"image":"https://www.meridian.example/images/hero/lost.svg"`},
		"/a/77/whatever-they-typed":            {"<title>Old Offers |", `href="https://www.meridian.example/a/77/old-offers"`},
		"/help":                                {"<title>Help |", `"FAQPage"`, `"name":"May I bring a dog?"`},
		"/travel-guide/cornwall-and-scilly/12": {"<title>Cornwall &amp; Scilly Travel Guide |", `content="About cornwall."`, `/travel-guide/cornwall-and-scilly/12">`},
		"/travel-guide/the-broads/99":          {"<title>The Broads Travel Guide |", `/travel-guide/the-broads/50">`},
		"/holidays/HV101/gannet-sands":         {`"LodgingBusiness"`, `"addressLocality":"St Ives"`},
	} {
		got := ask(h, path)
		text := body(t, got)
		for _, part := range want {
			if got.StatusCode != http.StatusOK || !strings.Contains(text, part) || strings.Contains(text, "noindex") {
				t.Errorf("%s: status %d without %s in %.1500s", path, got.StatusCode, part, text)
			}
		}
	}
}

func TestEveryPageOfTheBlogNamesItsNeighbours(t *testing.T) {
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	files := editorsFiles(brand)
	for id := 3; id <= 24; id++ {
		files[fmt.Sprintf("files/shared/posts/%d.md", id)] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nid: %d\nslug: post-%d\ntitle: Post\nexcerpt: Words.\ndate: 2026-02-03\n---\nWords.\n", id, id)}
	}
	h := pages(t, "MT", func(c *Config) { c.Content = contentOf(t, brand, files) })
	link := func(rel, to string) string {
		return `<link rel="` + rel + `" href="https://www.meridian.example` + to + `">`
	}
	for path, want := range map[string]struct{ title, canonical, prev, next string }{
		"/blog":        {"Latest Posts From The Blog |", "/blog", "", "/blog?page=2"},
		"/blog?page=x": {"Latest Posts From The Blog |", "/blog", "", "/blog?page=2"},
		"/blog?page=2": {"Latest Posts From The Blog, page 2 |", "/blog?page=2", "/blog", ""}, // 24 posts are two full pages
	} {
		got := ask(h, path)
		text := body(t, got)
		if got.StatusCode != http.StatusOK || !strings.Contains(text, "<title>"+want.title) || !strings.Contains(text, link("canonical", want.canonical)) {
			t.Errorf("%s: status %d, %.600s", path, got.StatusCode, text)
		}
		for rel, to := range map[string]string{"prev": want.prev, "next": want.next} {
			if given := strings.Contains(text, `rel="`+rel+`"`); given != (to != "") || given && !strings.Contains(text, link(rel, to)) {
				t.Errorf("%s: %s is not %q in %.900s", path, rel, to, text)
			}
		}
	}
	for _, path := range []string{"/blog?page=3", "/blog?page=9999"} {
		if got := ask(h, path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
	}
}

func TestStructuredDataIsValidJSONAndEndsNoElement(t *testing.T) {
	h := pages(t, "MT")
	data := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
	for _, path := range []string{"/blog/february-half-term-breaks", "/help", "/holidays/EV1/x", "/holidays/HV101/gannet-sands"} {
		found := data.FindAllStringSubmatch(body(t, ask(h, path)), -1)
		if len(found) == 0 {
			t.Errorf("%s has none", path)
		}
		for _, one := range found {
			var read map[string]any
			if err := json.Unmarshal([]byte(one[1]), &read); err != nil || read["@context"] != "https://schema.org" || read["@type"] == nil {
				t.Errorf("%s: %v in %s", path, err, one[1])
			}
		}
	}
}

func TestAnArticleThatThereIsNotShowsNothingThatTheVisitorTyped(t *testing.T) {
	h := pages(t, "BF")
	for _, path := range []string{"/blog/you-have-won", "/a/1/you-have-won", "/travel-guide/you-have-won/99", "/blog/%00"} {
		got := ask(h, path)
		if text := body(t, got); got.StatusCode != http.StatusNotFound || strings.Contains(strings.ToLower(text), "won") || !strings.Contains(text, "noindex") {
			t.Errorf("%s: status %d, %.300s", path, got.StatusCode, text)
		}
	}
}

func TestAPageWhoseContentCannotBeReachedIsShownAndNotStored(t *testing.T) {
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	h := pages(t, "MT", func(c *Config) { c.Content = outOfReach(t, brand) })
	for _, path := range []string{"/hotels", "/blog", "/blog/half-term", "/help", "/a/77/you-have-won"} {
		got := ask(h, path)
		text := body(t, got)
		if got.StatusCode != http.StatusOK || got.Header.Get("Cache-Control") != "no-store" || strings.Contains(text, "noindex") || strings.Contains(text, "canonical") || strings.Contains(text, "won") {
			t.Errorf("%s: status %d, Cache-Control %s, %.300s", path, got.StatusCode, got.Header.Get("Cache-Control"), text)
		}
	}
	for _, path := range []string{"/sitemaps/posts.xml", "/blog/feed.xml"} {
		if got := ask(h, path); got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
	}
	if got := ask(h, "/sitemaps/places.xml"); got.StatusCode != http.StatusOK {
		t.Errorf("places: status %d", got.StatusCode)
	}
}

// The visitor who left while the CMS was slow must not leave a page without its
// title to the next one.
func TestAPageWhoseContentCannotBeReachedIsNotRenderedForOthers(t *testing.T) {
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	d := newFakeRenderer()
	h := pages(t, "MT", d.config, func(c *Config) { c.Content = outOfReach(t, brand) })
	if page := body(t, ask(h, "/blog/half-term")); strings.Contains(page, "data-rendered") || d.rendered.Load() != 0 {
		t.Errorf("rendered %d times: %.300s", d.rendered.Load(), page)
	}
}

// postsOf is content with one post.
type postsOf struct {
	Content
	post content.Article
}

func (p postsOf) Post(context.Context, string) (*content.Article, error) { return &p.post, nil }

func (p postsOf) List(context.Context, string, int) ([]*content.Article, error) {
	return []*content.Article{&p.post}, nil
}

func TestAPostWhoseAddressIsNotASCIIIsEscapedOnce(t *testing.T) {
	const address = "https://www.meridian.example/blog/caf%C3%A9-%F0%9F%8F%95%EF%B8%8F"
	h := pages(t, "MT", func(c *Config) {
		c.Content = postsOf{c.Content, content.Article{ID: 7, Slug: "café-🏕️", Title: "Café"}}
	})
	for _, listing := range []string{"/sitemaps/posts.xml", "/blog/feed.xml"} {
		if got := body(t, ask(h, listing)); !strings.Contains(got, address+"<") && !strings.Contains(got, address+`"`) || strings.Contains(got, "%25") {
			t.Errorf("%s: %s", listing, got)
		}
	}
	got := ask(h, strings.TrimPrefix(address, "https://www.meridian.example"))
	if page := body(t, got); got.StatusCode != http.StatusOK || !strings.Contains(page, `<link rel="canonical" href="`+address+`">`) || !strings.Contains(page, `"url":"`+address+`"`) {
		t.Errorf("%s %.1500s", got.Status, page)
	}
}

func TestPostsThatThereAreNotAreNotCached(t *testing.T) {
	d := newFakeRenderer()
	h := pages(t, "BF", d.config)
	for range 2 {
		if page := body(t, ask(h, "/blog/no-such-post")); !strings.Contains(page, "data-rendered") {
			t.Fatalf("not rendered: %.300s", page)
		}
	}
	if n := d.rendered.Load(); n != 2 {
		t.Errorf("rendered %d times, want 2: it was cached", n)
	}
}

func TestTheSitemapListsCanonicalAddressesOnly(t *testing.T) {
	for _, code := range []string{"BF", "SN", "MT", "RP"} {
		h := pages(t, code)
		var index struct {
			Files []sitemapURL `xml:"sitemap"`
		}
		decodeXML(t, ask(h, "/sitemap.xml"), &index)
		listed := map[string]sitemapURL{}
		brand, _ := site.Of(code)
		for _, file := range index.Files {
			var set struct {
				Places []sitemapURL `xml:"url"`
			}
			decodeXML(t, ask(h, strings.TrimPrefix(file.Loc, brand.Global.SiteBaseURL)), &set)
			for _, at := range set.Places {
				if _, twice := listed[at.Loc]; twice {
					t.Errorf("%s is listed twice", at.Loc)
				}
				listed[at.Loc] = at
				path := strings.TrimPrefix(at.Loc, brand.Global.SiteBaseURL)
				got := ask(h, path)
				if text := body(t, got); got.StatusCode != http.StatusOK || !strings.Contains(text, `rel="canonical" href="`+at.Loc+`"`) || strings.Contains(text, "noindex") {
					t.Errorf("%s %s: status %d, %.400s", code, path, got.StatusCode, text)
				}
			}
		}
		for _, path := range []string{"/", "/holidays/HV101/gannet-sands", "/boating-holidays/BO1/reed-boatyard", "/area/ukcaravan/12/345/st-ives", "/HAV/region/ukcaravan", "/blog", "/blog/half-term", "/help", "/p/age/965", "/travel-guide/cornwall-and-scilly/12"} {
			at, ok := listed[brand.Global.SiteBaseURL+path]
			if !ok {
				t.Errorf("%s: %s is not listed", code, path)
			}
			if strings.HasPrefix(path, "/blog/") && at.LastMod != "2026-04-05T08:00:00Z" {
				t.Errorf("%s: lastmod %q", path, at.LastMod)
			}
			if strings.HasPrefix(path, "/holidays/") && at.LastMod != "" {
				t.Errorf("%s: lastmod %q, which nobody knows", path, at.LastMod)
			}
		}
		for loc := range listed {
			if strings.Contains(loc, "HID") || strings.Contains(loc, "/results") {
				t.Errorf("%s is listed", loc)
			}
		}
	}
}

func decodeXML(t *testing.T, got *http.Response, into any) {
	t.Helper()
	text := body(t, got)
	if err := xml.Unmarshal([]byte(text), into); err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v: %.300s", got.StatusCode, err, text)
	}
}

func TestFilesOfTheSitemapThatThereAreNot(t *testing.T) {
	h := pages(t, "MT")
	for _, path := range []string{"/sitemaps/parks-2.xml", "/sitemaps/parks-0.xml", "/sitemaps/parks-01.xml", "/sitemaps/parks.xml", "/sitemaps/x.xml", "/sitemaps/"} {
		if got := ask(h, path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
	}
	if text := body(t, ask(h, "/robots.txt")); !strings.Contains(text, "Disallow: /booking/\n") || !strings.Contains(text, "\nSitemap: https://www.meridian.example/sitemap.xml\n") {
		t.Errorf("robots.txt: %s", text)
	}
}

func TestTheFeedOfTheBlog(t *testing.T) {
	h := pages(t, "MT")
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Updated string   `xml:"updated"`
		Entries []struct {
			Title   string `xml:"title"`
			ID      string `xml:"id"`
			Updated string `xml:"updated"`
			Content struct {
				Type string `xml:"type,attr"`
				Text string `xml:",chardata"`
			} `xml:"content"`
		} `xml:"entry"`
	}
	got := ask(h, "/blog/feed.xml")
	if kind := got.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/atom+xml") {
		t.Errorf("it is %s", kind)
	}
	decodeXML(t, got, &feed)
	if len(feed.Entries) != 2 || feed.Updated != "2026-04-05T08:00:00Z" || feed.Entries[1].Title != "Half term & more" ||
		feed.Entries[1].ID != "https://www.meridian.example/blog/half-term" || feed.Entries[1].Content.Type != "html" || !strings.Contains(feed.Entries[1].Content.Text, `<a href="/help">a link</a>`) {
		t.Errorf("%+v", feed)
	}
}
