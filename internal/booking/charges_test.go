package booking_test

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// charging is the catalogue of the test world with further extras.
type charging struct {
	testworld.UnitFinder
	extras []catalogue.Extra
}

func (c charging) Unit(id string) (booking.Unit, bool) {
	unit, ok := c.UnitFinder.Unit(id)
	unit.Park.Extras = slices.Concat(unit.Park.Extras, c.extras)
	return unit, ok
}

var charged = []catalogue.Extra{
	{Code: "PASS", Name: "Resort pass", Cost: 3_00, Per: []string{"person", "night"}, Compulsory: true, CheckIn: "2pm"},
	{Code: "BRK", Name: "Breakfast", Cost: 4_00, DepCost: 1_00, Max: 1, Per: []string{"person", "night"}},
	{Code: "BED", Name: "Dog bed", Cost: 2_50, Max: 3, Per: []string{"dog"}},
}

// chargeDogs publishes the prices of the caravan again, with a charge for dogs.
func chargeDogs(t *testing.T, w *testworld.World, stay, night money.Pence) {
	t.Helper()
	table, err := availability.NewPriceTable([]int{2, 6}, testworld.Summer, 10)
	if err == nil {
		err = table.Set(testworld.Summer, 3, 0, testworld.Price, 0)
	}
	if err == nil {
		err = table.Set(testworld.Summer+1, 3, 0, testworld.Price, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	table.ChargeDogs(stay, night)
	units := availability.Allotment{First: testworld.Summer, Units: slices.Repeat([]int{3}, 14)}
	staging, err := w.Store.Stage(ctx, store.PricesPart, false)
	if err == nil {
		err = staging.PutPrices(ctx, "caravan", table.Encode(), units.Encode())
	}
	if err == nil {
		_, err = staging.Publish(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func chargingWorld(t *testing.T, story func(t *testing.T, w *testworld.World)) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, func(c *booking.Config, _ *payment.Config) { c.Catalogue = charging{extras: charged} })
		chargeDogs(t, w, 20_00, 5_00)
		story(t, w)
	})
}

func offerAt(price money.Pence) string {
	return booking.Offer{UnitTypeID: "caravan", Arrival: testworld.Summer, Nights: 3, Price: price}.ID()
}

// What every guest pays is in the price from the start; dogs change it, and extras cost what
// nights, people and dogs make of them.
func TestChargesAndExtrasByNightPersonAndDog(t *testing.T) {
	chargingWorld(t, func(t *testing.T, w *testworld.World) {
		v, want := testworld.Visitor(), testworld.Want[money.Pence]
		withDogs := booking.Party{Adults: 2, Dogs: true}
		_, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: offerAt(testworld.Price), Party: withDogs})
		f, _ := booking.FailureOf(err)
		if f == nil || f.Code != booking.PriceChanged || f.Price != 242_00 {
			t.Fatalf("a price without its charges: %v", err)
		}
		view, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: f.OfferID, Party: withDogs})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "price with one dog", view.Stay.Price, 189_00+18_00+20_00+15_00)
		testworld.Want(t, "check-in with the pass", view.Times().CheckIn, "2pm")
		testworld.Want(t, "what the price includes", strings.Join(view.Stay.PriceNotes(), "; "),
			"Includes Resort pass £18 (£3 per person per night); Includes Dogs £20 (£20 per dog); Includes Dogs £15 (£5 per dog per night)")
		two, three := 2, 3
		if _, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Dogs: &three}); testworld.CodeOf(t, err) != booking.Invalid {
			t.Errorf("three dogs: %v", err)
		}
		choice := booking.Choice{Quantities: map[string]int{"BRK": 1, "BED": 2, "PASS": 5}, Dogs: &two}
		for range 2 { // the same again changes nothing
			if view, err = w.Bookings.SetExtras(ctx, v, view.Ref, choice); err != nil {
				t.Fatal(err)
			}
			want(t, "price with two dogs", view.Stay.Price, 277_00)
			want(t, "extras", view.Quote.Extras, 24_00+2*5_00)
			want(t, "of them with the deposit", view.Quote.ExtrasDeposit, 6_00)
			want(t, "total", view.Quote.Total, 311_00)
		}
		again, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: f.OfferID, Party: withDogs})
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "the same start", again.Ref, view.Ref)
		offered, err := w.Bookings.GetExtras(ctx, v, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "dogs change prices", offered.DogsPriced, true)
		if slices.ContainsFunc(offered.Offered, func(o booking.OfferedExtra) bool { return o.Code == "PASS" }) {
			t.Error("the pass is offered, although everyone pays it")
		}
	})
}

