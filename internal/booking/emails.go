package booking

import (
	"encoding/json"
	"fmt"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
)

// The outbox kinds of e-mails; package mail handles them.
const (
	EmailConfirmation = "mail.confirmation" // payload EmailJob
	EmailReceipt      = "mail.receipt"      // payload EmailJob
	EmailReferences   = "mail.references"   // payload References
	EmailPaymentLost  = "mail.paymentlost"  // payload EmailJob
	EmailCancelled    = "mail.cancelled"    // payload EmailJob
	EmailRefunded     = "mail.refunded"     // payload EmailJob
	EmailVoucher      = "mail.voucher"      // payload EmailJob
	EmailChanged      = "mail.changed"      // payload EmailJob
	EmailBalance      = "mail.balance"      // payload EmailJob

	EmailMoved = "mail.moved" // payload Moved

	EmailUnacknowledged = "mail.unacknowledged" // payload EmailJob

	EmailPaymentPending = "mail.paymentpending" // payload EmailJob
	EmailPaymentDenied  = "mail.paymentdenied"  // payload PaymentNote
	EmailReleased       = "mail.released"       // payload PaymentNote

	// To whoever has paid by a link.
	EmailPayerPaid     = "mail.payerpaid"     // payload PaymentNote
	EmailPayerRefunded = "mail.payerrefunded" // payload PaymentNote
)

// EmailJob is the payload of an e-mail about a booking. It contains the
// reference only, so the outbox holds no personal data.
type EmailJob struct {
	Ref string `json:"ref"`
	// Refund is the key of the ledger's row, in an e-mail about a refund. Elsewhere
	// means that a member of staff has returned the money in another way than it was paid.
	Refund    string `json:"refund,omitempty"`
	Elsewhere bool   `json:"elsewhere,omitempty"`
	// Attempt is the payment that is pending.
	Attempt string `json:"attempt,omitempty"`
	// Link is the link by which somebody else has paid; only of a receipt, or of an
	// e-mail about a refund.
	Link string `json:"link,omitempty"`
	// Details means that names or contact details were corrected, ByStaff that staff did it.
	Details bool `json:"details,omitempty"`
	ByStaff bool `json:"byStaff,omitempty"`
	// Offer is the id of the offer to which the booking was moved.
	Offer string `json:"offer,omitempty"`
	// Partner is that of a reservation which is not acknowledged.
	// ToPark means that the e-mail is for the park's office; otherwise it is for staff.
	Partner string `json:"partner,omitempty"`
	ToPark  bool   `json:"toPark,omitempty"`
	// Due is the day before which the balance must be paid (dd/mm/yyyy), and Reminder
	// which of the reminders this is.
	Due      string   `json:"due,omitempty"`
	Reminder Reminder `json:"reminder,omitempty"`
}

// References is the payload of the e-mail that lists a visitor's booking
// references.
type References struct {
	Email string   `json:"email"`
	Refs  []string `json:"refs"`
}

// PaymentNote is the payload of an e-mail that contains what it says. It is about a payment that
// was not made (a pending one was denied, or an authorised amount was released: the details of
// an unpaid booking are erased with its hold), or to whoever has paid by a link: then Forename and
// Shown are "".
type PaymentNote struct {
	Ref      string      `json:"ref"`
	Attempt  string      `json:"attempt"`
	Email    string      `json:"email"`
	Forename string      `json:"forename"`
	Shown    string      `json:"shown"`
	Park     string      `json:"park"`
	Arrival  date.Date   `json:"arrival"`
	Amount   money.Pence `json:"amount"`
	Booked   bool        `json:"booked"` // the booking is confirmed: it was a further payment
}

// Moved is the payload of the e-mail to an address which the e-mails about a booking do not go
// to any more.
type Moved struct {
	Ref   string `json:"ref"`
	Email string `json:"email"`
}

func (m Moved) encode() string { return encodeJob(m) }

// Encode returns the payload of the job.
func (j EmailJob) Encode() string { return encodeJob(j) }

func (n PaymentNote) encode() string { return encodeJob(n) }

func (r References) encode() string { return encodeJob(r) }

func encodeJob(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("encode an e-mail job: %v", err)) // strings and numbers always encode
	}
	return string(text)
}

// tellChange sends the e-mail that a booking has been changed.
func tellChange(tx Tx, b Booking) error {
	if b.Contact.Email == "" {
		return nil
	}
	return tx.Enqueue(outbox.Job{Kind: EmailChanged, Key: fmt.Sprint(b.Ref, "/", tx.Now().UnixMilli()), Payload: EmailJob{Ref: b.Ref, Offer: b.OfferID}.Encode()})
}

// CheckSend returns why an e-mail about a booking cannot be sent again on a day, as a *Failure,
// or nil. kind is EmailConfirmation or EmailBalance.
func (b Booking) CheckSend(kind string) error {
	switch {
	case b.State != Confirmed:
		return Refuse(WrongState, "It is "+string(b.State)+": only a confirmed booking gets e-mails.")
	case b.Contact.Email == "":
		return Refuse(WrongState, "It has no e-mail address.")
	case kind == EmailBalance && (b.Outstanding() == 0 || b.BalanceDue == "" || b.BalanceToOperator()):
		return Refuse(WrongState, "Nothing is left to pay to us, so there is nothing to remind of.")
	}
	return nil
}

// SendAgain sends an e-mail that CheckSend allows.
func (s *Service) SendAgain(tx Tx, b Booking, kind string) error {
	job := EmailJob{Ref: b.Ref}
	if kind == EmailBalance {
		job.Due, job.Reminder = b.BalanceDue, AskedFor
	}
	return tx.Enqueue(outbox.Job{Kind: kind, Key: fmt.Sprint(b.Ref, "/again/", tx.Now().UnixMilli()), Payload: job.Encode()})
}
