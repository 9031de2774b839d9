package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
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
	"slices"
	"time"

	"holidaymaker/internal/store"
	"holidaymaker/internal/web/httpx"
)

// secret returns the configured secret, or one that all nodes of a database
// share.
func (s *Server) secret(ctx context.Context) ([]byte, error) {
	return sharedSecret(ctx, s.store, s.config.Secret)
}

func sharedSecret(ctx context.Context, s *store.Store, configured string) ([]byte, error) {
	if configured != "" {
		return []byte(configured), nil
	}
	shared, err := s.Secret(ctx, "signing", httpx.RandomText(32))
	return []byte(shared), err
}

// DigestKey returns the key of the digests by which the servers of a database
// find e-mail addresses. Commands that write bookings need it. secret is the
// servers' configured secret, or "" where they have none.
func DigestKey(ctx context.Context, s *store.Store, secret string) ([]byte, error) {
	shared, err := sharedSecret(ctx, s, secret)
	if err != nil {
		return nil, err
	}
	k, err := derive(shared)
	return k.digests, err
}

// earlierKeys returns the keys of the digests before the secret was changed.
func (s *Server) earlierKeys(ctx context.Context, digests []byte) (earlier [][]byte, err error) {
	for _, secret := range s.config.EarlierSecrets {
		k, err := derive([]byte(secret))
		if err != nil {
			return nil, err
		}
		earlier = append(earlier, k.digests)
	}
	return earlier, s.warnOfChangedSecret(ctx, digests, earlier)
}

// warnOfChangedSecret logs that bookings are not found by e-mail any more, because
// their digests were made with another secret than the present and the earlier ones.
func (s *Server) warnOfChangedSecret(ctx context.Context, digests []byte, earlier [][]byte) error {
	mark := func(key []byte) string { return fmt.Sprintf("%x", sha256.Sum256(key)) }
	first, err := s.store.Secret(ctx, "first digest key", mark(digests))
	if err != nil {
		return err
	}
	known := slices.ContainsFunc(slices.Concat(earlier, [][]byte{digests}), func(key []byte) bool { return mark(key) == first })
	if !known {
		s.log.Warn("the secret was changed: bookings from before are not found by e-mail; set HOLIDAYMAKER_EARLIER_SECRETS to its earlier values")
	}
	return nil
}

// keys are derived from the secret, one for each purpose, so that a signature
// for one purpose is not valid for another.
type keys struct {
	searches []byte // for signing search ids
	payments []byte // for signing the proof that the bank's frame sends back
	digests  []byte // for the digests of addresses
	pictures []byte // for signing the addresses of the CMS's pictures
	passes   []byte // for signing the passes of the promotion gate
}

func derive(secret []byte) (k keys, err error) {
	for purpose, key := range map[string]*[]byte{"searches": &k.searches, "payments": &k.payments, "digests": &k.digests, "pictures": &k.pictures, "passes": &k.passes} {
		if *key, err = hkdf.Key(sha256.New, secret, nil, "holidaymaker "+purpose, sha256.Size); err != nil {
			return k, fmt.Errorf("derive the key of %s: %w", purpose, err)
		}
	}
	return k, nil
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
