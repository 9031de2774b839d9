package payment_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// A visitor who leaves the booking steps still owns the hold: only that visitor
// sees it, and releasing it returns its nights.
func TestHoldOfAVisitorWhoLeft(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "last")
		listed := func(v booking.Visitor) []booking.View {
			t.Helper()
			holds, err := w.Bookings.Holds(ctx, v)
			if err != nil {
				t.Fatal(err)
			}
			return holds
		}
		if holds := listed(v); len(holds) != 1 || holds[0].Ref != view.Ref || !holds[0].ExpiresAt.Equal(view.ExpiresAt) {
			t.Errorf("the holder's list: %+v", holds)
		}
		want(t, "holds of somebody else", len(listed(testworld.Visitor())), 0)
		want(t, "holds without a cookie", len(listed(booking.Visitor{Network: "203.0.113.9"})), 0)

		want(t, "release by somebody else", codeOf(t, w.Payments.Release(ctx, testworld.Visitor(), view.Ref)), booking.NotFound)
		want(t, "taken", w.Taken("last"), 1)

		p := w.Prepared(v, view, booking.PayDeposit)
		for range 2 { // the browser may send it twice
			if err := w.Payments.Release(ctx, v, view.Ref); err != nil {
				t.Fatal(err)
			}
		}
		want(t, "taken after the release", w.Taken("last"), 0)
		want(t, "holds after the release", len(listed(v)), 0)
		_, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
		want(t, "a card sent after the release", codeOf(t, err), booking.PaymentRefused)
		want(t, "orders at the provider", len(w.Provider.Ledger()), 0)

		again := w.Booked(testworld.Visitor(), "last")
		want(t, "taken by the next visitor", w.Taken("last"), 1)
		want(t, "state", again.State, booking.Held)
	})
}

func TestReleaseAfterTheCardWasSent(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "last")
		p := w.Prepared(v, view, booking.PayDeposit)
		if _, err := w.Pay(v, view.Ref, p.ID, challengedCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		want(t, "release during the challenge", codeOf(t, w.Payments.Release(ctx, v, view.Ref)), booking.PaymentInProgress)
		want(t, "taken", w.Taken("last"), 1)
	})
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "last")
		if _, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		want(t, "release of a made booking", codeOf(t, w.Payments.Release(ctx, v, view.Ref)), booking.WrongState)
		want(t, "taken", w.Taken("last"), 1)
	})
}

func TestReleaseOfAHoldThatRanOut(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "last")
		w.Clock.Advance(31 * time.Minute)
		holds, err := w.Bookings.Holds(ctx, v)
		if err != nil || len(holds) != 0 {
			t.Errorf("a lapsed hold is listed: %+v, %v", holds, err)
		}
		if err := w.Payments.Release(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		if err := w.Payments.Release(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		want(t, "taken", w.Taken("last"), 0)
	})
}

// Release, pre-payment and payment may come in any order, on several nodes. At
// the end the visitor has either paid once and has the nights, or has left and
// paid nothing.
func TestReleaseMeetsThePayment(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		other := w.SecondNode(db)
		ctx := context.Background()
		var group sync.WaitGroup
		var refs []string
		for i := range 12 {
			v := booking.Visitor{Token: booking.NewToken(), Network: fmt.Sprint(i)}
			view := w.Booked(v, "crowd")
			refs = append(refs, view.Ref)
			r := testworld.RequestFor(view, booking.PayFull)
			if i%2 == 0 { // the attempt is waiting for the browser
				if _, err := w.Payments.Prepay(ctx, v, r); err != nil {
					t.Fatal(err)
				}
			}
			group.Go(func() {
				if p, err := w.Payments.Prepay(ctx, v, r); err == nil {
					_, _ = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill") // refused if the visitor has left
				}
			})
			group.Go(func() {
				err := other.Payments.Release(ctx, v, view.Ref)
				if f, ok := booking.FailureOf(err); err != nil && (!ok || f.Code != booking.PaymentInProgress && f.Code != booking.WrongState) {
					t.Errorf("release: %v", err)
				}
			})
		}
		group.Wait()
		w.CallsEnd()
		w.Tick()
		paid := 0
		for _, ref := range refs {
			o := state(t, w, ref)
			switch o.Booking.State {
			case booking.Confirmed:
				paid++
				want(t, "paid", o.Booking.AmountPaid, o.Booking.Total)
			case booking.Expired:
				want(t, "paid by a visitor who left", o.Booking.AmountPaid, 0)
			default:
				t.Errorf("booking %s is %s", ref, o.Booking.State)
			}
		}
		n, _ := providerTotals(w)
		want(t, "charges", n, paid)
		want(t, "taken", w.Taken("crowd"), paid)
	})
}
