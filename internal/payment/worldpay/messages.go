package worldpay

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/provider"
)

// The messages that we send. The document type fixes the order of the fields.
type service struct {
	XMLName  xml.Name `xml:"paymentService"`
	Version  string   `xml:"version,attr"`
	Merchant string   `xml:"merchantCode,attr"`
	Submit   *submit  `xml:"submit"`
	Modify   *modify  `xml:"modify"`
	Inquiry  *inquiry `xml:"inquiry"`
}

type submit struct {
	Order order `xml:"order"`
}

type order struct {
	Code        string        `xml:"orderCode,attr"`
	Description string        `xml:"description,omitempty"`
	Amount      *amount       `xml:"amount"`
	Details     *details      `xml:"paymentDetails"`
	Shopper     *shopper      `xml:"shopper"`
	Info3DS     *info3DSecure `xml:"info3DSecure"`
	Session     *session      `xml:"session"`
	ThreeDS     *threeDSData  `xml:"additional3DSData"`
}

type amount struct {
	Value    string `xml:"value,attr"`
	Currency string `xml:"currencyCode,attr"`
	Exponent string `xml:"exponent,attr"`
}

type details struct {
	Encrypted struct {
		Data    string  `xml:"encryptedData"`
		Address address `xml:"cardAddress>address"`
	} `xml:"CSE-DATA"`
	Session session `xml:"session"`
}

type address struct {
	Line1    string `xml:"address1"`
	Line2    string `xml:"address2,omitempty"`
	Postcode string `xml:"postalCode"`
	City     string `xml:"city"`
	Country  string `xml:"countryCode"`
}

type session struct {
	Address string `xml:"shopperIPAddress,attr,omitempty"`
	ID      string `xml:"id,attr"`
}

type shopper struct {
	Email   string `xml:"shopperEmailAddress,omitempty"`
	Browser struct {
		Accept    string `xml:"acceptHeader"`
		UserAgent string `xml:"userAgentHeader"`
		Language  string `xml:"browserLanguage"`
	} `xml:"browser"`
}

type threeDSData struct {
	Reference  string `xml:"dfReferenceId,attr"`
	Script     string `xml:"javaScriptEnabled,attr,omitempty"`
	Window     string `xml:"challengeWindowSize,attr"`
	Preference string `xml:"challengePreference,attr"`
}

type info3DSecure struct {
	Completed struct{} `xml:"completedAuthentication"`
}

type modify struct {
	Modification modification `xml:"orderModification"`
}

type modification struct {
	Code    string    `xml:"orderCode,attr"`
	Cancel  *struct{} `xml:"cancel"`
	Capture *capture  `xml:"capture"`
	Refund  *refund   `xml:"refund"`
}

type capture struct {
	Date   day    `xml:"date"`
	Amount amount `xml:"amount"`
}

type day struct {
	Day   string `xml:"dayOfMonth,attr"`
	Month string `xml:"month,attr"`
	Year  string `xml:"year,attr"`
}

type refund struct {
	Reference string `xml:"reference,attr"`
	Amount    amount `xml:"amount"`
}

type inquiry struct {
	Order orderInquiry `xml:"orderInquiry"`
}

type orderInquiry struct {
	Code string `xml:"orderCode,attr"`
}

// sterling returns an amount in pounds as the provider writes it: pence, with
// the exponent 2.
func sterling(p money.Pence) amount {
	return amount{strconv.FormatInt(int64(p), 10), "GBP", "2"}
}

// dayOf returns the day in London.
func dayOf(now time.Time) day {
	y, m, d := date.In(now).Time().Date()
	return day{strconv.Itoa(d), strconv.Itoa(int(m)), strconv.Itoa(y)}
}

// windowSizes are the sizes of the challenge window that the provider allows.
var windowSizes = map[string]bool{"250x400": true, "390x400": true, "500x600": true, "600x400": true, "fullPage": true}

