package store_test

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestARefundWithoutABookingIsRecordedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s := db.Open(t, clock.Now)
		in := func(do func(tx *store.Tx) error) {
			t.Helper()
			if err := s.Update(context.Background(), do); err != nil {
				t.Fatal(err)
			}
		}
		sent := func(want time.Time) {
			t.Helper()
			in(func(tx *store.Tx) error {
				got, err := tx.StrayRefundSent("P-order")
				if !got.Equal(want) {
					t.Errorf("sent at %s, want %s", got, want)
				}
				return err
			})
		}
		send := func(want bool) {
			t.Helper()
			in(func(tx *store.Tx) error {
				got, err := tx.SendStrayRefund("P-order", tx.Now().Add(-time.Hour))
				if got != want {
					t.Errorf("it may be sent: %t, want %t", got, want)
				}
				return err
			})
		}
		sent(time.Time{})
		send(true)
		clock.Advance(30 * time.Minute)
		send(false)
		sent(testworld.Start)
		clock.Advance(30 * time.Minute)
		send(true)
		send(false)
		sent(testworld.Start.Add(time.Hour))
		in(func(tx *store.Tx) error { return tx.UnsendStrayRefund("P-order") })
		sent(time.Time{})
		send(true)
	})
}
