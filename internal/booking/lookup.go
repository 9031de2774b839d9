package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// Lookup is what a visitor enters in the My Booking form.
type Lookup struct{ BookingID, Surname, Postcode string }

// Existing is a booking as its owner sees it later. It contains no names of
// people.
type Existing struct {
	Booking
	Payments []Payment
	Refunds  []Refund // that are not done yet
	// DepositDue is the part of the outstanding amount that must be paid to us, for a
	// booking whose balance is paid to the operator. See the function DepositDue.
	DepositDue money.Pence
	// Cancellation are the terms in sentences, as of today, and empty for a booking that
	// has ended. Cancellable means that its owner can cancel it by them now.
	Cancellation []string
	Cancellable  bool
	// Correctable means that its owner can correct names and contact details. Changes are the
	// terms of changes in sentences; empty where the stay cannot be changed by them now.
	Correctable bool
	Changes     []string
	// Links are those by which others pay, as of Now. Shareable means that more can be made.
	Links     []PayLink
	Now       time.Time
	Shareable bool
}

// Findable reports whether the owner of a booking finds it with My Booking: it was
// confirmed, or the result of a payment that was sent for it is not known yet.
func (b Booking) Findable() bool { return !b.ConfirmedAt.IsZero() || b.State == Paying && b.Sent }

// existing adds to a booking what was paid and what is to be refunded. For a booking
// that is not confirmed yet it also computes what it costs and which part we receive.
func existing(tx Tx, b Booking) (e Existing, err error) {
	if b.ConfirmedAt.IsZero() {
		q := b.Quote(date.In(b.StartedAt))
		b.Total, b.Compulsory, b.BalanceDue = q.Total, q.Compulsory, q.DueDate
		if q.Compulsory {
			e.DepositDue = *q.PayNowDeposit
		}
	} else if b.Compulsory {
		movements, err := tx.Movements(b.Ref)
		if err != nil {
			return e, err
		}
		e.DepositDue = DepositDue(b, movements)
	}
	e.Booking = b
	today := date.In(tx.Now())
	if e.Cancellable = b.CheckCancel(today) == nil; e.Cancellable {
		e.Cancellation = b.Stay.CancellationTexts(today, b.BalanceToOperator())
	}
	e.Correctable = b.CheckCorrect(today) == nil
	if b.CheckChange(today) == nil {
		e.Changes = b.ChangeTexts()
	}
	e.Now, e.Shareable = tx.Now(), b.CheckShare() == nil
	if e.Links, err = tx.PayLinks(b.Ref); err != nil {
		return e, err
	}
	if e.Payments, err = tx.Payments(b.Ref); err == nil {
		e.Refunds, err = tx.RefundsDue(b.Ref)
	}
	return e, err
}

// DepositDue returns the part of the deposit that must be paid to us again, for a
// confirmed booking whose balance is paid to the operator: the provider has taken its
// payment back, or a part was refunded. The deposit is the charge that confirmed the
// booking; any other charge came too late and is given back. It returns 0 where a
// voucher paid the deposit.
func DepositDue(b Booking, movements []ledger.Movement) money.Pence {
	deposit := slices.IndexFunc(movements, func(m ledger.Movement) bool {
		return m.Kind == ledger.Charge && (m.Attempt == b.ConfirmedBy || b.ConfirmedBy == "" && m.At.Equal(b.ConfirmedAt))
	})
	if !b.Compulsory || deposit < 0 {
		return 0
	}
	return clamp(movements[deposit].Amount-b.AmountPaid, b.Outstanding())
}

// Status returns the API's word for the state: confirmed, pending or cancelled.
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

// GetMyBooking finds a booking that is Findable by reference, surname and postcode.
// It grants the visitor's cookie access to it, which ends after 30 minutes without use, or
// 12 hours after the look-up.
// Failures: Invalid for blank fields; BookingNotFound, with the same text
// whichever field was wrong, and for a booking whose details were erased; RateLimited.
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
	keys := s.lookupKeys(v, l)
	var found Existing
	var refusal error
	// A client with too many failures is refused before anything is locked or
	// written.
	err := s.store.View(ctx, func(tx Tx) (err error) {
		refusal, err = s.tooMany(tx.Failures, keys.client, s.limits.ClientFailures)
		return err
	})
	if err == nil && refusal == nil {
		err = s.store.Update(ctx, func(tx Tx) (err error) {
			found, refusal, err = s.lookUp(tx, v, l, keys)
			return err
		})
	}
	if err == nil {
		err = refusal
	}
	return found, Wrap("look up a booking", err)
}

