package payment

import (
	"errors"
	"maps"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Facts are all that a plan is worked out from.
type Facts struct {
	Booking  booking.Booking
	Payments []PaymentFacts // oldest first
	Vouchers []VoucherFacts // by code
	Today    date.Date
	// Rebooking is what becomes of the booking with another stay; only of a change of it.
	Rebooking booking.Rebooking
}

// PaymentFacts are an attempt, and what of its captured money can be refunded now.
type PaymentFacts struct {
	Attempt
	Refundable money.Pence
}

// VoucherFacts are what a booking has of a voucher. Over means that the voucher cannot be
// used any more.
type VoucherFacts struct {
	ledger.VoucherUse
	Code, Until string
	Over        bool
}

// factsOf reads what a plan is worked out from.
func factsOf(tx Tx, b booking.Booking, attempts []Attempt) (Facts, error) {
	f := Facts{Booking: b, Today: date.In(tx.Now())}
	for _, a := range attempts {
		p := PaymentFacts{Attempt: a}
		if a.State == StateCaptured || a.State == StateRefundFailed {
			sums, err := a.sums(tx)
			if err != nil {
				return f, err
			}
			p.Refundable = sums.Refundable()
		}
		f.Payments = append(f.Payments, p)
	}
	lines, err := tx.VoucherLinesOf(b.Ref)
	if err != nil {
		return f, err
	}
	uses := ledger.VoucherUses(lines)
	for _, code := range slices.Sorted(maps.Keys(uses)) {
		if uses[code] == (ledger.VoucherUse{}) {
			continue
		}
		v, err := tx.VoucherToday(code)
		gone := errors.Is(err, booking.ErrNoRow)
		if err != nil && !gone {
			return f, err
		}
		f.Vouchers = append(f.Vouchers, VoucherFacts{VoucherUse: uses[code], Code: code, Until: v.Until, Over: gone || v.Over(f.Today)})
	}
	return f, nil
}

// settled refuses while the payments of a booking are not in a state in which all that goes
// back is known, or staff must look at one, or one is or was disputed; with divided, also
// while one is not captured yet.
func (f Facts) settled(divided bool) error {
	for _, a := range f.Payments {
		switch a.State {
		case StateRefunding, StateRefundRequested:
			return booking.Refuse(booking.PaymentInProgress, "A refund of this booking is under way. Please try again when it is done.")
		case StateRefundFailed:
			return booking.Refuse(booking.PaymentInProgress, "A refund of this booking has failed. Please call us.")
		case StateAuthorised, StateCaptureRequested:
			if divided {
				return booking.Refuse(booking.PaymentInProgress, "Your payment is still on its way from your bank. Please try again in some minutes.")
			}
		default:
		}
		// A chargeback, or a refund that was made without us, has given back what the
		// ledger still has.
		if a.Alert != "" || a.Dispute != "" {
			return booking.Refuse(booking.PaymentInProgress, "We have to look at a payment of this booking first. Please call us.")
		}
	}
	return nil
}

// refundable is the captured money that can be refunded now.
func (f Facts) refundable() (sum money.Pence) {
	for _, a := range f.Payments {
		sum += a.Refundable
	}
	return sum
}

// unsettled refuses to divide money while the capture or refund of a payment is under way.
func (f Facts) unsettled() error {
	for _, a := range f.Payments {
		switch a.State {
		case StateAuthorised, StateCaptureRequested, StateRefunding, StateRefundRequested:
			return Refusal("payment " + a.ID + " is '" + string(a.State) + "': wait until that is done")
		default:
		}
	}
	return nil
}
