package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/testworld"
)

// atWallet prepares the payment of a unit by wallet.
func atWallet(t *testing.T, w *testworld.World, unit string, option booking.PaymentOption) *paying {
	t.Helper()
	p := &paying{T: t, World: w, v: testworld.Visitor()}
	p.view = w.Booked(p.v, unit)
	p.p = w.PreparedWallet(p.v, p.view, option)
	return p
}

// back acts as the browser that comes back from the wallet: our return address,
// then the page's confirmation.
func (p *paying) back(query url.Values) (payment.Answer, error) {
	p.Helper()
	if err := p.Payments.WalletReturned(context.Background(), query.Get("att"), query.Get("token")); err != nil {
		p.Fatal(err)
	}
	return p.Payments.Confirm(context.Background(), p.v, p.p.ID, p.view.Ref, payment.Result{Order: query.Get("token")})
}

// approve approves the order at the wallet and comes back.
func (p *paying) approve(fault string) (payment.Answer, error) {
	p.Helper()
	return p.back(p.AtWallet(p.p.Wallet, "approve", fault))
}

// walletHas checks the wallet's own books: how many orders took money, and how
// much in all.
func walletHas(t *testing.T, w *testworld.World, orders int, pence int64) {
	t.Helper()
	n, sum := 0, int64(0)
	for _, o := range w.Provider.WalletLedger() {
		if net := o.Net(); net != 0 {
			n, sum = n+1, sum+net
		}
	}
	if n != orders || sum != pence {
		t.Errorf("the wallet has %d payments of %d, want %d of %d", n, sum, orders, pence)
	}
}

func (p *paying) states(attempt payment.State, b booking.State, paid money.Pence) {
	p.Helper()
	o := state(p.T, p.World, p.view.Ref)
	last := o.Attempts[len(o.Attempts)-1]
	want(p.T, "attempt", last.State, attempt)
	want(p.T, "booking", o.Booking.State, b)
	want(p.T, "paid", o.Booking.AmountPaid, paid)
}

func (p *paying) refused(err error, code booking.Code) {
	p.Helper()
	want(p.T, "failure", codeOf(p.T, err), code)
}

func TestWallet(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "caravan", booking.PayDeposit)
		t.Run("[PAY-12] [PAY-19] pre-payment answers the order and where to approve it, and the nights stay", func(t *testing.T) {
			want(t, "amount", p.p.Amount, 49_00)
			if p.p.Wallet.OrderID == "" || !strings.Contains(p.p.Wallet.URL, "/checkoutnow?token="+p.p.Wallet.OrderID) || p.p.Card != (payment.Collection{}) {
				t.Errorf("got %+v", p.p)
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			want(t, "taken", w.Taken("caravan"), 1)
		})
		t.Run("a repeated pre-payment answers the same order", func(t *testing.T) {
			again := w.PreparedWallet(p.v, p.view, booking.PayDeposit)
			want(t, "attempt", again.ID, p.p.ID)
			want(t, "order", again.Wallet, p.p.Wallet)
		})
		query := w.AtWallet(p.p.Wallet, "approve", "")
		t.Run("[PAY-09] an approved order is captured once, however often the browser comes back", func(t *testing.T) {
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					if err := w.Payments.WalletReturned(context.Background(), query.Get("att"), query.Get("token")); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			for range 2 {
				a, err := p.back(query)
				if err != nil || a.Status != payment.StatusAuthorised || a.AmountPaid != 49_00 || a.Outstanding != 140_00 {
					t.Errorf("got %+v, %v", a, err)
				}
			}
			w.Tick()
			p.states(payment.StateCaptured, booking.Confirmed, 49_00)
			walletHas(t, w, 1, 49_00)
			want(t, "e-mails", strings.Join(w.Emails.Kinds(), " "), booking.EmailConfirmation)
		})
		t.Run("a balance is paid by wallet, and parts are refunded", func(t *testing.T) {
			top, err := w.Payments.Prepay(context.Background(), p.v, payment.Request{BookID: p.view.Ref, Option: booking.PayTopUp, TopUp: "40",
				Method: payment.Wallet, Expected: 40_00, Key: "00000000-0000-4000-8000-000000000001"})
			if err != nil {
				t.Fatal(err)
			}
			first := p.p
			p.p = top
			a, err := p.approve("")
			if err != nil || a.Outstanding != 100_00 {
				t.Errorf("got %+v, %v", a, err)
			}
			for range 2 {
				if err := w.Payments.Refund(context.Background(), p.view.Ref, payment.Return{Amount: 10_00}, testworld.Operator); err != nil {
					t.Fatal(err)
				}
				w.Tick()
			}
			walletHas(t, w, 2, 69_00)
			if err := w.Payments.Refund(context.Background(), p.view.Ref, payment.Return{}, testworld.Operator); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			walletHas(t, w, 0, 0)
			p.states(payment.StateRefunded, booking.Refunded, 0)
			want(t, "the first payment", attemptWith(t, w, p.view.Ref, first.ID).State, payment.StateRefunded)
		})
	})
}

