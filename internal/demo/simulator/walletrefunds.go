package simulator

import (
	"encoding/json"
	"net/http"
	"strings"
)

func (o *WalletOrder) refund(r WalletRefund) map[string]any {
	return map[string]any{"id": r.ID, "status": r.Status, "custom_id": r.Reference, "invoice_id": o.Code, "amount": money{r.Currency, pounds(r.Amount)}}
}

func (s *Simulator) refundCapture(req walletRequest) walletAnswer {
	var in struct {
		Amount  *money `json:"amount"`
		Custom  string `json:"custom_id"`
		Invoice string `json:"invoice_id"`
	}
	if json.Unmarshal(req.body, &in) != nil {
		return issue(http.StatusBadRequest, "INVALID_REQUEST", "MALFORMED_REQUEST_JSON")
	}
	for _, o := range s.state.Wallet.Orders {
		s.walletDue(o)
		for _, c := range o.Captures {
			if c.ID == req.id {
				return s.refundOf(o, c, in.Amount, in.Custom)
			}
		}
	}
	return issue(http.StatusNotFound, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
}

// refundOf refunds a part of a capture, or all that is left of it.
func (s *Simulator) refundOf(o *WalletOrder, c WalletCapture, part *money, reference string) walletAnswer {
	left := c.Amount
	for _, r := range o.Refunds {
		if r.Capture == c.ID && r.Status != "FAILED" {
			left -= r.Amount
		}
	}
	pence, wrong := left, ""
	if part != nil {
		pence, wrong = part.pence()
	}
	switch {
	case part != nil && part.Currency != c.Currency:
		return unprocessable("CURRENCY_MISMATCH")
	case wrong != "":
		return unprocessable(wrong)
	case c.Status != "COMPLETED":
		return unprocessable("PENDING_CAPTURE")
	case left == 0:
		return unprocessable("CAPTURE_FULLY_REFUNDED")
	case pence > left:
		return unprocessable("REFUND_AMOUNT_EXCEEDED")
	}
	r := WalletRefund{ID: "F" + strings.ToUpper(random()[:14]), Capture: c.ID, Reference: reference, Status: "COMPLETED", Amount: pence, Currency: c.Currency}
	if o.Fault == walletRefundLater || o.Fault == walletRefundFails {
		r.Status, r.Due = "PENDING", s.clock().Add(walletReview)
	}
	o.Refunds = append(o.Refunds, r)
	if r.Status == "COMPLETED" {
		s.hook(o, "PAYMENT.CAPTURE.REFUNDED", o.refund(r))
	}
	a := walletAnswer{status: http.StatusCreated, body: o.refund(r)}
	if o.Fault == walletRefundHang && !o.Stumbled {
		o.Stumbled, a.fault = true, o.Fault
	}
	return a
}
