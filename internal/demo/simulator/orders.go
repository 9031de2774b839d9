package simulator

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// request is what the provider reads of a message. It does not use the
// product's own types, so that the two implementations check each other.
type request struct {
	XMLName  xml.Name `xml:"paymentService"`
	Version  string   `xml:"version,attr"`
	Merchant string   `xml:"merchantCode,attr"`
	Order    *struct {
		Code        string `xml:"orderCode,attr"`
		Description string `xml:"description"`
		Amount      struct {
			Value    string `xml:"value,attr"`
			Currency string `xml:"currencyCode,attr"`
			Exponent string `xml:"exponent,attr"`
		} `xml:"amount"`
		Details *struct {
			Encrypted string `xml:"CSE-DATA>encryptedData"`
			Postcode  string `xml:"CSE-DATA>cardAddress>address>postalCode"`
			Country   string `xml:"CSE-DATA>cardAddress>address>countryCode"`
			Session   struct {
				ID string `xml:"id,attr"`
			} `xml:"session"`
		} `xml:"paymentDetails"`
		Completed *struct{} `xml:"info3DSecure>completedAuthentication"`
		Session   struct {
			ID string `xml:"id,attr"`
		} `xml:"session"`
		Children []struct{ XMLName xml.Name } `xml:",any"`
	} `xml:"submit>order"`
	Modify *struct {
		Code    string    `xml:"orderCode,attr"`
		Cancel  *struct{} `xml:"cancel"`
		Capture *sum      `xml:"capture"`
		Refund  *sum      `xml:"refund"`
	} `xml:"modify>orderModification"`
	Inquiry *struct {
		Code string `xml:"orderCode,attr"`
	} `xml:"inquiry>orderInquiry"`
}

type sum struct {
	Amount struct {
		Value    int64  `xml:"value,attr"`
		Currency string `xml:"currencyCode,attr"`
	} `xml:"amount"`
}

const doctype = `<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN"`

// childOrder is the order of the children of the element order in the document
// type.
var childOrder = []string{"description", "amount", "paymentDetails", "shopper", "info3DSecure", "session", "additional3DSData"}

func (s *Simulator) serveXML(w http.ResponseWriter, r *http.Request) {
	if u, p, ok := r.BasicAuth(); !ok || u != user || p != password {
		w.Header().Set("WWW-Authenticate", `Basic realm="merchant"`)
		http.Error(w, "This request requires HTTP authentication.", http.StatusUnauthorized)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
	var req request
	switch {
	case err != nil || !bytes.Contains(raw, []byte(doctype)) || xml.Unmarshal(raw, &req) != nil || req.Version != "1.4":
		answer(w, failure("", "2", "The message cannot be parsed"))
	case req.Merchant != merchant:
		answer(w, failure("", "4", "Security violation"))
	case req.Order != nil && !inOrder(raw):
		answer(w, failure("", "2", "The content of element type \"order\" must match its definition"))
	case req.Order != nil && req.Order.Completed != nil:
		s.complete(w, r, req)
	case req.Order != nil:
		s.submit(w, r, req)
	case req.Modify != nil:
		s.modify(w, r, req)
	case req.Inquiry != nil:
		answer(w, s.inquire(req.Inquiry.Code))
	default:
		answer(w, failure("", "5", "Nothing is asked"))
	}
}

// inOrder reports whether the children of the element order are in the order of
// the document type.
func inOrder(raw []byte) bool {
	decoder := xml.NewDecoder(bytes.NewReader(raw))
	depth, at, place := 0, 0, 0
	for {
		token, err := decoder.Token()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			if t.Name.Local == "order" {
				at = depth
			}
			if at > 0 && depth == at+1 {
				for place < len(childOrder) && childOrder[place] != t.Name.Local {
					place++
				}
				if place == len(childOrder) {
					return false
				}
			}
		case xml.EndElement:
			if depth == at {
				at = 0
			}
			depth--
		}
	}
}

// submit handles the first call about an order.
func (s *Simulator) submit(w http.ResponseWriter, r *http.Request, req request) {
	in := req.Order
	amount, err := strconv.ParseInt(in.Amount.Value, 10, 64)
	if err != nil || amount <= 0 || in.Amount.Exponent != "2" || in.Amount.Currency != "GBP" || in.Details == nil || len(in.Code) > 64 {
		answer(w, failure(in.Code, "3", "Invalid amount or order"))
		return
	}
	card, err := s.decrypt(in.Details.Encrypted)
	if err != nil {
		answer(w, failure(in.Code, "7", "Invalid payment details : "+err.Error()))
		return
	}
	v, known := verdictOn(card.Number, cmp.Or(byAmount(cardAmounts, amount), card.Name))
	if !known || !s.goodCard(card) {
		answer(w, failure(in.Code, "7", "Invalid payment details : this is no test card"))
		return
	}
	fault, machine, out := s.open(in.Code, v, func() *Order {
		return &Order{Code: in.Code, Description: in.Description, Amount: amount, Currency: "GBP", LastFour: card.Number[len(card.Number)-4:], Scheme: scheme(card.Number),
			Session: in.Details.Session.ID, Machine: random(), Postcode: in.Details.Postcode, At: s.clock()}
	})
	s.respond(w, r, fault, machine, out)
}

