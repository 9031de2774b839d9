package payment_test

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	rows "holidaymaker/internal/ledger"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/testworld"
)

// A transaction that has waited for a booking sees what was paid meanwhile. Otherwise
// a visitor could be asked for the same balance twice.
func TestALockedBookingHasWhatWasPaidMeanwhile(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		ctx, v := context.Background(), testworld.Visitor()
		ref := w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit).Ref
		var second booking.Booking
		ended := make(chan error, 1)
		lock := func() {
			ended <- w.Store.Payments().Update(ctx, func(tx payment.Tx) (err error) {
				second, err = tx.LockBooking(ref)
				return err
			})
		}
		err := w.Store.Payments().Update(ctx, func(tx payment.Tx) error {
			first, err := tx.LockBooking(ref)
			if err != nil {
				return err
			}
			want(t, "paid before", first.AmountPaid, 49_00)
			go lock()
			if db.Name == "PostgreSQL" { // SQLite has one writer: the other one begins later
				polltest.Until(t, "another transaction waits", func() bool { return waitsForLock(t, w) })
			}
			return tx.AddMovement(rows.Movement{Key: "correction/test", Ref: ref, Kind: rows.Correction, Amount: 10_00, Cause: "a test"})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		want(t, "paid after", second.AmountPaid, 59_00)
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
