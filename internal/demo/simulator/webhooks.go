package simulator

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"hash/crc32"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment/paypal"
)

// certificatePath is where the certificate of the webhooks is.
const certificatePath = "/v1/notifications/certs/CERT-SIMULATED"

// walletHook is a webhook that is still to be sent.
type walletHook struct {
	ID   string `json:"id"`
	Body string `json:"body"`
}

// WalletAccount returns the product's configuration for this wallet at a base URL.
func (s *Simulator) WalletAccount(base string) paypal.Config {
	return paypal.Config{
		BaseURL: base, ClientID: walletClient, Secret: walletSecret, WebhookID: walletHookID, Clock: s.clock,
		Certificates: paypal.Certificates{Origin: base, RootPEM: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.state.Wallet.Root}))},
	}
}

// WebhooksAt sets the URL to which the wallet's webhooks are posted; "" stops them.
// base is this simulator's own address, where their certificate is.
func (s *Simulator) WebhooksAt(base, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base, s.state.Wallet.HookURL = base, url
	s.wakeHooks()
	return s.write()
}

// certify makes the certificates of the webhooks: an authority, and the signer.
// Both use the simulator's key.
func (s *Simulator) certify() error {
	if s.state.Wallet.Leaf != nil {
		return nil
	}
	year := 365 * 24 * time.Hour
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Simulated authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(50 * year), KeyUsage: x509.KeyUsageCertSign}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "messageverificationcerts.simulated.paypal.com"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(50 * year), KeyUsage: x509.KeyUsageDigitalSignature}
	var err error
	if s.state.Wallet.Root, err = x509.CreateCertificate(rand.Reader, root, root, &s.key.PublicKey, s.key); err != nil {
		return fmt.Errorf("make the wallet's authority: %w", err)
	}
	if s.state.Wallet.Leaf, err = x509.CreateCertificate(rand.Reader, leaf, root, &s.key.PublicKey, s.key); err != nil {
		return fmt.Errorf("make the wallet's certificate: %w", err)
	}
	return s.write()
}

func (s *Simulator) serveCertificate(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-pem-file")
	_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: s.state.Wallet.Leaf}) // a reader who left is no fault
}

// hook queues a webhook. The caller holds the lock and saves.
func (s *Simulator) hook(o *WalletOrder, event string, resource map[string]any) {
	if o.Fault == walletHookLost {
		return
	}
	id := "WH-" + random()
	body, err := json.Marshal(map[string]any{"id": id, "event_type": event, "event_version": "1.0", "resource_version": "2.0",
		"create_time": s.clock().UTC().Format(time.RFC3339), "resource": resource})
	if err != nil {
		panic(err)
	}
	w := &s.state.Wallet
	w.Hooks = append(w.Hooks, walletHook{id, string(body)})
	if o.Fault == walletHookTwice {
		w.Hooks = append(w.Hooks, walletHook{id, string(body)})
	}
	s.wakeHooks()
}

func (s *Simulator) wakeHooks() { s.hooks.Fire() }

// hooksName is the name of the loop that posts webhooks.
const hooksName = "simulator_webhooks"

// hooksMost is how many webhooks wait at most. The oldest is given up, as the
// provider does after three days.
const hooksMost = 1000

// hooksLoop posts webhooks. One that the merchant refuses does not block others; it
// is sent again in the next round.
func (s *Simulator) hooksLoop() loop.Loop {
	return loop.Loop{Name: hooksName, Every: time.Second, Deadline: time.Minute, Wake: s.hooks.Wake, Round: func(ctx context.Context) error {
		address, waiting := s.waitingHooks()
		if address == "" {
			return nil
		}
		sent := map[int]bool{}
		for i, hook := range waiting {
			if ctx.Err() == nil {
				sent[i] = s.post(ctx, address, hook)
			}
		}
		s.dropSentHooks(sent)
		return nil
	}}
}

// waitingHooks brings the orders up to date, which may queue webhooks, and
// returns the URL for webhooks and those that wait.
func (s *Simulator) waitingHooks() (address string, waiting []walletHook) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, order := range s.state.Wallet.Orders {
		s.walletDue(order)
	}
	return s.state.Wallet.HookURL, slices.Clone(s.state.Wallet.Hooks)
}

// dropSentHooks removes the webhooks that were sent, by their index. New ones
// were added at the end meanwhile.
func (s *Simulator) dropSentHooks(sent map[int]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var left []walletHook
	for i, hook := range s.state.Wallet.Hooks {
		if !sent[i] {
			left = append(left, hook)
		}
	}
	if len(left) < len(s.state.Wallet.Hooks) {
		s.state.Wallet.Hooks = left[max(0, len(left)-hooksMost):]
		s.save()
	}
}

// post sends a signed webhook and reports whether it was accepted.
func (s *Simulator) post(ctx context.Context, address string, h walletHook) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(h.Body))
	if err != nil {
		s.log.Error("the webhook URL cannot be used", "error", err)
		return false
	}
	req.Header = s.Signed([]byte(h.Body))
	resp, err := s.client.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		s.log.Warn("the merchant did not accept a webhook", "status", resp.StatusCode)
	}
	return resp.StatusCode/100 == 2
}

// Signed returns the headers of a webhook with a body.
func (s *Simulator) Signed(body []byte) http.Header {
	id, at := random(), s.clock().UTC().Format(time.RFC3339)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", id, at, walletHookID, crc32.ChecksumIEEE(body)))
	signature, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("Paypal-Transmission-Id", id)
	header.Set("Paypal-Transmission-Time", at)
	header.Set("Paypal-Transmission-Sig", encode(signature))
	s.mu.Lock()
	header.Set("Paypal-Cert-Url", s.base+certificatePath)
	s.mu.Unlock()
	header.Set("Paypal-Auth-Algo", "SHA256withRSA")
	return header
}