func attemptWith(t *testing.T, w *testworld.World, ref, id string) payment.Attempt {
	t.Helper()
	for _, a := range state(t, w, ref).Attempts {
		if a.ID == id {
			return a
		}
	}
	t.Fatalf("no attempt %s", id)
	return payment.Attempt{}
}

func TestWalletIsLeft(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		t.Run("[PAYFAIL-57] cancelled at the wallet: the attempt ends, nothing is charged, and another payment works", func(t *testing.T) {
			p := atWallet(t, w, "caravan", booking.PayFull)
			query := w.AtWallet(p.p.Wallet, "cancel", "")
			p.refused(w.Payments.WalletCancelled(ctx, "P0."+query.Get("att")[len(p.p.ID)+1:]), booking.NotFound)
			for range 2 {
				if err := w.Payments.WalletCancelled(ctx, query.Get("att")); err != nil {
					t.Fatal(err)
				}
			}
			_, err := w.Payments.Recall(ctx, p.v, p.p.ID, p.view.Ref)
			p.refused(err, booking.PaymentRefused)
			p.states(payment.StateAbandoned, booking.Held, 0)
			w.AtWallet(p.p.Wallet, "approve", "") // after all: nothing is captured
			w.Tick()
			walletHas(t, w, 0, 0)
			p.p = w.PreparedWallet(p.v, p.view, booking.PayFull)
			if a, err := p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("again: %+v, %v", a, err)
			}
			walletHas(t, w, 1, 189_00)
		})
		t.Run("[PAYFAIL-58] approved and then the tab closed: captured while the hold is alive", func(t *testing.T) {
			p := atWallet(t, w, "euro", booking.PayFull)
			w.AtWallet(p.p.Wallet, "approve", "")
			w.Clock.Advance(45 * time.Second)
			w.Tick()
			w.CallsEnd()
			p.states(payment.StateCaptured, booking.Confirmed, p.p.Amount)
		})
		t.Run("[PAYFAIL-58] approved after the hold ended: nothing is captured, the approval lapses and the nights are free", func(t *testing.T) {
			p := atWallet(t, w, "last", booking.PayFull)
			w.Clock.Advance(2 * time.Hour)
			w.Tick()
			before := w.Taken("last")
			query := w.AtWallet(p.p.Wallet, "approve", "")
			_, err := p.back(query)
			p.refused(err, booking.PaymentRefused)
			w.Tick()
			want(t, "taken", before, 0)
			p.states(payment.StateAbandoned, booking.Expired, 0)
			w.Clock.Advance(4 * time.Hour)
			orders := w.Provider.WalletLedger()
			want(t, "order", orders[len(orders)-1].Status, "VOIDED")
		})
		t.Run("[PAYFAIL-64] the approval is reversed: the attempt ends and the nights are released", func(t *testing.T) {
			p := atWallet(t, w, "boat", booking.PayFull)
			w.AtWallet(p.p.Wallet, "approve", "SIM_WALLET_REVERSED")
			if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(reversal(p.p.ID)), reversal(p.p.ID)); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			p.states(payment.StateRefused, booking.Held, 0)
			w.Clock.Advance(2 * time.Hour)
			w.Tick()
			p.states(payment.StateRefused, booking.Expired, 0)
			want(t, "taken", w.Taken("boat"), 0)
		})
		t.Run("a visitor who gives the booking up at the wallet frees the nights, and a late return captures nothing", func(t *testing.T) {
			p := atWallet(t, w, "last", booking.PayFull)
			want(t, "taken before", w.Taken("last"), 1)
			query := w.AtWallet(p.p.Wallet, "approve", "")
			if err := w.Payments.Release(ctx, p.v, p.view.Ref); err != nil {
				t.Fatal(err)
			}
			want(t, "taken", w.Taken("last"), 0)
			if err := w.Payments.WalletReturned(ctx, query.Get("att"), query.Get("token")); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			p.states(payment.StateAbandoned, booking.Expired, 0)
			for _, o := range w.Provider.WalletLedger() {
				if o.Code == p.p.ID {
					want(t, "captured", o.Net(), 0)
				}
			}
		})
		t.Run("[PAYFAIL-65] a return with another order is refused and changes nothing", func(t *testing.T) {
			p, other := atWallet(t, w, "many", booking.PayFull), atWallet(t, w, "many", booking.PayFull)
			query, foreign := w.AtWallet(p.p.Wallet, "approve", ""), w.AtWallet(other.p.Wallet, "approve", "")
			before := attemptOf(t, w, p.view.Ref)
			p.refused(w.Payments.WalletReturned(ctx, query.Get("att"), foreign.Get("token")), booking.NotFound)
			p.refused(w.Payments.WalletReturned(ctx, query.Get("att")+"0", query.Get("token")), booking.NotFound)
			_, err := w.Payments.Confirm(ctx, p.v, p.p.ID, p.view.Ref, payment.Result{Order: foreign.Get("token")})
			p.refused(err, booking.NotFound)
			_, err = w.Payments.Confirm(ctx, other.v, p.p.ID, p.view.Ref, payment.Result{Order: query.Get("token")})
			p.refused(err, booking.NotFound)
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
			if a, err := p.back(query); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("the honest return: %+v, %v", a, err)
			}
		})
		t.Run("[PAYFAIL-7] card and wallet in two tabs: one attempt at a time, and none while money may move", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			w.Prepared(p.v, p.view, booking.PayFull) // the card's tab replaces the wallet's attempt
			query := w.AtWallet(p.p.Wallet, "approve", "")
			_, err := p.back(query)
			p.refused(err, booking.PaymentRefused)
			p.p = w.PreparedWallet(p.v, p.view, booking.PayFull)
			a, err := p.approve("SIM_WALLET_PENDING")
			if err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			_, err = w.Payments.Prepay(ctx, p.v, testworld.RequestFor(p.view, booking.PayFull))
			p.refused(err, booking.PaymentInProgress)
			w.Clock.Advance(time.Hour)
			w.Tick()
			w.CallsEnd()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			n, _ := ledger(w)
			want(t, "card charges", n, 0)
		})
	})
}

