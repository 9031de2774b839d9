package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/site"
	"holidaymaker/internal/web/httpx"
	"holidaymaker/internal/web/render"
)

// country is a small catalogue. The name of one of its parks contains an end
// tag of a script element.
func country() *catalogue.Snapshot {
	stock, _ := catalogue.NewSnapshot(&catalogue.Entities{
		Regions: []catalogue.Region{
			{ID: "12", Name: "Cornwall & Scilly", Desc: "Coves and cream teas", Country: "GB"},
			{ID: "15", Name: "Nowhere", Country: "GB"},
			{ID: "30", Name: "France: North", Country: "FR"},
			{ID: "50", Name: "The Broads", Country: "GB"},
		},
		Operators: []catalogue.Operator{{ID: "HAV", Name: "Haverford Parks"}},
		Parks: []catalogue.Park{
			{ID: "HV101", Name: "Gannet Sands", RegionID: "12", OperatorID: "HAV", TownID: "345", Town: "St Ives", Country: "GB",
				Info: "<p>A park <b>by</b> the sea.</p><script>alert(1)</script><p>" + strings.Repeat("Long words follow. ", 20) + "</p>"},
			{ID: "EV1", Name: `</script><script>alert("x")</script>`, RegionID: "12", OperatorID: "HAV", Country: "GB"},
			{ID: "HID", Name: "Hidden", RegionID: "15", OperatorID: "HAV", Country: "GB"},
			{ID: "BO1", Name: "Reed Boatyard", RegionID: "50", OperatorID: "HAV", Country: "GB"},
		},
		Units: []catalogue.UnitType{
			{ID: "HV101-A", ParkID: "HV101", Channel: "ukcaravan", Name: "Gold", Sleeps: 4},
			{ID: "EV1-A", ParkID: "EV1", Channel: "ukcaravan", Name: "Gold", Sleeps: 4},
			{ID: "BO1-A", ParkID: "BO1", Channel: "boats", Name: "Heron", Sleeps: 4},
		},
	})
	return stock
}

var built = fstest.MapFS{
	"index.html":        {Data: []byte(`<!doctype html><html lang="en-GB" data-brand="MT"><head><meta charset="utf-8"><!--head--><title>x</title><!--/head--><script>early()</script><script type="module" src="/assets/app-abc.js"></script></head><body><div id="root"><!--rendered--></div><!--data--></body></html>`)},
	"assets/app-abc.js": {Data: []byte(strings.Repeat("console.log('holiday');", 100))},
	"MT/logo-dark.svg":  {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)},

	"MT/favicon.ico": {Data: []byte("icon")}, "MT/apple-touch-icon.png": {Data: []byte("icon")}, "MT/manifest.json": {Data: []byte(`{"name":"Meridian Times Holidays"}`)},
}

// pages returns a handler that serves a brand's pages for the small catalogue.
func pages(t *testing.T, code string, change ...func(*Config)) http.Handler {
	t.Helper()
	brand, err := site.Of(code)
	if err != nil {
		t.Fatal(err)
	}
	stock := country()
	config := Config{
		Site: brand, Catalogue: func() *catalogue.Snapshot { return stock },
		Ask: func(_ context.Context, path string, _ url.Values) render.Reply {
			if path != "/api/initial" {
				return render.Reply{Status: http.StatusNotFound}
			}
			return render.Reply{Status: http.StatusOK, Body: []byte(`{"success":1,"data":{"name":"\u003c/script\u003e"}}`)}
		},
		Content: contentOf(t, brand, editorsFiles(brand)),
		Log:     slog.New(slog.DiscardHandler),
	}
	for _, set := range change {
		set(&config)
	}
	w, err := NewOf(config, built)
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		maps.Copy(rw.Header(), httpx.Baseline(true))
		ctx, _ := httpx.WithIdentity(r.Context(), httpx.Clients{}.Of(r), nil)
		w.ServeHTTP(rw, r.WithContext(ctx))
	})
}

