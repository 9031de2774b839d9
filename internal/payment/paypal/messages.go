package paypal

import (
	"fmt"
	"strings"

	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/provider"
)

// The messages of Orders v2 and Payments v2, as far as the product uses them.

type amount struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func sterling(p money.Pence) amount { return amount{"GBP", p.String()} }

// pence reads an amount. ok is false if it is not a number with at most two
// decimals.
func (a amount) pence() (p money.Pence, ok bool) {
	p, err := money.Parse(a.Value)
	return p, err == nil
}

type link struct {
	Href string `json:"href"`
	Rel  string `json:"rel"`
}

type createRequest struct {
	Intent string         `json:"intent"`
	Units  []purchaseUnit `json:"purchase_units"`
	Source struct {
		PayPal struct {
			Context experience `json:"experience_context"`
		} `json:"paypal"`
	} `json:"payment_source"`
}

type experience struct {
	Brand     string `json:"brand_name"`
	Locale    string `json:"locale"`
	Shipping  string `json:"shipping_preference"`
	Action    string `json:"user_action"`
	Method    string `json:"payment_method_preference"`
	ReturnURL string `json:"return_url"`
	CancelURL string `json:"cancel_url"`
}

type purchaseUnit struct {
	ReferenceID string    `json:"reference_id,omitempty"`
	CustomID    string    `json:"custom_id,omitempty"`
	InvoiceID   string    `json:"invoice_id,omitempty"`
	Description string    `json:"description,omitempty"`
	Amount      amount    `json:"amount"`
	Payments    *payments `json:"payments,omitempty"`
}

type payments struct {
	Captures []capture `json:"captures"`
	Refunds  []refund  `json:"refunds"`
}

type capture struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	CustomID string `json:"custom_id"`
	Amount   amount `json:"amount"`
}

// refundRequest without an amount asks for all that is left of a capture.
type refundRequest struct {
	Amount    *amount `json:"amount,omitempty"`
	CustomID  string  `json:"custom_id"`
	InvoiceID string  `json:"invoice_id"`
}

type refund struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	CustomID string `json:"custom_id"`
	Amount   amount `json:"amount"`
}

type order struct {
	ID     string         `json:"id"`
	Status string         `json:"status"`
	Units  []purchaseUnit `json:"purchase_units"`
	Links  []link         `json:"links"`
}

func createOf(o payment.WalletOrder) createRequest {
	r := createRequest{Intent: "CAPTURE", Units: []purchaseUnit{{
		ReferenceID: "default", CustomID: o.Code, InvoiceID: o.Code, Description: provider.Truncate(o.Description, 127), Amount: sterling(o.Amount),
	}}}
	r.Source.PayPal.Context = experience{
		Brand: provider.Truncate(o.Brand, 127), Locale: "en-GB", Shipping: "NO_SHIPPING", Action: "PAY_NOW", Method: "IMMEDIATE_PAYMENT_REQUIRED",
		ReturnURL: o.ReturnURL, CancelURL: o.CancelURL,
	}
	return r
}

// orderStates says what an order without a capture means.
var orderStates = map[string]payment.Event{
	"CREATED": payment.EventNotApproved, "SAVED": payment.EventNotApproved, "PAYER_ACTION_REQUIRED": payment.EventNotApproved,
	"APPROVED": payment.EventApproved, "VOIDED": payment.EventCancelled,
}

// captureStates says what a capture means. A completed order is not paid unless
// its capture is.
var captureStates = map[string]payment.Event{
	"COMPLETED": payment.EventCaptured, "PARTIALLY_REFUNDED": payment.EventCaptured, "REFUNDED": payment.EventRefunded,
	"PENDING": payment.EventPending, "DECLINED": payment.EventRefused, "FAILED": payment.EventRefused,
}

// refundStates says what a refund means.
var refundStates = map[string]payment.Event{
	"COMPLETED": payment.EventRefunded, "PENDING": payment.EventRefundRequested, "FAILED": payment.EventRefundFailed, "CANCELLED": payment.EventRefundFailed,
}

// read translates the order of a handle. What is not known is EventUnknown. A
// refund is found by its reference, so news about it is certain. An order that is
// not the handle's, as after a proxy has mixed replies, is an error.
func (o order) read(h payment.Handle) (payment.Reply, error) {
	if o.ID != h.ProviderRef || len(o.Units) == 1 && o.Units[0].CustomID != "" && o.Units[0].CustomID != h.OrderCode {
		return payment.Reply{}, fmt.Errorf("the reply about order %s is about another one", h.OrderCode)
	}
	return o.translate(h), nil
}

func (o order) translate(h payment.Handle) payment.Reply {
	reply := payment.Reply{Event: payment.EventUnknown, Text: "order " + o.Status}
	if len(o.Units) != 1 {
		return reply
	}
	unitPayments := o.Units[0].Payments
	if unitPayments == nil || len(unitPayments.Captures) == 0 {
		if event, known := orderStates[o.Status]; known {
			reply.Event = event
		}
		return reply
	}
	relevant := unitPayments.Captures[len(unitPayments.Captures)-1]
	for _, c := range unitPayments.Captures { // a declined capture may stand beside a completed one
		if captureStates[c.Status] == payment.EventCaptured || captureStates[c.Status] == payment.EventRefunded {
			relevant = c
		}
	}
	pence, readable := relevant.Amount.pence()
	event, known := captureStates[relevant.Status]
	if !readable || !known {
		return reply
	}
	reply = payment.Reply{Event: event, Amount: pence, Currency: relevant.Amount.Currency, Text: "capture " + strings.ToLower(relevant.Status)}
	if event == payment.EventCaptured || event == payment.EventRefunded || event == payment.EventPending {
		reply.Authorised = payment.Authorisation{ID: relevant.ID}
	}
	reply.Foreign = unitPayments.foreign(h)
	if event == payment.EventPending || event == payment.EventRefused || h.Refund == "" {
		return reply
	}
	reply.Event = payment.EventCaptured // before its refund
	for _, r := range unitPayments.Refunds {
		if refunded, known := refundStates[r.Status]; known && r.CustomID == h.Refund {
			reply.Event, reply.Certain, reply.Text = refunded, true, "refund "+strings.ToLower(r.Status)
		}
	}
	return reply
}

// foreign describes the refunds of an order that we have not started, or is "".
func (p payments) foreign(h payment.Handle) string {
	var all []string
	for _, r := range p.Refunds {
		if event := refundStates[r.Status]; event != payment.EventRefundFailed && refundReference.ReplaceAllString(r.CustomID, "") != h.OrderCode {
			all = append(all, r.Amount.Value+" "+r.Amount.Currency)
		}
	}
	return strings.Join(all, ", ")
}
