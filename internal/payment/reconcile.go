package payment

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// unknownPauses are the pauses between inquiries about an attempt of unknown outcome.
// The last one repeats.
var unknownPauses = []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 5 * time.Minute,
	15 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

// checkPause returns the pause after a number of inquiries.
func checkPause(checksSoFar int) time.Duration { return pauseAfter(checksSoFar, unknownPauses) }

// pauseAfter returns the pause after a number of inquiries. A number that is not
// possible must not end the inquiries, so it counts as the nearest one that is.
func pauseAfter(inquiries int, pauses []time.Duration) time.Duration {
	return pauses[max(0, min(inquiries, len(pauses)-1))]
}

// maxDue is the largest number of attempts of each method in one round.
const maxDue = 50

// Reconcile asks the provider about every attempt that is due: its process
// stopped, its outcome is unknown, or the visitor left. It also writes missing
// outbox jobs of attempts again. It returns how many attempts were due or had no job, and
// may run on several nodes at once. An attempt that fails is reported and postponed by a
// minute; it does not stop the others. A provider that is slow delays only its own
// attempts.
func (s *Service) Reconcile(ctx context.Context) (int, error) {
	var due map[Method][]string
	var withoutJob []string
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if due, err = tx.DueAttempts(maxDue); err != nil {
			return err
		}
		if withoutJob, err = tx.WithoutJob(maxDue); err != nil {
			return err
		}
		return s.dropSettled(tx, withoutJob)
	})
	if err != nil {
		return 0, booking.Wrap("find due payments", err)
	}
	handled := len(withoutJob)
	var methods errgroup.Group
	for _, ids := range due {
		handled += len(ids)
		methods.Go(func() error { return loop.Catch(func() error { return s.reconcileAll(ctx, ids) }) })
	}
	if err := methods.Wait(); err != nil {
		return 0, booking.Wrap("reconcile payments", err)
	}
	for _, id := range withoutJob {
		err := s.handle(ctx, id, func() error { return s.rewriteJob(ctx, id) })
		if endsRound(ctx, err) {
			return handled - len(withoutJob), booking.Wrap("write the jobs of payments", err)
		}
	}
	return handled, nil
}

// reconcileAll handles due attempts of a method, some at a time: a provider that hangs
// answers none of them.
func (s *Service) reconcileAll(ctx context.Context, ids []string) error {
	group, failed := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.Limits.Inquiries))
	for _, id := range ids {
		group.Go(func() error {
			if failed.Err() != nil {
				return ctx.Err() // nil where another attempt has ended the round
			}
			err := s.handle(ctx, id, func() error { return s.reconcileOne(ctx, id) })
			if err != nil && !endsRound(ctx, err) {
				err = s.postpone(ctx, id)
			}
			return err
		})
	}
	return group.Wait()
}

// endsRound reports whether an error comes from the database or from the end of the
// round, not from the attempt.
func endsRound(ctx context.Context, err error) bool {
	return errors.Is(err, booking.ErrUnavailable) || err != nil && ctx.Err() != nil
}

// handle does one attempt's work in a round, and reports the attempt as bad if that
// fails.
func (s *Service) handle(ctx context.Context, id string, do func() error) error {
	err := loop.Catch(do)
	if !endsRound(ctx, err) {
		s.report(id, err)
	}
	return err
}

// report records whether the work on an attempt succeeded.
func (s *Service) report(id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.failing, id)
	if err != nil {
		s.failing[id] = true
	}
	s.Bad.Report(badrecord.Payment, id, err)
}

// dropSettled removes the reports about attempts that another node or a
// member of staff has settled.
func (s *Service) dropSettled(tx Tx, withoutJob []string) error {
	s.mu.Lock()
	failing := slices.Sorted(maps.Keys(s.failing))
	s.mu.Unlock()
	for _, id := range failing {
		a, err := tx.Attempt(id)
		if errors.Is(err, booking.ErrUnavailable) {
			return err
		}
		if gone := errors.Is(err, booking.ErrNoRow); gone || err == nil && a.NextCheck.IsZero() && !slices.Contains(withoutJob, id) {
			s.report(id, nil)
		}
	}
	return nil
}

// postpone postpones a failed attempt, so that other attempts are handled first.
func (s *Service) postpone(ctx context.Context, id string) error {
	return s.Store.Update(ctx, func(tx Tx) error { return tx.PostponeCheck(id, tx.Now().Add(time.Minute)) })
}

// jobs gives, for each state, the kind of outbox job that attempts in it wait
// for.
var jobs = map[State]string{StateAuthorised: JobCapture, StateCancelling: JobCancel, StateRefunding: JobRefund}

