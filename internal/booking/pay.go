package booking

import (
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// Only package payment calls the following methods, in its transactions and on
// bookings that it has locked.

// OpenPayment records that a payment attempt was opened. It extends the hold to
// at least 15 minutes from now, but never beyond 60 minutes from the start
// (open point BOOK-5). A confirmed booking that is topped up does not change.
func (s *Service) OpenPayment(tx Tx, b *Booking, attempt string) error {
	b.Attempt, b.Sent = attempt, false
	if b.State == Confirmed {
		return tx.SaveBooking(*b)
	}
	b.ExpiresAt = newExpiry(*b, tx.Now(), s.limits)
	return s.apply(tx, b, PaymentOpened)
}

// SendPayment records that the open attempt is sent to a provider.
func (s *Service) SendPayment(tx Tx, b *Booking) error {
	b.Sent = true
	return tx.SaveBooking(*b)
}

func newExpiry(b Booking, now time.Time, l Limits) time.Time {
	expiry := now.Add(l.HoldAfterPay)
	if latest := b.StartedAt.Add(l.HoldAtMost); expiry.After(latest) {
		expiry = latest
	}
	if b.ExpiresAt.After(expiry) {
		return b.ExpiresAt
	}
	return expiry
}

// ClosePayment records that an attempt took no money. The hold continues until
// it expires; the sweeper ends it.
func (s *Service) ClosePayment(tx Tx, b *Booking) error {
	b.Attempt, b.Sent = "", false
	if b.State != Paying {
		return tx.SaveBooking(*b)
	}
	return s.apply(tx, b, PaymentClosed)
}

// Taken is a payment that a provider has authorised, or one without a provider,
// such as a voucher.
type Taken struct {
	Amount money.Pence
	// Attempt, Method and Order name the payment in the ledger.
	Attempt, Method, Order string
	// Deposit means that a new booking pays only its deposit.
	Deposit bool
	// Link is the link by which somebody else has paid, or "".
	Link string
	// Asked is when the visitor saw the amounts. The amounts of that day are
	// valid.
	Asked time.Time
}

// TakePayment books a payment: it confirms a new booking, or adds to the amount
// paid of a confirmed one. It returns ErrHolidayGone when the nights cannot be
// taken any more, ErrVoucherSpent when its voucher does not cover its discount
// any more, and WrongState when the booking cannot take the money (it is
// cancelled, or nothing is left to pay). In these cases nothing is written. For
// a booking that has expired it needs a transaction of GroupCommit.
func (s *Service) TakePayment(tx Tx, b *Booking, t Taken) error {
	if b.State == Confirmed && t.Amount > b.Outstanding() {
		return errState
	}
	if b.State != Confirmed {
		q := b.Quote(date.In(t.Asked))
		b.Total, b.Compulsory, b.BalanceDue = q.Total, q.Compulsory && t.Deposit, q.DueDate
		b.ConfirmedAt, b.ConfirmedBy = tx.Now(), t.Attempt
		b.complete(StepExtras)
		b.complete(StepPayment)
		if err := checkVoucher(tx, *b); err != nil {
			return err // before an expired booking takes its nights again
		}
	}
	b.AmountPaid += t.Amount
	b.Attempt, b.Sent = "", false
	b.Client = "" // it counted open holds; this one is not open any more
	b.lastPayment, b.lastLink = t.Attempt, t.Link
	firstPayment := b.State != Confirmed
	if err := s.apply(tx, b, PaymentTaken); err != nil {
		return err
	}
	if firstPayment && b.Click != "" {
		if err := tx.Enqueue(outbox.Job{Kind: SaleJob, Key: b.Ref, Payload: Sale{Ref: b.Ref}.encode()}); err != nil {
			return err
		}
	}
	if t.Amount == 0 {
		return nil
	}
	return tx.AddMovement(ledger.Movement{Key: string(ledger.Charge) + "/" + t.Attempt, Ref: b.Ref, Attempt: t.Attempt, Kind: ledger.Charge,
		Amount: t.Amount, Method: t.Method, ProviderRef: t.Order, Cause: "the provider authorised it"})
}

// PaymentLost records that a provider took back a payment of a booking. The booking
// stays confirmed until a member of staff decides. The visitor gets an e-mail.
func (s *Service) PaymentLost(tx Tx, b *Booking, attempt string) error {
	if b.State != Confirmed {
		return nil
	}
	if err := s.tellPark(tx, *b, false); err != nil || b.Contact.Email == "" {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: EmailPaymentLost, Key: b.Ref + "/" + attempt, Payload: EmailJob{Ref: b.Ref}.Encode()})
}

