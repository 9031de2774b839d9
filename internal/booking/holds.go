package booking

import (
	"context"
	"slices"
	"time"
)

// Live says whether the booking keeps its unit while its visitor has not paid:
// the hold has not run out, or money is on its way.
func (b Booking) Live(now time.Time) bool {
	kept := now.Before(b.ExpiresAt) && !b.StartedAt.After(now.Add(ClockSkew))
	return b.State == Held && kept || b.State == Paying && (b.Sent || kept)
}

// Holds lists the bookings that this visitor has in progress, newest first, so
// that a page can offer to continue them. A visitor without a cookie has none.
func (s *Service) Holds(ctx context.Context, v Visitor) ([]View, error) {
	if v.Token == "" {
		return nil, nil
	}
	var live []View
	err := s.store.View(ctx, func(tx Tx) error {
		live = nil
		refs, err := tx.OpenHolds(v.Holder())
		if err != nil {
			return err
		}
		for _, ref := range slices.Backward(refs) {
			b, err := tx.Booking(ref)
			if err != nil {
				return err
			}
			if b.Live(tx.Now()) {
				live = append(live, s.view(b, tx.Now()))
			}
		}
		return nil
	})
	return live, wrap("list a visitor's holds", err)
}

// LockOwn reads a booking of this visitor that the transaction will change.
// Failures: NoSession, NotFound.
func LockOwn(tx Tx, v Visitor, bookID string) (Booking, error) {
	return owned(tx.LockBooking, v, bookID)
}

// Release ends the hold of a locked booking and gives its nights back. A hold
// that is over already stays so. WrongState: it is confirmed, cancelled or
// being paid. Needs a transaction of GroupCommit.
func (s *Service) Release(tx Tx, b *Booking) error {
	if b.State == Expired {
		return nil
	}
	return s.apply(tx, b, TimedOut)
}
