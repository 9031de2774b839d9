package paypal

import "testing"

// FuzzWebhook proves that what is not known of a webhook is short and harmless.
func FuzzWebhook(f *testing.F) {
	f.Add([]byte(`{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"invoice_id":"P1","amount":{"currency_code":"GBP","value":"49.00"}}}`))
	f.Add([]byte(`{"event_type":"CUSTOMER.DISPUTE.CREATED","resource":{"disputed_transactions":[{"invoice_number":"P1"}]}}`))
	f.Add([]byte(`{"event_type":7}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if n, err := readWebhook(body); err == nil && len(n.Unknown) > 80 {
			t.Fatalf("%+v", n)
		}
	})
}
