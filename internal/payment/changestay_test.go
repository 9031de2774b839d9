package payment_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// to changes a stay as its guest does: looks at the plan, and agrees to it.
func to(t *testing.T, w *testworld.World, v booking.Visitor, ref string, wish booking.Wish) error {
	t.Helper()
	p, err := w.Payments.PlanChange(t.Context(), v, ref, wish)
	if err != nil {
		return err
	}
	return w.Payments.ChangeOwn(t.Context(), v, ref, wish, p.Hash(), uuid.NewString())
}

func TestAGuestChangesTheStay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w, v := testworld.New(t, db), testworld.Visitor()
		view := flexPaid(t, w, v, "")
		testworld.Publish(t, w.Store, 250_00)
		later := booking.Wish{Arrival: testworld.Summer + 1}
		p, err := w.Payments.PlanChange(t.Context(), v, view.Ref, later)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "total", p.Rebooked.After.Total, 265_00) // with the fee of £15
		want(t, "fee", p.Rebooked.Fee, 15_00)
		want(t, "nothing is changed", state(t, w, view.Ref).Booking.Total, 189_00)
		want(t, "nothing is taken", w.Taken("flex"), 1)
		do := func(v booking.Visitor, hash, key string) booking.Code {
			return codeOf(t, w.Payments.ChangeOwn(t.Context(), v, view.Ref, later, hash, key))
		}
		key := uuid.NewString()
		want(t, "another visitor", do(testworld.Visitor(), p.Hash(), key), booking.NotFound)
		want(t, "another plan", do(v, "x", key), booking.PriceChanged)
		want(t, "no key", do(v, p.Hash(), "again"), booking.InvalidRequest)
		testworld.Publish(t, w.Store, 240_00)
		want(t, "another price", do(v, p.Hash(), key), booking.PriceChanged)
		testworld.Publish(t, w.Store, 250_00)
		for range 2 { // a double press
			want(t, "the change", do(v, p.Hash(), key), "")
		}
		want(t, "another tab", do(v, p.Hash(), uuid.NewString()), booking.WrongState)
		o := state(t, w, view.Ref)
		want(t, "left to pay", o.Booking.Outstanding(), 76_00)
		want(t, "due", o.Booking.BalanceDue, "09/05/2026")
		want(t, "taken on the first day", w.Taken("flex"), 0)
		want(t, "recorded", o.Actions[len(o.Actions)-1].Command, "booking change")

		w.Clock.Advance(time.Minute)
		// A cheaper stay gives the difference back. The second fee is added to the first.
		testworld.Publish(t, w.Store, 150_00)
		if err := to(t, w, v, view.Ref, booking.Wish{Arrival: testworld.Summer}); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		w.Tick()
		o = state(t, w, view.Ref)
		want(t, "total", o.Booking.Total, 180_00)
		want(t, "paid", o.Booking.AmountPaid, 180_00)
		want(t, "charges", o.Booking.Stay.Charges[0].Text(), "Change fee £30")
		_, sum := providerTotals(w)
		want(t, "at the provider", sum, 180_00)
		want(t, "taken", w.Taken("flex"), 1)
		want(t, "e-mails", len(w.Emails.Jobs(booking.EmailChanged)), 2)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	})
}

func TestAChangeOfTheStayThatIsRefusedSaysWhy(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, fixed := flexPaid(t, w, v, ""), testworld.Visitor()
	other := w.Paid(fixed, w.Booked(fixed, "caravan"), booking.PayFull)
	for range testworld.UnitCount("flex") {
		if _, err := start(w, testworld.Visitor(), "flex", testworld.Summer+5, testworld.Price); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(v booking.Visitor, ref string, wish booking.Wish, words string) {
		t.Helper()
		if err := to(t, w, v, ref, wish); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%+v: %v, want %q", wish, err, words)
		}
	}
	one := 1
	refused(v, view.Ref, booking.Wish{Arrival: testworld.Summer + 5}, "is not free")
	refused(v, view.Ref, booking.Wish{Arrival: testworld.Summer + 40}, "is not free")
	refused(v, view.Ref, booking.Wish{Nights: 7}, "is not free")
	refused(v, view.Ref, booking.Wish{}, "your booking as it is")
	refused(v, view.Ref, booking.Wish{Arrival: testworld.Summer - 300}, "from tomorrow on")
	refused(v, view.Ref, booking.Wish{UnitTypeID: "last"}, "not known")
	refused(v, view.Ref, booking.Wish{Dogs: &one}, "no longer available")
	refused(fixed, other.Ref, booking.Wish{Arrival: testworld.Summer + 1}, "cannot be changed online")
	want(t, "taken", w.Taken("flex"), 1)

	w.Clock.Advance(110 * 24 * time.Hour)
	if _, err := w.Bookings.GetMyBooking(t.Context(), v, booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
		t.Fatal(err)
	}
	refused(v, view.Ref, booking.Wish{Arrival: testworld.Summer + 1}, "could be changed online until Wed 17th Jun 2026")
}

