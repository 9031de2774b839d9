package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/web/httpx"
)

var (
	ctx     = context.Background()
	discard = slog.New(slog.DiscardHandler)
)

// ask makes a call of the REST API.
func ask(t *testing.T, s *Service, call string) Reply {
	t.Helper()
	path, query, _ := strings.Cut(call, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return s.Read(ctx, base+path, values)
}

// list makes a call that answers a list.
func list(t *testing.T, s *Service, call string) (items []map[string]any) {
	t.Helper()
	got := ask(t, s, call)
	if err := json.Unmarshal(got.Body, &items); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %.300s", call, got.Status, err, got.Body)
	}
	return items
}

func object(t *testing.T, s *Service, call string) (item map[string]any) {
	t.Helper()
	got := ask(t, s, call)
	if err := json.Unmarshal(got.Body, &item); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %.300s", call, got.Status, err, got.Body)
	}
	return item
}

// at returns a value inside an answer, by the names and numbers that lead to it.
func at(value any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			fields, _ := value.(map[string]any)
			value = fields[step]
		case int:
			all, _ := value.([]any)
			if step >= len(all) {
				return nil
			}
			value = all[step]
		}
	}
	return value
}

// ofFiles returns a service of content files with the same content as the
// recorded CMS.
func ofFiles(t *testing.T) *Service {
	t.Helper()
	files := fstest.MapFS{}
	add := func(kind string, id int, slug, title, date, more, body string) {
		files[fmt.Sprintf("files/shared/%s/%d.md", kind, id)] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nid: %d\nslug: %s\ntitle: %q\nexcerpt: About it.\ndate: %s\n%s---\n%s\n", id, slug, title, date, more, body)}
	}
	image := "image: /images/hero/lost.svg\nimageAlt: Lake\n"
	add(Posts, 814, "lake-lodges", "Lakes & lodges: five quiet shores you’ll love", "2026-05-02", image, "The [lodges](https://www.meridian.example/park/HV101/gannet-sands?x=1#map).\n\n<iframe src=\"https://www.youtube.com/embed/abc123\" width=\"500\" height=\"281\" title=\"A boat on the lake\"></iframe>")
	for n, slug := range []string{"mast-is-empty", "mast-is-a-text", "mast-is-an-address", "mast-is-an-object", "no-fields"} {
		add(Posts, 807+n, slug, "A post", fmt.Sprintf("2026-04-%02d", 25+n), "", "Words.")
	}
	add(Pages, 3, "privacy-policy", "Privacy & cookies", "2026-02-01", "", "## What we keep\n\nLittle.")
	add(Pages, 254, "help", "Help", "2026-02-01", "", "### May I bring a dog?\n\nYes, *one*.\n\n### When may I arrive?\n\nFrom 4pm.\n\n## More\n\nWords.")
	add(TravelGuides, 40, "devon", "Devon", "2026-03-02", "region_name: Devon\nthings-to-do: [103]\n", "Two coasts.")
	add(TravelGuides, 41, "cornwall", "Cornwall", "2026-03-01", "region_name: Cornwall\nthings-to-do: [112, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]\n", "Coves.")
	for n := 101; n <= 112; n++ {
		add(ThingsToDo, n, fmt.Sprint("thing-", n), fmt.Sprintf("Thing %d & more", n), "2026-01-01", image+"link: https://thing.example/\n", "Look at it.")
	}
	bad := badrecord.New(discard)
	s, err := New(Config{Site: brandOf(t, "MT"), Files: files, PictureSize: drawn, Bad: bad})
	if err != nil || bad.Counts()[badrecord.Content] != 0 {
		t.Fatal(err, bad.Records())
	}
	return s
}

// TestBothSourcesAnswerTheSameCalls proves that the front end cannot tell a
// WordPress from the content files.
func TestBothSourcesAnswerTheSameCalls(t *testing.T) {
	recorded, _ := ofCMS(t, newCMS(t))
	for name, s := range map[string]*Service{"WordPress": recorded, "files": ofFiles(t)} {
		t.Run("a post by its slug, "+name, func(t *testing.T) { checkPost(t, s) })
		t.Run("pages of posts and their number, "+name, func(t *testing.T) { checkPosts(t, s) })
		t.Run("[BLOG-14] the fields of a post and its pictures, "+name, func(t *testing.T) { checkFields(t, s) })
		t.Run("pages, "+name, func(t *testing.T) { checkPages(t, s) })
		t.Run("guides and things to do, "+name, func(t *testing.T) { checkGuides(t, s) })
		t.Run("wrong calls, "+name, func(t *testing.T) { checkWrongCalls(t, s) })
		t.Run("articles, "+name, func(t *testing.T) { checkArticles(t, s) })
	}
}

