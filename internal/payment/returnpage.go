package payment

import (
	"bytes"
	"html/template"
	"net/url"
)

// Address is the page that the result leads to; it carries the parameters of
// the provider's own redirect.
func (r Result) Address() string {
	return "/booking/payment-action?" + url.Values{
		"orderKey": {r.OrderKey}, "paymentStatus": {r.Status}, "paymentAmount": {r.Amount},
		"paymentCurrency": {r.Currency}, "mac2": {r.MAC},
	}.Encode()
}

var leadOn = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Security check by your bank</title></head>
<body><p>We are confirming your payment, please wait...</p>
<p><a href="{{.To}}" target="_top">Continue</a></p>
<script nonce="{{.Nonce}}">top.location.replace({{.To}})</script>
</body></html>`))

// LeadOn is the small page, within the bank's frame, that leads the top window
// to an address of ours: a frame cannot redirect its parent by status. The
// nonce is that of the page's Content-Security-Policy, which must allow our
// own pages to frame it.
func LeadOn(address, nonce string) ([]byte, error) {
	var page bytes.Buffer
	err := leadOn.Execute(&page, struct{ To, Nonce string }{address, nonce})
	return page.Bytes(), wrap("write the page that leads on", err)
}
