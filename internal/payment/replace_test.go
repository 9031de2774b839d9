package payment_test

import (
	"context"
	"sync"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// pausingStore calls a function once, after a transaction has read a booking's
// attempts.
type pausingStore struct {
	payment.Store
	once *sync.Once
	do   func()
}

func (s pausingStore) Update(ctx context.Context, fn func(payment.Tx) error) error {
	return s.Store.Update(ctx, func(tx payment.Tx) error { return fn(pausingTx{tx, s}) })
}

type pausingTx struct {
	payment.Tx
	store pausingStore
}

func (tx pausingTx) LockWithAttempts(ref string) (booking.Booking, []payment.Attempt, error) {
	b, all, err := tx.Tx.LockWithAttempts(ref)
	if len(all) > 0 {
		tx.store.once.Do(tx.store.do)
	}
	return b, all, err
}

// A visitor starts to pay again in one window while the bank's frame returns in
// another. Once the first attempt is replaced it must not be completed, because
// its money would not be booked. Only PostgreSQL runs both transactions at the
// same time.
func TestAReplacedAttemptIsNotCompleted(t *testing.T) {
	var meanwhile func()
	w := testworld.New(t, storetest.PostgreSQL(t), func(_ *booking.Config, c *payment.Config) {
		c.Store = pausingStore{c.Store, &sync.Once{}, func() { meanwhile() }}
	})
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	first := w.Prepared(v, view, booking.PayFull)
	a, err := w.Pay(v, view.Ref, first.ID, challengedCard, "P O'Neill")
	if err != nil || a.Status != payment.StatusChallenge {
		t.Fatalf("got %+v, %v", a, err)
	}
	back := w.AskBank(a.Challenge, "approve")

	returned := make(chan error, 1)
	meanwhile = func() {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD"))
			returned <- err
		}()
		for waiting := 0; waiting == 0; {
			select {
			case <-ended:
				return
			default:
			}
			err := w.Store.View(ctx, func(tx *store.Tx) error {
				return tx.QueryRow("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
			})
			if err != nil {
				t.Error(err)
				return
			}
		}
	}
	second := w.Prepared(v, view, booking.PayFull)
	if err := <-returned; err != nil {
		t.Fatal(err)
	}
	if first.ID == second.ID {
		t.Fatal("the first attempt was not replaced")
	}
	for _, event := range w.Provider.Ledger()[0].Events {
		if event == "AUTHORISED" {
			t.Errorf("the replaced attempt was completed: %v", w.Provider.Ledger()[0].Events)
		}
	}
}
