// Package ledger defines movements of money, the sums of a booking's movements,
// and how the ledger is compared with a provider's settlement file. Movements
// are written once and never changed. Every sum of money is a sum of movements.
package ledger

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/money"
)

// Kind says what a movement does.
type Kind string

// The kinds of movements. Amounts are positive, except that a Correction may be
// negative.
const (
	// Charge: a provider has authorised a payment, and it counts as paid for
	// the booking.
	Charge Kind = "charge"
	// Capture: the provider has taken the money of a charge.
	Capture Kind = "capture"
	// AuthorisationCancelled: an authorised payment ended without a capture.
	AuthorisationCancelled Kind = "authorisation cancelled"
	// Refund: captured money was returned.
	Refund Kind = "refund"
	// RefundReversed: a refund was reported as done and failed after that. The
	// money is still here and can be refunded again.
	RefundReversed Kind = "refund reversed"
	// VoucherTaken and VoucherReturned: a booking has spent an amount of a
	// voucher, or has returned it.
	VoucherTaken    Kind = "voucher taken"
	VoucherReturned Kind = "voucher returned"
	// Fee: an amount that is kept when the rest of a payment is refunded.
	Fee Kind = "fee"
	// Correction: any other change of the amount paid, such as a payment made
	// elsewhere before the booking was imported.
	Correction Kind = "correction"
)

// Movement is one row of the ledger.
type Movement struct {
	// Key identifies the movement. Writing a movement again has no effect.
	Key string
	// Ref is the booking. Attempt is the payment attempt, or "".
	Ref, Attempt string
	Kind         Kind
	Amount       money.Pence
	Method       string // the attempt's method, Elsewhere, or ""
	Voucher      string // the voucher's code, or ""
	ProviderRef  string // the provider's id of the payment, or ""
	Cause        string // the reason, in a few words
	At           time.Time
}

// Elsewhere is the method of a refund that a member of staff has made in another way than the
// payment, because the provider could not make it.
const Elsewhere = "elsewhere"

// RefundKey is the key of the refund of an attempt with a number.
func RefundKey(attempt string, number int) string {
	return string(Refund) + "/" + attempt + "/" + strconv.Itoa(number)
}

// ReversalKey is the key of the movement that reverses a refund.
func (m Movement) ReversalKey() string {
	return string(RefundReversed) + strings.TrimPrefix(m.Key, string(Refund))
}

// Refunds returns the refunds among movements that were not reversed.
func Refunds(all []Movement) (refunds []Movement) {
	reversed := map[string]bool{}
	for _, m := range all {
		if m.Kind == RefundReversed {
			reversed[m.Key] = true
		}
	}
	for _, m := range all {
		if m.Kind == Refund && !reversed[m.ReversalKey()] {
			refunds = append(refunds, m)
		}
	}
	return refunds
}

// Sums are the totals of movements by kind.
type Sums struct {
	Charged, Cancelled, Captured, Fees, Corrected money.Pence
	// Refunded is the amount of refunds that were not reversed.
	Refunded money.Pence
	// Voucher is the amount of vouchers spent and not returned.
	Voucher money.Pence
}

// Sum adds up movements.
func Sum(movements []Movement) Sums {
	var s Sums
	for _, m := range movements {
		switch m.Kind {
		case Charge:
			s.Charged += m.Amount
		case Capture:
			s.Captured += m.Amount
		case AuthorisationCancelled:
			s.Cancelled += m.Amount
		case Refund:
			s.Refunded += m.Amount
		case RefundReversed:
			s.Refunded -= m.Amount
		case VoucherTaken:
			s.Voucher += m.Amount
		case VoucherReturned:
			s.Voucher -= m.Amount
		case Fee:
			s.Fees += m.Amount
		case Correction:
			s.Corrected += m.Amount
		}
	}
	return s
}

// Paid is the amount that counts as paid.
func (s Sums) Paid() money.Pence { return s.Charged - s.Cancelled - s.Refunded + s.Corrected }

// Refundable is the captured money that can still be refunded.
func (s Sums) Refundable() money.Pence { return s.Captured - s.Refunded - s.Fees }

// Check returns an error if a booking's movements contradict each other.
func Check(movements []Movement) error {
	byAttempt, byVoucher := map[string][]Movement{}, map[string][]Movement{}
	var wrong []error
	for _, m := range movements {
		if m.Amount == 0 || m.Amount < 0 && m.Kind != Correction {
			wrong = append(wrong, fmt.Errorf("movement %s: an amount of %s", m.Key, m.Amount))
		}
		byVoucher[m.Voucher] = append(byVoucher[m.Voucher], m)
		if m.Attempt != "" {
			byAttempt[m.Attempt] = append(byAttempt[m.Attempt], m)
		}
	}
	for code, lines := range byVoucher {
		if Sum(lines).Voucher < 0 {
			wrong = append(wrong, fmt.Errorf("voucher %s: more was returned than taken", VoucherDigest(code)))
		}
	}
	for id, lines := range byAttempt {
		switch s := Sum(lines); {
		case s.Captured+s.Cancelled > s.Charged:
			wrong = append(wrong, fmt.Errorf("attempt %s: captured %s and cancelled %s of %s", id, s.Captured, s.Cancelled, s.Charged))
		case s.Refunded < 0:
			wrong = append(wrong, fmt.Errorf("attempt %s: %s more was reversed than refunded", id, -s.Refunded))
		case s.Refundable() < 0:
			wrong = append(wrong, fmt.Errorf("attempt %s: refunded %s and kept %s of %s", id, s.Refunded, s.Fees, s.Captured))
		}
	}
	if paid := Sum(movements).Paid(); paid < 0 {
		wrong = append(wrong, fmt.Errorf("%s was paid", paid))
	}
	return errors.Join(wrong...)
}
