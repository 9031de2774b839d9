// Package payment takes money for bookings. An Attempt is one try to pay a
// fixed amount; its row is the only record of the payment's state. Redirects,
// signatures, notifications and polls only cause the service to read that row
// or to ask the provider. They never decide anything.
//
// No transaction is open while a provider is called. The attempt is first marked
// as sent and committed. The provider's answer is written in a second transaction,
// together with the change of the booking. If a process stops in between, the
// reconciler of any process asks the provider what happened.
package payment

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// Attempt is one try to pay. Its row is kept for ever as an accounting record.
// It contains no card data.
type Attempt struct {
	ID        string // the API's paymntRecId
	Ref       string // booking
	Seq       int    // 1, 2 … within the booking
	State     State
	Method    Method
	Option    booking.PaymentOption
	Amount    money.Pence
	QuoteHash string
	Key       string // the client's idempotency key
	OrderCode string // our id of the order at the provider; never used twice
	// ProviderRef is the provider's own id of the payment, or "" if the
	// provider uses our order code.
	ProviderRef string
	Holder      string // digest of the paying visitor's cookie
	Client      string // digest of the paying visitor's network; "" once settled
	TopUp       bool   // a payment for a confirmed booking
	// Link is the id of the link by which somebody else pays, or "". Payer is that person's
	// e-mail address, or "".
	Link, Payer string
	CreatedAt   time.Time
	ExpiresAt   time.Time // when an attempt that waits for the browser is abandoned
	SentAt      time.Time // first provider call, zero before
	// LastCallAt is the time of the last call that may have changed something
	// at the provider, or zero.
	LastCallAt time.Time
	SettledAt  time.Time // money taken, zero before
	NextCheck  time.Time // when the reconciler handles it; zero means never
	Checks     int       // inquiries since the outcome became unknown
	// Prompted means that a notification asks for the next inquiry, which does
	// not count as a check. In StateApproval it means that the visitor has approved
	// since the last capture, and stays until the next capture.
	Prompted bool
	Missing  int // inquiries in a row at which the provider did not know the order
	// ToRefund is the amount to refund after the capture, or the amount that is
	// being refunded.
	ToRefund money.Pence
	// WrongCapture is what a wallet has captured, such as '190.00 GBP', if that is
	// not the attempt's amount in pounds. It is returned as a whole. The ledger
	// has the attempt's amount for it.
	WrongCapture string
	// Refunds counts the refunds that were started. RefundSent means that the
	// last of them may have reached the provider, RefundSeen that the provider
	// has shown it.
	Refunds                int
	RefundSent, RefundSeen bool
	// RefundedElsewhere means that the last refund failed at the provider, and a
	// member of staff has returned the money in another way.
	RefundedElsewhere bool
	// Alert describes what a member of staff must check, or is "".
	Alert string
	// Dispute is the provider's last report of a dispute, or "".
	Dispute    string
	Note       string // summary of the last answer, for staff
	Authorised Authorisation
	Challenge  Challenge
	// ApproveURL is where the visitor approves a wallet's order. Declined counts
	// the captures after which the visitor must approve it again.
	ApproveURL string
	Declined   int
	// Stickiness is the provider's cookie, which must be sent with the next
	// call.
	Stickiness string
}

// EraseDetails removes what is about a person: the digests of the visitor, the
// card's last digits, and what only the payment itself needed.
func (a *Attempt) EraseDetails() {
	a.Holder, a.Client, a.Stickiness, a.ApproveURL, a.Challenge, a.Authorised.LastFour, a.Payer = "", "", "", "", Challenge{}, "", ""
}

// Method is a method of payment.
type Method string

// The methods of payment.
const (
	Card    Method = "worldpay"
	Wallet  Method = "paypal"
	Voucher Method = "voucher" // also when there is nothing to pay
)

// Authorisation contains the details of an authorised or captured payment.
type Authorisation struct {
	ID         string `json:"id,omitempty"` // a wallet's: the id of its capture
	CardScheme string `json:"scheme,omitempty"`
	LastFour   string `json:"lastFour,omitempty"`
	ECI        string `json:"eci,omitempty"`
}

