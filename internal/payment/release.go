package payment

import (
	"context"

	"holidaymaker/internal/booking"
)

// Release ends a booking in progress that its visitor gives up: an attempt that was
// not sent ends, the hold ends, and the nights go back on sale. Releasing twice is
// not an error. Failures: NoSession, NotFound,
// PaymentInProgress after the provider was called, WrongState for a confirmed
// booking.
func (s *Service) Release(ctx context.Context, v booking.Visitor, bookID string) error {
	return booking.Wrap("release a hold", s.Store.GroupCommit(ctx, func(tx Tx) error {
		b, err := booking.LockOwn(tx, v, bookID)
		if err != nil {
			return err
		}
		if b.State == booking.Paying {
			if err := s.endUnsent(tx, &b); err != nil {
				return err
			}
		}
		return s.Bookings.Release(tx, &b)
	}))
}

// endUnsent ends the open attempt of a booking, unless it went to a provider.
func (s *Service) endUnsent(tx Tx, b *booking.Booking) error {
	a, err := tx.LockAttempt(b.Attempt)
	if err != nil {
		return err
	}
	if a.State == StateApproval {
		return s.endApproval(tx, b, a, "the visitor left the booking")
	}
	if a.State != StateCreated {
		return errInProgress
	}
	return s.endAttempt(tx, b, a, EventAbandoned, "the visitor left the booking")
}
