package payment_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// The name on the card selects the fault; docs/demo.md lists these names. The
// numbers in titles are rows of the failure table.

// paidBy books a unit and pays the full price by a card with the given name on
// it.
func paidBy(t *testing.T, w *testworld.World, name string) (booking.Visitor, booking.View, payment.Prepared) {
	t.Helper()
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	if _, err := w.Pay(v, view.Ref, p.ID, goodCard, name); err != nil {
		t.Fatal(err)
	}
	return v, view, p
}

// runLoopsAfter advances the clock in steps and runs the loops after each step.
func runLoopsAfter(w *testworld.World, times ...time.Duration) {
	for _, d := range times {
		w.Clock.Advance(d)
		w.Tick()
	}
}

// arm makes the provider's next answer fail in the given way.
func arm(t *testing.T, w *testworld.World, fault string) {
	t.Helper()
	base, _, _ := strings.Cut(w.Account.XMLURL, "/jsp/")
	resp, err := http.PostForm(base+"/sim/control", url.Values{"fault": {fault}})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}

// hurried is a connection to the provider on which every call ends within a
// second, or fails at once while silent is set.
type hurried struct{ silent atomic.Bool }

func (h *hurried) RoundTrip(r *http.Request) (*http.Response, error) {
	if h.silent.Load() {
		return nil, errors.New("no answer")
	}
	ctx, cancel := context.WithCancel(r.Context())
	time.AfterFunc(time.Second, cancel)
	return http.DefaultTransport.RoundTrip(r.WithContext(ctx))
}

// aDay is a series of steps that covers all pauses of the reconciler and the
// longest delay of inquiries.
var aDay = []time.Duration{time.Minute, 5 * time.Minute, 10 * time.Minute, 20 * time.Minute, time.Hour, 2 * time.Hour, 7 * time.Hour}

// moneyOf returns the sums of a booking's movements.
func moneyOf(t *testing.T, w *testworld.World, ref string) ledger.Sums {
	t.Helper()
	return ledger.Sum(state(t, w, ref).Movements)
}

func attemptOf(t *testing.T, w *testworld.World, ref string) payment.Attempt {
	t.Helper()
	all := state(t, w, ref).Attempts
	return all[len(all)-1]
}

// Inquiries show an old state, the challenge took long, and its answer was
// lost.
func TestNotFoundIsJudgedByTheLastCall(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		a, err := w.Pay(v, view.Ref, p.ID, challengedCard, "SIM_LATE_INQUIRY")
		if err != nil {
			t.Fatal(err)
		}
		back := w.AskBank(a.Challenge, "approve")
		w.Clock.Advance(6 * time.Minute)
		arm(t, w, "SIM_TIMEOUT_AFTER")
		if _, err := w.Payments.Return(context.Background(), back.Get("TransactionId"), back.Get("MD")); err != nil {
			t.Fatal(err)
		}
		w.CallsEnd()
		for range 4 { // the provider repeats that it does not know the payment
			runLoopsAfter(w, time.Minute)
			want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateUnknown)
		}
		runLoopsAfter(w, aDay...)
		want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 18900)
	}, impatient)
}

// A payment that appears after its attempt ended as 'not found' is
// refunded.
func TestAPaymentThatAppearsLaterIsGivenBack(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v, view, _ := paidBy(t, w, "SIM_APPEARS_LATE")
		w.CallsEnd()
		runLoopsAfter(w, time.Minute, 5*time.Minute, time.Minute, time.Minute)
		want(t, "[PAYFAIL-8] not found twice", attemptOf(t, w, view.Ref).State, payment.StateFailed)
		p := w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, aDay...)
		o := state(t, w, view.Ref)
		want(t, "first", o.Attempts[0].State, payment.StateCancelled)
		want(t, "second", o.Attempts[1].State, payment.StateCaptured)
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 18900)
		want(t, "paid", o.Booking.AmountPaid, 18900)
	}, impatient)
}

