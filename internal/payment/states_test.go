package payment_test

import (
	"context"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
)

// The database must refuse a state that the machine does not have, such as the
// empty state of a missing transition.
func TestUnknownStateIsNotStored(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		w.Prepared(v, w.Booked(v, "caravan"), booking.PayDeposit)
		for _, state := range []string{"", "taken twice"} {
			err := w.Store.Update(context.Background(), func(tx *store.Tx) error {
				_, err := tx.Exec("UPDATE payment_attempt SET state = $1", state)
				return err
			})
			if err == nil {
				t.Errorf("the state %q was stored", state)
			}
		}
	})
}