// Challenge is a 3-D Secure challenge that the provider asks for.
type Challenge struct {
	TransactionID string `json:"transactionId,omitempty"`
	ACSURL        string `json:"acsUrl,omitempty"`
	Payload       string `json:"payload,omitempty"`
	Version       string `json:"version,omitempty"`
}

// Reply is the answer of a provider.
type Reply struct {
	Event      Event
	Amount     money.Pence // of the payment; 0 if the answer has none
	Currency   string
	Code, Text string // the provider's error, without personal data
	Challenge  Challenge
	Authorised Authorisation
	Stickiness string
	// Foreign describes refunds that we have not started, or is "".
	Foreign string
	// Dispute is the provider's name of a chargeback, or of a request for information
	// about a payment, or "". Its event is EventUnknown.
	Dispute string
	// Certain means that the reply is not an inquiry's, which may show an older
	// state.
	Certain bool
}

// Order is the data of the first call for a card payment.
type Order struct {
	Code          string
	Description   string
	Amount        money.Pence
	EncryptedData string // JWE that only the provider can read; never stored
	SessionID     string
	ClientAddress string
	Email         string
	Billing       Address
	Browser       Browser
}

// Address is the billing address of a card, as the provider expects it.
type Address struct{ Line1, Line2, Town, County, Postcode, Country string }

// Browser is what 3-D Secure needs to know about the visitor's browser.
type Browser struct {
	Accept, UserAgent string
	DeviceReference   string // dfReferenceId; "" if the device data collection did not answer
	WindowSize        string // of the challenge, e.g. 390x400
}

// Handle identifies a payment at its provider.
type Handle struct {
	OrderCode, ProviderRef string
	PaymentRef             string // the provider's id of the authorised or captured money, or ""
	Refund                 string // our reference of the last refund, or ""
	Declined               int    // captures of a wallet's order that were declined
	Amount                 money.Pence
	// Whole means that a refund returns all of the capture, whatever its amount
	// and currency.
	Whole bool
}

// Handle returns the attempt's handle.
func (a Attempt) Handle() Handle {
	return Handle{OrderCode: a.OrderCode, ProviderRef: a.ProviderRef, PaymentRef: a.Authorised.ID,
		Refund: a.refundReference(), Declined: a.Declined, Amount: a.Amount, Whole: a.WrongCapture != ""}
}

// refundReference is our reference of the attempt's last refund, or "".
func (a Attempt) refundReference() string {
	if a.Refunds == 0 {
		return ""
	}
	return "R" + strconv.Itoa(a.Refunds) + "-" + a.ID
}

// Gateway is the interface of every payment provider. Each method has one.
// Calls end with ctx. They send a message that changes something at most once. Refund,
// and the Capture and Cancel of a CardProvider, return when the provider has accepted the
// request; only Inquire shows when it is completed. An error wraps ErrDeclined if the
// provider did not accept the request, or cannot have received it. After any other
// error, nothing is known.
type Gateway interface {
	Inquire(ctx context.Context, h Handle) (Reply, error)
	// Refund returns an amount of captured money.
	Refund(ctx context.Context, h Handle, reference string, amount money.Pence) error
	// RepeatsRefunds reports whether repeating a refund with the same reference
	// has no effect at the provider.
	RepeatsRefunds() bool
	// ParseNotification reads a notification from the provider, and checks its
	// signature if the provider signs them. Its error then wraps ErrForged, or
	// ErrUnverified if the signature cannot be checked now.
	ParseNotification(ctx context.Context, header http.Header, body []byte) (Notification, error)
}

// ErrForged means that a notification does not come from the provider.
var ErrForged = errors.New("the notification is not the provider's")

// ErrUnverified means that the signature of a notification cannot be checked at the
// moment. The provider must send it again.
var ErrUnverified = errors.New("the notification cannot be verified now")

// ErrDeclined means that a provider has not accepted a request, or that nothing of it
// can have reached the provider.
var ErrDeclined = errors.New("the provider declined the request")

// Notification is a provider's report about an order. The service does not
// trust its content; it only inquires sooner.
type Notification struct {
	OrderCode string
	// ProviderRef is the wallet's id of the order, or "".
	ProviderRef string
	Event       Event
	Amount      money.Pence // 0 if it has none
	Currency    string
	Refund      string // the reference of the refund that it is about, or ""
	// Merchant is whose order it is, if that is another merchant than ours.
	Merchant string
	// Dispute is as in Reply. Unknown is the provider's name of an event that we do not
	// know, or "". The event of both is EventUnknown, and OrderCode may be "".
	Dispute, Unknown string
	// CreatedAt is when the provider wrote it, or zero if it does not say so.
	CreatedAt time.Time
}

