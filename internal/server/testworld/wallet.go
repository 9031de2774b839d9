package testworld

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/web/httpx"
)

// AtWallet acts as the browser on the wallet's page: it decides, with a fault or
// "", and returns the address to which the wallet sends the browser.
func (w *World) AtWallet(order payment.Approval, decision, fault string) url.Values {
	w.T.Helper()
	form := url.Values{"token": {order.OrderID}, "decision": {decision}, "how": {fault}}
	address, _, _ := strings.Cut(order.URL, "?")
	req, err := http.NewRequestWithContext(w.T.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	check(w.T, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := &http.Client{Transport: w.Browser, CheckRedirect: httpx.NoRedirects}
	resp, err := client.Do(req)
	check(w.T, err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		w.T.Fatalf("the wallet answered %d", resp.StatusCode)
	}
	to, err := resp.Location()
	check(w.T, err)
	return to.Query()
}

// PreparedWallet records an attempt to pay by wallet.
func (w *World) PreparedWallet(v booking.Visitor, view booking.View, option booking.PaymentOption) payment.Prepared {
	w.T.Helper()
	request := RequestFor(view, option)
	request.Method = payment.Wallet
	p, err := w.Payments.Prepay(context.Background(), v, request)
	check(w.T, err)
	return p
}
