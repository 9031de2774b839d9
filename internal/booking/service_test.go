package booking_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

var ctx = context.Background()

// eachDatabase runs a test in a new world on each database, anyDatabase one that does not
// depend on it.
func eachDatabase(t *testing.T, story func(t *testing.T, w *testworld.World)) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) { story(t, testworld.New(t, db)) })
}

func anyDatabase(t *testing.T, story func(t *testing.T, w *testworld.World)) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) { story(t, testworld.New(t, db)) })
}

func start(w *testworld.World, v booking.Visitor, unit string) (booking.View, error) {
	return w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: testworld.OfferOf(unit), Party: testworld.Couple})
}

func TestStart(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view, err := start(w, v, "caravan")
		if err != nil {
			t.Fatal(err)
		}
		t.Run("[BOOK-60] a booking has a reference, its price and a hold of 30 minutes", func(t *testing.T) {
			if !regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$`).MatchString(view.Shown) {
				t.Errorf("reference %s", view.Shown)
			}
			testworld.Want(t, "price", view.Quote.Accommodation, testworld.Price)
			testworld.Want(t, "hold", view.ExpiresAt.Sub(view.Now), 30*time.Minute)
			testworld.Want(t, "taken", w.Taken("caravan"), 1)
		})
		again, err := start(w, v, "caravan")
		testworld.Want(t, "a repeated start", again.Ref, view.Ref)
		testworld.Want(t, "its failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "taken", w.Taken("caravan"), 1)

		loaded, err := w.Bookings.Load(ctx, v, " "+strings.ToLower(view.Shown))
		testworld.Want(t, "loaded", loaded.Ref, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		_, err = w.Bookings.Load(ctx, testworld.Visitor(), view.Ref)
		testworld.Want(t, "another visitor", testworld.CodeOf(t, err), booking.NotFound)
		_, err = w.Bookings.Load(ctx, booking.Visitor{}, view.Ref)
		testworld.Want(t, "no cookie", testworld.CodeOf(t, err), booking.NoSession)

		for name, c := range map[string]struct {
			request booking.StartRequest
			code    booking.Code
		}{
			"no unit id":          {booking.StartRequest{OfferID: "1029384", Party: testworld.Couple}, booking.InvalidUnit},
			"an unknown unit":     {booking.StartRequest{OfferID: testworld.OfferOf("nothing"), Party: testworld.Couple}, booking.InvalidUnit},
			"nobody":              {booking.StartRequest{OfferID: testworld.OfferOf("caravan")}, booking.InvalidParty},
			"one adult on a boat": {booking.StartRequest{OfferID: testworld.OfferOf("boat"), Party: booking.Party{Adults: 1}}, booking.InvalidParty},
			"too many people":     {booking.StartRequest{OfferID: testworld.OfferOf("caravan"), Party: booking.Party{Adults: 7}}, booking.UnitUnavailable},
			"a dog not allowed":   {booking.StartRequest{OfferID: testworld.OfferOf("boat"), Party: booking.Party{Adults: 2, Dogs: true}}, booking.UnitUnavailable},
			"no promotion":        {booking.StartRequest{OfferID: testworld.OfferOf("caravan"), Party: testworld.Couple, Promo: func(string, date.Date) bool { return false }}, booking.PromoNotValid},
		} {
			_, err := w.Bookings.Start(ctx, testworld.Visitor(), c.request)
			testworld.Want(t, name, testworld.CodeOf(t, err), c.code)
		}
		testworld.Want(t, "taken", w.Taken("caravan"), 1)
	})
}

func TestAChangedPriceIsRefusedWithTheNewOffer(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	testworld.Publish(t, w.Store, 199_00)
	_, err := start(w, testworld.Visitor(), "caravan")
	f, ok := booking.FailureOf(err)
	if !ok || f.Code != booking.PriceChanged || f.Price != 199_00 {
		t.Fatalf("got %v", err)
	}
	view, err := w.Bookings.Start(ctx, testworld.Visitor(), booking.StartRequest{OfferID: f.OfferID, Party: testworld.Couple})
	if err != nil || view.Quote.Total != 199_00 {
		t.Errorf("with the new offer: %v, %v", view.Quote.Total, err)
	}
}

func TestPromotionIsPaidInFull(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	v := testworld.Visitor()
	view, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: testworld.OfferOf("caravan"), Party: testworld.Couple, Promo: testworld.OfPromotion})
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.Bookings.GetDeposit(ctx, v, view.Ref)
	if err != nil || d.Deposit != nil || d.Quote.PayNowDeposit != nil {
		t.Errorf("got %v, %v", d.Deposit, err)
	}
	extras, err := w.Bookings.GetExtras(ctx, v, view.Ref)
	testworld.Want(t, "the discount box", extras.ShowDiscountBox, false)
	testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
	_, err = w.Bookings.SetDiscount(ctx, v, view.Ref, "SPRING20")
	testworld.Want(t, "a code", testworld.CodeOf(t, err), booking.DiscountInvalid)
}

func TestADogOnAEuropeanHolidayIsIgnored(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	view, err := w.Bookings.Start(ctx, testworld.Visitor(), booking.StartRequest{
		OfferID: testworld.OfferOf("euro"), Party: booking.Party{Adults: 2, Dogs: true}})
	if err != nil || view.Party.Dogs {
		t.Errorf("got a party %+v, %v; want it booked without the dog", view.Party, err)
	}
}

func TestHoldsAreLimited(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		var refs []string
		for i, unit := range []string{"caravan", "euro", "boat", "many"} {
			view, err := start(w, v, unit)
			if err != nil {
				t.Fatalf("hold %d: %v", i+1, err)
			}
			refs = append(refs, view.Ref)
			w.Clock.Advance(time.Second)
		}
		_, err := w.Bookings.Load(ctx, v, refs[0])
		testworld.Want(t, "the oldest hold was ended", testworld.CodeOf(t, err), booking.HoldExpired)
		testworld.Want(t, "its nights", w.Taken("caravan"), 0)
		for _, ref := range refs[1:] {
			_, err := w.Bookings.Load(ctx, v, ref)
			testworld.Want(t, ref, testworld.CodeOf(t, err), "")
		}
	})
	w := testworld.New(t, storetest.SQLite(t))
	for i := range 61 {
		_, err := start(w, testworld.Visitor(), "crowd")
		if (i == 60) != (testworld.CodeOf(t, err) == booking.RateLimited) {
			t.Fatalf("hold %d of one address: %v", i+1, err)
		}
	}
}

func TestHoldRunsOut(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "last")
		_, err := start(w, testworld.Visitor(), "last")
		testworld.Want(t, "while held", testworld.CodeOf(t, err), booking.UnitUnavailable)
		w.Clock.Advance(30 * time.Minute)
		_, err = w.Bookings.Load(ctx, v, view.Ref)
		testworld.Want(t, "before the sweep", testworld.CodeOf(t, err), booking.HoldExpired)
		_, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{})
		testworld.Want(t, "a change", testworld.CodeOf(t, err), booking.HoldExpired)
		w.Tick()
		testworld.Want(t, "taken", w.Taken("last"), 0)
		o, err := w.Payments.Show(ctx, view.Ref)
		testworld.Want(t, "state", o.Booking.State, booking.Expired)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		found, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: view.Ref, Surname: testworld.Jo.Surname, Postcode: "YO112AB"})
		testworld.Want(t, "an expired hold is not found: nobody is in it", testworld.CodeOf(t, err), booking.BookingNotFound)
		testworld.Want(t, "its reference", found.Ref, "")
		if _, err := start(w, testworld.Visitor(), "last"); err != nil {
			t.Errorf("after it: %v", err)
		}
	})
}

func TestPrepaymentProlongsTheHold(t *testing.T) {
	t.Run("[BOOK-70] 30 minutes, 15 more with an attempt, 60 at most, and none by saving", prepaymentProlongsTheHold)
}

func prepaymentProlongsTheHold(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	w.Clock.Advance(4 * time.Minute)
	for _, save := range []func() (booking.View, error){
		func() (booking.View, error) { return w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{}) },
		func() (booking.View, error) { return w.Bookings.SetUserDetails(ctx, v, view.Ref, testworld.Jo) },
	} {
		saved, err := save()
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "saved after 4 minutes", saved.ExpiresAt.Sub(view.StartedAt), 30*time.Minute)
	}
	until := func(after time.Duration) time.Duration {
		w.Clock.Advance(after)
		return w.Prepared(v, view, booking.PayFull).ExpiresAt.Sub(view.StartedAt)
	}
	testworld.Want(t, "early", until(time.Minute), 30*time.Minute)
	testworld.Want(t, "late: 15 minutes from the attempt", until(20*time.Minute), 40*time.Minute)
	testworld.Want(t, "the same attempt again", until(10*time.Minute), 50*time.Minute)
	testworld.Want(t, "never over 60", until(14*time.Minute), 60*time.Minute)
	testworld.Want(t, "nor when asked once more", until(5*time.Minute), 60*time.Minute)
	w.Clock.Advance(7 * time.Minute)
	_, err := w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
	testworld.Want(t, "a new attempt after it", testworld.CodeOf(t, err), booking.HoldExpired)
	w.Clock.Advance(10 * time.Minute)
	w.Tick()
	_, err = w.Bookings.Load(ctx, v, view.Ref)
	testworld.Want(t, "left by the visitor", testworld.CodeOf(t, err), booking.HoldExpired)
	testworld.Want(t, "taken", w.Taken("caravan"), 0)
}

func TestExtrasAndDiscounts(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		extras, err := w.Bookings.GetExtras(ctx, v, view.Ref)
		t.Run("[BOOK-61] the extras of the park are offered, none chosen", func(t *testing.T) {
			if err != nil || len(extras.Offered) != 3 || len(extras.Chosen) != 0 || !extras.ShowDiscountBox {
				t.Errorf("got %+v, %v", extras, err)
			}
		})
		t.Run("[BOOK-62] [AMT-04] setextras keeps the whole set and answers the quote", func(t *testing.T) {
			view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"LIN": 3, "COT": 1}})
			if err != nil || view.Quote.Extras != 52_50 || view.Quote.ExtrasDeposit != 7_50 || *view.Quote.PayNowDeposit != 56_50 {
				t.Errorf("got %+v, %v", view.Quote, err)
			}
			testworld.Want(t, "bed linen", view.Extras[0].TotalCost(), 37_50)
		})
		for _, wrong := range []map[string]int{{"LIN": 7}, {"COT": 2}, {"LIN": -1}, {"SPA": 1}} {
			_, err := w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: wrong})
			testworld.Want(t, fmt.Sprint(wrong), testworld.CodeOf(t, err), booking.Invalid)
		}
		t.Run("what the unit includes is not sold", func(t *testing.T) {
			lodge := w.Booked(v, "many")
			extras, err := w.Bookings.GetExtras(ctx, v, lodge.Ref)
			if err != nil || len(extras.Offered) != 2 || extras.Offered[0].Code != "COT" {
				t.Errorf("got %+v, %v", extras, err)
			}
			chosen, err := w.Bookings.SetExtras(ctx, v, lodge.Ref, booking.Choice{Quantities: map[string]int{"LIN": 1, "COT": 1}})
			if err != nil || len(chosen.Extras) != 1 || chosen.Quote.Extras != 15_00 {
				t.Errorf("with bed linen: got %+v, %v", chosen.Extras, err)
			}
		})
		discount := func(code string) booking.Deposit {
			t.Helper()
			d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, code)
			if err != nil {
				t.Fatalf("%s: %v", code, err)
			}
			return d
		}
		t.Run("[AMT-06] [AMT-11] a discount comes back as a negative value", func(t *testing.T) {
			d := discount(" spring20 ")
			testworld.Want(t, "value", d.DiscountValue, -20_00)
			testworld.Want(t, "type", d.Quote.DiscountType, booking.CodeDiscount)
			testworld.Want(t, "total", d.Quote.Total, 221_50)
			testworld.Want(t, "a percentage", discount("TENTH").DiscountValue, -18_90)
		})
		for _, code := range []string{"NOTHING", "OVER", "LODGE", strings.Repeat("X", 100)} {
			_, err := w.Bookings.SetDiscount(ctx, v, view.Ref, code)
			testworld.Want(t, code, testworld.CodeOf(t, err), booking.DiscountInvalid)
		}
		d, err := w.Bookings.GetDeposit(ctx, v, view.Ref)
		testworld.Want(t, "what was applied stays", d.Discount.Code, "TENTH")
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		t.Run("[AMT-12] a voucher gives its amount, what is over stays on it", func(t *testing.T) {
			d := discount("GIFTBIG")
			testworld.Want(t, "type", d.Quote.DiscountType, booking.VoucherDiscount)
			testworld.Want(t, "amount", d.DiscountValue, -241_50)
			testworld.Want(t, "remaining", d.VoucherRemaining, 758_50)
			testworld.Want(t, "paid", d.Quote.PaidWithFullVoucher, true)
		})
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{})
		testworld.Want(t, "the voucher follows the extras", view.Quote.Discount, 189_00)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "removed", discount("").Quote.Total, 189_00)
		t.Run("[AMT-22] getdeposit answers the deposit, its due date and whether it is compulsory", func(t *testing.T) {
			d, err := w.Bookings.GetDeposit(ctx, v, view.Ref)
			if err != nil || *d.Deposit != 49_00 || d.Quote.DueDate != "08/05/2026" || d.Quote.Compulsory {
				t.Errorf("got %+v, %v", d.Quote, err)
			}
			euro := w.Booked(testworld.Visitor(), "euro")
			testworld.Want(t, "a quarter, compulsory", *euro.Quote.Deposit, 47_25)
			testworld.Want(t, "compulsory", euro.Quote.Compulsory, true)
			testworld.Want(t, "the operator's balance has no due date", euro.Quote.DueDate, "")
		})
	})
}

// A code that covered everything leaves no deposit. Without it, or with a
// smaller one instead, there is a deposit again.
func TestADepositIsOfferedAgainWithoutTheFullDiscount(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		deposit := func(code string) *money.Pence {
			t.Helper()
			set, err := w.Bookings.SetDiscount(ctx, v, view.Ref, code)
			if err != nil {
				t.Fatal(err)
			}
			read, err := w.Bookings.GetDeposit(ctx, v, view.Ref)
			if err != nil || (read.Deposit == nil) != (set.Deposit == nil) {
				t.Errorf("%q: getdeposit says %v, setdiscount %v, %v", code, read.Deposit, set.Deposit, err)
			}
			return set.Deposit
		}
		for _, all := range []string{"HUGE", "GIFTALL"} {
			for _, after := range []string{"", "SPRING20"} {
				if d := deposit(all); d != nil {
					t.Errorf("with %s: a deposit of %v", all, *d)
				}
				if d := deposit(after); d == nil || *d != 49_00 {
					t.Errorf("with %q after %s: %v", after, all, d)
				}
			}
		}
	})
}

func TestVouchersAreSpentOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		visitors := make([]booking.Visitor, 6)
		views := make([]booking.View, len(visitors))
		for i := range visitors {
			visitors[i] = testworld.Visitor()
			views[i] = w.Booked(visitors[i], "many")
		}
		var total atomic.Int64
		var used atomic.Int64
		parallel(len(visitors), func(i int) {
			d, err := w.Bookings.SetDiscount(ctx, visitors[i], views[i].Ref, "GIFT50")
			if err == nil {
				used.Add(1)
				total.Add(int64(-d.DiscountValue))
			} else if testworld.CodeOf(t, err) != booking.DiscountInvalid {
				t.Error(err)
			}
		})
		testworld.Want(t, "bookings that have it", used.Load(), 1)
		testworld.Want(t, "taken off in all", total.Load(), 50_00)
		w.Clock.Advance(31 * time.Minute)
		w.Tick()
		v := testworld.Visitor()
		late := w.Booked(v, "many")
		d, err := w.Bookings.SetDiscount(ctx, v, late.Ref, "GIFT50")
		testworld.Want(t, "a hold that ran out gives it back", d.DiscountValue, money.Pence(-50_00))
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
	})
}

func TestParallelStarts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		servers := []*testworld.World{w, w}
		if db.Name == "PostgreSQL" { // a second server on the same database
			servers[1] = w.SecondNode(db)
		}
		var held, refused atomic.Int64
		parallel(200, func(i int) {
			v := booking.Visitor{Token: booking.NewToken(), Network: fmt.Sprint(i)}
			switch _, err := start(servers[i%2], v, "many"); testworld.CodeOf(t, err) {
			case "":
				held.Add(1)
			case booking.UnitUnavailable:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
		testworld.Want(t, "holds", held.Load(), 10)
		testworld.Want(t, "refused", refused.Load(), 190)
		testworld.Want(t, "taken", w.Taken("many"), 10)
		t.Run("eight clicks of one visitor are one hold", func(t *testing.T) {
			v := testworld.Visitor()
			refs := make([]string, 8)
			parallel(8, func(i int) {
				view, err := start(servers[i%2], v, "caravan")
				if err != nil {
					t.Error(err)
				}
				refs[i] = view.Ref
			})
			for _, ref := range refs {
				testworld.Want(t, "reference", ref, refs[0])
			}
			testworld.Want(t, "taken", w.Taken("caravan"), 1)
		})
	})
}

func parallel(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

// paidBooking books a unit and pays in full.
func paidBooking(t *testing.T, w *testworld.World, unit string) booking.View {
	t.Helper()
	v := testworld.Visitor()
	return w.Paid(v, w.Booked(v, unit), booking.PayFull)
}

// What an extra changes is what the booking says, and dogs are counted where the park
// states a limit.
func TestTimesAndDogsAreThoseThatWereBought(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v, two, three, none := testworld.Visitor(), 2, 3, 0
		party := booking.Party{Adults: 2, Dogs: true}
		view, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: testworld.OfferOf("caravan"), Party: party})
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "the park's times", view.Times(), booking.Times{CheckIn: "4pm", CheckOut: "10am"})
		testworld.Want(t, "dogs that were not counted", view.Party.DogsText(), "+ dogs")
		for _, wrong := range []*int{&three, &none} {
			_, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Dogs: wrong})
			f, _ := booking.FailureOf(err)
			if f == nil || f.Code != booking.Invalid || f.Fields[0].Field != "dogs" {
				t.Errorf("%d dogs: %v", *wrong, err)
			}
		}
		if _, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"LCO": 1}, Dogs: &two}); err != nil {
			t.Fatal(err)
		}
		// A client that does not speak of dogs changes nothing.
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"LCO": 1, "LIN": 1}})
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "dogs", view.Party.DogsText(), "+ 2 dogs")
		view, err = w.Bookings.Load(ctx, v, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "times with a late check-out", view.Times(), booking.Times{CheckIn: "4pm", CheckOut: "midday"})
		testworld.Want(t, "dogs when read again", view.Party.DogCount, 2)
		offered, err := w.Bookings.GetExtras(ctx, v, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "times without extras", offered.Times, booking.Times{CheckIn: "4pm", CheckOut: "10am"})
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{})
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "times without it", view.Times().CheckOut, "10am")
	})
}

// withLinen is the catalogue of the test world, in which every unit includes bed linen
// from some time on.
type withLinen struct {
	testworld.UnitFinder
	included *bool
}

func (c withLinen) Unit(id string) (booking.Unit, bool) {
	unit, ok := c.UnitFinder.Unit(id)
	if *c.included {
		unit.Type.Features = []string{"linen"}
	}
	return unit, ok
}

// An import during the hold changes no amount that the visitor has seen. The next choice
// of extras goes without what the unit includes by then, also if the page still sends it.
func TestAnExtraThatTheUnitIncludesSinceItWasChosen(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		included := false
		w := testworld.New(t, db, func(c *booking.Config, _ *payment.Config) { c.Catalogue = withLinen{included: &included} })
		v := testworld.Visitor()
		view := w.BookedMuch(v, map[string]int{"LIN": 3, "COT": 1}, "")
		included = true
		loaded, err := w.Bookings.Load(ctx, v, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "quote", loaded.Quote.Hash, view.Quote.Hash)
		extras, err := w.Bookings.GetExtras(ctx, v, view.Ref)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		var charged money.Pence // what a page adds up from the extras
		for _, e := range extras.Offered {
			charged += e.Cost * money.Pence(extras.Chosen[e.Code])
		}
		testworld.Want(t, "extras as they are charged", charged, loaded.Quote.Extras)
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: extras.Chosen})
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "extras", view.Quote.Extras, 15_00)
		testworld.Want(t, "how many", len(view.Extras), 1)
	})
}

// The park's rules are checked by the server, whichever call breaks them.
func TestTheRulesOfAParkAreKept(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		refused := func(what string, err error, code booking.Code, field, message string) {
			t.Helper()
			f, ok := booking.FailureOf(err)
			if !ok || f.Code != code || f.Message != message || field != "" && f.Fields[0].Field != field {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, err := w.Bookings.Start(ctx, testworld.Visitor(), booking.StartRequest{OfferID: testworld.OfferOf("caravan"), Party: booking.Party{Adults: 9}})
		refused("nine adults", err, booking.InvalidParty, "", "At most 8 adults in one booking; please call us about a larger group.")

		const tooYoung = "The lead guest must be 21 or over on the day of arrival."
		v := testworld.Visitor()
		view, err := start(w, v, "caravan") // arrives on 17 July 2026
		if err != nil {
			t.Fatal(err)
		}
		contact := func(dob string) {
			t.Helper()
			c := testworld.Jo
			c.DOB = dob
			if _, err := w.Bookings.SetUserDetails(ctx, v, view.Ref, c); err != nil {
				t.Fatal(err)
			}
		}
		aged := func(age string) []booking.Member {
			members := slices.Clone(testworld.Members)
			members[0].Age = age
			return members
		}
		contact("18/07/2005")
		_, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, testworld.Members, false)
		refused("a contact who is 20 on arrival", err, booking.Invalid, "dob", tooYoung)
		_, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, aged("20"), true)
		refused("a first adult of 20", err, booking.Invalid, "age1", tooYoung)
		_, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, aged("21"), true)
		testworld.Want(t, "a contact of 20 who stays at home", testworld.CodeOf(t, err), "")
		contact("17/07/2005")
		_, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, testworld.Members, false)
		testworld.Want(t, "21 on the day of arrival", testworld.CodeOf(t, err), "")

		young := testworld.Jo
		young.DOB = "18/07/2005"
		_, err = w.Bookings.SetUserDetails(ctx, v, view.Ref, young)
		refused("a contact changed after the party", err, booking.Invalid, "dob", tooYoung)
	})
}
