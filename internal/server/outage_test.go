package server_test

import (
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

// databaseUnreachable makes the database unreachable. Searches must still be answered
// from memory, bookings must be refused at once, and must work again within two
// seconds after the database answers again. The contract test runs it because it
// produces the code UNAVAILABLE.
func databaseUnreachable(t *testing.T) {
	db, proxy := storetest.EmptyPostgreSQL(t).Behind(t)
	s := start(t, func(c *server.Config) { c.DB, c.DemoParks = db.Source, 12 })
	v := s.visitor(t)
	u := v.juneUnits("CF101")[0]
	v.hold(u).ok(t)

	guest := s.visitor(t)
	polltest.Within(t, "bookings go on", 2*time.Second, func() time.Duration {
		proxy.Freeze()
		polltest.Until(t, "bookings are refused without waiting", func() bool {
			start := time.Now()
			got := guest.hold(u)
			got.refused(t, 503, "UNAVAILABLE")
			if got.header.Get("Retry-After") != "2" {
				t.Fatalf("Retry-After %q", got.header.Get("Retry-After"))
			}
			return time.Since(start) < 200*time.Millisecond
		})
		polltest.Within(t, "searches are answered", 2*time.Second, func() time.Duration {
			start := time.Now()
			guest.juneUnits("CF101")
			if page := guest.get("/"); page.status != 200 {
				t.Errorf("the home page has status %d", page.status)
			}
			return time.Since(start)
		})
		proxy.Thaw()
		thawed := time.Now()
		polltest.Until(t, "bookings go on", func() bool { return guest.hold(u).status == 200 })
		return time.Since(thawed)
	})
}