// The provider does not answer when the reconciler asks whether a payment that was
// not found has appeared. That inquiry does not count.
func TestAPaymentThatAppearsWhileTheProviderDoesNotAnswerIsGivenBack(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, impatient)
		provider := &hurried{}
		w.Account.Transport = provider
		w = w.SecondNode(db, impatient)
		_, view, _ := paidBy(t, w, "SIM_APPEARS_LATE")
		w.CallsEnd()
		runLoopsAfter(w, time.Minute, 5*time.Minute, time.Minute, time.Minute)
		want(t, "not found", attemptOf(t, w, view.Ref).State, payment.StateFailed)
		provider.silent.Store(true)
		for range 10 {
			runLoopsAfter(w, 6*time.Hour)
		}
		provider.silent.Store(false)
		runLoopsAfter(w, 2*time.Hour, time.Hour) // its inquiries lag behind
		want(t, "it appeared", attemptOf(t, w, view.Ref).State, payment.StateCancelled)
	})
}

// The provider announces that a refund has failed, and does not answer the inquiry
// that follows.
func TestAFailedRefundIsFoundAlthoughTheFirstInquiryHasNoAnswer(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		ctx := context.Background()
		w := testworld.New(t, db)
		provider := &hurried{}
		w.Account.Transport = provider
		w = w.SecondNode(db)
		_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
		w.Tick()
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, time.Minute, time.Hour)
		want(t, "refunded", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
		provider.silent.Store(true)
		w.Clock.Advance(4 * time.Hour)
		if err := w.Payments.Notify(ctx, payment.Card, nil, []byte(`<paymentService version="1.4" merchantCode="`+w.Account.MerchantCode+`"><notify><orderStatusEvent orderCode="`+
			p.ID+`"><payment><lastEvent>REFUND_FAILED</lastEvent></payment></orderStatusEvent></notify></paymentService>`)); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		want(t, "without an answer", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
		provider.silent.Store(false)
		runLoopsAfter(w, 2*time.Hour)
		want(t, "failed", attemptOf(t, w, view.Ref).State, payment.StateRefundFailed)
	})
}

// A capture is sent again while inquiries do not show the order yet.
func TestAnInquiryThatLagsBehindRaisesNoAlert(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		w.Lag.Set(func() time.Duration { return 20 * time.Minute })
		_, view, _ := paidBy(t, w, "SIM_MODIFY_HTTP500")
		runLoopsAfter(w, aDay...)
		a := attemptOf(t, w, view.Ref)
		want(t, "state", a.State, payment.StateCaptured)
		want(t, "alert", a.Alert, "")
	})
}

// An accepted request is not completed yet.
func TestAnAcceptedRequestIsNotCompleted(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx := context.Background()
		_, view, _ := paidBy(t, w, "SIM_LATE_MODIFY")
		w.Tick()
		want(t, "accepted", attemptOf(t, w, view.Ref).State, payment.StateCaptureRequested)
		want(t, "rows", len(state(t, w, view.Ref).Movements), 1)
		runLoopsAfter(w, 20*time.Minute)
		want(t, "captured", attemptOf(t, w, view.Ref).State, payment.StateCaptured)
		if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		want(t, "refund accepted", attemptOf(t, w, view.Ref).State, payment.StateRefundRequested)
		want(t, "still paid", state(t, w, view.Ref).Booking.AmountPaid, 18900)
		runLoopsAfter(w, aDay...)
		want(t, "refunded", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
		want(t, "nothing paid", state(t, w, view.Ref).Booking.AmountPaid, 0)
	})
}

// A refund is requested while the capture is in progress.
func TestRefundWhileTheCaptureIsUnderWay(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, _ := paidBy(t, w, "SIM_LATE_MODIFY")
		w.Tick()
		if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		runLoopsAfter(w, aDay...)
		want(t, "refunded", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
		n, _ := providerTotals(w)
		want(t, "charges kept", n, 0)
	})
}

