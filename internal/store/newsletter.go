package store

import (
	"context"
	"fmt"
	"strings"
)

// SignUp stores a newsletter sign-up. For an address that is already stored it
// changes nothing. referer is the brand's configured code.
func (s *Store) SignUp(ctx context.Context, email, firstName, referer string) error {
	err := s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO newsletter (email_key, email, first_name, referer, signed_up_ms)
			VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email_key) DO NOTHING`,
			strings.ToLower(email), email, firstName, referer, tx.NowMs())
		return err
	})
	if err != nil {
		return fmt.Errorf("sign up for the newsletter: %w", err)
	}
	return nil
}
