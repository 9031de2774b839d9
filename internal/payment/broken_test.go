package payment_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// later are pauses after which everything is settled, whatever was lost before.
var later = []time.Duration{time.Minute, 10 * time.Minute, 20 * time.Minute, time.Hour, 7 * time.Hour, 7 * time.Hour, 24 * time.Hour, 48 * time.Hour, 96 * time.Hour}

// brokenMessages are the messages that change something at a provider. Each story
// breaks the connection of one of them.
var brokenMessages = map[string]func(t *testing.T, w *testworld.World, breakNext func()){
	"a card's authorisation": func(_ *testing.T, w *testworld.World, breakNext func()) {
		v := testworld.Visitor()
		view := w.Booked(v, "crowd")
		p := w.Prepared(v, view, booking.PayFull)
		breakNext()
		_, _ = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill") // whatever the visitor reads, the books decide
		w.CallsEnd()
	},
	"a capture": func(t *testing.T, w *testworld.World, breakNext func()) {
		v := testworld.Visitor()
		view := w.Booked(v, "crowd")
		_, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayFull).ID, goodCard, "P O'Neill")
		want(t, "paid", err, nil)
		breakNext()
		w.Tick()
	},
	"a cancellation": func(t *testing.T, w *testworld.World, breakNext func()) {
		v := testworld.Visitor()
		view := w.Booked(v, "crowd")
		_, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayFull).ID, goodCard, "P O'Neill")
		want(t, "paid", err, nil)
		want(t, "cancelled", w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff), nil)
		breakNext() // the inquiry before it
		w.Tick()
	},
	"a refund of a part": func(t *testing.T, w *testworld.World, breakNext func()) {
		v := testworld.Visitor()
		view := w.Paid(v, w.Booked(v, "crowd"), booking.PayFull)
		want(t, "refunded", w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 60_00}, testworld.Staff), nil)
		breakNext()
		w.Tick()
	},
	"a wallet's capture": func(t *testing.T, w *testworld.World, breakNext func()) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		back := w.AtWallet(p.p.Wallet, "approve", "")
		breakNext()
		want(t, "back", w.Payments.WalletReturned(context.Background(), back.Get("att"), back.Get("token")), nil)
		w.CallsEnd()
	},
	"a wallet's refund": func(t *testing.T, w *testworld.World, breakNext func()) {
		p := atWallet(t, w, "crowd", booking.PayFull)
		_, err := p.approve("")
		want(t, "paid", err, nil)
		w.Tick()
		want(t, "refunded", w.Payments.Change(context.Background(), p.view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: 60_00}, testworld.Staff), nil)
		breakNext()
		w.Tick()
	},
	"a wallet's order": func(_ *testing.T, w *testworld.World, breakNext func()) {
		v := testworld.Visitor()
		request := testworld.RequestFor(w.Booked(v, "crowd"), booking.PayFull)
		request.Method = payment.Wallet
		breakNext()
		_, _ = w.Payments.Prepay(context.Background(), v, request)
	},
}

// Whatever breaks a connection, our ledger and the provider's own books agree
// afterwards, and no money has moved twice.
func TestBrokenConnectionsMoveMoneyOnce(t *testing.T) {
	for _, how := range testworld.Breaks {
		t.Run(string(how), func(t *testing.T) {
			t.Parallel()
			w, wire := testworld.NewOverWire(t, storetest.SQLite(t))
			for message, story := range brokenMessages {
				t.Run(message, func(t *testing.T) {
					story(t, w, func() { wire.BreakNext(how) })
					wire.Break(nil)
				})
			}
			settled(t, w)
		})
	}
}

// settled lets time pass until everything is settled, and compares the books.
func settled(t *testing.T, w *testworld.World) {
	t.Helper()
	runLoopsAfter(w, later...)
	if _, err := w.Bookings.Sweep(context.Background()); err != nil {
		t.Error(err)
	}
	(&life{t: t, nodes: []*testworld.World{w}}).resolveAlerts()
	w.Tick()
	books{t: t, World: w}.check()
}