// PaymentPending tells the visitor by e-mail that the provider decides later.
func (s *Service) PaymentPending(tx Tx, b Booking) error {
	if b.Contact.Email == "" {
		return nil // an imported booking may have none
	}
	return tx.Enqueue(outbox.Job{Kind: EmailPaymentPending, Key: b.Ref + "/" + b.Attempt, Payload: EmailJob{Ref: b.Ref, Attempt: b.Attempt}.Encode()})
}

// PaymentDenied tells the visitor by e-mail that a pending payment was not made.
func (s *Service) PaymentDenied(tx Tx, b Booking, attempt string, amount money.Pence) error {
	return notTaken(tx, outbox.Job{Kind: EmailPaymentDenied, Key: b.Ref + "/" + attempt}, b, attempt, amount)
}

// PaymentReleased tells the visitor by e-mail that an authorised amount was released
// and will not be taken.
func (s *Service) PaymentReleased(tx Tx, b Booking, attempt string, amount money.Pence) error {
	return notTaken(tx, outbox.Job{Kind: EmailReleased, Key: attempt}, b, attempt, amount)
}

// notTaken writes the job of an e-mail that contains what it says.
func notTaken(tx Tx, job outbox.Job, b Booking, attempt string, amount money.Pence) error {
	if b.Contact.Email == "" {
		return nil
	}
	job.Payload = PaymentNote{
		Ref: b.Ref, Attempt: attempt, Email: b.Contact.Email, Forename: b.Contact.Forename, Shown: b.Shown, Park: b.Stay.ParkName, Arrival: b.Stay.Arrival,
		Amount: amount, Booked: b.State == Confirmed,
	}.encode()
	return tx.Enqueue(job)
}

// TellPayer writes to whoever has paid by a link, of whom the contact of the booking has the
// address alone. key makes the e-mail unique.
func (s *Service) TellPayer(tx Tx, b Booking, kind, key, attempt string, amount money.Pence) error {
	return notTaken(tx, outbox.Job{Kind: kind, Key: key}, b, attempt, amount)
}

// PaymentRefunded tells the visitor by e-mail about a refund, given the key of
// its row in the ledger. elsewhere means that a member of staff has returned the money in
// another way than it was paid; link is the link by which somebody else had paid, or "".
func (s *Service) PaymentRefunded(tx Tx, b Booking, refund string, elsewhere bool, link string) error {
	if err := s.tellPark(tx, b, false); err != nil || b.Contact.Email == "" {
		return err // the personal data of an unpaid booking is deleted
	}
	return tx.Enqueue(outbox.Job{Kind: EmailRefunded, Key: refund, Payload: EmailJob{Ref: b.Ref, Refund: refund, Elsewhere: elsewhere, Link: link}.Encode()})
}

// CanTake reports whether TakePayment can succeed. If not, the caller releases
// the authorised payment.
func (b Booking) CanTake(amount money.Pence) bool {
	_, ok := Next(b.State, PaymentTaken)
	return ok && (b.State != Confirmed || amount <= b.Outstanding()) && (b.State != Expired || b.Contact.Email != "")
}

// smallestTopUp is the smallest part payment (open point MINE-4).
const smallestTopUp = money.Pence(10_00)

// CheckTopUp reads an amount towards a balance, as typed: it ignores '£',
// commas and spaces. The amount must be between £10 (or the balance, if that is
// less) and the balance.
func CheckTopUp(typed string, outstanding money.Pence) (money.Pence, error) {
	least := min(smallestTopUp, outstanding)
	amount, ok := typedAmount(typed, least, outstanding)
	if !ok {
		return 0, Refuse(TopUpAmount, "Please enter an amount between "+least.Text()+" and "+outstanding.Text())
	}
	return amount, nil
}

// typedAmount reads an amount as typed: it ignores '£', commas and spaces. ok is false for what
// is no amount, or below or above the limits.
func typedAmount(typed string, least, most money.Pence) (amount money.Pence, ok bool) {
	amount, err := money.Parse(strings.NewReplacer("£", "", ",", "", " ", "").Replace(typed))
	if err != nil || amount < least || amount > most || amount <= 0 {
		return 0, false
	}
	return amount, true
}

// Withdraw cancels a booking or, with the event of a refund, records that its
// money is returned. It returns WrongState when that is not possible. It needs
// a transaction of GroupCommit.
func (s *Service) Withdraw(tx Tx, b *Booking, e Event) error { return s.apply(tx, b, e) }

// ByReference locks a booking by its reference as a person writes it, for
// staff.
func ByReference(tx Tx, written string) (Booking, error) {
	return byReference(tx.LockBooking, written)
}

// Find reads a booking by its reference as a person writes it, for staff.
func Find(tx Tx, written string) (Booking, error) { return byReference(tx.Booking, written) }
