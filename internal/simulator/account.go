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

func (s *Simulator) serveAccount(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(s.Account("http://" + r.Host)) // a reader who left is no fault
}

// Fetch returns the merchant account of the simulator at a base URL such as
// "http://localhost:9100", for servers that share a simulator.
func Fetch(ctx context.Context, base string) (account worldpay.Config, err error) {
	base = strings.TrimSuffix(base, "/")
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+accountPath, nil)
	if err != nil {
		return account, fmt.Errorf("ask the simulated card provider: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return account, fmt.Errorf("ask the simulated card provider: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		err = json.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&account)
	}
	if response.StatusCode != http.StatusOK || err != nil || account.PublicKey == "" {
		return worldpay.Config{}, fmt.Errorf("ask the simulated card provider: %s is not a simulator (status %d)", base, response.StatusCode)
	}
	return account, nil
}
