// Package paypal implements the wallet provider's interface, PayPal Orders v2
// with redirects. Real payments need only other URLs and credentials, because
// the simulator has the same wire format.
package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/provider"
)

// Config is a merchant's account at the provider.
type Config struct {
	BaseURL  string // such as https://api-m.paypal.com
	ClientID string
	Secret   string
	// WebhookID is the id of our webhook at the provider; its signatures
	// contain it.
	WebhookID    string
	Certificates Certificates
	// Transport is used for the calls; nil means provider.Transport.
	Transport http.RoundTripper `json:"-"`
	// Clock tells when the access token expires; nil means the machine's clock.
	Clock func() time.Time `json:"-"`
}

// Client is a payment.WalletGateway. It is safe for concurrent use.
type Client struct {
	config       Config
	http         *provider.Client
	certs        certificates
	tokenRequest chan struct{} // has an element while a request for a token runs

	mu      sync.Mutex
	token   string
	expires time.Time // of the token
}

// Time-outs per operation.
const (
	createTimeout  = 10 * time.Second
	collectTimeout = 30 * time.Second
	changeTimeout  = 10 * time.Second
	tokenTimeout   = 10 * time.Second
)

// maxReply is the longest reply that is read.
const maxReply = 256 << 10

// New returns a client. It never follows redirects. The only call that it
// repeats is one that the provider did not process because a token had expired.
func New(c Config) *Client {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	return &Client{config: c, tokenRequest: make(chan struct{}, 1), http: provider.New(c.Transport, maxReply)}
}

// CreateOrder creates an order for the visitor to approve. The request id is our
// order code, so a repetition returns the same order.
func (c *Client) CreateOrder(ctx context.Context, o payment.WalletOrder) (payment.Approval, error) {
	ctx, cancel := context.WithTimeout(ctx, createTimeout)
	defer cancel()
	var created order
	_, err := c.call(ctx, http.MethodPost, "/v2/checkout/orders", "order-"+o.Code, createOf(o), &created)
	if err != nil {
		return payment.Approval{}, fmt.Errorf("create order %s: %w", o.Code, declined(err))
	}
	approve := created.link("payer-action", "approve")
	if created.ID == "" || !c.trusted(approve) {
		return payment.Approval{}, fmt.Errorf("create order %s: the reply has no id or no address to approve it", o.Code)
	}
	return payment.Approval{OrderID: created.ID, URL: approve}, nil
}

// trusted reports whether a visitor may be sent to an address: to a host of the provider by
// HTTPS, or to the host that we call.
func (c *Client) trusted(address string) bool {
	u, err := url.Parse(address)
	own, ownErr := url.Parse(c.config.BaseURL)
	if err != nil || ownErr != nil || u.User != nil {
		return false
	}
	return u.Scheme == own.Scheme && u.Host == own.Host && u.Host != "" || u.Scheme == "https" && strings.HasSuffix(u.Host, providerHost)
}

// Collect captures the money of an approved order. A repetition has no further
// effect, because its request id is the same.
func (c *Client) Collect(ctx context.Context, h payment.Handle) (payment.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, collectTimeout)
	defer cancel()
	var o order
	status, err := c.call(ctx, http.MethodPost, "/v2/checkout/orders/"+url.PathEscape(h.ProviderRef)+"/capture", captureID(h), struct{}{}, &o)
	var p *problem
	switch {
	case err == nil:
		return o.read(h)
	case !errors.As(err, &p) || status >= http.StatusInternalServerError || status == http.StatusConflict:
		return payment.Reply{}, fmt.Errorf("capture order %s: %w", h.OrderCode, err)
	}
	return c.refusal(ctx, h, p)
}

// captureID is the request id of a capture. The provider answers a repeated id as
// it did before, also with a refusal. So once the provider has declined and the
// visitor has approved again, the capture has another id.
func captureID(h payment.Handle) string {
	id := "capture-" + h.OrderCode
	if h.Declined > 0 {
		id += "-" + strconv.Itoa(h.Declined+1)
	}
	return id
}

