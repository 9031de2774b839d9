package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"holidaymaker/internal/badrecord"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/loop"
	"holidaymaker/internal/outbox"
)

// checks are the pauses between inquiries about an attempt whose outcome is
// unknown; the last one repeats.
var checks = []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 5 * time.Minute,
	15 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

func checkPause(checksSoFar int) time.Duration { return checks[min(checksSoFar, len(checks)-1)] }

// dueMost is the most attempts in one round.
const dueMost = 50

// Reconcile asks the provider about every attempt that is due: one whose process
// died, whose outcome is unknown, or that the visitor left. It also writes the
// outbox job of an attempt again when it is missing. It returns how many attempts
// it handled and is safe on several nodes at once. An attempt that fails is
// reported and put off for a minute; it does not stop the others.
func (s *Service) Reconcile(ctx context.Context) (int, error) {
	var due, jobless []string
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if due, err = tx.DueAttempts(dueMost); err == nil {
			jobless, err = tx.Jobless(dueMost)
		}
		return errors.Join(err, s.dropSettled(tx, jobless))
	})
	if err != nil {
		return 0, wrap("find due payments", err)
	}
	for _, id := range due {
		err := s.each(ctx, id, func() error { return s.reconcileOne(ctx, id) })
		if err != nil && !away(ctx, err) {
			err = s.putOff(ctx, id)
		}
		if err != nil {
			return 0, wrap("reconcile payments", err)
		}
	}
	for _, id := range jobless {
		err := s.each(ctx, id, func() error { return s.redo(ctx, id) })
		if away(ctx, err) {
			return len(due), wrap("write the jobs of payments", err)
		}
	}
	return len(due) + len(jobless), nil
}

// away reports whether an error comes from the database or from the end of the
// round, and not from the attempt.
func away(ctx context.Context, err error) bool {
	return errors.Is(err, booking.ErrUnavailable) || err != nil && ctx.Err() != nil
}

// each does the work of a round on one attempt and reports it where it fails.
func (s *Service) each(ctx context.Context, id string, do func() error) error {
	err := loop.Catch(do)
	if !away(ctx, err) {
		s.report(id, err)
	}
	return err
}

// report records whether an attempt could be handled.
func (s *Service) report(id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.failing, id)
	if err != nil {
		s.failing[id] = true
	}
	s.Bad.Report(badrecord.Payment, id, err)
}

// dropSettled removes the reports of attempts that another node or an operator has
// settled since.
func (s *Service) dropSettled(tx Tx, jobless []string) error {
	s.mu.Lock()
	failing := slices.Sorted(maps.Keys(s.failing))
	s.mu.Unlock()
	for _, id := range failing {
		a, err := tx.Attempt(id)
		if errors.Is(err, booking.ErrUnavailable) {
			return err
		}
		if gone := errors.Is(err, booking.ErrNoRow); gone || err == nil && a.NextCheck.IsZero() && !slices.Contains(jobless, id) {
			s.report(id, nil)
		}
	}
	return nil
}

// putOff postpones an attempt that failed, so that the next ones get their turn.
func (s *Service) putOff(ctx context.Context, id string) error {
	return s.Store.Update(ctx, func(tx Tx) error { return tx.PostponeCheck(id, tx.Now().Add(time.Minute)) })
}

// jobs are the kinds of outbox job that attempts wait for, by state.
var jobs = map[State]string{StateAuthorised: JobCapture, StateCancelling: JobCancel, StateRefunding: JobRefund}

// redo writes the outbox job that an attempt waits for again.
func (s *Service) redo(ctx context.Context, id string) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		a, err := tx.LockAttempt(id)
		if err != nil {
			return err
		}
		kind, waits := jobs[a.State]
		if !waits {
			return nil // the job has just been done
		}
		job, err := jobFor(kind, a)
		if err != nil {
			return err
		}
		s.Log.Error("a payment had no job", "attempt", id, "kind", kind)
		return tx.Redo(job)
	})
	if err == nil {
		s.Wake()
	}
	return err
}