const postFields = "_embed=wp:featuredmedia&_fields=_links,_embedded,acf,title,content,excerpt,slug,featured_image,id"

func checkPost(t *testing.T, s *Service) {
	found := list(t, s, "/posts?slug=lake-lodges&"+postFields)
	if len(found) != 1 || found[0]["id"] != 814.0 || at(found[0], "title", "rendered") != "Lakes &amp; lodges: five quiet shores you’ll love" {
		t.Errorf("found %v", found)
	}
	if found := list(t, s, "/posts?slug=none&"+postFields); len(found) != 0 {
		t.Errorf("an unknown slug finds %v", found)
	}
}

func checkPosts(t *testing.T, s *Service) {
	first := ask(t, s, "/posts?per_page=1")
	if first.Total == "" || first.Total != first.Pages {
		t.Errorf("%s posts in %s pages", first.Total, first.Pages)
	}
	var ids []any
	for page := 1; ; page++ {
		got := ask(t, s, fmt.Sprintf("/posts?per_page=4&page=%d&%s", page, postFields))
		if got.Status != http.StatusOK {
			if got.Status != http.StatusBadRequest || !strings.Contains(string(got.Body), `"rest_post_invalid_page_number"`) || page != 3 && page != 4 {
				t.Errorf("page %d: %d %s", page, got.Status, got.Body)
			}
			break
		}
		for _, post := range list(t, s, fmt.Sprintf("/posts?per_page=4&page=%d&%s", page, postFields)) {
			ids = append(ids, post["id"])
		}
	}
	if want := "[814 813 810 809 808 807]"; fmt.Sprint(ids) != want && fmt.Sprint(ids) != "[814 811 810 809 808 807]" {
		t.Errorf("posts %v, want %s", ids, want)
	}
}

func checkFields(t *testing.T, s *Service) {
	post := list(t, s, "/posts?slug=lake-lodges&"+postFields)[0]
	for _, name := range []string{"id", "slug", "title", "excerpt", "content", "acf", "_links", "_embedded", "featured_image"} {
		if post[name] == nil {
			t.Errorf("no %s in %v", name, post)
		}
	}
	if post["date"] != nil {
		t.Error("fields that nobody asked for")
	}
	source, _ := at(post, "_embedded", "wp:featuredmedia", 0, "source_url").(string)
	if !strings.HasPrefix(source, "/") || at(post, "_embedded", "wp:featuredmedia", 0, "alt_text") != "Lake" || post["featured_image"] != source {
		t.Errorf("featured picture %q in %v", source, post["_embedded"])
	}
	mast := object(t, s, fmt.Sprintf("/media/%.0f", at(post, "acf", "mast_image")))
	if address, _ := mast["source_url"].(string); !strings.HasPrefix(address, "/") {
		t.Errorf("mast picture %v", mast)
	}
	if got := ask(t, s, "/media/99"); got.Status != http.StatusNotFound {
		t.Errorf("a picture that there is not: %d", got.Status)
	}
	if plain := list(t, s, "/posts?slug=lake-lodges")[0]; plain["_embedded"] != nil || plain["date"] == nil {
		t.Errorf("without _embed and _fields: %v", plain)
	}
	if none := list(t, s, "/posts?slug=no-fields&"+postFields)[0]; none["_embedded"] != nil || fmt.Sprint(none["acf"]) != "map[]" {
		t.Errorf("a post without picture and fields: %v", none)
	}
}

func checkPages(t *testing.T, s *Service) {
	page := object(t, s, "/pages/3?_fields=id,slug,title,content,excerpt,acf")
	if page["slug"] != "privacy-policy" || !strings.Contains(at(page, "content", "rendered").(string), ">What we keep</h2>") {
		t.Errorf("page %v", page)
	}
	if bySlug := list(t, s, "/pages?slug=help"); len(bySlug) != 1 || bySlug[0]["id"] != 254.0 {
		t.Errorf("by slug %v", bySlug)
	}
	if got := ask(t, s, "/pages/999"); got.Status != http.StatusNotFound || !strings.Contains(string(got.Body), `"rest_post_invalid_id"`) {
		t.Errorf("an unknown page: %d %s", got.Status, got.Body)
	}
}

