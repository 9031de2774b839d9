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

// checks are the pauses between looks at an attempt whose outcome is unknown;
// the last one repeats.
var checks = []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 5 * time.Minute,
	15 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

func checkPause(checksSoFar int) time.Duration { return checks[min(checksSoFar, len(checks)-1)] }

// Reconcile looks at every attempt that is due: one whose process died, whose
// outcome is unknown, or that the visitor left. It says how many it looked at
// and is safe on several nodes at once.
func (s *Service) Reconcile(ctx context.Context) (int, error) {
	var ids []string
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		ids, err = tx.DueAttempts(50)
		return err
	})
	if err != nil {
		return 0, wrap("find due payments", err)
	}
	var failed error
	for _, id := range ids {
		failed = errors.Join(failed, s.look(ctx, id))
	}
	return len(ids), wrap("reconcile payments", failed)
}

// look claims a due attempt and finds out how it stands.
func (s *Service) look(ctx context.Context, id string) error {
	var a Attempt
	ask := false
	err := s.Store.Update(ctx, func(tx Tx) error {
		ask = false
		seen, err := tx.Attempt(id)
		if err != nil {
			return err
		}
		b, locked, err := lockBoth(tx, seen)
		if err != nil {
			return err
		}
		a = locked
		if a.NextCheck.IsZero() || tx.Now().Before(a.NextCheck) {
			return nil // another node was faster
		}
		if !a.State.InFlight() {
			return s.end(tx, &b, a, Expiry, "left by the visitor")
		}
		a.State, ask = Unknown, true
		a.NextCheck = tx.Now().Add(max(checkPause(a.Checks), s.Limits.Call+10*time.Second))
		a.Checks++
		if a.Checks == len(checks) {
			s.Log.Error("a payment's outcome is unknown for long", "attempt", a.ID, "booking", a.Ref)
		}
		return tx.SaveAttempt(a)
	})
	if err != nil || !ask {
		return err
	}
	call, cancel := context.WithTimeout(ctx, s.Limits.Call)
	defer cancel()
	reply, err := s.Card.Inquire(call, a.OrderCode)
	if err != nil {
		s.Log.Warn("card provider did not answer an inquiry", "attempt", id, "error", err)
		return nil // asked again after its pause
	}
	if reply.Outcome == Missing {
		return s.notFound(ctx, id)
	}
	return s.settle(ctx, id, reply)
}

// notFound notes that the provider does not know an order. That is believed
// only some minutes after it was sent, and twice running, since the provider's
// own copies may lag.
func (s *Service) notFound(ctx context.Context, id string) error {
	return s.Store.Update(ctx, func(tx Tx) error {
		seen, err := tx.Attempt(id)
		if err != nil {
			return err
		}
		b, a, err := lockBoth(tx, seen)
		if err != nil || a.State != Unknown {
			return err
		}
		if tx.Now().Sub(a.SentAt) < s.Limits.Believe {
			a.NextCheck = tx.Now().Add(checkPause(a.Checks))
			return tx.SaveAttempt(a)
		}
		a.Missing++
		if a.Missing >= 2 {
			return s.end(tx, &b, a, NoMoney, "the provider does not know the order")
		}
		a.NextCheck = tx.Now().Add(checks[0])
		return tx.SaveAttempt(a)
	})
}

