package payment_test

import (
	"context"
	"errors"
	"strings"
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

// bookAndPay books a unit and pays an option by card.
func bookAndPay(t *testing.T, w *testworld.World, unit string, option booking.PaymentOption) booking.View {
	t.Helper()
	v := testworld.Visitor()
	return w.Paid(v, w.Booked(v, unit), option)
}

func onDay(d date.Date) booking.Destination { return booking.Destination{Arrival: d} }

func inUnit(id string) booking.Destination {
	u, _ := testworld.UnitFinder{}.Unit(id)
	return booking.Destination{Unit: &u}
}

// What the promotion takes off is paid less, and still taken off after a move.
func TestAPromotionalPriceIsPaidAndKeptInAMove(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Paid(v, w.BookedAs(v, booking.StartRequest{OfferID: testworld.OfferOf("last"), Party: testworld.Couple,
			Promo: testworld.OfPromotion, PercentOff: 15}), booking.PayDeposit)
		o := state(t, w, view.Ref)
		want(t, "total", o.Booking.Total, 160_65) // of 189.00
		want(t, "outstanding", o.Booking.Outstanding(), 0)
		testworld.Publish(t, w.Store, 250_00)
		if err := w.Payments.Move(context.Background(), view.Ref, onDay(testworld.Summer+1), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		o = state(t, w, view.Ref)
		want(t, "total after the move", o.Booking.Total, 212_50)
		want(t, "outstanding after the move", o.Booking.Outstanding(), 212_50-160_65)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	})
}

func TestABookingIsMoved(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		view := bookAndPay(t, w, "last", booking.PayDeposit)
		testworld.Publish(t, w.Store, 250_00)
		var steps []string
		asked := payment.StaffMember{By: "test", Why: "the roof leaks", Agree: func(s []string) bool { steps = s; return false }}
		if err := w.Payments.Move(ctx, view.Ref, onDay(testworld.Summer+1), asked); err == nil {
			t.Error("it was moved without agreement")
		}
		want(t, "taken before", w.Taken("last"), 1)
		if text := strings.Join(steps, "; "); !strings.Contains(text, "from £189.00 to £250.00") || !strings.Contains(text, "£201.00 is left to pay, before 09/05/2026") {
			t.Errorf("steps: %s", text)
		}
		// The days overlap, and there is one unit.
		if err := w.Payments.Move(ctx, view.Ref, onDay(testworld.Summer+1), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		o := state(t, w, view.Ref)
		want(t, "taken on the first day", w.Taken("last"), 0)
		want(t, "arrival", o.Booking.Stay.Arrival, testworld.Summer+1)
		want(t, "total", o.Booking.Total, 250_00)
		want(t, "outstanding", o.Booking.Outstanding(), 201_00)
		want(t, "due", o.Booking.BalanceDue, "09/05/2026")
		want(t, "recorded", o.Actions[len(o.Actions)-1].Command, "booking move")
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
		if _, err := start(w, testworld.Visitor(), "last", testworld.Summer+3, 250_00); err == nil {
			t.Error("a night that the move took was sold again")
		}
		w.Tick()
		want(t, "e-mails", len(w.Emails.Jobs(booking.EmailChanged)), 1)

		if err := w.Payments.Move(ctx, view.Ref, inUnit("many"), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "unit", state(t, w, view.Ref).Booking.Stay.UnitTypeID, "many")
		if _, err := start(w, testworld.Visitor(), "last", testworld.Summer+1, 250_00); err != nil {
			t.Errorf("the nights that the move returned: %v", err)
		}
		for name, to := range map[string]booking.Destination{
			"it is there already":    onDay(testworld.Summer + 1),
			"is not free for":        inUnit("last"),
			"has no price":           onDay(testworld.Summer + 20),
			"before tomorrow":        onDay(date.In(testworld.Start)),
			"another operator's":     inUnit("euro"),
			"it has no unit or date": {},
		} {
			err := w.Payments.Move(ctx, view.Ref, to, testworld.Staff)
			if f, ok := booking.FailureOf(err); !ok || !strings.Contains(f.Message, name) && to != (booking.Destination{}) {
				t.Errorf("%s: %v", name, err)
			}
		}
		want(t, "e-mails", len(w.Emails.Jobs(booking.EmailChanged)), 1) // the second is written and not sent yet
		w.Clock.Advance(200 * 24 * time.Hour)
		err := w.Payments.Move(ctx, view.Ref, inUnit("caravan"), testworld.Staff)
		if f, ok := booking.FailureOf(err); !ok || f.Message != "its stay has begun" {
			t.Errorf("a stay that had begun: %v", err)
		}
	})
}