func checkGuides(t *testing.T, s *Service) {
	for _, region := range []string{"Cornwall", "cornwall", " CORNWALL"} {
		guides := list(t, s, "/travel-guides/?filter[meta_key]=region_name&filter[meta_value]="+url.QueryEscape(region)+"&_fields=acf")
		if len(guides) != 1 || at(guides[0], "acf", "region_name") != "Cornwall" || fmt.Sprint(at(guides[0], "acf", "things-to-do")) != "[112 101 102 103 104 105 106 107 108 109 110 111]" {
			t.Errorf("%s: %v", region, guides)
		}
	}
	if none := list(t, s, "/travel-guides/?filter[meta_key]=region_name&filter[meta_value]=Nowhere&_fields=acf"); len(none) != 0 {
		t.Errorf("an unknown region finds %v", none)
	}
	asked := "/things-to-do/?_fields=title,acf"
	var want []string
	for _, id := range []int{112, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111} {
		asked += fmt.Sprintf("&include%%5B%%5D=%d", id)
		want = append(want, fmt.Sprintf("Thing %d &amp; more", id))
	}
	var titles []string
	things := list(t, s, asked)
	for _, thing := range things {
		titles = append(titles, at(thing, "title", "rendered").(string))
		if len(thing) != 2 {
			t.Errorf("other fields than title and acf: %v", thing)
		}
	}
	if strings.Join(titles, ",") != strings.Join(want, ",") {
		t.Errorf("things in the order %v", titles)
	}
	if text := at(things[1], "acf", "text"); text != "<p>Look at it.</p>" || at(things[1], "acf", "link") != "https://thing.example/" {
		t.Errorf("card %v", things[1]["acf"])
	}
	if address, _ := at(things[1], "acf", "image", "source_url").(string); !strings.HasPrefix(address, "/") || at(things[1], "acf", "image", "alt_text") != "Lake" {
		t.Errorf("picture of a card: %v", at(things[1], "acf", "image"))
	}
}

func checkWrongCalls(t *testing.T, s *Service) {
	for call, code := range map[string]string{
		"/posts?per_page=0": "rest_invalid_param", "/posts?per_page=101": "rest_invalid_param", "/posts?page=x": "rest_invalid_param", "/posts?page=-1": "rest_invalid_param",
		"/posts?slug=a/b": "rest_invalid_param", "/things-to-do?include[]=x": "rest_invalid_param", "/users": "rest_no_route", "/media": "rest_no_route", "/pages/x": "rest_no_route",
		"/": "rest_no_route", "/posts/1/revisions": "rest_no_route", "/../../settings": "rest_no_route", "/pages/0": "rest_post_invalid_id", "/posts?page=50": "rest_post_invalid_page_number",
	} {
		got := ask(t, s, call)
		var said struct {
			Code string
			Data struct{ Status int }
		}
		if err := json.Unmarshal(got.Body, &said); err != nil || said.Code != code || said.Data.Status != got.Status || got.Status/100 != 4 {
			t.Errorf("%s: %d %s, want %s", call, got.Status, got.Body, code)
		}
	}
}

func checkArticles(t *testing.T, s *Service) {
	post, err := s.Post(ctx, "lake-lodges")
	if err != nil || post.Title != "Lakes & lodges: five quiet shores you’ll love" || post.Published.Format(time.DateOnly) != "2026-05-02" || !strings.HasPrefix(post.Picture, "/") {
		t.Errorf("post %+v, %v", post, err)
	}
	help, err := s.PageAt(ctx, "help")
	if err != nil || len(help.Questions) != 2 || help.Questions[0].Question != "May I bring a dog?" || help.Questions[0].Answer != "<p>Yes, <em>one</em>.</p>" || strings.Contains(help.Questions[1].Answer, "Words") {
		t.Errorf("help %+v, %v", help, err)
	}
	if guide, err := s.Guide(ctx, "CORNWALL"); err != nil || guide.Region != "Cornwall" {
		t.Errorf("guide %+v, %v", guide, err)
	}
	for _, err := range []error{errOf(s.Post(ctx, "none")), errOf(s.Post(ctx, "a/b")), errOf(s.Page(ctx, 999)), errOf(s.PageAt(ctx, "none")), errOf(s.Guide(ctx, "Nowhere"))} {
		if !errors.Is(err, ErrMissing) {
			t.Errorf("something that there is not: %v", err)
		}
	}
	if all, err := s.List(ctx, Posts, 3); err != nil || len(all) != 3 || all[0].Slug != "lake-lodges" {
		t.Errorf("list %v, %v", all, err)
	}
	if all, err := s.List(ctx, Posts, 500); err != nil || len(all) != 6 {
		t.Errorf("whole list: %d, %v", len(all), err)
	}
}

