package payment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

func TestKnownFailures(t *testing.T) {
	for _, c := range []struct {
		title, card, name, decision string
		code                        booking.Code
	}{
		{"[PAY-26] [PAYFAIL-42] a refused card is known to have taken no money", goodCard, "REFUSED51", "", booking.PaymentRefused},
		{"[PAY-26] an order that ends in error took no money", goodCard, "ERROR", "", booking.PaymentRefused},
		{"a card that is no test card is refused", "4000056655665556", "P O'Neill", "", booking.PaymentRefused},
		{"[PAY-22] an authentication that fails without a question", unprovenCard, "P O'Neill", "", booking.ThreeDSFailed},
		{"[PAY-22] [PAYFAIL-36] a challenge that the visitor declines", challengedCard, "P O'Neill", "decline", booking.ThreeDSFailed},
		{"[PAY-22] [PAYFAIL-36] a challenge that fails at the bank", failingCard, "P O'Neill", "approve", booking.ThreeDSFailed},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := testworld.New(t, storetest.SQLite(t))
			ctx, v := context.Background(), testworld.Visitor()
			view := w.Booked(v, "caravan")
			p := w.Prepared(v, view, booking.PayFull)
			a, err := w.Pay(v, view.Ref, p.ID, c.card, c.name)
			if c.decision != "" {
				back := w.AskBank(a.Challenge, c.decision)
				if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
					t.Fatal(err)
				}
				_, err = w.Payments.Status(ctx, v, p.ID, view.Ref)
			}
			want(t, "code", codeOf(t, err), c.code)
			want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Held)
			// The hold is kept, and a second try with a good card pays once.
			p = w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			n, sum := providerTotals(w)
			want(t, "charges", n, 1)
			want(t, "charged", sum, 18900)
			want(t, "taken", w.Taken("caravan"), 1)
		})
	}
}

func TestUnknownOutcome(t *testing.T) {
	t.Run("[PAY-23] [PAYFAIL-9] no answer after authorising: asked later, charged once", func(t *testing.T) {
		w := testworld.New(t, storetest.SQLite(t), impatient)
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		a, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER")
		if err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.CallsEnd()
		a, err = w.Payments.Status(ctx, v, p.ID, view.Ref)
		if err != nil || a.Status != payment.StatusPending {
			t.Fatalf("while unknown: %+v, %v", a, err)
		}
		_, err = w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayDeposit))
		want(t, "another attempt while unknown", codeOf(t, err), booking.PaymentInProgress)
		// The hold has expired, but a payment may have been made.
		for range 20 {
			w.Clock.Advance(time.Minute)
			w.Tick()
		}
		a, err = w.Payments.Status(ctx, v, p.ID, view.Ref)
		n, _ := providerTotals(w)
		if err != nil || a.Status != payment.StatusAuthorised || n != 1 || w.Taken("caravan") != 1 {
			t.Errorf("got %+v, %v, %d charges", a, err, n)
		}
	})
}

func TestAPaymentForAUnitThatIsGoneTakesNoMoney(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, slow, quick := context.Background(), testworld.Visitor(), testworld.Visitor()
		view := w.Booked(slow, "last")
		p := w.Prepared(slow, view, booking.PayFull)
		a, err := w.Pay(slow, view.Ref, p.ID, challengedCard, "P O'Neill")
		if err != nil {
			t.Fatal(err)
		}
		back := w.AskBank(a.Challenge, "approve")
		w.Clock.Advance(2 * time.Hour)
		w.Tick() // the attempt is abandoned, and the hold expires
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Expired)
		other := w.Booked(quick, "last")
		p2 := w.Prepared(quick, other, booking.PayFull)
		if _, err := w.Pay(quick, other.Ref, p2.ID, goodCard, "S Brown"); err != nil {
			t.Fatal(err)
		}
		// The slow browser returns from the bank: nothing more is sent.
		if _, err := w.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD")); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		_, err = w.Payments.Status(ctx, slow, p.ID, view.Ref)
		want(t, "the slow one", codeOf(t, err), booking.PaymentRefused)
		n, _ := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "taken", w.Taken("last"), 1)
	})
}