// open stores a new order and decides it. It returns the fault to simulate, the
// value of the cookie, and the answer. The cookie is "" where no order was
// stored.
func (s *Simulator) open(code string, v verdict, order func() *Order) (fault, machine, out string) {
	s.mu.Lock()
	defer s.mu.Unlock() // deferred: save panics when the disk is full
	if v.Fault == "" {
		v.Fault = s.disarm(ofOrders)
	}
	if v.Fault == faultBefore || v.Fault == faultHTTP500 || v.Fault == faultHTTP401 {
		return v.Fault, "", ""
	}
	if s.state.Orders[code] != nil {
		return "", "", failure(code, "5", "Duplicate Order")
	}
	o := order()
	o.Verdict = v
	s.state.Orders[code] = o
	if v.Challenge {
		o.Transaction = random()
		o.event("CHALLENGED", s.clock())
	} else {
		s.decide(o, !v.AuthenticationFails)
	}
	s.save()
	return v.Fault, o.Machine, s.status(o)
}

// respond answers a submission, with the fault that it was asked for.
func (s *Simulator) respond(w http.ResponseWriter, r *http.Request, fault, machine, out string) {
	switch fault {
	case faultHTTP401:
		http.Error(w, "This request requires HTTP authentication.", http.StatusUnauthorized)
		return
	case faultHTTP500:
		http.Error(w, "internal server error", http.StatusInternalServerError)
		return
	case faultBefore, faultAfter, faultAppearsLate:
		select {
		case <-r.Context().Done():
		case <-s.stopped:
		}
		return
	case faultBadXML:
		out = out[:len(out)/2]
	case faultSlow:
		select {
		case <-time.After(s.slow):
		case <-r.Context().Done():
		case <-s.stopped:
		}
	case faultNotifyBefore:
		s.wake()
		s.accepted(r, func() int { return len(s.state.Notifications) })
	}
	if machine != "" {
		http.SetCookie(w, &http.Cookie{Name: "machine", Value: machine, Path: "/"})
	}
	answer(w, out)
}

func (s *Simulator) goodCard(c cardData) bool {
	month, err1 := strconv.Atoi(c.Month)
	year, err2 := strconv.Atoi(c.Year)
	now := s.clock()
	current := year > now.Year() || year == now.Year() && month >= int(now.Month())
	return err1 == nil && err2 == nil && month >= 1 && month <= 12 && current && len(c.CVC) >= 3 && len(c.CVC) <= 4 && c.Name != ""
}

// decide decides an order that was not decided yet. The caller holds the lock.
func (s *Simulator) decide(o *Order, proven bool) {
	switch {
	case o.Verdict.Error:
		o.event("ERROR", s.clock())
	case !proven || o.Verdict.Refused != "":
		o.event("REFUSED", s.clock())
		s.announce(o)
	default:
		o.Authorised = o.Amount
		o.event("AUTHORISED", s.clock())
		s.announce(o)
		if o.Verdict.Fault == faultRiskCancel {
			o.Pending = append(o.Pending, change{Event: "CANCELLED", At: s.clock()})
		}
	}
}

func (o *Order) event(name string, at time.Time) {
	o.State = name
	o.Events, o.Times = append(o.Events, name), append(o.Times, at)
}

// complete handles the second call, after the challenge.
func (s *Simulator) complete(w http.ResponseWriter, r *http.Request, req request) {
	cookie, err := r.Cookie("machine")
	if err != nil {
		cookie = &http.Cookie{}
	}
	fault, machine, out := s.completed(req.Order.Code, cookie.Value, req.Order.Session.ID)
	s.respond(w, r, fault, machine, out)
}

// completed decides an order after its challenge. It returns the same values as
// open.
func (s *Simulator) completed(code, cookie, session string) (fault, machine, out string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.state.Orders[code]
	if o == nil || cookie != o.Machine || session != o.Session {
		return "", "", failure(code, "7", "Invalid payment details : Could not find order")
	}
	if o.State == "CHALLENGED" && o.Verdict.Fault == faultSecondAsk {
		return "", o.Machine, s.status(o)
	}
	if o.State == "CHALLENGED" {
		s.decide(o, o.Decision == "approve" && !o.Verdict.AuthenticationFails)
	}
	fault = s.disarm(ofOrders)
	s.save()
	return fault, o.Machine, s.status(o)
}

