package server_test

import (
	"strings"
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
		if code, body := fetch(t, s.URL()+"/readyz?bookings"); code != 503 || body != "no bookings: unreachable\n" {
			t.Errorf("the balancer of bookings is told %d %s", code, body)
		}
		if code, body := fetch(t, s.URL()+"/readyz"); code != 200 {
			t.Errorf("the balancer is told %d %s", code, body)
		}
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

// A server whose database is still starting waits for it, says so, and then serves.
func TestAStartWaitsForTheDatabase(t *testing.T) {
	db, proxy := storetest.EmptyPostgreSQL(t).Behind(t)
	proxy.Refuse()
	log := &logBuffer{}
	began := make(chan *running, 1)
	go func() {
		r, err := launch(t.TempDir(), func(c *server.Config) { c.DB, c.DemoParks, c.Log = db.Source, 12, log })
		if err != nil {
			t.Error(err)
		}
		began <- r
	}()
	polltest.Until(t, "the log says that the start waits", func() bool { return strings.Contains(log.String(), "the start waits for it") })
	select {
	case <-began:
		t.Fatal("the server has started without its database")
	default:
	}
	proxy.Accept()
	r := <-began
	if r == nil {
		return
	}
	t.Cleanup(r.stop)
	if got := r.visitor(t).get("/readyz"); got.status != 200 {
		t.Errorf("/readyz: %d %s", got.status, got.body)
	}
	if !strings.Contains(log.String(), "the start goes on") {
		t.Error("the log does not say that the start goes on")
	}
}
