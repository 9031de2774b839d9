package payment_test

import (
	"testing"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// An amount of docs/demo.md chooses what a simulated provider does with a payment towards
// a balance, whatever the name on the card.
func TestAmountsChooseWhatTheProvidersDo(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	p := toPay(t, w, "caravan")
	w.Paid(p.v, p.view, booking.PayDeposit)
	topUp := func(amount money.Pence, method payment.Method) {
		t.Helper()
		var err error
		p.p, err = w.Payments.Prepay(t.Context(), p.v, payment.Request{BookID: p.view.Ref, Option: booking.PayTopUp, TopUp: amount.String(),
			Expected: amount, Method: method, Key: uuid.NewString()})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		amount money.Pence
		name   string
		want   booking.Code
	}{
		{13_01, "P O'Neill", booking.PaymentRefused},
		{13_00, "P O'Neill", ""},
		{13_26, "REFUSED", ""}, // the amount goes before the name
	} {
		topUp(c.amount, payment.Card)
		_, err := p.card(goodCard, c.name)
		want(t, "card: "+c.amount.String(), codeOf(t, err), c.want)
	}
	for _, c := range []struct {
		amount money.Pence
		fault  string // chosen on the wallet's page
		want   booking.Code
	}{
		{13_03, "", booking.PaymentRefused},
		{13_00, "", ""},
		{13_03, "SIM_WALLET_HOOK_TWICE", ""}, // the page goes before the amount
	} {
		topUp(c.amount, payment.Wallet)
		_, err := p.approve(c.fault)
		want(t, "wallet: "+c.amount.String(), codeOf(t, err), c.want)
	}
}