// modify accepts a capture, a cancellation or a refund. It is done later.
func (s *Simulator) modify(w http.ResponseWriter, r *http.Request, req request) {
	fault, out := s.modified(req)
	if fault == faultModifyHang {
		fault = faultAfter
	} else if fault == faultModify500 {
		fault = faultHTTP500
	} else if fault == faultModifyHalf {
		fault = faultBadXML
	}
	s.respond(w, r, fault, "", out)
}

func (s *Simulator) modified(req request) (fault, out string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := req.Modify
	o := s.state.Orders[m.Code]
	if o == nil {
		return "", failure(m.Code, "5", "Could not find payment for order")
	}
	s.applyDue(o)
	defer s.save()
	if f := o.Verdict.Fault; ofModifications(f) && !o.Stumbled {
		o.Stumbled = true
		fault = f
	}
	if fault == "" {
		fault = s.disarm(ofModifications)
	}
	if fault == faultModify500 {
		return fault, ""
	}
	switch {
	case m.Capture != nil && o.State == "AUTHORISED" && m.Capture.Amount.Value == o.Authorised && m.Capture.Amount.Currency == "GBP":
		s.accept(o, "CAPTURED", m.Capture.Amount.Value)
		out = "captureReceived"
	case m.Cancel != nil && o.State == "AUTHORISED":
		s.accept(o, "CANCELLED", 0)
		out = "cancelReceived"
	case m.Refund != nil && o.Captured > 0 && m.Refund.Amount.Value > 0 && o.Asked+m.Refund.Amount.Value <= o.Captured:
		o.Asked += m.Refund.Amount.Value
		o.event("SENT_FOR_REFUND", s.clock())
		s.announce(o)
		s.accept(o, "REFUNDED", m.Refund.Amount.Value)
		out = "refundReceived"
	default:
		return fault, failure(m.Code, "5", "Requested modification not allowed in state "+o.State)
	}
	return fault, fmt.Sprintf(`<ok><%s orderCode="%s"/></ok>`, out, escape(m.Code))
}

func (s *Simulator) inquire(code string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.state.Orders[code]
	if o == nil {
		return failure(code, "5", "Could not find payment for order")
	}
	if s.applyDue(o) {
		s.save()
	}
	as, known := s.seen(o)
	if !known {
		return failure(code, "5", "Could not find payment for order")
	}
	return s.status(&as)
}

// status returns an order's state as a reply.
func (s *Simulator) status(o *Order) string {
	if o.State == "CHALLENGED" {
		return fmt.Sprintf(`<orderStatus orderCode="%s"><challengeRequired><threeDSChallengeDetails>`+
			`<threeDSVersion>2.2.0</threeDSVersion><transactionId3DS>%s</transactionId3DS>`+
			`<acsURL><![CDATA[ https://acs.bank.example/step ]]></acsURL><payload>%s</payload>`+
			`</threeDSChallengeDetails></challengeRequired></orderStatus>`, escape(o.Code), o.Transaction, s.state.Secret)
	}
	var extra string
	if o.State == "REFUSED" {
		iso := o.Verdict.Refused
		if iso == "" {
			extra = `<ThreeDSecureResult description="Failed"/>`
			iso = "76"
		}
		extra = fmt.Sprintf(`<ISO8583ReturnCode code="%s" description="REFUSED"/>`, escape(iso)) + extra
	} else if o.Authorised > 0 {
		extra = `<AuthorisationId id="` + o.Machine[:6] + `"/><CVCResultCode description="A"/><ThreeDSecureResult description="Cardholder authenticated"><eci>05</eci></ThreeDSecureResult>`
	}
	amount := o.Amount
	if o.Verdict.Fault == faultWrongAmount {
		amount++
	}
	currency := o.Currency
	if o.Verdict.Fault == faultCurrency {
		currency = "EUR"
	}
	return fmt.Sprintf(`<orderStatus orderCode="%s"><payment><paymentMethod>%s</paymentMethod><cardNumber>************%s</cardNumber>`+
		`<amount value="%d" currencyCode="%s" exponent="2" debitCreditIndicator="credit"/><lastEvent>%s</lastEvent>%s</payment></orderStatus>`,
		escape(o.Code), o.Scheme, o.LastFour, amount, currency, o.State, extra)
}

func failure(orderCode, code, text string) string {
	e := fmt.Sprintf(`<error code="%s"><![CDATA[%s]]></error>`, code, text)
	if orderCode != "" {
		return fmt.Sprintf(`<orderStatus orderCode="%s">%s</orderStatus>`, escape(orderCode), e)
	}
	return e
}

func answer(w http.ResponseWriter, reply string) {
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	fmt.Fprintf(w, `%s%s "http://dtd.worldpay.com/paymentService_v1.dtd"><paymentService version="1.4" merchantCode="%s"><reply>%s</reply></paymentService>`,
		xml.Header, doctype, merchant, reply)
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // writing to a strings.Builder never fails
	return b.String()
}
