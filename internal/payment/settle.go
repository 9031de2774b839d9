package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/outbox"
)

// The kinds of outbox jobs that send the provider a request after a commit. The
// payload is a Task.
const (
	JobCapture = "payment.capture"
	JobCancel  = "payment.cancel"
	JobRefund  = "payment.refund"
)

// Task is the payload of the jobs above.
type Task struct {
	Attempt string `json:"attempt"`
}

// eventOf reads a provider's reply as an event of an attempt. A payment of
// another amount or currency than was fixed is not wanted.
func eventOf(a Attempt, r Reply) Event {
	switch r.Outcome {
	case OutcomeAuthorised, OutcomeCaptured:
		if a.Method == Card && (r.Amount != a.Amount || r.Currency != "GBP") {
			return EventNotWanted
		}
		return EventAuthorised
	case OutcomeChallenge:
		if a.State == StateSending {
			return EventChallenge
		}
		return EventRefused // a second challenge mostly fails; the visitor starts again
	case OutcomeRefused, OutcomeCancelled, OutcomeExpired:
		return EventRefused
	case OutcomeAuthenticationFailed:
		return EventAuthenticationFailed
	case OutcomeFailed, OutcomeRefunded:
		return EventFailed
	default:
		return EventUnknown
	}
}

// settle writes what a provider answered, together with what it means for the
// booking, in one transaction. An answer that comes late or twice is ignored.
func (s *Service) settle(ctx context.Context, id string, r Reply) error {
	err := s.Store.GroupCommit(ctx, func(tx Tx) error {
		seen, err := tx.Attempt(id)
		if err != nil {
			return err
		}
		b, a, err := lockBoth(tx, seen)
		if err != nil {
			return err
		}
		event := eventOf(a, r)
		if a.Method == Voucher && event == EventAuthorised {
			event = EventNothingToPay
		}
		return s.enter(tx, &b, a, event, r)
	})
	if err == nil {
		s.Wake()
	}
	return wrap("settle a payment", err)
}

// enter applies an event to an attempt and its booking, as the machine decides.
func (s *Service) enter(tx Tx, b *booking.Booking, a Attempt, event Event, r Reply) error {
	if event == EventAuthorised || event == EventNothingToPay {
		taken, err := s.take(tx, b, a)
		if err != nil {
			return err
		}
		if !taken {
			event = EventNotWanted
			if a.Method == Voucher {
				event = EventExpired
			}
		}
	}
	to, ok := Next(a.State, event)
	if !ok {
		return nil
	}
	a.State, a.Note = to, note(r)
	if r.Authorised.ID != "" {
		a.Authorised = r.Authorised
	}
	if r.Stickiness != "" {
		a.Stickiness = r.Stickiness
	}
	a.NextCheck = time.Time{}
	if a.Client != "" && (to == StateRefused || to == StateAuthenticationFailed) {
		if err := tx.AddFailure(refusedKey(a.Client)); err != nil {
			return err
		}
	}
	if !to.Open() {
		a.Client = ""
	}
	switch to {
	case StateChallenge:
		a.Challenge, a.NextCheck = r.Challenge, a.ExpiresAt
	case StateUnknown:
		a.NextCheck = tx.Now().Add(checkPause(a.Checks))
	case StateAuthorised, StatePaid:
		a.SettledAt = tx.Now()
		if to == StateAuthorised {
			return errors.Join(tx.SaveAttempt(a), enqueue(tx, JobCapture, a))
		}
	case StateCancelling:
		s.Log.Error("an authorised payment is released", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		return errors.Join(tx.SaveAttempt(a), s.Bookings.ClosePayment(tx, b), enqueue(tx, JobCancel, a))
	default:
		return errors.Join(tx.SaveAttempt(a), s.Bookings.ClosePayment(tx, b))
	}
	return tx.SaveAttempt(a)
}

// take gives the money to the booking; false when the booking cannot have it.
func (s *Service) take(tx Tx, b *booking.Booking, a Attempt) (bool, error) {
	event := EventAuthorised
	if a.Method == Voucher {
		event = EventNothingToPay
	}
	if _, ok := Next(a.State, event); !ok || !b.CanTake(a.Amount) || a.Method == Voucher && !a.fits(*b) {
		return false, nil
	}
	booked := *b
	err := s.Bookings.TakePayment(tx, &booked, booking.Taken{
		Amount: a.Amount, Attempt: a.ID, Method: string(a.Method), Order: a.OrderCode, Deposit: a.Option == booking.PayDeposit, Asked: a.CreatedAt})
	if errors.Is(err, booking.ErrHolidayGone) || errors.Is(err, booking.ErrVoucherSpent) {
		return false, nil
	}
	if err == nil {
		*b = booked
	}
	return err == nil, err
}

// end closes an attempt that took no money.
func (s *Service) end(tx Tx, b *booking.Booking, a Attempt, event Event, why string) error {
	to, ok := Next(a.State, event)
	if !ok {
		return errInProgress
	}
	a.State, a.Note, a.NextCheck, a.Client = to, why, time.Time{}, ""
	return errors.Join(tx.SaveAttempt(a), s.Bookings.ClosePayment(tx, b))
}

func note(r Reply) string {
	n := string(r.Outcome)
	if r.Code != "" {
		n += " " + r.Code
	}
	if r.Text != "" {
		n += ": " + r.Text
	}
	return n[:min(len(n), 200)]
}

func enqueue(tx Tx, kind string, a Attempt) error {
	job, err := jobFor(kind, a)
	if err != nil {
		return err
	}
	return tx.Enqueue(job)
}

func jobFor(kind string, a Attempt) (outbox.Job, error) {
	payload, err := json.Marshal(Task{Attempt: a.ID})
	if err != nil {
		return outbox.Job{}, fmt.Errorf("write a payment job: %w", err)
	}
	return outbox.Job{Kind: kind, Key: a.ID, Payload: string(payload)}, nil
}
