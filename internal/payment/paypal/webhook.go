package paypal

import (
	"cmp"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/provider"
)

// Certificates says where the certificates of webhooks come from and who signs
// them. The zero value is the live provider and its sandbox.
type Certificates struct {
	// Origin is the only origin that certificates are fetched from; "" means
	// any host of the provider, by HTTPS.
	Origin string
	// RootPEM is the authority of the certificates; "" means the system's.
	RootPEM string
}

// providerHost is the end of the name of every host of the provider.
const providerHost = ".paypal.com"

// signerName is the beginning of the name in the certificate of a webhook.
const signerName = "messageverificationcerts."

// allowed reports whether a certificate may be fetched from an address.
func (c Certificates) allowed(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Host == "" {
		return false
	}
	if c.Origin != "" {
		return u.Scheme+"://"+u.Host == c.Origin
	}
	return u.Scheme == "https" && u.Port() == "" && strings.HasSuffix(u.Hostname(), providerHost)
}

// certificates keeps the verified certificates by address.
type certificates struct {
	mu     sync.Mutex
	leaves map[string]leaf
}

type leaf struct {
	certificate *x509.Certificate
	until       time.Time
}

// certificates are kept for a day, at most maxCertificates of them.
const (
	certificateLifetime = 24 * time.Hour
	maxCertificates     = 8
)

// ParseNotification verifies a webhook and reads it. Its error wraps
// payment.ErrForged if the signature is not the provider's, and
// payment.ErrUnverified if its certificate cannot be fetched now.
func (c *Client) ParseNotification(ctx context.Context, header http.Header, body []byte) (payment.Notification, error) {
	if err := c.verify(ctx, header, body); err != nil {
		return payment.Notification{}, err
	}
	return readWebhook(body)
}

// verify checks a webhook's signature: RSA and SHA-256 over the transmission's id
// and time, our webhook's id, and the checksum of the body.
func (c *Client) verify(ctx context.Context, header http.Header, body []byte) error {
	address := header.Get("PayPal-Cert-Url")
	if algorithm := header.Get("PayPal-Auth-Algo"); algorithm != "SHA256withRSA" {
		return fmt.Errorf("%w: its algorithm is not SHA256withRSA", payment.ErrForged)
	}
	if !c.config.Certificates.allowed(address) {
		return fmt.Errorf("%w: its certificate is not at the provider", payment.ErrForged)
	}
	signature, err := base64.StdEncoding.DecodeString(header.Get("PayPal-Transmission-Sig"))
	if err != nil {
		return fmt.Errorf("%w: its signature cannot be read", payment.ErrForged)
	}
	certificate, err := c.certificate(ctx, address)
	if err != nil {
		return err
	}
	key, ok := certificate.PublicKey.(*rsa.PublicKey)
	if !ok {
		return fmt.Errorf("%w: its certificate has no RSA key", payment.ErrForged)
	}
	signed := fmt.Sprintf("%s|%s|%s|%d", header.Get("PayPal-Transmission-Id"), header.Get("PayPal-Transmission-Time"),
		c.config.WebhookID, crc32.ChecksumIEEE(body))
	sum := sha256.Sum256([]byte(signed))
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature); err != nil {
		return fmt.Errorf("%w: %w", payment.ErrForged, err)
	}
	return nil
}

// certificate returns the verified certificate at an address of the provider.
func (c *Client) certificate(ctx context.Context, address string) (*x509.Certificate, error) {
	c.certs.mu.Lock()
	known, ok := c.certs.leaves[address]
	c.certs.mu.Unlock()
	if ok && c.config.Clock().Before(known.until) {
		return known.certificate, nil
	}
	ctx, cancel := context.WithTimeout(ctx, changeTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("fetch a webhook's certificate: %w", err)
	}
	answer, err := c.http.Send(req)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("the provider answered %d", answer.Status)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: fetch a webhook's certificate: %w", payment.ErrUnverified, err)
	}
	certificate, err := c.config.Certificates.verify(answer.Body, c.config.Clock())
	if err != nil {
		return nil, err
	}
	c.certs.mu.Lock()
	defer c.certs.mu.Unlock()
	if c.certs.leaves == nil || len(c.certs.leaves) >= maxCertificates {
		c.certs.leaves = map[string]leaf{}
	}
	c.certs.leaves[address] = leaf{certificate, c.config.Clock().Add(certificateLifetime)}
	return certificate, nil
}

