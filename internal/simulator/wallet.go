package simulator

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The faults of a wallet. The visitor chooses one on the approve page, or
// serveControl arms one for the next order.
const (
	walletDeclined    = "SIM_WALLET_DECLINED"       // the first capture is declined; the visitor must choose another way to pay
	walletRefused     = "SIM_WALLET_REFUSED"        // the payer cannot pay
	walletPending     = "SIM_WALLET_PENDING"        // the capture is pending, and completed walletReview later
	walletDenied      = "SIM_WALLET_PENDING_DENIED" // the capture is pending, and denied walletReview later
	walletDropBefore  = "SIM_WALLET_DROP_BEFORE"    // the first capture gets no answer, and nothing is done
	walletDropAfter   = "SIM_WALLET_DROP_AFTER"     // the first capture is done, and no answer comes
	walletHTTP500     = "SIM_WALLET_HTTP500"        // the first capture is answered by a server error, and nothing is done
	walletHalf        = "SIM_WALLET_BAD_JSON"       // the first capture is done, and half an answer comes
	walletToken       = "SIM_WALLET_HTTP401"        // the access token is refused once
	walletAmount      = "SIM_WALLET_WRONG_AMOUNT"   // a penny more is captured
	walletCurrency    = "SIM_WALLET_WRONG_CURRENCY" // euros are captured
	walletReversed    = "SIM_WALLET_REVERSED"       // the approval is withdrawn before the capture
	walletSlow        = "SIM_WALLET_SLOW_8S"        // the capture is answered after 8 seconds
	walletRefundLater = "SIM_WALLET_REFUND_PENDING" // refunds are pending, and completed walletReview later
	walletRefundFails = "SIM_WALLET_REFUND_FAILED"  // refunds are pending, and fail walletReview later
	walletRefundHang  = "SIM_WALLET_REFUND_HANG"    // the first refund is done, and no answer comes
	walletHookFirst   = "SIM_WALLET_HOOK_FIRST"     // the webhook comes before the browser's return
	walletHookTwice   = "SIM_WALLET_HOOK_TWICE"
	walletHookLost    = "SIM_WALLET_HOOK_LOST"
	walletNoCreate    = "SIM_WALLET_NO_ORDER" // an order is not created (armed only)

	walletReview = 15 * time.Minute
	// approvalLife is how long an approval is good for.
	approvalLife = 3 * time.Hour
)

// WalletOrder is an order at the wallet.
type WalletOrder struct {
	ID        string          `json:"id"`
	Code      string          `json:"invoiceId"`
	Custom    string          `json:"customId"`
	Amount    int64           `json:"amount"` // pence
	Status    string          `json:"status"`
	Fault     string          `json:"fault,omitempty"`
	Stumbled  bool            `json:"stumbled,omitempty"` // over its fault
	Approved  time.Time       `json:"approved"`
	ReturnURL string          `json:"returnUrl"`
	CancelURL string          `json:"cancelUrl"`
	Brand     string          `json:"brand"`
	What      string          `json:"what"`
	Captures  []WalletCapture `json:"captures,omitempty"`
	Refunds   []WalletRefund  `json:"refunds,omitempty"`
}

// WalletCapture is money that an order has taken, or would have.
type WalletCapture struct {
	ID       string    `json:"id"`
	Status   string    `json:"status"`
	Amount   int64     `json:"amount"`
	Currency string    `json:"currency"`
	Due      time.Time `json:"due"` // when a pending one is decided
}

// WalletRefund is money that went back.
type WalletRefund struct {
	ID        string    `json:"id"`
	Capture   string    `json:"capture"`
	Reference string    `json:"reference"`
	Status    string    `json:"status"`
	Amount    int64     `json:"amount"`
	Currency  string    `json:"currency"`
	Due       time.Time `json:"due"`
}

// Net is the captured money of an order that was not returned.
func (o WalletOrder) Net() (pence int64) {
	for _, c := range o.Captures {
		if c.Status == "COMPLETED" {
			pence += c.Amount
		}
	}
	for _, r := range o.Refunds {
		if r.Status == "COMPLETED" {
			pence -= r.Amount
		}
	}
	return pence
}

