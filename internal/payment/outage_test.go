package payment_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/badrecord"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/testworld"
)

// flakyStore fails some commits of answers, as when the database is down.
type flakyStore struct {
	payment.Store
	failures atomic.Int32
}

func (s *flakyStore) GroupCommit(ctx context.Context, fn func(payment.Tx) error) error {
	if s.failures.Add(-1) >= 0 {
		return errors.New("the database is away")
	}
	return s.Store.GroupCommit(ctx, fn)
}

// Parallel makes all answers be stored by GroupCommit.
func (s *flakyStore) Parallel() bool { return false }

// An answer that arrives while the database is down is stored when it is up
// again.
func TestAnswerDuringAnOutage(t *testing.T) {
	var flaky *flakyStore
	each(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayDeposit)
		flaky.failures.Store(3)
		a, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
		if err != nil || a.Status != payment.StatusAuthorised {
			t.Errorf("got %+v, %v", a, err)
		}
	}, func(_ *booking.Config, p *payment.Config) {
		flaky = &flakyStore{Store: p.Store}
		p.Store = flaky
	})
}

// awayStore makes all writes fail, as when the database is down.
type awayStore struct {
	payment.Store
	away  atomic.Bool
	tries atomic.Int32
}

func (s *awayStore) Update(ctx context.Context, fn func(payment.Tx) error) error {
	if s.away.Load() {
		s.tries.Add(1)
		return fmt.Errorf("commit: %w", store.ErrUnavailable)
	}
	return s.Store.Update(ctx, fn)
}

// When the database goes down during a round, the round ends, and no attempt is
// reported as bad.
func TestReconcileDuringAnOutage(t *testing.T) {
	away := &awayStore{}
	left := badrecord.New(slog.New(slog.DiscardHandler))
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, func(_ *booking.Config, p *payment.Config) {
			away.Store, p.Store, p.Bad = p.Store, away, left
		})
		for range 3 {
			v := testworld.Visitor()
			w.Prepared(v, w.Booked(v, "crowd"), booking.PayFull)
		}
		w.Clock.Advance(40 * time.Minute)
		away.tries.Store(0)
		away.away.Store(true)
		_, err := w.Payments.Reconcile(context.Background())
		away.away.Store(false)
		if !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v", err)
		}
		want(t, "tries", away.tries.Load(), 1)
		want(t, "reported", left.Counts()[badrecord.Payment], 0)
	})
}

// brokenCard panics in the call for a card.
type brokenCard struct{ payment.CardProvider }

func (brokenCard) Authorise(context.Context, payment.Order) (payment.Reply, error) {
	panic("a nil map")
}

// A panic in a call to the provider counts as no answer.
func TestPanicInAProviderCall(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		a, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill")
		if err != nil || a.Status != payment.StatusPending {
			t.Errorf("got %+v, %v", a, err)
		}
		want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateUnknown)
	}, func(_ *booking.Config, p *payment.Config) { p.Card = brokenCard{p.Card} })
}