// Backlog counts the payments that are not settled.
func (s *Service) Backlog(ctx context.Context) (Backlog, error) {
	var b Backlog
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		b, err = tx.Backlog()
		return err
	})
	return b, wrap("count unsettled payments", err)
}

// reconcileOne claims a due attempt and asks the provider for its outcome.
func (s *Service) reconcileOne(ctx context.Context, id string) error {
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
		fromAhead := a.State != StateUnknown && a.CreatedAt.After(tx.Now().Add(booking.ClockSkew))
		if a.NextCheck.IsZero() || tx.Now().Before(a.NextCheck) && !fromAhead {
			return nil // another node has it
		}
		if !a.State.InFlight() {
			return s.end(tx, &b, a, EventExpired, "left by the visitor")
		}
		a.State, ask = StateUnknown, true
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
		return nil // the next inquiry follows after the pause
	}
	if reply.Outcome == OutcomeNotFound {
		return s.notFound(ctx, id)
	}
	return s.settle(ctx, id, reply)
}

// notFound counts an answer that the provider does not know the order. The attempt
// fails after two such answers and some minutes, because the provider's replicas
// may be behind.
func (s *Service) notFound(ctx context.Context, id string) error {
	return s.Store.Update(ctx, func(tx Tx) error {
		seen, err := tx.Attempt(id)
		if err != nil {
			return err
		}
		b, a, err := lockBoth(tx, seen)
		if err != nil || a.State != StateUnknown {
			return err
		}
		if tx.Now().Sub(a.SentAt) < s.Limits.Believe {
			a.NextCheck = tx.Now().Add(checkPause(a.Checks))
			return tx.SaveAttempt(a)
		}
		a.Missing++
		if a.Missing >= 2 {
			return s.end(tx, &b, a, EventFailed, "the provider does not know the order")
		}
		a.NextCheck = tx.Now().Add(checks[0])
		return tx.SaveAttempt(a)
	})
}

// Loop reconciles every few seconds.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "reconcile", Every: 3 * time.Second, Deadline: 5 * time.Minute, Round: func(ctx context.Context) error {
		_, err := s.Reconcile(ctx)
		return err
	}}
}

// Handlers are the outbox handlers of this package.
func (s *Service) Handlers() map[string]outbox.Kind {
	capture := func(ctx context.Context, a Attempt) ([]ledger.Kind, error) {
		return []ledger.Kind{ledger.Capture}, s.Card.Capture(ctx, a.OrderCode, a.Amount)
	}
	return map[string]outbox.Kind{
		JobCapture: {Do: s.job(StateAuthorised, EventCaptured, OutcomeCaptured, capture), UntilDone: true},
		JobCancel:  {Do: s.job(StateCancelling, EventCancelled, OutcomeCancelled, s.release), UntilDone: true},
		JobRefund:  {Do: s.job(StateRefunding, EventRefunded, OutcomeRefunded, s.release), UntilDone: true},
	}
}

// job makes the handler of one kind of outbox job: it does something at the
// provider for an attempt in the state in, and then applies the event. When an
// earlier try may have reached the provider, it asks the provider first.
func (s *Service) job(in State, event Event, done Outcome, do func(context.Context, Attempt) ([]ledger.Kind, error)) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		var task Task
		if err := json.Unmarshal([]byte(job.Payload), &task); err != nil {
			return fmt.Errorf("read a payment job: %w", err)
		}
		var a Attempt
		err := s.Store.View(ctx, func(tx Tx) (err error) {
			a, err = tx.Attempt(task.Attempt)
			return err
		})
		if err != nil || a.State != in {
			return err
		}
		moved, err := s.unlessDone(ctx, a, job.Tries, done, do)
		if err != nil {
			return fmt.Errorf("%s of attempt %s: %w", job.Kind, a.ID, err)
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
			for _, kind := range moved {
				err = errors.Join(err, tx.AddMovement(a.movement(kind, string(event))))
			}
			return errors.Join(err, tx.SaveAttempt(a))
		})
	}
}

