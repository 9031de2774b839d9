package payment

import (
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// sums returns the sums of an attempt's movements.
func (a Attempt) sums(tx Tx) (ledger.Sums, error) {
	all, err := tx.Movements(a.Ref)
	return ledger.Sum(slices.DeleteFunc(all, func(m ledger.Movement) bool { return m.Attempt != a.ID })), err
}

// writeMovements writes the ledger rows of a transition. TakePayment has written the
// charge of a payment that the booking uses.
func (s *Service) writeMovements(tx Tx, b booking.Booking, a *Attempt, from State, event Event, r Reply) (err error) {
	if a.Amount == 0 {
		return nil
	}
	var sums ledger.Sums
	captured, ended := a.State == StateCaptured && event == EventCaptured, a.State == StateCancelled || a.State == StateLost
	if captured || ended {
		if sums, err = a.sums(tx); err != nil {
			return err
		}
	}
	charged := sums.Charged - sums.Cancelled
	switch {
	case captured:
		if charged == 0 {
			secondCharge := a.movement(ledger.Charge, "captured although "+string(from))
			if sums.Charged > 0 {
				secondCharge.Key += "/again"
			}
			if err := tx.AddMovement(secondCharge); err != nil {
				return err
			}
		}
		capture := a.movement(ledger.Capture, note(r))
		if a.WrongCapture != "" {
			capture.Cause = a.WrongCapture + " was captured"
		}
		err = tx.AddMovement(capture)
	case ended && charged > sums.Captured:
		err = tx.AddMovement(a.movement(ledger.AuthorisationCancelled, note(r)))
	case event == EventRefunded || event == EventRefundedInPart:
		refund := a.movement(ledger.Refund, note(r))
		refund.Key, refund.Amount = ledger.RefundKey(a.ID, a.Refunds), a.ToRefund
		if a.RefundedElsewhere {
			refund.Method = ledger.Elsewhere
		}
		if err = tx.AddMovement(refund); err == nil {
			err = s.Bookings.PaymentRefunded(tx, b, refund.Key, a.RefundedElsewhere, a.Link)
		}
		if err == nil && a.Link != "" && !a.RefundedElsewhere {
			err = s.Bookings.TellPayer(tx, a.told(b), booking.EmailPayerRefunded, refund.Key, a.ID, refund.Amount)
		}
		a.ToRefund, a.RefundSent, a.RefundSeen = 0, false, false
	case event == EventRefundFailed && (from == StateRefunded || from == StateCaptured):
		err = a.reverseRefund(tx)
	}
	return err
}

// reverseRefund enters that the last refund, which was reported as done, has
// failed. Its amount can then be refunded again.
func (a Attempt) reverseRefund(tx Tx) error {
	last, err := a.lastRefund(tx)
	if err == nil && last.Key == "" {
		err = errors.New("the ledger has none")
	}
	if err == nil {
		err = a.reverse(tx, last)
	}
	if err != nil {
		return fmt.Errorf("reverse a refund of attempt %s: %w", a.ID, err)
	}
	return nil
}

// lastRefund returns the last refund of the attempt that was not reversed, or a movement
// without a key.
func (a Attempt) lastRefund(tx Tx) (last ledger.Movement, err error) {
	all, err := tx.Movements(a.Ref)
	for _, refund := range ledger.Refunds(all) {
		if refund.Attempt == a.ID {
			last = refund
		}
	}
	return last, err
}

// reverse enters that a refund which was reported as done has failed.
func (a Attempt) reverse(tx Tx, refund ledger.Movement) error {
	reversal := a.movement(ledger.RefundReversed, "the refund failed after it was reported as done")
	reversal.Key, reversal.Amount = refund.ReversalKey(), refund.Amount
	return tx.AddMovement(reversal)
}

// RefundDue returns what the visitor is to get back of an attempt and does not have
// yet.
func (a Attempt) RefundDue(tx Tx) (money.Pence, error) {
	switch a.State {
	case StateCaptureRequested, StateRefunding, StateRefundRequested:
		return a.ToRefund, nil
	case StateCancelling, StateCancelRequested:
		if a.SettledAt.IsZero() {
			return 0, nil // it never counted as paid
		}
		return a.Amount, nil
	case StateRefundFailed:
		return a.failedRefund(tx)
	default:
		return 0, nil
	}
}

// movement returns a ledger row for the whole amount of an attempt.
func (a Attempt) movement(kind ledger.Kind, cause string) ledger.Movement {
	return ledger.Movement{Key: string(kind) + "/" + a.ID, Ref: a.Ref, Attempt: a.ID, Kind: kind, Amount: a.Amount,
		Method: string(a.Method), ProviderRef: a.OrderCode, Cause: cause}
}
