package payment

import (
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Audit compares a booking with its attempts, its movements and its lines of
// vouchers. It returns an error for every contradiction.
func Audit(b booking.Booking, attempts []Attempt, movements []ledger.Movement, vouchers []ledger.VoucherLine) error {
	wrong := []error{ledger.Check(movements), auditVouchers(b, vouchers)}
	if paid := ledger.Sum(movements).Paid(); paid != b.AmountPaid {
		wrong = append(wrong, fmt.Errorf("the booking says that %s was paid, the ledger %s", b.AmountPaid, paid))
	}
	byAttempt := map[string][]ledger.Movement{}
	for _, m := range movements {
		if m.Attempt != "" {
			byAttempt[m.Attempt] = append(byAttempt[m.Attempt], m)
		}
	}
	for _, a := range attempts {
		if err := a.audit(ledger.Sum(byAttempt[a.ID])); err != nil {
			wrong = append(wrong, fmt.Errorf("attempt %s, %s: %w", a.ID, a.State, err))
		}
		delete(byAttempt, a.ID)
	}
	for id := range byAttempt {
		wrong = append(wrong, fmt.Errorf("attempt %s: it has movements and does not exist", id))
	}
	if err := errors.Join(wrong...); err != nil {
		return fmt.Errorf("booking %s: %w", b.Ref, err)
	}
	return nil
}

// AuditBooking reads a booking with all that belongs to it, and returns its contradictions,
// joined, beside the error of reading.
func AuditBooking(tx Tx, ref string) (contradictions, err error) {
	b, err := tx.Booking(ref)
	if err != nil {
		return nil, err
	}
	attempts, err := tx.Attempts(ref)
	if err != nil {
		return nil, err
	}
	movements, err := tx.Movements(ref)
	if err != nil {
		return nil, err
	}
	vouchers, err := tx.VoucherLinesOf(ref)
	if err != nil {
		return nil, err
	}
	return Audit(b, attempts, movements, vouchers), nil
}

// auditVouchers checks that the amounts which a booking has reserved on vouchers or
// taken from them fit its state. Those of a confirmed booking are its reduction.
func auditVouchers(b booking.Booking, lines []ledger.VoucherLine) error {
	var reserved, taken money.Pence
	var wrong []error
	for code, use := range ledger.VoucherUses(lines) {
		if use.Reserved < 0 || use.Taken < 0 {
			wrong = append(wrong, fmt.Errorf("voucher %s: the booking gave back more than it had", ledger.VoucherDigest(code)))
		}
		reserved, taken = reserved+use.Reserved, taken+use.Taken
	}
	open := b.State == booking.Held || b.State == booking.Paying
	switch {
	case open && taken != 0:
		wrong = append(wrong, fmt.Errorf("it is not paid, but has taken %s from vouchers", taken))
	case !open && reserved != 0:
		wrong = append(wrong, fmt.Errorf("it is %s, but still reserves %s on vouchers", b.State, reserved))
	case b.State == booking.Refunded && taken != b.VoucherKept():
		wrong = append(wrong, fmt.Errorf("it is refunded, but keeps %s taken from vouchers, not %s", taken, b.VoucherKept()))
	case b.State == booking.Confirmed && b.Discount.Kind == booking.VoucherDiscount && taken != b.Reduction():
		wrong = append(wrong, fmt.Errorf("its price is reduced by %s, but it has taken %s from vouchers", b.Reduction(), taken))
	}
	return errors.Join(wrong...)
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
		return checkSums(s, charged)
	case StateCancelling, StateCancelRequested:
		return checkSums(s, none, charged)
	case StateCancelled:
		return checkSums(s, none, cancelled)
	case StateLost:
		return checkSums(s, cancelled)
	case StateCaptured, StateRefunding, StateRefundRequested, StateRefundFailed:
		if !captured || s.Refundable() < a.ToRefund {
			return fmt.Errorf("its movements add up to %+v", s)
		}
		return nil
	case StateRefunded:
		if !captured || s.Refundable() != 0 {
			return fmt.Errorf("its movements add up to %+v", s)
		}
		return nil
	default:
		return checkSums(s, none)
	}
}

// checkSums returns an error unless the sums are one of the allowed ones.
func checkSums(s ledger.Sums, allowed ...ledger.Sums) error {
	if slices.Contains(allowed, s) {
		return nil
	}
	return fmt.Errorf("its movements add up to %+v", s)
}