func ask(h http.Handler, path string, headers ...string) *http.Response {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rw := httptest.NewRecorder()
	h.ServeHTTP(rw, r)
	return rw.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	all, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestRoutes(t *testing.T) {
	h := pages(t, "MT")
	for _, group := range []struct {
		name  string
		cases [][3]string // path, status, and the redirect's target or the title
	}{
		{"[ROUTE-01] home", [][3]string{{"/", "200", "Caravan Holidays | Cheap Holiday Park Breaks"}, {"/?utm_source=x", "200", "Caravan Holidays | Cheap Holiday Park Breaks"}}},
		{"[ROUTE-04] [ROUTE-06] manage booking", [][3]string{
			{"/login", "200", "My Booking | Meridian Times Holidays"}, {"/my-booking", "200", "Your booking | Meridian Times Holidays"},
			{"/reset", "200", "Forgotten your booking reference? | Meridian Times Holidays"}}},
		{"[ROUTE-07] [ROUTE-28] not found", [][3]string{
			{"/404", "404", "Page not found | Meridian Times Holidays"}, {"/nothing/here", "404", "Page not found | Meridian Times Holidays"},
			{"/a//b", "404", "Page not found | Meridian Times Holidays"}}},
		{"[BRAND-02] no staff area", [][3]string{
			{"/admin", "404", ""}, {"/admin/bookings", "404", ""}, {"/staff", "404", ""}, {"/staff/login", "404", ""},
			{"/backoffice", "404", ""}, {"/cms", "404", ""}, {"/dashboard", "404", ""}}},
		{"[ROUTE-09] blog and results", [][3]string{
			{"/blog", "200", "Latest Posts From The Blog | Meridian Times Holidays"}, {"/blog/half-term/", "200", "Half term &amp; more | Meridian Times Holidays"}, {"/blog/none", "404", "Blog | Meridian Times Holidays"},
			{"/results?region=12", "200", "Holidays in Cornwall &amp; Scilly | Meridian Times Holidays"},
			{"/results?region=12&near=50.415,-5.082,Newquay", "200", "Holidays near Newquay | Meridian Times Holidays"}, {"/results?region=12&near=x,-5.082,Newquay", "200", "Holidays in Cornwall &amp; Scilly | Meridian Times Holidays"},
			{"/results/all-regions", "200", "Holidays in the UK | Meridian Times Holidays"}, {"/results/all-dates", "200", "Holidays in the UK | Meridian Times Holidays"}}},
		{"[ROUTE-10] [ROUTE-11] booking steps", [][3]string{
			{"/booking", "302", "/booking/extras"}, {"/booking/", "302", "/booking/extras"}, {"/booking/other", "302", "/booking/extras"},
			{"/booking/extras/more", "302", "/booking/extras"}, {"/booking/other?a=1", "302", "/booking/extras?a=1"},
			{"/booking/extras", "200", "Extras | Meridian Times Holidays"}, {"/booking/details", "200", "Your details | Meridian Times Holidays"},
			{"/booking/payment", "200", "Payment | Meridian Times Holidays"}, {"/booking/payment-action", "200", "Confirm payment | Meridian Times Holidays"},
			{"/booking/confirmation", "200", "Booking confirmed | Meridian Times Holidays"}}},
		{"[ROUTE-13] browse strictly", [][3]string{
			{"/channel/ukcaravan", "200", "Browse UK Holiday Parks by Operator | Meridian Times Holidays"},
			{"/region/boats", "200", "Browse Boating Holidays by Region | Meridian Times Holidays"},
			{"/dog-friendly/uklodge", "200", "Dog Friendly UK Lodge Breaks | Meridian Times Holidays"},
			{"/channel/ukcaravan/", "301", "/channel/ukcaravan"}, {"/region/boats/?x=1", "301", "/region/boats?x=1"},
			{"/channel/ukcaravan/more", "404", ""}, {"/region/nowhere", "404", ""},
			{"/channel/hotels", "301", "/hotels"}, {"/region/hotels", "301", "/hotels"},
			{"/dog-friendly/uk", "301", "/dog-friendly/ukcaravan"}}},
		{"operator regions", [][3]string{
			{"/HAV/region/ukcaravan", "200", "Haverford Parks from All of the UK | Meridian Times Holidays"},
			{"/HAV/region/eurocaravan", "200", "Haverford Parks from Europe | Meridian Times Holidays"}, {"/NONE/region/ukcaravan", "404", ""}}},
		{"[ROUTE-15] [ROUTE-17] listings", [][3]string{
			{"/parks/ukcaravan/12/cornwall", "301", "/holidays/ukcaravan/12/cornwall"},
			{"/holidays/ukcaravan/12/cornwall", "200", "Browse Holiday Parks by Park in Cornwall &amp; Scilly | Meridian Times Holidays"},
			{"/boating-holidays/boats/50/the-broads", "200", "Browse Boating Holidays by Route on the Broads | Meridian Times Holidays"},
			{"/area/ukcaravan/12/345/st-ives", "200", "Browse Holiday Parks by Park in St Ives | Meridian Times Holidays"},
			{"/holidays/uklodge/12/cornwall", "200", "Browse Holiday Parks by Park in Cornwall &amp; Scilly: UK Lodge Breaks | Meridian Times Holidays"},
			{"/area/uktouring/12/345/st-ives", "200", "Browse Holiday Parks by Park in St Ives: UK Camping &amp; Touring Parks | Meridian Times Holidays"},
			{"/holidays/ukcaravan/15/nowhere", "404", ""}, {"/area/ukcaravan/12/999/x", "404", ""},
			{"/holidays/ukcaravan/12/HV101/gannet-sands", "301", "/holidays/HV101/gannet-sands"},
			{"/anything/ukcaravan/12/HV101/gannet-sands?a=b", "301", "/anything/HV101/gannet-sands?a=b"},
			{"/anything/ukcaravan/12/HV101/what-somebody-typed", "301", "/anything/HV101/gannet-sands"},
			{"/anything/ukcaravan/12/NOPE/gannet-sands", "404", ""}, {"/anything/ukcaravan/15/HID/hidden", "404", ""},
			{"/parks/HV101/gannet-sands", "301", "/holidays/HV101/gannet-sands"}}},
		{"[ROUTE-18] park pages", [][3]string{
			{"/holidays/HV101/gannet-sands", "200", "Gannet Sands | Meridian Times Holidays"}, {"/boat/BO1/reed-boatyard", "200", "Reed Boatyard | Meridian Times Holidays"},
			{"/boating-holidays/BO1/reed-boatyard", "200", "Reed Boatyard | Meridian Times Holidays"},
			{"/boat-result/BO1/reed-boatyard", "200", "Reed Boatyard | Meridian Times Holidays"},
			{"/park-result/HV101/gannet-sands", "200", "Gannet Sands | Meridian Times Holidays"},
			{"/holidays/NOPE/x", "404", ""}, {"/holidays/HID/hidden", "404", ""}}},
		{"[ROUTE-20] content", [][3]string{
			{"/inspiration", "200", ""}, {"/terms", "200", ""}, {"/help", "200", ""}, {"/contact-us", "301", "/help"},
			{"/travel-guide/cornwall-and-scilly/12", "200", "Cornwall &amp; Scilly Travel Guide | Meridian Times Holidays"}, {"/travel-guide/x/99", "404", ""}}},
		{"[ROUTE-23] content pages", [][3]string{
			{"/ferry-deals", "200", "Ferry Deals | Meridian Times Holidays"}, {"/uk-spa-breaks/", "200", "UK Spa Breaks | Meridian Times Holidays"},
			{"/a/212/ferry-deals", "301", "/ferry-deals"}, {"/a/1597/european-holiday-parks", "301", "/european-holiday-parks"},
			{"/a/1572/european-holiday-parks", "404", ""}, {"/a/77/you-have-won-a-prize", "200", "Old Offers | Meridian Times Holidays"}, {"/a/900/you-have-won-a-prize", "404", ""}, {"/a/x/y", "404", ""}}},
		{"[ROUTE-26] [ROUTE-27] old addresses", [][3]string{
			{"/p/age/965", "200", ""}, {"/rentals", "301", "/region/ukcottages"}, {"/my-account", "301", "/login"}, {"/my-account?a=1", "301", "/login?a=1"},
			{"/Login", "301", "/login"}, {"/FERRY-DEALS", "301", "/ferry-deals"}}},
		{"[CMS-01] other brands' pages", [][3]string{{"/lodges-with-hot-tubs", "404", ""}, {"/how-it-works", "404", ""}, {"/short-uk-breaks", "404", ""}, {"/reach-promos-offers", "404", ""}}},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				got := ask(h, c[0])
				if strings.Fields(got.Status)[0] != c[1] {
					t.Errorf("%s: status %s, want %s", c[0], got.Status, c[1])
					continue
				}
				if got.StatusCode/100 == 3 {
					if to := got.Header.Get("Location"); to != c[2] {
						t.Errorf("%s leads to %s, want %s", c[0], to, c[2])
					}
				} else if page := body(t, got); c[2] != "" && !strings.Contains(page, "<title>"+c[2]+"</title>") {
					t.Errorf("%s: title %s, want %s", c[0], regexp.MustCompile(`<title>.*?</title>`).FindString(page), c[2])
				}
			}
		})
	}
	t.Run("[CMS-01] other brands have them or not", func(t *testing.T) {
		for _, c := range []struct {
			path, code string
			status     int
		}{
			{"/lodges-with-hot-tubs", "BF", 200}, {"/short-uk-breaks", "BF", 200}, {"/how-it-works", "RP", 200}, {"/reach-promos-offers", "RP", 200},
			{"/reach-promos-offers", "BF", 404}, {"/how-it-works", "BF", 404}, {"/lodges-with-hot-tubs", "SN", 404}, {"/short-uk-breaks", "SN", 404},
		} {
			if got := ask(pages(t, c.code), c.path); got.StatusCode != c.status {
				t.Errorf("%s %s: %s", c.code, c.path, got.Status)
			}
		}
	})
}

