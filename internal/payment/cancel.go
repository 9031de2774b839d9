package payment

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Cancel cancels a booking and puts its nights back on sale. It returns no
// money; Refund does. Only an authorisation that was not captured is cancelled.
// It fails with PaymentInProgress while an attempt is open, and with WrongState
// if the booking cannot be cancelled.
func (s *Service) Cancel(ctx context.Context, reference string, o StaffMember) error {
	return s.operate(ctx, o, "booking cancel", func(tx Tx, p *plan) error {
		b, attempts, err := s.forStaff(tx, reference, p)
		if err != nil {
			return err
		}
		if err := s.withdraw(tx, &b, booking.CancelAsked, p); err != nil {
			return err
		}
		for _, a := range attempts {
			if err := s.cancelUncaptured(tx, &b, a, false, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// Return is what a member of staff wants refunded of a booking.
type Return struct {
	// Amount is 0 for everything. KeepRest enters the rest as a fee, so that it
	// cannot be refunded later.
	Amount   money.Pence
	KeepRest bool
	// Overpaid is for what was paid too much after a move, and nothing else. The
	// booking stays.
	Overpaid bool
	// Goodwill takes Amount off the price, such as for a heater that was broken, and
	// refunds what is then paid too much. The booking stays.
	Goodwill bool
}

// Refund refunds what was paid for a booking, or a part, and cancels the booking, unless r
// says that it stays. Of a booking that ends, it refunds again what failed to be refunded.
// It fails like Cancel, and with a Refusal if the amount cannot be refunded now.
func (s *Service) Refund(ctx context.Context, reference string, r Return, o StaffMember) error {
	return s.operate(ctx, o, "booking refund", func(tx Tx, p *plan) error {
		b, attempts, err := s.forStaff(tx, reference, p)
		if err != nil {
			return err
		}
		stays := r.Overpaid || r.Goodwill
		if stays && slices.ContainsFunc(attempts, func(a Attempt) bool { return a.State == StateRefundFailed }) {
			return Refusal("a refund of it has failed: 'payment refund' makes it once more")
		}
		everything := r.Amount == 0 && !stays
		available, err := refundable(tx, attempts, !everything)
		if err != nil {
			return err
		}
		var total money.Pence
		for _, amount := range available {
			total += amount
		}
		if r.Goodwill {
			if err := s.reducePrice(tx, &b, r.Amount, p); err != nil {
				return err
			}
		}
		toRefund := r.Amount
		switch {
		case everything:
			toRefund = total
		case stays:
			toRefund = max(0, b.AmountPaid-b.Total)
		}
		switch {
		case r.Overpaid && (b.State != booking.Confirmed || toRefund == 0):
			return Refusal("nothing was paid too much for it")
		case toRefund > total:
			return Refusal("only £" + total.String() + " can be refunded now")
		case r.Overpaid:
			p.add("booking %s stays: £%s was paid too much for it", b.Shown, toRefund)
		case !r.Goodwill:
			if err := s.withdrawFor(tx, &b, toRefund, toRefund < total && !r.KeepRest, p); err != nil {
				return err
			}
		}
		for _, a := range slices.Backward(attempts) {
			if everything {
				if err := s.cancelUncaptured(tx, &b, a, true, p); err != nil {
					return err
				}
			}
			part := min(toRefund, available[a.ID])
			toRefund -= part
			if err := s.giveBack(tx, &b, a, part, available[a.ID]-part, r.KeepRest, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// reducePrice takes an amount off the price of a booking that stays.
func (s *Service) reducePrice(tx Tx, b *booking.Booking, amount money.Pence, p *plan) error {
	before := *b
	if err := s.Bookings.ReducePrice(tx, b, amount); err != nil {
		return err
	}
	p.add("booking %s stays, and its total goes from £%s to £%s", b.Shown, before.Total, b.Total)
	if less := before.Outstanding() - b.Outstanding(); less > 0 {
		p.add("£%s less is left to pay", less)
	}
	return nil
}

// withdrawFor cancels a booking before a refund. One that has ended already stays as
// it is if there is something to refund. restLater means that another part may be
// refunded later.
func (s *Service) withdrawFor(tx Tx, b *booking.Booking, toRefund money.Pence, restLater bool, p *plan) error {
	event := booking.RefundMade
	if restLater {
		event = booking.CancelAsked
	}
	_, possible := booking.Next(b.State, event)
	if ended := b.State == booking.Cancelled || b.State == booking.Refunded; ended && !possible && toRefund > 0 {
		return nil
	}
	return s.withdraw(tx, b, event, p)
}

// forStaff locks a booking and reads its attempts for a command.
func (s *Service) forStaff(tx Tx, reference string, p *plan) (booking.Booking, []Attempt, error) {
	b, err := booking.ByReference(tx, reference)
	if err != nil {
		return b, nil, err
	}
	if b.Attempt != "" {
		return b, nil, errInProgress
	}
	p.ref = b.Ref
	attempts, err := tx.Attempts(b.Ref)
	return b, attempts, err
}

func (s *Service) withdraw(tx Tx, b *booking.Booking, event booking.Event, p *plan) error {
	heldNights := b.State.HoldsNights()
	linesBefore, err := tx.VoucherLinesOf(b.Ref)
	if err != nil {
		return err
	}
	if err := s.Bookings.Withdraw(tx, b, event); err != nil {
		return err
	}
	step := "booking " + b.Shown + " becomes " + string(b.State)
	if heldNights {
		step += ", and its nights go back on sale"
	}
	p.add("%s", step)
	linesAfter, err := tx.VoucherLinesOf(b.Ref)
	if err != nil {
		return err
	}
	for _, line := range linesAfter[len(linesBefore):] {
		if err := p.addVoucherReturn(tx, line); err != nil {
			return err
		}
	}
	return nil
}

// addVoucherReturn adds to the plan what goes back to a voucher, and until when its
// owner can use it.
func (p *plan) addVoucherReturn(tx Tx, line ledger.VoucherLine) error {
	c, err := tx.LockCode(line.Code)
	switch {
	case errors.Is(err, booking.ErrNoRow), err == nil && c.Until != "" && c.Until < date.In(tx.Now()).ISO():
		p.add("£%s goes back to voucher %s, which has expired or was ended: issue another one", line.Amount, line.Code)
		return nil
	case err != nil:
		return err
	}
	until := ""
	if c.Until != "" {
		until = ", valid until " + c.Until
	}
	p.add("£%s goes back to voucher %s%s", line.Amount, line.Code, until)
	return nil
}

// refundable returns the captured amounts that can be refunded now, by attempt.
// With onlySettled, it refuses while the capture or refund of an attempt is under
// way, because the attempt's money cannot be divided then.
func refundable(tx Tx, attempts []Attempt, onlySettled bool) (map[string]money.Pence, error) {
	amounts := map[string]money.Pence{}
	for _, a := range attempts {
		switch a.State {
		case StateCaptured, StateRefundFailed:
			sums, err := a.sums(tx)
			if err != nil {
				return nil, err
			}
			amounts[a.ID] = sums.Refundable()
		case StateAuthorised, StateCaptureRequested, StateRefunding, StateRefundRequested:
			if onlySettled {
				return nil, Refusal("payment " + a.ID + " is '" + string(a.State) + "': wait until that is done")
			}
		default:
		}
	}
	return amounts, nil
}

// cancelUncaptured cancels the authorisation of a cancelled booking. With
// refund, a capture in progress is refunded when it is done.
func (s *Service) cancelUncaptured(tx Tx, b *booking.Booking, a Attempt, refund bool, p *plan) error {
	a, err := tx.LockAttempt(a.ID)
	if err != nil || a.Amount == 0 {
		return err
	}
	switch {
	case a.State == StateAuthorised:
		p.add("the authorisation of £%s (payment %s) is cancelled", a.Amount, a.ID)
		return s.enter(tx, b, &a, EventCancelWanted, Reply{Event: EventCancelWanted})
	case a.State == StateCaptureRequested && refund:
		p.add("£%s (payment %s) is refunded when it is captured", a.Amount, a.ID)
		a.ToRefund = a.Amount
		return tx.SaveAttempt(a)
	}
	return nil
}

// giveBack refunds a part of an attempt's captured money. With keep, it enters the rest
// as a fee.
func (s *Service) giveBack(tx Tx, b *booking.Booking, a Attempt, part, rest money.Pence, keep bool, p *plan) error {
	a, err := tx.LockAttempt(a.ID)
	if err != nil {
		return err
	}
	if keep && rest > 0 {
		p.add("£%s of payment %s is kept as a fee", rest, a.ID)
		fee := a.movement(ledger.Fee, "kept when the rest was refunded")
		fee.Key, fee.Amount = fee.Key+"/"+strconv.Itoa(a.Refunds+1), rest
		if err := tx.AddMovement(fee); err != nil {
			return err
		}
	}
	if !keep && rest > 0 {
		p.add("£%s of payment %s stays here and can be refunded later", rest, a.ID)
	}
	if part == 0 {
		return nil
	}
	p.add("£%s of payment %s is refunded", part, a.ID)
	return s.refund(tx, b, &a, part)
}
