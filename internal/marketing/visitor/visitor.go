// Package visitor holds what visitors leave with a brand apart from bookings:
// newsletter sign-ups and messages of the contact form. Package store keeps them;
// package mail sends the e-mails about them.
package visitor

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"holidaymaker/internal/operations/outbox"
)

// The kinds of outbox jobs, each with a Job as payload.
const (
	EmailConfirmSignUp = "mail.confirm-sign-up" // to the subscriber
	EmailMessage       = "mail.message"         // to the brand's staff
)

// Where a sign-up was made.
const (
	FromNewsletter = "newsletter"
	FromPromotion  = "promotion"
)

// SignUp is a request to be put on the mailing list, with the evidence of consent.
type SignUp struct {
	Email     string
	FirstName string
	Brand     string // the brand's configured code
	Source    string // FromNewsletter or FromPromotion
	Newspaper string // with FromPromotion: the code of the chosen newspaper
	Wording   string // the text to which the visitor agreed
}

// Subscriber is an address on the mailing list.
type Subscriber struct {
	SignUp
	// Token names the subscriber in links of e-mails. Who has it may confirm or
	// end the subscription.
	Token string
	// SignedUpAt is the time of the last sign-up, ConfirmedAt that of the
	// confirmation by e-mail, UnsubscribedAt the end; zero: not yet.
	SignedUpAt, ConfirmedAt, UnsubscribedAt time.Time
}

// Active reports whether newsletters may be sent to the subscriber.
func (s Subscriber) Active() bool { return s.ConfirmedAt.After(s.UnsubscribedAt) }

// Pending reports whether the last sign-up waits for its confirmation.
func (s Subscriber) Pending() bool { return !s.Active() && s.SignedUpAt.After(s.UnsubscribedAt) }

// Message is a message of the contact form.
type Message struct {
	Reference  string
	Name       string
	Email      string
	Phone      string // may be empty
	BookingRef string // as typed; may be empty
	Text       string
	SentAt     time.Time
}

// Repeat is the time within which an equal message is the same one.
const Repeat = time.Hour

// Anybody can sign an address up. AskAgain is the time within which no second e-mail
// asks it to confirm that, and AskAgainAfterEnd the time for an address that has
// unsubscribed. Once the owner has confirmed a sign-up, Repeat is enough.
const (
	AskAgain         = 24 * time.Hour
	AskAgainAfterEnd = 30 * 24 * time.Hour
)

// Store keeps sign-ups and messages.
type Store interface {
	// SignUp stores a sign-up and a job that asks the address to confirm it. It
	// changes nothing for an address that is confirmed, and sends no second e-mail
	// within AskAgain, or AskAgainAfterEnd.
	SignUp(ctx context.Context, s SignUp) error
	// Subscriber finds a subscriber by token; ok is false where there is none.
	Subscriber(ctx context.Context, token string) (s Subscriber, ok bool, err error)
	// Confirm confirms a subscription that has not ended; ok is false where there
	// is none. To confirm twice changes nothing.
	Confirm(ctx context.Context, token string) (ok bool, err error)
	// Unsubscribe ends a subscription. ok is false where there is none.
	Unsubscribe(ctx context.Context, token string) (ok bool, err error)
	// AddMessage stores a message and a job that e-mails it to the brand, and
	// returns its reference. For an equal message within Repeat it returns the
	// reference of that one.
	AddMessage(ctx context.Context, m Message) (reference string, err error)
	// Message finds a message by its reference; ok is false where there is none.
	Message(ctx context.Context, reference string) (m Message, ok bool, err error)
}

// Job is the payload of an outbox job. It holds no personal data, so a job whose
// data was erased does nothing.
type Job struct {
	Token     string `json:"token,omitempty"`
	Reference string `json:"reference,omitempty"`
}

// Payload returns the job as the payload of the outbox.
func (j Job) Payload() string {
	encoded, _ := json.Marshal(j) // two strings can always be encoded
	return string(encoded)
}

// ReadJob reads a payload.
func ReadJob(payload string) (j Job, err error) {
	if err := json.Unmarshal([]byte(payload), &j); err != nil {
		return j, fmt.Errorf("read an e-mail's job: %w: %w", err, outbox.ErrNever)
	}
	return j, nil
}