// walletState is the part of the state that belongs to the wallet.
type walletState struct {
	Orders   map[string]*WalletOrder `json:"orders,omitempty"` // by id
	Token    string                  `json:"token,omitempty"`
	Replies  map[string]walletReply  `json:"replies,omitempty"` // by request id
	Hooks    []walletHook            `json:"hooks,omitempty"`
	HookURL  string                  `json:"hookUrl,omitempty"`
	Leaf     []byte                  `json:"leaf,omitempty"` // certificate of the webhooks, DER
	Root     []byte                  `json:"root,omitempty"` // of their authority, DER
	Sequence int                     `json:"sequence,omitempty"`
}

// walletReply is the reply to a request id.
type walletReply struct {
	Path string `json:"path"`
	Body string `json:"body"`
	Sent string `json:"sent"`
}

// The merchant's account at the wallet.
const (
	walletClient = "simulated-client"
	walletSecret = "simulated-wallet-secret"
	walletHookID = "WH-SIMULATED"
)

func (s *Simulator) walletRoutes() {
	s.mux.HandleFunc("POST /v1/oauth2/token", s.serveToken)
	s.mux.HandleFunc("POST /v2/checkout/orders", s.serveWallet(s.createOrder))
	s.mux.HandleFunc("GET /v2/checkout/orders/{id}", s.serveWallet(s.readOrder))
	s.mux.HandleFunc("POST /v2/checkout/orders/{id}/capture", s.serveWallet(s.captureOrder))
	s.mux.HandleFunc("POST /v2/payments/captures/{id}/refund", s.serveWallet(s.refundCapture))
	s.mux.HandleFunc("GET /checkoutnow", s.serveApprove)
	s.mux.HandleFunc("POST /checkoutnow", s.serveChoice)
	s.mux.HandleFunc("GET "+certificatePath, s.serveCertificate)
	s.mux.HandleFunc("GET /sim/wallet", s.serveWalletLedger)
}

// WalletLedger returns all orders of the wallet in the order of their creation.
func (s *Simulator) WalletLedger() []WalletOrder {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]WalletOrder, 0, len(s.state.Wallet.Orders))
	for _, o := range s.state.Wallet.Orders {
		s.walletDue(o)
		all = append(all, *o)
	}
	slices.SortFunc(all, func(a, b WalletOrder) int { return strings.Compare(a.ID, b.ID) })
	return all
}

func (s *Simulator) serveWalletLedger(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(map[string]any{"orders": s.WalletLedger()}) // a reader who left is no fault
}

// ofWallet reports whether an armed fault is for the wallet's next order, and
// ofCreation whether it is for the creation of one.
func ofWallet(fault string) bool {
	return strings.HasPrefix(fault, "SIM_WALLET_") && !ofCreation(fault)
}
func ofCreation(fault string) bool { return fault == walletNoCreate }

// serveToken issues an access token.
func (s *Simulator) serveToken(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	if !ok || id != walletClient || secret != walletSecret || r.FormValue("grant_type") != "client_credentials" {
		sendJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client", "error_description": "Client Authentication failed"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Wallet.Token = "A21" + random()
	s.save()
	sendJSON(w, http.StatusOK, map[string]any{"access_token": s.state.Wallet.Token, "token_type": "Bearer", "expires_in": 32400})
}

func sendJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a reader who left is no fault
}

// walletRequest is a request of the merchant.
type walletRequest struct {
	id        string // in the path
	requestID string
	body      []byte
	base      string // address of this simulator
	mock      string // PayPal-Mock-Response: the issue to answer
}

// walletAnswer is the reply to a request. fault is how it is spoiled.
type walletAnswer struct {
	status int
	body   any
	fault  string
}

func issue(status int, name, issue string) walletAnswer {
	return walletAnswer{status: status, body: map[string]any{"name": name, "debug_id": random(), "details": []map[string]string{{"issue": issue}}, "links": []string{}}}
}

func unprocessable(text string) walletAnswer {
	return issue(http.StatusUnprocessableEntity, "UNPROCESSABLE_ENTITY", text)
}

// serveWallet wraps a call of the merchant: it checks the token and the request
// id, answers a repeated request id as before, and spoils the answer where a fault
// wants it.
func (s *Simulator) serveWallet(do func(walletRequest) walletAnswer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
		if err != nil || r.Method == http.MethodPost && !json.Valid(body) {
			a := issue(http.StatusBadRequest, "INVALID_REQUEST", "MALFORMED_REQUEST_JSON")
			sendJSON(w, a.status, a.body)
			return
		}
		req := walletRequest{id: r.PathValue("id"), requestID: r.Header.Get("PayPal-Request-Id"), body: body, base: "http://" + r.Host}
		var mock struct {
			Codes string `json:"mock_application_codes"`
		}
		if json.Unmarshal([]byte(r.Header.Get("PayPal-Mock-Response")), &mock) == nil {
			req.mock = mock.Codes
		}
		a := s.walletCall(r, req, do)
		s.spoil(w, r, a)
	}
}

