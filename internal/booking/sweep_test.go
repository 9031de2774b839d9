package booking_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// More bad holds than one step reads must not stop the others from being ended.
// They are counted until a member of staff repairs them.
func TestBadHoldsStopNoOther(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		left := badrecord.New(slog.New(slog.DiscardHandler))
		w := testworld.New(t, db, func(b *booking.Config, _ *payment.Config) { b.Bad = left })
		good, err := start(w, testworld.Visitor(), "crowd")
		if err != nil {
			t.Fatal(err)
		}
		const bad = 150
		if err := w.Store.Update(ctx, func(tx *store.Tx) error {
			for i := range bad {
				// References are random; half of the bad ones sort before the good one.
				ref := fmt.Sprintf("%c%d", "!~"[i%2], i)
				if _, err := tx.Exec(`INSERT INTO booking SELECT $1, shown, state, holder, address, $2, email_key, unit_type, arrival, nights,
					attempt, total, 'not JSON', person, started_ms, expires_ms, confirmed_ms, changed_ms, 0, 0, 1
					FROM booking WHERE ref = $3`, ref, ref, good.Ref); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(31 * time.Minute)
		n, err := w.Bookings.Sweep(ctx)
		testworld.Want(t, "ended", n, 1)
		if err != nil || left.Counts()[badrecord.Hold] != bad {
			t.Errorf("%d holds reported, %v", left.Counts()[badrecord.Hold], err)
		}
		testworld.Want(t, "taken", w.Taken("crowd"), 0)
		overdue, err := w.Bookings.Overdue(ctx)
		if err != nil || overdue.Holds != bad || !overdue.Since.Equal(testworld.Start.Add(30*time.Minute)) {
			t.Errorf("overdue: %+v, %v", overdue, err)
		}

		// Repaired, or ended by another node.
		if err := w.Store.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec("DELETE FROM booking WHERE terms = 'not JSON'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Bookings.Sweep(ctx); err != nil || left.Counts()[badrecord.Hold] != 0 {
			t.Errorf("after the repair: %d holds reported, %v", left.Counts()[badrecord.Hold], err)
		}
	})
}

// downStore commits nothing, like a store whose database is down, and counts the
// tries.
type downStore struct {
	booking.Store
	tries int
}

func (s *downStore) GroupCommit(context.Context, func(booking.Tx) error) error {
	s.tries++
	return fmt.Errorf("commit: %w", store.ErrUnavailable)
}

// When the database goes down during a sweep, the sweep ends, and no hold is
// reported as bad.
func TestSweepWhileTheDatabaseIsDown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		left := badrecord.New(slog.New(slog.DiscardHandler))
		down := &downStore{}
		w := testworld.New(t, db, func(b *booking.Config, _ *payment.Config) {
			down.Store = b.Store
			b.Bad = left
		})
		for range 3 {
			if _, err := start(w, testworld.Visitor(), "crowd"); err != nil {
				t.Fatal(err)
			}
		}
		w.Clock.Advance(31 * time.Minute)
		bookings := booking.New(booking.Config{Store: down, Catalogue: testworld.UnitFinder{}, Bad: left})
		n, err := bookings.Sweep(ctx)
		if n != 0 || !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("ended %d, %v", n, err)
		}
		testworld.Want(t, "tries", down.tries, 1)
		testworld.Want(t, "reported", left.Counts()[badrecord.Hold], 0)
	})
}

// Holds from a clock that was ahead end once the clock is set back. So do the
// nights of a stay whose departure had passed on that clock.
func TestHoldsOfAClockThatWasAhead(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		const ahead = 25 * time.Hour
		w.Clock.Advance(ahead)
		v := testworld.Visitor()
		held := w.Booked(v, "last")
		paying := w.Booked(v, "many")
		w.Prepared(v, paying, booking.PayDeposit)
		w.Clock.Advance(-ahead)
		_, err := w.Bookings.Load(ctx, v, held.Ref)
		testworld.Want(t, "the hold from ahead", testworld.CodeOf(t, err), booking.HoldExpired)
		w.Tick()
		testworld.Want(t, "held", w.Taken("last"), 0)
		testworld.Want(t, "being paid", w.Taken("many"), 0)
		if _, err := start(w, testworld.Visitor(), "last"); err != nil {
			t.Error(err)
		}
	})
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		if _, err := start(w, testworld.Visitor(), "last"); err != nil {
			t.Fatal(err)
		}
		const ahead = 200 * 24 * time.Hour // past the departure
		w.Clock.Advance(ahead)
		w.Tick()
		w.Clock.Advance(-ahead)
		testworld.Want(t, "taken", w.Taken("last"), 0)
		if _, err := start(w, testworld.Visitor(), "last"); err != nil {
			t.Error(err)
		}
	})
}

// A clock that is slightly behind another node's clock ends no hold early.
func TestNodesWhoseClocksDiffer(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		view, err := start(w, testworld.Visitor(), "last")
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(-4 * time.Minute)
		w.Tick()
		o, err := w.Payments.Show(ctx, view.Ref)
		if err != nil || o.Booking.State != booking.Held {
			t.Errorf("%s, %v", o.Booking.State, err)
		}
	})
}
