package server_test

import (
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store/storetest"
)

// fromMemory requests everything that a server answers from memory.
func fromMemory(t *testing.T, s *running) {
	t.Helper()
	v := s.visitor(t)
	park := s.Catalogue().AllParks()[0]
	june := nextJune()
	for _, call := range [][]string{
		{"/api/search", "nights", "7"}, {"/api/filters"}, {"/api/operators"}, {"/api/parks", "region", park.RegionID},
		{"/api/parkresults", "parkId", park.ID, "date", june, "adults", "2"}, {"/api/park", "parkId", park.ID},
	} {
		if got := v.get(call[0], call[1:]...); got.status >= 500 {
			t.Errorf("%s: %d %.200s", call[0], got.status, got.body)
		}
	}
	for _, page := range []string{
		"/", "/results?region=" + park.RegionID, "/results/all-regions", "/my-booking", "/reset", "/help", "/terms", "/contact-us",
		"/blog", "/inspiration", "/404", "/channel/hotels", "/login", "/rentals", "/dog-friendly/uk",
		"/images/regions/" + park.RegionID + ".svg", "/favicon.ico", "/readyz", "/healthz",
	} {
		if got := v.get(page); got.status >= 500 {
			t.Errorf("%s: %d %.200s", page, got.status, got.body)
		}
	}
}

// TestEverythingButBookingsGoesOnWithoutTheDatabase makes PostgreSQL
// unreachable in two ways, and then reachable again. It measures times, so nothing
// runs beside it.
func TestEverythingButBookingsGoesOnWithoutTheDatabase(t *testing.T) {
	for name, outage := range map[string]struct{ begin, end func(*storetest.Proxy) }{
		"frozen": {(*storetest.Proxy).Freeze, (*storetest.Proxy).Thaw},
		"killed": {(*storetest.Proxy).Refuse, (*storetest.Proxy).Accept},
	} {
		t.Run(name, func(t *testing.T) {
			db, proxy := storetest.EmptyPostgreSQL(t).Behind(t)
			s := start(t, func(c *server.Config) { c.DB, c.DemoParks, c.NoLimits = db.Source, 12, true })
			v := s.visitor(t)
			offers := v.juneUnits("CF101")
			fromMemory(t, s)
			// cut makes the database unreachable, and returns when the outage is noticed.
			cut := func() {
				outage.begin(proxy)
				polltest.Until(t, "the outage noticed", func() bool { return readiness(t, s.AdminURL()).state("database") == "unreachable" })
			}
			cut()
			polltest.Within(t, "answers from memory", 5*time.Second, func() time.Duration {
				began := time.Now()
				fromMemory(t, s)
				return time.Since(began)
			})
			polltest.Within(t, "a booking is refused", time.Second, func() time.Duration {
				began := time.Now()
				if refused := s.visitor(t).hold(offers[0]).refused(t, 503, "UNAVAILABLE"); refused.header.Get("Retry-After") == "" {
					t.Error("a booking is refused without Retry-After")
				}
				return time.Since(began)
			})
			polltest.Until(t, "the follower reported as stale", func() bool { return readiness(t, s.AdminURL()).state("follower") != "ok" })
			if ready := v.get("/readyz"); ready.status != 200 {
				t.Errorf("readyz: %d", ready.status)
			}
			polltest.Within(t, "bookings go on", 2*time.Second, func() time.Duration {
				cut()
				outage.end(proxy)
				ended := time.Now()
				guest := s.visitor(t) // another has a hold of the time before
				polltest.Until(t, "bookings go on", func() bool { return guest.hold(offers[0]).status == 200 })
				return time.Since(ended)
			})
			defer func() {
				if t.Failed() {
					t.Logf("the report: %s", readiness(t, s.AdminURL()).body)
				}
			}()
			polltest.Until(t, "everything well again", func() bool {
				report := readiness(t, s.AdminURL())
				for _, l := range report.Loops {
					if l.State == "failing" {
						return false
					}
				}
				return report.state("database") == "ok" && report.state("follower") == "ok"
			})
		})
	}
}
