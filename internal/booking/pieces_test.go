package booking_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// limited are extras of which a park has so many.
var limited = []catalogue.Extra{
	{Code: "CHG", Name: "Car charger", Cost: 6_00, Max: 2, Per: []string{"night"}, Stock: catalogue.Stock{Pieces: 3}},
	{Code: "ECI", Name: "Early check-in", Cost: 20_00, Max: 1, CheckIn: "1pm", Stock: catalogue.Stock{Pieces: 1, Per: "stay"}},
}

func limitedWorld(t *testing.T, db storetest.Database, extras []catalogue.Extra) *testworld.World {
	return testworld.New(t, db, func(c *booking.Config, _ *payment.Config) { c.Catalogue = charging{extras: extras} })
}

func choose(w *testworld.World, v booking.Visitor, ref string, quantities map[string]int) (booking.View, error) {
	return w.Bookings.SetExtras(ctx, v, ref, booking.Choice{Quantities: quantities})
}

// Of a limited extra no more is sold than there is, whoever asks at once, and what a hold
// that ends has taken can be sold again.
func TestLimitedExtrasAreNeverOversold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := limitedWorld(t, db, limited)
		const visitors = 12
		var who [visitors]booking.Visitor
		var refs [visitors]string
		for i := range visitors {
			who[i] = testworld.Visitor()
			view, err := start(w, who[i], "crowd")
			if err != nil {
				t.Fatal(err)
			}
			refs[i] = view.Ref
		}
		var chargers, early atomic.Int64
		parallel(visitors, func(i int) {
			if _, err := choose(w, who[i], refs[i], map[string]int{"CHG": 1}); err == nil {
				chargers.Add(1)
			} else if testworld.CodeOf(t, err) != booking.Invalid {
				t.Errorf("visitor %d: %v", i, err)
			}
			if _, err := choose(w, who[i], refs[i], map[string]int{"ECI": 1}); err == nil {
				early.Add(1)
			}
		})
		if early.Load() != 1 {
			t.Errorf("sold %d early check-ins of one", early.Load())
		}
		books, err := w.Store.Verify(ctx)
		if err != nil || len(books.Wrong) > 0 {
			t.Errorf("books: %v, %v", books.Wrong, err)
		}
		w.Clock.Advance(2 * time.Hour)
		w.Tick()
		v := testworld.Visitor()
		view, err := start(w, v, "crowd")
		if err == nil {
			_, err = choose(w, v, view.Ref, map[string]int{"CHG": 2, "ECI": 1})
		}
		if err != nil {
			t.Errorf("after the holds: %v", err)
		}
		books, err = w.Store.Verify(ctx)
		if err != nil || len(books.Wrong) > 0 {
			t.Errorf("books at the end: %v, %v", books.Wrong, err)
		}
	})
}

// What is left is what is offered; a visitor's own pieces are among it, and another choice
// gives them back.
func TestWhatIsLeftOfAnExtraIsOffered(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := limitedWorld(t, db, limited)
		most := func(v booking.Visitor, ref, code string) int {
			t.Helper()
			offered, err := w.Bookings.GetExtras(ctx, v, ref)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range offered.Offered {
				if o.Code == code {
					return o.Max
				}
			}
			return 0
		}
		first, second := testworld.Visitor(), testworld.Visitor()
		one, err := start(w, first, "caravan")
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		two, err := start(w, second, "caravan")
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		one, err = choose(w, first, one.Ref, map[string]int{"CHG": 2, "ECI": 1})
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "times", one.Times().CheckIn, "1pm")
		testworld.Want(t, "chargers for the first", most(first, one.Ref, "CHG"), 2)
		testworld.Want(t, "chargers for the second", most(second, two.Ref, "CHG"), 1)
		testworld.Want(t, "early check-in for the second", most(second, two.Ref, "ECI"), 0)
		_, err = choose(w, second, two.Ref, map[string]int{"CHG": 2})
		f, _ := booking.FailureOf(err)
		if f == nil || f.Code != booking.Invalid || f.Fields[0].Field != "extras[CHG]" || f.Fields[0].Message != "Car charger: only 1 left for your stay" {
			t.Errorf("more than are left: %+v", f)
		}
		_, err = choose(w, first, one.Ref, nil)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		_, err = choose(w, second, two.Ref, map[string]int{"CHG": 2, "ECI": 1})
		testworld.Want(t, "failure once they are back", testworld.CodeOf(t, err), "")
		w.Paid(second, w.Booked(second, "caravan"), booking.PayFull)
		if err := w.Payments.Change(ctx, two.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "chargers after a cancellation", most(first, one.Ref, "CHG"), 2)
	})
}