// movement is a row of the ledger about the whole amount of an attempt.
func (a Attempt) movement(kind ledger.Kind, cause string) ledger.Movement {
	return ledger.Movement{Key: string(kind) + "/" + a.ID, Ref: a.Ref, Attempt: a.ID, Kind: kind, Amount: a.Amount,
		Method: string(a.Method), ProviderRef: a.OrderCode, Cause: cause}
}

// moves are the movements of money that are true once the provider says done.
var moves = map[Outcome][]ledger.Kind{
	OutcomeCaptured: {ledger.Capture},
	OutcomeRefunded: {ledger.Capture, ledger.Refund},
}

func (s *Service) unlessDone(ctx context.Context, a Attempt, tries int, done Outcome, do func(context.Context, Attempt) ([]ledger.Kind, error)) ([]ledger.Kind, error) {
	if a.Amount == 0 || a.Method != Card {
		return nil, nil
	}
	if tries > 1 {
		reply, err := s.Card.Inquire(ctx, a.OrderCode)
		if err != nil {
			return nil, err
		}
		if reply.Outcome == done {
			return moves[done], nil
		}
	}
	return do(ctx, a)
}

// release undoes a payment: an authorisation is cancelled, captured money is
// returned.
func (s *Service) release(ctx context.Context, a Attempt) ([]ledger.Kind, error) {
	reply, err := s.Card.Inquire(ctx, a.OrderCode)
	if err != nil {
		return nil, err
	}
	cancelled, refunded := []ledger.Kind{ledger.AuthorisationCancelled}, moves[OutcomeRefunded]
	if a.State == StateCancelling { // the booking never had it
		cancelled, refunded = nil, append([]ledger.Kind{ledger.Charge}, refunded...)
	}
	switch reply.Outcome {
	case OutcomeAuthorised:
		return cancelled, s.Card.Cancel(ctx, a.OrderCode)
	case OutcomeCaptured:
		return refunded, s.Card.Refund(ctx, a.OrderCode, "R-"+a.OrderCode, reply.Amount)
	case OutcomeRefunded:
		return refunded, nil
	case OutcomeCancelled, OutcomeExpired, OutcomeRefused, OutcomeAuthenticationFailed, OutcomeFailed:
		return cancelled, nil
	default:
		return nil, fmt.Errorf("the provider says %s of the order", reply.Outcome)
	}
}

// Overview is a booking with its attempts and its rows of the ledger, for
// operators; it shows no personal data.
type Overview struct {
	Booking   booking.Booking
	Attempts  []Attempt
	Movements []ledger.Movement
}

// Show reads a booking with its attempts. It returns booking.ErrNoRow when there
// is none.
func (s *Service) Show(ctx context.Context, reference string) (Overview, error) {
	var o Overview
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if o.Booking, err = booking.Find(tx, reference); err == nil {
			o.Attempts, err = tx.Attempts(o.Booking.Ref)
		}
		if err == nil {
			o.Movements, err = tx.Movements(o.Booking.Ref)
		}
		return err
	})
	o.Booking.Contact, o.Booking.Members = booking.Contact{}, nil
	return o, wrap("show a booking", err)
}

// Cancel cancels a booking and puts its nights back on sale. It does not return
// money; Refund does. It fails with PaymentInProgress while an attempt is open,
// and with WrongState when the booking cannot be cancelled.
func (s *Service) Cancel(ctx context.Context, reference string) error {
	return s.withdraw(ctx, reference, booking.CancelAsked, false)
}

// Refund returns all that was paid for a booking, and cancels it if it is not
// cancelled yet. It fails as Cancel does.
func (s *Service) Refund(ctx context.Context, reference string) error {
	return s.withdraw(ctx, reference, booking.RefundMade, true)
}

func (s *Service) withdraw(ctx context.Context, reference string, event booking.Event, refund bool) error {
	err := s.Store.GroupCommit(ctx, func(tx Tx) error {
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
	a.State, _ = Next(a.State, EventRefundRequested)
	return errors.Join(tx.SaveAttempt(a), enqueue(tx, JobRefund, a))
}
