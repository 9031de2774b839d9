package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holidaymaker/internal/date"
)

// ForAddress does something for whoever owns an e-mail address, at most Limits.Resets times an
// hour for each purpose; beyond that it does nothing, and says nothing. do runs in the
// transaction that counts it, with a key that no other run has. Failures: Invalid for something
// that is not an address.
func (s *Service) ForAddress(ctx context.Context, purpose, email string, do func(tx Tx, email, key string) error) error {
	email = TypedEmail(email)
	var wrong fields
	wrong.when(email == "", "email", "Please enter your email address")
	wrong.when(!ValidEmail(email), "email", "Please enter a valid email address")
	if err := wrong.failure(); err != nil {
		return err
	}
	err := s.store.Update(ctx, func(tx Tx) error {
		key := s.EmailKey(email)
		done, err := tx.LockFailures(purpose+" "+key, time.Hour)
		if err != nil || done >= s.limits.Resets && !s.limits.Off {
			return err
		}
		if err := tx.AddFailure(purpose + " " + key); err != nil {
			return err
		}
		return do(tx, email, fmt.Sprintf("%s%d/%d", key, tx.Now().UnixMilli(), done)) // several may be done in one millisecond
	})
	if err == nil {
		s.wake()
	}
	return Wrap("do something for an address", err)
}

// MostOfEmail is how many bookings of an address OfEmail returns: those that arrive last.
const MostOfEmail = 100

// OfEmail returns the bookings under an e-mail address that My Booking finds, the latest arrival
// first. One that cannot be read is left out.
func (s *Service) OfEmail(ctx context.Context, email string) (all []Existing, err error) {
	err = s.store.View(ctx, func(tx Tx) error {
		all = nil
		refs, err := s.refsOfEmail(tx, email)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			found, err := readExisting(tx, ref)
			if err = s.leftOut(ref, err); err != nil {
				return err
			}
			if found.Ref != "" {
				all = append(all, found)
			}
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b Existing) int { return int(b.Stay.Arrival - a.Stay.Arrival) })
	return all, Wrap("list the bookings of an address", err)
}

// RefsOfEmail returns the references of the bookings under an e-mail address, in any state, also of
// those that cannot be read: at most MostOfEmail, the latest arrivals first.
func (s *Service) RefsOfEmail(ctx context.Context, email string) (refs []string, err error) {
	err = s.store.View(ctx, func(tx Tx) (err error) {
		refs, err = s.refsOfEmail(tx, email)
		return err
	})
	return refs, Wrap("list the references of an address", err)
}

func (s *Service) refsOfEmail(tx Tx, email string) ([]string, error) {
	return s.ofEmail(email, func(digest string) ([]string, error) { return tx.AllOfEmail(digest, MostOfEmail) })
}

// GrantByEmail gives a visitor who owns an e-mail address access to a booking under it, as a
// look-up does. Failures: NotFound where it is under another address, or was erased.
func (s *Service) GrantByEmail(ctx context.Context, v Visitor, email, reference string) error {
	return Wrap("open a booking of an address", s.store.Update(ctx, func(tx Tx) error {
		b, err := s.byEmail(tx.LockBooking, email, reference) // locked, so that its address does not change meanwhile
		if err != nil {
			return err
		}
		return tx.Grant(v.Holder(), b.Ref)
	}))
}

// ReadByEmail reads a booking under an e-mail address. Failures: as GrantByEmail.
func (s *Service) ReadByEmail(ctx context.Context, email, reference string) (found Existing, err error) {
	err = s.store.View(ctx, func(tx Tx) error {
		b, err := s.byEmail(tx.Booking, email, reference)
		if err == nil {
			found, err = existing(tx, b)
		}
		return err
	})
	return found, Wrap("read a booking of an address", err)
}

// byEmail finds a booking under an e-mail address that My Booking finds.
func (s *Service) byEmail(read func(string) (Booking, error), email, reference string) (Booking, error) {
	b, err := byReference(read, reference)
	switch {
	case errors.Is(err, ErrNoRow):
		return b, errNotFound
	case err != nil:
		return b, err
	case !b.Findable() || !slices.Contains(s.keys.Digests("email", plainEmail(email)), b.EmailKey):
		return b, errNotFound
	}
	return b, nil
}

// ToCome reports whether the stay of a booking has not ended yet, and will take place as far as
// we know.
func (b Booking) ToCome(now time.Time) bool {
	return b.Stay.Departure() >= date.In(now) && b.Status() != "cancelled"
}
