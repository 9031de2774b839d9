package payment_test

import (
	"context"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
)

func TestABounceIsMendedWithTheRightAddress(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		v := testworld.Visitor()
		view := w.Paid(v, w.Booked(v, "caravan"), booking.PayFull)
		w.Tick()
		before := len(w.Emails.Jobs(booking.EmailConfirmation))
		for _, wrong := range []string{"", "jo..smith@docomo.example"} {
			err := w.Payments.SetEmail(ctx, view.Ref, wrong, testworld.Staff)
			if f, ok := booking.FailureOf(err); !ok || f.Code != booking.Invalid {
				t.Errorf("%q: %v", wrong, err)
			}
		}
		left := watches(t, w, view.Ref)
		if err := w.Payments.SetEmail(ctx, view.Shown, "mailto:right@mail.example", testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "watches of the former address", left(), 0)
		w.Tick()
		want(t, "confirmations", len(w.Emails.Jobs(booking.EmailConfirmation)), before+1)
		b := state(t, w, view.Ref).Booking
		want(t, "address", personOf(t, w, view.Ref).Contact.Email, "right@mail.example")
		want(t, "key", b.EmailKey, w.Bookings.EmailKey("right@mail.example"))
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		err := w.Payments.SetEmail(ctx, view.Ref, "right@mail.example", testworld.Staff)
		if f, ok := booking.FailureOf(err); !ok || f.Code != booking.WrongState {
			t.Errorf("a cancelled booking: %v", err)
		}
	})
}