func reversal(order string) []byte {
	return []byte(`{"id":"WH-1","event_type":"CHECKOUT.PAYMENT-APPROVAL.REVERSED","resource":{"purchase_units":[{"custom_id":"` + order + `"}]}}`)
}

func TestWalletCaptures(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		for _, fault := range []string{"SIM_WALLET_DROP_BEFORE", "SIM_WALLET_DROP_AFTER", "SIM_WALLET_HTTP500", "SIM_WALLET_BAD_JSON"} {
			t.Run("[PAYFAIL-59] no answer to a capture ("+fault+"): one capture in the end", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				a, err := p.approve(fault)
				if err != nil || a.Status != payment.StatusPending || a.ApproveURL != "" {
					t.Fatalf("got %+v, %v", a, err)
				}
				w.CallsEnd()
				p.states(payment.StateUnknown, booking.Paying, 0)
				w.Clock.Advance(time.Minute)
				w.Tick()
				w.CallsEnd()
				p.states(payment.StateCaptured, booking.Confirmed, 189_00)
				want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
			})
		}
		t.Run("an access token that is refused is replaced", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_HTTP401"); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
		})
		t.Run("[PAYFAIL-60] two captures at once with the same key are one, and both get its result", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			w.AtWallet(p.p.Wallet, "approve", "")
			client, handle := paypal.New(w.Wallet), attemptOf(t, w, p.view.Ref).Handle()
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					r, err := client.Collect(ctx, handle)
					if err != nil || r.Event != payment.EventCaptured || r.Amount != 189_00 || r.Currency != "GBP" {
						t.Errorf("got %+v, %v", r, err)
					}
				})
			}
			all.Wait()
			w.Clock.Advance(time.Minute) // the reconciler finds what was captured
			w.Tick()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
		})
		t.Run("[PAYFAIL-61] a declined way to pay: the visitor goes back to the same order", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			a, err := p.approve("SIM_WALLET_DECLINED")
			if err != nil || a.Status != payment.StatusPending || a.ApproveURL != p.p.Wallet.URL {
				t.Fatalf("got %+v, %v", a, err)
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			if a, err = p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			want(t, "attempts", len(state(t, w, p.view.Ref).Attempts), 1)
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
		t.Run("a payer who cannot pay is refused", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			_, err := p.approve("SIM_WALLET_REFUSED")
			p.refused(err, booking.PaymentRefused)
			p.states(payment.StateRefused, booking.Held, 0)
		})
		t.Run("[PAYFAIL-62] a pending capture that is completed later: not paid before", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.Clock.Advance(10 * time.Minute)
			w.Tick()
			p.states(payment.StatePending, booking.Paying, 0)
			w.Clock.Advance(3 * time.Hour)
			w.Tick()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
		t.Run("[PAYFAIL-62] a pending capture that is denied: the nights are released", func(t *testing.T) {
			p := atWallet(t, w, "boat", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_PENDING_DENIED"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.Clock.Advance(3 * time.Hour)
			w.Tick()
			p.states(payment.StateRefused, booking.Expired, 0)
			want(t, "taken", w.Taken("boat"), 0)
		})
		t.Run("an operator enters what the wallet says of a pending capture, and the money can be refunded", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			if err := w.Payments.Resolve(ctx, p.p.ID, payment.OutcomeCaptured, testworld.Operator); err != nil {
				t.Fatal(err)
			}
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
			w.Clock.Advance(time.Hour) // the wallet has completed it
			if err := w.Payments.Refund(ctx, p.view.Ref, payment.Return{}, testworld.Operator); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			p.states(payment.StateRefunded, booking.Refunded, 0)
			want(t, "refunds", len(orderOf(t, w, p.p.ID).Refunds), 1)
		})
		for _, fault := range []string{"SIM_WALLET_WRONG_AMOUNT", "SIM_WALLET_WRONG_CURRENCY"} {
			t.Run("[PAYFAIL-30] [PAYFAIL-31] "+fault+": not booked, given back, and an operator is told", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				_, err := p.approve(fault)
				p.refused(err, booking.UnitUnavailable)
				w.Tick()
				o := state(t, w, p.view.Ref)
				want(t, "paid", o.Booking.AmountPaid, 0)
				if o.Attempts[0].Alert == "" || len(orderOf(t, w, p.p.ID).Refunds) != 1 {
					t.Errorf("got %+v, %+v", o.Attempts[0], orderOf(t, w, p.p.ID))
				}
				want(t, "attempt", o.Attempts[0].State, payment.StateRefunded)
				want(t, "left at the wallet", netOf(t, w, p.p.ID), 0)
			})
			t.Run("[PAYFAIL-30] [PAYFAIL-31] "+fault+", found while the visitor is at the wallet: given back, and an operator is told", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				w.AtWallet(p.p.Wallet, "approve", fault)
				if _, err := paypal.New(w.Wallet).Collect(ctx, attemptOf(t, w, p.view.Ref).Handle()); err != nil {
					t.Fatal(err)
				}
				w.Clock.Advance(time.Minute)
				w.Tick()
				w.Tick()
				if a := attemptOf(t, w, p.view.Ref); !strings.HasPrefix(a.Alert, "captured of 189.") || a.State != payment.StateRefunded {
					t.Errorf("got %+v", a)
				}
				want(t, "left at the wallet", netOf(t, w, p.p.ID), 0)
			})
		}
		t.Run("[PAYFAIL-59] after many inquiries about the approval, a capture of unknown outcome is inquired about soon", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			for range 8 {
				w.Clock.Advance(time.Minute)
				w.Tick()
			}
			if a, err := p.approve("SIM_WALLET_DROP_AFTER"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			w.CallsEnd()
			p.states(payment.StateUnknown, booking.Paying, 0)
			w.Clock.Advance(15 * time.Second)
			w.Tick()
			w.CallsEnd()
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
	}, impatient)
}

