package server_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

const guestEmail = "wilhelmina@mail.example" // of person

// withMyHolidays switches My Holidays on, with a file.
func withMyHolidays(t *testing.T, file string) func(*server.Config) {
	return func(c *server.Config) {
		c.MyHolidays = filepath.Join(c.Data, "my-holidays.json")
		if err := os.WriteFile(c.MyHolidays, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

var holidaysLink = regexp.MustCompile(`/my-holidays/open\?t=([\w-]+)`)

// linksTo returns the tokens of the links to My Holidays that were sent so far.
func linksTo(t *testing.T, s *running) (tokens []string) {
	for _, email := range s.emails(t) {
		if found := holidaysLink.FindStringSubmatch(email); found != nil && strings.Contains(email, "To: <"+guestEmail+">") {
			tokens = append(tokens, found[1])
		}
	}
	return tokens
}

// linkToHolidays asks for a link, and returns its token.
func (v *visitor) linkToHolidays(s *running) string {
	v.t.Helper()
	before := len(linksTo(v.t.(*testing.T), s))
	if got := v.postEncoded("/my-holidays", "email", guestEmail); got.status != http.StatusSeeOther {
		v.t.Fatalf("%d %s", got.status, got.body)
	}
	var tokens []string
	polltest.Until(v.t.(*testing.T), "the link", func() bool { tokens = linksTo(v.t.(*testing.T), s); return len(tokens) > before })
	return tokens[len(tokens)-1]
}

func TestMyHolidays(t *testing.T) {
	s := start(t, withMyHolidays(t, `{"invoices": {"company": {"name": "Meridian Ltd", "address": ["1 Quay Street", "Hull"]}, "vat": "None is charged."}}`))
	buyer := s.visitor(t)
	ref := buyer.buy(buyer.juneUnits("CF101")[0], "deposit")

	v := s.visitor(t)
	form := v.get("/my-holidays")
	if form.status != 200 || !strings.Contains(string(form.body), "Email me a link") || !strings.Contains(string(form.body), "noindex") {
		t.Fatalf("%d %s", form.status, form.body)
	}
	known, unknown := v.postEncoded("/my-holidays", "email", guestEmail), v.postEncoded("/my-holidays", "email", "nobody@mail.example")
	if known.status != unknown.status || known.header.Get("Location") != "/my-holidays/sent" || unknown.header.Get("Location") != "/my-holidays/sent" {
		t.Errorf("%d %v, %d %v", known.status, known.header, unknown.status, unknown.header)
	}
	if sent := v.get("/my-holidays/sent"); sent.status != 200 {
		t.Errorf("%d", sent.status)
	}
	polltest.Until(t, "the link", func() bool { return len(linksTo(t, s)) == 1 })
	link := linksTo(t, s)[0]
	for range 2 { // as scanners of mail servers do
		if page := v.get("/my-holidays/open", "t", link); page.status != 200 || !strings.Contains(string(page.body), link) {
			t.Fatalf("%d %s", page.status, page.body)
		}
	}
	if opened := v.postEncoded("/my-holidays/open", "t", link); opened.status != http.StatusSeeOther || opened.header.Get("Location") != "/my-holidays" {
		t.Fatalf("%d %v", opened.status, opened.header)
	}
	list := string(v.get("/my-holidays").body)
	for _, want := range []string{ref, guestEmail, "left to pay, before"} {
		if !strings.Contains(list, want) {
			t.Errorf("the page lacks %q:\n%s", want, list)
		}
	}
	t.Run("a booking is entered without a look-up", func(t *testing.T) {
		entered := v.postEncoded("/my-holidays/booking", "bookingId", ref)
		if entered.status != http.StatusSeeOther || entered.header.Get("Location") != "/my-booking#booking="+ref {
			t.Fatalf("%d %v %s", entered.status, entered.header, entered.body)
		}
		if found := v.get("/api/mybookings").ok(t).list("bookings"); len(found) != 1 {
			t.Errorf("%v", found)
		}
	})
	t.Run("documents", func(t *testing.T) {
		for _, kind := range []string{"invoice", "receipt"} {
			got := v.postEncoded("/my-holidays/document", "bookingId", ref, "kind", kind)
			if got.status != 200 || got.header.Get("Content-Type") != "application/pdf" || got.header.Get("Cache-Control") != "no-store" ||
				got.header.Get("Content-Disposition") != "attachment; filename="+kind+"-"+ref+".pdf" || !strings.HasPrefix(string(got.body), "%PDF-") {
				t.Errorf("%s: %d %v", kind, got.status, got.header)
			}
		}
	})
	t.Run("data and erasure", func(t *testing.T) {
		data := v.postEncoded("/my-holidays/data")
		if data.status != 200 || data.header.Get("Content-Type") != "application/json" || !strings.Contains(string(data.body), "Quackenbush") {
			t.Errorf("%d %v %s", data.status, data.header, data.body)
		}
		for range 2 {
			if got := v.postEncoded("/my-holidays/erase"); got.status != http.StatusSeeOther {
				t.Errorf("%d", got.status)
			}
		}
		if page := v.get("/my-holidays"); !strings.Contains(string(page.body), "You asked for erasure on") {
			t.Errorf("%s", page.body)
		}
		polltest.Until(t, "the confirmation", func() bool {
			return slices.ContainsFunc(s.emails(t), func(email string) bool { return strings.Contains(email, "Subject: We have your request for erasure") })
		})
		if got := s.visitor(t).postEncoded("/my-holidays/data"); got.status != http.StatusUnauthorized {
			t.Errorf("%d", got.status)
		}
	})
	t.Run("a link that was used", func(t *testing.T) {
		again := v.postEncoded("/my-holidays/open", "t", link)
		if page := v.get(again.header.Get("Location")); !strings.Contains(string(page.body), ref) {
			t.Errorf("who presses twice does not see the bookings:\n%s", page.body)
		}
		other := s.visitor(t)
		late := other.postEncoded("/my-holidays/open", "t", link)
		if page := other.get(late.header.Get("Location")); !strings.Contains(string(page.body), "was used before") || strings.Contains(string(page.body), ref) {
			t.Errorf("%s", page.body)
		}
	})
	t.Run("a page of another site", func(t *testing.T) {
		v.headers["Origin"] = "https://evil.example"
		defer delete(v.headers, "Origin")
		for _, path := range []string{"/my-holidays", "/my-holidays/open", "/my-holidays/booking", "/my-holidays/end"} {
			if got := v.postEncoded(path, "bookingId", ref, "email", guestEmail); got.status != http.StatusForbidden {
				t.Errorf("%s: %d", path, got.status)
			}
		}
	})
	t.Run("access ends", func(t *testing.T) {
		v.postEncoded("/my-holidays/end")
		if page := v.get("/my-holidays"); !strings.Contains(string(page.body), "Email me a link") {
			t.Errorf("%s", page.body)
		}
		if got := v.postEncoded("/my-holidays/booking", "bookingId", ref); got.status != http.StatusUnauthorized || !strings.Contains(string(got.body), "ask for a new link") {
			t.Errorf("%d %s", got.status, got.body)
		}
		v.postEncoded("/my-holidays/open", "t", v.linkToHolidays(s))
		s.clock.advance(31 * time.Minute)
		if page := v.get("/my-holidays"); !strings.Contains(string(page.body), "Email me a link") || strings.Contains(string(page.body), ref) {
			t.Errorf("%s", page.body)
		}
	})
	if log := s.log.String(); strings.Contains(log, link) || strings.Contains(log, guestEmail) {
		t.Error("the log has the link or the address")
	}
}

func TestWithoutItsFileThereIsNoMyHolidays(t *testing.T) {
	v := site(t).visitor(t)
	if got := v.get("/my-holidays"); got.status != 404 {
		t.Errorf("%d", got.status)
	}
}

func TestAPageToKeep(t *testing.T) {
	s := start(t, withMyHolidays(t, `{"pocket": {"weather": "https://weather.example/{lat}/{lon}"}}`))
	v := s.visitor(t)
	ref := v.buy(v.juneUnits("CF101")[0], "deposit")
	page := v.get("/pocket/" + ref)
	if page.status != 200 || page.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", page.status, page.header)
	}
	for _, want := range []string{ref, "Gate code", "01632 960", `href="tel:01632960`, "/images/maps/CF101.svg", "https://weather.example/5", "left to pay, before", "google.com/maps/dir"} {
		if !strings.Contains(string(page.body), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.body)
		}
	}
	worker := v.get("/pocket/worker.js")
	if worker.status != 200 || worker.header.Get("Content-Type") != "text/javascript; charset=utf-8" ||
		!strings.Contains(worker.header.Get("Content-Security-Policy"), "connect-src 'self'") { // else it can ask the server nothing
		t.Errorf("%d %v", worker.status, worker.header)
	}
	if got := s.visitor(t).get("/pocket/" + ref); got.status == 200 || strings.Contains(string(got.body), "Gate code") {
		t.Errorf("%d %s", got.status, got.body)
	}
	gate := regexp.MustCompile(`data-fact="gate code">([^<]+)<`).FindSubmatch(page.body)
	if gate == nil {
		t.Fatal("there is no gate code")
	}
	for _, public := range []string{string(v.get("/api/parkdetails", "parkId", "CF101").ok(t).body), string(v.get("/holidays/CF101/gannet-sands").body)} {
		if strings.Contains(public, string(gate[1])) {
			t.Error("everybody can read the gate code")
		}
	}
	if strings.Contains(s.log.String(), ref) && strings.Contains(s.log.String(), "/pocket/"+ref) {
		t.Error("the log has the reference")
	}
}

func TestMyHolidaysOverTheBrandsOfACompany(t *testing.T) {
	ofCompany := func(c *server.Config) { c.CompanySecret = "the secret of the company, 32 characters" }
	other := start(t, ofCompany, withMyHolidays(t, `{"brands": [{"name": "A closed shop", "url": "http://127.0.0.1:1"}]}`))
	s := start(t, ofCompany, withMyHolidays(t, `{"brands": [{"name": "Sunny North", "url": "`+other.URL()+`"}]}`))
	buyer := other.visitor(t)
	ref := buyer.buy(buyer.juneUnits("CF101")[0], "deposit")

	v := s.visitor(t)
	v.postEncoded("/my-holidays/open", "t", v.linkToHolidays(s)) // it is sent although this brand holds nothing
	page := string(v.get("/my-holidays").body)
	for _, want := range []string{"There are no bookings under this address with", "Sunny North", ref, "left to pay, before", "/my-holidays/brand?n=0"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	there := v.get("/my-holidays/brand", "n", "0").header.Get("Location")
	link := holidaysLink.FindStringSubmatch(there)
	if link == nil || !strings.HasPrefix(there, other.URL()) {
		t.Fatalf("leads to %q", there)
	}
	guest := other.visitor(t)
	guest.postEncoded("/my-holidays/open", "t", link[1])
	if page := string(guest.get("/my-holidays").body); !strings.Contains(page, ref) || !strings.Contains(page, "We cannot show your bookings with A closed shop at the moment.") {
		t.Errorf("%s", page)
	}
	if got := v.get("/my-holidays/brand", "n", "7"); got.status != 404 {
		t.Errorf("%d", got.status)
	}
	if got := s.visitor(t).post("/my-holidays/company", "email", guestEmail); got.status != http.StatusForbidden {
		t.Errorf("%d %s", got.status, got.body)
	}
	if log := s.log.String() + other.log.String(); strings.Contains(log, guestEmail) {
		t.Error("the log has the address")
	}
}