// Without dogs nothing about dogs is charged or offered, and their number is not asked for.
func TestAPartyWithoutDogsPaysNothingForThem(t *testing.T) {
	chargingWorld(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: offerAt(207_00), Party: testworld.Couple})
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "most dogs", view.MostDogs(), 0)
		offered, err := w.Bookings.GetExtras(ctx, v, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		if offered.DogsPriced || slices.ContainsFunc(offered.Offered, func(o booking.OfferedExtra) bool { return o.Code == "BED" }) {
			t.Errorf("offered: %+v", offered)
		}
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"BED": 1}})
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "total", view.Quote.Total, 207_00)
	})
}

// A code for dearer stays goes when fewer dogs come, so that the stay costs less than that.
func TestACodeGoesWithTheDogsThatMadeTheStayDearEnough(t *testing.T) {
	chargingWorld(t, func(t *testing.T, w *testworld.World) {
		v, one, two := testworld.Visitor(), 1, 2
		view, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: offerAt(242_00), Party: booking.Party{Adults: 2, Dogs: true}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Dogs: &two}); err != nil {
			t.Fatal(err)
		}
		applied, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "DEAR")
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "total with the code", applied.Quote.Total, 267_00)
		if view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Dogs: &two}); err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "total with the same dogs", view.Quote.Total, 267_00)
		if view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Dogs: &one}); err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "total with one dog", view.Quote.Total, 242_00)
		testworld.Want(t, "code", view.Discount.Kind, booking.NoDiscount)
	})
}

// A promotion is taken off the whole price, whichever number of dogs comes.
func TestDogsUnderAPromotion(t *testing.T) {
	chargingWorld(t, func(t *testing.T, w *testworld.World) {
		v, two := testworld.Visitor(), 2
		r := booking.StartRequest{OfferID: offerAt(242_00), Party: booking.Party{Adults: 2, Dogs: true}, Promo: testworld.OfPromotion, PercentOff: 15, PromoPrice: 205_70}
		view, err := w.Bookings.Start(ctx, v, r)
		if err != nil {
			t.Fatal(err)
		}
		if view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Dogs: &two}); err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "price", view.Stay.Price, booking.PromotionalPrice(277_00, 15))
		again, err := w.Bookings.Start(ctx, v, r)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "the same hold", again.Ref, view.Ref)
	})
}

// A booking that is moved pays today's charges for the dogs that come.
func TestChargesAreThoseOfTodayAfterAMove(t *testing.T) {
	chargingWorld(t, func(t *testing.T, w *testworld.World) {
		v, two := testworld.Visitor(), 2
		view := w.BookedAs(v, booking.StartRequest{OfferID: offerAt(242_00), Party: booking.Party{Adults: 2, Dogs: true}})
		view, err := w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"BRK": 1}, Dogs: &two})
		if err != nil {
			t.Fatal(err)
		}
		w.Paid(v, view, booking.PayFull)
		chargeDogs(t, w, 30_00, 5_00)
		if err := w.Payments.Move(ctx, view.Ref, booking.Destination{Arrival: testworld.Summer + 1}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		overview, err := w.Payments.Show(ctx, view.Ref)
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "total", overview.Booking.Total, 277_00+24_00+20_00)
		testworld.Want(t, "price", overview.Booking.Stay.Price, 297_00)
	})
}
