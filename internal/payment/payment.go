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
	ID        string // the API's paymntRecId
	Ref       string // booking
	Seq       int    // 1, 2 … within the booking
	State     State
	Method    Method
	Option    booking.PaymentOption
	Amount    money.Pence
	QuoteHash string
	Key       string // the client's idempotency key
	OrderCode string // ours at the provider; never used twice
	// ProviderRef is the provider's own name for the payment, "" where it goes by
	// our order code.
	ProviderRef string
	Holder      string // digest of the cookie that pays
	Client      string // digest of the client network that pays; "" once settled
	TopUp       bool   // towards a confirmed booking
	CreatedAt   time.Time
	ExpiresAt   time.Time // of the browser's part: after it an unfinished attempt is abandoned
	SentAt      time.Time // first provider call, zero before
	// LastCallAt is when the last call was made that may have changed something
	// at the provider; zero before.
	LastCallAt time.Time
	SettledAt  time.Time // money taken, zero before
	NextCheck  time.Time // when the reconciler takes it, zero never
	Checks     int       // inquiries since the outcome became unknown
	Missing    int       // inquiries running at which the provider knew no such order
	// GiveBack is what is to be refunded once it is captured, or is being refunded.
	GiveBack money.Pence
	// Refunds counts the refunds that were begun; RefundSeen says that the
	// provider has named the last of them.
	Refunds    int
	RefundSeen bool
	// Alert is what an operator must look at, "" for nothing.
	Alert      string
	Note       string // last answer in short, for operators
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

// Reply is what a provider answered.
type Reply struct {
	Event      Event
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

// Handle names a payment at its provider.
type Handle struct {
	OrderCode, ProviderRef string
	Amount                 money.Pence
}

// Handle is how providers find the attempt.
func (a Attempt) Handle() Handle { return Handle{a.OrderCode, a.ProviderRef, a.Amount} }

// Gateway is what every payment provider does: there is one for each method.
// Calls end with ctx. Capture, Cancel and Refund return when the provider has
// accepted the request, which is not yet done; only Inquire says so. Their error
// wraps ErrDeclined when the provider has not accepted it; any other error means
// that nothing is known.
type Gateway interface {
	Inquire(ctx context.Context, h Handle) (Reply, error)
	Capture(ctx context.Context, h Handle) error
	Cancel(ctx context.Context, h Handle) error
	// Refund returns a part or all of captured money under a reference. The same
	// reference is one refund, where the provider supports that.
	Refund(ctx context.Context, h Handle, reference string, amount money.Pence) error
	// ParseNotification reads what the provider reports of its own accord.
	ParseNotification(body []byte) (Notification, error)
}

// ErrDeclined says that a provider has not accepted a request.
var ErrDeclined = errors.New("the provider declined the request")

// Notification is a provider's report about an order. Nothing in it is believed:
// it makes us ask.
type Notification struct {
	OrderCode string
	Event     Event
	Amount    money.Pence // 0 when it has none
	Currency  string
}

// CardGateway also takes cards.
type CardGateway interface {
	Gateway
	Authorise(ctx context.Context, o Order) (Reply, error)
	// Complete is the second call, after the challenge.
	Complete(ctx context.Context, orderCode, sessionID, stickiness string) (Reply, error)
}

// CardForms are what the browser posts to a card provider.
type CardForms interface {
	// Collection is what the browser needs before it pays.
	Collection(now time.Time) (Collection, error)
	// ChallengeForm is what the browser posts into the challenge frame.
	ChallengeForm(c Challenge, returnURL string, now time.Time) (url, jwt string, err error)
}

// ResultSigner signs results that travel through the browser.
type ResultSigner interface {
	Sign(orderCode, status string, amount money.Pence) Result
	// Verify checks a result and returns the order code that it is about.
	Verify(r Result) (orderCode string, ok bool)
}

// CardProvider is all that a card provider implements.
type CardProvider interface {
	CardGateway
	CardForms
	ResultSigner
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
	// Stuck is how many captures, cancellations and refunds have no job, or one
	// that failed outbox.FailingTries times, or were requested a day ago and are
	// not done; and StuckSince when the oldest of them fell due, zero without any.
	Stuck      int
	StuckSince time.Time
	// Alerts is how many payments an operator must look at.
	Alerts int
}