// The provider approved a payment after the hold was lost. The unit is taken
// again if it is free; otherwise the authorisation is cancelled.
func TestAnApprovalAfterTheHoldWasLost(t *testing.T) {
	for _, c := range []struct {
		title  string
		rebook bool
	}{
		{"the unit is free: it is retaken and booked", false},
		{"[PAY-21] the unit is sold: the money is released and the visitor reads so", true},
	} {
		t.Run(c.title, func(t *testing.T) {
			w := testworld.New(t, storetest.SQLite(t), impatient)
			ctx, v := context.Background(), testworld.Visitor()
			view := w.Booked(v, "last")
			p := w.Prepared(v, view, booking.PayFull)
			if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			// A member of staff's mistake, or a fault elsewhere, loses the hold.
			if err := w.Store.Payments().GroupCommit(ctx, func(tx payment.Tx) error {
				b, err := tx.LockBooking(view.Ref)
				if err != nil {
					return err
				}
				b.State = booking.Expired
				if err := tx.SaveBooking(b); err != nil {
					return err
				}
				return tx.ReturnNights(b.Stay.UnitTypeID, b.Stay.Arrival, b.Stay.Nights)
			}); err != nil {
				t.Fatal(err)
			}
			if c.rebook {
				w.Booked(testworld.Visitor(), "last")
			}
			w.Clock.Advance(20 * time.Second)
			w.Tick()
			a, err := w.Payments.Status(ctx, v, p.ID, view.Ref)
			n, _ := providerTotals(w)
			want(t, "taken", w.Taken("last"), 1)
			if c.rebook {
				want(t, "code", codeOf(t, err), booking.UnitUnavailable)
				want(t, "charges", n, 0)
				want(t, "provider", w.Provider.Ledger()[0].State, "CANCELLED")
				return
			}
			if err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			want(t, "charges", n, 1)
		})
	}
}

func TestNotificationsOnlyTriggerAnInquiry(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t), impatient)
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	p := w.Prepared(v, view, booking.PayFull)
	note := func(code, merchant string) []byte {
		return []byte(`<paymentService version="1.4" merchantCode="` + merchant + `"><notify><orderStatusEvent orderCode="` + code +
			`"><payment><lastEvent>AUTHORISED</lastEvent></payment></orderStatusEvent></notify></paymentService>`)
	}
	code := state(t, w, view.Ref).Attempts[0].OrderCode
	if err := w.Payments.Notify(ctx, payment.Card, nil, note(code, w.Account.MerchantCode)); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	want(t, "a forged notification books nothing", state(t, w, view.Ref).Booking.State, booking.Paying)
	if err := w.Payments.Notify(ctx, payment.Card, nil, note("nothing-01", w.Account.MerchantCode)); err != nil {
		t.Errorf("an unknown order: %v", err)
	}
	if _, err := w.Pay(v, view.Ref, p.ID, goodCard, "SIM_TIMEOUT_AFTER"); err != nil {
		t.Fatal(err)
	}
	w.CallsEnd()
	for range 2 {
		if err := w.Payments.Notify(ctx, payment.Card, nil, note(code, w.Account.MerchantCode)); err != nil {
			t.Fatal(err)
		}
		w.Tick() // no time has passed, so the notification caused the inquiry
	}
	n, _ := providerTotals(w)
	want(t, "charges", n, 1)
	want(t, "e-mails", len(w.Emails.Kinds()), 1)
}

