package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"holidaymaker/internal/operations/outbox"
)

// The kinds of outbox jobs that send the provider a request after a commit.
// Their payload is a Task.
const (
	JobCapture = "payment.capture"
	JobCancel  = "payment.cancel"
	JobRefund  = "payment.refund"
)

// Task is the payload of the jobs above.
type Task struct {
	Attempt string `json:"attempt"`
}

// Handlers returns the outbox handlers of this package.
func (s *Service) Handlers() map[string]outbox.Kind {
	// Only cards are authorised before they are captured.
	capture := func(ctx context.Context, _ Gateway, a Attempt) error { return s.Card.Capture(ctx, a.Handle()) }
	cancel := func(ctx context.Context, _ Gateway, a Attempt) error { return s.Card.Cancel(ctx, a.Handle()) }
	refund := func(ctx context.Context, g Gateway, a Attempt) error {
		return g.Refund(ctx, a.Handle(), a.refundReference(), a.ToRefund)
	}
	return map[string]outbox.Kind{
		JobCapture: {Do: s.job(StateAuthorised, EventCaptureRequested, capture), UntilDone: true},
		JobCancel:  {Do: s.job(StateCancelling, EventCancelRequested, cancel), UntilDone: true},
		JobRefund:  {Do: s.job(StateRefunding, EventRefundRequested, refund), UntilDone: true},
		JobStray:   {Do: s.stray, Keep: true},
		JobDeed:    {Do: s.deedJob, UntilDone: true},
	}
}

// job returns the handler of one kind of outbox job. The handler sends the
// provider a request for an attempt that is in a state, and records that the provider
// has accepted it. Only the reconciler finds out, later, whether the provider has
// completed the request. Where an earlier request may have reached the provider,
// or there may be nothing to cancel, the handler inquires first.
func (s *Service) job(state State, accepted Event, request func(context.Context, Gateway, Attempt) error) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		var task Task
		if err := json.Unmarshal([]byte(job.Payload), &task); err != nil {
			return fmt.Errorf("read a payment job: %w", err)
		}
		a, err := s.read(ctx, task.Attempt)
		if err != nil || a.State != state {
			return err
		}
		g, err := s.gateway(a.Method)
		if err != nil {
			return err
		}
		var reply Reply
		if job.Tries > 1 || state == StateCancelling || a.RefundSent {
			if reply, err = s.inquire(ctx, g, a); err != nil {
				return err
			}
		}
		if a, err = s.recordSending(ctx, g, task.Attempt, state, reply); err != nil || a.State != state {
			return err
		}
		if err := request(ctx, g, a); err != nil {
			if errors.Is(err, ErrDeclined) {
				// The request may be done already, or no longer possible: the
				// provider's state decides.
				err = errors.Join(err, s.notReceived(ctx, a.ID))
				_, inquiryErr := s.inquire(ctx, g, a)
				err = errors.Join(err, inquiryErr)
			}
			if now, err2 := s.read(ctx, task.Attempt); err2 == nil && now.State != state {
				return nil // the provider's answer has settled it
			}
			return fmt.Errorf("%s of attempt %s: %w", job.Kind, a.ID, err)
		}
		return s.settle(ctx, a, Reply{Event: accepted, Certain: true})
	}
}

// inquire asks the provider for the state of an attempt and records it. It ignores
// the answer that the provider does not know the order: a job is only written after
// the provider has accepted the payment, so that answer is out of date.
func (s *Service) inquire(ctx context.Context, g Gateway, a Attempt) (Reply, error) {
	reply, err := g.Inquire(ctx, a.Handle())
	if err != nil || reply.Event == EventNotFound {
		return reply, err
	}
	return reply, s.settle(ctx, a, reply)
}

func (s *Service) read(ctx context.Context, id string) (a Attempt, err error) {
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		a, err = tx.Attempt(id)
		return err
	})
	return a, err
}

// errMayBeReceived means that a refund may have reached the provider. Sending it
// again could refund the amount twice.
var errMayBeReceived = errors.New("the provider may have received the refund already")

// recordSending records, before a request is sent, that the provider may receive it.
// reply is what the provider has just answered, if it was asked. A refund that may have
// been received is sent again in two cases: the provider ignores a repetition, or it
// still shows the order as captured long after that, and any refund would have
// changed it. Otherwise only a member of staff can find out.
func (s *Service) recordSending(ctx context.Context, g Gateway, id string, state State, reply Reply) (a Attempt, err error) {
	var unsure error
	err = s.Store.Update(ctx, func(tx Tx) error {
		unsure = nil
		if a, err = tx.LockAttempt(id); err != nil || a.State != state {
			return err
		}
		longAgo := tx.Now().Sub(a.LastCallAt) >= s.Limits.RepeatAfter
		if a.RefundSent && !g.RepeatsRefunds() && (!longAgo || reply.Event != EventCaptured) {
			unsure = fmt.Errorf("refund of attempt %s: %w", id, errMayBeReceived)
			if !longAgo || !a.addAlert(refundUnknown+" of £"+a.ToRefund.String()+": ask the provider") {
				return nil
			}
			s.Log.Error("it is not known whether the provider has received a refund", "attempt", id, "booking", a.Ref)
			return tx.SaveAttempt(a)
		}
		a.LastCallAt, a.RefundSent = tx.Now(), state == StateRefunding
		return tx.SaveAttempt(a)
	})
	return a, errors.Join(err, unsure)
}

// notReceived records that the provider has not accepted the last request.
func (s *Service) notReceived(ctx context.Context, id string) error {
	return s.Store.Update(ctx, func(tx Tx) error {
		a, err := tx.LockAttempt(id)
		if err != nil || !a.RefundSent {
			return err
		}
		a.RefundSent = false
		return tx.SaveAttempt(a)
	})
}

// enqueue writes an outbox job for an attempt. A waiting job of the same kind
// is kept, because it reads the attempt when it runs; an ended one is written
// again.
func enqueue(tx Tx, kind string, a Attempt) error {
	job, err := jobFor(kind, a)
	if err != nil {
		return err
	}
	return tx.EnqueueAgain(job)
}

func jobFor(kind string, a Attempt) (outbox.Job, error) {
	payload, err := json.Marshal(Task{Attempt: a.ID})
	if err != nil {
		return outbox.Job{}, fmt.Errorf("write a payment job: %w", err)
	}
	return outbox.Job{Kind: kind, Key: a.ID, Payload: string(payload)}, nil
}