// netOf returns how much of an attempt's money is at the wallet.
func netOf(t *testing.T, w *testworld.World, attempt string) int64 {
	t.Helper()
	for _, o := range w.Provider.WalletLedger() {
		if o.Code == attempt {
			return o.Net()
		}
	}
	t.Fatalf("the wallet has no order %s", attempt)
	return 0
}

// orderOf returns the wallet's order of an attempt.
func orderOf(t *testing.T, w *testworld.World, attempt string) (found struct {
	Captures []struct{}
	Refunds  []struct{}
}) {
	t.Helper()
	for _, o := range w.Provider.WalletLedger() {
		if o.Code == attempt {
			found.Captures, found.Refunds = make([]struct{}, len(o.Captures)), make([]struct{}, len(o.Refunds))
			return found
		}
	}
	t.Fatalf("the wallet has no order %s", attempt)
	return found
}

func TestWalletRefunds(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		refunded := func(t *testing.T, fault string) *paying {
			p := atWallet(t, w, "crowd", booking.PayFull)
			if _, err := p.approve(fault); err != nil {
				t.Fatal(err)
			}
			if err := w.Payments.Refund(ctx, p.view.Ref, payment.Return{}, testworld.Operator); err != nil {
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
		t.Run("a refund that fails is an operator's", func(t *testing.T) {
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

func TestWalletNotifications(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		merchant := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			body := make([]byte, r.ContentLength)
			if _, err := r.Body.Read(body); err != nil && len(body) == 0 {
				t.Error(err)
			}
			if err := w.Payments.Notify(ctx, payment.Wallet, r.Header, body); err != nil {
				if _, refused := booking.FailureOf(err); !refused {
					t.Errorf("a webhook was refused: %v", err)
				}
			}
			if _, err := w.Payments.Reconcile(ctx); err != nil {
				t.Error(err)
			}
		}))
		defer merchant.Close()
		w.Provider.WebhooksAt(w.Wallet.BaseURL, merchant.URL)
		for _, fault := range []string{"SIM_WALLET_HOOK_FIRST", "SIM_WALLET_HOOK_TWICE"} {
			t.Run("[PAYFAIL-18] "+fault+": a webhook before the browser's return books once, and the return shows it", func(t *testing.T) {
				p := atWallet(t, w, "crowd", booking.PayFull)
				query := w.AtWallet(p.p.Wallet, "approve", fault)
				a, err := p.back(query)
				if err != nil || a.Status != payment.StatusAuthorised {
					t.Errorf("got %+v, %v", a, err)
				}
				w.Tick()
				p.states(payment.StateCaptured, booking.Confirmed, 189_00)
				want(t, "captures", len(orderOf(t, w, p.p.ID).Captures), 1)
			})
		}
		w.Provider.WebhooksAt(w.Wallet.BaseURL, "")
		t.Run("[PAYFAIL-63] a webhook with a wrong signature or a foreign certificate is refused, and no foreign host is asked", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			foreign := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a foreign host was asked") }))
			defer foreign.Close()
			before := attemptOf(t, w, p.view.Ref)
			body, err := json.Marshal(map[string]any{"id": "WH-2", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": map[string]any{
				"invoice_id": p.p.ID, "amount": map[string]string{"currency_code": "GBP", "value": "189.00"}}})
			if err != nil {
				t.Fatal(err)
			}
			for name, change := range map[string]func(http.Header){
				"signature":    func(h http.Header) { h.Set("Paypal-Transmission-Sig", "AAAA") },
				"time":         func(h http.Header) { h.Set("Paypal-Transmission-Time", "2020-01-01T00:00:00Z") },
				"algorithm":    func(h http.Header) { h.Set("Paypal-Auth-Algo", "none") },
				"foreign host": func(h http.Header) { h.Set("Paypal-Cert-Url", foreign.URL+"/v1/notifications/certs/CERT-SIMULATED") },
				"host as user": func(h http.Header) {
					h.Set("Paypal-Cert-Url", strings.Replace(foreign.URL, "http://", "http://api.paypal.com@", 1))
				},
				"no signature":  func(h http.Header) { clear(h) },
				"another hook":  func(h http.Header) { h.Set("Paypal-Transmission-Id", "another") },
				"a long prefix": func(h http.Header) { h.Set("Paypal-Cert-Url", w.Wallet.BaseURL+".example.com/cert") },
			} {
				header := w.Provider.Signed(body)
				change(header)
				if err := w.Payments.Notify(ctx, payment.Wallet, header, body); !errors.Is(err, payment.ErrForged) {
					t.Errorf("%s: got %v", name, err)
				}
			}
			if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), append(body, ' ')); !errors.Is(err, payment.ErrForged) {
				t.Errorf("another body: got %v", err)
			}
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before)
		})
		t.Run("[PAYFAIL-63] a webhook that is replayed, or claims what is not so, is accepted and has no effect", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			body := []byte(`{"id":"WH-3","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"invoice_id":"` + p.p.ID + `","amount":{"currency_code":"GBP","value":"189.00"}}}`)
			header := w.Provider.Signed(body)
			for range 3 {
				if err := w.Payments.Notify(ctx, payment.Wallet, header, body); err != nil {
					t.Error(err)
				}
				if _, err := w.Payments.Reconcile(ctx); err != nil {
					t.Error(err)
				}
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			if a, err := p.approve(""); err != nil || a.Status != payment.StatusAuthorised {
				t.Errorf("got %+v, %v", a, err)
			}
			before := state(t, w, p.view.Ref)
			for range 3 {
				if err := w.Payments.Notify(ctx, payment.Wallet, header, body); err != nil {
					t.Error(err)
				}
				w.Tick()
			}
			want(t, "movements", len(state(t, w, p.view.Ref).Movements), len(before.Movements))
			want(t, "attempt", attemptOf(t, w, p.view.Ref), before.Attempts[0])
		})
	})
}