// Nobody pays for bed linen that the new unit comes with.
func TestABookingIsMovedToAUnitThatIncludesAnExtra(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view, err := w.Bookings.SetExtras(ctx, v, w.BookedWith(v, "caravan", "SPRING20").Ref, booking.Choice{Quantities: map[string]int{"LIN": 3, "COT": 1}})
		if err != nil {
			t.Fatal(err)
		}
		w.Paid(v, view, booking.PayFull)
		want(t, "total before", state(t, w, view.Ref).Booking.Total, 221_50)
		if err := w.Payments.Move(ctx, view.Ref, onDay(testworld.Summer+1), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "total on another day", state(t, w, view.Ref).Booking.Total, 221_50)
		var steps []string
		agreed := testworld.Staff
		agreed.Agree = func(s []string) bool { steps = s; return true }
		if err := w.Payments.Move(ctx, view.Ref, inUnit("many"), agreed); err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(steps, "; "); !strings.Contains(text, "Bed linen × 3 for £37.50 is taken out: the unit comes with it") ||
			!strings.Contains(text, "from £221.50 to £184.00") || strings.Contains(text, "Travel cot") {
			t.Errorf("steps: %s", text)
		}
		o := state(t, w, view.Ref)
		want(t, "total", o.Booking.Total, 184_00)
		want(t, "taken off", o.Booking.Reduction(), 20_00)
		want(t, "extras", len(o.Booking.Extras), 1)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatCannotBeMoved(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		topUp := func(view booking.View) {
			v := testworld.Visitor()
			if _, err := w.Bookings.GetMyBooking(ctx, v, booking.Lookup{BookingID: view.Ref, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Payments.Prepay(ctx, v, payment.Request{BookID: view.Ref, Option: booking.PayTopUp, TopUp: "40", Method: payment.Card,
				Expected: 40_00, Key: "00000000-0000-4000-8000-000000000001"}); err != nil {
				t.Fatal(err)
			}
		}
		imported := func(view booking.View) {
			change(t, w, view.Ref, func(tx payment.Tx, b *booking.Booking) error {
				b.Imported = true
				return tx.SaveBooking(*b)
			})
		}
		for name, c := range map[string]struct {
			before  func(booking.View)
			code    booking.Code
			message string
		}{
			"while a payment is under way": {topUp, booking.PaymentInProgress, ""},
			"imported":                     {imported, booking.WrongState, "it was imported"},
		} {
			view := bookAndPay(t, w, "caravan", booking.PayDeposit)
			c.before(view)
			err := w.Payments.Move(ctx, view.Ref, onDay(testworld.Summer+1), testworld.Staff)
			if f, ok := booking.FailureOf(err); !ok || f.Code != c.code || !strings.Contains(f.Message, c.message) {
				t.Errorf("%s: %v", name, err)
			}
			want(t, name, state(t, w, view.Ref).Booking.Stay.Arrival, testworld.Summer)
		}
	})
}

// What a code took off stays off, unless the new price is less than that.
func TestABookingWithAVoucherIsMoved(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.BookedWith(v, "caravan", "GIFT50")
		w.Paid(v, view, booking.PayFull)
		testworld.Publish(t, w.Store, 40_00)
		err := w.Payments.Move(ctx, view.Ref, onDay(testworld.Summer+1), testworld.Staff)
		if f, ok := booking.FailureOf(err); !ok || !strings.Contains(f.Message, "£50.00 was taken off") {
			t.Errorf("to a stay that costs less than the voucher: %v", err)
		}
		testworld.Publish(t, w.Store, 250_00)
		if err := w.Payments.Move(ctx, view.Ref, onDay(testworld.Summer+1), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		o := state(t, w, view.Ref)
		want(t, "taken off", o.Booking.Reduction(), 50_00)
		want(t, "outstanding", o.Booking.Outstanding(), 61_00)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
	})
}

