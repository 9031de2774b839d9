package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
)

// settle records a provider's answer and its effect on the booking in one
// transaction. A late or repeated answer has no effect. An answer that
// contradicts what is known is logged and sets the attempt's alert.
//
// Only a booking whose hold has ended may have to take its nights again. Where the
// database allows it, all other answers are recorded in parallel, and do not wait
// for transactions that take or return nights.
func (s *Service) settle(ctx context.Context, unlocked Attempt, r Reply) error {
	_, err := s.settleAndRead(ctx, unlocked, r)
	return err
}

// settleAndRead is settle, and returns the attempt and its booking as they are then.
func (s *Service) settleAndRead(ctx context.Context, unlocked Attempt, r Reply) (attemptWithBooking, error) {
	now, err := s.settleOnce(ctx, unlocked, r, !s.Store.Parallel())
	if errors.Is(err, errHoldEnded) {
		now, err = s.settleOnce(ctx, unlocked, r, true)
	}
	if err == nil {
		s.Wake()
	}
	return now, booking.Wrap("settle a payment", err)
}

// attemptWithBooking is an attempt and its booking as a transaction has left them.
type attemptWithBooking struct {
	attempt Attempt
	booking booking.Booking
}

// errHoldEnded means that the hold of a booking has ended, so that the transaction may
// have to take nights, which it must not.
var errHoldEnded = errors.New("the hold of the booking has ended")

// settleOnce settles a payment in one transaction, which may take nights or not. The
// caller has read the attempt in an earlier transaction, so it is read again.
func (s *Service) settleOnce(ctx context.Context, unlocked Attempt, r Reply, takesNights bool) (now attemptWithBooking, err error) {
	commit := s.Store.Update
	if takesNights {
		commit = s.Store.GroupCommit
	}
	var fault string
	err = commit(ctx, func(tx Tx) error {
		fault = ""
		b, a, err := lockBoth(tx, unlocked)
		if err != nil {
			return err
		}
		defer func() { now = attemptWithBooking{a, b} }()
		if a.Method == Voucher && a.State != StateCreated {
			return nil // another press of the button was faster, or the attempt has ended
		}
		if b.State == booking.Expired && !takesNights {
			return errHoldEnded
		}
		if r.Event != EventNotFound {
			a.Missing = 0
		}
		event := eventOf(a, r)
		if a.Method == Voucher && event == EventAuthorised {
			event = EventNothingToPay
		}
		contradicts, err := a.contradicts(tx, event)
		if err != nil {
			return err
		}
		if contradicts || a.State.amountAgreed() && r.Amount != 0 && a.WrongCapture == "" && a.mismatches(r) {
			fault = string(a.State) + contradiction + note(r)
		}
		if (a.State.InFlight() || a.State == StateApproval) && (r.Event == EventAuthorised || r.Event == EventCaptured) && a.mismatches(r) {
			fault = fmt.Sprintf("%s of %s %s"+insteadOfAmount+"%s", r.Event, r.Amount, r.Currency, a.Amount)
		}
		// Inquiries repeat the last event, also after a member of staff has removed the alert.
		if r.Dispute != "" && r.Dispute != a.Dispute {
			a.addAlert(disputeAlert(a.Ref, r.Dispute))
			a.Dispute = r.Dispute
			s.Log.Error("the provider reports a dispute", "attempt", a.ID, "booking", a.Ref, "event", r.Dispute)
		}
		foreign := ""
		if r.Foreign != "" {
			foreign = "the provider has refunded " + r.Foreign + " without us: correct the booking"
		}
		fault = a.addAlerts(fault, foreign)
		if fault != "" {
			if _, ok := Next(a.State, event); !ok {
				return tx.SaveAttempt(a)
			}
		}
		return s.enter(tx, &b, &a, event, r)
	})
	if err == nil && fault != "" {
		s.Log.Error("the payment provider contradicts what is known of a payment", "attempt", unlocked.ID, "contradiction", fault)
	}
	return now, err
}

// enter applies an event to an attempt and its booking, following the state
// machine.
func (s *Service) enter(tx Tx, b *booking.Booking, a *Attempt, event Event, r Reply) error {
	event, err := s.decide(tx, b, a, event, r)
	if err != nil {
		return err
	}
	to, ok := Next(a.State, event)
	if !ok {
		return tx.SaveAttempt(*a) // decide may have changed a field
	}
	from := a.State
	a.State, a.Note = to, note(r)
	if r.Authorised.ID != "" {
		a.Authorised = r.Authorised
	}
	if r.Stickiness != "" {
		a.Stickiness = r.Stickiness
	}
	a.NextCheck, a.Checks = time.Time{}, checksAfter(from, to, a.Checks)
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
	case StateApproval:
		a.NextCheck, a.Prompted, a.Declined = a.approvalCheck(tx.Now()), false, a.Declined+1
		b.Sent = false // the hold ends again if the visitor does not approve
		if err := tx.SaveBooking(*b); err != nil {
			return err
		}
	case StateFailed:
		if a.Method == Wallet && from.InFlight() { // money that appears later is refunded
			a.watch(tx.Now())
		}
	case StateUnknown, StatePending:
		a.NextCheck = tx.Now().Add(checkPause(a.Checks))
	case StateAuthorised, StateCaptured:
		if from.Open() && a.ToRefund == 0 {
			a.SettledAt = tx.Now()
		}
	case StateCaptureRequested, StateCancelRequested, StateRefundRequested:
		a.NextCheck = tx.Now()
	default:
	}
	if (event == EventRefunded || event == EventRefundedInPart) && !a.RefundedElsewhere {
		a.watch(tx.Now())
	}
	if err := s.writeMovements(tx, *b, a, from, event, r); err != nil {
		return err
	}
	if err := tx.SaveAttempt(*a); err != nil {
		return err
	}
	return s.follow(tx, b, a, from, r)
}

// checksAfter returns the number of inquiries that count after a change of
// state. A new state starts again with the short pauses.
func checksAfter(from, to State, checks int) int {
	if from == to || from.InFlight() && (to == StateUnknown || to == StateApproval) {
		return checks
	}
	return 0
}
