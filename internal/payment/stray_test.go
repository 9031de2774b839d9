package payment_test

import (
	"context"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/testworld"
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
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
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