func TestRefundFails(t *testing.T) {
	t.Run("[PAYFAIL-68] a refund that fails stays paid and asks for a member of staff", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			_, view, _ := paidBy(t, w, "SIM_REFUND_FAILED")
			w.Tick()
			if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			runLoopsAfter(w, aDay...)
			a := attemptOf(t, w, view.Ref)
			want(t, "state", a.State, payment.StateRefundFailed)
			want(t, "paid", state(t, w, view.Ref).Booking.AmountPaid, 18900)
			backlog, err := w.Payments.Backlog(context.Background())
			if err != nil || a.Alert == "" || backlog.Alerts != 1 {
				t.Errorf("alert %q, backlog %+v, %v", a.Alert, backlog, err)
			}
		})
	})
	t.Run("a refund that fails after it was reported as done can be made again", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			ctx := context.Background()
			_, view, p := paidBy(t, w, "SIM_REFUND_REVERSED")
			w.Tick()
			refund := func() {
				t.Helper()
				if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
					t.Fatal(err)
				}
				runLoopsAfter(w, time.Minute, time.Hour, time.Hour)
				want(t, "state", attemptOf(t, w, view.Ref).State, payment.StateRefunded)
				want(t, "paid", state(t, w, view.Ref).Booking.AmountPaid, 0)
			}
			refund()
			want(t, "a refund of nothing", codeOf(t, w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff)), booking.WrongState)
			w.Clock.Advance(4 * time.Hour)
			for range 2 { // the provider repeats its notification
				if err := w.Payments.Notify(ctx, payment.Card, nil, []byte(`<paymentService version="1.4" merchantCode="`+w.Account.MerchantCode+`"><notify><orderStatusEvent orderCode="`+
					p.ID+`"><payment><lastEvent>REFUND_FAILED</lastEvent></payment></orderStatusEvent></notify></paymentService>`)); err != nil {
					t.Fatal(err)
				}
				w.Tick()
			}
			a := attemptOf(t, w, view.Ref)
			want(t, "state", a.State, payment.StateRefundFailed)
			want(t, "paid again", state(t, w, view.Ref).Booking.AmountPaid, 18900)
			if a.Alert == "" {
				t.Error("no member of staff is told")
			}
			refund()
			runLoopsAfter(w, aDay...)
			n, _ := providerTotals(w)
			want(t, "charges kept", n, 0)
			want(t, "refunded at the provider", w.Provider.Ledger()[0].Refunded, 18900)
			sums := moneyOf(t, w, view.Ref)
			want(t, "sums", sums, ledger.Sums{Charged: 18900, Captured: 18900, Refunded: 18900})
			want(t, "a third refund", codeOf(t, w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff)), booking.WrongState)
		})
	})
	t.Run("[PAYFAIL-68] a capture and a refund whose calls fail or hang are done once", func(t *testing.T) {
		for _, fault := range []string{"SIM_MODIFY_HTTP500", "SIM_MODIFY_HANG"} {
			db := storetest.SQLite(t)
			w := testworld.New(t, db)
			w.Account.Transport = &hurried{}
			w = w.SecondNode(db)
			_, view, _ := paidBy(t, w, fault)
			runLoopsAfter(w, aDay...)
			want(t, fault, attemptOf(t, w, view.Ref).State, payment.StateCaptured)
			n, sum := providerTotals(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 18900)
		}
	})
}

// The provider withdraws an authorisation after the booking was confirmed
// by it.
func TestAnAuthorisationIsLost(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		_, view, _ := paidBy(t, w, "SIM_RISK_CANCEL")
		want(t, "paid", state(t, w, view.Ref).Booking.AmountPaid, 18900)
		w.Tick()
		o := state(t, w, view.Ref)
		want(t, "state", o.Attempts[0].State, payment.StateLost)
		want(t, "booking", o.Booking.State, booking.Confirmed)
		want(t, "paid", o.Booking.AmountPaid, 0)
		want(t, "outstanding", o.Booking.Outstanding(), 18900)
		if o.Attempts[0].Alert == "" {
			t.Error("no member of staff is told")
		}
		kinds := w.Emails.Kinds()
		want(t, "e-mail", kinds[len(kinds)-1], booking.EmailPaymentLost)
	})
}

