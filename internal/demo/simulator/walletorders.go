package simulator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// money is an amount in the wire format: a decimal string with two places.
type money struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

var decimal = regexp.MustCompile(`^\d+\.\d\d$`)

func (m money) pence() (int64, string) {
	pence, err := strconv.ParseInt(strings.Replace(m.Value, ".", "", 1), 10, 64)
	switch {
	case m.Currency != "GBP":
		return 0, "CURRENCY_NOT_SUPPORTED"
	case !decimal.MatchString(m.Value) || err != nil:
		return 0, "DECIMAL_PRECISION"
	case pence == 0:
		return 0, "CANNOT_BE_ZERO_OR_NEGATIVE"
	}
	return pence, ""
}

func pounds(pence int64) string { return fmt.Sprintf("%d.%02d", pence/100, pence%100) }

func (s *Simulator) createOrder(req walletRequest) walletAnswer {
	if s.disarm(ofCreation) != "" {
		return issue(http.StatusInternalServerError, "INTERNAL_SERVER_ERROR", "INTERNAL_SERVICE_ERROR")
	}
	var in struct {
		Intent string `json:"intent"`
		Units  []struct {
			Custom      string `json:"custom_id"`
			Invoice     string `json:"invoice_id"`
			Description string `json:"description"`
			Amount      money  `json:"amount"`
		} `json:"purchase_units"`
		Source struct {
			PayPal struct {
				Context struct {
					Brand     string `json:"brand_name"`
					ReturnURL string `json:"return_url"`
					CancelURL string `json:"cancel_url"`
				} `json:"experience_context"`
			} `json:"paypal"`
		} `json:"payment_source"`
	}
	if json.Unmarshal(req.body, &in) != nil || in.Intent != "CAPTURE" || len(in.Units) != 1 {
		return issue(http.StatusBadRequest, "INVALID_REQUEST", "INVALID_PARAMETER_VALUE")
	}
	unit, page := in.Units[0], in.Source.PayPal.Context
	pence, wrong := unit.Amount.pence()
	if wrong != "" {
		return unprocessable(wrong)
	}
	for _, address := range []string{page.ReturnURL, page.CancelURL} {
		if u, err := url.Parse(address); err != nil || !u.IsAbs() {
			return issue(http.StatusBadRequest, "INVALID_REQUEST", "INVALID_PARAMETER_SYNTAX")
		}
	}
	if len(unit.Custom) > 127 || len(unit.Invoice) > 127 || len(unit.Description) > 127 {
		return issue(http.StatusBadRequest, "INVALID_REQUEST", "INVALID_STRING_MAX_LENGTH")
	}
	w := &s.state.Wallet
	for _, o := range w.Orders {
		if o.Code == unit.Invoice && len(o.Captures) > 0 {
			return unprocessable("DUPLICATE_INVOICE_ID")
		}
	}
	w.Sequence++
	o := &WalletOrder{ID: fmt.Sprintf("%06dO", w.Sequence) + strings.ToUpper(random()[:10]), Code: unit.Invoice, Custom: unit.Custom, Amount: pence,
		Status: "PAYER_ACTION_REQUIRED", ReturnURL: page.ReturnURL, CancelURL: page.CancelURL, Brand: page.Brand, What: unit.Description,
		Fault: cmp.Or(s.disarm(ofWallet), byAmount(walletAmounts, pence))}
	if w.Orders == nil {
		w.Orders = map[string]*WalletOrder{}
	}
	w.Orders[o.ID] = o
	return walletAnswer{status: http.StatusCreated, body: o.body(req.base)}
}

