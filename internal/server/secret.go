package server

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"slices"

	"holidaymaker/internal/store"
	"holidaymaker/internal/web/httpx"
)

// sharedSecret returns the configured secret, or one that all nodes of a database
// share.
func sharedSecret(ctx context.Context, s *store.Store, configured string) ([]byte, error) {
	if configured != "" {
		return []byte(configured), nil
	}
	shared, err := s.SecretOrAdd(ctx, "signing", httpx.RandomText(32))
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
func (s *Server) earlierKeys() (earlier [][]byte, err error) {
	for _, secret := range s.config.EarlierSecrets {
		k, err := derive([]byte(secret))
		if err != nil {
			return nil, err
		}
		earlier = append(earlier, k.digests)
	}
	return earlier, nil
}

// warnOfChangedSecret logs that bookings are not found by e-mail any more, because
// their digests were made with another secret than the present and the earlier ones.
func (s *Server) warnOfChangedSecret(ctx context.Context, digests []byte, earlier [][]byte) error {
	checksum := func(key []byte) string { return fmt.Sprintf("%x", sha256.Sum256(key)) }
	first, err := s.store.SecretOrAdd(ctx, "first digest key", checksum(digests))
	if err != nil {
		return err
	}
	known := slices.ContainsFunc(slices.Concat(earlier, [][]byte{digests}), func(key []byte) bool { return checksum(key) == first })
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
	arrivals []byte // for signing the links of parks to their arrivals
}

func derive(secret []byte) (k keys, err error) {
	for _, one := range []struct {
		purpose string
		key     *[]byte
	}{{"searches", &k.searches}, {"payments", &k.payments}, {"digests", &k.digests}, {"pictures", &k.pictures}, {"passes", &k.passes}, {"arrivals", &k.arrivals}} {
		if *one.key, err = hkdf.Key(sha256.New, secret, nil, "holidaymaker "+one.purpose, sha256.Size); err != nil {
			return k, fmt.Errorf("derive the key of %s: %w", one.purpose, err)
		}
	}
	return k, nil
}