// Run reconciles every few seconds until ctx ends.
func (s *Service) Run(ctx context.Context) {
	timer := time.NewTicker(3 * time.Second)
	defer timer.Stop()
	for {
		if _, err := s.Reconcile(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("reconcile payments", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// Handlers are the outbox handlers of this package.
func (s *Service) Handlers() map[string]outbox.Handler {
	return map[string]outbox.Handler{
		JobCapture: s.job(Taken, WasCaptured, Captured, func(ctx context.Context, a Attempt) error {
			return s.Card.Capture(ctx, a.OrderCode, a.Amount)
		}),
		JobCancel: s.job(Cancelling, WasCancelled, Released, s.release),
		JobRefund: s.job(Refunding, WasRefunded, Returned, s.release),
	}
}

// job does one thing at the provider for attempts in a state and moves them on.
// When a try before may have reached the provider, it is asked first.
func (s *Service) job(in State, event Event, done Outcome, do func(context.Context, Attempt) error) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		var task Task
		if err := json.Unmarshal([]byte(job.Payload), &task); err != nil {
			return fmt.Errorf("read a payment job: %w: %w", err, outbox.ErrNever)
		}
		var a Attempt
		err := s.Store.View(ctx, func(tx Tx) (err error) {
			a, err = tx.Attempt(task.Attempt)
			return err
		})
		if err != nil || a.State != in {
			return err
		}
		if err := s.unlessDone(ctx, a, job.Tries, done, do); err != nil {
			return fmt.Errorf("%s of attempt %s: %w: %w", job.Kind, a.ID, outbox.ErrAlways, err)
		}
		return s.Store.Update(ctx, func(tx Tx) error {
			a, err := tx.LockAttempt(a.ID)
			if err != nil {
				return err
			}
			to, ok := Next(a.State, event)
			if !ok {
				return nil
			}
			a.State = to
			return tx.SaveAttempt(a)
		})
	}
}

func (s *Service) unlessDone(ctx context.Context, a Attempt, tries int, done Outcome, do func(context.Context, Attempt) error) error {
	if a.Amount == 0 || a.Method != Card {
		return nil
	}
	if tries > 1 {
		reply, err := s.Card.Inquire(ctx, a.OrderCode)
		if err != nil {
			return err
		}
		if reply.Outcome == done {
			return nil
		}
	}
	return do(ctx, a)
}

// release undoes a payment: an authorisation is cancelled, captured money is
// returned.
func (s *Service) release(ctx context.Context, a Attempt) error {
	reply, err := s.Card.Inquire(ctx, a.OrderCode)
	if err != nil {
		return err
	}
	switch reply.Outcome {
	case Authorised:
		return s.Card.Cancel(ctx, a.OrderCode)
	case Captured:
		return s.Card.Refund(ctx, a.OrderCode, "R-"+a.OrderCode, reply.Amount)
	case Released, Returned, Lapsed, Declined, AuthFailed, Failed:
		return nil
	default:
		return fmt.Errorf("the provider says %s of the order", reply.Outcome)
	}
}

// Overview is a booking with its attempts, for operators; it shows no personal
// data.
type Overview struct {
	Booking  booking.Booking
	Attempts []Attempt
}

// Show reads a booking with its attempts. booking.ErrNoRow: no such booking.
func (s *Service) Show(ctx context.Context, reference string) (Overview, error) {
	var o Overview
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if o.Booking, err = booking.Find(tx, reference); err == nil {
			o.Attempts, err = tx.Attempts(o.Booking.Ref)
		}
		return err
	})
	o.Booking.Contact, o.Booking.Members = booking.Contact{}, nil
	return o, wrap("show a booking", err)
}

// Cancel cancels a booking and returns its nights; what was paid stays paid
// until Refund. PaymentInProgress: an attempt is open; WrongState: it is not
// one to cancel.
func (s *Service) Cancel(ctx context.Context, reference string) error {
	return s.withdraw(ctx, reference, booking.CancelAsked, false)
}

// Refund returns all that was paid for a booking, cancelling it if it is not.
// Failures: as Cancel.
func (s *Service) Refund(ctx context.Context, reference string) error {
	return s.withdraw(ctx, reference, booking.RefundMade, true)
}

func (s *Service) withdraw(ctx context.Context, reference string, event booking.Event, refund bool) error {
	err := s.Store.Together(ctx, func(tx Tx) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		if b.Attempt != "" {
			return errInProgress
		}
		if err := s.Bookings.Withdraw(tx, &b, event); err != nil || !refund {
			return err
		}
		attempts, err := tx.Attempts(b.Ref)
		for _, a := range attempts {
			if err == nil && a.State.TookMoney() {
				err = s.refund(tx, a)
			}
		}
		return err
	})
	if err == nil {
		s.Wake()
	}
	return wrap("withdraw a booking", err)
}

func (s *Service) refund(tx Tx, a Attempt) error {
	a, err := tx.LockAttempt(a.ID)
	if err != nil {
		return err
	}
	a.State, _ = Next(a.State, RefundAsked)
	return errors.Join(tx.SaveAttempt(a), enqueue(tx, JobRefund, a))
}
