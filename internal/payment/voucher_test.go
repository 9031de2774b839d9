package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
)

// spent returns the total that bookings have reserved or redeemed of a voucher.
func spent(t *testing.T, w *testworld.World, code string) (sum money.Pence) {
	t.Helper()
	if err := w.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM voucher_line WHERE code = $1 AND ref <> ''", code).Scan(&sum)
	}); err != nil {
		t.Fatal(err)
	}
	return sum
}

// issue issues a voucher as a member of staff does.
func issue(t *testing.T, w *testworld.World, amount money.Pence) (code string) {
	t.Helper()
	code, err := w.Payments.IssueVoucher(context.Background(), payment.NewVoucher{Amount: amount, Until: testworld.Summer, Purpose: "a test"}, testworld.Staff)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// At midnight the deposit stops being allowed, so the voucher would take off
// more than it has reserved; by then other bookings may have used the rest.
func TestVoucherAcrossMidnight(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v, other := context.Background(), testworld.Visitor(), testworld.Visitor()
		w.Clock.Advance(time.Date(2026, time.May, 7, 22, 50, 0, 0, time.UTC).Sub(testworld.Start)) // 23:50 in London
		view, rest := w.Booked(v, "euro"), w.Booked(other, "caravan")
		d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFT50")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "off a compulsory deposit", d.Quote.Discount, 47_25)
		if d, err = w.Bookings.SetDiscount(ctx, other, rest.Ref, "GIFT50"); err != nil {
			t.Fatal(err)
		}
		want(t, "off the other booking", d.Quote.Discount, 2_75)
		w.Clock.Advance(15 * time.Minute)
		if view, err = w.Bookings.Load(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		_, err = w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
		want(t, "the amounts of a voucher that does not hold them", codeOf(t, err), booking.PriceChanged)
		if view, err = w.Bookings.Load(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		want(t, "what it holds", view.Quote.Discount, 47_25)
		for visitor, ref := range map[booking.Visitor]string{v: view.Ref, other: rest.Ref} {
			today, err := w.Bookings.Load(ctx, visitor, ref)
			if err != nil {
				t.Fatal(err)
			}
			p, err := w.Payments.Prepay(ctx, visitor, testworld.RequestFor(today, booking.PayFull))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Pay(visitor, ref, p.ID, goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
		}
		want(t, "spent of £50", spent(t, w, "GIFT50"), 50_00)
	}, func(c *booking.Config, _ *payment.Config) { c.Catalogue = dueDayNamed{} })
}

// dueDayNamed is the catalogue of the test world, whose operators all name a day for the
// balance, 70 days before arrival.
type dueDayNamed struct{ testworld.UnitFinder }

func (c dueDayNamed) Unit(id string) (booking.Unit, bool) {
	unit, ok := c.UnitFinder.Unit(id)
	unit.Operator.Deposit.BalanceDueDays = 70
	return unit, ok
}

// A voucher that a feed withdraws is removed from the booking, and the visitor
// is told before paying.
func TestWithdrawnVoucher(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.BookedWith(v, "caravan", "GIFT50")
		alter(t, w, "DELETE FROM entity WHERE id = 'GIFT50'")
		_, err := w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
		f, _ := booking.FailureOf(err)
		if f == nil || f.Code != booking.PriceChanged || f.Message != "The code GIFT50 can no longer be used. Please check the amounts again." {
			t.Errorf("pre-payment: %v", err)
		}
		view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"LIN": 1}})
		if err != nil {
			t.Fatalf("the extras of a booking whose voucher is gone: %v", err)
		}
		want(t, "discount", view.Quote.DiscountType, booking.NoDiscount)
		w.Prepared(v, view, booking.PayFull)
		want(t, "spent", spent(t, w, "GIFT50"), 0)
	})
	anyDatabase(t, func(t *testing.T, w *testworld.World) { // and in a step before payment
		ctx, v := context.Background(), testworld.Visitor()
		view := w.BookedWith(v, "caravan", "GIFT50")
		alter(t, w, "DELETE FROM entity WHERE id = 'GIFT50'")
		view, err := w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{})
		want(t, "failure", codeOf(t, err), "")
		want(t, "discount", view.Quote.DiscountType, booking.NoDiscount)
	})
}

