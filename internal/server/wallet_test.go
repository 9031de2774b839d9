package server_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// atWallet decides on the wallet's page and returns the address to which the
// wallet sends the browser.
func atWallet(t *testing.T, approve, decision, how string) *url.URL {
	t.Helper()
	page, token, _ := strings.Cut(approve, "?token=")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm(page, url.Values{"token": {token}, "decision": {decision}, "how": {how}})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	to, err := response.Location()
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func TestWalletOverHTTP(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	if initial := v.get("/api/initial", "siteCode", "MT").ok(t); !strings.Contains(string(initial.body), `"wallet":true`) {
		t.Error("the first data does not offer the wallet")
	}
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	prepared := v.prepay(ref, "deposit", "paypal").ok(t)
	id, order := prepared.text("paymntRecId"), prepared.text("paypal", "orderId")
	if prepared.text("paypal", "paymntRecId") != id || order == "" {
		t.Fatalf("pre-payment: %s", prepared.body)
	}
	// The browser comes back from another site: the cookie need not come along.
	stranger := s.visitor(t)
	follow := func(address *url.URL) reply { return stranger.do("GET", address.RequestURI(), nil, "") }

	cancelled := follow(atWallet(t, prepared.text("paypal", "approveUrl"), "cancel", ""))
	if cancelled.status != 303 || cancelled.header.Get("Location") != "/booking/payment" || cancelled.header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("after cancelling: %d %v", cancelled.status, cancelled.header)
	}
	v.post("/api/postpayment", "bookId", ref, "paymntRecId", id, "action", "status").refused(t, 402, "PAYMENT_REFUSED")

	prepared = v.prepay(ref, "deposit", "paypal").ok(t)
	id, order = prepared.text("paymntRecId"), prepared.text("paypal", "orderId")
	to := atWallet(t, prepared.text("paypal", "approveUrl"), "approve", "")
	foreign := *to
	foreign.RawQuery = strings.Replace(to.RawQuery, order, "another", 1)
	if got := follow(&foreign); got.status != 303 || got.header.Get("Location") != "/booking/payment-action" {
		t.Errorf("another order: %d %v", got.status, got.header)
	}
	back := follow(to)
	if back.status != 303 || back.header.Get("Location") != "/booking/payment-action?token="+order {
		t.Fatalf("after approving: %d %v", back.status, back.header)
	}
	confirm := v.post("/api/postpayment", "bookId", ref, "paymntRecId", id, "action", "confirm", "orderId", order)
	if got := v.settled(ref, prepared, confirm).ok(t); got.text("confirmationId") != ref {
		t.Fatalf("not confirmed: %s", got.body)
	}
	stranger.do("POST", "/api/paypal/webhooks", strings.NewReader(`{"id":"WH-1"}`), "application/json").refused(t, 400, "INVALID_REQUEST")
}

func TestAMissingWalletIsLogged(t *testing.T) {
	db := storetest.SQLite(t)
	if err := opens(t, withDatabase(db), live); err != nil {
		t.Fatal(err)
	}
	writePaidBooking(t, db)
	s := db.Open(t)
	now := s.Now().UnixMilli()
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(`INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
			created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
			VALUES ('A1', 'R1', 1, 'refunding', FALSE, 'paypal', 100, 'R1-1', '', 'k', '', $1, $1, $1, $1, 0, 0, '', '{}')`, now)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	log := &logBuffer{}
	const complaint = "payments are at the wallet, and no account is configured"
	if err := opens(t, withDatabase(db), live, func(c *server.Config) { c.Log = log }); err != nil || !strings.Contains(log.String(), complaint) {
		t.Errorf("without an account: %v, %s", err, log)
	}
}

func TestTheDatabaseFailsDuringTheReturnFromTheWallet(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	prepared := v.prepay(ref, "deposit", "paypal").ok(t)
	to := atWallet(t, prepared.text("paypal", "approveUrl"), "approve", "")
	db := openStore(t, s)
	rename := func(from, to string) {
		t.Helper()
		err := db.Update(context.Background(), func(tx *store.Tx) error {
			_, err := tx.Exec("ALTER TABLE " + from + " RENAME TO " + to)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rename("payment_attempt", "payment_attempt_hidden")
	back := v.do("GET", to.RequestURI(), nil, "")
	rename("payment_attempt_hidden", "payment_attempt")
	order := prepared.text("paypal", "orderId")
	if back.status != 303 || back.header.Get("Location") != "/booking/payment-action?token="+order {
		t.Fatalf("after approving: %d %v", back.status, back.header)
	}
	confirm := v.post("/api/postpayment", "bookId", ref, "paymntRecId", prepared.text("paymntRecId"), "action", "confirm", "orderId", order)
	if got := v.settled(ref, prepared, confirm).ok(t); got.text("confirmationId") != ref {
		t.Errorf("not confirmed: %s", got.body)
	}
}