// body is an order in the wire format.
func (o *WalletOrder) body(base string) map[string]any {
	unit := map[string]any{"reference_id": "default", "custom_id": o.Custom, "invoice_id": o.Code, "amount": money{"GBP", pounds(o.Amount)}}
	if len(o.Captures) > 0 {
		var captures, refunds []map[string]any
		for _, c := range o.Captures {
			captures = append(captures, o.capture(c))
		}
		for _, r := range o.Refunds {
			refunds = append(refunds, o.refund(r))
		}
		unit["payments"] = map[string]any{"captures": captures, "refunds": refunds}
	}
	body := map[string]any{"id": o.ID, "intent": "CAPTURE", "status": o.Status, "purchase_units": []any{unit}}
	if base != "" {
		body["links"] = []map[string]string{
			{"href": base + "/v2/checkout/orders/" + o.ID, "rel": "self", "method": "GET"},
			{"href": base + "/checkoutnow?token=" + o.ID, "rel": "payer-action", "method": "GET"},
		}
	}
	return body
}

func (s *Simulator) readOrder(req walletRequest) walletAnswer {
	o := s.state.Wallet.Orders[req.id]
	if o == nil {
		return issue(http.StatusNotFound, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
	}
	s.walletDue(o)
	return walletAnswer{status: http.StatusOK, body: o.body(req.base)}
}

func (s *Simulator) captureOrder(req walletRequest) walletAnswer {
	o := s.state.Wallet.Orders[req.id]
	if o == nil {
		return issue(http.StatusNotFound, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
	}
	s.walletDue(o)
	switch o.Status {
	case "COMPLETED":
		return unprocessable("ORDER_ALREADY_CAPTURED")
	case "VOIDED":
		return unprocessable("ORDER_PREVIOUSLY_VOIDED")
	case "PAYER_ACTION_REQUIRED":
		return unprocessable("ORDER_NOT_APPROVED")
	}
	first := !o.Stumbled
	switch {
	case first && o.Fault == walletToken:
		o.Stumbled, s.state.Wallet.Token = true, ""
		return issue(http.StatusUnauthorized, "AUTHENTICATION_FAILURE", "INVALID_TOKEN")
	case first && o.Fault == walletDeclined:
		o.Stumbled, o.Status = true, "PAYER_ACTION_REQUIRED"
		return unprocessable("INSTRUMENT_DECLINED")
	case o.Fault == walletDeclinesAll:
		o.Declines = append(o.Declines, s.clock())
		return unprocessable("INSTRUMENT_DECLINED")
	case o.Fault == walletRefused:
		return unprocessable("PAYER_CANNOT_PAY")
	case first && (o.Fault == walletDropBefore || o.Fault == walletHTTP500):
		o.Stumbled = true
		return walletAnswer{fault: o.Fault}
	}
	c := WalletCapture{ID: "C" + strings.ToUpper(random()[:14]), Status: "COMPLETED", Amount: o.Amount, Currency: "GBP"}
	switch o.Fault {
	case walletAmount:
		c.Amount++
	case walletCurrency:
		c.Currency = "EUR"
	case walletPending, walletDenied:
		c.Status, c.Due = "PENDING", s.clock().Add(walletReview)
	}
	o.Captures, o.Status = append(o.Captures, c), "COMPLETED"
	s.hook(o, "PAYMENT.CAPTURE."+c.Status, o.capture(c))
	a := walletAnswer{status: http.StatusCreated, body: o.body(req.base)}
	if first && (o.Fault == walletDropAfter || o.Fault == walletHalf || o.Fault == walletSlow) {
		o.Stumbled, a.fault = true, o.Fault
	}
	return a
}

func (o *WalletOrder) capture(c WalletCapture) map[string]any {
	status, returned := c.Status, int64(0)
	for _, r := range o.Refunds {
		if r.Capture == c.ID && r.Status == "COMPLETED" {
			returned += r.Amount
		}
	}
	if returned > 0 && status == "COMPLETED" {
		status = "PARTIALLY_REFUNDED"
		if returned >= c.Amount {
			status = "REFUNDED"
		}
	}
	return map[string]any{"id": c.ID, "status": status, "custom_id": o.Custom, "invoice_id": o.Code, "final_capture": true,
		"amount": money{c.Currency, pounds(c.Amount)}}
}
