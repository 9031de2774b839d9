package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/web/httpx"
)

func TestTextThatADatabaseCannotKeepIsRefused(t *testing.T) {
	_, h := serving(t)
	refused := func(name string, w *httptest.ResponseRecorder) {
		t.Helper()
		var failure FailureBody
		if err := json.Unmarshal(w.Body.Bytes(), &failure); err != nil || w.Code != 400 || failure.Errors[0].Code != InvalidRequest {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	for _, bad := range []string{"a%00b", "%ff", "%ed%a0%80"} {
		for _, path := range []string{"/api/newsletter?email=a@mail.example&fname=" + bad, "/api/book?bookId=" + bad, "/api/getextras?bookId=" + bad,
			"/api/getdeposit?bookId=" + bad, "/api/parks?q=" + bad, "/api/search?x" + bad + "=1", "/json-files/avail-summary/" + bad} {
			refused(path, askAPI(h, "GET", path))
		}
		for _, call := range []string{"setdiscount", "getMyBooking", "mybookings", "postpayment", "setuserdetails", "setextras", "setpartydetails"} {
			for _, form := range []string{"bookId=" + bad, bad + "=1", "extras[" + bad + "]=1"} {
				r := httptest.NewRequest("POST", "/api/"+call, strings.NewReader(form))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				refused(call+" "+form, w)
			}
		}
	}
	r := httptest.NewRequest("POST", "/api/setdiscount", strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"bookId\"\r\n\r\na\x00b\r\n--x--\r\n"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	refused("multipart", w)
}

func TestAFormIsRefusedForWhatIsWrongWithIt(t *testing.T) {
	_, h := serving(t)
	const encoded, parts = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
	for name, c := range map[string]struct {
		kind, body string
		want       Code
	}{
		"another kind":         {"application/json", "{}", UnsupportedBody},
		"no boundary":          {"multipart/form-data", "--x--", UnsupportedBody},
		"an escape cut off":    {encoded, "bookId=%A", InvalidRequest},
		"a part cut off":       {parts, "--x\r\nContent-Disposition: form-data; name=\"bookId\"\r\n\r\na", InvalidRequest},
		"too large":            {encoded, "bookId=" + strings.Repeat("a", maxBody), TooLarge},
		"a large part":         {parts, "--x\r\nContent-Disposition: form-data; name=\"bookId\"\r\n\r\n" + strings.Repeat("a", maxBody) + "\r\n--x--", TooLarge},
		"thousands of headers": {parts, "--x\r\n" + strings.Repeat("A: b\r\n", 10_500) + "\r\na\r\n--x--", TooLarge},
	} {
		r := httptest.NewRequest("POST", "/api/setdiscount", strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var failure FailureBody
		if err := json.Unmarshal(w.Body.Bytes(), &failure); err != nil || failure.Errors[0].Code != c.want || w.Code != Codes[c.want] {
			t.Errorf("%s: %d %s, want %s", name, w.Code, w.Body, c.want)
		}
	}
}

func TestOnlyOurOwnPagesChangeSomething(t *testing.T) {
	changing := get("book", "/api/book", groupBooking, "", "").ownOrigin()
	reading := get("filters", "/api/filters", groupCatalogue, "", "")
	posting := post("setextras", "/api/setextras", groupBooking, "", "")
	for _, c := range []struct {
		base         string
		o            Operation
		origin, site string
		foreign      bool
	}{
		{"https://shop.example", posting, "https://shop.example", "same-origin", false},
		{"https://shop.example", posting, "https://www.shop.example", "", false}, // the host that the request names
		{"https://shop.example", posting, "http://www.shop.example", "", true},
		{"https://shop.example", posting, "http://shop.example", "", true},
		{"https://shop.example", posting, "https://evil.example", "", true},
		{"https://shop.example", posting, "null", "", true},
		{"https://shop.example", posting, "", "cross-site", true},
		{"https://shop.example", posting, "", "same-site", true},
		{"https://shop.example", posting, "", "", false}, // no browser
		{"http://127.0.0.1:8080", posting, "http://www.shop.example", "", false},
		{"http://127.0.0.1:8080", posting, "https://www.shop.example", "", false}, // behind a proxy that does TLS
		{"https://shop.example", changing, "", "same-origin", false},
		{"https://shop.example", changing, "", "none", false},
		{"https://shop.example", changing, "", "same-site", true},
		{"https://shop.example", changing, "", "cross-site", true},
		{"https://shop.example", reading, "", "cross-site", false},
	} {
		r := httptest.NewRequest(c.o.Methods[0], "https://www.shop.example"+c.o.Path, nil)
		r.Header.Set("Origin", c.origin)
		r.Header.Set("Sec-Fetch-Site", c.site)
		if got := New(Config{Origin: c.base}).foreign(&Request{Request: r}, &c.o); got != c.foreign {
			t.Errorf("%+v: foreign %t", c, got)
		}
	}
}

func TestOnlyOurOwnTokensAreAccepted(t *testing.T) {
	ours := booking.NewToken()
	for token, want := range map[string]string{
		ours: ours, "": "", "chosen-by-a-client-000000": "", ours + "A": "", ours[1:]: "", strings.Repeat("a", 42) + "!": "",
		strings.Repeat("a", 42) + "b": "", // the last bits say nothing, so only one of the spellings counts
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Cookie", bookingCookie+"="+token)
		if got := (&Request{Request: r}).Token(); got != want {
			t.Errorf("%q is taken as %q", token, got)
		}
		if got := Books(r); got != (want != "") {
			t.Errorf("with %q somebody books: %t", token, got)
		}
	}
}

func TestStaffSeeInMaintenanceWhatIsNotForCaches(t *testing.T) {
	closed := false
	_, h := serving(t, func(c *Config) { c.Maintenance = func(*http.Request) bool { return closed } })
	open := askAPI(h, "GET", "/api/filters")
	closed = true
	staff := askAPI(h, "GET", "/api/filters", "Cookie", "GrantUserAccess=1")
	if open.Header().Get("Cache-Control") != "public, max-age=60" || staff.Code != 200 || staff.Header().Get("Cache-Control") != "no-store" ||
		!strings.Contains(strings.Join(staff.Header().Values("Vary"), ","), "Cookie") {
		t.Errorf("open: %s; staff: %d %v", open.Header().Get("Cache-Control"), staff.Code, staff.Header())
	}
	if visitor := askAPI(h, "GET", "/api/filters"); visitor.Code != 503 {
		t.Errorf("a visitor: %d", visitor.Code)
	}
}

func TestTheDocumentationIsStyledAndNotCached(t *testing.T) {
	_, h := serving(t)
	r := httptest.NewRequest("GET", "/api/docs", nil)
	ctx, _ := httpx.WithIdentity(r.Context(), "", nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(ctx))
	policy, nonce := w.Header().Get("Content-Security-Policy"), httpx.Nonce(ctx)
	if !strings.Contains(w.Body.String(), `<style nonce="`+nonce+`">`) {
		t.Error("the style does not have the nonce")
	}
	if w.Code != 200 || !strings.Contains(policy, "style-src 'nonce-"+nonce+"'") || strings.Contains(policy, "script") || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d, Cache-Control %s, policy %s", w.Code, w.Header().Get("Cache-Control"), policy)
	}
	if !strings.Contains(w.Body.String(), `id="cachedavailability"`) {
		t.Error("an operation is missing")
	}
}

func TestLengthsAreCountedInCharacters(t *testing.T) {
	kept := &keptVisitors{}
	_, h := serving(t, func(c *Config) { c.Visitors, c.Wake = kept, func() {} })
	name := strings.Repeat("Ж", nameLongest)
	if w := askAPI(h, "GET", "/api/newsletter?email=a@mail.example&fname="+name); w.Code != 200 || kept.signedUp.FirstName != name {
		t.Errorf("%d letters: %d %s", nameLongest, w.Code, w.Body)
	}
	if w := askAPI(h, "GET", "/api/newsletter?email=a@mail.example&fname="+name+"Ж"); w.Code != 422 {
		t.Errorf("one more: %d", w.Code)
	}
}

// keptVisitors keeps the last sign-up in memory.
type keptVisitors struct {
	visitor.Store
	signedUp visitor.SignUp
}

func (k *keptVisitors) SignUp(_ context.Context, s visitor.SignUp) error {
	k.signedUp = s
	return nil
}

func TestAnotherMethodIsRefusedWithThoseOfThePath(t *testing.T) {
	_, h := serving(t)
	for _, c := range []struct{ method, path, allowed string }{
		{"PUT", "/api/filters", "GET, HEAD"}, {"DELETE", "/api/mybookings", "GET, HEAD, POST"},
		{"HEAD", "/api/awin", "GET"}, {"HEAD", "/api/newsletter", "GET, POST"}, {"GET", "/api/contact", "POST"},
	} {
		if w := askAPI(h, c.method, c.path); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != c.allowed {
			t.Errorf("%s %s: %d, Allow %q", c.method, c.path, w.Code, w.Header().Get("Allow"))
		}
	}
}
