package store_test

import (
	"context"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestTheLedgerIsOnlyAddedTo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		m := ledger.Movement{Key: "charge/P1", Ref: "0123456789", Attempt: "P1", Kind: ledger.Charge, Amount: 4900, Method: "worldpay", ProviderRef: "O1", Cause: "test"}
		write := func(m ledger.Movement) error {
			return s.Payments().Update(ctx, func(tx payment.Tx) error { return tx.AddMovement(m) })
		}
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			_, err := tx.InsertBooking(booking.Booking{Ref: m.Ref, Shown: "01234-56789", State: booking.Confirmed, Total: 18900})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second write changes nothing
			if err := write(m); err != nil {
				t.Fatal(err)
			}
		}
		another := m
		another.Amount++
		if err := write(another); err == nil {
			t.Error("one key was used for two movements")
		}
		for name, change := range map[string]string{
			"update": "UPDATE money_movement SET amount = amount + 1 WHERE key = 'charge/P1'",
			"delete": "DELETE FROM money_movement WHERE key = 'charge/P1'",
			"kind":   "INSERT INTO money_movement SELECT 'x', ref, attempt, 'gift', amount, method, provider_ref, cause, at_ms FROM money_movement",
			"amount": "INSERT INTO money_movement SELECT 'x', ref, attempt, kind, -1, method, provider_ref, cause, at_ms FROM money_movement",
			"orphan": "INSERT INTO money_movement SELECT 'x', 'none', attempt, kind, amount, method, provider_ref, cause, at_ms FROM money_movement",
		} {
			if err := s.Update(ctx, func(tx *store.Tx) error { _, err := tx.Exec(change); return err }); err == nil {
				t.Errorf("%s: it was done", name)
			}
		}
		err = s.Payments().View(ctx, func(p payment.Tx) error {
			b, err := p.Booking(m.Ref)
			movements, err2 := p.Movements(m.Ref)
			if err != nil || err2 != nil || b.AmountPaid != 4900 || len(movements) != 1 || movements[0].At.IsZero() {
				t.Errorf("paid %s, movements %+v, %v, %v", b.AmountPaid, movements, err, err2)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// An attempt cannot take money without its row in the ledger, even by plain SQL.
func TestAnAttemptTakesNoMoneyWithoutItsCharge(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		a := payment.Attempt{ID: "P1", Ref: "0123456789", Seq: 1, State: payment.StateSending, Method: payment.Card, Amount: 4900, OrderCode: "O1", Key: "k"}
		err := s.Payments().Update(ctx, func(tx payment.Tx) error {
			if _, err := tx.InsertBooking(booking.Booking{Ref: a.Ref, Shown: "01234-56789", State: booking.Paying}); err != nil {
				return err
			}
			return tx.InsertAttempt(a)
		})
		if err != nil {
			t.Fatal(err)
		}
		move := func(state payment.State, kinds ...ledger.Kind) error {
			return s.Payments().Update(ctx, func(tx payment.Tx) error {
				for _, kind := range kinds {
					if err := tx.AddMovement(ledger.Movement{Key: string(kind) + "/P1", Ref: a.Ref, Attempt: a.ID, Kind: kind, Amount: a.Amount}); err != nil {
						return err
					}
				}
				a.State = state
				return tx.SaveAttempt(a)
			})
		}
		if err := move(payment.StateAuthorised); err == nil || !strings.Contains(err.Error(), "the ledger has no row") {
			t.Errorf("authorised without a charge: %v", err)
		}
		if err := move(payment.StateAuthorised, ledger.Charge); err != nil {
			t.Error(err)
		}
		if err := move(payment.StateCaptured); err == nil {
			t.Error("captured without a row for it")
		}
		if err := move(payment.StateCaptured, ledger.Capture); err != nil {
			t.Error(err)
		}
	})
}