// A code counts for the new price, extras are booked again at its prices, and a later
// arrival does not bring back what a cancellation would not have given back any more.
func TestWhatAChangeDoesToCodesExtrasAndTerms(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	testworld.Publish(t, w.Store, 300_00)
	book := func(code string) booking.View {
		t.Helper()
		view, err := start(w, v, "flex", testworld.Summer, 300_00)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []func() (booking.View, error){
			func() (booking.View, error) { return w.Bookings.SetUserDetails(t.Context(), v, view.Ref, testworld.Jo) },
			func() (booking.View, error) {
				return w.Bookings.SetPartyDetails(t.Context(), v, view.Ref, testworld.Members, false)
			},
			func() (booking.View, error) {
				return w.Bookings.SetExtras(t.Context(), v, view.Ref, booking.Choice{Quantities: map[string]int{"LIN": 2}})
			},
			func() (booking.View, error) {
				d, err := w.Bookings.SetDiscount(t.Context(), v, view.Ref, code)
				return d.View, err
			},
		} {
			if view, err = step(); err != nil {
				t.Fatal(err)
			}
		}
		return w.Paid(v, view, booking.PayFull)
	}
	tenth, dear, gift := book("TENTH"), book("DEAR"), book("GIFT50")
	w.Tick()
	w.Clock.Advance(15 * time.Hour) // the first step of the terms has passed
	testworld.Publish(t, w.Store, 200_00)
	for _, c := range []struct {
		view          booking.View
		before, after string
		lost          int
	}{
		{tenth, "295.00", "220.00", 0}, // 200 + 25 - 20 + 15
		{dear, "315.00", "240.00", 1},  // 200 + 25 + 15
		{gift, "275.00", "190.00", 0},  // 200 + 25 - 50 + 15
	} {
		if _, err := w.Bookings.GetMyBooking(t.Context(), v, booking.Lookup{BookingID: c.view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
			t.Fatal(err)
		}
		want(t, "before", state(t, w, c.view.Ref).Booking.Total.String(), c.before)
		wish := booking.Wish{Arrival: testworld.Summer + 9}
		p, err := w.Payments.PlanChange(t.Context(), v, c.view.Ref, wish)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "lost", len(p.Rebooked.Lost()), c.lost)
		if err := w.Payments.ChangeOwn(t.Context(), v, c.view.Ref, wish, p.Hash(), uuid.NewString()); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		w.Tick()
		o := state(t, w, c.view.Ref)
		want(t, "after", o.Booking.Total.String(), c.after)
		want(t, "paid", o.Booking.AmountPaid.String(), c.after)
		cancel, err := w.Payments.PlanCancel(t.Context(), v, c.view.Ref)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "of the price comes back", cancel.Settlement.Percent, 50)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	}
}

// Most calendars of other channels repeat a booking, which blocks its nights: its guest keeps
// them, and gets those beside them only where they are free.
func TestAChangedStayKeepsTheNightsThatItHad(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := flexPaid(t, w, v, "")
	block := func(night date.Date) {
		t.Helper()
		err := w.Store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE stock SET closed = $1 WHERE unit_type = 'flex' AND night = $2", testworld.UnitCount("flex"), night.ISO())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for night := range date.Date(3) {
		block(testworld.Summer + night)
	}
	if err := to(t, w, v, view.Ref, booking.Wish{Arrival: testworld.Summer + 1}); err != nil {
		t.Fatal(err)
	}
	taken := func(nights ...int) {
		t.Helper()
		var got []int
		for night := range date.Date(5) {
			err := w.Store.View(t.Context(), func(tx *store.Tx) error {
				n := 0
				err := tx.QueryRow("SELECT coalesce(max(taken), 0) FROM stock WHERE unit_type = 'flex' AND night = $1", (testworld.Summer + night).ISO()).Scan(&n)
				got = append(got, n)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(got, nights) {
			t.Errorf("taken %v, want %v", got, nights)
		}
	}
	taken(0, 1, 1, 1, 0)
	want(t, "the night before is blocked", codeOf(t, to(t, w, v, view.Ref, booking.Wish{Arrival: testworld.Summer})), booking.UnitUnavailable)
	taken(0, 1, 1, 1, 0)
}
