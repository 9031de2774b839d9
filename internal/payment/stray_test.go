package payment_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// strays returns the jobs about payments without a booking.
func strays(t *testing.T, w *testworld.World) (all []outbox.Waiting) {
	t.Helper()
	jobs, err := w.Store.WaitingJobs(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, job := range jobs {
		if job.Kind == payment.JobStray {
			all = append(all, job)
		}
	}
	return all
}

// An older database was restored: the provider has payments that we do not know.
func TestAPaymentWithoutABookingIsReportedAndRefunded(t *testing.T) {
	ctx := context.Background()
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		before := testworld.New(t, storetest.SQLite(t)) // the database that is lost
		v := testworld.Visitor()
		card := state(t, before, before.Paid(v, before.Booked(v, "caravan"), booking.PayFull).Ref).Attempts[0]
		inWallet := atWallet(t, before, "caravan", booking.PayFull)
		if _, err := inWallet.approve(""); err != nil {
			t.Fatal(err)
		}
		before.Tick()
		w := before.SecondNode(db)
		testworld.Publish(t, w.Store, testworld.Price)

		t.Run("a notification reports it", func(t *testing.T) {
			for range 2 {
				want(t, "notified", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(card.OrderCode, "CAPTURED", "18900")), nil)
			}
			w.Tick()
			all := strays(t, w)
			if len(all) != 1 || !all[0].GivenUp || all[0].Key != card.OrderCode {
				t.Fatalf("got %+v", all)
			}
			status, err := w.Store.Outbox().Status(ctx) // what doctor says is not in order
			if err != nil || len(status) != 1 || status[0].Kind != payment.JobStray || status[0].GivenUp != 1 {
				t.Errorf("got %+v, %v", status, err)
			}
		})
		t.Run("a command refunds it, once", func(t *testing.T) {
			stray := payment.Stray{Method: payment.Card, Order: card.OrderCode}
			for range 2 {
				want(t, "asked", w.Payments.RefundStray(ctx, stray, testworld.Staff), nil)
				w.Tick()
			}
			want(t, "left to do", len(strays(t, w)), 0)
			n, _ := providerTotals(w)
			want(t, "charges kept", n, 0)
		})
		t.Run("a payment at the wallet too", func(t *testing.T) {
			stray := payment.Stray{Method: payment.Wallet, Order: inWallet.p.ID}
			if err := w.Payments.RefundStray(ctx, stray, testworld.Staff); err == nil || !strings.Contains(err.Error(), "paypal") {
				t.Errorf("without the wallet's id: %v", err)
			}
			stray.ProviderRef = inWallet.p.Wallet.OrderID
			for range 2 {
				want(t, "asked", w.Payments.RefundStray(ctx, stray, testworld.Staff), nil)
				w.Tick()
			}
			walletHas(t, w, 0, 0)
			want(t, "refunds", len(orderOf(t, w, inWallet.p.ID).Refunds), 1)
		})
		t.Run("a payment of a booking is refused", func(t *testing.T) {
			own := testworld.Visitor()
			view := w.Paid(own, w.Booked(own, "caravan"), booking.PayFull)
			order := state(t, w, view.Ref).Attempts[0].OrderCode
			err := w.Payments.RefundStray(ctx, payment.Stray{Method: payment.Card, Order: order}, testworld.Staff)
			if err == nil || !strings.Contains(err.Error(), view.Ref) {
				t.Errorf("got %v", err)
			}
			want(t, "notified", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(order, "CAPTURED", "18900")), nil)
			want(t, "jobs", len(strays(t, w)), 0)
		})
	})
}

// countedRefunds is a card provider that counts the refunds it is sent. Of the first lost
// ones, the provider's answer is lost. answer, if it is set, answers inquiries.
type countedRefunds struct {
	payment.CardProvider
	sent, lost int
	answer     func() (payment.Reply, error)
}

func (g *countedRefunds) Refund(ctx context.Context, h payment.Handle, reference string, amount money.Pence) error {
	g.sent++
	err := g.CardProvider.Refund(ctx, h, reference, amount)
	if g.sent <= g.lost {
		return errors.New("the connection ended")
	}
	return err
}

func (g *countedRefunds) Inquire(ctx context.Context, h payment.Handle) (payment.Reply, error) {
	if g.answer != nil {
		return g.answer()
	}
	return g.CardProvider.Inquire(ctx, h)
}

// strayCard returns a world whose database does not have a card payment that the provider
// has captured.
func strayCard(t *testing.T, db storetest.Database) (*testworld.World, *countedRefunds, payment.Stray) {
	t.Helper()
	before := testworld.New(t, storetest.SQLite(t))
	v := testworld.Visitor()
	order := state(t, before, before.Paid(v, before.Booked(v, "caravan"), booking.PayFull).Ref).Attempts[0].OrderCode
	before.Tick()
	w := before.SecondNode(db)
	testworld.Publish(t, w.Store, testworld.Price)
	cards := &countedRefunds{CardProvider: w.Payments.Card}
	w.Payments.Card = cards
	return w, cards, payment.Stray{Method: payment.Card, Order: order}
}

