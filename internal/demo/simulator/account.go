package simulator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
)

// accountPath is the path at which a simulator returns its merchant account to
// the servers that share it. The account is published test data, not secret.
const accountPath = "/sim/account"

// Identity identifies a simulator by a digest of the key that it creates at its
// first start.
func Identity(account worldpay.Config) string {
	sum := sha256.Sum256([]byte(account.PublicKey))
	return hex.EncodeToString(sum[:6])
}

// accounts are the merchant's accounts at a simulator.
type accounts struct {
	Card   worldpay.Config
	Wallet paypal.Config
}

func (s *Simulator) serveAccount(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	base := "http://" + r.Host
	_ = json.NewEncoder(w).Encode(accounts{s.Account(base), s.WalletAccount(base)}) // a reader who left is no fault
}

// Fetch returns the merchant's accounts at the simulator at a base URL such as
// "http://localhost:9100", for servers that share a simulator.
func Fetch(ctx context.Context, base string) (card worldpay.Config, wallet paypal.Config, err error) {
	base = strings.TrimSuffix(base, "/")
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+accountPath, nil)
	if err != nil {
		return card, wallet, fmt.Errorf("ask the simulated card provider: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return card, wallet, fmt.Errorf("ask the simulated card provider: %w", err)
	}
	defer response.Body.Close()
	var found accounts
	if response.StatusCode == http.StatusOK {
		err = json.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&found)
	}
	if response.StatusCode != http.StatusOK || err != nil || found.Card.PublicKey == "" {
		return card, wallet, fmt.Errorf("ask the simulated card provider: %s is not a simulator (status %d)", base, response.StatusCode)
	}
	return found.Card, found.Wallet, nil
}