// When the amounts of a free booking have changed, the visitor is told once.
// Asking again finds that the attempt has ended, instead of waiting for ever.
func TestStaleFreeBookingEnds(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.BookedWith(v, "caravan", "GIFTBIG")
		free := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Bookings.SetDiscount(ctx, v, view.Ref, ""); err != nil {
			t.Fatal(err)
		}
		_, err := w.Payments.Confirm(ctx, v, free.ID, view.Ref, payment.Result{})
		want(t, "confirm", codeOf(t, err), booking.PriceChanged)
		_, err = w.Payments.Status(ctx, v, free.ID, view.Ref)
		want(t, "status after it", codeOf(t, err), booking.PaymentRefused)
		want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateAbandoned)
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Held)
	})
}

// A repeated pre-payment of nothing, with the method that the form shows, gets
// the same attempt.
func TestSameKeyWithNothingToPay(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.BookedWith(v, "caravan", "GIFTBIG")
		request := testworld.RequestFor(view, booking.PayFull)
		first, err := w.Payments.Prepay(ctx, v, request)
		if err != nil {
			t.Fatal(err)
		}
		again, err := w.Payments.Prepay(ctx, v, request)
		if err != nil || again.ID != first.ID {
			t.Errorf("the same key again: %+v, %v", again, err)
		}
	})
}

// A confirmed booking returns no personal data in the booking steps.
func TestAConfirmedBookingIsNotLoadedInTheSteps(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		if _, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		check := func(when string) {
			t.Helper()
			_, err := w.Bookings.Load(ctx, v, view.Ref)
			want(t, "load, "+when, codeOf(t, err), booking.WrongState)
			_, err = w.Bookings.GetExtras(ctx, v, view.Ref)
			want(t, "extras, "+when, codeOf(t, err), booking.WrongState)
			_, err = w.Bookings.GetDeposit(ctx, v, view.Ref)
			want(t, "deposit, "+when, codeOf(t, err), booking.WrongState)
		}
		check("confirmed")
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		check("cancelled")
	})
}

// loseHold ends a hold although its payment was sent, as a member of staff's mistake or a
// fault elsewhere would.
func loseHold(t *testing.T, w *testworld.World, ref string) {
	t.Helper()
	if err := w.Store.Payments().GroupCommit(context.Background(), func(tx payment.Tx) error {
		b, err := tx.LockBooking(ref)
		if err != nil {
			return err
		}
		b.State = booking.Expired
		return errors.Join(tx.ReleaseVoucher(b.Ref), tx.SaveBooking(b), tx.ReturnNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights))
	}); err != nil {
		t.Fatal(err)
	}
}

// A payment is approved after its hold was lost and another booking has spent
// the voucher. The money is returned, and nothing of the stay is kept.
func TestAnApprovalAfterTheVoucherWasSpent(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v, other := context.Background(), testworld.Visitor(), testworld.Visitor()
		pay := func(v booking.Visitor, unit, name string) (booking.View, payment.Prepared) {
			t.Helper()
			view := w.BookedWith(v, unit, "GIFT50")
			want(t, "off "+unit, view.Quote.Discount, 50_00)
			p := w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, name); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			return view, p
		}
		view, p := pay(v, "last", "SIM_TIMEOUT_AFTER")
		loseHold(t, w, view.Ref)
		pay(other, "many", "P O'Neill")
		w.Clock.Advance(20 * time.Second)
		w.Tick()
		_, err := w.Payments.Status(ctx, v, p.ID, view.Ref)
		want(t, "the late payment", codeOf(t, err), booking.UnitUnavailable)
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Expired)
		want(t, "taken", w.Taken("last"), 0)
		want(t, "spent of £50", spent(t, w, "GIFT50"), 50_00)
		n, _ := providerTotals(w)
		want(t, "charges", n, 1)
	}, impatient)
}

