package payment_test

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// levying is the catalogue of the test world with levies on all unit types.
type levying struct {
	testworld.UnitFinder
	levies []catalogue.Levy
}

func (l *levying) Unit(id string) (booking.Unit, bool) {
	unit, ok := l.UnitFinder.Unit(id)
	unit.Levies = l.levies
	return unit, ok
}

// publishLevy publishes the unit 'flex' in a region with one levy.
func publishLevy(t *testing.T, s *store.Store, levy string) {
	t.Helper()
	goods, err := s.Stage(t.Context(), store.CataloguePart, false)
	for kind, body := range map[catalogue.Kind]string{
		catalogue.KindUnit:     `{"id":"flex","park":"P-flex","channel":"ukcaravan"}`,
		catalogue.KindPark:     `{"id":"P-flex","region":"12","operator":"OP-flex"}`,
		catalogue.KindOperator: `{"id":"OP-flex"}`,
		catalogue.KindRegion:   `{"id":"12","levies":[` + levy + `]}`,
	} {
		var id struct{ ID string }
		if err == nil {
			err = json.Unmarshal([]byte(body), &id)
		}
		if err == nil {
			err = goods.Put(t.Context(), kind, id.ID, []byte(body))
		}
	}
	if err == nil {
		_, err = goods.Publish(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func offerOf(unit string, price money.Pence) string {
	return booking.Offer{UnitTypeID: unit, Arrival: testworld.Summer, Nights: 3, Price: price}.ID()
}

// A levy is in the price from the hold to the statement, is that of the adults who come, and
// is not owed for a stay that was cancelled. The quarter's sums are those of the bookings.
func TestALevyFromTheHoldToTheCouncil(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		site := &levying{levies: []catalogue.Levy{{Name: "City levy", Percent: 5_00, Nights: 2}, {Name: "Pitch levy", Amount: 75, AdultsOnly: true}}}
		w := testworld.New(t, db, func(c *booking.Config, _ *payment.Config) { c.Catalogue = site })
		want := testworld.Want[money.Pence]
		const base = testworld.Price + 50_00                   // of the family; the couple pays £50 less
		city, ofCouple := money.Pence(7_97), money.Pence(6_30) // 5% of two nights of three

		v, family := testworld.Visitor(), booking.Party{Adults: 2, Children: 1}
		shown := base + city + 3*3*75
		view, err := w.Bookings.Start(t.Context(), v, booking.StartRequest{OfferID: offerOf("flex", shown), Party: family})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "a family pays for its adults", view.Stay.Price, base+city+3*2*75)
		testworld.Want(t, "what the price includes", view.Stay.Included(), "City levy "+city.Text()+" (5%, on the first 2 nights); Pitch levy £4.50 (£0.75 per adult per night)")
		couple := func() (booking.Visitor, booking.View) {
			v := testworld.Visitor()
			r := booking.StartRequest{OfferID: offerOf("flex", testworld.Price+ofCouple+3*2*75), Party: testworld.Couple}
			return v, w.Paid(v, w.BookedAs(v, r), booking.PayFull)
		}
		_, kept := couple()
		v, leaves := couple()
		w.Tick()
		first, last := testworld.Summer-100, testworld.Summer+100
		levied := func() (sum money.Pence, stays int) {
			t.Helper()
			all, left, err := accounts.LeviesOf(t.Context(), w.Store.Statements(), first, last)
			if err != nil || len(left) > 0 || len(all) != 2 || all[0].Levy != "City levy" || all[0].Park != "Gannet Sands" {
				t.Fatalf("%+v, left out %v, %v", all, left, err)
			}
			sum = all[0].Sum + all[1].Sum
			rows, err := export.Bookings(t.Context(), io.Discard, w.Store.Exports(), export.Options{Format: export.CSV})
			if err != nil || !slices.Contains(rows.Totals, export.Total{Column: "levies", Sum: sum}) {
				t.Errorf("the export of bookings has not %s of levies: %+v, %v", sum, rows.Totals, err)
			}
			return sum, all[0].Stays
		}
		sum, stays := levied()
		want(t, "of two stays", sum, 2*(ofCouple+3*2*75))
		testworld.Want(t, "stays", stays, 2)
		drafts, err := accounts.Draft(t.Context(), w.Store.Statements(), agreed(rand.New(rand.NewPCG(1, 1))), "", date.In(w.Clock.Now()), w.Clock.Now())
		if err != nil || len(drafts.Statements) != 1 {
			t.Fatalf("%+v, %v", drafts, err)
		}
		want(t, "of the statement", drafts.Statements[0].Total.Levies, sum)

		p, err := w.Payments.PlanCancel(t.Context(), v, leaves.Ref)
		if err == nil {
			err = w.Payments.CancelOwn(t.Context(), v, leaves.Ref, p.Hash(), uuid.NewString())
		}
		if err != nil {
			t.Fatal(err)
		}
		sum, stays = levied()
		want(t, "after one was cancelled", sum, ofCouple+3*2*75)
		testworld.Want(t, "stays", stays, 1)

		publishLevy(t, w.Store, `{"name":"City levy","percent":"5","nights":2}`) // another law by the new day
		if err := w.Payments.Move(context.Background(), kept.Ref, booking.Destination{Arrival: testworld.Summer + 1}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		overview, err := w.Payments.Show(t.Context(), kept.Ref)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "after a move", overview.Booking.Stay.Price, testworld.Price+ofCouple)
	})
}
