package api

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/store"
)

// A visitor without script gets a page or words, never JSON.
func TestTheNewsletterFormIsAnsweredInWords(t *testing.T) {
	const again = "Please go back and try again.\n"
	right := url.Values{"fname": {" Priya"}, "email": {"priya@mail.example"}}
	for name, c := range map[string]struct {
		form    url.Values
		origin  string
		failure error
		status  int
		to      string
		says    string
	}{
		"accepted":          {form: right, status: 303, to: "/newsletter/thanks#signed-up"},
		"from our own site": {form: right, origin: "http://example.com", status: 303, to: "/newsletter/thanks#signed-up"},
		"nothing":           {form: url.Values{}, status: 422, says: "Please add your first name.\nPlease choose a valid email address.\n" + again},
		"a wrong address":   {form: url.Values{"fname": {"Priya"}, "email": {"priya@"}}, status: 422, says: "Please choose a valid email address.\n" + again},
		"from another site": {form: right, origin: "https://evil.example", status: 403, says: "This request came from another site.\n" + again},
		"no database":       {form: right, failure: store.ErrUnavailable, status: 503, says: "We are sorry, but we cannot do this for a moment. Please try again in a few seconds.\n" + again},
		"a fault of ours":   {form: right, failure: errors.New("secret"), status: 500, says: "We are sorry but we have encountered an error. Please try again.\n" + again},
	} {
		t.Run(name, func(t *testing.T) {
			kept := &failingVisitors{failure: c.failure}
			woken := 0
			_, h := serving(t, func(config *Config) { config.Visitors, config.Wake = kept, func() { woken++ } })
			r := httptest.NewRequest("POST", "/newsletter", strings.NewReader(c.form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.status || w.Header().Get("Location") != c.to || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%d, Location %q, Cache-Control %q", w.Code, w.Header().Get("Location"), w.Header().Get("Cache-Control"))
			}
			if c.says != "" && (w.Body.String() != c.says || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain")) {
				t.Errorf("%s: %q", w.Header().Get("Content-Type"), w.Body)
			}
			if (w.Header().Get("Retry-After") != "") != (c.status == 503) {
				t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
			}
			if accepted := c.status == 303; (kept.signedUp.Email == "priya@mail.example") != accepted || (woken == 1) != accepted {
				t.Errorf("kept %+v, woken %d times", kept.signedUp, woken)
			}
		})
	}
}

func TestTheNewsletterFormIsThrottledInWords(t *testing.T) {
	for _, limit := range []Limit{limitNewsletter, limitGeneral} {
		_, h := serving(t, func(c *Config) { c.Rates = map[Limit]Rate{limit: {1, time.Hour}} })
		askAPI(h, "POST", "/newsletter")
		w := askAPI(h, "POST", "/newsletter")
		if w.Code != 429 || w.Header().Get("Retry-After") == "" || !strings.HasSuffix(w.Body.String(), "\nPlease go back and try again.\n") {
			t.Errorf("limit %v: %d, Retry-After %q: %s", limit, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
}

func TestAPlainFormIsNotTakenDuringMaintenance(t *testing.T) {
	kept := &failingVisitors{}
	_, h := serving(t, func(c *Config) { c.Visitors, c.Maintenance = kept, func(*http.Request) bool { return true } })
	r := httptest.NewRequest("POST", "/newsletter", strings.NewReader(url.Values{"fname": {"Priya"}, "email": {"priya@mail.example"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 503 || !strings.HasPrefix(w.Body.String(), "We are currently making exciting changes") || kept.signedUp.Email != "" {
		t.Errorf("%d %s, kept %+v", w.Code, w.Body, kept.signedUp)
	}
}

// failingVisitors keeps the last sign-up, unless it has a failure.
type failingVisitors struct {
	keptVisitors
	failure error
}

func (f *failingVisitors) SignUp(ctx context.Context, s visitor.SignUp) error {
	if f.failure != nil {
		return f.failure
	}
	return f.keptVisitors.SignUp(ctx, s)
}
