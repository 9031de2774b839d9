// Package payment takes money for bookings. An Attempt is one try to pay a fixed
// amount; its row is the only record of how the payment stands. Redirects,
// signatures, notifications and polls make us read that row or ask the provider;
// they never decide anything.
//
// No transaction is open while a provider is called. The attempt is first marked
// as sent and committed. The provider's answer is written in a second transaction,
// together with the change of the booking. If a process stops in between, the
// reconciler of any process asks the provider what happened.
package payment

import (
	"context"
	"errors"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/outbox"
)

// Attempt is one try to pay. It is kept for ever, as an accounting record, and
// holds no card data.
type Attempt struct {
	ID         string // the API's paymntRecId
	Ref        string // booking
	Seq        int    // 1, 2 … within the booking
	State      State
	Method     Method
	Option     booking.PaymentOption
	Amount     money.Pence
	QuoteHash  string
	Key        string // the client's idempotency key
	OrderCode  string // at the provider; never used twice
	Holder     string // digest of the cookie that pays
	Client     string // digest of the client network that pays; "" once settled
	TopUp      bool   // towards a confirmed booking
	CreatedAt  time.Time
	ExpiresAt  time.Time // of the browser's part: after it an unfinished attempt is abandoned
	SentAt     time.Time // first provider call, zero before
	SettledAt  time.Time // money taken, zero before
	NextCheck  time.Time // when the reconciler takes it, zero never
	Checks     int       // inquiries since the outcome became unknown
	Missing    int       // inquiries at which the provider knew no such order
	Note       string    // last answer in short, for operators
	Authorised Authorisation
	Challenge  Challenge
	// Stickiness is what the provider wants back on the next call.
	Stickiness string
}

// Method is how an attempt pays.
type Method string

// The methods of payment.
const (
	Card    Method = "worldpay"
	Wallet  Method = "paypal"
	Voucher Method = "voucher" // also when there is nothing to pay
)

// Authorisation is what the provider said of an authorised payment.
type Authorisation struct {
	ID         string `json:"id,omitempty"`
	CardScheme string `json:"scheme,omitempty"`
	LastFour   string `json:"lastFour,omitempty"`
	ECI        string `json:"eci,omitempty"`
}

// Challenge is a 3-D Secure challenge as the provider asked for it.
type Challenge struct {
	TransactionID string `json:"transactionId,omitempty"`
	ACSURL        string `json:"acsUrl,omitempty"`
	Payload       string `json:"payload,omitempty"`
	Version       string `json:"version,omitempty"`
}

// Outcome is the provider's answer in our words.
type Outcome string

// The outcomes. With OutcomeUnknown the provider did not answer in a way that can
// be understood; only an inquiry says what happened.
const (
	OutcomeAuthorised           Outcome = "authorised"
	OutcomeChallenge            Outcome = "challenged"
	OutcomeRefused              Outcome = "refused"
	OutcomeFailed               Outcome = "failed" // known to have taken no money
	OutcomeAuthenticationFailed Outcome = "authentication failed"
	OutcomeCancelled            Outcome = "cancelled"
	OutcomeCaptured             Outcome = "captured"
	OutcomeRefunded             Outcome = "refunded"
	OutcomeExpired              Outcome = "expired" // the authorisation ran out
	OutcomeNotFound             Outcome = "not found"
	OutcomeDuplicate            Outcome = "duplicate" // the order is there already: ask
	OutcomeUnknown              Outcome = "unknown"
)

// Reply is what a provider answered.
type Reply struct {
	Outcome    Outcome
	Amount     money.Pence // of the payment, 0 when the answer has none
	Currency   string
	Code, Text string // the provider's own, without personal data
	Challenge  Challenge
	Authorised Authorisation
	Stickiness string
}

// Order is what is sent with the first call for a card.
type Order struct {
	Code          string
	Description   string
	Amount        money.Pence
	EncryptedData string // JWE, opaque to us; never kept
	SessionID     string
	ClientAddress string
	Email         string
	Billing       Address
	Browser       Browser
}

// Address is a card's address at the provider.
type Address struct{ Line1, Line2, Town, County, Postcode, Country string }