// CardProvider is a Gateway that also takes card payments.
type CardProvider interface {
	Gateway
	Authorise(ctx context.Context, o Order) (Reply, error)
	// Complete is the second call, after the challenge.
	Complete(ctx context.Context, orderCode, sessionID, stickiness string) (Reply, error)
	Capture(ctx context.Context, h Handle) error
	Cancel(ctx context.Context, h Handle) error
	// Collection returns what the browser needs before a payment.
	Collection(now time.Time) (Collection, error)
	// ChallengeForm returns the form that the browser posts into the challenge
	// frame.
	ChallengeForm(c Challenge, returnURL string, now time.Time) (url, jwt string, err error)
	// Sign signs a result that is sent through the browser.
	Sign(orderCode, status string, amount money.Pence) Result
	// Verify checks a signed result and returns its order code.
	Verify(r Result) (orderCode string, ok bool)
}

// WalletGateway is a Gateway of a wallet: the visitor approves an order on the
// provider's pages, and the server then captures its money in one call.
type WalletGateway interface {
	Gateway
	// CreateOrder creates an order. Repeating it returns the same order.
	CreateOrder(ctx context.Context, o WalletOrder) (Approval, error)
	// Collect captures the money of an approved order. Repeating it captures
	// nothing more. Its reply is EventCaptured, EventPending, EventNotApproved if
	// the visitor must approve (again), or that no money was taken.
	Collect(ctx context.Context, h Handle) (Reply, error)
}

// WalletOrder is the data of an order at a wallet.
type WalletOrder struct {
	Code, Description, Brand string
	Amount                   money.Pence
	// ReturnURL and CancelURL are where the wallet sends the browser.
	ReturnURL, CancelURL string
}

// Approval is an order that waits for the visitor's approval at a URL.
type Approval struct{ OrderID, URL string }

// Collection is what the browser needs to encrypt a card and to collect device
// data.
type Collection struct{ PublicKey, URL, JWT string }

// Result is what the browser brings to /booking/payment-action: the card
// provider's signed result of a payment, or the order of the wallet.
type Result struct {
	OrderKey, Status, Amount, Currency, MAC string
	Order                                   string // only from the wallet, unsigned
}

// Store runs transactions over bookings and attempts.
type Store interface {
	View(ctx context.Context, fn func(Tx) error) error
	Update(ctx context.Context, fn func(Tx) error) error
	// GroupCommit also allows to take and return nights; see booking.Store.
	GroupCommit(ctx context.Context, fn func(Tx) error) error
	// Parallel reports whether transactions of Update run at the same time. Where
	// they do not, those of GroupCommit take less time, because they share commits.
	Parallel() bool
}

// ErrLive means that a booking already has an open attempt.
var ErrLive = errors.New("the booking has an open payment attempt")