func errOf(_ *Article, err error) error { return err }

func TestWhatEditorsHideOrBreakIsLeftOut(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	for _, slug := range []string{"for-staff", "not-yet"} {
		if found := list(t, s, "/posts?slug="+slug); len(found) != 0 {
			t.Errorf("%s is published: %v", slug, found)
		}
	}
	list(t, s, "/posts?per_page=100")
	records := s.Bad.Records()
	if len(records) != 1 || records[0].Kind != badrecord.Content || !strings.HasPrefix(records[0].ID, "posts") {
		t.Errorf("reported: %+v", records)
	}
	for _, code := range []int{401, 403} {
		c.set(func(c *cms) {
			c.answer = func(w http.ResponseWriter, _ *http.Request) bool { sayWrong(w, code, "rest_forbidden"); return true }
		})
		if got := ask(t, s, fmt.Sprintf("/pages/%d", code)); got.Status != http.StatusNotFound {
			t.Errorf("a page that answers %d: %d", code, got.Status)
		}
	}
}

func TestTheMastPictureInAllItsForms(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	for slug, want := range map[string]string{"mast-is-an-object": "821", "mast-is-a-text": "821", "mast-is-empty": "<nil>", "no-fields": "<nil>"} {
		if got := fmt.Sprint(at(list(t, s, "/posts?slug="+slug)[0], "acf", "mast_image")); got != want {
			t.Errorf("%s: %s, want %s", slug, got, want)
		}
	}
	if got, _ := at(list(t, s, "/posts?slug=mast-is-an-address")[0], "acf", "mast_image").(string); !strings.HasPrefix(got, PicturePath) {
		t.Errorf("an address: %s", got)
	}
	if got, _ := list(t, s, "/posts?slug=mast-is-an-object")[0]["featured_image"].(string); !strings.HasPrefix(got, PicturePath) {
		t.Errorf("featured_image: %s", got)
	}
}

func TestAnswersThatAreNoneAreNoAnswers(t *testing.T) {
	for about, body := range map[string]string{
		"HTML": "<html>Maintenance</html>", "an object in place of a list": `{"code":"x"}`, "null": "null", "cut off": `[{"id":1,`, "empty": "", "a number": "7",
	} {
		c := newCMS(t)
		s, _ := ofCMS(t, c)
		c.set(func(c *cms) {
			c.answer = func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, body); return true }
		})
		if got := ask(t, s, "/posts?per_page=4"); got.Status != http.StatusBadGateway || !strings.Contains(string(got.Body), `"cms_unavailable"`) {
			t.Errorf("%s: %d %s", about, got.Status, got.Body)
		}
	}
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	c.set(func(c *cms) {
		c.answer = func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, "\xef\xbb\xbf[]"); return true }
	})
	if got := ask(t, s, "/posts?per_page=4"); got.Status != http.StatusOK || got.Total != "" {
		t.Errorf("a list with a byte order mark and without totals: %d, total %q", got.Status, got.Total)
	}
}

// Cards are completed in goroutines of their own.
func TestAPanicOverOneCardLeavesTheOthers(t *testing.T) {
	c := newCMS(t)
	c.set(func(c *cms) {
		c.media[820] = `{"id":820,"source_url":"/images/regions/12.svg","alt_text":"Lake"}`
		c.items[ThingsToDo] = []json.RawMessage{
			json.RawMessage(`{"id":7,"title":{"rendered":"Lake"},"acf":{"image":820,"text":"By boat."}}`), json.RawMessage(`{"id":8,"title":{"rendered":"Moor"},"acf":{"text":"On foot."}}`),
		}
	})
	var looks atomic.Int32
	s, _ := ofCMS(t, c, func(config *Config) {
		config.PictureSize = func(string) (int, int, bool) {
			if looks.Add(1) > 1 { // the first is that of the entry of the media library
				panic("no such scene")
			}
			return 750, 600, true
		}
	})
	if got := list(t, s, "/things-to-do"); len(got) != 2 || !strings.Contains(fmt.Sprint(got[1]), "On foot.") {
		t.Errorf("cards %v", got)
	}
	if left := s.Bad.Records(); len(left) != 1 || left[0].ID != "things-to-do 7" {
		t.Errorf("reported %+v", left)
	}
}