// Browser is what 3-D Secure wants to know of the visitor's browser.
type Browser struct {
	Accept, UserAgent string
	DeviceReference   string // dfReferenceId, "" when data collection did not answer
	WindowSize        string // of the challenge, e.g. 390x400
}

// CardProvider is the port of the card provider. Every call ends with ctx; an
// error means that the outcome is not known.
type CardProvider interface {
	Authorise(ctx context.Context, o Order) (Reply, error)
	// Complete is the second call, after the challenge.
	Complete(ctx context.Context, orderCode, sessionID, stickiness string) (Reply, error)
	Inquire(ctx context.Context, orderCode string) (Reply, error)
	Capture(ctx context.Context, orderCode string, amount money.Pence) error
	Cancel(ctx context.Context, orderCode string) error
	Refund(ctx context.Context, orderCode, reference string, amount money.Pence) error

	// Collection is what the browser needs before it pays.
	Collection(now time.Time) (Collection, error)
	// ChallengeForm is what the browser posts into the challenge frame.
	ChallengeForm(c Challenge, returnURL string, now time.Time) (url, jwt string, err error)
	// Sign makes the signed result of an order for the browser; Verify checks
	// one and returns the order code it is about.
	Sign(orderCode, status string, amount money.Pence) Result
	Verify(r Result) (orderCode string, ok bool)
	// Notified reads the order code out of a notification of this merchant.
	Notified(body []byte) (orderCode string, err error)
}

// Collection is what the browser needs to encrypt a card and to collect device
// data.
type Collection struct{ PublicKey, URL, JWT string }

// Result is the card provider's signed result of a payment, as it travels
// through the browser to /booking/payment-action.
type Result struct{ OrderKey, Status, Amount, Currency, MAC string }

// Store runs transactions over bookings and attempts.
type Store interface {
	View(ctx context.Context, fn func(Tx) error) error
	Update(ctx context.Context, fn func(Tx) error) error
	// GroupCommit also takes and returns nights, see booking.Store.
	GroupCommit(ctx context.Context, fn func(Tx) error) error
}

// ErrLive says that a booking has an open attempt already.
var ErrLive = errors.New("the booking has an open payment attempt")

// Tx is a transaction over bookings and attempts. Methods that look for one
// attempt return booking.ErrNoRow when there is none.
type Tx interface {
	booking.Tx
	// InsertAttempt writes a new attempt; ErrLive when the booking has an
	// open one.
	InsertAttempt(a Attempt) error
	// SaveAttempt writes an attempt that was locked or inserted here.
	SaveAttempt(a Attempt) error
	// Attempt reads an attempt; LockAttempt one that will be changed.
	Attempt(id string) (Attempt, error)
	LockAttempt(id string) (Attempt, error)
	// AttemptByOrder finds an attempt by its order code.
	AttemptByOrder(code string) (Attempt, error)
	// AttemptByKey finds a booking's attempt by the client's key.
	AttemptByKey(ref, key string) (Attempt, error)
	// Attempts lists a booking's attempts in order.
	Attempts(ref string) ([]Attempt, error)
	// DueAttempts lists the ids of attempts whose NextCheck has come, and of
	// those begun by a clock that has been set back since.
	DueAttempts(limit int) ([]string, error)
	// PostponeCheck moves an attempt's NextCheck without reading it, so that
	// one that cannot be read keeps no other waiting.
	PostponeCheck(id string, until time.Time) error
	// Jobless lists the ids of attempts whose state needs a job that is not in
	// the outbox.
	Jobless(limit int) ([]string, error)
	// Redo writes a job again whatever became of the one with its kind and key.
	Redo(job outbox.Job) error
	// Backlog counts what is not settled.
	Backlog() (Backlog, error)
}

// Backlog is what is not settled between us and the card provider, for metrics
// and operators.
type Backlog struct {
	// Unknown is how many attempts wait for the provider's answer, and
	// UnknownSince when the oldest of them was sent; zero without any.
	Unknown      int
	UnknownSince time.Time
	// Stuck is how many captures, cancellations and refunds have no job or one
	// that failed outbox.FailingTries times, and StuckSince when the oldest of
	// them fell due; zero without any.
	Stuck      int
	StuckSince time.Time
}