// firstOrder returns the first message about a card payment.
func firstOrder(o payment.Order) order {
	sum := sterling(o.Amount)
	d := details{Session: session{Address: o.ClientAddress, ID: o.SessionID}}
	d.Encrypted.Data = o.EncryptedData
	d.Encrypted.Address = address{provider.Truncate(o.Billing.Line1, 50), provider.Truncate(o.Billing.Line2, 50), o.Billing.Postcode, provider.Truncate(o.Billing.Town, 50), country(o.Billing.Country)}
	s := shopper{Email: o.Email}
	s.Browser.Accept, s.Browser.UserAgent, s.Browser.Language = acceptOf(o.Browser.Accept), cmp.Or(provider.Truncate(strings.TrimSpace(o.Browser.UserAgent), 255), unknownBrowser), "en-GB"
	t := threeDSData{Reference: o.Browser.DeviceReference, Window: o.Browser.WindowSize, Preference: "noPreference"}
	if t.Reference == "" {
		t.Script = "false"
	}
	if !windowSizes[t.Window] {
		t.Window = "390x400"
	}
	return order{Code: o.Code, Description: provider.Truncate(o.Description, 50), Amount: &sum, Details: &d, Shopper: &s, ThreeDS: &t}
}

// The bank shows its challenge in a page, so it is told which pages the browser accepts.
// The order comes from a script, which accepts other things than a page. Both elements
// must not be empty.
const (
	pageAccept     = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	unknownBrowser = "Mozilla/5.0"
)

// acceptOf returns what a browser accepts as a page.
func acceptOf(header string) string {
	if strings.Contains(header, "text/html") {
		return provider.Truncate(header, 255)
	}
	return pageAccept
}

// country converts our country code, such as CNUK, to the ISO code.
func country(code string) string {
	iso := strings.TrimPrefix(code, "CN")
	if iso == "UK" {
		return "GB"
	}
	return iso
}

// The messages that we receive.
type reply struct {
	Error  *problem     `xml:"error"`
	Status *orderStatus `xml:"orderStatus"`
	OK     *struct{}    `xml:"ok"`
}

type problem struct {
	Code string `xml:"code,attr"`
	Text string `xml:",chardata"`
}

type orderStatus struct {
	Code      string    `xml:"orderCode,attr"`
	Error     *problem  `xml:"error"`
	Payment   *paid     `xml:"payment"`
	Challenge *details3 `xml:"challengeRequired>threeDSChallengeDetails"`
	Legacy    *struct{} `xml:"requestInfo"` // a challenge of 3-D Secure 1
}

type details3 struct {
	Version       string `xml:"threeDSVersion"`
	TransactionID string `xml:"transactionId3DS"`
	ACSURL        string `xml:"acsURL"`
	Payload       string `xml:"payload"`
}

type paid struct {
	Method        string  `xml:"paymentMethod"`
	CardNumber    string  `xml:"cardNumber"` // masked by the provider
	Amount        *amount `xml:"amount"`
	LastEvent     string  `xml:"lastEvent"`
	Authorisation struct {
		ID string `xml:"id,attr"`
	} `xml:"AuthorisationId"`
	ISOCode struct {
		Code        string `xml:"code,attr"`
		Description string `xml:"description,attr"`
	} `xml:"ISO8583ReturnCode"`
	ThreeDS struct {
		Description string `xml:"description,attr"`
		ECI         string `xml:"eci"`
	} `xml:"ThreeDSecureResult"`
}

// The provider's error codes that we handle.
const (
	codeInternal    = "1"
	codeRequest     = "5" // a duplicate order on submit, otherwise an unknown order
	codeDetails     = "7"
	codeUnavailable = "8"
	codeIdempotency = "9"
)

// disputes are the provider's names of a chargeback and what belongs to it.
var disputes = []string{"INFORMATION_REQUESTED", "INFORMATION_SUPPLIED", "CHARGED_BACK", "CHARGEBACK_REVERSED", "DISPUTE_EXPIRED", "DISPUTE_RESERVED_AMOUNT"}