// An attempt on another device does not prevent a new one.
func TestATopUpWhileAnotherDeviceHasAnAttempt(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		w.Paid(v, view, booking.PayDeposit)
		request := testworld.RequestFor(view, booking.PayTopUp)
		request.TopUp, request.Expected = "60", 60_00
		first, err := w.Payments.Prepay(ctx, v, request)
		if err != nil {
			t.Fatal(err)
		}
		other := testworld.Visitor()
		if _, err := w.Bookings.GetMyBooking(ctx, other, booking.Lookup{BookingID: view.Shown, Surname: "oneill bronte", Postcode: "YO11 2AB"}); err != nil {
			t.Fatal(err)
		}
		request.Key = testworld.RequestFor(view, booking.PayTopUp).Key
		second, err := w.Payments.Prepay(ctx, other, request)
		if err != nil || second.ID == first.ID {
			t.Fatalf("got the attempt %s of the other device, %v", second.ID, err)
		}
		if a, err := w.Pay(other, view.Ref, second.ID, goodCard, "P O'Neill"); err != nil || a.AmountPaid != 60_00 {
			t.Fatalf("got %+v, %v", a, err)
		}
	})
}

// After wrong credentials it is known that no money was taken. Every
// unknown outcome ends at some time.
func TestUnknownOutcomesEnd(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db, impatient)
		provider := &hurried{}
		w.Account.Transport = provider
		w = w.SecondNode(db, impatient)
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		_, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_HTTP401")
		want(t, "credentials refused", codeOf(t, err), booking.PaymentRefused)
		p = w.Prepared(v, view, booking.PayFull)
		if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
			t.Fatal(err)
		}
		w.CallsEnd()
		provider.silent.Store(true)
		for range 100 {
			runLoopsAfter(w, time.Hour)
		}
		a := attemptOf(t, w, view.Ref)
		want(t, "ended", a.State, payment.StateFailed)
		if a.Alert == "" {
			t.Error("no member of staff is told")
		}
		provider.silent.Store(false)
		for range 26 {
			runLoopsAfter(w, time.Hour)
		}
		want(t, "what was there is given back", attemptOf(t, w, view.Ref).State, payment.StateCancelled)
		n, _ := providerTotals(w)
		want(t, "charges", n, 0)
	})
}

// Two payments never have the same order code.
func TestOrderCodesAreTheAttempts(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	_, view, p := paidBy(t, w, "P O'Neill")
	a := attemptOf(t, w, view.Ref)
	if a.OrderCode != p.ID || len(a.OrderCode) > 40 {
		t.Errorf("order code %q of attempt %s", a.OrderCode, p.ID)
	}
}

func TestWithdrawnBookings(t *testing.T) {
	t.Run("[PAYFAIL-71] a booking cancelled while its payment is authorised: the authorisation is cancelled", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			_, view, _ := paidBy(t, w, "P O'Neill")
			if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			o := state(t, w, view.Ref)
			want(t, "state", o.Attempts[0].State, payment.StateCancelled)
			want(t, "paid", o.Booking.AmountPaid, 0)
			want(t, "captured", w.Provider.Ledger()[0].Captured, 0)
		})
	})
	t.Run("[PAYFAIL-69] a cancellation that comes too late becomes a refund", func(t *testing.T) {
		anyDatabase(t, func(t *testing.T, w *testworld.World) {
			_, view, _ := paidBy(t, w, "SIM_CANCEL_TOO_LATE")
			if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			runLoopsAfter(w, aDay...)
			o := state(t, w, view.Ref)
			want(t, "state", o.Attempts[0].State, payment.StateRefunded)
			want(t, "paid", o.Booking.AmountPaid, 0)
			n, _ := providerTotals(w)
			want(t, "charges kept", n, 0)
		})
	})
}
