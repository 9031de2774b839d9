package server_test

import (
	"testing"
	"time"

	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

// databaseAway makes the database unreachable. Searches must still be answered
// from memory, bookings must be refused at once, and must work again within two
// seconds after the database is back. The contract test runs it because it
// produces the code UNAVAILABLE.
func databaseAway(t *testing.T) {
	db, proxy := storetest.EmptyPostgreSQL(t).Behind(t)
	s := start(t, func(c *server.Config) { c.DB, c.DemoParks = db.Source, 12 })
	v := s.visitor(t)
	u := v.somewhere("CF101")[0]
	v.hold(u).ok(t)

	proxy.Freeze()
	guest := s.visitor(t)
	deadline := time.Now().Add(20 * time.Second)
	for {
		start := time.Now()
		got := guest.hold(u)
		got.refused(t, 503, "UNAVAILABLE")
		if got.header.Get("Retry-After") != "2" {
			t.Fatalf("Retry-After %q", got.header.Get("Retry-After"))
		}
		if time.Since(start) < 200*time.Millisecond {
			break // the outage is known
		}
		if time.Now().After(deadline) {
			t.Fatal("bookings wait although the database is known to be away")
		}
	}
	start := time.Now()
	guest.somewhere("CF101")
	if page := guest.get("/"); page.status != 200 {
		t.Errorf("the home page has status %d", page.status)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("searches took %v", took)
	}

	proxy.Thaw()
	start = time.Now()
	for guest.hold(u).status != 200 {
		if time.Since(start) > 2*time.Second {
			t.Fatal("bookings do not go on within two seconds")
		}
	}
}