// otherEvents are names that say nothing about the money.
var otherEvents = []string{"SENT_FOR_AUTHORISATION", "SIGNED_FORM_RECEIVED", "SHOPPER_REDIRECTED", "null", ""}

// failure returns the error in a reply, or "".
func (r reply) failure() (code, text string) {
	p := r.Error
	if p == nil && r.Status != nil {
		p = r.Status.Error
	}
	if p == nil {
		return "", ""
	}
	return p.Code, provider.Truncate(strings.TrimSpace(p.Text), 100)
}

// events maps the provider's names of a payment's last event to our events. An
// unlisted name is an unknown event, never a paid one.
var events = map[string]payment.Event{
	"AUTHORISED": payment.EventAuthorised, "REFUSED": payment.EventRefused, "CANCELLED": payment.EventCancelled,
	"ERROR": payment.EventFailed, "EXPIRED": payment.EventExpired,
	"CAPTURED": payment.EventCaptured, "SETTLED": payment.EventCaptured, "SETTLED_BY_MERCHANT": payment.EventCaptured,
	"SENT_FOR_REFUND": payment.EventRefundRequested, "REFUND_FAILED": payment.EventRefundFailed, "REFUNDED": payment.EventRefunded, "REFUNDED_BY_MERCHANT": payment.EventRefunded,
}

// read converts a reply about an order to a payment.Reply.
func (r reply) read(orderCode string) payment.Reply {
	if code, text := r.failure(); code != "" {
		out := payment.Reply{Event: payment.EventFailed, Code: code, Text: text}
		switch code {
		case codeRequest:
			out.Event = payment.EventDuplicate
		case codeInternal, codeUnavailable, codeIdempotency:
			out.Event = payment.EventUnknown
		}
		return out
	}
	switch s := r.Status; {
	case s == nil || s.Code != orderCode:
		return payment.Reply{Event: payment.EventUnknown, Text: "the reply is about another order"}
	case s.Challenge != nil:
		return payment.Reply{Event: payment.EventChallenged, Challenge: payment.Challenge{
			Version: strings.TrimSpace(s.Challenge.Version), TransactionID: strings.TrimSpace(s.Challenge.TransactionID),
			ACSURL: strings.TrimSpace(s.Challenge.ACSURL), Payload: strings.TrimSpace(s.Challenge.Payload),
		}}
	case s.Legacy != nil:
		return payment.Reply{Event: payment.EventFailed, Text: "3-D Secure of the first version is not supported"}
	case s.Payment != nil:
		return s.Payment.read()
	}
	return payment.Reply{Event: payment.EventUnknown, Text: "the reply holds no payment"}
}

// read converts the provider's report about a payment to a payment.Reply.
func (p paid) read() payment.Reply {
	event, known := events[strings.TrimSpace(p.LastEvent)]
	if !known {
		event = payment.EventUnknown
	}
	proof := strings.ToLower(p.ThreeDS.Description)
	if event == payment.EventRefused && (strings.Contains(proof, "failed") || strings.Contains(proof, "rejected")) {
		event = payment.EventAuthenticationFailed
	}
	r := payment.Reply{Event: event, Code: p.ISOCode.Code, Text: provider.Truncate(p.ISOCode.Description, 100),
		Authorised: payment.Authorisation{ID: p.Authorisation.ID, CardScheme: p.Method, LastFour: lastFour(p.CardNumber), ECI: p.ThreeDS.ECI}}
	if name := strings.TrimSpace(p.LastEvent); slices.Contains(disputes, name) {
		r.Dispute = name
	}
	if p.Amount != nil {
		r.Currency = p.Amount.Currency
		if n, err := strconv.ParseInt(p.Amount.Value, 10, 64); err == nil && p.Amount.Exponent == "2" {
			r.Amount = money.Pence(n)
		}
	}
	return r
}

// lastFour returns the last digits of a masked card number.
func lastFour(masked string) string {
	masked = strings.TrimSpace(masked)
	if !strings.Contains(masked, "*") || len(masked) < 4 {
		return ""
	}
	return masked[len(masked)-4:]
}