func TestHead(t *testing.T) {
	h := pages(t, "MT")
	t.Run("[PAGE-01] [PAGE-02] title, description and canonical link", func(t *testing.T) {
		page := body(t, ask(h, "/park-result/HV101/other-words?adults=2"))
		for _, want := range []string{
			`<title>Gannet Sands | Meridian Times Holidays</title>`,
			`<meta name="description" content="A park by the sea. Long words follow.`,
			`<link rel="canonical" href="https://www.meridian.example/holidays/HV101/gannet-sands">`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("no %s in %.900s", want, page)
			}
		}
		if strings.Contains(page, "alert(1)") || strings.Count(page, "<title>") != 1 {
			t.Errorf("the head holds what it should not: %.900s", page)
		}
		if m := regexp.MustCompile(`name="description" content="([^"]*)"`).FindStringSubmatch(page); len([]rune(html.UnescapeString(m[1]))) > 155 {
			t.Errorf("the description has %d characters", len([]rune(m[1])))
		}
		if home := body(t, ask(h, "/last-minute-deals")); !strings.Contains(home, `content="Holidays worth waking up for"`) {
			t.Error("a page without description does not show the tagline")
		}
		if page := body(t, ask(h, "/booking/extras")); strings.Contains(page, "canonical") || !strings.Contains(page, `content="noindex"`) {
			t.Error("a booking step is offered to search engines")
		}
		if page := body(t, ask(h, "/terms/")); !strings.Contains(page, `href="https://www.meridian.example/terms"`) {
			t.Error("the canonical link keeps the slash")
		}
	})
	t.Run("[PAGE-09] icons and manifest under the brand's prefix", func(t *testing.T) {
		page := body(t, ask(h, "/"))
		for path, kind := range map[string]string{"/MT/favicon.ico": "image/x-icon", "/MT/apple-touch-icon.png": "image/png", "/MT/manifest.json": "application/json"} {
			if !strings.Contains(page, `href="`+path+`"`) {
				t.Errorf("%s is not linked", path)
			}
			if got := ask(h, path); got.StatusCode != 200 || got.Header.Get("Content-Type") != kind {
				t.Errorf("%s: %s %s", path, got.Status, got.Header.Get("Content-Type"))
			}
		}
		if strings.Contains(page, "/BF/") {
			t.Error("another brand's prefix is linked")
		}
	})
	t.Run("a name cannot end a script", func(t *testing.T) {
		page := body(t, ask(h, "/holidays/EV1/x"))
		if strings.Contains(page, `alert("x")`) {
			t.Errorf("the name stands unescaped: %.600s", page)
		}
		data := page[strings.Index(page, `id="page-data">`):]
		if !strings.HasPrefix(data, `id="page-data">[{"call":"/api/initial","params":{"siteCode":"MT"},"status":200,"body":{"success":1,"data":{"name":"\u003c/script\u003e"}}}]</script>`) {
			t.Errorf("data: %.200s", data)
		}
	})
}

