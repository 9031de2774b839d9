// Package ledger holds the rules of the ledger: what a movement of money is, what
// a booking's movements add up to, and how they are held against a provider's
// settlement file. Movements are written once and never changed; every sum about
// money is a sum of them.
package ledger

import (
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/money"
)

// Kind is what a movement does.
type Kind string

// The kinds of movements. Amounts are positive; a Correction may be negative.
const (
	// Charge: a provider has authorised a payment and the booking has it.
	Charge Kind = "charge"
	// Capture: the provider has taken the money of a charge.
	Capture Kind = "capture"
	// AuthorisationCancelled: a charge ended without its money being taken.
	AuthorisationCancelled Kind = "authorisation cancelled"
	// Refund: captured money was returned.
	Refund Kind = "refund"
	// VoucherTaken and VoucherReturned: a booking has spent a part of a
	// voucher, or has given it back.
	VoucherTaken    Kind = "voucher taken"
	VoucherReturned Kind = "voucher returned"
	// Fee: a part of what was paid that is kept when the rest is returned.
	Fee Kind = "fee"
	// Correction: anything else that changes what counts as paid, such as money
	// that was paid elsewhere before a booking was imported.
	Correction Kind = "correction"
)

// Movement is one row of the ledger.
type Movement struct {
	// Key makes the movement unique: writing it again changes nothing.
	Key string
	// Ref is the booking; Attempt the payment attempt, "" without one.
	Ref, Attempt string
	Kind         Kind
	Amount       money.Pence
	Method       string // of the attempt, or ""
	Voucher      string // code of the voucher that a movement is about, or ""
	ProviderRef  string // the provider's name for the payment, or ""
	Cause        string // why, in a few words
	At           time.Time
}

// Sums are what movements add up to.
type Sums struct {
	Charged, Cancelled, Captured, Refunded, Fees, Corrected money.Pence
	// Voucher is what was spent of vouchers and not given back.
	Voucher money.Pence
}

// Add adds movements up.
func Add(movements []Movement) Sums {
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

// Paid is what counts as paid: what was charged and not given back.
func (s Sums) Paid() money.Pence { return s.Charged - s.Cancelled - s.Refunded + s.Corrected }

// Refundable is what can still be returned of the money that was taken.
func (s Sums) Refundable() money.Pence { return s.Captured - s.Refunded - s.Fees }

// Check reports a booking's movements that cannot all be true.
func Check(movements []Movement) error {
	of := map[string][]Movement{}
	vouchers := map[string]money.Pence{}
	var wrong []error
	for _, m := range movements {
		if m.Amount == 0 || m.Amount < 0 && m.Kind != Correction {
			wrong = append(wrong, fmt.Errorf("movement %s: an amount of %s", m.Key, m.Amount))
		}
		vouchers[m.Voucher] += Add([]Movement{m}).Voucher
		if m.Attempt != "" {
			of[m.Attempt] = append(of[m.Attempt], m)
		}
	}
	for code, left := range vouchers {
		if left < 0 {
			wrong = append(wrong, fmt.Errorf("voucher %s: more was returned than taken", code))
		}
	}
	for id, ms := range of {
		switch s := Add(ms); {
		case s.Captured+s.Cancelled > s.Charged:
			wrong = append(wrong, fmt.Errorf("attempt %s: captured %s and cancelled %s of %s", id, s.Captured, s.Cancelled, s.Charged))
		case s.Refundable() < 0:
			wrong = append(wrong, fmt.Errorf("attempt %s: refunded %s and kept %s of %s", id, s.Refunded, s.Fees, s.Captured))
		}
	}
	if paid := Add(movements).Paid(); paid < 0 {
		wrong = append(wrong, fmt.Errorf("%s was paid", paid))
	}
	return errors.Join(wrong...)
}
