// Package myholidays shows who owns an e-mail address what a brand holds under it: all
// bookings, without a password. A link in an e-mail opens the access once (ADR 180).
package myholidays

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/outbox"
)

// EmailLink is the kind of the outbox jobs that send a link, each with a Job as payload.
const EmailLink = "mail.holidays-link"

// OpenPath is the path of the page that opens a link.
const OpenPath = "/my-holidays/open"

// OpenLink returns path and query of the page that opens the link with a token.
func OpenLink(token string) string { return OpenPath + "?" + url.Values{"t": {token}}.Encode() }

// LinkLife is for how long a link can be opened after it was sent.
const LinkLife = 30 * time.Minute

// Access ends after 30 minutes without use and 12 hours after the link was opened, as that to
// a booking which was looked up.
const (
	accessIdle   = 30 * time.Minute
	accessAtMost = 12 * time.Hour
)

// ErrEnded refuses a visitor whose access has ended.
var ErrEnded = booking.Refuse(booking.NoSession, "Your access to My Holidays has ended. Please ask for a new link.")

// Job is the payload of the e-mail with a link.
type Job struct {
	Email string `json:"email"`
	// At is when somebody asked for the link, in epoch milliseconds: nobody waits for one any
	// more that is sent later than LinkLife after it.
	At int64 `json:"at"`
}

// ReadJob reads a payload.
func ReadJob(payload string) (j Job, err error) {
	if json.Unmarshal([]byte(payload), &j) != nil {
		return j, fmt.Errorf("read the job of a link to My Holidays: not JSON: %w", outbox.ErrNever) // without the cause, which would quote the address
	}
	return j, nil
}

func (j Job) encode() string {
	encoded, _ := json.Marshal(j) // a string and a number can always be encoded
	return string(encoded)
}

// Store keeps links and accesses, by digests of their tokens, and addresses in lower case.
type Store interface {
	// Holds reports whether anything beside bookings is held under an address.
	Holds(ctx context.Context, email string) (bool, error)
	// Held returns that.
	Held(ctx context.Context, email string) (Held, error)
	// AskErasure records a request for erasure, and writes a job; nothing where there is one.
	AskErasure(ctx context.Context, email string, job func(at time.Time) outbox.Job) error
	// Erasure returns the request of an address; the zero one where there is none.
	Erasure(ctx context.Context, email string) (ErasureRequest, error)
	// AddLink stores a link to what is held under an address.
	AddLink(ctx context.Context, link, email string) error
	// Open uses a link up that is younger than life, and gives a browser access to its
	// address. ok is false where there is no such link, or it was used before.
	Open(ctx context.Context, link, browser string, life time.Duration) (ok bool, err error)
	// Touch returns the address to which a browser has access that was opened and used within
	// these times, and notes that it is used. ok is false where there is none.
	Touch(ctx context.Context, browser string, opened, used time.Duration) (email string, ok bool, err error)
	// End ends the access of a browser.
	End(ctx context.Context, browser string) error
}

// Config is what New needs.
type Config struct {
	Settings
	Store    Store
	Bookings *booking.Service
	Brand    string // its name
	Clock    func() time.Time
	// Of the company with several brands: the key of its messages, the address of this brand as
	// the others name it, and the client by which they are asked.
	Keys   keyring.Ring
	Origin string
	Client *http.Client
	Log    *slog.Logger
}

// Service is My Holidays. It is safe for concurrent use.
type Service struct{ config Config }

// New returns My Holidays.
func New(c Config) *Service { return &Service{c} }

// digest is what is stored of the token of a link or a browser.
func digest(kind, token string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + token))
	return hex.EncodeToString(sum[:])
}

// Ask has a link sent to an address, if anything is held under it: at most three an hour.
// Nothing depends on what is held before the e-mail is written, neither the answer nor the time
// that it takes. Failures: Invalid for something that is not an address.
func (s *Service) Ask(ctx context.Context, email string) error {
	return s.config.Bookings.ForAddress(ctx, "holidays", email, func(tx booking.Tx, email, key string) error {
		return tx.Enqueue(outbox.Job{Kind: EmailLink, Key: key, Payload: Job{Email: strings.ToLower(email), At: tx.Now().UnixMilli()}.encode()})
	})
}