func TestVisitsToTheWalletAreNoAttempts(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		for range 6 {
			if err := w.Payments.WalletCancelled(ctx, w.AtWallet(p.p.Wallet, "cancel", "").Get("att")); err != nil {
				t.Fatal(err)
			}
			p.p = w.PreparedWallet(p.v, p.view, booking.PayFull)
		}
		if _, err := w.Payments.Prepay(ctx, p.v, testworld.RequestFor(p.view, booking.PayFull)); err != nil {
			t.Errorf("after six visits, by card: %v", err)
		}
	})
}

func TestWalletRefundsWithoutUs(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
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
			t.Run(event+" of money that we did not refund is an operator's", func(t *testing.T) {
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
			if err := w.Payments.Refund(ctx, p.view.Ref, payment.Return{Amount: 20_00}, testworld.Operator); err != nil {
				t.Fatal(err)
			}
			w.Tick()
			w.Tick()
			if a := attemptOf(t, w, p.view.Ref); !strings.Contains(a.Alert, "10.00 GBP") {
				t.Errorf("alert %q", a.Alert)
			}
		})
		t.Run("our own refunds are no news", func(t *testing.T) {
			p := paid(t)
			for _, reference := range []string{"R1-", "R2-"} {
				if err := w.Payments.Refund(ctx, p.view.Ref, payment.Return{Amount: 10_00}, testworld.Operator); err != nil {
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

func TestWalletRefusesForAnotherReason(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		account := w.Wallet
		account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			if strings.HasSuffix(r.URL.Path, "/capture") {
				r.Header.Set("PayPal-Mock-Response", `{"mock_application_codes":"TRANSACTION_LIMIT_EXCEEDED"}`)
			}
			return http.DefaultTransport.RoundTrip(r)
		})
		w.Payments.Wallet = paypal.New(account)
		p := atWallet(t, w, "crowd", booking.PayFull)
		_, err := p.approve("")
		p.refused(err, booking.PaymentRefused)
		p.states(payment.StateFailed, booking.Held, 0)
		if attemptOf(t, w, p.view.Ref).NextCheck.IsZero() {
			t.Error("nobody looks whether money appears later")
		}
	})
}

func TestWalletIsTakenAway(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		wallet := w.Payments.Wallet
		t.Run("an attempt that waits for approval ends with its time", func(t *testing.T) {
			w.Payments.Wallet = wallet
			p := atWallet(t, w, "crowd", booking.PayFull)
			query := w.AtWallet(p.p.Wallet, "approve", "")
			w.Payments.Wallet = nil
			p.refused(w.Payments.WalletReturned(ctx, query.Get("att"), query.Get("token")), booking.MethodUnavailable)
			w.Clock.Advance(time.Minute)
			if _, err := w.Payments.Reconcile(ctx); err != nil {
				t.Fatal(err)
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			w.Clock.Advance(2 * time.Hour)
			if _, err := w.Payments.Reconcile(ctx); err != nil {
				t.Fatal(err)
			}
			want(t, "attempt", attemptOf(t, w, p.view.Ref).State, payment.StateAbandoned)
		})
		t.Run("an unknown outcome is given up", func(t *testing.T) {
			w.Payments.Wallet = wallet
			p := atWallet(t, w, "crowd", booking.PayFull)
			if _, err := p.approve("SIM_WALLET_HTTP500"); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			w.Payments.Wallet = nil
			w.Clock.Advance(73 * time.Hour)
			if _, err := w.Payments.Reconcile(ctx); err != nil {
				t.Fatal(err)
			}
			if a := attemptOf(t, w, p.view.Ref); a.State != payment.StateFailed || a.Alert == "" {
				t.Errorf("got %+v", a)
			}
		})
		t.Run("a repeated key is refused", func(t *testing.T) {
			w.Payments.Wallet = wallet
			v := testworld.Visitor()
			view := w.Booked(v, "crowd")
			control(t, w, "SIM_WALLET_NO_ORDER")
			request := testworld.RequestFor(view, booking.PayFull)
			request.Method = payment.Wallet
			_, err := w.Payments.Prepay(ctx, v, request)
			want(t, "first", codeOf(t, err), booking.ProviderUnavailable)
			w.Payments.Wallet = nil
			_, err = w.Payments.Prepay(ctx, v, request)
			want(t, "again", codeOf(t, err), booking.MethodUnavailable)
		})
	}, impatient)
}