// captureIssues says what an issue in the reply to a capture means.
var captureIssues = map[string]payment.Event{
	"INSTRUMENT_DECLINED":                       payment.EventNotApproved,
	"PAYER_ACTION_REQUIRED":                     payment.EventNotApproved,
	"REDIRECT_PAYER_FOR_ALTERNATE_FUNDING":      payment.EventNotApproved,
	"ORDER_NOT_APPROVED":                        payment.EventNotApproved,
	"PAYER_CANNOT_PAY":                          payment.EventRefused,
	"TRANSACTION_REFUSED":                       payment.EventRefused,
	"PAYER_ACCOUNT_RESTRICTED":                  payment.EventRefused,
	"PAYER_ACCOUNT_LOCKED_OR_CLOSED":            payment.EventRefused,
	"COMPLIANCE_VIOLATION":                      payment.EventRefused,
	"MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED":   payment.EventRefused,
	"PAYEE_BLOCKED_TRANSACTION":                 payment.EventRefused,
	"CANNOT_BE_ZERO_OR_NEGATIVE":                payment.EventFailed,
	"ORDER_ALREADY_CAPTURED":                    payment.EventDuplicate,
	"ORDER_COMPLETION_IN_PROGRESS":              payment.EventUnknown,
	"ORDER_PREVIOUSLY_VOIDED":                   payment.EventCancelled,
	"ORDER_EXPIRED":                             payment.EventCancelled,
	"ORDER_CANNOT_BE_CAPTURED_AFTER_EXPIRATION": payment.EventCancelled,
}

// refusal translates a refused capture. An order that was captured before is
// read. An issue that is not known proves that nothing was captured, unless the
// provider only wants to be asked later.
func (c *Client) refusal(ctx context.Context, h payment.Handle, p *problem) (payment.Reply, error) {
	event, known := captureIssues[p.issue()]
	if event == payment.EventDuplicate {
		return c.Inquire(ctx, h)
	}
	if !known && (p.status == http.StatusRequestTimeout || p.status == http.StatusTooManyRequests) {
		return payment.Reply{}, fmt.Errorf("capture order %s: %w", h.OrderCode, p)
	}
	if !known {
		event = payment.EventFailed
	}
	return payment.Reply{Event: event, Code: p.issue(), Text: "debug id " + p.DebugID}, nil
}

// Inquire reads an order: its approval, its capture, and the refund that the
// handle names.
func (c *Client) Inquire(ctx context.Context, h payment.Handle) (payment.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, changeTimeout)
	defer cancel()
	var o order
	status, err := c.call(ctx, http.MethodGet, "/v2/checkout/orders/"+url.PathEscape(h.ProviderRef), "", nil, &o)
	if status == http.StatusNotFound {
		return payment.Reply{Event: payment.EventNotFound, Text: "the provider does not know the order"}, nil
	}
	if err != nil {
		return payment.Reply{}, fmt.Errorf("ask for order %s: %w", h.OrderCode, err)
	}
	return o.read(h)
}

// Refund asks the provider to refund a part of a capture, or all of it.
func (c *Client) Refund(ctx context.Context, h payment.Handle, reference string, amount money.Pence) error {
	ctx, cancel := context.WithTimeout(ctx, changeTimeout)
	defer cancel()
	if h.PaymentRef == "" { // a member of staff has entered that it was captured
		now, err := c.Inquire(ctx, h)
		if err == nil && now.Authorised.ID == "" {
			err = fmt.Errorf("the order has no capture: %w", payment.ErrDeclined)
		}
		if err != nil {
			return fmt.Errorf("refund %s: %w", reference, err)
		}
		h.PaymentRef = now.Authorised.ID
	}
	request := refundRequest{CustomID: reference, InvoiceID: h.OrderCode}
	if part := sterling(amount); !h.Whole {
		request.Amount = &part
	}
	var answer refund
	_, err := c.call(ctx, http.MethodPost, "/v2/payments/captures/"+url.PathEscape(h.PaymentRef)+"/refund", reference, request, &answer)
	if err != nil {
		return fmt.Errorf("refund %s: %w", reference, declined(err))
	}
	if answer.ID == "" {
		return fmt.Errorf("refund %s: the reply says nothing", reference)
	}
	return nil
}

// RepeatsRefunds reports that a refund may be repeated with its reference,
// which is its request id. The provider keeps these ids for 45 days.
func (c *Client) RepeatsRefunds() bool { return true }

// declined adds payment.ErrDeclined to an error that proves that the request had
// no effect at the provider.
func declined(err error) error {
	var p *problem
	if errors.As(err, &p) && p.status < http.StatusInternalServerError && p.status != http.StatusConflict {
		return fmt.Errorf("%w: %w", payment.ErrDeclined, err)
	}
	return err
}