// rewriteJob writes the outbox job of an attempt again.
func (s *Service) rewriteJob(ctx context.Context, id string) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		a, err := tx.LockAttempt(id)
		if err != nil {
			return err
		}
		kind, waits := jobs[a.State]
		if !waits {
			return nil // the job has just been done
		}
		s.Log.Error("a payment had no job", "attempt", id, "kind", kind)
		return enqueue(tx, kind, a)
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
	return b, booking.Wrap("count unsettled payments", err)
}

// reconcileOne claims a due attempt and asks the provider for its state.
func (s *Service) reconcileOne(ctx context.Context, id string) error {
	var a Attempt
	ask := false
	err := s.Store.Update(ctx, func(tx Tx) (err error) {
		a, ask, err = s.claimDue(tx, id)
		return err
	})
	if err != nil || !ask {
		return err
	}
	if a.State == StateApproval {
		return s.awaitApproval(ctx, a)
	}
	g, err := s.gateway(a.Method)
	if err != nil {
		return errors.Join(err, s.followUp(ctx, id, Reply{Event: EventUnknown}))
	}
	call, cancel := context.WithTimeout(ctx, s.Limits.Call)
	defer cancel()
	reply, err := g.Inquire(call, a.Handle())
	if err != nil {
		s.Log.Warn("the payment provider did not answer an inquiry", "attempt", id, "error", err)
		return s.followUp(ctx, id, Reply{Event: EventUnknown}) // the next inquiry follows after the pause
	}
	if reply.Event != EventNotFound {
		if err := s.settle(ctx, a, reply); err != nil {
			return err
		}
	}
	if a.State == StateUnknown && reply.Event == EventApproved { // the wallet has not received the capture
		if err := s.collect(ctx, id, StateUnknown); err != nil {
			return err
		}
	}
	return s.followUp(ctx, id, reply)
}

// claimDue claims a due attempt and schedules the next inquiry about it. It ends
// an attempt that waits for the browser. ask reports whether the provider must be
// asked now.
func (s *Service) claimDue(tx Tx, id string) (a Attempt, ask bool, err error) {
	b, a, err := lockByID(tx, id)
	if err != nil {
		return a, false, err
	}
	// The attempt seems to begin in the future: a clock has been set back
	// since. Its NextCheck may be far away, so it is handled now.
	settling := a.State == StateUnknown || a.State == StatePending
	fromFuture := a.State.Open() && !settling && a.CreatedAt.After(tx.Now().Add(booking.ClockSkew))
	if a.NextCheck.IsZero() || tx.Now().Before(a.NextCheck) && !fromFuture {
		return a, false, nil // another node is handling it
	}
	switch a.State {
	case StateCreated, StateChallenge:
		err = s.endAttempt(tx, &b, a, EventAbandoned, "left by the visitor")
		return a, false, err
	case StateApproval:
		ask, err = s.claimApproval(tx, &b, a)
		return a, ask, err
	default:
	}
	if a.State.calling() {
		a.State = StateUnknown
	}
	a.NextCheck = s.nextInquiry(a, tx.Now())
	a.countInquiry()
	if a.State.InFlight() && a.Checks >= len(unknownPauses) && a.addAlert(outcomeUnknown+"has been "+string(a.State)+" for a long time") {
		s.Log.Error("a payment's outcome has not been known for a long time", "attempt", a.ID, "booking", a.Ref, "state", a.State)
	}
	err = tx.SaveAttempt(a)
	return a, true, err
}

// nextInquiry returns when the inquiry after the one that begins now is due.
func (s *Service) nextInquiry(a Attempt, now time.Time) time.Time {
	pause := checkPause(a.Checks)
	if a.State.InFlight() {
		pause = max(pause, s.Limits.callOver())
	} else if !a.State.Requested() {
		pause = pauseAfter(a.Checks, a.settledPauses())
	}
	next := now.Add(pause)
	// The first answer that is not ignored as one about an earlier refund.
	if lagOver := a.LastCallAt.Add(s.Limits.Lag); a.State == StateRefundRequested && a.Refunds > 1 && now.Before(lagOver) && lagOver.Before(next) {
		return lagOver
	}
	return next
}

// countInquiry counts an inquiry, because the pauses grow with the count. An inquiry that a
// notification has caused does not count: repeated notifications would otherwise
// make the pauses longer. A reported approval is not forgotten before the capture,
// because the wallet may not answer the inquiry, or not show the approval yet.
func (a *Attempt) countInquiry() {
	if !a.Prompted {
		a.Checks++
	}
	a.Prompted = a.Prompted && a.State == StateApproval
}

