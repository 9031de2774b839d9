package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// certificate returns a certificate that is valid until a time, and its key, as PEM.
func certificate(t *testing.T, serial int64, until time.Time) (cert, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotBefore: until.AddDate(-1, 0, 0), NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
}

// serialAt returns the number of the certificate that a client's connection shows.
func serialAt(t *testing.T, client *http.Client, url string) int64 {
	t.Helper()
	response, err := client.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body) // the connection can then be used again
	response.Body.Close()
	return response.TLS.PeerCertificates[0].SerialNumber.Int64()
}

func TestACertificateIsReplacedWhileConnectionsAreOpen(t *testing.T) {
	certFile, keyFile := filepath.Join(t.TempDir(), "site.pem"), filepath.Join(t.TempDir(), "site.key")
	write := func(file string, text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// Certificates live by the machine's clock.
	now := time.Now().Truncate(time.Second)
	cert, key := certificate(t, 1, now.Add(-time.Hour))
	write(certFile, cert)
	write(keyFile, key)
	s := start(t, func(c *server.Config) { c.TLSCert, c.TLSKey = certFile, keyFile }, server.AroundLoops(func(l loop.Loop) loop.Loop {
		if l.Name == "tls_certificate" {
			l.Every = 10 * time.Millisecond
		}
		return l
	}))
	open := insecureClient()
	fails := func(why string) {
		t.Helper()
		polltest.Until(t, "the loop that fails because "+why, func() bool { return readiness(t, s.AdminURL()).failing("tls_certificate", why) })
		if got := serialAt(t, insecureClient(), s.URL()); got != 1 {
			t.Errorf("certificate %d is used while the new one is not complete", got)
		}
	}
	if got := serialAt(t, open, s.URL()); got != 1 || !strings.HasPrefix(s.URL(), "https://") {
		t.Fatalf("certificate %d at %s", got, s.URL())
	}
	fails("has expired") // and it is used anyway: without one nobody could be told
	until := now.AddDate(0, 3, 0)
	cert, key = certificate(t, 2, until)
	write(certFile, cert[:len(cert)/2])
	fails("failed to find any PEM data in certificate input")
	write(certFile, cert)
	fails("private key does not match public key")
	write(keyFile, key)
	polltest.Until(t, "the new certificate", func() bool { return serialAt(t, insecureClient(), s.URL()) == 2 })
	if got := serialAt(t, open, s.URL()); got != 1 {
		t.Errorf("the open connection was closed: certificate %d", got)
	}
	if _, metrics := fetch(t, s.AdminURL()+"/metrics"); !strings.Contains(metrics, "holidaymaker_tls_certificate_expiry_timestamp_seconds "+fmt.Sprintf("%.9e", float64(until.Unix()))) {
		t.Error("the metrics do not say when the certificate expires")
	}
}

func TestAServerWithoutItsCertificateDoesNotStart(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.pem")
	for want, change := range map[string]func(*server.Config){
		"belong together":    func(c *server.Config) { c.TLSCert = missing },
		"exclude each other": func(c *server.Config) { c.TLSCert, c.TLSKey, c.TLSSelfSigned = missing, missing, true },
		missing:              func(c *server.Config) { c.TLSCert, c.TLSKey = missing, missing },
	} {
		if r, err := launch(t.TempDir(), change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
			if err == nil {
				r.stop()
			}
		}
	}
}
