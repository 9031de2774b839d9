package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
)

// eventOf translates a provider's reply into an event. A payment of another
// amount or currency than the attempt's is treated as unwanted.
func eventOf(a Attempt, r Reply) Event {
	if !a.State.InFlight() {
		return r.Event
	}
	switch r.Event {
	case EventAuthorised:
		if a.mismatches(r) {
			return EventNotWanted
		}
	case EventChallenged:
		if a.State != StateSending {
			return EventRefused // a second challenge usually fails; the visitor must start again
		}
	case EventRefundRequested, EventRefunded:
		return EventFailed
	case EventDuplicate, EventNotFound, "":
		return EventUnknown
	default:
	}
	return r.Event
}

// mismatches reports whether a reply is about another amount or currency than
// the attempt's.
func (a Attempt) mismatches(r Reply) bool {
	return a.Method != Voucher && (r.Amount != a.Amount || r.Currency != "GBP")
}

// settle records a provider's answer and its effect on the booking in one
// transaction. A late or repeated answer has no effect. An answer that
// contradicts what is known is logged and sets the attempt's alert.
//
// Only a booking whose hold has ended may have to take its nights again. Where the
// database allows it, all other answers are recorded in parallel, and do not wait
// for transactions that take or return nights.
func (s *Service) settle(ctx context.Context, unlocked Attempt, r Reply) error {
	_, err := s.settled(ctx, unlocked, r)
	return err
}

