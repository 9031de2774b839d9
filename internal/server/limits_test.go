package server_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

func TestLimitsOfEachClient(t *testing.T) {
	file := filepath.Join(t.TempDir(), "promotion.json")
	writePromotion(t, file, words)
	s := start(t, func(c *server.Config) { c.NoLimits, c.Promotion = false, file })
	lookup := func(reference int) []string {
		return []string{"bookingId", fmt.Sprintf("MT%06d", reference), "surname", "No", "postcode", "AA1 1AA"}
	}
	for _, limit := range []struct {
		name string
		most int
		per  time.Duration
		call func(v *visitor, i int) reply
	}{
		{"book", 60, time.Minute, func(v *visitor, _ int) reply { return v.get("/api/book", "unitId", "x") }},
		{"newsletter", 10, time.Hour, func(v *visitor, _ int) reply { return v.get("/api/newsletter") }},
		{"contact", 5, time.Hour, func(v *visitor, _ int) reply { return v.post("/api/contact") }},
		{"code words", 30, 15 * time.Minute, func(v *visitor, _ int) reply { return v.post("/api/validatecodewords", "code1", "guess") }},
		{"look-up of one reference", 5, 15 * time.Minute, func(v *visitor, _ int) reply { return v.post("/api/getMyBooking", lookup(0)...) }},
		{"look-up", 20, 15 * time.Minute, func(v *visitor, i int) reply { return v.post("/api/getMyBooking", lookup(i+1)...) }},
	} {
		t.Run("[API-54] "+limit.name, func(t *testing.T) {
			s.clock.advance(time.Hour) // the limits of the others are over
			v := s.visitor(t)
			for i := range limit.most {
				if got := limit.call(v, i); got.status == http.StatusTooManyRequests {
					t.Fatalf("refused at call %d of %d", i+1, limit.most)
				}
			}
			got := limit.call(v, limit.most).refused(t, 429, "RATE_LIMITED")
			if got.header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
			s.clock.advance(limit.per + time.Minute)
			if got := limit.call(v, limit.most); got.status == http.StatusTooManyRequests {
				t.Error("the limit does not end")
			}
		})
	}
}

// Limits of requests are counted by each node, limits against guessing by all of
// them; staff must know that, so their page says it.
func TestLimitsOfRequestsAreOfOneNodeAndThoseOfGuessesOfAll(t *testing.T) {
	db := storetest.EmptyPostgreSQL(t)
	_, sharing := sharedProvider(t)
	first, second := start(t, withDatabase(db), sharing), start(t, withDatabase(db), sharing)
	v := first.visitor(t)
	contact := func() reply { return v.post("/api/contact") }
	guess := func() reply {
		return v.post("/api/getMyBooking", "bookingId", "MT000001", "surname", "No", "postcode", "AA1 1AA")
	}
	for range 5 {
		if contact().status == http.StatusTooManyRequests || guess().status == http.StatusTooManyRequests {
			t.Fatal("refused too early")
		}
	}
	contact().refused(t, 429, "RATE_LIMITED")
	v.base = second.URL()
	if got := contact(); got.status == http.StatusTooManyRequests {
		t.Error("another node counted the requests, too")
	}
	guess().refused(t, 429, "RATE_LIMITED")
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, said := range []string{"Rate limits of requests are kept in memory, so they are per node", "Limits against guessing (look-ups, refused cards) are counted in the database, over all nodes"} {
		if !strings.Contains(text, said) {
			t.Errorf("docs/operations.md does not say: %s", said)
		}
	}
}

func TestPathsOfFormsAndPromotion(t *testing.T) {
	v := site(t).visitor(t)
	for _, path := range []struct {
		row, right, wrong string
		call              func(path string) reply
	}{
		{"API-13", "/api/mybookings", "/api/myBookings", func(p string) reply { return v.get(p) }},
		{"API-13", "/api/getMyBooking", "/api/getmybooking", func(p string) reply { return v.post(p) }},
		{"API-13", "/api/newsletter", "/api/Newsletter", func(p string) reply { return v.get(p) }},
		{"API-13", "/api/contact", "/api/contactus", func(p string) reply { return v.post(p) }},
		{"API-14", "/api/validatecodewords", "/api/validateCodeWords", func(p string) reply { return v.post(p) }},
		{"API-14", "/api/getpromodata", "/api/getPromoData", func(p string) reply { return v.get(p) }},
	} {
		t.Run("["+path.row+"] exactly "+path.right, func(t *testing.T) {
			if got := path.call(path.right); got.status == http.StatusNotFound || got.status == http.StatusMethodNotAllowed || got.json == nil {
				t.Errorf("%d %.200s", got.status, got.body)
			}
			path.call(path.wrong).refused(t, 404, "NOT_FOUND")
		})
	}
}
