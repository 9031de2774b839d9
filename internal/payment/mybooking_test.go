package payment_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
)

// shows compares what My Booking shows of a booking's payments and refunds. It returns
// the payments.
func shows(t *testing.T, w *testworld.World, when string, view booking.View, paid []money.Pence, due ...booking.Refund) []booking.Payment {
	t.Helper()
	found, err := w.Bookings.GetMyBooking(context.Background(), testworld.Visitor(),
		booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode})
	if err != nil {
		t.Fatal(err)
	}
	var amounts []money.Pence
	var sum money.Pence
	for _, p := range found.Payments {
		amounts = append(amounts, p.Amount)
		sum += p.Amount
	}
	want(t, when+": the sum of the payments", sum, found.AmountPaid)
	if !reflect.DeepEqual(amounts, paid) || !reflect.DeepEqual(found.Refunds, due) {
		t.Errorf("%s: payments %v and refunds %+v instead of %v and %+v", when, amounts, found.Refunds, paid, due)
	}
	return found.Payments
}

// My Booking shows a refund from the moment at which it is wanted until the provider
// has made it. Then the refund is in the list of payments, unless it fails after all.
func TestMyBookingShowsRefunds(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
		runLoopsAfter(w, aDay...)
		shows(t, w, "paid", view, []money.Pence{189_00})
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
		shows(t, w, "wanted", view, []money.Pence{189_00}, booking.Refund{Amount: 189_00, Method: "card"})
		runLoopsAfter(w, time.Minute)
		shows(t, w, "made", view, []money.Pence{189_00, -189_00})
		w.Clock.Advance(3 * time.Hour)
		reportsFailedRefund(t, w, p.ID)
		shows(t, w, "failed", view, []money.Pence{189_00}, booking.Refund{Amount: 189_00, Method: "card", Failed: true})
		if err := w.Payments.RefundAgain(context.Background(), p.ID, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		shows(t, w, "wanted again", view, []money.Pence{189_00}, booking.Refund{Amount: 189_00, Method: "card"})
	})
	t.Run("a payment that was not captured yet", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			_, view, _ := paidBy(t, w, "P O'Neill")
			refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
			shows(t, w, "wanted", view, []money.Pence{189_00}, booking.Refund{Amount: 189_00, Method: "card"})
			runLoopsAfter(w, aDay...)
			shows(t, w, "made", view, []money.Pence{189_00, -189_00})
		})
	})
	t.Run("what a member of staff has returned in another way", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			_, view, p := paidBy(t, w, "SIM_REFUND_FAILED")
			runLoopsAfter(w, aDay...)
			refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
			runLoopsAfter(w, aDay...)
			shows(t, w, "failed", view, []money.Pence{189_00}, booking.Refund{Amount: 189_00, Method: "card", Failed: true})
			resolve(t, w, p.ID, payment.OutcomeRefunded)
			made := shows(t, w, "made", view, []money.Pence{189_00, -189_00})
			want(t, "the payment", made[0].Method, "card")
			want(t, "the refund", made[1].Method, "elsewhere")
		})
	})
	t.Run("a part of a payment by the wallet", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			p := atWallet(t, w, "caravan", booking.PayFull)
			if _, err := p.approve(""); err != nil {
				t.Fatal(err)
			}
			refundPart(t, w, p.view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
			shows(t, w, "wanted", p.view, []money.Pence{189_00}, booking.Refund{Amount: 40_00, Method: "wallet"})
			runLoopsAfter(w, aDay...)
			shows(t, w, "made", p.view, []money.Pence{189_00, -40_00})
		})
	})
}