// Tx is a transaction over bookings and attempts. Methods that look for one
// attempt return booking.ErrNoRow when there is none.
type Tx interface {
	booking.Tx
	// InsertAttempt writes a new attempt. It or the commit returns ErrLive if the
	// booking already has an open one.
	InsertAttempt(a Attempt) error
	// SaveAttempt writes an attempt that this transaction has locked or
	// inserted.
	SaveAttempt(a Attempt) error
	// Attempt reads an attempt. LockAttempt reads one in order to change it.
	Attempt(id string) (Attempt, error)
	LockAttempt(id string) (Attempt, error)
	// WithBooking reads an attempt of a booking, and the booking. LockWithBooking locks
	// the booking and then the attempt. They take one call of the database.
	WithBooking(id, ref string) (booking.Booking, Attempt, error)
	LockWithBooking(id, ref string) (booking.Booking, Attempt, error)
	// LockWithAttempts locks a booking and its attempts, and reads them. It takes one call
	// of the database.
	LockWithAttempts(ref string) (booking.Booking, []Attempt, error)
	// AttemptByOrder finds an attempt by its order code.
	AttemptByOrder(code string) (Attempt, error)
	// Attempts lists a booking's attempts, oldest first.
	Attempts(ref string) ([]Attempt, error)
	// AttemptsToShow is Attempts for staff to read. One whose details cannot be read is
	// in the list with the others and has an alert.
	AttemptsToShow(ref string) ([]Attempt, error)
	// DueAttempts lists the ids of attempts whose NextCheck has come, by method,
	// at most limit of each. It includes attempts that seem to begin in the
	// future, because a clock has been set back.
	DueAttempts(limit int) (map[Method][]string, error)
	// PostponeCheck changes an attempt's NextCheck without reading the attempt,
	// so that an unreadable attempt does not delay the others.
	PostponeCheck(id string, until time.Time) error
	// WithoutJob lists the ids of attempts whose state needs an outbox job that
	// does not exist.
	WithoutJob(limit int) ([]string, error)
	// EnqueueAgain writes an outbox job, and replaces an ended one with the same kind
	// and key.
	EnqueueAgain(job outbox.Job) error
	// ReplaceJob writes an outbox job in place of any with the same kind and key. The end
	// of one that is running then has no effect.
	ReplaceJob(job outbox.Job) error
	// StrayRefundSent returns when a refund of an order without a booking was last sent,
	// or the zero time. SendStrayRefund records that one is sent now, and returns false if
	// one was sent after a time. UnsendStrayRefund removes the record.
	StrayRefundSent(order string) (time.Time, error)
	SendStrayRefund(order string, unlessAfter time.Time) (bool, error)
	UnsendStrayRefund(order string) error
	// Backlog counts the payments that are not settled.
	Backlog() (Backlog, error)
	// Unsettled lists the attempts that are not settled or have an alert, oldest
	// first; with stuck, those that a member of staff must look at. They are only shown:
	// one whose details cannot be read is among them, as in AttemptsToShow.
	Unsettled(stuck bool, limit int) ([]Attempt, error)
	// StaysWithAges lists, by arrival, confirmed bookings that have ages and dates
	// of birth and begin before a day. The list begins after the given stay: the
	// last one of the previous page, or the zero value. StaysWithDetails does the
	// same for bookings that have personal details.
	StaysWithAges(before date.Date, after PastStay, limit int) ([]PastStay, error)
	StaysWithDetails(before date.Date, after PastStay, limit int) ([]PastStay, error)
	// AddAction records what a member of staff or a guest has done. Actions lists those
	// about a booking, oldest first.
	AddAction(a Action) error
	Actions(ref string) ([]Action, error)
	// InsertDeed writes a new deed. Deed reads one, LockDeed in order to change it, and SaveDeed
	// writes it then. Deeds lists those of a booking, AskedDeeds those that wait for a second
	// person, oldest first.
	InsertDeed(d Deed) error
	Deed(id string) (Deed, error)
	LockDeed(id string) (Deed, error)
	SaveDeed(d Deed) error
	Deeds(ref string) ([]Deed, error)
	AskedDeeds(limit int) ([]Deed, error)
	// DropJob ends an outbox job that has not been tried yet.
	DropJob(kind, key string) error
	// Voucher reads a voucher with its history. InsertVoucher writes a new voucher
	// without its lines.
	Voucher(code string) (ledger.Voucher, error)
	InsertVoucher(v ledger.Voucher) error
}

// PastStay is a booking whose stay may be over.
type PastStay struct {
	Ref       string
	Arrival   string // as it is stored
	Departure date.Date
}

// Backlog counts the payments that are not settled at the provider, for metrics
// and staff.
type Backlog struct {
	// Unknown is how many attempts have an unknown outcome, and UnknownSince
	// when the oldest of them was sent, or zero.
	Unknown      int
	UnknownSince time.Time
	// Pending is how many payments the wallet has not decided, and PendingSince
	// when the oldest of them was sent, or zero.
	Pending      int
	PendingSince time.Time
	// AtWallet is how many payments only the wallet can settle.
	AtWallet int
	// Stuck is how many captures, cancellations and refunds have no job, have a
	// job that failed outbox.FailingTries times, or were requested over a day
	// ago and are not done. StuckSince is when the oldest of them was due, or
	// zero.
	Stuck      int
	StuckSince time.Time
	// Alerts is how many payments a member of staff must check.
	Alerts int
}
