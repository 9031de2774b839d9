package payment_test

import (
	"context"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

func TestRecall(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		first := w.Prepared(v, view, booking.PayFull)
		t.Run("another visitor cannot recall an attempt", func(t *testing.T) {
			_, err := w.Payments.Recall(ctx, testworld.Visitor(), first.ID, view.Ref)
			want(t, "code", codeOf(t, err), booking.NotFound)
			want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateCreated)
		})
		t.Run("[PAY-26] an attempt that was not sent ends, and the hold is kept", func(t *testing.T) {
			_, err := w.Payments.Recall(ctx, v, first.ID, view.Ref)
			want(t, "code", codeOf(t, err), booking.PaymentRefused)
			o := state(t, w, view.Ref)
			want(t, "attempt", o.Attempts[0].State, payment.StateAbandoned)
			want(t, "booking", o.Booking.State, booking.Held)
			want(t, "taken", w.Taken("caravan"), 1)
		})
		t.Run("[PAY-24] its card, which arrives late, is not sent; a new attempt can pay at once", func(t *testing.T) {
			_, err := w.Pay(v, view.Ref, first.ID, goodCard, "P O'Neill")
			want(t, "the late card", codeOf(t, err), booking.PaymentRefused)
			want(t, "orders", len(w.Provider.Ledger()), 0)
			second := w.Prepared(v, view, booking.PayFull)
			a, err := w.Pay(v, view.Ref, second.ID, goodCard, "P O'Neill")
			if err != nil || a.Status != payment.StatusAuthorised {
				t.Fatalf("got %+v, %v", a, err)
			}
			again, err := w.Payments.Recall(ctx, v, second.ID, view.Ref)
			if err != nil || again != a {
				t.Errorf("after it was paid: %+v, %v", again, err)
			}
			w.Tick()
			n, sum := providerTotals(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 18900)
		})
	})
}

func TestRecallOfASentAttempt(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		title, card, name string
		status            payment.Status
	}{
		{"what the bank asks about goes on", challengedCard, "P O'Neill", payment.StatusChallenge},
		{"[PAY-23] an unknown outcome stays unknown", goodCard, "SIM_TIMEOUT_AFTER", payment.StatusPending},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := testworld.New(t, storetest.SQLite(t), impatient)
			v := testworld.Visitor()
			view := w.Booked(v, "caravan")
			p := w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, c.card, c.name); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			a, err := w.Payments.Recall(ctx, v, p.ID, view.Ref)
			if err != nil || a.Status != c.status {
				t.Errorf("got %+v, %v", a, err)
			}
			if s := state(t, w, view.Ref).Attempts[0].State; !s.Open() {
				t.Errorf("the attempt was ended: %s", s)
			}
		})
	}
}

// Two tabs of one booking: the second tab asks to pay what the first has
// already paid.
func TestPaidInAnotherTab(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		for _, option := range []booking.PaymentOption{booking.PayFull, booking.PayDeposit} {
			again, err := w.Payments.Prepay(ctx, v, testworld.RequestFor(view, option))
			if err != nil || again.ID != p.ID || !again.ExpiresAt.After(w.Clock.Now()) {
				t.Fatalf("%s: %+v, %v", option, again, err)
			}
			a, err := w.Pay(v, view.Ref, again.ID, challengedCard, "P O'Neill")
			if err != nil || a.Status != payment.StatusAuthorised || a.AmountPaid != p.Amount {
				t.Errorf("%s: %+v, %v", option, a, err)
			}
		}
		w.Tick()
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 18900)
		want(t, "orders", len(w.Provider.Ledger()), 1)
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		_, err := w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
		want(t, "after it was cancelled", codeOf(t, err), booking.WrongState)
	})
}

// The page is reloaded at the moment when its card arrives: either the card is
// sent, or the visitor is told that no money was taken, never both.
func TestRecallAgainstTheCard(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		for range 12 {
			v := testworld.Visitor()
			view := w.Booked(v, "caravan")
			p := w.Prepared(v, view, booking.PayFull)
			before := len(w.Provider.Ledger())
			var recalled, paid error
			parallel(2, func(i int) {
				if i == 0 {
					_, recalled = w.Payments.Recall(context.Background(), v, p.ID, view.Ref)
				} else {
					_, paid = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
				}
			})
			w.CallsEnd()
			orders := len(w.Provider.Ledger()) - before
			switch codeOf(t, recalled) {
			case booking.PaymentRefused:
				want(t, "the card", codeOf(t, paid), booking.PaymentRefused)
				want(t, "orders of a recalled attempt", orders, 0)
			case "":
				want(t, "the card", codeOf(t, paid), "")
				want(t, "orders of a sent attempt", orders, 1)
			default:
				t.Errorf("recall: %v", recalled)
			}
			if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil { // the next one wants the unit
				t.Fatal(err)
			}
		}
	})
}
