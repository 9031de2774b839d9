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
	var recorded string
	err := s.Update(ctx, func(tx *Tx) error {
		if err := tx.LockChanges(); err != nil { // so that two brands cannot both be first
			return err
		}
		var err error
		if recorded, err = tx.Brand(); err != nil || recorded == code {
			return err
		}
		if recorded != "" {
			used, err := tx.hasPeople()
			if err != nil || used {
				return err
			}
		}
		if _, err := tx.Exec("DELETE FROM brand"); err != nil {
			return err
		}
		recorded = code
		_, err = tx.Exec("INSERT INTO brand (code) VALUES ($1)", code)
		return err
	})
	if err != nil {
		return fmt.Errorf("record the brand: %w", err)
	}
	return sameBrand(recorded, code)
}

// ForBrand is an option of Open: a database in which people have booked, paid or signed
// up with another brand is refused with ErrOtherBrand, before its schema is migrated.
func ForBrand(code string) Option { return func(s *Store) { s.brand = code } }

// refuseOtherBrand returns ErrOtherBrand where RecordBrand would. The schema may be an
// older one.
func (s *Store) refuseOtherBrand(ctx context.Context) error {
	if s.brand == "" {
		return nil
	}
	if exists, err := s.hasTable(ctx, "brand"); err != nil || !exists {
		return err
	}
	var recorded string
	var used bool
	err := s.View(ctx, func(tx *Tx) (err error) {
		if recorded, err = tx.Brand(); err == nil && recorded != s.brand {
			used, err = tx.hasPeople()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read the brand: %w", err)
	}
	if !used {
		return nil
	}
	return sameBrand(recorded, s.brand)
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