var (
	// latePauses are the pauses between inquiries about an attempt that ended
	// without money because the provider did not know it. A payment that appears
	// later is refunded.
	latePauses = []time.Duration{time.Hour, 24 * time.Hour}
	// refundPauses are the pauses between inquiries about a refund that was reported as
	// done. It may fail days later, and the notification of that may be lost.
	refundPauses = []time.Duration{24 * time.Hour, 48 * time.Hour, 96 * time.Hour}
)

// settledPauses returns the pauses between inquiries about an attempt that is settled.
func (a Attempt) settledPauses() []time.Duration {
	if a.State == StateCaptured || a.State == StateRefunded {
		return refundPauses
	}
	return latePauses
}

// watch schedules inquiries about an attempt that is settled and may change after all.
func (a *Attempt) watch(now time.Time) {
	a.Checks, a.NextCheck = 1, now.Add(a.settledPauses()[0])
}

// followUp does what remains when an attempt is still not settled after the
// provider's answer: it ends the attempt, repeats a request, or stops the
// inquiries.
func (s *Service) followUp(ctx context.Context, id string, reply Reply) error {
	return s.Store.Update(ctx, func(tx Tx) error {
		b, a, err := lockByID(tx, id)
		if err != nil {
			return err
		}
		sinceLastCall := tx.Now().Sub(a.LastCallAt)
		late := !a.State.Open() && !a.State.Requested() && !a.NextCheck.IsZero()
		switch {
		case a.State == StateUnknown && reply.Event == EventNotFound:
			return s.notFound(tx, &b, a)
		case a.State == StateUnknown && s.givesUp(a, tx.Now()):
			s.Log.Error("a payment's outcome stays unknown; it counts as failed", "attempt", a.ID, "booking", a.Ref)
			a.addAlert(outcomeUnknown + "never became known: ask the provider")
			return s.endAndWatch(tx, &b, a, "the outcome never became known")
		case (a.State == StateCaptureRequested || a.State == StateCancelRequested) && reply.Event == EventAuthorised && sinceLastCall >= s.Limits.RepeatAfter:
			return s.enter(tx, &b, &a, EventNothingDone, reply)
		case late && reply.Event == EventUnknown && sinceLastCall < 2*s.Limits.GiveUp: // without an answer, the inquiry does not count
			// One that a notification caused did not count before either, so this must not go below 1.
			a.Checks, a.NextCheck = max(1, a.Checks-1), tx.Now().Add(latePauses[0])
			return tx.SaveAttempt(a)
		case late && a.Checks > len(a.settledPauses()):
			a.NextCheck = time.Time{}
			return tx.SaveAttempt(a)
		}
		return nil
	})
}

// givesUp reports whether an outcome has been unknown for too long. The time of the
// last call does not count, because a wallet's capture is repeated.
func (s *Service) givesUp(a Attempt, now time.Time) bool { return now.Sub(a.SentAt) >= s.Limits.GiveUp }

// notFound counts answers that the provider does not know the order. The
// attempt fails after two such answers in a row, at the earliest some minutes
// after the last call, because the provider's replicas may not be up to date.
func (s *Service) notFound(tx Tx, b *booking.Booking, a Attempt) error {
	if believed := a.LastCallAt.Add(s.Limits.NotFoundAfter); tx.Now().Before(believed) {
		a.NextCheck = tx.Now().Add(checkPause(a.Checks))
		if a.NextCheck.After(believed) {
			a.NextCheck = believed // the visitor waits for it
		}
		return tx.SaveAttempt(a)
	}
	a.Missing++
	if a.Missing >= 2 {
		return s.endAndWatch(tx, b, a, "the provider does not know the order")
	}
	a.NextCheck = tx.Now().Add(unknownPauses[0])
	return tx.SaveAttempt(a)
}

// endAndWatch ends an attempt for which money may still appear, and schedules
// later inquiries.
func (s *Service) endAndWatch(tx Tx, b *booking.Booking, a Attempt, why string) error {
	if err := s.endAttempt(tx, b, a, EventFailed, why); err != nil {
		return err
	}
	a, err := tx.LockAttempt(a.ID)
	if err != nil {
		return err
	}
	a.watch(tx.Now())
	return tx.SaveAttempt(a)
}

// Loop returns the background loop that calls Reconcile every few seconds.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "reconcile", Every: 3 * time.Second, Deadline: 5 * time.Minute, Round: func(ctx context.Context) error {
		_, err := s.Reconcile(ctx)
		return err
	}}
}
