package payment_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// personOf reads a booking.
func personOf(t *testing.T, w *testworld.World, ref string) (b booking.Booking) {
	t.Helper()
	if err := w.Store.Bookings().View(context.Background(), func(tx booking.Tx) (err error) {
		b, err = tx.Booking(ref)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return b
}

// watches has an address watch the price of a booking's stay, and returns what counts such watches.
func watches(t *testing.T, w *testworld.World, ref string) (left func() int) {
	t.Helper()
	b := personOf(t, w, ref)
	stay := watch.Stay{Channel: b.Stay.Channel, Park: b.Stay.ParkID, Unit: b.Stay.UnitTypeID, Arrival: b.Stay.Arrival, Nights: b.Stay.Nights, Party: b.Party}
	if err := w.Store.Watches().Ask(t.Context(), b.Contact.Email, watch.Watch{Stay: stay, Ref: b.Ref, Told: b.Total}); err != nil {
		t.Fatal(err)
	}
	left = func() (n int) {
		err := w.Store.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM price_watch WHERE ref = $1", b.Ref).Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	want(t, "watches", left(), 1)
	return left
}

func TestStaffEndTheAccessToABooking(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, maker, guest := context.Background(), testworld.Visitor(), testworld.Visitor()
		view := w.Booked(maker, "caravan")
		var refusal payment.Refusal
		if err := w.Payments.SignOut(ctx, view.Ref, testworld.Staff); !errors.As(err, &refusal) {
			t.Errorf("a hold: %v", err)
		}
		w.Paid(maker, view, booking.PayDeposit)
		lookUp := booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"}
		if _, err := w.Bookings.GetMyBooking(ctx, guest, lookUp); err != nil {
			t.Fatal(err)
		}
		if err := w.Payments.SignOut(ctx, view.Shown, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		for who, v := range map[string]booking.Visitor{"who made it": maker, "who looked it up": guest} {
			err := w.Store.Bookings().Update(ctx, func(tx booking.Tx) error {
				_, err := w.Bookings.Granted(tx, tx.Booking, v, view.Ref)
				return err
			})
			want(t, who, testworld.CodeOf(t, err), booking.NotFound)
		}
		if all, err := w.Bookings.MyBookings(ctx, guest); err != nil || len(all) != 0 {
			t.Errorf("the list: %v, %v", all, err)
		}
		_, err := w.Bookings.GetMyBooking(ctx, guest, lookUp)
		want(t, "looked up again", testworld.CodeOf(t, err), "")
	})
}

func TestStaffEraseABooking(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, w := context.Background(), testworld.New(t, db)
		_, view, _ := paidBy(t, w, "P O'Neill")
		w.Tick()
		refused := func(ref, want string) {
			t.Helper()
			var refusal payment.Refusal
			if err := w.Payments.Erase(ctx, ref, testworld.Staff); !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
		refused(view.Ref, "the stay is not over")
		refused(w.Booked(testworld.Visitor(), "caravan").Ref, "never paid")
		if err := w.Payments.Erase(ctx, "00000-00000", testworld.Staff); !errors.Is(err, booking.ErrNoRow) {
			t.Errorf("no such booking: %v", err)
		}

		w.Clock.Advance((testworld.Summer + 3).Midnight().Sub(w.Clock.Now()))
		if today := date.In(w.Clock.Now()); today != testworld.Summer+3 {
			t.Fatal(today)
		}
		no := testworld.Staff
		no.Agree = func([]string) bool { return false }
		if err := w.Payments.Erase(ctx, view.Ref, no); !errors.Is(err, payment.ErrNotAgreed) || personOf(t, w, view.Ref).Contact.Surname == "" {
			t.Errorf("without agreement: %v", err)
		}
		guest := testworld.Visitor()
		if _, err := w.Bookings.GetMyBooking(ctx, guest, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: "YO11 2AB"}); err != nil {
			t.Fatal(err)
		}
		left := watches(t, w, view.Ref)
		if err := w.Payments.Erase(ctx, view.Ref, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "watches that name it", left(), 0)
		if all, err := w.Bookings.MyBookings(ctx, guest); err != nil || len(all) != 0 {
			t.Errorf("who had looked it up still sees %v, %v", all, err)
		}
		b := personOf(t, w, view.Ref)
		if b.Contact != (booking.Contact{}) || b.Members != nil || b.EmailKey != "" || b.ErasedAt.IsZero() || b.Total == 0 || b.Stay.Arrival != testworld.Summer {
			t.Errorf("erased: %+v", b)
		}
		if a := attemptOf(t, w, view.Ref); a.Authorised.LastFour != "" || a.Holder != "" || a.Amount == 0 || a.Authorised.CardScheme == "" {
			t.Errorf("payment: %+v", a)
		}
		found, err := w.Payments.Show(ctx, view.Ref)
		if err != nil || len(found.Actions) != 1 || found.Actions[0].Command != "booking erase" {
			t.Errorf("recorded: %+v, %v", found.Actions, err)
		}
		refused(view.Ref, "erased already")
	})
}

// While a payment is being checked, its booking keeps what the visitor entered.
func TestABookingWithAnOpenPaymentIsNotErased(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, w := context.Background(), testworld.New(t, db)
		v, view, _ := paidBy(t, w, "P O'Neill")
		w.Tick()
		if err := w.Store.Payments().Update(ctx, func(tx payment.Tx) error {
			return tx.InsertAttempt(payment.Attempt{ID: "open", Ref: view.Ref, Seq: 2, State: payment.StateUnknown, Method: payment.Card, Amount: 1, OrderCode: "open", Key: "open", Holder: v.Holder(),
				CreatedAt: tx.Now(), SentAt: tx.Now()})
		}); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance((testworld.Summer + 400).Midnight().Sub(w.Clock.Now()))
		err := w.Store.Payments().Update(ctx, func(tx payment.Tx) error {
			_, err := payment.EraseDetails(tx, view.Ref, testworld.Summer+400)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "still open") || personOf(t, w, view.Ref).Contact.Surname == "" {
			t.Errorf("%v", err)
		}
	})
}

// A hold that a member of staff cancels keeps nothing of its visitor.
func TestACancelledHoldForgetsItsVisitor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		ref := w.Booked(testworld.Visitor(), "caravan").Ref
		if err := w.Payments.Change(context.Background(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		if b := personOf(t, w, ref); b.State != booking.Cancelled || b.Contact != (booking.Contact{}) || b.Members != nil || b.EmailKey != "" || b.Client != "" {
			t.Errorf("%+v", b)
		}
	})
}