// settled is settle, and returns the attempt and its booking as they are then.
func (s *Service) settled(ctx context.Context, unlocked Attempt, r Reply) (attemptWithBooking, error) {
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
		if contradicts || a.State.amountAgreed() && r.Amount != 0 && a.OddCapture == "" && a.mismatches(r) {
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

// contradicts reports whether an answer of the provider contradicts what is
// known of an attempt. Captured money that was refunded in part is the case in
// which the state alone does not tell.
func (a Attempt) contradicts(tx Tx, event Event) (bool, error) {
	if a.State != StateCaptured || event != EventRefunded && event != EventRefundRequested && event != EventRefundFailed {
		return Contradicts(a.State, event), nil
	}
	sums, err := a.sums(tx)
	return sums.Refunded == 0, err
}

// amountAgreed reports whether the provider has agreed to the amount of an
// attempt.
func (s State) amountAgreed() bool {
	return s.TookMoney() || s == StateRefunding || s == StateRefundRequested
}

// noteOddCapture notes the amount of a wallet's capture if it is not the attempt's.
func (a *Attempt) noteOddCapture(r Reply) {
	if a.Method == Wallet && a.mismatches(r) {
		a.OddCapture = r.Amount.String() + " " + r.Currency
	}
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
		if from.Open() && a.GiveBack == 0 {
			a.SettledAt = tx.Now()
		}
	case StateCaptureRequested, StateCancelRequested, StateRefundRequested:
		a.NextCheck = tx.Now()
	default:
	}
	if (event == EventRefunded || event == EventRefundedInPart) && !a.RefundedElsewhere {
		a.watch(tx.Now())
	}
	if err := errors.Join(s.writeMovements(tx, *b, a, from, event, r), tx.SaveAttempt(*a)); err != nil {
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

// decide turns the provider's event into the event for the attempt: it checks
// whether the booking can use the money, and whether a refund returns the whole
// amount.
func (s *Service) decide(tx Tx, b *booking.Booking, a *Attempt, event Event, r Reply) (Event, error) {
	switch {
	case event == EventNothingToPay, event == EventAuthorised && a.State.InFlight():
		taken, err := s.take(tx, b, *a, event)
		if err == nil && !taken {
			event = EventNotWanted
			if a.Method == Voucher {
				event = EventAbandoned
			}
		}
		return event, err
	case event == EventCaptured && (a.State.InFlight() || a.State == StateApproval):
		taken := false
		if !a.mismatches(r) {
			var err error
			if taken, err = s.take(tx, b, *a, event); err != nil {
				return event, err
			}
		}
		if !taken {
			a.GiveBack = a.Amount
			a.noteOddCapture(r)
		}
	case event == EventCaptured && a.State != StateCaptureRequested && a.State != StateAuthorised && a.State != StateLost:
		if _, ok := Next(a.State, event); ok {
			a.GiveBack = a.Amount // captured although it was cancelled or had ended
			a.noteOddCapture(r)
		}
	case event == EventRefundRequested || event == EventRefunded || event == EventRefundFailed:
		return s.refundNews(tx, a, event, r.Certain)
	}
	return event, nil
}

// refundNews decides what an answer about a refund means. Providers show only
// the last event of an order, and maybe an older state, so the answer may be
// about an earlier refund. It is then ignored.
func (s *Service) refundNews(tx Tx, a *Attempt, event Event, certain bool) (Event, error) {
	sums, err := a.sums(tx)
	if err != nil {
		return event, err
	}
	var (
		refunding = a.State == StateRefunding || a.State == StateRefundRequested
		again     = refunding && a.Refunds > 1 // not the attempt's first refund
		recent    = tx.Now().Sub(a.LastCallAt) < s.Limits.Lag
		// older means that the answer may be about an earlier refund
		older = a.Refunds > 1 && (recent && (refunding || event == EventRefundFailed) || a.State == StateRefunding && !a.RefundSent)
	)
	if event == EventRefundRequested && refunding && !older && !certain {
		a.RefundSeen = true
	}
	switch {
	case a.State == StateCaptured && sums.Refunded == 0:
		return EventUnknown, nil // there is no refund
	case !certain && a.State == StateRefundFailed && (a.GiveBack == 0 || a.Refunds > 1),
		!certain && older,
		event == EventRefundFailed && a.RefundedElsewhere,
		!certain && again && a.State == StateRefunding && !a.RefundSeen:
		return EventUnknown, nil
	case event == EventRefunded && a.State != StateCaptured && sums.Refundable() > a.GiveBack:
		return EventRefundedInPart, nil
	}
	return event, nil
}

// follow does the work that belongs to the new state.
func (s *Service) follow(tx Tx, b *booking.Booking, a *Attempt, from State, r Reply) error {
	if kind, ok := jobs[a.State]; ok {
		if a.State == StateCancelling && a.SettledAt.IsZero() {
			s.Log.Error("an authorised payment is released", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		}
		if err := enqueue(tx, kind, *a); err != nil {
			return err
		}
	}
	switch {
	case a.State == StateCaptured && a.GiveBack > 0:
		if from.Open() {
			if err := s.closed(tx, b, *a); err != nil {
				return err
			}
		}
		s.Log.Error("captured money is returned", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		return s.refund(tx, b, a, a.GiveBack)
	case a.State == StateLost:
		s.Log.Error("an authorised payment is lost", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		a.addAlert(tookBack + " that the booking had: " + a.Note)
		return errors.Join(tx.SaveAttempt(*a), s.Bookings.PaymentLost(tx, b, a.ID))
	case a.State == StateRefundFailed:
		s.Log.Error("a refund has failed", "attempt", a.ID, "booking", b.Ref, "note", a.Note)
		a.addAlert(refundFailed + a.Note)
		return tx.SaveAttempt(*a)
	case a.State == StatePending:
		return s.Bookings.PaymentPending(tx, *b)
	case a.State == StateCancelled && (from == StateCancelling || from == StateCancelRequested):
		return s.Bookings.PaymentReleased(tx, *b, a.ID, a.Amount)
	case from.Open() && !a.State.Open() && !a.State.TookMoney():
		if from == StatePending {
			if err := s.Bookings.PaymentDenied(tx, *b, a.ID, a.Amount); err != nil {
				return err
			}
		}
		return s.closed(tx, b, *a)
	}
	return nil
}

// refund starts the refund of an amount of captured money.
func (s *Service) refund(tx Tx, b *booking.Booking, a *Attempt, amount money.Pence) error {
	a.GiveBack, a.RefundSent, a.RefundSeen, a.RefundedElsewhere = amount, false, false, false
	a.Refunds++
	return s.enter(tx, b, a, EventRefundWanted, Reply{Event: EventRefundWanted})
}

// take uses the money for the booking. It returns false if the booking cannot
// use it. A booking that another payment has confirmed meanwhile takes only
// top-ups.
func (s *Service) take(tx Tx, b *booking.Booking, a Attempt, event Event) (bool, error) {
	if !a.TopUp && b.State == booking.Confirmed {
		return false, nil
	}
	if _, ok := Next(a.State, event); !ok || !b.CanTake(a.Amount) || a.Method == Voucher && !a.fits(*b) {
		return false, nil
	}
	updated := *b
	err := s.Bookings.TakePayment(tx, &updated, booking.Taken{
		Amount: a.Amount, Attempt: a.ID, Method: string(a.Method), Order: a.OrderCode, Deposit: a.Option == booking.PayDeposit, Asked: a.CreatedAt})
	if errors.Is(err, booking.ErrHolidayGone) || errors.Is(err, booking.ErrVoucherSpent) {
		return false, nil
	}
	if err == nil {
		*b = updated
	}
	return err == nil, err
}

// endAttempt ends an attempt that took no money.
func (s *Service) endAttempt(tx Tx, b *booking.Booking, a Attempt, event Event, why string) error {
	to, ok := Next(a.State, event)
	if !ok {
		return errInProgress
	}
	a.State, a.Note, a.NextCheck, a.Client = to, why, time.Time{}, ""
	return errors.Join(tx.SaveAttempt(a), s.closed(tx, b, a))
}

// closed records in the booking that an attempt took no money, unless the booking
// waits for another attempt.
func (s *Service) closed(tx Tx, b *booking.Booking, a Attempt) error {
	if b.Attempt != "" && b.Attempt != a.ID {
		return nil
	}
	return s.Bookings.ClosePayment(tx, b)
}

func note(r Reply) string {
	n := string(r.Event)
	if r.Code != "" {
		n += " " + r.Code
	}
	if r.Text != "" {
		n += ": " + r.Text
	}
	return strings.ToValidUTF8(n[:min(len(n), 200)], "")
}
