package simulator

import (
	"html/template"
	"net/http"
	"net/url"
)

// walletChoices are the faults that the visitor can choose on the approve page.
var walletChoices = []struct{ Name, Label string }{
	{"", "as it should"},
	{walletDeclined, "the first way to pay is declined"},
	{walletDeclinesAll, "each capture is declined, and the order stays approved"},
	{walletRefused, "the payer cannot pay"},
	{walletPending, "the payment is pending, and made 15 minutes later"},
	{walletDenied, "the payment is pending, and denied 15 minutes later"},
	{walletDropBefore, "no answer, and nothing is done"},
	{walletDropAfter, "no answer, and the payment is made"},
	{walletHTTP500, "a server error"},
	{walletHalf, "half an answer"},
	{walletToken, "the access token is refused once"},
	{walletSlow, "an answer after 8 seconds"},
	{walletAmount, "a penny more is taken"},
	{walletCurrency, "euros are taken"},
	{walletReversed, "the approval is withdrawn"},
	{walletRefundLater, "refunds are made 15 minutes later"},
	{walletRefundFails, "refunds fail 15 minutes later"},
	{walletRefundHang, "no answer to the first refund, and it is made"},
	{walletHookFirst, "the webhook comes before you return"},
	{walletHookTwice, "webhooks come twice"},
	{walletHookLost, "webhooks are lost"},
}

// The wallet's page has no style of ours: it is the wallet's page, not ours.
var approvePage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>TEST WALLET</title></head><body>
<h1>TEST WALLET</h1>
<h2>Pay {{.Brand}}</h2>
<p>{{.What}}: <strong>{{.Amount}}</strong></p>
{{if .Open}}<form method="post" action="checkoutnow">
<input type="hidden" name="token" value="{{.Token}}">
<p><label>How the wallet behaves <select name="how">{{range .Choices}}<option value="{{.Name}}">{{.Label}}</option>{{end}}</select></label></p>
<p><button name="decision" value="approve">Approve</button>
<button name="decision" value="cancel">Cancel</button></p>
<p>Or close this page.</p>
</form>{{else}}<p>This order is {{.Status}}.</p><p><a href="{{.Back}}">Back to {{.Brand}}</a></p>{{end}}
</body></html>`))

// serveApprove is the wallet's page, to which the merchant sends the visitor.
func (s *Simulator) serveApprove(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.state.Wallet.Orders[r.FormValue("token")]
	if o == nil {
		http.Error(w, "this order is not known", http.StatusNotFound)
		return
	}
	s.walletDue(o)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = approvePage.Execute(w, map[string]any{ // it fails only when the browser has closed the connection
		"Brand": o.Brand, "What": o.What, "Amount": "£" + pounds(o.Amount), "Token": o.ID, "Choices": walletChoices,
		"Open": o.Status == "PAYER_ACTION_REQUIRED", "Status": o.Status, "Back": o.returnAddress(),
	})
}

// returnAddress is the merchant's return address with the order's id.
func (o *WalletOrder) returnAddress() string {
	return withQuery(o.ReturnURL, url.Values{"token": {o.ID}, "PayerID": {"TESTPAYER"}})
}

func withQuery(address string, more url.Values) string {
	u, err := url.Parse(address)
	if err != nil { // it was checked when the order was created
		panic(err)
	}
	query := u.Query()
	for name, values := range more {
		query[name] = values
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// serveChoice records the visitor's choice and sends the browser back to the
// merchant.
func (s *Simulator) serveChoice(w http.ResponseWriter, r *http.Request) {
	to, first, ok := s.choose(r.FormValue("token"), r.FormValue("decision"), r.FormValue("how"))
	if !ok {
		http.Error(w, "this order is not known", http.StatusNotFound)
		return
	}
	if first {
		s.accepted(r, func() int { return len(s.state.Wallet.Hooks) })
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// choose returns where the browser goes, and whether the webhooks must be
// delivered before that.
func (s *Simulator) choose(token, decision, how string) (to string, hookFirst, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.state.Wallet.Orders[token]
	if o == nil || decision != "approve" && decision != "cancel" {
		return "", false, false
	}
	s.walletDue(o)
	if decision == "cancel" {
		return withQuery(o.CancelURL, url.Values{"token": {o.ID}}), false, true
	}
	if o.Status != "PAYER_ACTION_REQUIRED" {
		return o.returnAddress(), false, true
	}
	if how != "" {
		o.Fault = how
	}
	o.Status, o.Approved = "APPROVED", s.clock()
	s.hook(o, "CHECKOUT.ORDER.APPROVED", o.body(""))
	if o.Fault == walletReversed {
		s.reverse(o)
	}
	s.save()
	return o.returnAddress(), o.Fault == walletHookFirst, true
}