func TestItemsThatNobodyAskedForAreIgnored(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	c.set(func(c *cms) {
		c.answer = func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, "[")
			for id := range 20_000 {
				fmt.Fprintf(w, `{"id":"%d"},`, id)
			}
			fmt.Fprint(w, "1]")
			return true
		}
	})
	if got := ask(t, s, "/posts?per_page=4"); got.Status != http.StatusOK {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if left := s.Bad.Counts()[badrecord.Content]; left != 4 {
		t.Errorf("%d items were read", left)
	}
}

func TestAStaleAnswerIsUsedWhileItIsAskedForAgain(t *testing.T) {
	c := newCMS(t)
	s, hands := ofCMS(t, c)
	title := func() string { return fmt.Sprint(at(object(t, s, "/pages/3"), "title", "rendered")) }
	before := title()
	for range 5 {
		title()
	}
	if calls := len(c.calls()); calls != 1 {
		t.Errorf("%d calls for one page", calls)
	}
	version := s.Version()
	c.set(func(c *cms) {
		for i, text := range c.items[Pages] {
			c.items[Pages][i] = json.RawMessage(strings.Replace(string(text), "Privacy &amp; cookies", "New words", 1))
		}
	})
	hands.pass(2 * time.Minute)
	if got := title(); got != before {
		t.Errorf("the visitor waited: %s", got)
	}
	polltest.Until(t, "the new title", func() bool { return title() == "New words" })
	if s.Version() == version {
		t.Error("pages that show the old title are not rendered again")
	}
	t.Run("a CMS that fails", func(t *testing.T) {
		c.set(fails(500))
		hands.pass(48 * time.Hour)
		if got := title(); got != "New words" {
			t.Errorf("after two days: %s", got)
		}
		if got := ask(t, s, "/pages/254"); got.Status != http.StatusBadGateway {
			t.Errorf("what was never asked for: %d", got.Status)
		}
		if s.Status().OK || s.Status().Err == nil {
			t.Error("the state says that it works")
		}
		c.set(works)
		hands.pass(time.Minute)
		polltest.Until(t, "the page", func() bool { hands.pass(10 * time.Second); return ask(t, s, "/pages/254").Status == http.StatusOK })
		if !s.Status().OK {
			t.Errorf("the state: %v", s.Status().Err)
		}
	})
}

func TestSimultaneousVisitorsShareOneCall(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	release := make(chan struct{})
	c.set(func(c *cms) { c.answer = func(http.ResponseWriter, *http.Request) bool { <-release; return false } })
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if got := ask(t, s, "/pages/3"); got.Status != http.StatusOK {
				t.Errorf("status %d", got.Status)
			}
		})
	}
	polltest.Until(t, "the call", func() bool { return len(c.calls()) > 0 })
	close(release)
	all.Wait()
	if calls := len(c.calls()); calls != 1 {
		t.Errorf("%d calls", calls)
	}
}

func TestAClientThatInventsAddressesIsNotAskedForAll(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	type clientKey struct{}
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	s.Shares = &httpx.Shares{PerSecond: time.Millisecond, Savings: 50 * time.Millisecond, AtOnce: 4, Now: func() time.Time { return now },
		Client: func(ctx context.Context) string { return fmt.Sprint(ctx.Value(clientKey{})) }}
	of := func(name string) context.Context { return context.WithValue(ctx, clientKey{}, name) }
	c.set(func(c *cms) {
		c.answer = func(http.ResponseWriter, *http.Request) bool { // each call takes the CMS 5 ms
			for began := time.Now(); time.Since(began) < 5*time.Millisecond; runtime.Gosched() {
			}
			return false
		}
	})
	for n := range 100 {
		_, err := s.Post(of("a"), fmt.Sprint("invented-", n))
		_, guideErr := s.Guide(of("a"), fmt.Sprint("invented ", n))
		_, pageErr := s.Page(of("a"), 10_000+n)
		for _, err := range []error{err, guideErr, pageErr} {
			if !errors.Is(err, ErrMissing) {
				t.Fatalf("address %d: %v", n, err)
			}
		}
	}
	if calls := len(c.calls()); calls > 20 { // ten of its share, and the lists of three kinds
		t.Errorf("the CMS was asked %d times", calls)
	}
	post, err := s.Post(of("a"), "lake-lodges")
	guide, guideErr := s.Guide(of("a"), "devon")
	page, pageErr := s.Page(of("a"), 254)
	if err := errors.Join(err, guideErr, pageErr); err != nil || post.Slug != "lake-lodges" || guide.Region != "Devon" || page.Slug != "help" {
		t.Errorf("what there is: %v", err)
	}
	before := len(c.calls())
	for n := range 20 {
		query := url.Values{"slug": {"lake-lodges"}, "per_page": {fmt.Sprint(20 + n)}}
		if got := s.Read(of("a"), base+"/posts", query); got.Status != http.StatusBadGateway {
			t.Errorf("a variant of a known call: %d", got.Status)
		}
	}
	if calls := len(c.calls()); calls > before {
		t.Errorf("variants of a known call made %d calls", calls-before)
	}
	if _, err := s.Post(of("b"), "new-today"); !errors.Is(err, ErrMissing) || len(c.calls()) == before {
		t.Errorf("another client is not asked for: %v", err)
	}
}

