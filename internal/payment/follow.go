package payment

import (
	"errors"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
)

// follow does the work that belongs to the new state.
func (s *Service) follow(tx Tx, b *booking.Booking, a *Attempt, from State, r Reply) error {
	if kind, ok := jobs[a.State]; ok {
		if a.State == StateCancelling && a.SettledAt.IsZero() {
			s.Log.Error("an authorised payment is released", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		}
		if err := enqueue(tx, kind, *a); err != nil {
			return err
		}
	}
	if err := s.tellPayer(tx, *b, *a, from); err != nil {
		return err
	}
	switch {
	case a.State == StateCaptured && a.ToRefund > 0:
		if from.Open() {
			if err := s.closePayment(tx, b, *a); err != nil {
				return err
			}
		}
		s.Log.Error("captured money is returned", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		return s.refund(tx, b, a, a.ToRefund)
	case a.State == StateLost:
		s.Log.Error("an authorised payment is lost", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		a.addAlert(tookBack + " that the booking had: " + a.Note)
		if err := tx.SaveAttempt(*a); err != nil {
			return err
		}
		return s.Bookings.PaymentLost(tx, b, a.ID)
	case a.State == StateRefundFailed:
		s.Log.Error("a refund has failed", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		a.addAlert(refundFailed + a.Note)
		return tx.SaveAttempt(*a)
	case a.State == StatePending:
		if a.Link != "" {
			return nil // the payer's page says it
		}
		return s.Bookings.PaymentPending(tx, *b)
	case a.State == StateCancelled && (from == StateCancelling || from == StateCancelRequested):
		return s.Bookings.PaymentReleased(tx, a.told(*b), a.ID, a.Amount)
	case from.Open() && !a.State.Open() && !a.State.TookMoney():
		if from == StatePending {
			if err := s.Bookings.PaymentDenied(tx, a.told(*b), a.ID, a.Amount); err != nil {
				return err
			}
		}
		return s.closePayment(tx, b, *a)
	}
	return nil
}

// tellPayer sends whoever pays by a link a receipt, once the money counts as paid.
func (s *Service) tellPayer(tx Tx, b booking.Booking, a Attempt, from State) error {
	if a.Link == "" || !from.Open() || !a.State.TookMoney() || a.ToRefund > 0 {
		return nil
	}
	return s.Bookings.TellPayer(tx, a.told(b), booking.EmailPayerPaid, a.ID, a.ID, a.Amount)
}

// refund starts the refund of an amount of captured money.
func (s *Service) refund(tx Tx, b *booking.Booking, a *Attempt, amount money.Pence) error {
	a.ToRefund, a.RefundSent, a.RefundSeen, a.RefundedElsewhere = amount, false, false, false
	a.Refunds++
	return s.enter(tx, b, a, EventRefundWanted, Reply{Event: EventRefundWanted})
}

// take uses the money for the booking. It returns false if the booking cannot
// use it. A booking that another payment has confirmed meanwhile takes only
// top-ups.
func (s *Service) take(tx Tx, b *booking.Booking, a Attempt, event Event) (bool, error) {
	if !a.TopUp && b.State == booking.Confirmed {
		return false, nil
	}
	if _, ok := Next(a.State, event); !ok || !b.CanTake(a.Amount) || a.Method == Voucher && !a.fits(*b) {
		return false, nil
	}
	updated := *b
	err := s.Bookings.TakePayment(tx, &updated, booking.Taken{
		Amount: a.Amount, Attempt: a.ID, Method: string(a.Method), Order: a.OrderCode, Deposit: a.Option == booking.PayDeposit, Link: a.Link, Asked: a.CreatedAt})
	if errors.Is(err, booking.ErrHolidayGone) || errors.Is(err, booking.ErrVoucherSpent) {
		return false, nil
	}
	if err == nil {
		*b = updated
	}
	return err == nil, err
}

// endAttempt ends an attempt that took no money.
func (s *Service) endAttempt(tx Tx, b *booking.Booking, a Attempt, event Event, why string) error {
	to, ok := Next(a.State, event)
	if !ok {
		return errInProgress
	}
	a.State, a.Note, a.NextCheck, a.Client = to, why, time.Time{}, ""
	if err := tx.SaveAttempt(a); err != nil {
		return err
	}
	return s.closePayment(tx, b, a)
}

// closePayment records in the booking that an attempt took no money, unless the booking
// waits for another attempt.
func (s *Service) closePayment(tx Tx, b *booking.Booking, a Attempt) error {
	if b.Attempt != "" && b.Attempt != a.ID {
		return nil
	}
	return s.Bookings.ClosePayment(tx, b)
}