func TestEachPageHasItsSecurityHeaders(t *testing.T) {
	h := pages(t, "MT", func(c *Config) {
		c.FrameSources, c.PaymentSources = []string{"https://pay.example"}, []string{"https://pay.example"}
	})
	for path, third := range map[string]bool{"/": false, "/results": false, "/booking/extras": false, "/booking/payment": true, "/booking/payment-action": true} {
		got := ask(h, path)
		csp := got.Header.Get("Content-Security-Policy")
		sum := sha256.Sum256([]byte("early()"))
		if want := "script-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"; !strings.Contains(csp, want) {
			t.Fatalf("%s: policy %s, want %s", path, csp, want)
		}
		if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") || !strings.Contains(csp, "base-uri 'none'") {
			t.Errorf("%s: policy %s", path, csp)
		}
		if strings.Contains(csp, "https://pay.example") != third {
			t.Errorf("%s reaches the card provider: %t, want %t", path, !third, third)
		}
		if strings.Contains(csp, "frame-src 'self' https:;") == third {
			t.Errorf("%s shows frames of other sites: want %t", path, !third)
		}
		if strings.Contains(csp, "img-src 'self' data: https:") == third {
			t.Errorf("%s loads foreign pictures: want %t", path, !third)
		}
		referrer := "strict-origin-when-cross-origin"
		if third {
			referrer = "no-referrer"
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": referrer, "X-Frame-Options": "DENY", "Strict-Transport-Security": "max-age=31536000; includeSubDomains"} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, got.Header.Get(name))
			}
		}
	}
	for path, want := range map[string]string{"/": "private, no-cache", "/booking/extras": "private, no-cache", "/my-booking": "private, no-cache", "/booking/payment": "no-store", "/booking/payment-action": "no-store"} {
		if got := ask(h, path).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
	}
}