// Inquiries show an old state for some time, and neither a second command nor a retry of the
// job may send the refund again in it.
func TestARefundOfAPaymentWithoutABookingIsSentOnce(t *testing.T) {
	ctx := context.Background()
	ask := func(t *testing.T, w *testworld.World, p payment.Stray) {
		t.Helper()
		want(t, "asked", w.Payments.RefundStray(ctx, p, testworld.Staff), nil)
		w.Tick()
	}
	for name, lost := range map[string]int{"the provider accepts it": 0, "its answer is lost": 1} {
		t.Run(name, func(t *testing.T) {
			storetest.Any(t, func(t *testing.T, db storetest.Database) {
				w, cards, p := strayCard(t, db)
				cards.lost = lost
				runLoopsAfter(w, time.Hour) // inquiries show the capture
				w.Lag.Set(func() time.Duration { return 20 * time.Minute })
				ask(t, w, p)
				runLoopsAfter(w, time.Minute)
				ask(t, w, p)
				for _, job := range strays(t, w) { // 'outbox retry'
					if err := w.Store.Update(ctx, func(tx *store.Tx) error { return tx.RetryJob(job.ID) }); err != nil {
						t.Fatal(err)
					}
				}
				runLoopsAfter(w, time.Minute, 10*time.Minute)
				want(t, "refunds sent", cards.sent, 1)
				runLoopsAfter(w, time.Hour, 7*time.Hour, 24*time.Hour)
				want(t, "refunds sent in the end", cards.sent, 1)
				want(t, "left to do", len(strays(t, w)), 0)
				n, _ := providerTotals(w)
				want(t, "charges kept", n, 0)
			})
		})
	}
	t.Run("an inquiry that fails sends nothing and keeps the order", func(t *testing.T) {
		w, cards, p := strayCard(t, storetest.SQLite(t))
		cards.answer = func() (payment.Reply, error) { return payment.Reply{}, errors.New("no answer") }
		ask(t, w, p)
		want(t, "refunds sent", cards.sent, 0)
		cards.answer = nil
		runLoopsAfter(w, time.Minute)
		want(t, "refunds sent later", cards.sent, 1)
	})
	t.Run("one that the provider has not received is sent again later", func(t *testing.T) {
		w, cards, p := strayCard(t, storetest.SQLite(t))
		cards.answer = func() (payment.Reply, error) {
			return payment.Reply{Event: payment.EventCaptured, Amount: 18900, Currency: "GBP"}, nil
		}
		cards.lost = 1
		ask(t, w, p)
		runLoopsAfter(w, time.Hour, time.Hour, time.Hour)
		want(t, "refunds sent within the lag", cards.sent, 1)
		runLoopsAfter(w, 7*time.Hour)
		want(t, "refunds sent", cards.sent, 2)
	})
}

// The order must not be lost where a job that only reports the payment waits, or runs.
func TestAnOrderToRefundReplacesTheReport(t *testing.T) {
	ctx := context.Background()
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w, cards, p := strayCard(t, db)
		want(t, "notified", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(p.Order, "CAPTURED", "18900")), nil)
		running, err := w.Store.Outbox().Lease(ctx, []string{payment.JobStray}, 1, time.Minute)
		if err != nil || len(running) != 1 {
			t.Fatalf("leased %+v, %v", running, err)
		}
		want(t, "asked", w.Payments.RefundStray(ctx, p, testworld.Staff), nil)
		want(t, "the report ends", w.Store.Outbox().GiveUp(ctx, running[0].ID, true), nil)
		w.Tick()
		want(t, "refunds sent", cards.sent, 1)
		want(t, "left to do", len(strays(t, w)), 0)
	})
}

// Only an answer that no money is kept ends the job.
func TestAnUnclearAnswerDoesNotEndAStrayPayment(t *testing.T) {
	ctx := context.Background()
	w, cards, p := strayCard(t, storetest.SQLite(t))
	for _, test := range []struct {
		event            payment.Event
		waits, isGivenUp bool
	}{
		{payment.EventAuthorised, true, false},
		{payment.EventNotFound, true, false},
		{payment.EventUnknown, true, false},
		{payment.EventCaptured, true, true},
		{payment.EventRefunded, true, true}, // maybe a part only, by the lost database
		{payment.EventRefundFailed, true, true},
		{payment.EventRefused, false, false},
		{payment.EventCancelled, false, false},
		{payment.EventExpired, false, false},
	} {
		p.Order = "P" + uuid.NewString()
		cards.answer = func() (payment.Reply, error) {
			return payment.Reply{Event: test.event, Amount: 18900, Currency: "GBP"}, nil
		}
		want(t, "notified", w.Payments.Notify(ctx, payment.Card, nil, cardEvent(p.Order, "CAPTURED", "18900")), nil)
		w.Tick()
		waits, givenUp := false, false
		for _, job := range strays(t, w) {
			if job.Key == p.Order {
				waits, givenUp = true, job.GivenUp
			}
		}
		want(t, string(test.event)+" waits", waits, test.waits)
		want(t, string(test.event)+" is given up", givenUp, test.isGivenUp)
	}
}