// NewLink makes the link that a job asks for, and returns its token. ok is false where nobody
// waits for it any more, or nothing is held under the address.
func (s *Service) NewLink(ctx context.Context, j Job) (token string, ok bool, err error) {
	if s.config.Clock().Sub(time.UnixMilli(j.At)) > LinkLife {
		return "", false, nil
	}
	if ok, err := s.holds(ctx, j.Email); err != nil || !ok {
		return "", false, err
	}
	token = booking.NewToken()
	return token, true, s.config.Store.AddLink(ctx, digest("link", token), j.Email)
}

func (s *Service) holds(ctx context.Context, email string) (bool, error) {
	found, err := s.config.Bookings.OfEmail(ctx, email)
	if err != nil || len(found) > 0 {
		return err == nil, err
	}
	if held, err := s.config.Store.Holds(ctx, email); err != nil || held {
		return held, err
	}
	all, err := s.elsewhere(ctx, email)
	if slices.ContainsFunc(all, func(b BrandHolidays) bool { return b.Held }) {
		return true, nil
	}
	return false, err // the job tries again where a brand has not answered
}

// Open uses a link up, and returns the token by which the browser has access from now on. ok is
// false where the link is not valid: unknown, used or too old.
func (s *Service) Open(ctx context.Context, link string) (token string, ok bool, err error) {
	token = booking.NewToken()
	ok, err = s.config.Store.Open(ctx, digest("link", link), digest("browser", token), LinkLife)
	return token, ok, err
}

// email returns the address to which a browser has access, or ErrEnded.
func (s *Service) email(ctx context.Context, token string) (string, error) {
	if !booking.ValidToken(token) {
		return "", ErrEnded
	}
	email, ok, err := s.config.Store.Touch(ctx, digest("browser", token), accessAtMost, accessIdle)
	if err == nil && !ok {
		err = ErrEnded
	}
	return email, err
}

// Overview is what the page of My Holidays shows.
type Overview struct {
	Email string
	// Coming are the bookings whose stays are still to come or to end, the next first; Past are
	// the others, the last first.
	Coming, Past []booking.Existing
	// Elsewhere is what the other brands of the company hold.
	Elsewhere []BrandHolidays
	// Erasure is the request for erasure; the zero one where there is none.
	Erasure ErasureRequest
	// Documents means that there are invoices and receipts, Pocket that there are pages to keep.
	Documents, Pocket bool
}

// Overview returns what a browser may see. It fails with ErrEnded.
func (s *Service) Overview(ctx context.Context, token string) (Overview, error) {
	o, err := s.own(ctx, token)
	if err == nil {
		var failed error
		if o.Elsewhere, failed = s.elsewhere(ctx, o.Email); failed != nil {
			s.config.Log.Error("another brand of the company does not answer", "error", failed.Error())
		}
	}
	return o, err
}

// own is Overview of this brand alone.
func (s *Service) own(ctx context.Context, token string) (o Overview, err error) {
	if o.Email, err = s.email(ctx, token); err != nil {
		return o, err
	}
	found, err := s.config.Bookings.OfEmail(ctx, o.Email)
	if err != nil {
		return o, err
	}
	if o.Erasure, err = s.config.Store.Erasure(ctx, o.Email); err != nil {
		return o, err
	}
	o.Documents, o.Pocket = s.config.Invoices != nil, s.HasPocket()
	for _, b := range found {
		if b.ToCome(s.config.Clock()) {
			o.Coming = append(o.Coming, b)
		} else {
			o.Past = append(o.Past, b)
		}
	}
	slices.Reverse(o.Coming)
	return o, nil
}

// Enter gives a visitor access to a booking of the address, as a look-up does. Failures:
// ErrEnded; NotFound where the booking is not one of the address any more.
func (s *Service) Enter(ctx context.Context, token string, v booking.Visitor, reference string) error {
	email, err := s.email(ctx, token)
	if err != nil {
		return err
	}
	return s.config.Bookings.GrantByEmail(ctx, v, email, reference)
}

// End ends the access of a browser to My Holidays. Access to a booking that it has entered goes
// on, as after a look-up.
func (s *Service) End(ctx context.Context, token string) error {
	return s.config.Store.End(ctx, digest("browser", token))
}

// Ended reports whether an error is a refusal because access has ended.
func Ended(err error) bool { return errors.Is(err, ErrEnded) }