func TestPostsWhoseAddressIsNotASCII(t *testing.T) {
	for slug, plain := range map[string]string{
		"caf%c3%a9-by-the-sea": "café-by-the-sea",
		"%e0%a4%b9%e0%a4%bf%e0%a4%a8%e0%a5%8d%e0%a4%a6%e0%a5%80": "हिन्दी",
		"camping-%f0%9f%8f%95%ef%b8%8f":                          "camping-🏕️", "cafe%cc%81": "cafe\u0301", "100%": "100%", "a%2fb": "a%2fb",
	} {
		if got := plainSlug(slug); got != plain {
			t.Errorf("%s is read as %q, want %q", slug, got, plain)
		}
	}
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	c.set(func(c *cms) {
		c.items[Posts] = []json.RawMessage{json.RawMessage(`{"id":7,"slug":"caf%c3%a9","status":"publish","date_gmt":"2026-02-03T10:00:00","title":{"rendered":"Café"},"content":{"rendered":"<p>a</p>"},"excerpt":{"rendered":""}}`)}
		c.answer = func(w http.ResponseWriter, r *http.Request) bool { // WordPress compares slugs in their escaped form
			if r.URL.Query().Get("slug") == "café" {
				_, _ = w.Write([]byte("[" + string(c.items[Posts][0]) + "]"))
				return true
			}
			return false
		}
	})
	post, err := s.Post(ctx, "café")
	if err != nil || post.Slug != "café" {
		t.Errorf("%+v, %v", post, err)
	}
	if _, err := s.Post(ctx, "🏕️"); !errors.Is(err, ErrMissing) {
		t.Errorf("an emoji: %v", err)
	}
	for _, wrong := range []string{"a b", "a/b", "<b>", "a\u202eb", ""} {
		if slugForm.MatchString(wrong) {
			t.Errorf("%q is a slug", wrong)
		}
	}
}

func TestAVisitorWhoGoesDoesNotEndTheCallOfTheOthers(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	release := make(chan struct{})
	c.set(func(c *cms) { c.answer = func(http.ResponseWriter, *http.Request) bool { <-release; return false } })
	gone, leave := context.WithCancel(ctx)
	done := make(chan Reply)
	go func() { done <- s.Read(gone, base+"/pages/3", nil) }()
	polltest.Until(t, "the call", func() bool { return len(c.calls()) > 0 })
	leave()
	if got := <-done; got.Status != http.StatusBadGateway {
		t.Errorf("status %d", got.Status)
	}
	close(release)
	polltest.Until(t, "the page", func() bool { return ask(t, s, "/pages/3").Status == http.StatusOK })
	if calls := len(c.calls()); calls != 1 {
		t.Errorf("%d calls", calls)
	}
}

func TestACMSThatFailsIsNotAskedByEveryVisitor(t *testing.T) {
	c := newCMS(t)
	s, hands := ofCMS(t, c)
	c.set(fails(503))
	for n := range 100 {
		ask(t, s, fmt.Sprintf("/pages/%d", n+1))
	}
	if calls := len(c.calls()); calls != restAfter {
		t.Errorf("%d calls to a CMS that is down", calls)
	}
	c.set(works)
	hands.pass(2 * restTime)
	if got := ask(t, s, "/pages/3"); got.Status != http.StatusOK {
		t.Errorf("afterwards: %d", got.Status)
	}
}

func TestACMSThatNeverAnswersKeepsNobodyWaiting(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	end := make(chan struct{})
	defer close(end)
	c.set(func(c *cms) { c.answer = func(http.ResponseWriter, *http.Request) bool { <-end; return true } })
	began := time.Now()
	var all sync.WaitGroup
	for n := range 200 {
		all.Go(func() {
			if got := ask(t, s, fmt.Sprintf("/pages/%d", n+1)); got.Status != http.StatusBadGateway {
				t.Errorf("status %d", got.Status)
			}
		})
	}
	all.Wait()
	if took := time.Since(began); took > 2*answerTime {
		t.Errorf("the last of them waited %s", took)
	}
}

