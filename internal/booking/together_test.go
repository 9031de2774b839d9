package booking_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// sideBySide is an offer of units for the same nights, with a couple in each.
func sideBySide(units ...string) (all booking.Together) {
	for _, u := range units {
		offer, _ := booking.ParseOffer(testworld.OfferOf(u))
		all = append(all, booking.PartOffer{Offer: offer, Party: testworld.Couple})
	}
	return all
}

func startTogether(w *testworld.World, v booking.Visitor, all booking.Together) (booking.View, error) {
	return w.Bookings.StartTogether(ctx, v, all.ID(), "")
}

func TestUnitsTogetherAreOneBooking(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view, err := startTogether(w, v, sideBySide("caravan", "twin"))
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "price", view.Stay.Price, 2*testworld.Price)
		testworld.Want(t, "what", view.Stay.UnitDesc, "Gold caravan (2 adults); Gold twin (2 adults)")
		testworld.Want(t, "party", view.Party, booking.Party{Adults: 4})
		testworld.Want(t, "nights", view.Stay.Nights, 3)
		testworld.Want(t, "one deposit", *view.Quote.PayNowDeposit, money.Pence(49_00))
		testworld.Want(t, "taken", fmt.Sprint(w.Taken("caravan"), w.Taken("twin")), "1 1")
		again, err := startTogether(w, v, sideBySide("caravan", "twin"))
		testworld.Want(t, "a second click", again.Ref, view.Ref)
		if err != nil {
			t.Error(err)
		}
		_, err = startTogether(w, testworld.Visitor(), sideBySide("caravan", "twin"))
		testworld.Want(t, "the last one is taken", testworld.CodeOf(t, err), booking.UnitUnavailable)
		testworld.Want(t, "nothing is half taken", fmt.Sprint(w.Taken("caravan"), w.Taken("twin")), "1 1")
		if err := w.Payments.Release(ctx, v, view.Shown); err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "released", fmt.Sprint(w.Taken("caravan"), w.Taken("twin")), "0 0")
	})
}

// A visitor can book what is offered and nothing else.
func TestWhatCannotBeBookedTogether(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		later, many := sideBySide("caravan", "caravan"), sideBySide("caravan", "caravan", "caravan", "caravan", "caravan")
		later[1].Arrival++
		thrice := sideBySide("caravan", "twin", "caravan")
		for i := range thrice {
			thrice[i].Arrival += date.Date(i * thrice[i].Nights)
		}
		dogs := sideBySide("caravan", "caravan")
		dogs[0].Party.Dogs, dogs[1].Party.Dogs = true, true
		crowd := sideBySide("caravan", "caravan")
		crowd[0].Party.Adults, crowd[1].Party.Adults = 6, 6
		cheap := sideBySide("caravan", "caravan")
		cheap[1].Price--
		for name, c := range map[string]struct {
			all  booking.Together
			code booking.Code
		}{
			"two parks":             {sideBySide("caravan", "many"), booking.InvalidUnit},
			"nights that overlap":   {later, booking.InvalidUnit},
			"three in turn":         {thrice, booking.InvalidUnit},
			"dogs in two units":     {dogs, booking.InvalidUnit},
			"more than there are":   {many[:4], booking.UnitUnavailable},
			"too many adults":       {many, booking.InvalidParty},
			"too many for the park": {crowd, booking.InvalidParty},
			"another price":         {cheap, booking.PriceChanged},
			"one unit":              {many[:1], booking.InvalidUnit},
		} {
			_, err := startTogether(w, testworld.Visitor(), c.all)
			testworld.Want(t, name, testworld.CodeOf(t, err), c.code)
		}
		_, err := startTogether(w, testworld.Visitor(), cheap)
		failure, _ := booking.FailureOf(err)
		testworld.Want(t, "the new price", failure.Price, 2*testworld.Price)
		testworld.Want(t, "the new offer", failure.OfferID, sideBySide("caravan", "caravan").ID())
		testworld.Want(t, "taken", w.Taken("caravan"), 0)
	})
}

// Units that follow each other are taken for all nights, paid at once and cancelled at once.
func TestASplitStayIsPaidAndCancelledAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		all := sideBySide("caravan", "twin")
		all[1].Arrival += date.Date(all[0].Nights)
		v := testworld.Visitor()
		view, err := startTogether(w, v, all)
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "what", view.Stay.UnitDesc, "Gold caravan for 3 nights, then Gold twin for 3 nights")
		testworld.Want(t, "party", view.Party, testworld.Couple)
		testworld.Want(t, "nights", view.Stay.Nights, 6)
		testworld.Want(t, "last night", view.Stay.Departure(), testworld.Summer+6)
		w.Paid(v, w.Detailed(v, view), booking.PayFull)
		verified := func(when string) {
			if books, err := w.Store.Verify(ctx); err != nil || len(books.Wrong) > 0 {
				t.Errorf("%s: %v: %v", when, err, books.Wrong)
			}
		}
		verified("paid")
		for unit, first := range map[string]date.Date{"caravan": testworld.Summer, "twin": testworld.Summer + 3, "last": 0} {
			err := w.Store.Calendars().View(ctx, func(tx ical.Tx) error {
				stays, err := tx.Stays(unit, testworld.Summer-1)
				if err == nil && (len(stays) > 0) != (first > 0) || len(stays) == 1 && (stays[0].First != first || stays[0].Nights != 3) {
					t.Errorf("other channels learn of %s: %v", unit, stays)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
		bookingIs(t, w, view.Ref, booking.Confirmed, 2*testworld.Price)
		err = w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 2 * testworld.Price}, testworld.Staff)
		if err != nil {
			t.Fatal(err)
		}
		w.Tick()
		testworld.Want(t, "given back", fmt.Sprint(w.Taken("caravan"), w.Taken("twin")), "0 0")
		bookingIs(t, w, view.Ref, booking.Refunded, 0)
		verified("cancelled")
	})
}

func bookingIs(t *testing.T, w *testworld.World, ref string, state booking.State, paid money.Pence) {
	t.Helper()
	var b booking.Booking
	err := w.Store.Bookings().View(ctx, func(tx booking.Tx) (err error) {
		b, err = tx.Booking(ref)
		return err
	})
	if err != nil || b.State != state || b.AmountPaid != paid {
		t.Errorf("%s, paid %s, %v; want %s, paid %s", b.State, b.AmountPaid.Text(), err, state, paid.Text())
	}
}

// Of the last units nobody gets some: those who want all compete with those who want one.
func TestParallelStartsOfUnitsTogether(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		servers := []*testworld.World{w, w}
		if db.Name == "PostgreSQL" {
			servers[1] = w.SecondNode(db)
		}
		var units atomic.Int64
		parallel(40, func(i int) {
			v := booking.Visitor{Token: booking.NewToken(), Network: fmt.Sprint(i)}
			var err error
			took := int64(1)
			if i%4 < 2 {
				took = 3
				_, err = startTogether(servers[i%2], v, sideBySide("many", "many", "many"))
			} else {
				_, err = start(servers[i%2], v, "many")
			}
			switch testworld.CodeOf(t, err) {
			case "":
				units.Add(took)
			case booking.UnitUnavailable:
			default:
				t.Error(err)
			}
		})
		testworld.Want(t, "taken", w.Taken("many"), int(units.Load()))
		testworld.Want(t, "every one is sold", units.Load(), 10)
	})
}