// ForLookup returns the visitor with the token to which a look-up should grant
// its booking. It is a new token, so that a person who planted the cookie does
// not get access too. It is the same token where holds or other grants depend
// on it.
func (s *Service) ForLookup(ctx context.Context, v Visitor) (Visitor, error) {
	inUse := false
	if v.Token != "" {
		err := s.store.View(ctx, func(tx Tx) error {
			holds, err := tx.OpenHolds(v.Holder())
			if err != nil {
				return err
			}
			grants, err := s.grants(tx, v)
			inUse = len(holds)+len(grants) > 0
			return err
		})
		if err != nil {
			return v, Wrap("look up a booking", err)
		}
	}
	if !inUse {
		v.Token = NewToken()
	}
	return v, nil
}

// lookupKeys are the keys under which wrong look-ups are counted.
type lookupKeys struct{ client, reference, both string }

func (s *Service) lookupKeys(v Visitor, l Lookup) lookupKeys {
	reference, client := crockfordReading(l.BookingID), s.Client(v)
	return lookupKeys{client, s.keys.Digest("lookup", reference), s.keys.Digest("lookup", client+" "+reference)}
}

// lookUp compares a look-up with the booking. It takes the same steps for every
// cause of a refusal, so that the time it takes does not show the cause: when
// there is no such booking, it compares with an empty one.
//
// Other people's wrong look-ups do not lock out the owner: a client that has
// not failed on the reference itself is still answered when it is right. This
// ends when there were so many tries that one could have guessed the answer.
func (s *Service) lookUp(tx Tx, v Visitor, l Lookup, keys lookupKeys) (found Existing, refusal, err error) {
	if refusal, err = s.tooMany(tx.LockFailures, keys.client, s.limits.ClientFailures); refusal != nil || err != nil {
		return found, refusal, err
	}
	limited, err := s.tooMany(tx.LockFailures, keys.reference, s.limits.Failures)
	if err != nil {
		return found, nil, err
	}
	if limited != nil {
		closed, err := s.tooMany(tx.Failures, keys.reference, s.limits.ReferenceTries)
		if err != nil || closed != nil {
			return found, limited, err
		}
		triedBefore, err := s.tooMany(tx.Failures, keys.both, 1)
		if err != nil || triedBefore != nil {
			return found, limited, err
		}
	}
	b, err := byReference(tx.Booking, l.BookingID)
	if err != nil && !errors.Is(err, ErrNoRow) {
		return found, nil, err
	}
	matches := sameName(b.Contact.Surname, l.Surname) & sameName(b.Contact.Postcode, l.Postcode)
	if matches == 1 && b.Findable() {
		if found, err = existing(tx, b); err != nil {
			return Existing{}, nil, err
		}
		return found, nil, tx.Grant(v.Holder(), b.Ref)
	}
	for _, key := range []string{keys.client, keys.reference, keys.both} {
		if err := tx.AddFailure(key); err != nil {
			return found, nil, err
		}
	}
	if limited != nil {
		return found, limited, nil
	}
	// Also of a booking whose details were erased: nobody can prove that it is theirs
	// any more, and another text would say that there was one.
	return found, errLookup, nil
}

// tooMany returns a refusal when count finds at least limit failures under a key.
func (s *Service) tooMany(count func(key string, since time.Duration) (int, error), key string, limit int) (refusal, err error) {
	if s.limits.Off {
		return nil, nil
	}
	n, err := count(key, s.limits.FailureSpan)
	if err != nil || n < limit {
		return nil, err
	}
	return &Failure{Code: RateLimited, RetryAfter: s.limits.FailureSpan,
		Message: fmt.Sprintf("Too many attempts. Please try again in %d minutes.", int(s.limits.FailureSpan/time.Minute))}, nil
}

// MyBookings returns the bookings that this visitor has looked up, or used
// after looking them up, in the last 30 minutes, and has looked up in the last 12 hours.
// Listing them counts as use.
func (s *Service) MyBookings(ctx context.Context, v Visitor) ([]Existing, error) {
	var all []Existing
	if v.Token == "" {
		return nil, nil
	}
	err := s.store.Update(ctx, func(tx Tx) error {
		all = nil
		refs, err := s.grants(tx, v)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			found, err := readExisting(tx, ref)
			if err = s.leftOut(ref, err); err != nil {
				return err
			}
			if found.Ref == "" {
				continue // its payment was not made, or it cannot be read
			}
			if _, err := s.touch(tx, v, ref); err != nil {
				return err
			}
			all = append(all, found)
		}
		return nil
	})
	return all, Wrap("list looked-up bookings", err)
}