// The provider repeats a webhook only if it is refused, so one that cannot be
// verified for a moment must be.
func TestWalletCertificateIsAway(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		var away atomic.Int32
		account := w.Wallet
		account.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "/certs/") && away.Add(-1) >= 0 {
				return &http.Response{StatusCode: http.StatusInternalServerError, Body: http.NoBody, Request: r}, nil
			}
			return http.DefaultTransport.RoundTrip(r)
		})
		w.Payments.Wallet = paypal.New(account)
		p := atWallet(t, w, "crowd", booking.PayFull)
		w.AtWallet(p.p.Wallet, "approve", "")
		body := []byte(`{"id":"WH-4","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"purchase_units":[{"custom_id":"` + p.p.ID + `"}]}}`)
		away.Store(1)
		err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body)
		if _, refused := booking.FailureOf(err); refused || !errors.Is(err, payment.ErrUnverified) {
			t.Errorf("got %v, which does not make the provider repeat it", err)
		}
		p.states(payment.StateApproval, booking.Paying, 0)
		if err := w.Payments.Notify(ctx, payment.Wallet, w.Provider.Signed(body), body); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		w.CallsEnd()
		p.states(payment.StateCaptured, booking.Confirmed, 189_00)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestWalletDoesNotAnswer(t *testing.T) {
	each(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		control(t, w, "SIM_WALLET_NO_ORDER")
		request := testworld.RequestFor(view, booking.PayFull)
		request.Method = payment.Wallet
		_, err := w.Payments.Prepay(context.Background(), v, request)
		want(t, "[PAYFAIL-12]", codeOf(t, err), booking.ProviderUnavailable)
		if p, err := w.Payments.Prepay(context.Background(), v, request); err != nil || p.Wallet.OrderID == "" {
			t.Errorf("again: %+v, %v", p, err)
		}
		want(t, "orders", len(w.Provider.WalletLedger()), 1)
	})
}

