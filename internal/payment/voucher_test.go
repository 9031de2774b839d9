package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/testworld"
)

// spent returns the total that bookings have reserved or redeemed of a voucher.
func spent(t *testing.T, w *testworld.World, code string) (sum money.Pence) {
	t.Helper()
	if err := w.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM voucher_line WHERE code = $1 AND ref <> ''", code).Scan(&sum)
	}); err != nil {
		t.Fatal(err)
	}
	return sum
}

// At midnight the deposit stops being allowed, so the voucher would take off
// more than it has reserved; by then other bookings may have used the rest.
func TestVoucherAcrossMidnight(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		ctx, v, other := context.Background(), testworld.Visitor(), testworld.Visitor()
		w.Clock.Advance(time.Date(2026, time.May, 7, 22, 50, 0, 0, time.UTC).Sub(testworld.Start)) // 23:50 in London
		view, rest := w.Booked(v, "euro"), w.Booked(other, "caravan")
		d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFT50")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "off a compulsory deposit", d.Quote.Discount, 47_25)
		if d, err = w.Bookings.SetDiscount(ctx, other, rest.Ref, "GIFT50"); err != nil {
			t.Fatal(err)
		}
		want(t, "off the other booking", d.Quote.Discount, 2_75)
		w.Clock.Advance(15 * time.Minute)
		if view, err = w.Bookings.Load(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		_, err = w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
		want(t, "the amounts of a voucher that does not hold them", codeOf(t, err), booking.PriceChanged)
		if view, err = w.Bookings.Load(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		want(t, "what it holds", view.Quote.Discount, 47_25)
		for visitor, ref := range map[booking.Visitor]string{v: view.Ref, other: rest.Ref} {
			today, err := w.Bookings.Load(ctx, visitor, ref)
			if err != nil {
				t.Fatal(err)
			}
			p, err := w.Payments.Prepay(ctx, visitor, testworld.RequestFor(today, booking.PayFull))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Pay(visitor, ref, p.ID, goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
		}
		want(t, "spent of £50", spent(t, w, "GIFT50"), 50_00)
	})
}

// A voucher that a feed withdraws is removed from the booking, and the visitor
// is told before paying.
func TestWithdrawnVoucher(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFT50")
		if err != nil {
			t.Fatal(err)
		}
		alter(t, w, "DELETE FROM entity WHERE id = 'GIFT50'")
		_, err = w.Payments.Prepay(ctx, v, testworld.RequestFor(d.View, booking.PayFull))
		f, _ := booking.FailureOf(err)
		if f == nil || f.Code != booking.PriceChanged || f.Message != "The code GIFT50 can no longer be used. Please check the amounts again." {
			t.Errorf("pre-payment: %v", err)
		}
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, map[string]int{"LIN": 1})
		if err != nil {
			t.Fatalf("the extras of a booking whose voucher is gone: %v", err)
		}
		want(t, "discount", view.Quote.DiscountType, booking.NoDiscount)
		w.Prepared(v, view, booking.PayFull)
		want(t, "spent", spent(t, w, "GIFT50"), 0)
	})
	each(t, func(t *testing.T, w *testworld.World) { // and in a step before payment
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		if _, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFT50"); err != nil {
			t.Fatal(err)
		}
		alter(t, w, "DELETE FROM entity WHERE id = 'GIFT50'")
		view, err := w.Bookings.SetExtras(ctx, v, view.Ref, nil)
		want(t, "failure", codeOf(t, err), "")
		want(t, "discount", view.Quote.DiscountType, booking.NoDiscount)
	})
}

// When the amounts of a free booking have changed, the visitor is told once.
// Asking again finds that the attempt has ended, instead of waiting for ever.
func TestStaleFreeBookingEnds(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFTBIG")
		if err != nil {
			t.Fatal(err)
		}
		free := w.Prepared(v, d.View, booking.PayFull)
		if _, err := w.Bookings.SetDiscount(ctx, v, view.Ref, ""); err != nil {
			t.Fatal(err)
		}
		_, err = w.Payments.Confirm(ctx, v, free.ID, view.Ref, payment.Result{})
		want(t, "confirm", codeOf(t, err), booking.PriceChanged)
		_, err = w.Payments.Status(ctx, v, free.ID, view.Ref)
		want(t, "status after it", codeOf(t, err), booking.PaymentRefused)
		want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateAbandoned)
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Held)
	})
}

// A repeated pre-payment of nothing, with the method that the form shows, gets
// the same attempt.
func TestSameKeyWithNothingToPay(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFTBIG")
		if err != nil {
			t.Fatal(err)
		}
		request := testworld.RequestFor(d.View, booking.PayFull)
		first, err := w.Payments.Prepay(ctx, v, request)
		if err != nil {
			t.Fatal(err)
		}
		again, err := w.Payments.Prepay(ctx, v, request)
		if err != nil || again.ID != first.ID {
			t.Errorf("the same key again: %+v, %v", again, err)
		}
	})
}

// A confirmed booking returns no personal data in the booking steps.
func TestAConfirmedBookingIsNotLoadedInTheSteps(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		if _, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		check := func(when string) {
			t.Helper()
			_, err := w.Bookings.Load(ctx, v, view.Ref)
			want(t, "load, "+when, codeOf(t, err), booking.WrongState)
			_, err = w.Bookings.GetExtras(ctx, v, view.Ref)
			want(t, "extras, "+when, codeOf(t, err), booking.WrongState)
			_, err = w.Bookings.GetDeposit(ctx, v, view.Ref)
			want(t, "deposit, "+when, codeOf(t, err), booking.WrongState)
		}
		check("confirmed")
		if err := w.Payments.Cancel(ctx, view.Ref, testworld.Operator); err != nil {
			t.Fatal(err)
		}
		check("cancelled")
	})
}

// A payment is approved after its hold was lost and another booking has spent
// the voucher. The money is returned, and nothing of the stay is kept.
func TestAnApprovalAfterTheVoucherWasSpent(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		ctx, v, other := context.Background(), testworld.Visitor(), testworld.Visitor()
		pay := func(v booking.Visitor, unit, name string) (booking.View, payment.Prepared) {
			t.Helper()
			view := w.Booked(v, unit)
			d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFT50")
			if err != nil {
				t.Fatal(err)
			}
			want(t, "off "+unit, d.Quote.Discount, 50_00)
			p := w.Prepared(v, d.View, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, name); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			return view, p
		}
		view, p := pay(v, "last", "SIM_TIMEOUT_AFTER")
		// An operator's mistake, or a fault elsewhere, loses the hold.
		if err := w.Store.Payments().GroupCommit(ctx, func(tx payment.Tx) error {
			b, err := tx.LockBooking(view.Ref)
			if err != nil {
				return err
			}
			b.State = booking.Expired
			return errors.Join(tx.ReleaseVoucher(b.Ref), tx.SaveBooking(b), tx.ReturnNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights))
		}); err != nil {
			t.Fatal(err)
		}
		pay(other, "many", "P O'Neill")
		w.Clock.Advance(20 * time.Second)
		w.Tick()
		_, err := w.Payments.Status(ctx, v, p.ID, view.Ref)
		want(t, "the late payment", codeOf(t, err), booking.UnitUnavailable)
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Expired)
		want(t, "taken", w.Taken("last"), 0)
		want(t, "spent of £50", spent(t, w, "GIFT50"), 50_00)
		n, _ := ledger(w)
		want(t, "charges", n, 1)
	}, impatient)
}
