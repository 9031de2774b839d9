package booking

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"holidaymaker/internal/outbox"
)

// Lookup is the My Booking form.
type Lookup struct{ BookingID, Surname, Postcode string }

// Existing is a booking as its owner sees it later. It names no person.
type Existing struct {
	Booking
	Payments []Payment
}

// Status is the API's word for the state: confirmed, pending or cancelled.
func (b Booking) Status() string {
	switch b.State {
	case Confirmed:
		return "confirmed"
	case Cancelled, Refunded, Expired:
		return "cancelled"
	default:
		return "pending"
	}
}

// GetMyBooking finds a booking by reference, surname and postcode and grants it
// to the visitor's cookie for 30 idle minutes. Failures: Invalid for blank
// fields, BookingNotFound with one text whichever field was wrong, RateLimited.
func (s *Service) GetMyBooking(ctx context.Context, v Visitor, l Lookup) (Existing, error) {
	if v.Token == "" {
		return Existing{}, errNoSession
	}
	var blank fields
	blank.when(strings.TrimSpace(l.BookingID) == "", "bookingId", "Please enter booking reference")
	blank.when(strings.TrimSpace(l.Surname) == "", "surname", "Please enter surname")
	blank.when(strings.TrimSpace(l.Postcode) == "", "postcode", "Please enter postcode")
	if err := blank.failure(); err != nil {
		return Existing{}, err
	}
	var found Existing
	var refusal error
	err := s.store.Update(ctx, func(tx Tx) error {
		found, refusal = Existing{}, nil
		keys := []string{digest("lookup", crockfordReading(l.BookingID)), v.client()}
		if refusal = s.limited(tx, keys); refusal != nil {
			return nil
		}
		b, err := byReference(tx.Booking, l.BookingID)
		if err != nil && !errors.Is(err, ErrNoRow) {
			return err
		}
		// Every cause takes the same steps: the comparison is made against
		// nothing when there is no such booking, and one row is written.
		right := sameName(b.Contact.Surname, l.Surname) & sameName(b.Contact.Postcode, l.Postcode)
		payments, err := tx.Payments(b.Ref)
		if err != nil {
			return err
		}
		if right == 1 && b.ConfirmedAt != (time.Time{}) {
			found = Existing{b, payments}
			return tx.Grant(v.Holder(), b.Ref)
		}
		refusal = errLookup
		return errors.Join(tx.Strike(keys[0]), tx.Strike(keys[1]))
	})
	if err == nil {
		err = refusal
	}
	return found, wrap("look up a booking", err)
}

// limited refuses a look-up after too many failures under its reference, known
// or not, or from its address.
func (s *Service) limited(tx Tx, keys []string) error {
	if s.limits.Off {
		return nil
	}
	since := tx.Now().Add(-s.limits.FailureSpan)
	for i, most := range []int{s.limits.Failures, s.limits.ClientFailures} {
		n, err := tx.Strikes(keys[i], since)
		if err != nil {
			return err
		}
		if n >= most {
			minutes := int(s.limits.FailureSpan / time.Minute)
			return &Failure{Code: RateLimited, RetryAfter: s.limits.FailureSpan,
				Message: fmt.Sprintf("Too many attempts. Please try again in %d minutes.", minutes)}
		}
	}
	return nil
}

// sameName compares two names or postcodes without case, spaces, hyphens,
// apostrophes and accents, in constant time; 1 means equal and not empty.
func sameName(stored, given string) int {
	a, b := sha256.Sum256([]byte(bare(stored))), sha256.Sum256([]byte(bare(given)))
	present := 0
	if bare(given) != "" {
		present = 1
	}
	return subtle.ConstantTimeCompare(a[:], b[:]) & present
}

// bare keeps the letters and digits of a name without accents, in lower case.
func bare(s string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

// MyBookings lists the bookings that this visitor has looked up within the
// last 30 idle minutes; none without any. Listing counts as use.
func (s *Service) MyBookings(ctx context.Context, v Visitor) ([]Existing, error) {
	var all []Existing
	if v.Token == "" {
		return nil, nil
	}
	err := s.store.Update(ctx, func(tx Tx) error {
		all = nil
		since := tx.Now().Add(-s.limits.GrantIdle)
		refs, err := tx.Grants(v.Holder(), since)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			b, err := tx.Booking(ref)
			if err != nil {
				return err
			}
			payments, err := tx.Payments(ref)
			if err != nil {
				return err
			}
			if _, err := tx.Touch(v.Holder(), ref, since); err != nil {
				return err
			}
			all = append(all, Existing{b, payments})
		}
		return nil
	})
	return all, wrap("list looked-up bookings", err)
}

// Forget drops a looked-up booking from this visitor's list.
func (s *Service) Forget(ctx context.Context, v Visitor, bookingID string) error {
	if v.Token == "" {
		return errNoSession
	}
	return wrap("forget a booking", s.store.Update(ctx, func(tx Tx) error {
		b, err := byReference(tx.Booking, bookingID)
		if errors.Is(err, ErrNoRow) {
			return nil
		}
		if err != nil {
			return err
		}
		return tx.Forget(v.Holder(), b.Ref)
	}))
}

// Granted reads a confirmed booking that this visitor has looked up or made,
// and keeps the grant alive. Failures: NoSession, NotFound.
func (s *Service) Granted(tx Tx, v Visitor, bookingID string) (Booking, error) {
	if v.Token == "" {
		return Booking{}, errNoSession
	}
	b, err := byReference(tx.LockBooking, bookingID)
	if errors.Is(err, ErrNoRow) {
		return Booking{}, errNotFound
	}
	if err != nil {
		return Booking{}, err
	}
	if b.Holder != "" && b.Holder == v.Holder() {
		return b, nil
	}
	ok, err := tx.Touch(v.Holder(), b.Ref, tx.Now().Add(-s.limits.GrantIdle))
	if err == nil && !ok {
		err = errNotFound
	}
	return b, err
}

// SendReferences mails the references of the bookings under an e-mail address
// to it, at most 3 times an hour; it never says whether there are any.
// Failures: Invalid for something that is no address.
func (s *Service) SendReferences(ctx context.Context, email string) error {
	email = strings.TrimSpace(email)
	var wrong fields
	wrong.when(email == "", "email", "Please enter your email address")
	wrong.when(!ValidEmail(email), "email", "Please enter a valid email address")
	if err := wrong.failure(); err != nil {
		return err
	}
	err := s.store.Update(ctx, func(tx Tx) error {
		key := EmailKey(email)
		sent, err := tx.Strikes("reset "+key, tx.Now().Add(-time.Hour))
		if err != nil || sent >= s.limits.Resets && !s.limits.Off {
			return err
		}
		if err := tx.Strike("reset " + key); err != nil {
			return err
		}
		refs, err := tx.BookingsOfEmail(key)
		if err != nil || len(refs) == 0 {
			return err
		}
		return tx.Enqueue(outbox.Job{Kind: LetterReferences, Key: fmt.Sprint(key, tx.Now().UnixMilli()),
			Payload: References{Email: email, Refs: refs}.encode()})
	})
	if err == nil {
		s.wake()
	}
	return wrap("send booking references", err)
}

// EmailKey is the digest under which bookings are found by e-mail address.
func EmailKey(email string) string {
	return digest("email", strings.ToLower(strings.TrimSpace(email)))
}