func TestFiles(t *testing.T) {
	h := pages(t, "MT")
	t.Run("[BRAND-18] logos by site code and version", func(t *testing.T) {
		if got := ask(h, "/MT/logo-dark.svg?v=12345678"); got.StatusCode != 200 || got.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s %s", got.Status, got.Header.Get("Cache-Control"))
		}
		if got := ask(h, "/MT/logo-dark.svg"); got.Header.Get("Cache-Control") != "public, max-age=3600" {
			t.Errorf("without version: %s", got.Header.Get("Cache-Control"))
		}
	})
	seen := map[string]bool{}
	for _, accepted := range []string{"", "gzip", "gzip, br"} {
		got := ask(h, "/assets/app-abc.js", "Accept-Encoding", accepted)
		tag := got.Header.Get("ETag")
		if seen[tag] || !strings.HasPrefix(tag, `"`) || got.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("encoding %q: tag %s, Vary %s", accepted, tag, got.Header.Get("Vary"))
		}
		seen[tag] = true
		if again := ask(h, "/assets/app-abc.js", "Accept-Encoding", accepted, "If-None-Match", tag); again.StatusCode != 304 || body(t, again) != "" {
			t.Errorf("encoding %q: %s again", accepted, again.Status)
		}
	}
	gone := ask(h, "/assets/gone.js")
	if text := body(t, gone); gone.StatusCode != 404 || strings.Contains(text, "<html") || gone.Header.Get("Content-Type") != "text/plain; charset=utf-8" || gone.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a file of another version: %s %v %.80s", gone.Status, gone.Header, text)
	}
}

