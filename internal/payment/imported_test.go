package payment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
)

// The balance of a booking that was made elsewhere can be paid here. Its owner sees what
// was paid elsewhere too, and a member of staff can refund only what was paid here.
func TestTheBalanceOfAnImportedBookingIsPaid(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		made := booking.Booking{Shown: "MT482915", Total: 300_00, AmountPaid: 100_00, Party: testworld.Couple, Contact: testworld.Jo,
			Stay: booking.Stay{Channel: "ukcaravan", ParkID: "P", ParkName: "Sandy Bay", UnitTypeID: "gone", Arrival: testworld.Summer, Nights: 7, Price: 300_00}}
		if err := w.Bookings.Import(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		view, v := booking.View{Booking: made}, testworld.Visitor()
		shows(t, w, "imported", view, []money.Pence{100_00})
		w.Clock.Advance(time.Minute)
		if _, err := w.Bookings.GetMyBooking(t.Context(), v, booking.Lookup{BookingID: made.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
			t.Fatal(err)
		}
		p, err := w.Payments.Prepay(t.Context(), v, payment.Request{BookID: made.Shown, Option: booking.PayTopUp, TopUp: "200", Expected: 200_00, Method: payment.Card, Key: uuid.NewString()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Pay(v, made.Shown, p.ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, aDay...)
		shows(t, w, "paid", view, []money.Pence{100_00, 200_00})
		want(t, "outstanding", state(t, w, made.Shown).Booking.Outstanding(), 0)
		if err := w.Payments.Change(t.Context(), made.Shown, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, aDay...)
		shows(t, w, "refunded", view, []money.Pence{100_00, 200_00, -200_00})
		if err := state(t, w, made.Shown).Audit(); err != nil {
			t.Error(err)
		}
	})
}
