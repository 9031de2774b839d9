package simulator

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"
)

// The faults of a wallet. The visitor chooses one on the approve page or by the amount,
// or serveControl arms one for the next order.
const (
	walletDeclined    = "SIM_WALLET_DECLINED"       // the first capture is declined; the visitor must choose another way to pay
	walletDeclinesAll = "SIM_WALLET_DECLINES_ALL"   // each capture is declined, and the order stays approved
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
	Declines  []time.Time     `json:"declined,omitempty"`
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
	Status int    `json:"status"`
	Path   string `json:"path"`
	Body   string `json:"body"`
	Sent   string `json:"sent"`
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
	s.mux.HandleFunc("GET /sim/wallet", serveOrders(s.WalletLedger))
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

// ofWallet reports whether an armed fault is for the wallet's next order, and
// ofCreation whether it is for the creation of one.
func ofWallet(fault string) bool {
	return strings.HasPrefix(fault, "SIM_WALLET_") && !ofCreation(fault)
}

func ofCreation(fault string) bool { return fault == walletNoCreate }

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