// problem is the provider's description of an error.
type problem struct {
	status  int
	Name    string `json:"name"`
	DebugID string `json:"debug_id"`
	Details []struct {
		Issue string `json:"issue"`
	} `json:"details"`
}

func (p *problem) issue() string {
	if len(p.Details) > 0 {
		return p.Details[0].Issue
	}
	return p.Name
}

func (p *problem) Error() string {
	return fmt.Sprintf("the provider answered %d %s %s, debug id %s", p.status, p.Name, p.issue(), p.DebugID)
}

// call sends a message and reads the reply into an object. An error that is not
// a *problem or provider.ErrCredentials means that nothing is known about what the
// provider did. A token that was refused is replaced once.
func (c *Client) call(ctx context.Context, method, path, requestID string, body, into any) (status int, err error) {
	for range 2 {
		token, err := c.access(ctx)
		if err != nil {
			return 0, err
		}
		status, err = c.send(ctx, method, path, requestID, token, body, into)
		if !errors.Is(err, provider.ErrCredentials) {
			return status, err
		}
		c.forget(token)
	}
	return http.StatusUnauthorized, provider.ErrCredentials
}

func (c *Client) send(ctx context.Context, method, path, requestID, token string, body, into any) (int, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, fmt.Errorf("write the message: %w", err)
		}
		content = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.config.BaseURL+path, content)
	if err != nil {
		return 0, fmt.Errorf("make the request: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Prefer", "return=representation")
	}
	if requestID != "" {
		req.Header.Set("PayPal-Request-Id", requestID)
	}
	answer, err := c.http.Send(req)
	switch {
	case err != nil:
		return answer.Status, err
	case answer.Status == http.StatusUnauthorized:
		return answer.Status, provider.ErrCredentials
	case answer.Status < 200 || answer.Status > 299:
		p := &problem{status: answer.Status}
		if json.Unmarshal(answer.Body, p) != nil || p.Name == "" {
			return answer.Status, fmt.Errorf("the provider answered %d with %d bytes", answer.Status, len(answer.Body))
		}
		return answer.Status, p
	}
	if err := json.Unmarshal(answer.Body, into); err != nil {
		return answer.Status, fmt.Errorf("read the reply: %w", err)
	}
	return answer.Status, nil
}

// access returns an access token that is valid for some time. Only one request
// for a token runs at once; a call does not wait for it longer than its own
// time-out.
func (c *Client) access(ctx context.Context) (string, error) {
	select {
	case c.tokenRequest <- struct{}{}:
		defer func() { <-c.tokenRequest }()
	case <-ctx.Done():
		return "", fmt.Errorf("%w: no token: %w", provider.ErrUnsent, ctx.Err())
	}
	if token := c.validToken(); token != "" {
		return token, nil
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.BaseURL+"/v1/oauth2/token", strings.NewReader("grant_type=client_credentials"))
	if err != nil {
		return "", fmt.Errorf("make the request for a token: %w", err)
	}
	req.SetBasicAuth(c.config.ClientID, c.config.Secret)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := c.http.Send(req)
	if err != nil {
		return "", fmt.Errorf("%w: no token: %w", provider.ErrUnsent, err)
	}
	var token struct {
		Text    string `json:"access_token"`
		Seconds int64  `json:"expires_in"`
	}
	if answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &token) != nil || token.Text == "" {
		return "", fmt.Errorf("%w: the request for a token was answered %d", provider.ErrCredentials, answer.Status)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = token.Text
	c.expires = c.config.Clock().Add(time.Duration(token.Seconds)*time.Second - time.Minute)
	return c.token, nil
}

// validToken returns the token, or "" if there is none that is still valid.
func (c *Client) validToken() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.config.Clock().Before(c.expires) {
		return c.token
	}
	return ""
}

// forget drops a token that the provider has refused.
func (c *Client) forget(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == token {
		c.token = ""
	}
}

// link returns the first link of an order with one of the relations.
func (o order) link(relations ...string) string {
	for _, relation := range relations {
		if i := slices.IndexFunc(o.Links, func(l link) bool { return l.Rel == relation }); i >= 0 {
			return o.Links[i].Href
		}
	}
	return ""
}
