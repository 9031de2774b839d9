package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrOtherBrand means that a database belongs to another brand. Its bookings and e-mails
// do not say of which brand they are, so no other brand may use it.
var ErrOtherBrand = errors.New("the database belongs to another brand")

// RecordBrand records whose server uses the database. The first record is kept; it may
// change only while nobody has booked, paid or signed up. If it is another brand's, the
// error is ErrOtherBrand.
func (s *Store) RecordBrand(ctx context.Context, code string) error {
	var kept string
	err := s.Update(ctx, func(tx *Tx) error {
		if err := tx.LockChanges(); err != nil { // so that two brands cannot both be first
			return err
		}
		var err error
		if kept, err = tx.keptBrand(code); err != nil || kept != code {
			return err
		}
		if _, err := tx.Exec("DELETE FROM brand"); err != nil {
			return err
		}
		_, err = tx.Exec("INSERT INTO brand (code) VALUES ($1)", code)
		return err
	})
	if err != nil {
		return fmt.Errorf("record the brand: %w", err)
	}
	return sameBrand(kept, code)
}

// MayRecordBrand returns ErrOtherBrand where RecordBrand would, and records nothing.
func (s *Store) MayRecordBrand(ctx context.Context, code string) error {
	var kept string
	err := s.View(ctx, func(tx *Tx) (err error) {
		kept, err = tx.keptBrand(code)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the brand: %w", err)
	}
	return sameBrand(kept, code)
}

// keptBrand returns the brand that the database has after a server of a brand has started.
func (tx *Tx) keptBrand(code string) (string, error) {
	recorded, err := tx.Brand()
	if err != nil || recorded == "" || recorded == code {
		return code, err
	}
	used, err := tx.hasPeople()
	if used {
		return recorded, err
	}
	return code, err
}

// CheckBrand returns ErrOtherBrand where another brand is recorded.
func (s *Store) CheckBrand(ctx context.Context, code string) error {
	var recorded string
	err := s.View(ctx, func(tx *Tx) (err error) {
		recorded, err = tx.Brand()
		return err
	})
	if err != nil {
		return fmt.Errorf("read the brand: %w", err)
	}
	return sameBrand(recorded, code)
}

func sameBrand(recorded, code string) error {
	if recorded != "" && recorded != code {
		return fmt.Errorf("%w: %s, and this program is built for %s; give each brand a database of its own (--data DIR, or --db)", ErrOtherBrand, recorded, code)
	}
	return nil
}

// Brand returns the recorded brand, or "" where none is recorded yet.
func (tx *Tx) Brand() (code string, err error) {
	err = tx.QueryRow("SELECT code FROM brand").Scan(&code)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return code, err
}

// hasPeople reports whether the database has a booking that was paid or a sign-up.
func (tx *Tx) hasPeople() (bool, error) {
	used, err := tx.tookPayments()
	if err != nil || used {
		return used, err
	}
	var n int
	err = tx.QueryRow("SELECT CASE WHEN EXISTS (SELECT 1 FROM newsletter) THEN 1 ELSE 0 END").Scan(&n)
	return n == 1, err
}