func TestABadItemIsReportedUntilItIsGone(t *testing.T) {
	const broken, noID = `{"id":900,"slug":"broken","status":"publish","title":7}`, `{"id":{},"slug":"no-id"}`
	for about, after := range map[string][]string{
		"deleted": {}, "made a draft": {`{"id":900,"slug":"broken","status":"draft","title":{"rendered":"x"}}`}, "mended": {`{"id":900,"slug":"broken","status":"publish","title":{"rendered":"x"}}`},
	} {
		t.Run(about, func(t *testing.T) {
			c := newCMS(t)
			s, hands := ofCMS(t, c)
			publish := func(texts ...string) {
				c.set(func(c *cms) {
					c.items[Posts] = []json.RawMessage{}
					for _, text := range texts {
						c.items[Posts] = append(c.items[Posts], json.RawMessage(text))
					}
				})
			}
			publish(broken, noID)
			list(t, s, "/posts")
			if n := s.Bad.Counts()[badrecord.Content]; n != 2 {
				t.Fatalf("reported: %+v", s.Bad.Records())
			}
			publish(after...)
			hands.pass(48 * time.Hour)
			list(t, s, "/posts")
			if left := s.Bad.Records(); len(left) != 0 {
				t.Errorf("still reported: %+v", left)
			}
		})
	}
}

func TestAPictureThatWasAwayComesToItsCard(t *testing.T) {
	c := newCMS(t)
	c.items[ThingsToDo] = []json.RawMessage{json.RawMessage(`{"id":101,"slug":"thing","status":"publish","title":{"rendered":"Thing"},"acf":{"image":820}}`)}
	s, hands := ofCMS(t, c)
	c.set(func(c *cms) {
		c.answer = func(w http.ResponseWriter, r *http.Request) bool {
			fails := strings.Contains(r.URL.Path, "/media/")
			if fails {
				w.WriteHeader(http.StatusInternalServerError)
			}
			return fails
		}
	})
	card := func() any { return at(list(t, s, "/things-to-do")[0], "acf", "image", "alt_text") }
	if got := card(); got != nil {
		t.Fatalf("a picture that cannot be loaded: %v", got)
	}
	version := s.Version()
	c.set(works)
	hands.pass(48 * time.Hour)
	if got := card(); got != "Lake" {
		t.Errorf("the picture: %v", got)
	}
	if s.Version() == version {
		t.Error("pages with the card are not rendered again")
	}
}

// Everybody may ask for any list of ids or any slice of a list.
func TestManyDifferentCallsCostLittle(t *testing.T) {
	s := ofFiles(t)
	cleaned := func() int { return s.items.Len() }
	list(t, s, "/things-to-do?per_page=100")
	items := cleaned()
	for perPage := range 99 {
		list(t, s, fmt.Sprintf("/things-to-do?per_page=%d", perPage+1))
	}
	if got := cleaned(); got != items || items != 12 {
		t.Errorf("%d items were sanitised, then %d", items, got)
	}
	var ids []string
	for n := range 100 {
		ids = append(ids, fmt.Sprint(1<<39+n))
	}
	long := "/things-to-do?include[]=" + strings.Join(ids, ",")
	s.answers = cache.New[string, *kept](10_000)
	for n := range 100 {
		ask(t, s, fmt.Sprint(long, "&page=", n+1))
	}
	if n := s.answers.Len(); n > 10_000/len(long) {
		t.Errorf("%d answers with keys of %d bytes are in a cache of 10,000 bytes", n, len(long))
	}
}

