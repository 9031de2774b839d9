package payment

import (
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
)

// Audit compares a booking with its attempts and movements. It returns an error
// for every contradiction.
func Audit(b booking.Booking, attempts []Attempt, movements []ledger.Movement) error {
	wrong := []error{ledger.Check(movements)}
	if paid := ledger.Add(movements).Paid(); paid != b.AmountPaid {
		wrong = append(wrong, fmt.Errorf("the booking says that %s was paid, the ledger %s", b.AmountPaid, paid))
	}
	of := map[string][]ledger.Movement{}
	for _, m := range movements {
		if m.Attempt != "" {
			of[m.Attempt] = append(of[m.Attempt], m)
		}
	}
	for _, a := range attempts {
		if err := a.audit(ledger.Add(of[a.ID])); err != nil {
			wrong = append(wrong, fmt.Errorf("attempt %s, %s: %w", a.ID, a.State, err))
		}
		delete(of, a.ID)
	}
	for id := range of {
		wrong = append(wrong, fmt.Errorf("attempt %s: it has movements and does not exist", id))
	}
	if err := errors.Join(wrong...); err != nil {
		return fmt.Errorf("booking %s: %w", b.Ref, err)
	}
	return nil
}

// audit checks that an attempt's sums are possible in its state.
func (a Attempt) audit(s ledger.Sums) error {
	var (
		none      = ledger.Sums{}
		charged   = ledger.Sums{Charged: a.Amount}
		cancelled = ledger.Sums{Charged: a.Amount, Cancelled: a.Amount}
	)
	captured := s.Captured == a.Amount && s.Charged-s.Cancelled == a.Amount
	switch a.State {
	case StateAuthorised, StateCaptureRequested:
		return are(s, charged)
	case StateCancelling, StateCancelRequested:
		return are(s, none, charged)
	case StateCancelled:
		return are(s, none, cancelled)
	case StateLost:
		return are(s, cancelled)
	case StateCaptured, StateRefunding, StateRefundRequested, StateRefundFailed:
		if !captured || s.Refundable() < a.GiveBack {
			return fmt.Errorf("its movements add up to %+v", s)
		}
		return nil
	case StateRefunded:
		if !captured || s.Refundable() != 0 {
			return fmt.Errorf("its movements add up to %+v", s)
		}
		return nil
	default:
		return are(s, none)
	}
}

// are returns an error unless the sums are one of the allowed ones.
func are(s ledger.Sums, may ...ledger.Sums) error {
	if slices.Contains(may, s) {
		return nil
	}
	return fmt.Errorf("its movements add up to %+v", s)
}