func control(t *testing.T, w *testworld.World, fault string) {
	t.Helper()
	resp, err := http.PostForm(w.Wallet.BaseURL+"/sim/control", url.Values{"fault": {fault}})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	want(t, "control", resp.StatusCode, http.StatusNoContent)
}

// A second payment of a booking must not be taken, whatever another release of the
// product has done to the rows in between.
func TestWalletBesideAnotherPayment(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, w *testworld.World) {
		t.Run("another attempt is the booking's: the approved order is not captured, and the other one stays", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			change(t, w, p.view.Ref, func(tx payment.Tx, b *booking.Booking) error {
				b.Attempt = "P-other"
				return tx.SaveBooking(*b)
			})
			_, err := p.approve("")
			p.refused(err, booking.PaymentRefused)
			w.Tick()
			p.states(payment.StateAbandoned, booking.Paying, 0)
			want(t, "the booking's attempt", state(t, w, p.view.Ref).Booking.Attempt, "P-other")
			walletHas(t, w, 0, 0)
		})
		t.Run("another payment has confirmed the booking: a pending capture is given back", func(t *testing.T) {
			p := atWallet(t, w, "caravan", booking.PayDeposit)
			if a, err := p.approve("SIM_WALLET_PENDING"); err != nil || a.Status != payment.StatusPending {
				t.Fatalf("got %+v, %v", a, err)
			}
			change(t, w, p.view.Ref, func(tx payment.Tx, b *booking.Booking) error {
				other := attemptOf(t, w, p.view.Ref)
				other.ID, other.Seq, other.Key, other.OrderCode, other.ProviderRef = "P-card", 2, "card", "P-card", ""
				other.Method, other.State, other.NextCheck, other.SettledAt = payment.Card, payment.StateAuthorised, time.Time{}, tx.Now()
				return errors.Join(tx.InsertAttempt(other), w.Bookings.TakePayment(tx, b, booking.Taken{
					Amount: 49_00, Attempt: "P-card", Method: "worldpay", Order: "P-card", Deposit: true, Asked: tx.Now()}))
			})
			w.Clock.Advance(time.Hour)
			for range 2 { // the capture, and its refund
				if _, err := w.Payments.Reconcile(ctx); err != nil {
					t.Fatal(err)
				}
				if _, err := w.Outbox.RunOnce(ctx); err != nil {
					t.Fatal(err)
				}
			}
			walletHas(t, w, 0, 0)
			b := state(t, w, p.view.Ref).Booking
			want(t, "booking", b.State, booking.Confirmed)
			want(t, "paid", b.AmountPaid, 49_00)
		})
	})
}

// change changes a booking in the database, past the services.
func change(t *testing.T, w *testworld.World, ref string, how func(payment.Tx, *booking.Booking) error) {
	t.Helper()
	err := w.Store.Payments().GroupCommit(context.Background(), func(tx payment.Tx) error {
		b, err := tx.LockBooking(ref)
		if err != nil {
			return err
		}
		return how(tx, &b)
	})
	if err != nil {
		t.Fatal(err)
	}
}