func TestAPurgeBringsTheNewWordsAtOnce(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	purge := func(context.Context) error { s.Purge(); return nil }
	hook := PurgeHandler(strings.Repeat("s", 32), purge)
	call := func(secret string) int {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/content-purge", nil)
		r.Header.Set("Authorization", "Bearer "+secret)
		hook.ServeHTTP(w, r)
		return w.Code
	}
	title := func() any { return at(object(t, s, "/pages/3"), "title", "rendered") }
	title()
	c.set(func(c *cms) {
		for i, text := range c.items[Pages] {
			c.items[Pages][i] = json.RawMessage(strings.Replace(string(text), "Privacy &amp; cookies", "New words", 1))
		}
	})
	for _, wrong := range []string{"", "s", strings.Repeat("s", 31), strings.Repeat("s", 33), strings.Repeat("S", 32)} {
		if status := call(wrong); status != http.StatusUnauthorized || title() == "New words" {
			t.Errorf("with the secret %q: %d", wrong, status)
		}
	}
	if status := call(strings.Repeat("s", 32)); status != http.StatusOK || title() != "New words" {
		t.Errorf("status %d, title %v", status, title())
	}
	t.Run("while the CMS fails the old words stay", func(t *testing.T) {
		c.set(fails(500))
		call(strings.Repeat("s", 32))
		if title() != "New words" {
			t.Error("the page is gone")
		}
	})
	hook = PurgeHandler("", purge)
	if status := call(""); status != http.StatusNotFound {
		t.Errorf("without a secret: %d", status)
	}
	hook = PurgeHandler(strings.Repeat("s", 32), func(context.Context) error { return errUnavailable })
	if status := call(strings.Repeat("s", 32)); status != http.StatusServiceUnavailable {
		t.Errorf("where other nodes cannot be reached: %d", status)
	}
}

func TestTheCMSIsAskedByGetWithTheParametersInTheQuery(t *testing.T) {
	c := newCMS(t)
	s, _ := ofCMS(t, c)
	t.Run("[CMS-02] GET requests on the brand's REST base", func(t *testing.T) {
		for call, want := range map[string]string{
			"/posts?per_page=4&page=2": "posts?page=2&per_page=4&", "/posts?slug=lake-lodges": "posts?slug=lake-lodges&", "/pages/3": "pages/3?", "/media/821": "media/821?",
			"/things-to-do/?include[]=103&include[]=102": "things-to-do?include[]=103&include[]=102&", "/travel-guides/?filter[meta_key]=region_name&filter[meta_value]=Devon": "travel-guides?filter[meta_key]=region_name&filter[meta_value]=devon&",
		} {
			before := len(c.calls())
			ask(t, s, call)
			made := c.calls()[before:]
			if len(made) == 0 {
				t.Fatalf("%s asks nothing", call)
			}
			method, address, _ := strings.Cut(made[0], " ")
			parsed, err := url.Parse(address)
			if err != nil || method != http.MethodGet || !strings.HasPrefix(parsed.Path, "/wp-json/wp/v2/") {
				t.Errorf("%s asks %s", call, made[0])
			}
			path, parameters, _ := strings.Cut(want, "?")
			wanted, _ := url.ParseQuery(parameters)
			for name, values := range wanted {
				if got := parsed.Query()[name]; strings.Join(got, ",") != strings.Join(values, ",") {
					t.Errorf("%s asks with %s = %v", call, name, got)
				}
			}
			if parsed.Path != "/wp-json/wp/v2/"+path {
				t.Errorf("%s asks for %s", call, parsed.Path)
			}
		}
	})
}

func TestALongListOfTheCMSIsReadToItsEnd(t *testing.T) {
	c := newCMS(t)
	c.set(func(c *cms) {
		for n := range 250 {
			c.items[TravelGuides] = append(c.items[TravelGuides], fmt.Appendf(nil, `{"id":%d,"slug":"g%d","title":{"rendered":"G"},"content":{"rendered":"<p>x</p>"},"acf":{"region_name":"Region %d"}}`, 1000+n, n, n))
		}
	})
	s, _ := ofCMS(t, c)
	if guide, err := s.Guide(ctx, "region 249"); err != nil || guide.Region != "Region 249" {
		t.Errorf("the last guide: %+v, %v", guide, err)
	}
	if all, err := s.List(ctx, TravelGuides, 1000); err != nil || len(all) != 252 {
		t.Errorf("%d guides, %v", len(all), err)
	}
}

func TestTheHandlerSaysHowManyThereAre(t *testing.T) {
	s := ofFiles(t)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, base+"/posts?per_page=1", nil))
	header := w.Header()
	if header.Get("X-WP-Total") != "6" || header.Get("X-WP-TotalPages") != "6" || !strings.Contains(header.Get("Access-Control-Expose-Headers"), "X-WP-Total") || header.Get("Etag") == "" {
		t.Errorf("headers %v", header)
	}
	again := httptest.NewRequest(http.MethodGet, base+"/posts?per_page=1", nil)
	again.Header.Set("If-None-Match", header.Get("Etag"))
	w = httptest.NewRecorder()
	if s.ServeHTTP(w, again); w.Code != http.StatusNotModified {
		t.Errorf("the same again: %d", w.Code)
	}
}
