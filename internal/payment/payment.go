// Package payment takes money for bookings: attempts with a fixed amount, the
// card provider behind a port, and a reconciler that owns every attempt whose
// outcome is unknown. The truth about a payment is one row, the Attempt;
// redirects, signatures, notifications and polls are only reasons to look at it.
//
// A provider is called with no transaction open: the attempt is marked sent
// and committed first, and what the provider said is written in a second
// transaction together with what it means for the booking. So a process may
// die between any two steps and another finds out what happened.
package payment

import (
	"context"
	"errors"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
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
	TopUp      bool   // towards a confirmed booking
	CreatedAt  time.Time
	ExpiresAt  time.Time // of the browser's part: after it an unfinished attempt is abandoned
	SentAt     time.Time // first provider call, zero before
	SettledAt  time.Time // money taken, zero before
	NextCheck  time.Time // when the reconciler looks at it, zero never
	Checks     int       // reconciler's looks since the outcome became unknown
	Missing    int       // looks in a row at which the provider knew no such order
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

// The outcomes. Lost is no outcome: the provider did not answer in a way that
// can be understood, and only asking again will tell.
const (
	Authorised Outcome = "authorised"
	Challenged Outcome = "challenged"
	Declined   Outcome = "refused"
	Failed     Outcome = "failed" // known to have taken no money
	AuthFailed Outcome = "authentication failed"
	Released   Outcome = "cancelled"
	Captured   Outcome = "captured"
	Returned   Outcome = "refunded"
	Lapsed     Outcome = "expired" // the authorisation ran out
	Missing    Outcome = "not found"
	Duplicate  Outcome = "duplicate" // the order is there already: ask
	Lost       Outcome = "unknown"
)

// Reply is what a provider answered.
type Reply struct {
	Outcome    Outcome
	Amount     money.Pence // of the payment, 0 when not told
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
	// Together also takes and returns nights, see booking.Store.
	Together(ctx context.Context, fn func(Tx) error) error
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
	// DueAttempts lists the ids of attempts whose NextCheck has come.
	DueAttempts(limit int) ([]string, error)
}