func TestMaintenance(t *testing.T) {
	h := pages(t, "SN", func(c *Config) {
		c.Closed = (&api.API{Config: api.Config{Maintenance: func(*http.Request) bool { return true }}}).Closed
	})
	t.Run("[MAINT-01] [MAINT-03] [MAINT-04] every visitor without the pass gets the maintenance page", func(t *testing.T) {
		for _, cookie := range []string{"", "XGrantUserAccess=1", "a=GrantUserAccess"} {
			got := ask(h, "/results", "Cookie", cookie)
			page := strings.ReplaceAll(body(t, got), "&#39;", "'")
			at := 0
			for _, want := range []string{"We are currently making exciting changes to further improve your site experience!",
				"Don't worry, we will be back shortly.", "Thank you for your patience!", ">Contact Us <a", "0808 157 0102", "help@sentinel.example"} {
				next := strings.Index(page[at:], want)
				if next < 0 {
					t.Fatalf("cookie %q: %q is not on the page, or not in its place", cookie, want)
				}
				at += next + len(want)
			}
			if got.StatusCode != 503 {
				t.Errorf("cookie %q: %s", cookie, got.Status)
			}
			for _, own := range []string{`src="/images/hero/lake-large.svg"`, `srcset="/images/hero/lake-small.svg"`, `src="/SN/logo-dark.svg"`} {
				if !strings.Contains(page, own) {
					t.Errorf("cookie %q: the page lacks the brand's own picture %s", cookie, own)
				}
			}
		}
	})
	t.Run("[MAINT-02] the pass opens the site, whatever its value", func(t *testing.T) {
		for _, cookie := range []string{"GrantUserAccess=", "a=b; GrantUserAccess=1"} {
			if got := ask(h, "/results", "Cookie", cookie); got.StatusCode != 200 {
				t.Errorf("cookie %q: %s", cookie, got.Status)
			}
		}
	})
}

func TestAFrontEndWithoutMarksIsRefused(t *testing.T) {
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	_, err = NewOf(Config{Site: brand}, fstest.MapFS{"index.html": {Data: []byte("<html></html>")}})
	if err == nil {
		t.Error("no error")
	}
}

func TestStyleSheetsAreInlined(t *testing.T) {
	brand, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	const sheet = `h1{color:#123;background:url(/assets/a.svg)}`
	dist := fstest.MapFS{
		"index.html":       {Data: []byte(`<!doctype html><html><head><link rel="preload" href="/assets/cabin-1.woff2" as="font"><!--head--><!--/head--><link rel="stylesheet" crossorigin href="/assets/app-1.css"></head><body><div id="root"><!--rendered--></div><!--data--></body></html>`)},
		"assets/app-1.css": {Data: []byte(sheet + "\n")},
	}
	made, err := newDocument(dist, brand.SiteCode, "")
	if err != nil {
		t.Fatal(err)
	}
	page := string(made.render("", rootOf(false, false, false, ""), "", []byte("[]")))
	if !strings.Contains(page, "<style>"+sheet+"</style>") || strings.Contains(page, "stylesheet") {
		t.Errorf("page: %s", page)
	}
	if want := `<link rel="preload" href="/assets/cabin-1.woff2" as="font"><link rel="stylesheet" crossorigin href="/assets/app-1.css">`; made.looks != want {
		t.Errorf("pages without script have the looks %s, want %s", made.looks, want)
	}
	sum := sha256.Sum256([]byte(sheet))
	if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !slices.Equal(made.styles, []string{want}) {
		t.Errorf("styles allowed: %v, want %s", made.styles, want)
	}
	dist["assets/app-1.css"] = &fstest.MapFile{Data: []byte("</style><script>")}
	if _, err := newDocument(dist, brand.SiteCode, ""); err == nil {
		t.Error("a style sheet may end its element")
	}
	delete(dist, "assets/app-1.css")
	if _, err := newDocument(dist, brand.SiteCode, ""); err == nil {
		t.Error("a style sheet is missing, and nobody is told")
	}
}

