package payment

import (
	"context"
	"errors"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// Why the personal details of a booking are not erased.
var (
	errDates = errors.New("the dates of the stay contradict each other: nothing was erased")
	errOpen  = errors.New("a payment of the booking is still open: nothing was erased")
)

// EraseAges removes the ages and dates of birth of a booking whose stay ended by
// a day. changed is false where they have been removed already.
func EraseAges(tx Tx, ref string, departedBy date.Date) (changed bool, err error) {
	b, err := tx.LockBooking(ref)
	if err != nil || !b.AgesErasedAt.IsZero() {
		return false, err
	}
	if b.Stay.Departure() > departedBy {
		return false, errDates
	}
	b.EraseAges(tx.Now())
	return true, tx.SaveBooking(b)
}

// EraseDetails removes everything about people from a booking, whose stay ended
// by a day, and from its payments. There is no other way to do so, for the loop
// and for staff. changed is false where it has been done already.
func EraseDetails(tx Tx, ref string, departedBy date.Date) (changed bool, err error) {
	b, err := tx.LockBooking(ref)
	if err != nil || !b.ErasedAt.IsZero() {
		return false, err
	}
	if b.Stay.Departure() > departedBy {
		return false, errDates
	}
	attempts, err := tx.Attempts(b.Ref)
	if err != nil {
		return false, err
	}
	for _, found := range attempts {
		a, err := tx.LockAttempt(found.ID)
		if err != nil {
			return false, err
		}
		if a.State.Open() {
			return false, errOpen
		}
		a.EraseDetails()
		if err := tx.SaveAttempt(a); err != nil {
			return false, err
		}
	}
	b.EraseDetails(tx.Now())
	return true, errors.Join(tx.ForgetReservations(b.Ref), tx.ForgetAll(b.Ref), tx.EndWatches(b.Ref), tx.ForgetPayLinks(b.Ref), tx.SaveBooking(b))
}

// Erase removes the personal details of a booking before their time, because the
// person asks for it. It refuses one that still takes place: cancel it first.
func (s *Service) Erase(ctx context.Context, reference string, o StaffMember) error {
	return s.operate(ctx, o, "booking erase", func(tx Tx, p *Plan) error {
		b, err := booking.Find(tx, reference)
		if err != nil {
			return err
		}
		p.Ref = b.Ref
		ended := b.State == booking.Cancelled || b.State == booking.Refunded
		switch {
		case !b.ErasedAt.IsZero():
			return Refusal("its personal details have been erased already")
		case b.ConfirmedAt.IsZero():
			return Refusal("it was never paid: its personal details go when the hold ends")
		case !ended && b.Stay.Departure() > date.In(tx.Now()):
			return Refusal("the stay is not over: cancel or refund the booking first")
		}
		p.add("the personal details of the booking and of its payments are erased; nobody can bring them back")
		p.add("its reference, dates and sums stay, which tax law requires")
		_, err = EraseDetails(tx, b.Ref, b.Stay.Departure())
		if errors.Is(err, errOpen) {
			return Refusal(errOpen.Error())
		}
		return err
	})
}
