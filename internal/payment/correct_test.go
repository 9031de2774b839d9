package payment_test

import (
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// stored reads a booking with its personal details, which Show leaves out.
func stored(t *testing.T, w *testworld.World, ref string) (b booking.Booking) {
	t.Helper()
	err := w.Store.Bookings().View(t.Context(), func(tx booking.Tx) (err error) {
		b, err = tx.Booking(ref)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAGuestCorrectsNamesAndContactDetails(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit)
	before := stored(t, w, view.Ref)
	d := booking.Details{
		Contact: booking.Contact{Surname: " Brontë ", Telephone: "+44 7700 900123", Address1: "4 Gull Row"},
		Members: []booking.Member{{LastName: "Ignored"}, {Initial: "T"}},
	}
	correct := func(v booking.Visitor, d booking.Details) booking.Code {
		return codeOf(t, w.Payments.Correct(t.Context(), v, view.Ref, d))
	}
	want(t, "another visitor", correct(testworld.Visitor(), d), booking.NotFound)
	want(t, "no name", correct(v, booking.Details{Contact: booking.Contact{Surname: "www.mail.example"}}), booking.Invalid)
	want(t, "no title", correct(v, booking.Details{Members: []booking.Member{{}, {Title: "Master"}}}), booking.Invalid)
	for range 2 { // a double press
		if err := w.Payments.Correct(t.Context(), v, view.Ref, d); err != nil {
			t.Fatal(err)
		}
	}
	after := stored(t, w, view.Ref)
	contact := before.Contact
	contact.Surname, contact.Telephone, contact.Address1 = "Brontë", "07700 900123", "4 Gull Row"
	want(t, "contact", after.Contact, contact)
	members := slices.Clone(before.Members)
	// The first member is the lead guest.
	members[0].LastName, members[1].Initial = "Brontë", "T"
	if !slices.Equal(after.Members, members) {
		t.Errorf("members %+v, want %+v", after.Members, members)
	}
	o := state(t, w, view.Ref)
	want(t, "recorded", len(o.Actions), 1)
	want(t, "what", o.Actions[0].Done, "the name of the lead guest, the telephone number, the address, names of the party: changed")
	w.Tick()
	want(t, "e-mails", len(w.Emails.Jobs(booking.EmailChanged)), 1)
	_, err := w.Bookings.GetMyBooking(t.Context(), testworld.Visitor(), booking.Lookup{BookingID: view.Shown, Surname: "bronte", Postcode: testworld.Jo.Postcode})
	want(t, "found by the new name", err, nil)

	w.Clock.Advance(200 * 24 * time.Hour)
	if _, err := w.Bookings.GetMyBooking(t.Context(), v, booking.Lookup{BookingID: view.Shown, Surname: "bronte", Postcode: testworld.Jo.Postcode}); err != nil {
		t.Fatal(err)
	}
	want(t, "after arrival", correct(v, booking.Details{Contact: booking.Contact{Surname: "Late"}}), booking.WrongState)
}