// grants returns the bookings to which a look-up has given this visitor access that has
// not ended.
func (s *Service) grants(tx Tx, v Visitor) ([]string, error) {
	return tx.Grants(v.Holder(), tx.Now().Add(-s.limits.GrantAtMost), tx.Now().Add(-s.limits.GrantIdle))
}

// touch notes that this visitor uses the access to a booking. ok is false where it has ended.
func (s *Service) touch(tx Tx, v Visitor, ref string) (ok bool, err error) {
	return tx.Touch(v.Holder(), ref, tx.Now().Add(-s.limits.GrantAtMost), tx.Now().Add(-s.limits.GrantIdle))
}

// ReadOwn reads a booking to which this visitor has access, as Granted says.
func (s *Service) ReadOwn(ctx context.Context, v Visitor, bookingID string) (found Existing, err error) {
	err = s.store.Update(ctx, func(tx Tx) error {
		b, err := s.Granted(tx, tx.Booking, v, bookingID)
		if err == nil {
			found, err = existing(tx, b)
		}
		return err
	})
	return found, Wrap("read a visitor's booking", err)
}

// readExisting reads a booking for its owner's list. One that is not Findable has no Ref.
func readExisting(tx Tx, ref string) (Existing, error) {
	b, err := tx.Booking(ref)
	if err != nil || !b.Findable() {
		return Existing{}, err
	}
	found, err := existing(tx, b)
	if err != nil {
		return Existing{}, err
	}
	return found, nil
}

// leftOut logs that a booking cannot be read, so that a list goes without it. It returns
// an error only where the database is at fault.
func (s *Service) leftOut(ref string, err error) error {
	if err == nil || unavailable(err) {
		return err
	}
	s.log.Error("a booking cannot be read, and is left out of its owner's list", "booking", ref, "error", err)
	return nil
}

// unavailable reports whether the database, and not what it holds, is the cause of an
// error.
func unavailable(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Forget ends this visitor's access to a looked-up booking.
func (s *Service) Forget(ctx context.Context, v Visitor, bookingID string) error {
	if v.Token == "" {
		return errNoSession
	}
	return Wrap("forget a booking", s.store.Update(ctx, func(tx Tx) error {
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

// Granted reads a booking that this visitor has made, until 12 hours after it was
// confirmed, or a confirmed one that this visitor has looked up, and extends the access to
// the latter. lock reads the booking with a reference in normal form and locks its row, as
// Tx.LockBooking does. Failures: NoSession, NotFound.
func (s *Service) Granted(tx Tx, lock func(ref string) (Booking, error), v Visitor, bookingID string) (Booking, error) {
	if v.Token == "" {
		return Booking{}, errNoSession
	}
	b, err := byReference(lock, bookingID)
	if errors.Is(err, ErrNoRow) {
		return Booking{}, errNotFound
	}
	if err != nil {
		return Booking{}, err
	}
	if b.Holder != "" && b.Holder == v.Holder() && (b.ConfirmedAt.IsZero() || tx.Now().Sub(b.ConfirmedAt) < s.limits.GrantAtMost) {
		return b, nil
	}
	if b.ConfirmedAt.IsZero() {
		return b, errNotFound // only the visitor who made it may pay for it
	}
	ok, err := s.touch(tx, v, b.Ref)
	if err == nil && !ok {
		err = errNotFound
	}
	return b, err
}

// ofEmail returns the references that list finds under the digests of an e-mail address, also
// under those by an earlier key.
func (s *Service) ofEmail(email string, list func(digest string) ([]string, error)) ([]string, error) {
	var refs []string
	for _, digest := range s.keys.Digests("email", plainEmail(email)) {
		found, err := list(digest)
		if err != nil {
			return nil, err
		}
		refs = append(refs, found...)
	}
	return refs, nil
}

// SendReferences e-mails the references of the bookings under an e-mail address
// to that address, at most 3 times an hour. Its result is the same whether
// there are any or not. Failures: Invalid for something that is not an address.
func (s *Service) SendReferences(ctx context.Context, email string) error {
	return s.ForAddress(ctx, "reset", email, func(tx Tx, email, key string) error {
		refs, err := s.ofEmail(email, tx.BookingsOfEmail)
		if err != nil || len(refs) == 0 {
			return err
		}
		return tx.Enqueue(outbox.Job{Kind: EmailReferences, Key: key, Payload: References{Email: email, Refs: refs}.encode()})
	})
}
