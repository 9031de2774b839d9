package payment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/server/testworld"
)

func TestWalletRefunds(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		refunded := func(t *testing.T, fault string) *paying {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if _, err := p.approve(fault); err != nil {
				t.Fatal(err)
			}
			if err := w.Payments.Change(ctx, p.view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			_, err := w.Outbox.RunOnce(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		t.Run("[PAYFAIL-68] no answer to a refund: it is repeated with its reference, and made once", func(t *testing.T) {
			p := refunded(t, "SIM_WALLET_REFUND_HANG")
			w.Clock.Advance(10 * time.Minute)
			w.Tick()
			p.states(payment.StateRefunded, booking.Refunded, 0)
			want(t, "refunds", len(orderOf(t, w, p.p.ID).Refunds), 1)
		})
		t.Run("a pending refund is done when the wallet says so", func(t *testing.T) {
			p := refunded(t, "SIM_WALLET_REFUND_PENDING")
			w.Tick()
			p.states(payment.StateRefundRequested, booking.Refunded, 189_00)
			w.Clock.Advance(time.Hour)
			w.Tick()
			p.states(payment.StateRefunded, booking.Refunded, 0)
		})
		t.Run("a refund that fails is a member of staff's", func(t *testing.T) {
			p := refunded(t, "SIM_WALLET_REFUND_FAILED")
			w.Clock.Advance(time.Hour)
			w.Tick()
			p.states(payment.StateRefundFailed, booking.Refunded, 189_00)
			if attemptOf(t, w, p.view.Ref).Alert == "" {
				t.Error("no alert")
			}
		})
	}, impatient)
}

func TestWalletRefundsWithoutUs(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		paid := func(t *testing.T) *paying {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Fatalf("got %+v, %v", a, err)
			}
			return p
		}
		atWalletsDesk := func(t *testing.T, p *paying) {
			if err := paypal.New(w.Wallet).Refund(ctx, attemptOf(t, w, p.view.Ref).Handle(), "by hand", 10_00); err != nil {
				t.Fatal(err)
			}
		}
		report := func(t *testing.T, p *paying, event, custom string) {
			body := []byte(`{"id":"WH-5","event_type":"` + event + `","resource":{"invoice_id":"` + p.p.ID + `","custom_id":"` + custom + `","amount":{"currency_code":"GBP","value":"10.00"}}}`)
			if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body); err != nil {
				t.Fatal(err)
			}
		}
		for _, event := range []string{"PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"} {
			t.Run(event+" of money that we did not refund is a member of staff's", func(t *testing.T) {
				p := paid(t)
				report(t, p, event, "by hand")
				if attemptOf(t, w, p.view.Ref).Alert == "" {
					t.Error("no alert")
				}
			})
		}
		t.Run("an inquiry finds a part that we did not refund", func(t *testing.T) {
			p := paid(t)
			atWalletsDesk(t, p)
			if err := w.Payments.Change(ctx, p.view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 20_00}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			w.Tick()
			if a := attemptOf(t, w, p.view.Ref); !strings.Contains(a.Alert, "10.00 GBP") {
				t.Errorf("alert %q", a.Alert)
			}
		})
		t.Run("a late failure of the first of two refunds names that one", func(t *testing.T) {
			p := paid(t)
			for _, amount := range []money.Pence{10_00, 25_00} {
				if err := w.Payments.Change(ctx, p.view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: amount}, testworld.Staff); err != nil {
					t.Fatal(err)
				}
				w.Tick()
				w.Tick()
			}
			report(t, p, "PAYMENT.REFUND.FAILED", "R1-"+p.p.ID)
			w.Tick()
			a := attemptOf(t, w, p.view.Ref)
			if !strings.Contains(a.Alert, "R1-"+p.p.ID+" of £10.00") {
				t.Errorf("alert %q", a.Alert)
			}
			p.states(payment.StateCaptured, booking.Cancelled, 154_00) // the ledger is not changed by a guess
		})
		t.Run("our own refunds are no news", func(t *testing.T) {
			p := paid(t)
			for _, reference := range []string{"R1-", "R2-"} {
				if err := w.Payments.Change(ctx, p.view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 10_00}, testworld.Staff); err != nil {
					t.Fatal(err)
				}
				w.Tick()
				report(t, p, "PAYMENT.CAPTURE.REFUNDED", reference+p.p.ID)
				w.Tick()
			}
			report(t, p, "PAYMENT.CAPTURE.REFUNDED", "R1-"+p.p.ID) // late
			w.Tick()
			want(t, "alert", attemptOf(t, w, p.view.Ref).Alert, "")
		})
	})
}
