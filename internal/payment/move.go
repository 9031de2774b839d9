package payment

import (
	"context"
	"slices"

	"holidaymaker/internal/booking"
)

// Move gives a confirmed booking another unit type or day, without money: the
// difference of the price is left to pay, or can be refunded. It fails with
// PaymentInProgress while an attempt is open, and with a Failure that says why it is
// not possible.
func (s *Service) Move(ctx context.Context, reference string, to booking.Destination, o StaffMember) error {
	return s.operate(ctx, o, "booking move", func(tx Tx, p *Plan) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		if b.Attempt != "" {
			return errInProgress
		}
		p.Ref = b.Ref
		before := b
		if err := s.Bookings.Move(tx, &b, to); err != nil {
			return err
		}
		p.add("booking %s moves from %s, %s (%s) to %s, %s (%s), %d nights", b.Shown, before.Stay.ParkName, before.Stay.UnitTypeID, before.Stay.Arrival.ISO(),
			b.Stay.ParkName, b.Stay.UnitTypeID, b.Stay.Arrival.ISO(), b.Stay.Nights)
		for _, e := range before.Extras {
			if !slices.ContainsFunc(b.Extras, func(kept booking.ChosenExtra) bool { return kept.Code == e.Code }) {
				p.add("%s × %d for £%s is taken out: the unit comes with it", e.Name, e.Quantity, e.TotalCost())
			}
		}
		p.add("its total goes from £%s to £%s, and £%s is paid", before.Total, b.Total, b.AmountPaid)
		switch over := b.AmountPaid - b.Total; {
		case over > 0:
			p.add("£%s was paid too much: booking refund %s --overpaid refunds it, and the booking stays", over, b.Shown)
		case b.Outstanding() > 0 && b.BalanceToOperator():
			p.add("£%s is left to pay to the park operator", b.Outstanding())
		case b.Outstanding() > 0:
			p.add("£%s is left to pay, before %s", b.Outstanding(), b.BalanceDue)
		}
		return nil
	})
}
