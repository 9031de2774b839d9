package payment

import (
	"context"
	"strings"

	"holidaymaker/internal/booking"
)

// SetEmail gives a booking another e-mail address and sends its confirmation there.
// Failures: as booking.SetEmail; booking.ErrNoRow if there is no such booking.
func (s *Service) SetEmail(ctx context.Context, reference, email string, o StaffMember) error {
	return s.operate(ctx, o, "booking email", func(tx Tx, p *Plan) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		p.Ref = b.Ref
		if err := s.Bookings.SetEmail(tx, &b, email); err != nil {
			return err
		}
		// Without the addresses: the record of what staff did keeps no personal details.
		p.add("booking %s gets another e-mail address", b.Shown)
		p.add("its confirmation is sent there")
		return nil
	})
}

// Correct replaces names and contact details of a visitor's booking, without asking anybody.
// To send the same again changes nothing. Failures: NoSession and NotFound as
// booking.Granted, and those of booking.Correct, whose texts are for the visitor.
func (s *Service) Correct(ctx context.Context, v booking.Visitor, bookingID string, d booking.Details) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		b, err := s.Bookings.Granted(tx, tx.LockBooking, v, bookingID)
		if err != nil {
			return err
		}
		changed, err := s.Bookings.Correct(tx, &b, d)
		if err != nil || len(changed) == 0 {
			return err
		}
		return tx.AddAction(Action{By: byGuest, Why: "in My Booking", Command: "booking details", Ref: b.Ref,
			Done: strings.Join(changed, ", ") + ": changed"})
	})
	if err == nil {
		s.Wake()
	}
	return booking.Wrap("correct the details of a booking", err)
}
