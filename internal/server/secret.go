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
	"time"
)

// secret is the configured one, or one that the nodes of a database share.
func (s *Server) secret(ctx context.Context) ([]byte, error) {
	if s.config.Secret != "" {
		return []byte(s.config.Secret), nil
	}
	shared, err := s.store.Secret(ctx, "signing", random(32))
	return []byte(shared), err
}

// selfSigned makes a certificate for this machine, kept for as long as it is
// valid so that browsers need to be told of it once.
func selfSigned(dir string, now time.Time) (tls.Certificate, error) {
	certFile, keyFile := filepath.Join(dir, "self-signed.pem"), filepath.Join(dir, "self-signed.key")
	if kept, err := tls.LoadX509KeyPair(certFile, keyFile); err == nil && kept.Leaf != nil && now.Before(kept.Leaf.NotAfter) {
		return kept, nil
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
		return tls.Certificate{}, fmt.Errorf("keep the certificate: %w", err)
	}
	return tls.X509KeyPair(certPEM, keyPEM)
}
