package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/web/httpx"
)

var hiddenField = regexp.MustCompile(`name="(ref|version)" value="([^"]+)"`)

// The office of a park opens the page and presses the button, in a browser without script.
func TestThePageOfArrivals(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		parsed, err := reservation.ParsePartners([]byte(`{"partners": [{"id": "office", "name": "Gannet & Sands", "transport": "email", "email": "office@park.example", "parks": {"*": {}}}]}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		world := testworld.New(t, db, func(c *booking.Config, _ *payment.Config) { c.Partner = parsed.Of })
		service := reservation.New(reservation.Config{Store: world.Store.Reservations(), Partners: func() *reservation.Partners { return parsed }, Clock: world.Clock.Now})
		v := testworld.Visitor()
		world.Paid(v, world.Booked(v, "last"), booking.PayDeposit)
		brand, err := site.Of("BF")
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewOf(Config{Site: brand, Arrivals: service}, built)
		if err != nil {
			t.Fatal(err)
		}
		token := service.Link(reservation.Partner{ID: "office"}, "office/P-last", world.Clock.Now())
		open := func(method, token string, form url.Values) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, "/arrivals/"+token, strings.NewReader(form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.SetPathValue("token", token)
			ctx, _ := httpx.WithIdentity(r.Context(), "", nil)
			rw := httptest.NewRecorder()
			w.ArrivalsPage(rw, r.WithContext(ctx))
			if got := rw.Header(); got.Get("Referrer-Policy") != "no-referrer" || got.Get("X-Robots-Tag") != "noindex" {
				t.Errorf("%s %s: headers %v", method, token, got)
			}
			return rw
		}
		page := open("GET", token, nil)
		form := url.Values{}
		for _, field := range hiddenField.FindAllStringSubmatch(page.Body.String(), -1) {
			form.Set(field[1], field[2])
		}
		if text := page.Body.String(); page.Code != http.StatusOK || !strings.Contains(text, "Gannet &amp; Sands") || !strings.Contains(text, "O&#39;Neill-Brontë") || strings.Contains(text, "Received on") || len(form) != 2 {
			t.Fatalf("status %d: %s", page.Code, text)
		}
		large := url.Values{"ref": form["ref"], "version": form["version"], "more": {strings.Repeat("x", largestButton)}}
		if refused := open("POST", token, large); refused.Code != http.StatusBadRequest {
			t.Errorf("a large form: status %d", refused.Code)
		}
		for range 2 {
			if pressed := open("POST", token, form); pressed.Code != http.StatusSeeOther || pressed.Header().Get("Location") != "/arrivals/"+token {
				t.Fatalf("the button: status %d, to %q", pressed.Code, pressed.Header().Get("Location"))
			}
		}
		if text := open("GET", token, nil).Body.String(); !strings.Contains(text, "Received on 2 March 2026 at 09:") || strings.Contains(text, "<form") {
			t.Errorf("afterwards: %s", text)
		}
		if err := world.Store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE booking SET person = 'no JSON'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if page := open("GET", token, nil); page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "We cannot show booking "+form.Get("ref")) || !strings.Contains(page.Body.String(), brand.SocialMedia.Telephone) {
			t.Errorf("a booking that cannot be read: status %d: %s", page.Code, page.Body)
		}
		for _, method := range []string{"GET", "POST"} {
			if refused := open(method, token+"x", form); refused.Code != http.StatusNotFound || strings.Contains(refused.Body.String(), "O&#39;Neill") {
				t.Errorf("%s of another link: status %d", method, refused.Code)
			}
		}
	})
}
