package testworld

import (
	"context"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

// audited is a store that compares every booking that a transaction changes with
// the ledger, before the transaction commits.
type audited struct {
	payment.Store
	t testing.TB
}

func (s audited) Update(ctx context.Context, fn func(payment.Tx) error) error {
	return s.Store.Update(ctx, s.checking(fn))
}

func (s audited) GroupCommit(ctx context.Context, fn func(payment.Tx) error) error {
	return s.Store.GroupCommit(ctx, s.checking(fn))
}

func (s audited) checking(fn func(payment.Tx) error) func(payment.Tx) error {
	return func(tx payment.Tx) error {
		noting := notingTx{tx, map[string]bool{}}
		if err := fn(noting); err != nil {
			return err
		}
		for ref := range noting.changed {
			wrong, err := payment.AuditBooking(tx, ref)
			if err != nil {
				return err
			}
			if wrong != nil {
				s.t.Errorf("after a transition: %v", wrong)
			}
		}
		return nil
	}
}

// notingTx notes which bookings a transaction changes.
type notingTx struct {
	payment.Tx
	changed map[string]bool
}

func (tx notingTx) SaveBooking(b booking.Booking) error {
	tx.changed[b.Ref] = true
	return tx.Tx.SaveBooking(b)
}

func (tx notingTx) SaveAttempt(a payment.Attempt) error {
	tx.changed[a.Ref] = true
	return tx.Tx.SaveAttempt(a)
}

func (tx notingTx) AddMovement(m ledger.Movement) error {
	tx.changed[m.Ref] = true
	return tx.Tx.AddMovement(m)
}
