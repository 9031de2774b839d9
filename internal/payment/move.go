package payment

import (
	"context"
	"strings"

	"holidaymaker/internal/booking"
)

// Move gives a confirmed booking another unit type or day, without money: the
// difference of the price is left to pay, or can be refunded. It fails with
// PaymentInProgress while an attempt is open, and with a Failure that says why it is
// not possible.
func (s *Service) Move(ctx context.Context, reference string, to booking.Destination, o StaffMember) error {
	return s.Change(ctx, reference, Change{Kind: MoveStay, To: to}, o)
}

// rebook gives the booking another stay. By its terms, what was then paid too much goes back,
// the newest payment first.
func (p *Plan) rebook(f Facts, c Change) error {
	before, r := f.Booking, f.Rebooking
	after := r.After
	p.Rebooked = &r
	over := max(0, before.AmountPaid-after.Total)
	if !before.Stay.SameNights(after.Stay) {
		p.say(AboutStay, "booking %s moves from %s, %s (%s) to %s, %s (%s), %d nights", before.Shown, before.Stay.ParkName, before.Stay.UnitTypeID, before.Stay.Arrival.ISO(),
			after.Stay.ParkName, after.Stay.UnitTypeID, after.Stay.Arrival.ISO(), after.Stay.Nights)
		p.say(AboutStock, "its nights go back on sale, and the new ones are taken")
	}
	if after.Party.DogsText() != before.Party.DogsText() {
		p.say(AboutStay, "its dogs: %s before, %s then", orNone(before.Party.DogsText()), orNone(after.Party.DogsText()))
	}
	for _, e := range r.Dropped {
		p.say(AboutPrice, "%s × %d for £%s is taken out: %s", e.Name, e.Quantity, e.TotalCost(), e.Why)
	}
	if r.EndedCode != "" {
		p.say(AboutPrice, "code %s is not taken off any more: the new stay costs less than it is for", r.EndedCode)
	}
	if r.Fee > 0 {
		p.say(AboutPrice, "£%s is the fee for the change", r.Fee)
	}
	if r.Kept > 0 {
		p.say(AboutPrice, "£%s is kept: by the terms a cheaper stay gives nothing back", r.Kept)
	}
	p.say(AboutPrice, "its total goes from £%s to £%s, and £%s is paid", before.Total, after.Total, before.AmountPaid)
	p.leftAfter(after, c.Kind)
	if before.ToldToPark() {
		p.say(AboutPark, "the park is told, if it takes bookings from us")
	}
	p.tells(before, "that the booking has been changed")
	if c.Kind == MoveStay {
		return nil
	}
	if err := f.settled(over > 0); err != nil {
		return err
	}
	if over > f.refundable() {
		return booking.Refuse(booking.WrongState, "We cannot return this amount online. Please call us.")
	}
	p.divide(f, over, false)
	return nil
}

// leftAfter says what is left to pay for the new stay, or that too much was paid for it.
func (p *Plan) leftAfter(after booking.Booking, kind ChangeKind) {
	switch over := after.AmountPaid - after.Total; {
	case over > 0 && kind == MoveStay:
		p.say(AboutMoney, "£%s was paid too much: booking refund %s --overpaid refunds it, and the booking stays", over, after.Shown)
	case over > 0:
		p.say(AboutMoney, "£%s was paid too much and goes back", over)
	case after.Outstanding() > 0 && after.BalanceToOperator():
		p.say(AboutMoney, "£%s is left to pay to the park operator", after.Outstanding())
	case after.Outstanding() > 0:
		p.say(AboutMoney, "£%s is left to pay, before %s", after.Outstanding(), after.BalanceDue)
	}
}

func orNone(dogs string) string {
	if dogs == "" {
		return "none"
	}
	return strings.TrimPrefix(dogs, "+ ")
}
