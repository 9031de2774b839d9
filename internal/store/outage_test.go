package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// soon polls until reached returns true, at most for limit, and returns how
// long it took.
func soon(t *testing.T, what string, limit time.Duration, reached func() bool) time.Duration {
	t.Helper()
	start := time.Now()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !reached() {
		<-look.C
		if time.Since(start) > limit {
			t.Fatalf("%s: not within %v", what, limit)
		}
	}
	return time.Since(start)
}

// calls returns every way to reach the database, each without a deadline from
// its caller.
func calls(s *store.Store) map[string]func() error {
	ctx := context.Background()
	nothing := func(tx *store.Tx) error {
		var one int
		return tx.QueryRow("SELECT 1").Scan(&one)
	}
	return map[string]func() error{
		"View":        func() error { return s.View(ctx, nothing) },
		"Update":      func() error { return s.Update(ctx, nothing) },
		"GroupCommit": func() error { return s.GroupCommit(ctx, nothing) },
		"Ping":        func() error { return s.Ping(ctx) },
		"Changes":     func() error { _, err := s.Changes(ctx, 0); return err },
	}
}

func TestADatabaseThatGoesAwayFailsCallsFastAndIsUsedAgainWithinTwoSeconds(t *testing.T) {
	for name, outage := range map[string]struct {
		begin, end func(*storetest.Proxy)
	}{
		"frozen":  {(*storetest.Proxy).Freeze, (*storetest.Proxy).Thaw},
		"stopped": {(*storetest.Proxy).Refuse, (*storetest.Proxy).Accept},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const deadline = 2 * time.Second
			db, proxy := storetest.PostgreSQL(t).Behind(t)
			s, err := store.Open(context.Background(), db.Source, time.Now, store.Deadline(deadline))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			for name, call := range calls(s) {
				if err := call(); err != nil {
					t.Fatalf("%s before the outage: %v", name, err)
				}
			}

			outage.begin(proxy)
			// Until the outage is known, calls end at their deadline.
			var group sync.WaitGroup
			for name, call := range calls(s) {
				group.Go(func() {
					start := time.Now()
					if err := call(); !errors.Is(err, store.ErrUnavailable) {
						t.Errorf("%s: %v, want ErrUnavailable", name, err)
					}
					if took := time.Since(start); took > 2*deadline {
						t.Errorf("%s returned after %v", name, took)
					}
				})
			}
			group.Wait()
			soon(t, "the outage is known", 10*time.Second, func() bool { return s.Health().Down != nil })
			// Once the outage is known, calls fail at once.
			for name, call := range calls(s) {
				start := time.Now()
				if err := call(); !errors.Is(err, store.ErrUnavailable) {
					t.Errorf("%s while down: %v", name, err)
				}
				if took := time.Since(start); took > deadline/2 {
					t.Errorf("%s failed after %v, want at once", name, took)
				}
			}

			update := calls(s)["Update"]
			polltest.Within(t, "bookings go on", 2*time.Second, func() time.Duration {
				outage.begin(proxy)
				soon(t, "the outage is known", 10*time.Second, func() bool { return s.Health().Down != nil })
				outage.end(proxy)
				return soon(t, "bookings go on", 10*time.Second, func() bool { return update() == nil })
			})
			for name, call := range calls(s) {
				if err := call(); err != nil {
					t.Errorf("%s after the outage: %v", name, err)
				}
			}
			if h := s.Health(); h.Down != nil {
				t.Errorf("afterwards: %+v", h)
			}
		})
	}
}
