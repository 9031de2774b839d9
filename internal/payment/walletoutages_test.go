package payment_test

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

func TestTheWalletsAccountIsRemoved(t *testing.T) {
	ctx := context.Background()
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
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

func TestWalletDoesNotAnswer(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
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

func TestASlowWalletDoesNotDelayCards(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		asked, hangs := make(chan struct{}, 10), make(chan struct{})
		release := sync.OnceFunc(func() { close(hangs) })
		defer release()
		w.Wallet.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodGet {
				asked <- struct{}{}
				<-hangs
			}
			return http.DefaultTransport.RoundTrip(r)
		})
		w = w.SecondNode(db)
		atWallet(t, w, "crowd", booking.PayFull)
		w.Clock.Advance(time.Second) // the wallet's attempt is due first
		card := toPay(t, w, "crowd")
		// The caller waits for little, the call long enough to reach the provider on a busy machine.
		w.Payments.Limits.Answer, w.Payments.Limits.Call = 100*time.Millisecond, 2*time.Second
		if a, err := card.card(goodCard, "SIM_TIMEOUT_AFTER"); err != nil || a.Status != payment.StatusPending {
			t.Fatalf("got %+v, %v", a, err)
		}
		w.CallsEnd()
		w.Payments.Limits.Call = time.Minute
		w.Clock.Advance(time.Minute)
		round := make(chan error, 1)
		go func() {
			_, err := w.Payments.Reconcile(context.Background())
			round <- err
		}()
		<-asked
		polltest.Until(t, "the card's payment is settled", func() bool { return state(t, w, card.view.Ref).Booking.State == booking.Confirmed })
		release()
		if err := <-round; err != nil {
			t.Error(err)
		}
	})
}
