package payment_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/testworld"
)

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
