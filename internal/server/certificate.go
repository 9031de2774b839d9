package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"holidaymaker/internal/operations/loop"
)

// servesTLS reports whether the server itself encrypts connections of visitors.
func (c Config) servesTLS() bool { return c.TLSSelfSigned || c.TLSCert != "" }

// keyPair is a certificate with its key, in files that are replaced while the server runs.
type keyPair struct {
	cert, key string
	current   atomic.Pointer[tls.Certificate]
}

// openKeyPair reads a certificate (PEM, followed by those that lead to its root) and its
// key from files.
func openKeyPair(cert, key string) (*keyPair, error) {
	p := &keyPair{cert: cert, key: key}
	return p, p.read()
}

// read reads the files. When they are no pair, the last one stays.
func (p *keyPair) read() error {
	pair, err := tls.LoadX509KeyPair(p.cert, p.key)
	if err != nil {
		return fmt.Errorf("read the TLS certificate %s with the key %s: %w", p.cert, p.key, err)
	}
	p.current.Store(&pair)
	return nil
}

// certificate returns what a new connection is encrypted with.
func (p *keyPair) certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return p.current.Load(), nil
}

// expiry returns when the certificate becomes invalid.
func (p *keyPair) expiry() time.Time { return p.current.Load().Leaf.NotAfter }

// loop reads the files again, and fails while they are no pair or the certificate has
// expired.
func (p *keyPair) loop() loop.Loop {
	return loop.Loop{Name: "tls_certificate", Every: 30 * time.Second, Deadline: 10 * time.Second, Round: func(context.Context) error {
		if err := p.read(); err != nil {
			return err
		}
		if until := p.expiry(); time.Now().After(until) { // browsers judge it by their own clock
			return fmt.Errorf("the TLS certificate %s has expired at %s", p.cert, until.UTC().Format(time.RFC3339))
		}
		return nil
	}}
}

// selfSigned returns a TLS certificate for this machine. It is stored and used
// as long as it is valid, so that a person has to accept it in a browser only
// once.
func selfSigned(dir string, now time.Time) (tls.Certificate, error) {
	certFile, keyFile := filepath.Join(dir, "self-signed.pem"), filepath.Join(dir, "self-signed.key")
	if stored, err := tls.LoadX509KeyPair(certFile, keyFile); err == nil && stored.Leaf != nil && now.Before(stored.Leaf.NotAfter) {
		return stored, nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a key: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "holidaymaker"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(1, 0, 0),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a certificate: %w", err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("encode the key: %w", err)
	}
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
	if err := errors.Join(os.WriteFile(certFile, certPEM, 0o600), os.WriteFile(keyFile, keyPEM, 0o600)); err != nil {
		return tls.Certificate{}, fmt.Errorf("store the certificate: %w", err)
	}
	return tls.X509KeyPair(certPEM, keyPEM)
}
