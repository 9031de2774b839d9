package booking

import (
	"context"
	"slices"
	"time"
)

// Live reports whether an unpaid booking still keeps its unit: its hold has not
// run out, or a payment was sent to a provider.
func (b Booking) Live(now time.Time) bool {
	inTime := now.Before(b.ExpiresAt) && !b.StartedAt.After(now.Add(ClockSkew))
	return b.State == Held && inTime || b.State == Paying && (b.Sent || inTime)
}

// Holds returns the bookings that this visitor has in progress, newest first,
// so that a page can offer to continue them. A visitor without a cookie has
// none.
func (s *Service) Holds(ctx context.Context, v Visitor) ([]View, error) {
	if v.Token == "" {
		return nil, nil
	}
	var holds []View
	err := s.store.View(ctx, func(tx Tx) error {
		holds = nil
		refs, err := tx.OpenHolds(v.Holder())
		if err != nil {
			return err
		}
		for _, ref := range slices.Backward(refs) {
			b, err := tx.Booking(ref)
			unreadable := err != nil
			if err = s.leftOut(ref, err); err != nil {
				return err
			}
			if !unreadable && b.Live(tx.Now()) {
				holds = append(holds, s.view(b, tx.Now()))
			}
		}
		return nil
	})
	return holds, Wrap("list a visitor's holds", err)
}

// LockOwn reads a booking of this visitor that the transaction will change.
// Failures: NoSession, NotFound.
func LockOwn(tx Tx, v Visitor, bookID string) (Booking, error) {
	return readOwn(tx.LockBooking, v, bookID)
}

// Release ends the hold of a locked booking and returns its nights. It does
// nothing for a hold that is over. It returns WrongState when the booking is
// confirmed, cancelled or being paid. It needs a transaction of GroupCommit.
func (s *Service) Release(tx Tx, b *Booking) error {
	if b.State == Expired {
		return nil
	}
	return s.apply(tx, b, TimedOut)
}
