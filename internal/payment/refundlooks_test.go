package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// reportsFailedRefund sends the provider's notification that a refund has failed.
func reportsFailedRefund(t *testing.T, w *testworld.World, order string) {
	t.Helper()
	if err := w.Payments.Notify(context.Background(), payment.Card, nil, []byte(`<paymentService version="1.4" merchantCode="`+w.Account.MerchantCode+
		`"><notify><orderStatusEvent orderCode="`+order+`"><payment><lastEvent>REFUND_FAILED</lastEvent></payment></orderStatusEvent></notify></paymentService>`)); err != nil {
		t.Fatal(err)
	}
	w.Tick()
}

// A refund fails hours after it was reported as done, and the notification is lost. A
// later inquiry finds it.
func TestAFailedRefundIsFoundWithoutANotification(t *testing.T) {
	for _, c := range []struct {
		title  string
		back   payment.Change
		amount int64
		done   payment.State
	}{
		{"all", payment.Change{Kind: payment.CancelReturningAll}, 189_00, payment.StateRefunded},
		{"a part", payment.Change{Kind: payment.CancelReturning, Amount: 40_00}, 40_00, payment.StateCaptured},
	} {
		t.Run(c.title, func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
				runLoopsAfter(w, aDay...)
				refundPart(t, w, view, c.back)
				runLoopsAfter(w, time.Minute, time.Hour)
				want(t, "at first", attemptOf(t, w, view.Ref).State, c.done)
				want(t, "refunded", int64(moneyOf(t, w, view.Ref).Refunded), c.amount)
				runLoopsAfter(w, 24*time.Hour)
				a := attemptOf(t, w, view.Ref)
				want(t, "a day later", a.State, payment.StateRefundFailed)
				want(t, "refunded", moneyOf(t, w, view.Ref).Refunded, 0)
				want(t, "paid", state(t, w, view.Ref).Booking.AmountPaid, 189_00)
				if a.Alert == "" {
					t.Error("no member of staff is told")
				}
				if err := w.Payments.RefundAgain(context.Background(), p.ID, testworld.Staff); err != nil {
					t.Fatal(err)
				}
				runLoopsAfter(w, time.Minute, time.Hour)
				for range 10 {
					runLoopsAfter(w, 24*time.Hour)
				}
				a = attemptOf(t, w, view.Ref)
				want(t, "in the end", a.State, c.done)
				want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, c.amount)
				want(t, "the inquiries end", a.NextCheck.IsZero(), true)
			})
		})
	}
}

// A refund failed, and the member of staff returned the money in another way. The provider
// goes on to report the failed refund.
func TestMoneyReturnedElsewhereStaysReturned(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, p := paidBy(t, w, "SIM_REFUND_FAILED")
		w.Tick()
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
		runLoopsAfter(w, aDay...)
		resolve(t, w, p.ID, payment.OutcomeRefunded)
		reportsFailedRefund(t, w, p.ID)
		for range 10 {
			runLoopsAfter(w, 24*time.Hour)
		}
		a := attemptOf(t, w, view.Ref)
		want(t, "state", a.State, payment.StateRefunded)
		want(t, "alert", a.Alert, "")
		want(t, "sums", moneyOf(t, w, view.Ref), ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 18900})
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Refunded)
		resolve(t, w, p.ID, payment.OutcomeFailed) // the member of staff entered it by mistake
		want(t, "corrected", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
	})
}

// A refund failed and was made again. Shortly after that, a late notification causes an
// inquiry that shows the first failure.
func TestTheFailureOfAnEarlierRefundIsNoNews(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w, view := refunding(t, db, "SIM_REFUND_REVERSED")
		order := attemptOf(t, w, view.Ref).ID
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturningAll})
		runLoopsAfter(w, time.Minute, 3*time.Hour)
		reportsFailedRefund(t, w, order)
		want(t, "failed", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
		w.Clock.Advance(time.Hour)
		if err := w.Payments.RefundAgain(context.Background(), order, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		w.Tick() // the request is accepted
		resolve(t, w, order, payment.OutcomeRefunded)
		w.Lag.Set(func() time.Duration { return 20 * time.Minute })
		runLoopsAfter(w, time.Minute)
		reportsFailedRefund(t, w, order)
		a := attemptOf(t, w, view.Ref)
		want(t, "state", a.State, payment.StateRefunded)
		want(t, "alert", a.Alert, "")
		for range 10 {
			runLoopsAfter(w, 24*time.Hour)
		}
		want(t, "in the end", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
		want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 189_00)
		want(t, "sums", moneyOf(t, w, view.Ref), ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 18900})
	})
}

// Answers about a second refund are ignored while they may be about the first. The
// reconciler asks as soon as they are believed.
func TestASecondRefundIsSeenAsSoonAsAnswersAreBelieved(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, _ := paidBy(t, w, "P O'Neill")
		runLoopsAfter(w, aDay...)
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
		runLoopsAfter(w, aDay...)
		refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 30_00})
		w.Tick()
		for range payment.DefaultLimits().Lag / time.Minute {
			want(t, "before", moneyOf(t, w, view.Ref).Refunded, 40_00)
			runLoopsAfter(w, time.Minute)
		}
		runLoopsAfter(w, time.Minute)
		want(t, "after", moneyOf(t, w, view.Ref).Refunded, 70_00)
	})
}