// A booking whose payment PayPal is checking is found, as not confirmed yet. Only the
// visitor who holds it pays for it. When the payment was not made, it is gone.
func TestABookingWhosePaymentIsCheckedIsFound(t *testing.T) {
	for title, c := range map[string]struct {
		fault, after string // after is the status that it has in the end, or ""
	}{"and then paid": {"SIM_WALLET_PENDING", "confirmed"}, "and then not paid": {"SIM_WALLET_PENDING_DENIED", ""}} {
		t.Run(title, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				p, v := atWallet(t, w, "crowd", booking.PayFull), testworld.Visitor()
				lookUp := func() (booking.Existing, booking.Code) {
					found, err := w.Bookings.GetMyBooking(t.Context(), v, booking.Lookup{BookingID: p.view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode})
					return found, codeOf(t, err)
				}
				_, code := lookUp()
				want(t, "before it is sent", code, booking.BookingNotFound)
				if a, err := p.approve(c.fault); err != nil || !a.InReview {
					t.Fatalf("got %+v, %v", a, err)
				}
				found, code := lookUp()
				want(t, "failure", code, "")
				want(t, "status", found.Status(), "pending")
				want(t, "being checked", found.Sent, true)
				want(t, "total", found.Total, 189_00)
				want(t, "paid", found.AmountPaid, 0)
				want(t, "outstanding", found.Outstanding(), 189_00)
				_, err := w.Payments.Prepay(t.Context(), v, testworld.RequestFor(p.view, booking.PayFull))
				p.refused(err, booking.NotFound)
				listed := func() (status string) {
					all, err := w.Bookings.MyBookings(t.Context(), v)
					if err != nil {
						t.Fatal(err)
					}
					for _, b := range all {
						status += b.Status()
					}
					return status
				}
				want(t, "listed", listed(), "pending")
				w.Clock.Advance(20 * time.Minute)
				w.Tick()
				want(t, "listed in the end", listed(), c.after)
				if _, code := lookUp(); (code == "") != (c.after != "") {
					t.Errorf("looked up in the end: %s", code)
				}
			})
		})
	}
}

// My Booking says what of a compulsory deposit is ours, whose balance the operator
// receives: all of it while PayPal checks its payment, nothing once it is paid, and all of
// it again when the bank takes it back.
func TestWhoReceivesTheBalance(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "euro", booking.PayDeposit)
		if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || !a.InReview {
			t.Fatalf("got %+v, %v", a, err)
		}
		owes(t, w, "checked", p.view, 189_00, 47_25)
		runLoopsAfter(w, 20*time.Minute)
		owes(t, w, "paid", p.view, 141_75, 0)

		v := testworld.Visitor()
		lost := w.Booked(v, "euro")
		if _, err := w.Pay(v, lost.Ref, w.Prepared(v, lost, booking.PayDeposit).ID, goodCard, "SIM_RISK_CANCEL"); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		owes(t, w, "lost", lost, 189_00, 47_25)
	})
}

// Another payment that was taken too late and given back is not the deposit, whether that
// was paid by card or by a voucher.
func TestALatePaymentIsNotTheDeposit(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		late := func(view booking.View) {
			t.Helper()
			err := w.Store.Payments().Update(t.Context(), func(tx payment.Tx) error {
				charge := ledger.Movement{Key: "charge/late " + view.Ref, Ref: view.Ref, Kind: ledger.Charge, Amount: 60_00, Cause: "a test"}
				refund := charge
				refund.Key, refund.Kind = "refund/late "+view.Ref, ledger.Refund
				return errors.Join(tx.AddMovement(charge), tx.AddMovement(refund))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		v := testworld.Visitor()
		card := w.Booked(v, "euro")
		late(card)
		w.Clock.Advance(time.Minute)
		w.Paid(v, card, booking.PayDeposit)
		owes(t, w, "paid by card after a late payment", card, 141_75, 0)

		v = testworld.Visitor()
		voucher := w.BookedWith(v, "euro", "GIFT50")
		free := w.Prepared(v, voucher, booking.PayFull)
		if a, err := w.Payments.Confirm(t.Context(), v, free.ID, voucher.Ref, payment.Result{}); err != nil || a.Status != payment.StatusAuthorised {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.Clock.Advance(time.Minute)
		late(voucher)
		owes(t, w, "a late payment after a voucher", voucher, 141_75, 0)
	})
}

// owes compares what My Booking says of the outstanding amount whose balance is the
// operator's, and of the part that is to be paid to us.
func owes(t *testing.T, w *testworld.World, when string, view booking.View, outstanding, deposit money.Pence) {
	t.Helper()
	found, err := w.Bookings.GetMyBooking(t.Context(), testworld.Visitor(),
		booking.Lookup{BookingID: view.Shown, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode})
	if err != nil {
		t.Fatal(err)
	}
	want(t, when+": to the operator", found.BalanceToOperator(), true)
	want(t, when+": outstanding", found.Outstanding(), outstanding)
	want(t, when+": of it to us", found.DepositDue, deposit)
}
