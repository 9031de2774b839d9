// Package worldpay implements the card provider's XML Direct interface (WPG
// 1.4) with client-side encryption and 3-D Secure Flex. Real payments need only
// other URLs and credentials, because the simulator has the same wire format.
package worldpay

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/provider"
)

// Config is a merchant's account at the provider.
type Config struct {
	XMLURL       string // the address of paymentService.jsp
	DDCURL       string // page of the device data collection
	ChallengeURL string // page that starts a challenge
	MerchantCode string
	AdminCode    string
	User         string // of the XML interface; often the merchant code
	Password     string
	MACSecret    string
	PublicKey    string // of the client-side encryption: sequence#exponent#modulus
	JWT          JWTAccount
	// Transport is used for the calls; nil means provider.Transport.
	Transport http.RoundTripper `json:"-"`
	// Clock gives the date of captures; nil means the machine's clock.
	Clock func() time.Time `json:"-"`
}

// JWTAccount is the account that signs the forms of 3-D Secure Flex.
type JWTAccount struct{ Issuer, OrgUnitID, Key string }

// Client is a payment.CardProvider. It is safe for concurrent use.
type Client struct {
	config Config
	http   *provider.Client
}

// Time-outs per operation.
const (
	authoriseTimeout = 50 * time.Second
	modifyTimeout    = 10 * time.Second
)

// maxReply is the longest reply that is read.
const maxReply = 64 << 10

// New returns a client. It never follows redirects and never repeats a call.
func New(c Config) *Client {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return &Client{config: c, http: provider.New(c.Transport, maxReply)}
}

// Authorise sends the first call of a card payment.
func (c *Client) Authorise(ctx context.Context, o payment.Order) (payment.Reply, error) {
	return c.submit(ctx, firstOrder(o), "")
}

// Complete sends the second call, after the challenge, with the same order
// code, the same session, and the cookie that leads to the same machine at the
// provider.
func (c *Client) Complete(ctx context.Context, orderCode, sessionID, stickiness string) (payment.Reply, error) {
	reply, err := c.submit(ctx, order{
		Code:    orderCode,
		Info3DS: &info3DSecure{},
		Session: &session{ID: sessionID},
	}, stickiness)
	if reply.Event == payment.EventFailed && reply.Code == codeDetails {
		reply.Event = payment.EventAuthenticationFailed // how the provider answers a failed completion
	}
	return reply, err
}

func (c *Client) submit(ctx context.Context, o order, stickiness string) (payment.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, authoriseTimeout)
	defer cancel()
	answer, cookie, err := c.post(ctx, service{Submit: &submit{o}}, stickiness, "")
	if err != nil {
		return payment.Reply{}, fmt.Errorf("send order %s: %w", o.Code, err)
	}
	reply := answer.read(o.Code)
	reply.Stickiness = cookie
	return reply, nil
}

// Inquire asks for the last event of an order.
func (c *Client) Inquire(ctx context.Context, h payment.Handle) (payment.Reply, error) {
	orderCode := h.OrderCode
	ctx, cancel := context.WithTimeout(ctx, modifyTimeout)
	defer cancel()
	answer, _, err := c.post(ctx, service{Inquiry: &inquiry{orderInquiry{orderCode}}}, "", "")
	if err != nil {
		return payment.Reply{}, fmt.Errorf("ask for order %s: %w", orderCode, err)
	}
	if code, text := answer.failure(); code != "" {
		if code == codeRequest && strings.Contains(text, "Could not find payment") {
			return payment.Reply{Event: payment.EventNotFound, Code: code, Text: text}, nil
		}
		return payment.Reply{}, fmt.Errorf("ask for order %s: error %s %s", orderCode, code, text)
	}
	return answer.read(orderCode), nil
}

// Capture asks the provider to capture authorised money.
func (c *Client) Capture(ctx context.Context, h payment.Handle) error {
	return c.modify(ctx, "capture/"+h.OrderCode, modification{Code: h.OrderCode, Capture: &capture{dayOf(c.config.Clock()), sterling(h.Amount)}})
}

// Cancel asks the provider to cancel an authorisation.
func (c *Client) Cancel(ctx context.Context, h payment.Handle) error {
	return c.modify(ctx, "cancel/"+h.OrderCode, modification{Code: h.OrderCode, Cancel: &struct{}{}})
}

// Refund asks the provider to refund captured money, with our reference.
func (c *Client) Refund(ctx context.Context, h payment.Handle, reference string, p money.Pence) error {
	return c.modify(ctx, "refund/"+reference, modification{Code: h.OrderCode, Refund: &refund{reference, sterling(p)}})
}

