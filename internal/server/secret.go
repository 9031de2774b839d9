package server

import (
	"context"
	"fmt"
	"slices"

	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web/httpx"
)

// Secrets returns the secrets from which the keys of a database's servers are derived. The
// first is used for what is new: the configured one, else that in the database, which is
// made where there is none. All are accepted: the earlier ones, and those in the database
// beside a configured one, so that a site can move from one to the other.
func Secrets(ctx context.Context, s *store.Store, configured string, earlier []string) ([]string, error) {
	fresh := ""
	if configured == "" {
		fresh = httpx.RandomText(32)
	}
	stored, err := s.Secrets(ctx, fresh)
	if err != nil {
		return nil, err
	}
	return Order(configured, earlier, stored)
}

// Order returns which of the secrets of the settings and of the database are accepted, the one
// that is used for what is new first; see Secrets.
func Order(configured string, earlier, stored []string) (secrets []string, err error) {
	order := slices.Concat(stored, earlier)
	if configured != "" {
		order = slices.Concat([]string{configured}, earlier, stored)
	}
	for _, secret := range order {
		if !slices.Contains(secrets, secret) {
			secrets = append(secrets, secret)
		}
	}
	if len(secrets) > keyring.Most {
		return nil, fmt.Errorf("there are %d secrets, in HOLIDAYMAKER_SECRET, HOLIDAYMAKER_EARLIER_SECRETS and the database: at most %d are accepted; remove the oldest", len(secrets), keyring.Most)
	}
	return secrets, nil
}

// DigestKeys returns the keys of the digests by which the servers of a database find e-mail
// addresses. Commands that write bookings need them. secret is the servers' configured
// secret, or "" where they have none.
func DigestKeys(ctx context.Context, s *store.Store, secret string) (keyring.Ring, error) {
	k, err := commandKeys(ctx, s, secret)
	return k.digests, err
}

// CalendarKeys returns the keys that sign the links by which other channels read our nights.
// secret is as of DigestKeys.
func CalendarKeys(ctx context.Context, s *store.Store, secret string) (keyring.Ring, error) {
	k, err := commandKeys(ctx, s, secret)
	return k.calendars, err
}

// PaymentKeys returns the keys that sign the links by which others pay. secret is as of
// DigestKeys.
func PaymentKeys(ctx context.Context, s *store.Store, secret string) (keyring.Ring, error) {
	k, err := commandKeys(ctx, s, secret)
	return k.payments, err
}

// commandKeys returns the keys as a command has them.
func commandKeys(ctx context.Context, s *store.Store, secret string) (keys, error) {
	secrets, err := Secrets(ctx, s, secret, nil)
	if err != nil {
		return keys{}, err
	}
	return derive(secrets)
}

// keys are derived from the secrets, a ring for each purpose, so that a signature for one
// purpose is not valid for another.
type keys struct {
	searches keyring.Ring // for signing search ids
	payments keyring.Ring // for signing the proofs that pass through the bank and the wallet, and links by which others pay
	digests  keyring.Ring // for the digests of addresses
	pictures keyring.Ring // for signing the addresses of the CMS's pictures
	passes   keyring.Ring // for signing the passes of the promotion gate
	arrivals keyring.Ring // for signing the links of parks to their arrivals
	// calendars sign the links by which other channels read our nights.
	calendars keyring.Ring
}

func derive(secrets []string) (k keys, err error) {
	for _, one := range []struct {
		purpose string
		ring    *keyring.Ring
	}{{"searches", &k.searches}, {"payments", &k.payments}, {"digests", &k.digests}, {"pictures", &k.pictures}, {"passes", &k.passes}, {"arrivals", &k.arrivals}, {"calendars", &k.calendars}} {
		if *one.ring, err = keyring.New(one.purpose, secrets...); err != nil {
			return k, err
		}
	}
	return k, nil
}
