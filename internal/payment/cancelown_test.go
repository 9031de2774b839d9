package payment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// flexPaid is a booking with terms, of which everything is paid and captured.
func flexPaid(t *testing.T, w *testworld.World, v booking.Visitor, code string) booking.View {
	t.Helper()
	view := w.Paid(v, w.BookedWith(v, "flex", code), booking.PayFull)
	w.Tick()
	return view
}

func TestAGuestCancelsByTheTerms(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w, v := testworld.New(t, db), testworld.Visitor()
		view := flexPaid(t, w, v, "GIFT50")
		want(t, "taken", w.Taken("flex"), 1)
		p, err := w.Payments.PlanCancel(t.Context(), v, view.Ref)
		if err != nil {
			t.Fatal(err)
		}
		// Of £189, £139 by card and £50 by voucher: the deposit of £49 and the fee of £5 are kept.
		want(t, "by card", p.Settled.Money, 135_00)
		want(t, "to the voucher", p.Settled.Voucher, 0)
		want(t, "kept of the voucher", p.Settled.VoucherKept, 50_00)
		cancel := func(v booking.Visitor, hash, key string) booking.Code {
			return codeOf(t, w.Payments.CancelOwn(t.Context(), v, view.Ref, hash, key))
		}
		key := uuid.NewString()
		want(t, "another visitor", cancel(testworld.Visitor(), p.Hash(), key), booking.NotFound)
		want(t, "another plan", cancel(v, "x", key), booking.PriceChanged)
		if err := w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), key); err != nil {
			t.Fatal(err)
		}
		if err := w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), key); err != nil {
			t.Errorf("the same request again: %v", err)
		}
		want(t, "another tab", cancel(v, p.Hash(), uuid.NewString()), booking.WrongState)
		w.Tick()
		o := state(t, w, view.Ref)
		want(t, "state", o.Booking.State, booking.Refunded)
		want(t, "settled", *o.Booking.Settled, *p.Settled)
		want(t, "paid", o.Booking.AmountPaid, 4_00)
		want(t, "taken", w.Taken("flex"), 0)
		want(t, "recorded", len(o.Actions), 1)
		want(t, "by", o.Actions[0].By, "the guest")
		want(t, "e-mails", len(w.Emails.Jobs(booking.EmailCancelled)), 1)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	})
}

// A step of the terms passes at midnight, between the look and the press.
func TestAPlanThatNoLongerHoldsIsRefused(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := flexPaid(t, w, v, "")
	p, err := w.Payments.PlanCancel(t.Context(), v, view.Ref)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "today", p.Settled.Money, 135_00)
	w.Clock.Advance(15 * time.Hour)
	if _, err := w.Bookings.GetMyBooking(t.Context(), v, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
		t.Fatal(err)
	}
	want(t, "tomorrow", codeOf(t, w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), uuid.NewString())), booking.PriceChanged)
	want(t, "state", state(t, w, view.Ref).Booking.State, booking.Confirmed)
	p, err = w.Payments.PlanCancel(t.Context(), v, view.Ref)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "tomorrow", p.Settled.Money, 89_50)
	if err := w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), uuid.NewString()); err != nil {
		t.Fatal(err)
	}
}

// A bank may have given back what is disputed: by the terms it would go back twice.
func TestADisputedPaymentDoesNotGoBackByTheTerms(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := flexPaid(t, w, v, "")
	p, err := w.Payments.PlanCancel(t.Context(), v, view.Ref)
	if err != nil {
		t.Fatal(err)
	}
	a := attemptOf(t, w, view.Ref)
	want(t, "told", w.Payments.Notify(t.Context(), payment.Card, nil, cardEvent(a.OrderCode, "CHARGED_BACK", "18900")), nil)
	refused := func(when string) {
		t.Helper()
		_, err := w.Payments.PlanCancel(t.Context(), v, view.Ref)
		want(t, when, codeOf(t, err), booking.PaymentInProgress)
		want(t, when, codeOf(t, w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), uuid.NewString())), booking.PaymentInProgress)
	}
	refused("charged back")
	want(t, "dealt with", w.Payments.ClearAlert(t.Context(), a.ID, testworld.Staff), nil)
	refused("the bank has the money still")
	want(t, "state", state(t, w, view.Ref).Booking.State, booking.Confirmed)
}

// What was taken by mistake must be paid again, before a new day.
func TestWhatWasTakenByMistakeIsPaidAgain(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := flexPaid(t, w, v, "")
	c := payment.Change{Kind: payment.TakenByMistake, Amount: 89_00}
	if err := w.Payments.Change(t.Context(), view.Shown, c, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	o := state(t, w, view.Ref)
	want(t, "state", o.Booking.State, booking.Confirmed)
	want(t, "total", o.Booking.Total, 189_00)
	want(t, "left to pay", o.Booking.Outstanding(), 89_00)
	want(t, "due", o.Booking.BalanceDue, "08/05/2026")
}
