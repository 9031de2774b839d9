package worldpay

import (
	"testing"

	"holidaymaker/internal/payment"
)

// FuzzNotification proves that a notification names an order of a merchant, or is refused.
func FuzzNotification(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><paymentService version="1.4" merchantCode="M"><notify><orderStatusEvent orderCode="P1"><payment><amount value="4900" currencyCode="GBP" exponent="2"/><lastEvent>CAPTURED</lastEvent></payment></orderStatusEvent></notify></paymentService>`))
	f.Add([]byte(`<!DOCTYPE x [<!ENTITY a "b">]><paymentService/>`))
	f.Add([]byte(`<paymentService merchantCode="M"><notify><orderStatusEvent orderCode="P1">`))
	c := New(Config{MerchantCode: "M"})
	f.Fuzz(func(t *testing.T, body []byte) {
		n, err := c.ParseNotification(t.Context(), nil, body)
		if err == nil && (n.OrderCode == "" || len(n.Unknown) > 60) {
			t.Fatalf("%+v", n)
		}
	})
}

// FuzzResult proves that only what we have signed is a result.
func FuzzResult(f *testing.F) {
	c := New(Config{MerchantCode: "M", AdminCode: "A", MACSecret: "secret"})
	signed := c.Sign("P1", "AUTHORISED", 4900)
	f.Add(signed.OrderKey, signed.Status, signed.Amount, signed.Currency, signed.MAC)
	f.Add("A^M^P2", "AUTHORISED", "1", "GBP", "")
	f.Fuzz(func(t *testing.T, key, status, amount, currency, mac string) {
		given := payment.Result{OrderKey: key, Status: status, Amount: amount, Currency: currency, MAC: mac}
		if _, ok := c.Verify(given); ok && key+":"+amount+":"+currency+":"+status != signed.OrderKey+":"+signed.Amount+":"+signed.Currency+":"+signed.Status {
			t.Fatalf("%+v is taken", given)
		}
	})
}