// modify sends a change of an order. A provider with idempotency switched on
// ignores a repeated key.
func (c *Client) modify(ctx context.Context, key string, m modification) error {
	ctx, cancel := context.WithTimeout(ctx, modifyTimeout)
	defer cancel()
	answer, _, err := c.post(ctx, service{Modify: &modify{m}}, "", uuid.NewSHA1(uuid.NameSpaceOID, []byte(key)).String())
	if err != nil {
		return fmt.Errorf("modify order %s: %w", m.Code, err)
	}
	switch code, text := answer.failure(); {
	case code == codeInternal || code == codeUnavailable || code == codeIdempotency:
		return fmt.Errorf("modify order %s: error %s %s", m.Code, code, text)
	case code != "":
		return fmt.Errorf("modify order %s: error %s %s: %w", m.Code, code, text, payment.ErrDeclined)
	case answer.OK == nil:
		return fmt.Errorf("modify order %s: the reply says nothing", m.Code)
	}
	return nil
}

// doctype names the provider's document type, as every message must.
const doctype = xml.Header + `<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">` + "\n"

// post sends a message and reads the reply. Unless its error is payment.ErrDeclined,
// nothing is known about what the provider did.
func (c *Client) post(ctx context.Context, message service, stickiness, key string) (r reply, cookie string, err error) {
	message.Version, message.Merchant = "1.4", c.config.MerchantCode
	body, err := xml.Marshal(message)
	if err != nil {
		return r, "", fmt.Errorf("write the message: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.XMLURL, strings.NewReader(doctype+string(body)))
	if err != nil {
		return r, "", fmt.Errorf("make the request: %w", err)
	}
	req.SetBasicAuth(c.config.User, c.config.Password)
	req.Header.Set("Content-Type", "text/xml; charset=utf-8")
	if stickiness != "" {
		req.Header.Set("Cookie", stickiness)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	answer, err := c.http.Send(req)
	switch {
	case err != nil:
		return r, "", err
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return r, "", fmt.Errorf("%w: it answered %d", provider.ErrCredentials, answer.Status)
	case answer.Status != http.StatusOK:
		return r, "", fmt.Errorf("the provider answered %d with %d bytes", answer.Status, len(answer.Body))
	}
	for _, k := range answer.Cookies() {
		if k.Name == "machine" {
			cookie = "machine=" + k.Value
		}
	}
	var envelope struct {
		XMLName xml.Name `xml:"paymentService"`
		Reply   *reply   `xml:"reply"`
	}
	if err := strict(answer.Body, &envelope); err != nil {
		return r, "", fmt.Errorf("read the reply: %w", err)
	}
	if envelope.Reply == nil {
		return r, "", errors.New("the answer holds no reply")
	}
	return *envelope.Reply, cookie, nil
}

// strict parses XML. It refuses incomplete documents and definitions of
// entities.
func strict(raw []byte, into any) error {
	if bytes.Contains(raw, []byte("<!ENTITY")) || bytes.Contains(raw, []byte("<!ELEMENT")) {
		return errors.New("it defines entities or elements")
	}
	return xml.Unmarshal(raw, into)
}

// RepeatsRefunds reports that a refund must not be repeated: whether the provider
// remembers references depends on a setting of the account.
func (c *Client) RepeatsRefunds() bool { return false }

// ParseNotification reads a notification. Notifications are not signed.
func (c *Client) ParseNotification(_ context.Context, _ http.Header, body []byte) (payment.Notification, error) {
	var n struct {
		XMLName  xml.Name `xml:"paymentService"`
		Merchant string   `xml:"merchantCode,attr"`
		Event    struct {
			Code    string `xml:"orderCode,attr"`
			Payment paid   `xml:"payment"`
		} `xml:"notify>orderStatusEvent"`
	}
	if len(body) > maxReply {
		return payment.Notification{}, errors.New("the notification is too long")
	}
	if err := strict(body, &n); err != nil {
		return payment.Notification{}, fmt.Errorf("read a notification: %w", err)
	}
	if n.Merchant == "" || n.Event.Code == "" {
		return payment.Notification{}, errors.New("the notification is not about a merchant's order")
	}
	r := n.Event.Payment.read()
	read := payment.Notification{OrderCode: n.Event.Code, Event: r.Event, Amount: r.Amount, Currency: r.Currency, Dispute: r.Dispute}
	name := strings.TrimSpace(n.Event.Payment.LastEvent)
	if _, known := events[name]; !known && r.Dispute == "" && !slices.Contains(otherEvents, name) {
		read.Unknown = provider.Truncate(name, 40)
	}
	if n.Merchant != c.config.MerchantCode {
		read.Merchant = n.Merchant
	}
	return read, nil
}
