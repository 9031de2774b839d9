package payment

import (
	"context"

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