func (s *Simulator) walletCall(r *http.Request, req walletRequest, do func(walletRequest) walletAnswer) walletAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if token := s.state.Wallet.Token; token == "" || r.Header.Get("Authorization") != "Bearer "+token {
		return issue(http.StatusUnauthorized, "AUTHENTICATION_FAILURE", "INVALID_TOKEN")
	}
	if r.Method == http.MethodPost && (req.requestID == "" || len(req.requestID) > 108) {
		return issue(http.StatusBadRequest, "INVALID_REQUEST", "INVALID_REQUEST_ID")
	}
	if req.mock != "" {
		return unprocessable(req.mock)
	}
	before, repeated := s.state.Wallet.Replies[req.requestID]
	if repeated && (before.Path != r.URL.Path || before.Sent != string(req.body)) {
		return issue(http.StatusUnprocessableEntity, "UNPROCESSABLE_ENTITY", "PAYPAL_REQUEST_ID_REUSED")
	}
	if repeated {
		return walletAnswer{status: http.StatusOK, body: json.RawMessage(before.Body)}
	}
	a := do(req)
	if a.status == http.StatusCreated { // only what was done is remembered
		text, err := json.Marshal(a.body)
		if err != nil {
			panic(err)
		}
		if s.state.Wallet.Replies == nil {
			s.state.Wallet.Replies = map[string]walletReply{}
		}
		s.state.Wallet.Replies[req.requestID] = walletReply{r.URL.Path, string(text), string(req.body)}
	}
	s.save()
	return a
}

// spoil sends an answer as its fault wants it.
func (s *Simulator) spoil(w http.ResponseWriter, r *http.Request, a walletAnswer) {
	switch a.fault {
	case walletDropBefore, walletDropAfter, walletRefundHang:
		select {
		case <-r.Context().Done():
		case <-s.stopped:
		}
		return
	case walletHTTP500:
		http.Error(w, "internal server error", http.StatusInternalServerError)
		return
	case walletHalf:
		text, _ := json.Marshal(a.body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text[:len(text)/2])
		return
	case walletSlow:
		select {
		case <-time.After(s.slow):
		case <-r.Context().Done():
		case <-s.stopped:
		}
	}
	sendJSON(w, a.status, a.body)
}

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
		Fault: s.disarm(ofWallet)}
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

func (o *WalletOrder) refund(r WalletRefund) map[string]any {
	return map[string]any{"id": r.ID, "status": r.Status, "custom_id": r.Reference, "invoice_id": o.Code, "amount": money{r.Currency, pounds(r.Amount)}}
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

// walletDue does what is due of an order: pending captures and refunds are
// decided, and an approval lapses. The caller holds the lock.
func (s *Simulator) walletDue(o *WalletOrder) {
	now := s.clock()
	if o.Status == "APPROVED" && !now.Before(o.Approved.Add(approvalLife)) {
		s.reverse(o)
	}
	for i := range o.Captures {
		c := &o.Captures[i]
		if c.Status != "PENDING" || now.Before(c.Due) {
			continue
		}
		c.Status = "COMPLETED"
		event := "PAYMENT.CAPTURE.COMPLETED"
		if o.Fault == walletDenied {
			c.Status, event = "DECLINED", "PAYMENT.CAPTURE.DENIED"
		}
		s.hook(o, event, o.capture(*c))
	}
	for i := range o.Refunds {
		r := &o.Refunds[i]
		if r.Status != "PENDING" || now.Before(r.Due) {
			continue
		}
		r.Status = "COMPLETED"
		event := "PAYMENT.CAPTURE.REFUNDED"
		if o.Fault == walletRefundFails {
			r.Status, event = "FAILED", "PAYMENT.REFUND.FAILED"
		}
		s.hook(o, event, o.refund(*r))
	}
}

// reverse withdraws an approval.
func (s *Simulator) reverse(o *WalletOrder) {
	o.Status = "VOIDED"
	s.hook(o, "CHECKOUT.PAYMENT-APPROVAL.REVERSED", o.body(""))
}

// encode is base64 as in the headers of webhooks.
func encode(b []byte) string { return base64.StdEncoding.EncodeToString(b) }
