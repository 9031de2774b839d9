package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// The names of card providers in the database.
const (
	// ProviderLive is the merchant's real provider.
	ProviderLive = "live"
	// ProviderSimulated is the beginning of a simulated provider's name. A
	// blank and its identity follow.
	ProviderSimulated = "simulated"
)

// RecordProvider records which card provider takes the database's payments. It
// returns the recorded name; a caller that gets a name other than its own must
// not take payments here.
//
// The first record is kept. It may change only between live and simulated, and
// only while the database has neither a payment that was sent nor a confirmed
// booking.
func (s *Store) RecordProvider(ctx context.Context, name string) (recorded string, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("INSERT INTO payment_provider (id, name, recorded_ms) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING", name, tx.NowMs())
		if err != nil {
			return err
		}
		if err := tx.QueryRow("SELECT name FROM payment_provider WHERE id = 1" + tx.ForUpdate()).Scan(&recorded); err != nil {
			return err
		}
		kept, err := tx.keptProvider(recorded, name)
		if err != nil || kept == recorded {
			return err
		}
		recorded = kept
		_, err = tx.Exec("UPDATE payment_provider SET name = $1, recorded_ms = $2 WHERE id = 1", name, tx.NowMs())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("record the card provider: %w", err)
	}
	return recorded, nil
}

// MayRecordProvider returns what RecordProvider would, and records nothing.
func (s *Store) MayRecordProvider(ctx context.Context, name string) (kept string, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		recorded, err := tx.Provider()
		if err == nil {
			kept, err = tx.keptProvider(recorded, name)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the card provider: %w", err)
	}
	return kept, nil
}

// keptProvider returns the provider that the database has after a server with a provider
// has started.
func (tx *Tx) keptProvider(recorded, name string) (string, error) {
	switch {
	case recorded == "" || recorded == name:
		return name, nil
	case providerKind(recorded) == providerKind(name):
		return recorded, nil
	}
	used, err := tx.tookPayments()
	if used {
		return recorded, err
	}
	return name, err
}

// Provider returns the recorded card provider, or "" when none is recorded yet.
func (tx *Tx) Provider() (name string, err error) {
	err = tx.QueryRow("SELECT name FROM payment_provider WHERE id = 1").Scan(&name)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return name, err
}

// tookPayments reports whether the database has a confirmed booking or a payment that
// was sent to a provider.
func (tx *Tx) tookPayments() (bool, error) {
	var n int
	err := tx.QueryRow(`SELECT CASE WHEN EXISTS (SELECT 1 FROM payment_attempt WHERE sent_ms > 0)
		OR EXISTS (SELECT 1 FROM booking WHERE confirmed_ms > 0) THEN 1 ELSE 0 END`).Scan(&n)
	return n == 1, err
}

func providerKind(name string) string {
	kind, _, _ := strings.Cut(name, " ")
	return kind
}
