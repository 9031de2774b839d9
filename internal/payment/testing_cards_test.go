package payment_test

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// After ten refused cards of one client network within an hour, on all nodes
// together, no further card from that network is sent, even with another
// cookie.
func TestRefusedCardsOfAClientNetwork(t *testing.T) {
	t.Run("[PAYFAIL-73] a burst of refused cards from one network ends its payments, without a call to the provider", refusedCardsOfAClientNetwork)
}

func refusedCardsOfAClientNetwork(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		nodes := []*testworld.World{w, w.SecondNode(db)}
		ctx := context.Background()
		refuse := func(w *testworld.World) {
			t.Helper()
			v := testworld.Visitor()
			view := w.Booked(v, "crowd")
			_, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "REFUSED51")
			want(t, "a refused card", codeOf(t, err), booking.PaymentRefused)
		}
		waiting := testworld.Visitor() // prepares before the tenth refusal, sends after it
		waits := w.Booked(waiting, "crowd")
		prepared := w.Prepared(waiting, waits, booking.PayDeposit)
		for i := range 10 {
			refuse(nodes[i%2])
		}
		w.CallsEnd()
		orders := len(w.Provider.Ledger())

		v := testworld.Visitor()
		view := w.Booked(v, "crowd")
		_, err := nodes[1].Payments.Prepay(ctx, v, testworld.RequestFor(view, booking.PayDeposit))
		want(t, "pre-payment after ten", codeOf(t, err), booking.RateLimited)
		_, err = w.Pay(waiting, waits.Ref, prepared.ID, goodCard, "P O'Neill")
		want(t, "a card that was prepared before", codeOf(t, err), booking.RateLimited)
		want(t, "orders at the provider", len(w.Provider.Ledger()), orders)

		elsewhere := testworld.Visitor()
		elsewhere.Network = "198.51.100.7"
		other := w.Booked(elsewhere, "crowd")
		if _, err := w.Payments.Prepay(ctx, elsewhere, testworld.RequestFor(other, booking.PayDeposit)); err != nil {
			t.Errorf("from another network: %v", err)
		}

		w.Clock.Advance(61 * time.Minute)
		view = w.Booked(v, "crowd")
		a, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, goodCard, "P O'Neill")
		if err != nil || a.ConfirmationID == "" {
			t.Errorf("an hour later: %+v, %v", a, err)
		}
	})
}