// TestRandomLifeOverBrokenConnections is TestRandomLife with real sockets, of which a
// third break under the messages.
func TestRandomLifeOverBrokenConnections(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 7))
			w, wire := testworld.NewOverWire(t, storetest.SQLite(t))
			wire.Break(func() testworld.Break {
				if random.IntN(3) > 0 {
					return testworld.NoBreak
				}
				return oneOf(random, testworld.Breaks...)
			})
			decide := rand.New(rand.NewPCG(seed, 8))
			for range 6 {
				ctx, v := context.Background(), testworld.Visitor()
				view := w.Booked(v, "crowd")
				request := testworld.RequestFor(view, booking.PayFull)
				request.Method = oneOf(decide, payment.Card, payment.Wallet)
				p, err := w.Payments.Prepay(ctx, v, request)
				if err != nil {
					continue // there is no order at the wallet
				}
				if p.Method == payment.Wallet {
					back := w.AtWallet(p.Wallet, "approve", "")
					_ = w.Payments.WalletReturned(ctx, back.Get("att"), back.Get("token")) // the books decide
				} else {
					_, _ = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
				}
				w.CallsEnd()
				runLoopsAfter(w, 20*time.Second, time.Minute)
				if decide.IntN(2) == 0 {
					// Refused where the payment is not known yet.
					_ = w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturning, Amount: money.Pence(10_00 + decide.IntN(100_00))}, testworld.Staff)
				}
				runLoopsAfter(w, 20*time.Second, time.Minute)
			}
			wire.Break(nil)
			settled(t, w)
		})
	}
}

// unreachable is an address at which nobody listens.
func unreachable(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

// A connection that was never made proves that no card was charged.
func TestAProviderThatCannotBeReachedDoesNotLockTheBooking(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		account := w.Account
		account.XMLURL = unreachable(t)
		card := w.Payments.Card
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		w.Payments.Card = worldpay.New(account)
		_, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayFull).ID, goodCard, "P O'Neill")
		want(t, "told at once", codeOf(t, err), booking.PaymentRefused)
		want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateFailed)
		other := testworld.RequestFor(view, booking.PayFull)
		other.Method = payment.Wallet
		_, err = w.Payments.Prepay(context.Background(), v, other)
		want(t, "the other method", err, nil)
		w.Payments.Card = card
		w.Paid(v, view, booking.PayFull)
		want(t, "booking", state(t, w, view.Ref).Booking.State, booking.Confirmed)
		n, sum := providerTotals(w)
		want(t, "charges", n, 1)
		want(t, "charged", sum, 18900)
	})
}

func TestAWalletThatCannotBeReached(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		wallet := w.Payments.Wallet
		account := w.Wallet
		account.BaseURL = unreachable(t)
		away := paypal.New(account)

		t.Run("the first capture: the payment fails at once, and the visitor pays by card", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			back := w.AtWallet(p.p.Wallet, "approve", "")
			w.Payments.Wallet = away
			_, err := p.back(back)
			w.Payments.Wallet = wallet
			want(t, "told at once", codeOf(t, err), booking.PaymentRefused)
			w.Paid(p.v, p.view, booking.PayFull)
			want(t, "booking", state(t, w, p.view.Ref).Booking.State, booking.Confirmed)
			walletHas(t, w, 0, 0)
		})
		t.Run("a repeated capture proves nothing about the first one", func(t *testing.T) {
			p := atWallet(t, w, "crowd", booking.PayFull)
			back := w.AtWallet(p.p.Wallet, "approve", "SIM_WALLET_BAD_JSON") // captured, and half an answer comes
			if _, err := p.back(back); err != nil {
				t.Fatal(err)
			}
			w.CallsEnd()
			p.states(payment.StateUnknown, booking.Paying, 0)
			w.Payments.Wallet = answersOnly{wallet, away}
			w.Clock.Advance(15 * time.Second)
			w.Tick()
			w.CallsEnd()
			p.states(payment.StateUnknown, booking.Paying, 0)
			w.Payments.Wallet = wallet
			runLoopsAfter(w, time.Minute, 5*time.Minute)
			p.states(payment.StateCaptured, booking.Confirmed, 189_00)
		})
	})
}

// answersOnly is a wallet that still shows an order as approved, and cannot be reached
// for captures.
type answersOnly struct {
	payment.WalletGateway
	away payment.WalletGateway
}

func (answersOnly) Inquire(context.Context, payment.Handle) (payment.Reply, error) {
	return payment.Reply{Event: payment.EventApproved}, nil
}

func (g answersOnly) Collect(ctx context.Context, h payment.Handle) (payment.Reply, error) {
	return g.away.Collect(ctx, h)
}

// A process has stopped before it sent a card. The visitor waits until that is known.
func TestACardThatWasNeverSentIsKnownAfterFiveMinutes(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view := w.Booked(v, "caravan")
		p := w.Prepared(v, view, booking.PayFull)
		change(t, w, view.Ref, func(tx payment.Tx, _ *booking.Booking) error {
			a, err := tx.LockAttempt(p.ID)
			if err != nil {
				return err
			}
			a.State, a.SentAt, a.LastCallAt, a.NextCheck = payment.StateSending, tx.Now(), tx.Now(), tx.Now().Add(time.Minute)
			return tx.SaveAttempt(a)
		})
		for range 32 { // 5 minutes and 20 seconds
			runLoopsAfter(w, 10*time.Second)
		}
		want(t, "attempt", state(t, w, view.Ref).Attempts[0].State, payment.StateFailed)
	})
}
