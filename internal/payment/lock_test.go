package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// A transaction that has waited for a booking sees what was paid meanwhile, also by the
// payment that has confirmed it, and the attempts that were made. Otherwise a visitor
// could be asked for the same money twice.
func TestALockedBookingHasWhatWasPaidMeanwhile(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		first := w.Prepared(v, view, booking.PayDeposit)
		pay := func(tx payment.Tx, key string, kind ledger.Kind, amount money.Pence) error {
			return tx.AddMovement(ledger.Movement{Key: key, Ref: view.Ref, Kind: kind, Amount: amount, Cause: "a test"})
		}
		second, _ := lockedAfter(t, w, view.Ref, func(tx payment.Tx, b booking.Booking) error {
			want(t, "paid before", b.AmountPaid, 0)
			return pay(tx, "charge/late", ledger.Charge, 30_00)
		})
		want(t, "taken too late", second.AmountPaid, 30_00)
		second, _ = lockedAfter(t, w, view.Ref, func(tx payment.Tx, b booking.Booking) error {
			want(t, "paid before", b.AmountPaid, 30_00)
			a, err := tx.LockAttempt(first.ID)
			if err != nil {
				return err
			}
			a.State = payment.StateAbandoned
			b.State, b.Total, b.ConfirmedAt, b.Attempt = booking.Confirmed, testworld.Price, tx.Now(), ""
			return errors.Join(tx.SaveAttempt(a), tx.SaveBooking(b), pay(tx, "charge/test", ledger.Charge, 19_00))
		})
		want(t, "paid when it is confirmed", second.AmountPaid, 49_00)
		second, attempts := lockedAfter(t, w, view.Ref, func(tx payment.Tx, b booking.Booking) error {
			want(t, "paid before", b.AmountPaid, 49_00)
			other := payment.Attempt{ID: "P2", Ref: view.Ref, Seq: 2, State: payment.StateCreated, Method: payment.Card, OrderCode: "P2", Key: "P2", TopUp: true}
			return errors.Join(tx.InsertAttempt(other), pay(tx, "correction/test", ledger.Correction, 10_00))
		})
		want(t, "paid after", second.AmountPaid, 59_00)
		want(t, "attempts after", len(attempts), 2)
	})
}

// lockedAfter locks a booking with its attempts in a transaction that has waited for one
// that changes it.
func lockedAfter(t *testing.T, w *testworld.World, ref string, change func(tx payment.Tx, b booking.Booking) error) (b booking.Booking, attempts []payment.Attempt) {
	t.Helper()
	ended := make(chan error, 1)
	lock := func() {
		ended <- w.Store.Payments().Update(context.Background(), func(tx payment.Tx) (err error) {
			b, attempts, err = tx.LockWithAttempts(ref)
			return err
		})
	}
	err := w.Store.Payments().Update(context.Background(), func(tx payment.Tx) error {
		before, err := tx.LockBooking(ref)
		if err != nil {
			return err
		}
		go lock()
		if w.Store.Dialect() == "postgres" { // SQLite has one writer: the other one begins later
			polltest.Until(t, "another transaction waits", func() bool { return waitsForLock(t, w) })
		}
		return change(tx, before)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return b, attempts
}

// A notification changes an attempt without its booking. A transaction that saves the
// attempts that it has read must not undo that.
func TestANotificationWaitsForATransactionThatHasReadTheAttempts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit)
		order := state(t, w, view.Ref).Attempts[0].OrderCode
		notified := make(chan error, 1)
		err := w.Store.Payments().Update(context.Background(), func(tx payment.Tx) error {
			_, attempts, err := tx.LockWithAttempts(view.Ref)
			if err != nil {
				return err
			}
			go func() {
				notified <- w.Payments.Notify(context.Background(), payment.Card, nil, cardEvent(order, "CHARGED_BACK", "4900"))
			}()
			if w.Store.Dialect() == "postgres" { // SQLite has one writer: the other one begins later
				polltest.Until(t, "the notification waits", func() bool { return waitsForLock(t, w) })
			}
			attempts[0].Note = "saved"
			return tx.SaveAttempt(attempts[0])
		})
		want(t, "saved", err, nil)
		want(t, "notified", <-notified, nil)
		a := state(t, w, view.Ref).Attempts[0]
		want(t, "note", a.Note, "saved")
		if a.Alert == "" {
			t.Error("the alert was lost")
		}
	})
}

// waitsForLock reports whether a transaction of PostgreSQL waits for a lock.
func waitsForLock(t *testing.T, w *testworld.World) bool {
	t.Helper()
	n := 0
	err := w.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}

// On PostgreSQL a payment does not wait for transactions that take or return nights, or
// that publish an import. Its booking holds its nights already.
func TestAPaymentDoesNotWaitForTheChanges(t *testing.T) {
	w := testworld.New(t, storetest.PostgreSQL(t))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	err := w.Store.Update(ctx, func(tx *store.Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
			return err
		}
		polltest.Until(t, "the booking is paid", func() bool {
			a, err := w.Payments.Status(ctx, v, p.ID, view.Ref)
			return err == nil && a.Status == payment.StatusAuthorised
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Confirmed)
}
