package paypal

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// The rules of the live provider, which the simulator's own origin replaces.
func TestCertificatesComeFromTheProvidersHosts(t *testing.T) {
	for address, want := range map[string]bool{
		"https://api.paypal.com/v1/notifications/certs/CERT-1":         true,
		"https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1": true,
		"http://api.paypal.com/cert":                                   false,
		"https://api.paypal.com:8443/cert":                             false,
		"https://api.paypal.com.example.com/cert":                      false,
		"https://paypal.com.example/cert":                              false,
		"https://notpaypal.com/cert":                                   false,
		"https://someone@api.paypal.com/cert":                          false,
		"https://api.paypal.com@example.com/cert":                      false,
		"//api.paypal.com/cert":                                        false,
		"/cert":                                                        false,
		"":                                                             false,
	} {
		if got := (Certificates{}).allowed(address); got != want {
			t.Errorf("%q: got %v", address, got)
		}
	}
}

func TestVisitorsAreSentToTheProvidersHostsOnly(t *testing.T) {
	live, simulated := New(Config{BaseURL: "https://api-m.paypal.com"}), New(Config{BaseURL: "http://127.0.0.1:9100/wallet"})
	for address, want := range map[string][2]bool{
		"https://www.paypal.com/checkoutnow?token=1":         {true, true},
		"https://www.sandbox.paypal.com/checkoutnow?token=1": {true, true},
		"http://127.0.0.1:9100/checkoutnow?token=1":          {false, true},
		"http://127.0.0.1:9101/checkoutnow?token=1":          {false, false},
		"http://www.paypal.com/checkoutnow":                  {false, false},
		"https://paypal.com.example/checkoutnow":             {false, false},
		"https://notpaypal.com/checkoutnow":                  {false, false},
		"https://www.paypal.com@evil.example/checkoutnow":    {false, false},
		"javascript:alert(1)":                                {false, false},
		"/checkoutnow":                                       {false, false},
		"":                                                   {false, false},
	} {
		if got := [2]bool{live.trusted(address), simulated.trusted(address)}; got != want {
			t.Errorf("%q: got %v, want %v", address, got, want)
		}
	}
}

func TestChainsOfCertificates(t *testing.T) {
	now := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	issue := func(name string, isCA bool, until time.Time, parent *x509.Certificate) *x509.Certificate {
		template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: isCA, BasicConstraintsValid: true,
			NotBefore: now.Add(-time.Hour), NotAfter: until, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
		if parent == nil {
			parent = template
		}
		raw, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), crypto.Signer(key))
		if err != nil {
			t.Fatal(err)
		}
		made, err := x509.ParseCertificate(raw)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	chain := func(all ...*x509.Certificate) (text []byte) {
		for _, c := range all {
			text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})...)
		}
		return text
	}
	const signer = "messageverificationcerts.paypal.com"
	later := now.Add(time.Hour)
	root, foreign := issue("Authority", true, later, nil), issue("Another authority", true, later, nil)
	between := issue("Intermediate", true, later, root)
	trusted := Certificates{RootPEM: string(chain(root))}
	for name, c := range map[string]struct {
		text []byte
		good bool
	}{
		"of the authority":         {chain(issue(signer, false, later, root)), true},
		"with an intermediate":     {chain(issue(signer, false, later, between), between), true},
		"without its intermediate": {chain(issue(signer, false, later, between)), false},
		"of another authority":     {chain(issue(signer, false, later, foreign), foreign), false},
		"signed by itself":         {chain(issue(signer, false, later, nil)), false},
		"expired":                  {chain(issue(signer, false, now.Add(-time.Minute), root)), false},
		"for another host":         {chain(issue("messageverificationcerts.example.com", false, later, root)), false},
		"for another purpose":      {chain(issue("www.paypal.com", false, later, root)), false},
		"none":                     {nil, false},
		"rubbish":                  {pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("rubbish")}), false},
	} {
		if _, err := trusted.verify(c.text, now); (err == nil) != c.good {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := (Certificates{}).verify(chain(issue(signer, false, later, root)), now); err == nil {
		t.Error("an authority that the system does not know was trusted")
	}
}