// A stay whose compulsory extra has no piece left is not on sale.
func TestALimitedCompulsoryExtraLimitsStays(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := limitedWorld(t, db, []catalogue.Extra{{Code: "GAS", Name: "Gas bottle", Cost: 18_00, Compulsory: true, Stock: catalogue.Stock{Pieces: 2}}})
		for i, want := range []booking.Code{"", "", booking.UnitUnavailable} {
			_, err := w.Bookings.Start(ctx, testworld.Visitor(), booking.StartRequest{OfferID: offerAt(207_00), Party: testworld.Couple})
			if got := testworld.CodeOf(t, err); got != want {
				t.Errorf("start %d: %q, want %q", i, got, want)
			}
		}
		books, err := w.Store.Verify(ctx)
		if err != nil || len(books.Wrong) > 0 {
			t.Errorf("books: %v, %v", books.Wrong, err)
		}
	})
}

// A booking that moves to another park takes pieces of the same extra there, and none of
// another one with the same code. What it keeps is not told as taken out.
func TestAMoveTakesPiecesOfTheSameExtra(t *testing.T) {
	for name, c := range map[string]struct {
		theirs catalogue.Extra
		stock  catalogue.Stock
	}{
		"the same extra": {catalogue.Extra{Code: "CHG", Name: "Car charger", Max: 1, Stock: catalogue.Stock{Pieces: 5}}, catalogue.Stock{Pieces: 5}},
		"another one":    {catalogue.Extra{Code: "CHG", Name: "Champagne", Max: 1, Stock: catalogue.Stock{Pieces: 1, Per: "stay"}}, catalogue.Stock{}},
	} {
		storetest.Any(t, func(t *testing.T, db storetest.Database) {
			w := limitedWorld(t, db, limited)
			v := testworld.Visitor()
			view, err := choose(w, v, w.Booked(v, "caravan").Ref, map[string]int{"CHG": 1})
			if err != nil {
				t.Fatal(err)
			}
			w.Paid(v, view, booking.PayFull)
			unit, _ := charging{extras: []catalogue.Extra{c.theirs}}.Unit("many")
			var steps []string
			agreed := testworld.Staff
			agreed.Agree = func(s []string) bool { steps = s; return true }
			if err := w.Payments.Move(ctx, view.Ref, booking.Destination{Unit: &unit}, agreed); err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(steps, "; "); strings.Contains(text, "taken out") {
				t.Errorf("%s: %s", name, text)
			}
			overview, err := w.Payments.Show(ctx, view.Ref)
			if err != nil {
				t.Fatal(err)
			}
			testworld.Want(t, name, overview.Booking.Extras[0].Stock, c.stock)
			books, err := w.Store.Verify(ctx)
			if err != nil || len(books.Wrong) > 0 {
				t.Errorf("%s: books: %v, %v", name, books.Wrong, err)
			}
		})
	}
}

// grouped counts the transactions of GroupCommit.
type grouped struct {
	booking.Store
	count *int
}

func (g grouped) GroupCommit(ctx context.Context, fn func(booking.Tx) error) error {
	*g.count++
	return g.Store.GroupCommit(ctx, fn)
}

// A choice waits for the lock of all changes only where it changes what is taken of limited
// extras.
func TestOnlyLimitedExtrasWaitForTheLockOfChanges(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		count := 0
		w := testworld.New(t, db, func(c *booking.Config, _ *payment.Config) {
			c.Catalogue, c.Store = charging{extras: append(limited, charged[1])}, grouped{c.Store, &count}
		})
		v := testworld.Visitor()
		ref := w.Booked(v, "caravan").Ref
		for _, step := range []struct {
			chosen map[string]int
			groups int
		}{
			{map[string]int{"BRK": 1}, 0},
			{map[string]int{"BRK": 1, "CHG": 1}, 1},
			{map[string]int{"CHG": 1}, 0},
			{nil, 1},
		} {
			count = 0
			view, err := choose(w, v, ref, step.chosen)
			if err != nil {
				t.Fatal(err)
			}
			if count != step.groups || len(view.Extras) != len(step.chosen) {
				t.Errorf("%v: %d transactions of GroupCommit, want %d; has %v", step.chosen, count, step.groups, view.Extras)
			}
		}
	})
}

// The books name an extra as one, and say where more pieces are taken than there are.
func TestTheBooksOfExtras(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := limitedWorld(t, db, limited)
		v := testworld.Visitor()
		view, err := choose(w, v, w.Booked(v, "caravan").Ref, map[string]int{"CHG": 2, "ECI": 1})
		if err != nil {
			t.Fatal(err)
		}
		park, first := view.Stay.ParkID, testworld.Summer.ISO()
		for _, statement := range []string{
			"UPDATE booking SET terms = replace(terms, '\"pieces\":3', '\"pieces\":1')",
			"DELETE FROM stock WHERE unit_type = '" + park + " ECI'",
		} {
			err := w.Store.Update(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(statement)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		books, err := w.Store.Verify(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range books.Wrong {
			got = append(got, c.About+": "+c.Text)
		}
		text := strings.Join(got, "\n")
		for _, want := range []string{
			"oversold: extra CHG of park " + park + " on " + first + ": 2 are taken of 1: it was sold twice",
			"nights: extra ECI of park " + park + " on " + first + ": 0 are taken, bookings have 1",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
	})
}
