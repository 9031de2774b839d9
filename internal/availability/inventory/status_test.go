package inventory_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestStatusSaysHowFarSearchesLagBehindTheDatabase(t *testing.T) {
	c := newClock()
	s := storetest.SQLite(t).Open(t, c.now)
	sell(t, s, "U1")
	price(t, s, true, 100, 3, "U1")
	v, release := openHeld(t, s)
	defer run(v)()
	status := func() string {
		now := v.Status()
		return fmt.Sprint(now.Behind, " behind, lag ", now.Lag > 0, ", building ", now.Building)
	}
	soon(t, "at rest", status, "0 behind, lag false, building false")
	before := v.Status()
	if before.Followed.IsZero() || before.Built.IsZero() || before.Err != nil {
		t.Errorf("at rest: %+v", before)
	}
	change := price(t, s, true, 90, 3, "U1")
	soon(t, "while an index is built", status, "1 behind, lag true, building true")
	take(t, s, "U1", arrival, 3)
	soon(t, "and a booking made", status, "2 behind, lag true, building true")
	if shown := v.Status().Built; !shown.Equal(before.Built) {
		t.Errorf("an index built at %v shows already", shown)
	}
	close(release)
	if err := v.WaitFor(within(t), change); err != nil {
		t.Fatal(err)
	}
	soon(t, "afterwards", status, "0 behind, lag false, building false")
	if now := v.Status(); !now.Built.After(before.Built) || now.Took <= 0 || time.Since(now.Followed) > 10*time.Second {
		t.Errorf("afterwards: %+v", now)
	}
}

// openHeld opens a replica of which each build after the first waits until
// release is closed.
func openHeld(t *testing.T, s *store.Store) (v *inventory.Replica, release chan struct{}) {
	t.Helper()
	first := true
	release = make(chan struct{})
	var view inventory.View[bool]
	v, err := inventory.Open(within(t), s, inventory.Viewed(&view, func(*inventory.State) *bool {
		if !first {
			<-release
		}
		first = false
		return new(bool)
	}))
	if err != nil {
		t.Fatal(err)
	}
	return v, release
}

// When a record that nobody thought of makes a build panic, searches go on with
// the index that they have, and the build is tried again.
func TestAPanicWhileAnIndexIsBuiltStopsNothing(t *testing.T) {
	c := newClock()
	s := storetest.SQLite(t).Open(t, c.now)
	sell(t, s, "U1")
	price(t, s, true, 100, 3, "U1")
	var broken atomic.Bool
	var view inventory.View[bool]
	v, err := inventory.Open(within(t), s, inventory.Viewed(&view, func(*inventory.State) *bool {
		if broken.Load() {
			panic("a park that nobody thought of")
		}
		return new(bool)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer run(v)()
	broken.Store(true)
	change := price(t, s, true, 90, 3, "U1")
	soon(t, "the failure in the status", func() string {
		if err := v.Status().Err; err != nil {
			return err.Error()
		}
		return ""
	}, "panic: a park that nobody thought of")
	if got := shows(v, "U1", arrival); got != "100.00, 3 left" || v.Ready() != nil {
		t.Errorf("meanwhile searches show %s, ready %v", got, v.Ready())
	}
	broken.Store(false)
	if err := v.WaitFor(within(t), change); err != nil {
		t.Fatal(err)
	}
	if got := shows(v, "U1", arrival); got != "90.00, 3 left" {
		t.Errorf("afterwards searches show %s", got)
	}
	soon(t, "afterwards", func() string { return fmt.Sprint(v.Status().Err) }, "<nil>")
}
