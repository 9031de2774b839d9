package store

import (
	"context"
	"fmt"
)

// SecretOrAdd returns the secret with a name, which is the same on every node. Where
// there is none yet, it stores and returns fresh.
func (s *Store) SecretOrAdd(ctx context.Context, name, fresh string) (value string, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		if _, err := tx.Exec("INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, fresh); err != nil {
			return err
		}
		return tx.QueryRow("SELECT value FROM secret WHERE name = $1", name).Scan(&value)
	})
	if err != nil {
		return "", fmt.Errorf("read the secret %s: %w", name, err)
	}
	return value, nil
}
