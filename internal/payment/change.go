package payment

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment/ledger"
)

// Change makes a change for a member of staff, who agrees to its plan first. Its error is
// that of PlanOf, booking.ErrNoRow if there is no such booking, or ErrChanged if the plan
// does not hold any more.
func (s *Service) Change(ctx context.Context, reference string, c Change, o StaffMember) error {
	return s.operate(ctx, o, c.command(), func(tx Tx, p *Plan) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		attempts, err := tx.Attempts(b.Ref)
		if err == nil {
			*p, err = planIn(tx, b, attempts, c)
		}
		if err != nil {
			return err
		}
		return s.carryOut(tx, &b, *p)
	})
}

// command is the command of a change in the record of what was done.
func (c Change) command() string {
	if c.Command != "" {
		return c.Command
	}
	if c.Kind == CancelByTerms || c.Kind == CancelKeeping {
		return "booking cancel"
	}
	return "booking refund"
}

// byGuest is who has done what a guest does, in the record.
const byGuest = "the guest"

var (
	errPlan = booking.Refuse(booking.PriceChanged, "What comes back has changed. Please look at it again.")
	errKey  = booking.Refuse(booking.InvalidRequest, "The idempotency key must be a UUID.")
)

// PlanCancel works out what a visitor gets back who cancels a booking by its terms.
// Failures: NoSession and NotFound as booking.Granted, and those of PlanOf, whose texts are
// for the visitor.
func (s *Service) PlanCancel(ctx context.Context, v booking.Visitor, bookingID string) (p Plan, err error) {
	err = s.Store.Update(ctx, func(tx Tx) error {
		_, p, err = s.planOwn(tx, v, bookingID)
		return err
	})
	return p, booking.Wrap("plan a cancellation", err)
}

// CancelOwn cancels a visitor's booking by its terms. hash is that of the plan which the
// visitor has agreed to. A repeated key changes nothing more. Failures: as PlanCancel, and
// PriceChanged if the plan does not hold any more.
func (s *Service) CancelOwn(ctx context.Context, v booking.Visitor, bookingID, hash, key string) error {
	if _, err := uuid.Parse(key); err != nil {
		return errKey
	}
	err := s.Store.GroupCommit(ctx, func(tx Tx) error {
		b, err := s.Bookings.Granted(tx, tx.LockBooking, v, bookingID)
		if err != nil {
			return err
		}
		done, err := tx.Actions(b.Ref)
		if err != nil || slices.ContainsFunc(done, func(a Action) bool { return a.Key == key }) {
			return err
		}
		b, p, err := s.planOwn(tx, v, bookingID)
		if err != nil {
			return err
		}
		if p.Hash() != hash {
			return errPlan
		}
		if err := s.carryOut(tx, &b, p); err != nil {
			return err
		}
		return tx.AddAction(p.record(Action{By: byGuest, Why: "by the terms of the booking", Command: Change{Kind: CancelByTerms}.command(), Key: key}))
	})
	if err == nil {
		s.Wake()
	}
	return booking.Wrap("cancel a booking by its terms", err)
}

// planOwn locks a visitor's booking and plans its cancellation.
func (s *Service) planOwn(tx Tx, v booking.Visitor, bookingID string) (b booking.Booking, p Plan, err error) {
	var attempts []Attempt
	b, err = s.Bookings.Granted(tx, func(ref string) (b booking.Booking, err error) {
		b, attempts, err = tx.LockWithAttempts(ref)
		return b, err
	}, v, bookingID)
	if err == nil {
		p, err = planIn(tx, b, attempts, Change{Kind: CancelByTerms})
	}
	return b, p, err
}

// planIn plans a change of a booking that the transaction has read.
func planIn(tx Tx, b booking.Booking, attempts []Attempt, c Change) (Plan, error) {
	f, err := factsOf(tx, b, attempts)
	if err != nil {
		return Plan{}, fmt.Errorf("read what a change of booking %s depends on: %w", b.Ref, err)
	}
	return PlanOf(f, c)
}

// carryOut does what a plan says, in the transaction that has locked the booking and worked
// the plan out.
func (s *Service) carryOut(tx Tx, b *booking.Booking, p Plan) error {
	var err error
	switch {
	case p.reduces > 0:
		err = s.Bookings.ReducePrice(tx, b, p.reduces)
	case p.due != 0:
		err = s.Bookings.PayAgain(tx, b, p.due)
	case p.Settled != nil:
		err = s.Bookings.Settle(tx, b, *p.Settled)
	case p.event != "":
		err = s.Bookings.Withdraw(tx, b, p.event)
	}
	if err != nil {
		return err
	}
	for _, part := range p.Parts {
		if err := s.giveBack(tx, b, part); err != nil {
			return err
		}
	}
	return nil
}

// giveBack does what a plan says of a payment.
func (s *Service) giveBack(tx Tx, b *booking.Booking, part Part) error {
	a, err := tx.LockAttempt(part.Attempt)
	if err != nil {
		return err
	}
	switch part.how {
	case byRelease:
		return s.enter(tx, b, &a, EventCancelWanted, Reply{Event: EventCancelWanted})
	case whenTaken:
		a.ToRefund = part.Back
		return tx.SaveAttempt(a)
	case byRefund:
	}
	if part.Fee > 0 {
		fee := a.movement(ledger.Fee, "kept when the rest was refunded")
		fee.Key, fee.Amount = fee.Key+"/"+strconv.Itoa(a.Refunds+1), part.Fee
		if err := tx.AddMovement(fee); err != nil {
			return err
		}
	}
	if part.Back == 0 {
		return nil
	}
	return s.refund(tx, b, &a, part.Back)
}
