package booking

import (
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// The following methods are for package payment, within its transactions and
// on bookings that it has locked.

// OpenPayment notes that a payment attempt was opened and prolongs the hold:
// to at least 15 minutes from now, never beyond 60 from the start (open point
// BOOK-5). A confirmed booking, being topped up, stays as it is.
func (s *Service) OpenPayment(tx Tx, b *Booking, attempt string) error {
	b.Attempt, b.Sent = attempt, false
	if b.State == Confirmed {
		return tx.SaveBooking(*b)
	}
	b.ExpiresAt = prolonged(*b, tx.Now(), s.limits)
	return s.apply(tx, b, PaymentOpened)
}

// SendPayment notes that the open attempt goes to a provider.
func (s *Service) SendPayment(tx Tx, b *Booking) error {
	b.Sent = true
	return tx.SaveBooking(*b)
}

func prolonged(b Booking, now time.Time, l Limits) time.Time {
	until := now.Add(l.HoldAfterPay)
	if most := b.StartedAt.Add(l.HoldAtMost); until.After(most) {
		until = most
	}
	if b.ExpiresAt.After(until) {
		return b.ExpiresAt
	}
	return until
}

// ClosePayment notes that an attempt took no money. The hold goes on until its
// expiry, which the sweeper watches.
func (s *Service) ClosePayment(tx Tx, b *Booking) error {
	b.Attempt, b.Sent = "", false
	if b.State != Paying {
		return tx.SaveBooking(*b)
	}
	return s.apply(tx, b, PaymentClosed)
}

// Taken is a payment that a provider has authorised, or that needs none.
type Taken struct {
	Amount money.Pence
	// Deposit says that a new booking pays its deposit only.
	Deposit bool
	// Asked is when the visitor was quoted; that day's amounts hold.
	Asked time.Time
}

// TakePayment books a payment: a new booking is confirmed, a confirmed one
// has more paid. ErrHolidayGone: the stay cannot be had any more; WrongState:
// the booking cannot take the money (cancelled, or nothing left to pay).
// Nothing is written then. Needs a transaction of GroupCommit.
func (s *Service) TakePayment(tx Tx, b *Booking, t Taken) error {
	if b.State == Confirmed && t.Amount > b.Outstanding() {
		return errState
	}
	if b.State != Confirmed {
		q := b.Quote(date.In(t.Asked))
		b.Total, b.Compulsory, b.BalanceDue = q.Total, q.Compulsory && t.Deposit, q.DueDate
		b.ConfirmedAt = tx.Now()
		b.complete(StepExtras)
		b.complete(StepPayment)
	}
	b.AmountPaid += t.Amount
	b.Attempt, b.Sent = "", false
	b.Address = "" // it counted open holds; this one is not open any more
	return s.apply(tx, b, PaymentTaken)
}

// CanTake says whether TakePayment would have a chance; when not, an
// authorised payment is released.
func (b Booking) CanTake(amount money.Pence) bool {
	_, ok := Next(b.State, PaymentTaken)
	return ok && (b.State != Confirmed || amount <= b.Outstanding()) && (b.State != Expired || b.Contact.Email != "")
}

// smallestTopUp is the least part payment (open point MINE-4).
const smallestTopUp = money.Pence(10_00)

// CheckTopUp reads an amount towards a balance as typed: '£', commas and
// spaces are dropped; between £10 (or the balance if less) and the balance.
func CheckTopUp(typed string, outstanding money.Pence) (money.Pence, error) {
	least := min(smallestTopUp, outstanding)
	amount, err := money.Parse(strings.NewReplacer("£", "", ",", "", " ", "").Replace(typed))
	if err != nil || amount < least || amount > outstanding || amount <= 0 {
		return 0, Refuse(TopUpAmount, "Please enter an amount between "+Pounds(least)+" and "+Pounds(outstanding))
	}
	return amount, nil
}

// Withdraw cancels a booking or, with refunded, notes that its money is
// returned. WrongState: it cannot be. Needs a transaction of GroupCommit.
func (s *Service) Withdraw(tx Tx, b *Booking, e Event) error { return s.apply(tx, b, e) }

// ByReference locks a booking by its reference as written, for operators.
func ByReference(tx Tx, written string) (Booking, error) {
	return byReference(tx.LockBooking, written)
}

// Find reads a booking by its reference as written, for operators.
func Find(tx Tx, written string) (Booking, error) { return byReference(tx.Booking, written) }