// verify checks a chain of certificates, the signer's first, and returns that of
// the signer. Its error wraps payment.ErrUnverified if the chain cannot be read,
// and otherwise payment.ErrForged.
func (c Certificates) verify(chain []byte, now time.Time) (*x509.Certificate, error) {
	var all []*x509.Certificate
	for block, rest := pem.Decode(chain); block != nil; block, rest = pem.Decode(rest) {
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%w: read a certificate: %w", payment.ErrUnverified, err)
		}
		all = append(all, certificate)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: there is no certificate", payment.ErrUnverified)
	}
	signer := all[0]
	options := x509.VerifyOptions{Intermediates: x509.NewCertPool(), CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}}
	for _, intermediate := range all[1:] {
		options.Intermediates.AddCert(intermediate)
	}
	if c.RootPEM != "" {
		options.Roots = x509.NewCertPool()
		options.Roots.AppendCertsFromPEM([]byte(c.RootPEM))
	}
	if _, err := signer.Verify(options); err != nil {
		return nil, fmt.Errorf("%w: verify a certificate: %w", payment.ErrForged, err)
	}
	if name := signer.Subject.CommonName; !strings.HasPrefix(name, signerName) || !strings.HasSuffix(name, providerHost) {
		return nil, fmt.Errorf("%w: the certificate is not for the provider's messages", payment.ErrForged)
	}
	return signer, nil
}

// webhookEvents says what the events mean. Others say nothing about our money, except
// those about disputes.
var webhookEvents = map[string]payment.Event{
	"CHECKOUT.ORDER.APPROVED":            payment.EventApproved,
	"CHECKOUT.PAYMENT-APPROVAL.REVERSED": payment.EventCancelled,
	"PAYMENT.CAPTURE.COMPLETED":          payment.EventCaptured,
	"PAYMENT.CAPTURE.PENDING":            payment.EventPending,
	"PAYMENT.CAPTURE.DENIED":             payment.EventRefused,
	"PAYMENT.CAPTURE.DECLINED":           payment.EventRefused,
	"PAYMENT.CAPTURE.REFUNDED":           payment.EventRefunded,
	"PAYMENT.CAPTURE.REVERSED":           payment.EventRefunded,
	"PAYMENT.REFUND.PENDING":             payment.EventRefundRequested,
	"PAYMENT.REFUND.FAILED":              payment.EventRefundFailed,
}

// refundReference is the beginning of a refund's reference, before the order
// code.
var refundReference = regexp.MustCompile(`^R\d+-`)

// readWebhook reads a webhook. Its order code is in the order's purchase unit, or
// is the invoice of a capture or refund.
func readWebhook(body []byte) (payment.Notification, error) {
	var w struct {
		ID        string `json:"id"`
		Type      string `json:"event_type"`
		CreatedAt string `json:"create_time"`
		Resource  struct {
			dispute
			CustomID   string         `json:"custom_id"`
			InvoiceID  string         `json:"invoice_id"`
			Amount     amount         `json:"amount"`
			Units      []purchaseUnit `json:"purchase_units"`
			Supplement struct {
				Related struct {
					Order string `json:"order_id"`
				} `json:"related_ids"`
			} `json:"supplementary_data"`
		} `json:"resource"`
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return payment.Notification{}, fmt.Errorf("read a webhook: %w", err)
	}
	event, known := webhookEvents[w.Type]
	switch {
	case strings.Contains(w.Type, ".DISPUTE."):
		return w.Resource.dispute.notification(w.Type), nil
	case !known:
		return payment.Notification{Event: payment.EventUnknown, Unknown: provider.Truncate(w.Type, 60)}, nil
	}
	n := payment.Notification{OrderCode: w.Resource.InvoiceID, ProviderRef: w.Resource.Supplement.Related.Order, Event: event, Currency: w.Resource.Amount.Currency}
	n.CreatedAt, _ = time.Parse(time.RFC3339, w.CreatedAt) // without a time, it does not report a new approval
	if event == payment.EventRefunded || event == payment.EventRefundRequested || event == payment.EventRefundFailed {
		n.Refund = w.Resource.CustomID
	}
	if n.OrderCode == "" {
		n.OrderCode = refundReference.ReplaceAllString(w.Resource.CustomID, "")
	}
	if len(w.Resource.Units) == 1 && n.OrderCode == "" {
		n.OrderCode, n.Currency = w.Resource.Units[0].CustomID, w.Resource.Units[0].Amount.Currency
	}
	if n.OrderCode == "" {
		return payment.Notification{}, errors.New("the webhook names no order of ours")
	}
	if event == payment.EventCaptured || event == payment.EventPending {
		n.Amount, _ = w.Resource.Amount.pence() // an amount that cannot be read is not compared; the reconciler asks
	}
	return n, nil
}

// dispute is what a webhook says about a payer's claim that a payment is wrong.
type dispute struct {
	ID           string `json:"dispute_id"`
	Due          string `json:"seller_response_due_date"`
	Transactions []struct {
		Invoice string `json:"invoice_number"`
		Custom  string `json:"custom"`
	} `json:"disputed_transactions"`
}

// notification names the event, the case at the provider and the deadline.
func (d dispute) notification(event string) payment.Notification {
	n := payment.Notification{Event: payment.EventUnknown, Dispute: provider.Truncate(event, 60)}
	if d.ID != "" {
		n.Dispute += ", case " + provider.Truncate(d.ID, 40)
	}
	if d.Due != "" {
		n.Dispute += ", to be answered by " + provider.Truncate(d.Due, 40)
	}
	for _, t := range d.Transactions {
		n.OrderCode = cmp.Or(n.OrderCode, t.Invoice, refundReference.ReplaceAllString(t.Custom, ""))
	}
	return n
}
