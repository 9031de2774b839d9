package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestADatabaseBelongsToTheBrandThatStartedFirst(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		if err := s.CheckBrand(ctx, "MT"); err != nil {
			t.Errorf("a new database: %v", err)
		}
		for _, code := range []string{"BF", "SN", "SN"} { // nobody has booked, so the brand may change
			if err := s.RecordBrand(ctx, code); err != nil {
				t.Errorf("%s: %v", code, err)
			}
		}
		err := s.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
				attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
				VALUES ('R1', 'R1', 'confirmed', '', '', '', '', 'U1', '2026-07-17', 3, '', 100, '{}', '{}', 1, 1, 1, 1)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RecordBrand(ctx, "BF"); !errors.Is(err, store.ErrOtherBrand) || !strings.Contains(err.Error(), "SN, and this program is built for BF") {
			t.Errorf("another brand after a booking: %v", err)
		}
		if err := s.CheckBrand(ctx, "BF"); !errors.Is(err, store.ErrOtherBrand) {
			t.Errorf("a command of another brand: %v", err)
		}
		if err := errors.Join(s.RecordBrand(ctx, "SN"), s.CheckBrand(ctx, "SN")); err != nil {
			t.Errorf("the same brand: %v", err)
		}
	})
}
