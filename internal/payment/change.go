package payment

import (
	"context"
	"errors"
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
			*p, err = s.planIn(tx, b, attempts, c)
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
	switch c.Kind {
	case CancelByTerms, CancelKeeping:
		return "booking cancel"
	case ChangeStay:
		return "booking change"
	case MoveStay:
		return "booking move"
	case CorrectDetails:
		return "booking details"
	case SendConfirmation, SendReminder:
		return "booking send"
	default:
		return "booking refund"
	}
}

// byGuest is who has done what a guest does, in the record.
const byGuest = "the guest"

var (
	errPlan = booking.Refuse(booking.PriceChanged, "Something has changed meanwhile. Please look at it again.")
	errKey  = booking.Refuse(booking.InvalidRequest, "The idempotency key must be a UUID.")
)

// PlanCancel works out what a visitor gets back who cancels a booking by its terms.
// Failures: NoSession and NotFound as booking.Granted, and those of PlanOf, whose texts are
// for the visitor.
func (s *Service) PlanCancel(ctx context.Context, v booking.Visitor, bookingID string) (p Plan, err error) {
	err = s.Store.Update(ctx, func(tx Tx) error {
		_, p, err = s.planOwn(tx, v, bookingID, byTerms)
		return err
	})
	return p, booking.Wrap("plan a cancellation", err)
}

// CancelOwn cancels a visitor's booking by its terms, as doOwn does. Failures: as PlanCancel.
func (s *Service) CancelOwn(ctx context.Context, v booking.Visitor, bookingID, hash, key string) error {
	return booking.Wrap("cancel a booking by its terms", s.doOwn(ctx, v, bookingID, hash, key, byTerms))
}

// PlanChange works out what it costs a visitor to change the stay of a booking by its terms.
// It also tries whether the new stay is free. Failures: NoSession and NotFound as
// booking.Granted, UnitUnavailable, and those of booking.Wanted, booking.Rebook and PlanOf,
// whose texts are for the visitor.
func (s *Service) PlanChange(ctx context.Context, v booking.Visitor, bookingID string, w booking.Wish) (p Plan, err error) {
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		var b booking.Booking
		b, p, err = s.planOwn(tx, v, bookingID, s.wanted(w))
		if err != nil {
			return err
		}
		if err := s.carryOut(tx, &b, p); err != nil {
			return err
		}
		return errPlanned
	})
	if errors.Is(err, errPlanned) {
		return p, nil
	}
	return p, booking.Wrap("plan the change of a stay", err)
}

// ChangeOwn changes the stay of a visitor's booking by its terms, as doOwn does. Failures: as
// PlanChange.
func (s *Service) ChangeOwn(ctx context.Context, v booking.Visitor, bookingID string, w booking.Wish, hash, key string) error {
	return booking.Wrap("change a stay by the terms", s.doOwn(ctx, v, bookingID, hash, key, s.wanted(w)))
}

// wish is the change that a visitor wants of a booking.
type wish func(b booking.Booking) (Change, error)

// byTerms cancels a booking.
func byTerms(booking.Booking) (Change, error) { return Change{Kind: CancelByTerms}, nil }

// wanted gives a booking another stay.
func (s *Service) wanted(w booking.Wish) wish {
	return func(b booking.Booking) (Change, error) {
		to, err := s.Bookings.Wanted(b, w)
		return Change{Kind: ChangeStay, To: to}, err
	}
}

// doOwn does what a visitor wants of a booking by its terms. hash is that of the plan which
// the visitor has agreed to. A repeated key changes nothing more. Failures: PriceChanged if the
// plan does not hold any more, and those of the plan.
func (s *Service) doOwn(ctx context.Context, v booking.Visitor, bookingID, hash, key string, want wish) error {
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
		b, p, err := s.planOwn(tx, v, bookingID, want)
		if err != nil {
			return err
		}
		if p.Hash() != hash {
			return errPlan
		}
		if err := s.carryOut(tx, &b, p); err != nil {
			return err
		}
		return tx.AddAction(p.record(Action{By: byGuest, Why: "by the terms of the booking", Command: p.command, Key: key}))
	})
	if err == nil {
		s.Wake()
	}
	return err
}

// planOwn locks a visitor's booking and plans what the visitor wants.
func (s *Service) planOwn(tx Tx, v booking.Visitor, bookingID string, want wish) (b booking.Booking, p Plan, err error) {
	var attempts []Attempt
	b, err = s.Bookings.Granted(tx, func(ref string) (b booking.Booking, err error) {
		b, attempts, err = tx.LockWithAttempts(ref)
		return b, err
	}, v, bookingID)
	if err != nil {
		return b, p, err
	}
	c, err := want(b)
	if err == nil {
		p, err = s.planIn(tx, b, attempts, c)
	}
	return b, p, err
}

// planIn plans a change of a booking that the transaction has read.
func (s *Service) planIn(tx Tx, b booking.Booking, attempts []Attempt, c Change) (Plan, error) {
	f, err := factsOf(tx, b, attempts)
	if err != nil {
		return Plan{}, fmt.Errorf("read what a change of booking %s depends on: %w", b.Ref, err)
	}
	if c.Wish != nil {
		if c.To, err = s.Bookings.Wanted(b, *c.Wish); err != nil {
			return Plan{}, err
		}
	}
	if b.Attempt == "" && (c.Kind == ChangeStay || c.Kind == MoveStay) {
		if f.Rebooking, err = booking.Rebook(tx, b, c.To, c.Kind == ChangeStay); err != nil {
			return Plan{}, err
		}
	}
	return PlanOf(f, c)
}

// carryOut does what a plan says, in the transaction that has locked the booking and worked
// the plan out.
func (s *Service) carryOut(tx Tx, b *booking.Booking, p Plan) error {
	var err error
	switch {
	case p.Rebooked != nil:
		err = s.Bookings.TakeRebooking(tx, b, *p.Rebooked)
	case p.reduces > 0:
		err = s.Bookings.ReducePrice(tx, b, p.reduces, p.ours)
	case p.due != 0:
		err = s.Bookings.PayAgain(tx, b, p.due)
	case p.Settled != nil:
		err = s.Bookings.Settle(tx, b, *p.Settled)
	case p.event != "":
		err = s.Bookings.Withdraw(tx, b, p.event)
	case p.Corrected != nil:
		err = s.Bookings.SaveCorrection(tx, b, *p.Corrected, true)
	case p.send != "":
		err = s.Bookings.SendAgain(tx, *b, p.send)
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
