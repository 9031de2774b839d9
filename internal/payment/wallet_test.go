package payment_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
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
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
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
				if err := w.Payments.Change(context.Background(), p.view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 10_00}, testworld.Staff); err != nil {
					t.Fatal(err)
				}
				w.Tick()
			}
			walletHas(t, w, 2, 69_00)
			if err := w.Payments.Change(context.Background(), p.view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
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
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
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
		t.Run("[PAYFAIL-58] approved after many inquiries and then the tab closed: captured while the hold is alive", func(t *testing.T) {
			p := atWallet(t, w, "euro", booking.PayFull)
			for range 10 {
				w.Clock.Advance(time.Minute)
				w.Tick()
			}
			p.states(payment.StateApproval, booking.Paying, 0)
			w.AtWallet(p.p.Wallet, "approve", "")
			hold := attemptOf(t, w, p.view.Ref).ExpiresAt.Sub(w.Clock.Now())
			w.Clock.Advance(hold - 20*time.Second)
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
			want(t, "captured", orderOf(t, w, p.p.ID).Net(), 0)
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
			n, _ := providerTotals(w)
			want(t, "card charges", n, 0)
		})
	})
}

func reversal(order string) []byte {
	return []byte(`{"id":"WH-1","event_type":"CHECKOUT.PAYMENT-APPROVAL.REVERSED","resource":{"purchase_units":[{"custom_id":"` + order + `"}]}}`)
}

// orderOf returns the wallet's order of an attempt.
func orderOf(t *testing.T, w *testworld.World, attempt string) simulator.WalletOrder {
	t.Helper()
	for _, o := range w.Provider.WalletLedger() {
		if o.Code == attempt {
			return o
		}
	}
	t.Fatalf("the wallet has no order %s", attempt)
	return simulator.WalletOrder{}
}

// A second payment of a booking must not be taken, whatever another release of the
// product has done to the rows in between.
func TestWalletBesideAnotherPayment(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
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