func TestRedirectsStayOnTheSite(t *testing.T) {
	h := pages(t, "MT")
	for path, want := range map[string]string{
		"/%5Cevil.example/a/b/HV101/d":        "/%5Cevil.example/HV101/gannet-sands",
		"/parks/c%0d%0aSet-Cookie:y/d":        "/holidays/c%0D%0ASet-Cookie:y/d",
		"/parks/HV101/caf%C3%A9%20%3Fa?b=%5C": "/holidays/HV101/caf%C3%A9%20%3Fa?b=%5C",
	} {
		if to := ask(h, path).Header.Get("Location"); to != want {
			t.Errorf("%s leads to %s, want %s", path, to, want)
		}
	}
}

func TestRedirectsAreCachedOnlyWhereTheyLast(t *testing.T) {
	h := pages(t, "MT")
	for path, want := range map[string]string{
		"/contact-us": "public, max-age=3600", "/booking/x": "no-store", "/x/ukcaravan/12/HV101/gannet-sands": "public, max-age=60",
	} {
		if got := ask(h, path).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", path, got, want)
		}
	}
}

func TestPaymentPagesAreKnownByTheirPath(t *testing.T) {
	for path, want := range map[string]bool{
		PaymentPath: true, "/booking/payment-action": true, "/booking/payment/": true,
		"/booking/details": false, "/booking/payments": false, "/booking/payment/more": false, "/payment": false, "": false,
	} {
		if got := IsPayment(path); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}

func TestPaymentPagesReachTheCardProviderAlone(t *testing.T) {
	h := pages(t, "MT", func(c *Config) {
		c.FrameSources, c.PaymentSources = []string{"https://pay.example", "https:"}, []string{"https://pay.example"}
	})
	for path, want := range map[string][2]string{
		"/booking/payment":        {"form-action 'self' https://pay.example;", "no-referrer"},
		"/booking/payment-action": {"form-action 'self' https://pay.example;", "no-referrer"},
		"/booking/extras":         {"form-action 'self';", "strict-origin-when-cross-origin"},
	} {
		header := ask(h, path).Header
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, want[0]) || header.Get("Referrer-Policy") != want[1] {
			t.Errorf("%s: Referrer-Policy %s, policy %s", path, header.Get("Referrer-Policy"), policy)
		}
	}
}

func TestPagesAreTurnedAwayWhenTooManyAreMade(t *testing.T) {
	gate := httpx.NewGate("pages", 1, 0, time.Second)
	h := pages(t, "MT", func(c *Config) { c.Gate = gate })
	if err := gate.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := ask(h, "/results")
	if got.StatusCode != 503 || got.Header.Get("Retry-After") == "" || !strings.Contains(body(t, got), "very busy") {
		t.Errorf("%s, Retry-After %q", got.Status, got.Header.Get("Retry-After"))
	}
	gate.Leave()
	if got := ask(h, "/results"); got.StatusCode != 200 || gate.Running() != 0 {
		t.Errorf("with a free turn: %s, %d run", got.Status, gate.Running())
	}
}
