package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holidaymaker/internal/payment"
)

// SecretOrAdd returns the secret with a name, which is the same on every node. Where
// there is none yet, it stores and returns fresh.
func (s *Store) SecretOrAdd(ctx context.Context, name, fresh string) (value string, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		if _, err := tx.Exec("INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, fresh); err != nil {
			return err
		}
		value, err = tx.secret(name)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the secret %s: %w", name, err)
	}
	return value, nil
}

func (tx *Tx) secret(name string) (value string, err error) {
	err = tx.QueryRow("SELECT value FROM secret WHERE name = $1"+tx.ForUpdate(), name).Scan(&value)
	return value, err
}

// signing is the name of the secrets from which nodes derive their keys where none is
// configured: one or more, separated by spaces. The first is used for what is new.
const signing = "signing"

// Secrets returns the database's secrets for signing; the first is used for what is new.
// Where there is none, it stores and returns fresh; without fresh it returns none.
func (s *Store) Secrets(ctx context.Context, fresh string) ([]string, error) {
	if fresh != "" {
		value, err := s.SecretOrAdd(ctx, signing, fresh)
		return strings.Fields(value), err
	}
	value := ""
	err := s.View(ctx, func(tx *Tx) error {
		err := tx.QueryRow("SELECT value FROM secret WHERE name = $1", signing).Scan(&value)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the secrets: %w", err)
	}
	return strings.Fields(value), nil
}

// ChangeSecrets replaces the database's secrets for signing by what change makes of them,
// and records the action of the member of staff.
func (s *Store) ChangeSecrets(ctx context.Context, action payment.Action, change func(secrets []string) ([]string, error)) error {
	err := s.Update(ctx, func(tx *Tx) error {
		value, err := tx.secret(signing)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		secrets, err := change(strings.Fields(value))
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM secret WHERE name = $1", signing); err != nil {
			return err
		}
		if len(secrets) > 0 {
			if _, err := tx.Exec("INSERT INTO secret (name, value) VALUES ($1, $2)", signing, strings.Join(secrets, " ")); err != nil {
				return err
			}
		}
		return tx.AddAction(action)
	})
	if err != nil {
		return fmt.Errorf("change the secrets: %w", err)
	}
	return nil
}

// DigestKeys counts the bookings that are found by e-mail address, by the id of the secret
// with which the digest of the address was made.
func (s *Store) DigestKeys(ctx context.Context) (bookings map[string]int, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		bookings = map[string]int{}
		return tx.Query(func(scan func(into ...any) error) error {
			var id string
			var n int
			err := scan(&id, &n)
			bookings[id] = n
			return err
		}, "SELECT substr(email_key, 1, 8), COUNT(*) FROM booking WHERE email_key <> '' GROUP BY substr(email_key, 1, 8)")
	})
	if err != nil {
		return nil, fmt.Errorf("count bookings by the secret of their digest: %w", err)
	}
	return bookings, nil
}