// A balance that is paid to the park operator is due by its rule, if it has one.
func TestACompulsoryDepositIsMoved(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		for days, due := range map[int]string{0: "", 42: (testworld.Summer + 4 - 42).String()} {
			view := bookAndPay(t, w, "euro", booking.PayDeposit)
			change(t, w, view.Ref, func(tx payment.Tx, b *booking.Booking) error {
				if b.Stay.Deposit.BalanceDueDays = days; days > 0 {
					b.BalanceDue = booking.DueDate(b.Stay.Deposit, b.Stay.Arrival).String()
				}
				return tx.SaveBooking(*b)
			})
			if err := w.Payments.Move(context.Background(), view.Ref, onDay(testworld.Summer+4), testworld.Staff); err != nil {
				t.Fatal(err)
			}
			o := state(t, w, view.Ref)
			want(t, "due", o.Booking.BalanceDue, due)
			want(t, "to the operator", o.Booking.BalanceToOperator(), true)
		}
	})
}

// Where the rule's day is over there are seven days to pay, at most until the arrival.
func TestTheBalanceOfABookingThatIsMovedLateIsDue(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		view := bookAndPay(t, w, "caravan", booking.PayDeposit)
		for _, c := range []struct{ today, arrival, due date.Date }{
			{testworld.Summer - 20, testworld.Summer + 1, testworld.Summer - 13},
			{testworld.Summer - 3, testworld.Summer + 2, testworld.Summer + 2},
		} {
			w.Clock.Advance(c.today.Time().Add(12 * time.Hour).Sub(w.Clock.Now()))
			if err := w.Payments.Move(context.Background(), view.Ref, onDay(c.arrival), testworld.Staff); err != nil {
				t.Fatal(err)
			}
			want(t, "due", state(t, w, view.Ref).Booking.BalanceDue, c.due.String())
		}
	})
}

// movedToACheaperStay books for 189 pounds, which are paid, and moves to a day that costs 150.
func movedToACheaperStay(t *testing.T, w *testworld.World) booking.View {
	t.Helper()
	view := bookAndPay(t, w, "caravan", booking.PayFull)
	testworld.Publish(t, w.Store, 150_00)
	if err := w.Payments.Move(context.Background(), view.Ref, onDay(testworld.Summer+1), testworld.Staff); err != nil {
		t.Fatal(err)
	}
	return view
}

// A heater was broken: a part is taken off the price of a stay that is kept.
func TestGoodwillReducesThePriceOfAStayThatIsKept(t *testing.T) {
	for _, c := range []struct {
		option             booking.PaymentOption
		amount, paid, left money.Pence
	}{
		{booking.PayFull, 40_00, 149_00, 0},
		{booking.PayDeposit, 40_00, 49_00, 100_00},
		{booking.PayDeposit, 150_00, 39_00, 0}, // less is left to pay first
	} {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			view := bookAndPay(t, w, "caravan", c.option)
			if err := goodwill(w, view.Ref, c.amount); err != nil {
				t.Fatal(err)
			}
			want(t, "left to pay at once", state(t, w, view.Ref).Booking.Outstanding(), c.left)
			w.Tick()
			o := state(t, w, view.Ref)
			want(t, "state", o.Booking.State, booking.Confirmed)
			want(t, "total", o.Booking.Total, 189_00-c.amount)
			want(t, "paid", o.Booking.AmountPaid, c.paid)
			want(t, "left to pay", o.Booking.Outstanding(), c.left)
			want(t, "taken", w.Taken("caravan"), 1)
			line := o.Booking.PriceLines()[1]
			want(t, "line", line.Label+" "+line.Amount.Text(), "Goodwill "+(-c.amount).Text())
			want(t, "e-mails of a change", len(w.Emails.Jobs(booking.EmailChanged)), 1)
			want(t, "e-mails of a cancellation", len(w.Emails.Jobs(booking.EmailCancelled)), 0)
			if err := o.Audit(); err != nil {
				t.Error(err)
			}
		})
	}
}

func goodwill(w *testworld.World, ref string, amount money.Pence) error {
	return w.Payments.Change(context.Background(), ref, payment.Change{Kind: payment.SomethingWrong, Amount: amount}, testworld.Staff)
}