// A voucher that is ended still pays for a booking that reserves it. A booking that
// has lost its reservation cannot use it again.
func TestAnApprovalAfterTheVoucherWasEnded(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		void := func(code string) error { return w.Payments.VoidVoucher(ctx, code, testworld.Staff) }
		withdraw := func(code string) error { alter(t, w, "UPDATE entity SET id = 'GONE' WHERE id = $1", code); return nil }
		for _, c := range []struct {
			name, code string
			end        func(code string) error
			lost       bool
			attempt    payment.State
			booking    booking.State
			off        money.Pence
		}{
			{"voided while it is reserved", issue(t, w, 50_00), void, false, payment.StateCaptured, booking.Confirmed, 50_00},
			{"voided after it was released", issue(t, w, 50_00), void, true, payment.StateCancelled, booking.Expired, 0},
			{"withdrawn after it was released", "GIFT50", withdraw, true, payment.StateCancelled, booking.Expired, 0},
			{"withdrawn while it is reserved", "GIFT50", withdraw, false, payment.StateCaptured, booking.Confirmed, 50_00},
		} {
			t.Run(c.name, func(t *testing.T) {
				alter(t, w, "UPDATE entity SET id = $1 WHERE id = 'GONE'", c.code)
				v := testworld.Visitor()
				view := w.BookedWith(v, "crowd", c.code)
				p := w.Prepared(v, view, booking.PayFull)
				if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
					t.Fatal(err)
				}
				w.CallsEnd()
				if c.lost {
					loseHold(t, w, view.Ref)
				}
				if err := c.end(c.code); err != nil {
					t.Fatal(err)
				}
				w.Clock.Advance(20 * time.Second)
				w.Tick()
				o := state(t, w, view.Ref)
				want(t, "attempt", o.Attempts[0].State, c.attempt)
				want(t, "booking", o.Booking.State, c.booking)
				want(t, "taken of the voucher", spent(t, w, c.code), c.off)
			})
		}
	}, impatient)
}

// inCatalogue changes a voucher in the catalogue.
func inCatalogue(t *testing.T, w *testworld.World, c catalogue.Code) {
	t.Helper()
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	alter(t, w, "UPDATE entity SET body = $1 WHERE id = $2", string(body), c.Code)
}

// The catalogue cuts a voucher while bookings reserve it. Before the payment is
// prepared the visitor is told and pays the new price; afterwards the price that was
// agreed holds.
func TestTheCatalogueCutsAVoucherThatIsReserved(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		reserved := func(amount money.Pence) (booking.Visitor, booking.View) {
			t.Helper()
			inCatalogue(t, w, catalogue.Code{Code: "GIFT50", Kind: catalogue.VoucherCode, Amount: amount})
			v := testworld.Visitor()
			return v, w.BookedWith(v, "crowd", "GIFT50")
		}
		cut := func(amount money.Pence) {
			t.Helper()
			inCatalogue(t, w, catalogue.Code{Code: "GIFT50", Kind: catalogue.VoucherCode, Amount: amount})
		}
		pays := func(v booking.Visitor, view booking.View, p payment.Prepared, off money.Pence) {
			t.Helper()
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			o := state(t, w, view.Ref)
			want(t, "booking", o.Booking.State, booking.Confirmed)
			want(t, "total", o.Booking.Total, testworld.Price-off)
			if err := o.Audit(); err != nil {
				t.Error(err)
			}
		}

		v, view := reserved(50_00)
		want(t, "off", view.Quote.Discount, 50_00)
		cut(30_00)
		_, err := w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
		want(t, "a payment of the old price", codeOf(t, err), booking.PriceChanged)
		if view, err = w.Bookings.Load(ctx, v, view.Ref); err != nil {
			t.Fatal(err)
		}
		want(t, "off, cut", view.Quote.Discount, 30_00)
		want(t, "reserved", spent(t, w, "GIFT50"), 30_00)
		pays(v, view, w.Prepared(v, view, booking.PayFull), 30_00)
		want(t, "spent", spent(t, w, "GIFT50"), 30_00)

		v, view = reserved(80_00)
		want(t, "off another booking", view.Quote.Discount, 50_00)
		cut(40_00) // 30 of them are spent
		if view, err = w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{}); err != nil {
			t.Fatal(err)
		}
		want(t, "off, cut, after a step", view.Quote.Discount, 10_00)
		p := w.Prepared(v, view, booking.PayFull)
		cut(35_00)
		pays(v, view, p, 10_00) // prepared before
		want(t, "spent by both", spent(t, w, "GIFT50"), 40_00)
		shown, err := w.Payments.ShowVoucher(ctx, "GIFT50")
		if err != nil || shown.Check() != nil || shown.Left() != 0 {
			t.Errorf("got %+v, %v, %v", shown, shown.Check(), err)
		}
	})
}

