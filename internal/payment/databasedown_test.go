package payment_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// flakyStore fails the next commits of the provider's answers, as many as failures
// says, as when the database is down.
type flakyStore struct {
	payment.Store
	failures atomic.Int32
}

func (s *flakyStore) GroupCommit(ctx context.Context, fn func(payment.Tx) error) error {
	if s.failures.Add(-1) >= 0 {
		return errors.New("the database is unavailable")
	}
	return s.Store.GroupCommit(ctx, fn)
}

// Parallel returns false, so that every answer is stored by GroupCommit.
func (s *flakyStore) Parallel() bool { return false }

// An answer that arrives while the database is down is stored when it is up
// again.
func TestAnswerWhileTheDatabaseIsDown(t *testing.T) {
	var flaky *flakyStore
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayDeposit)
		const failures = 3
		flaky.failures.Store(failures)
		a, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
		if err != nil || a.Status != payment.StatusAuthorised {
			t.Errorf("got %+v, %v", a, err)
		}
		if left := flaky.failures.Load(); left >= 0 {
			t.Errorf("%d of %d commits failed, and none succeeded after them", failures-left, failures)
		}
	}, func(_ *booking.Config, p *payment.Config) {
		flaky = &flakyStore{Store: p.Store}
		p.Store = flaky
	})
}

// stoppableStore fails all writes while it is down.
type stoppableStore struct {
	payment.Store
	down  atomic.Bool
	tries atomic.Int32
}

func (s *stoppableStore) Update(ctx context.Context, fn func(payment.Tx) error) error {
	if s.down.Load() {
		s.tries.Add(1)
		return fmt.Errorf("commit: %w", store.ErrUnavailable)
	}
	return s.Store.Update(ctx, fn)
}

// When the database goes down during a round, the round ends, and no attempt is
// reported as bad.
func TestReconcileWhileTheDatabaseIsDown(t *testing.T) {
	db := &stoppableStore{}
	bad := badrecord.New(slog.New(slog.DiscardHandler))
	storetest.Each(t, func(t *testing.T, database storetest.Database) {
		w := testworld.New(t, database, func(_ *booking.Config, p *payment.Config) {
			db.Store, p.Store, p.Bad = p.Store, db, bad
			p.Limits.Inquiries = 1 // those that run at the same time try too
		})
		for range 3 {
			v := testworld.Visitor()
			w.Prepared(v, w.Booked(v, "crowd"), booking.PayFull)
		}
		w.Clock.Advance(40 * time.Minute)
		db.tries.Store(0)
		db.down.Store(true)
		_, err := w.Payments.Reconcile(context.Background())
		db.down.Store(false)
		if !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v", err)
		}
		want(t, "tries", db.tries.Load(), 1)
		want(t, "reported", bad.Counts()[badrecord.Payment], 0)
	})
}

// brokenCard panics when it is asked to authorise a payment.
type brokenCard struct{ payment.CardProvider }

func (brokenCard) Authorise(context.Context, payment.Order) (payment.Reply, error) {
	panic("a nil map")
}

// A panic in a call to the provider counts as no answer.
func TestPanicInAProviderCall(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		a, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill")
		if err != nil || a.Status != payment.StatusPending {
			t.Errorf("got %+v, %v", a, err)
		}
		want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateUnknown)
	}, func(_ *booking.Config, p *payment.Config) { p.Card = brokenCard{p.Card} })
}