// A notification from the right source can be wrong anyway.
func TestAWrongNotificationChangesNothing(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		p := toPay(t, w, "caravan")
		if a, err := p.card(goodCard, "P O'Neill"); err != nil || a.Status != payment.StatusAuthorised {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.Tick()
		before := state(t, w, p.view.Ref)
		code := before.Attempts[0].OrderCode
		note := func(merchant, amount, currency string) error {
			return w.Payments.Notify(context.Background(), payment.Card, nil, []byte(`<paymentService version="1.4" merchantCode="`+merchant+
				`"><notify><orderStatusEvent orderCode="`+code+`"><payment><amount value="`+amount+`" currencyCode="`+currency+
				`" exponent="2"/><lastEvent>CAPTURED</lastEvent></payment></orderStatusEvent></notify></paymentService>`))
		}
		ours := w.Account.MerchantCode
		for name, wrong := range map[string][3]string{"merchant": {"OTHER", "18900", "GBP"}, "amount": {ours, "18901", "GBP"}} {
			alter(t, w, "UPDATE payment_attempt SET alert = '' WHERE order_code = $1", code)
			if err := note(wrong[0], wrong[1], wrong[2]); err != nil {
				t.Errorf("another %s: %v", name, err)
			}
			w.Tick()
			after := attemptOf(t, w, p.view.Ref)
			if !strings.HasPrefix(after.Alert, "a notification names") {
				t.Errorf("another %s: alert %q", name, after.Alert)
			}
			after.Alert = ""
			want(t, "attempt", after, before.Attempts[0])
		}
		now := state(t, w, p.view.Ref)
		want(t, "booking", now.Booking.State, booking.Confirmed)
		want(t, "paid", now.Booking.AmountPaid, before.Booking.AmountPaid)
		want(t, "movements", len(now.Movements), len(before.Movements))
	})
}

func TestAttemptsAreLimited(t *testing.T) {
	t.Run("[PAYFAIL-73] a sixth attempt is refused without a call to the provider", attemptsAreLimited)
}

func attemptsAreLimited(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	v := testworld.Visitor()
	view := w.Booked(v, "caravan")
	for range 5 {
		p := w.Prepared(v, view, booking.PayFull)
		_, err := w.Pay(v, view.Ref, p.ID, goodCard, "REFUSED")
		want(t, "refused", codeOf(t, err), booking.PaymentRefused)
	}
	_, err := w.Payments.Prepay(context.Background(), v, testworld.RequestFor(view, booking.PayFull))
	want(t, "the sixth", codeOf(t, err), booking.RateLimited)
	want(t, "orders", len(w.Provider.Ledger()), 5)
}

func TestPriceChangesAndMethods(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t), func(_ *booking.Config, p *payment.Config) { p.CardOn = func() bool { return false } })
	service := w.Payments
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	request := testworld.RequestFor(view, booking.PayFull)
	request.Expected--
	_, err := w.Payments.Prepay(ctx, v, request)
	want(t, "another amount", codeOf(t, err), booking.PriceChanged)
	request = testworld.RequestFor(view, booking.PayFull)
	request.QuoteHash = "other"
	_, err = w.Payments.Prepay(ctx, v, request)
	want(t, "another quote", codeOf(t, err), booking.PriceChanged)
	t.Run("with the card flag off the card is refused", func(t *testing.T) {
		_, err = w.Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayFull))
		want(t, "card", codeOf(t, err), booking.MethodUnavailable)
		_, err = w.Payments.Collection(v)
		want(t, "its device data", codeOf(t, err), booking.MethodUnavailable)
	})
	request = testworld.RequestFor(view, booking.PayFull)
	request.Method = payment.Wallet
	service.Wallet = nil
	_, err = service.Prepay(ctx, v, request)
	want(t, "no wallet", codeOf(t, err), booking.MethodUnavailable)
	service.Wallet = paypal.New(w.Wallet)
	service.WalletOn = func() bool { return false }
	_, err = service.Prepay(ctx, v, request)
	want(t, "the wallet is off", codeOf(t, err), booking.MethodUnavailable)
	service.WalletOn = func() bool { return true }
	request.Key = uuid.NewString()
	_, err = service.Prepay(ctx, v, request)
	want(t, "the wallet while the card is off", codeOf(t, err), "")
}
