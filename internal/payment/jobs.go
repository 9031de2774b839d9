package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"holidaymaker/internal/outbox"
)

// Handlers returns the outbox handlers of this package.
func (s *Service) Handlers() map[string]outbox.Kind {
	capture := func(ctx context.Context, g Gateway, a Attempt) error { return g.Capture(ctx, a.Handle()) }
	cancel := func(ctx context.Context, g Gateway, a Attempt) error { return g.Cancel(ctx, a.Handle()) }
	refund := func(ctx context.Context, g Gateway, a Attempt) error {
		return g.Refund(ctx, a.Handle(), "R"+strconv.Itoa(a.Refunds)+"-"+a.ID, a.GiveBack)
	}
	return map[string]outbox.Kind{
		JobCapture: {Do: s.job(StateAuthorised, EventCaptureRequested, capture), UntilDone: true},
		JobCancel:  {Do: s.job(StateCancelling, EventCancelRequested, cancel), UntilDone: true},
		JobRefund:  {Do: s.job(StateRefunding, EventRefundRequested, refund), UntilDone: true},
	}
}

// job returns the handler of one kind of outbox job. The handler sends the
// provider a request for an attempt in state in, and records that the provider
// has accepted it. Only the reconciler finds out, later, whether the provider has
// completed the request. Where an earlier request may have reached the provider,
// or there may be nothing to cancel, the handler inquires first.
func (s *Service) job(in State, accepted Event, request func(context.Context, Gateway, Attempt) error) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		var task Task
		if err := json.Unmarshal([]byte(job.Payload), &task); err != nil {
			return fmt.Errorf("read a payment job: %w", err)
		}
		a, err := s.called(ctx, task.Attempt, in, false)
		if err != nil || a.State != in {
			return err
		}
		g := s.gateway(a)
		if job.Tries > 1 || in == StateCancelling {
			if err := s.look(ctx, g, a); err != nil {
				return err
			}
		}
		if a, err = s.called(ctx, task.Attempt, in, true); err != nil || a.State != in {
			return err
		}
		if err := request(ctx, g, a); err != nil {
			if errors.Is(err, ErrDeclined) {
				// The request may be done already, or no longer possible: the
				// provider's state decides.
				err = errors.Join(err, s.look(ctx, g, a))
			}
			if now, err2 := s.called(ctx, task.Attempt, in, false); err2 == nil && now.State != in {
				return nil // the provider's answer has settled it
			}
			return fmt.Errorf("%s of attempt %s: %w", job.Kind, a.ID, err)
		}
		return s.settle(ctx, a.ID, Reply{Event: accepted})
	}
}

// look asks the provider for the state of an attempt and records it.
func (s *Service) look(ctx context.Context, g Gateway, a Attempt) error {
	reply, err := g.Inquire(ctx, a.Handle())
	if err != nil {
		return err
	}
	return s.settle(ctx, a.ID, reply)
}

// called reads an attempt. If now is set and the attempt is in state in, it
// records that a request is about to be sent.
func (s *Service) called(ctx context.Context, id string, in State, now bool) (a Attempt, err error) {
	if !now {
		err = s.Store.View(ctx, func(tx Tx) (err error) {
			a, err = tx.Attempt(id)
			return err
		})
		return a, err
	}
	err = s.Store.Update(ctx, func(tx Tx) error {
		if a, err = tx.LockAttempt(id); err != nil || a.State != in {
			return err
		}
		a.LastCallAt = tx.Now()
		return tx.SaveAttempt(a)
	})
	return a, err
}