// The catalogue prolongs a voucher whose last day was over, and cuts its amount.
func TestTheCatalogueProlongsAndCutsAVoucher(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		inCatalogue := func(c catalogue.Code) { inCatalogue(t, w, c) }
		off := func() money.Pence {
			t.Helper()
			v := testworld.Visitor()
			view := w.BookedWith(v, "crowd", "GIFT50")
			w.Clock.Advance(31 * time.Minute) // the hold runs out
			w.Tick()
			return view.Quote.Discount
		}
		c := catalogue.Code{Code: "GIFT50", Kind: catalogue.VoucherCode, Amount: 50_00, Until: date.In(testworld.Start).ISO()}
		inCatalogue(c)
		want(t, "off", off(), 50_00)
		w.Clock.Advance(48 * time.Hour)
		if n, err := w.Bookings.EndVouchers(ctx); n != 0 || err != nil {
			t.Fatalf("ended %d, %v", n, err)
		}
		left := func() money.Pence {
			t.Helper()
			v, err := w.Payments.ShowVoucher(ctx, "GIFT50")
			if err != nil || v.Check() != nil || v.Until != c.Until {
				t.Errorf("got %+v, %v, %v", v, v.Check(), err)
			}
			return v.Left()
		}
		want(t, "left after its last day", left(), 0)
		c.Until, c.Amount = "", 30_00
		inCatalogue(c)
		want(t, "left, prolonged and cut", left(), 30_00)
		want(t, "off, prolonged and cut", off(), 30_00)
		c.Amount = 60_00
		inCatalogue(c)
		want(t, "left, raised", left(), 60_00)
		want(t, "off, raised", off(), 60_00)
		want(t, "left afterwards", left(), 60_00)
	})
}

// A refund returns what a voucher has paid. A member of staff reads whether it can still be
// used.
func TestARefundGoesBackToAVoucher(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		paid := func(code string) booking.View {
			t.Helper()
			v := testworld.Visitor()
			return w.Paid(v, w.BookedWith(v, "crowd", code), booking.PayFull)
		}
		issued, voided, late := issue(t, w, 80_00), issue(t, w, 60_00), issue(t, w, 40_00)
		until := testworld.Summer.ISO()
		refunds := []struct {
			view booking.View
			step string
		}{
			{paid(issued), "£80.00 goes back to voucher " + issued + ", valid until " + until},
			{paid("GIFT50"), "£50.00 goes back to voucher GIFT50"},
			{paid(voided), "£60.00 goes back to voucher " + voided + ", which has expired or was ended: issue another one"},
			{paid(late), "£40.00 goes back to voucher " + late + ", which has expired or was ended: issue another one"},
		}
		if err := w.Payments.VoidVoucher(ctx, voided, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		for i, c := range refunds {
			if i == len(refunds)-1 {
				w.Clock.Advance((testworld.Summer + 1).Time().Add(12 * time.Hour).Sub(w.Clock.Now()))
			}
			if err := w.Payments.Change(ctx, c.view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			o := state(t, w, c.view.Ref)
			if done := strings.Split(o.Actions[len(o.Actions)-1].Done, "; "); !slices.Contains(done, c.step) {
				t.Errorf("%q is not in %q", c.step, done)
			}
		}
	})
}

// 'booking show' and logs print what an audit finds, so it has no code that can be
// spent.
func TestAnAuditNamesNoCodes(t *testing.T) {
	err := payment.Audit(booking.Booking{State: booking.Refunded}, nil, nil, []ledger.VoucherLine{{Code: "GIFTBIG", Kind: ledger.LineReturned, Amount: 50_00}})
	if err == nil || strings.Contains(err.Error(), "GIFTBIG") || !strings.Contains(err.Error(), ledger.VoucherDigest("GIFTBIG")) {
		t.Errorf("got %v", err)
	}
}
