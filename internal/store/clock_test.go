package store_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// TestNodesUseTheDatabasesClock holds a unit on a node whose clock is right,
// and looks for holds to end on one whose clock is wrong.
func TestNodesUseTheDatabasesClock(t *testing.T) {
	db := storetest.PostgreSQL(t)
	right := openWith(t, db, time.Now)
	err := right.Bookings().Update(t.Context(), func(tx booking.Tx) error {
		now := tx.Now()
		_, err := tx.InsertBooking(booking.Booking{Ref: "HELD1", State: booking.Held, StartedAt: now, ChangedAt: now, ExpiresAt: now.Add(30 * time.Minute)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, wrong := range map[string]time.Duration{
		"ten minutes slow": -10 * time.Minute, "an hour fast": time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			node := openWith(t, db, func() time.Time { return time.Now().Add(wrong) })
			if apart := node.Now().Sub(right.Now()).Abs(); apart > 5*time.Second {
				t.Errorf("the nodes' clocks are %s apart", apart)
			}
			if skew := node.Skew() + wrong; skew.Abs() > 5*time.Second {
				t.Errorf("a clock that is %s off is measured as %s", wrong, node.Skew())
			}
			err := node.Bookings().View(t.Context(), func(tx booking.Tx) error {
				overdue, err := tx.OverdueHolds("", 10)
				if len(overdue) > 0 {
					t.Errorf("the node would end %q", overdue)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
	if right.Skew() != 0 {
		t.Errorf("a right clock is measured as %s off", right.Skew())
	}
}

// TestAClockThatGoesWrongIsNoticed sets a node's clock while it runs, and sets
// it right again.
func TestAClockThatGoesWrongIsNoticed(t *testing.T) {
	var wrong atomic.Int64
	node := openWith(t, storetest.PostgreSQL(t), func() time.Time { return time.Now().Add(time.Duration(wrong.Load())) })
	for _, off := range []time.Duration{-time.Hour, 0, 20 * time.Minute} {
		wrong.Store(int64(off))
		polltest.Until(t, fmt.Sprintf("a clock that is %s off is measured so", off), func() bool {
			return (node.Skew() + off).Abs() <= 5*time.Second
		})
	}
}

// openWith opens a database on a machine with a clock of its own.
func openWith(t *testing.T, db storetest.Database, clock store.Clock) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), db.Source, clock, store.MachineClock(clock))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
