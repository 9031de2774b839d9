package store_test

import (
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestTracesAreDiscardedInParts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		err := s.Update(t.Context(), func(tx *store.Tx) error {
			const numbers = "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) "
			for _, statement := range []string{
				"INSERT INTO failure (id, key, at_ms) SELECT CAST(i AS TEXT), CAST(i AS TEXT), 1000 + i FROM n",
				"INSERT INTO attempt_lock (key, at_ms) SELECT CAST(i AS TEXT), 1000 + i FROM n",
			} {
				if _, err := tx.Exec(numbers + statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{701, 201, 1, 1} {
			err := s.Bookings().Update(t.Context(), func(tx booking.Tx) error { return tx.DiscardTraces(time.UnixMilli(2200)) })
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range []string{"failure", "attempt_lock"} {
				var left int
				err := s.View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow("SELECT count(*) FROM " + table).Scan(&left) })
				if err != nil || left != want {
					t.Errorf("%s: %d rows are left, want %d (%v)", table, left, want, err)
				}
			}
		}
	})
}