// bothFail is a payment of which a refund of £40 was reported as done and then reversed,
// and the request for another of £30 was lost. A member of staff has entered the second.
func bothFail(t *testing.T, w *testworld.World) (booking.View, string) {
	t.Helper()
	_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
	runLoopsAfter(w, aDay...)
	refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
	runLoopsAfter(w, time.Minute)
	want(t, "refunded", moneyOf(t, w, view.Ref).Refunded, 40_00)
	arm(t, w, "SIM_MODIFY_HTTP500")
	refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 30_00})
	runLoopsAfter(w, days...)
	resolve(t, w, p.ID, payment.OutcomeFailed)
	want(t, "the ledger has the first", moneyOf(t, w, view.Ref).Refunded, 40_00)
	return view, p.ID
}

// checkOutcomeRefused checks that a member of staff cannot enter an outcome.
func checkOutcomeRefused(t *testing.T, w *testworld.World, id string, as payment.Outcome) {
	t.Helper()
	if err := w.Payments.Resolve(context.Background(), id, as, testworld.Staff); !errors.As(err, new(payment.Refusal)) {
		t.Errorf("'%s' can be entered: %v", as, err)
	}
}

func TestBothRefundsOfAPaymentFail(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		view, id := bothFail(t, w)
		checkOutcomeRefused(t, w, id, payment.OutcomeFailed) // a second time, by mistake
		want(t, "the ledger still has the first", moneyOf(t, w, view.Ref).Refunded, 40_00)
		resolve(t, w, id, payment.OutcomeEarlierFailed)
		a := attemptOf(t, w, view.Ref)
		want(t, "state", a.State, payment.StateRefundFailed)
		want(t, "to be refunded again", a.ToRefund, 70_00)
		want(t, "the ledger has none", moneyOf(t, w, view.Ref).Refunded, 0)
		checkOutcomeRefused(t, w, id, payment.OutcomeEarlierFailed) // there is no third
		if err := w.Payments.RefundAgain(context.Background(), id, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, days...)
		want(t, "refunded in the end", moneyOf(t, w, view.Ref).Refunded, 70_00)
		want(t, "returned by the provider", w.Provider.Ledger()[0].Refunded, 70_00)
	})
}

// Both refunds were reported as done, and the provider's message is taken for one about
// the second.
func TestBothRefundsOfAPaymentFailAfterTheyWereDone(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
		runLoopsAfter(w, aDay...)
		for _, part := range []money.Pence{40_00, 30_00} {
			refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: part})
			w.Tick() // the request is accepted
			runLoopsAfter(w, payment.DefaultLimits().Lag+time.Minute)
		}
		want(t, "refunded", moneyOf(t, w, view.Ref).Refunded, 70_00)
		w.Clock.Advance(3 * time.Hour)
		reportsFailedRefund(t, w, p.ID)
		want(t, "the second has failed", moneyOf(t, w, view.Ref).Refunded, 40_00)
		resolve(t, w, p.ID, payment.OutcomeEarlierFailed)
		want(t, "the ledger has none", moneyOf(t, w, view.Ref).Refunded, 0)
		if err := w.Payments.RefundAgain(context.Background(), p.ID, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, days...)
		want(t, "refunded in the end", moneyOf(t, w, view.Ref).Refunded, 70_00)
	})
}

// A refund that the member of staff has made in another way is not taken back.
func TestMoneyReturnedElsewhereIsNoRefundThatFailed(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, p := paidBy(t, w, "SIM_REFUND_FAILED")
		runLoopsAfter(w, aDay...)
		for _, part := range []money.Pence{40_00, 30_00} {
			arm(t, w, "SIM_MODIFY_HTTP500")
			refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: part})
			runLoopsAfter(w, days...)
			if a := attemptOf(t, w, view.Ref); a.State == payment.StateRefunding {
				resolve(t, w, p.ID, payment.OutcomeFailed)
			}
			want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
			if part == 40_00 {
				resolve(t, w, p.ID, payment.OutcomeRefunded) // by a cheque
			}
		}
		checkOutcomeRefused(t, w, p.ID, payment.OutcomeEarlierFailed)
		want(t, "the cheque stays", moneyOf(t, w, view.Ref).Refunded, 40_00)
	})
}

// A first refund fails after a second one of another amount was made. The provider does
// not say which, so the ledger takes back the second. What a member of staff then refunds is
// right for the visitor.
func TestTheFirstOfTwoRefundsFails(t *testing.T) {
	for _, second := range []money.Pence{30_00, 60_00} {
		t.Run("£40 and £"+second.String(), func(t *testing.T) {
			anyDatabase(t, func(t *testing.T, w *testworld.World) {
				_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
				runLoopsAfter(w, aDay...)
				refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
				runLoopsAfter(w, time.Minute)
				refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: second})
				w.Tick() // the request is accepted
				runLoopsAfter(w, payment.DefaultLimits().Lag+time.Minute)
				want(t, "refunded", moneyOf(t, w, view.Ref).Refunded, 40_00+second)
				w.Clock.Advance(3 * time.Hour)
				reportsFailedRefund(t, w, p.ID)
				a := attemptOf(t, w, view.Ref)
				want(t, "state", a.State, payment.StateRefundFailed)
				if a.Alert == "" {
					t.Error("no alert")
				}
				want(t, "left in the ledger", moneyOf(t, w, view.Ref).Refunded, 40_00)
				want(t, "left at the provider", w.Provider.Ledger()[0].Refunded, int64(second))
				refundPart(t, w, view, payment.Change{Kind: payment.CancelReturning, Amount: 40_00})
				runLoopsAfter(w, days...)
				want(t, "returned by the provider", w.Provider.Ledger()[0].Refunded, int64(40_00+second))
			})
		})
	}
}