func TestGoodwillThatIsRefused(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		view := bookAndPay(t, w, "caravan", booking.PayFull)
		if goodwill(w, view.Ref, 0) == nil || goodwill(w, view.Ref, 189_01) == nil {
			t.Error("no amount, or more than the price, was taken off")
		}
		if abroad := bookAndPay(t, w, "euro", booking.PayDeposit); goodwill(w, abroad.Ref, 10_00) == nil {
			t.Error("a balance of the park operator was reduced")
		}
		if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		if goodwill(w, view.Ref, 1_00) == nil {
			t.Error("the price of a cancelled booking was reduced")
		}
	})
}

// A refund that failed is made again, and is not forgotten for another one.
func TestGoodwillWaitsForARefundThatFailed(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, _ := paidBy(t, w, "SIM_REFUND_FAILED")
		w.Tick()
		if err := goodwill(w, view.Ref, 40_00); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, days...)
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
		want(t, "left to pay", state(t, w, view.Ref).Booking.Outstanding(), 0)
		if goodwill(w, view.Ref, 30_00) == nil {
			t.Error("another refund took the place of the one that failed")
		}
	})
}

func TestAMoveToACheaperStayLeavesWhatWasPaidTooMuch(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		view := movedToACheaperStay(t, w)
		o := state(t, w, view.Ref)
		want(t, "total", o.Booking.Total, 150_00)
		want(t, "paid", o.Booking.AmountPaid, 189_00)
		want(t, "due", o.Booking.BalanceDue, "")
		over := payment.Change{Kind: payment.PaidTooMuch}
		if err := w.Payments.Change(ctx, view.Ref, over, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		var refused payment.Refusal
		if err := w.Payments.Change(ctx, view.Ref, over, testworld.Staff); !errors.As(err, &refused) {
			t.Errorf("while the refund is made: %v", err)
		}
		w.Tick()
		o = state(t, w, view.Ref)
		want(t, "paid", o.Booking.AmountPaid, 150_00)
		want(t, "taken", w.Taken("caravan"), 0)
		if err := o.Audit(); err != nil {
			t.Error(err)
		}
		if err := w.Payments.Change(ctx, view.Ref, over, testworld.Staff); !errors.As(err, &refused) {
			t.Errorf("a second time: %v", err)
		}
		want(t, "state", state(t, w, view.Ref).Booking.State, booking.Confirmed)
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 1}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "after a part that was not too much", state(t, w, view.Ref).Booking.State, booking.Cancelled)
		if err := w.Payments.Change(ctx, view.Ref, over, testworld.Staff); !errors.As(err, &refused) {
			t.Errorf("of a cancelled booking: %v", err)
		}
	})
}

// An amount never means that the booking stays, whatever was paid too much.
func TestAPartIsRefundedOfACancelledBookingOnly(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		view := movedToACheaperStay(t, w)
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 39_00}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		want(t, "state", state(t, w, view.Ref).Booking.State, booking.Cancelled)
	})
}

// Bookings that are moved in parallel to one unit that is left do not share it.
func TestParallelMovesTakeTheLastUnitOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		nodes := []*testworld.World{w, w}
		if db.Name == "PostgreSQL" {
			nodes[1] = w.SecondNode(db)
		}
		var views []booking.View
		for range 3 {
			views = append(views, bookAndPay(t, w, "caravan", booking.PayDeposit))
		}
		var moved atomic.Int64
		parallel(len(views), func(i int) {
			if nodes[i%2].Payments.Move(context.Background(), views[i].Ref, inUnit("last"), testworld.Staff) == nil {
				moved.Add(1)
			}
		})
		want(t, "moved", moved.Load(), 1)
		want(t, "taken of the last unit", w.Taken("last"), 1)
		want(t, "taken of the others", w.Taken("caravan"), 2)
	})
}

func start(w *testworld.World, v booking.Visitor, unit string, day date.Date, price money.Pence) (booking.View, error) {
	offer := booking.Offer{UnitTypeID: unit, Arrival: day, Nights: 3, Price: price}.ID()
	return w.Bookings.Start(context.Background(), v, booking.StartRequest{OfferID: offer, Party: testworld.Couple})
}
