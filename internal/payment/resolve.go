package payment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Outcome is what a member of staff has found out at the provider.
type Outcome string

// The outcomes that a member of staff can enter.
const (
	OutcomeCaptured  Outcome = "captured"
	OutcomeCancelled Outcome = "cancelled"
	OutcomeRefunded  Outcome = "refunded"
	OutcomeFailed    Outcome = "failed"
	// OutcomeEarlierFailed means that the last refund has failed, and the one before it too.
	OutcomeEarlierFailed Outcome = "earlier-failed"
)

var (
	authorisedOutcomes = map[Outcome]Event{OutcomeCaptured: EventCaptured, OutcomeCancelled: EventCancelled}
	refundOutcomes     = map[Outcome]Event{OutcomeRefunded: EventRefunded, OutcomeFailed: EventRefundFailed}
	lateOutcomes       = map[Outcome]Event{OutcomeCaptured: EventCaptured}
)

// outcomes gives the event of each outcome that a member of staff may enter in a
// state. The state machine then decides as if the provider had said so. Only
// OutcomeEarlierFailed changes no state (earlierRefundFailed).
var outcomes = map[State]map[Outcome]Event{
	StateUnknown:    {OutcomeCaptured: EventCaptured, OutcomeCancelled: EventCancelled, OutcomeFailed: EventFailed},
	StatePending:    {OutcomeCaptured: EventCaptured, OutcomeCancelled: EventCancelled, OutcomeFailed: EventFailed},
	StateAuthorised: authorisedOutcomes, StateCaptureRequested: authorisedOutcomes,
	StateCancelling: authorisedOutcomes, StateCancelRequested: authorisedOutcomes,
	StateRefunding: refundOutcomes, StateRefundRequested: refundOutcomes,
	StateRefundFailed: {OutcomeRefunded: EventRefunded, OutcomeEarlierFailed: EventRefundFailed},
	StateRefunded:     {OutcomeFailed: EventRefundFailed},
	StateRefused:      lateOutcomes, StateAuthenticationFailed: lateOutcomes, StateFailed: lateOutcomes, StateAbandoned: lateOutcomes,
	StateCancelled: lateOutcomes, StateLost: lateOutcomes,
}

// Outcomes lists what a member of staff may enter for an attempt.
func (a Attempt) Outcomes() []Outcome {
	if a.Amount == 0 || a.Method == Voucher || a.SentAt.IsZero() {
		return nil
	}
	return slices.Sorted(maps.Keys(outcomes[a.State]))
}

// Resolve enters the outcome of a payment that a member of staff has found out at the
// provider. It follows the state machine and the ledger. It fails with an
// Refusal where the outcome contradicts what is known.
func (s *Service) Resolve(ctx context.Context, id string, outcome Outcome, o StaffMember) error {
	return s.operate(ctx, o, "payment resolve --as "+string(outcome), func(tx Tx, p *Plan) error {
		b, a, err := lockFor(tx, id, p)
		if err != nil {
			return err
		}
		if !slices.Contains(a.Outcomes(), outcome) {
			return Refusal(fmt.Sprintf("payment %s is '%s' and cannot be '%s': %s", a.ID, a.State, outcome, a.possible()))
		}
		bookingBefore, attemptBefore := b, a
		if outcome == OutcomeEarlierFailed {
			if err := s.earlierRefundFailed(tx, p, &a); err != nil {
				return err
			}
			return describe(tx, p, bookingBefore, attemptBefore, a)
		}
		a.endAlerts(outcomeAlerts)
		a.RefundedElsewhere = a.State == StateRefundFailed
		if outcome == OutcomeRefunded && a.ToRefund == 0 { // the refund that failed was reported as done before
			if a.ToRefund, err = a.failedRefund(tx); err != nil {
				return err
			}
			a.Refunds++
		}
		reply := Reply{Event: outcomes[a.State][outcome], Amount: a.Amount, Currency: "GBP", Text: "entered by " + o.By, Certain: true}
		if err := s.enter(tx, &b, &a, reply.Event, reply); err != nil {
			return err
		}
		if a, err = tx.LockAttempt(id); err != nil {
			return err
		}
		if a.State == attemptBefore.State {
			return Refusal("payment " + a.ID + " stays '" + string(a.State) + "': the ledger contradicts that outcome")
		}
		if attemptBefore.State.InFlight() && !a.State.TookMoney() && a.NextCheck.IsZero() { // money may appear after all
			a.watch(tx.Now())
			if err := tx.SaveAttempt(a); err != nil {
				return err
			}
		}
		return describe(tx, p, bookingBefore, attemptBefore, a)
	})
}

// earlierRefundFailed enters that the refund before the one that has failed did not reach
// the visitor either, although it was reported as done. Providers show only the last event
// of an order, so only a member of staff can know. Both amounts can then be refunded at once.
func (s *Service) earlierRefundFailed(tx Tx, p *Plan, a *Attempt) error {
	due, err := a.failedRefund(tx)
	if err != nil {
		return err
	}
	earlier, err := a.lastRefund(tx)
	if err != nil {
		return err
	}
	switch {
	case earlier.Key == "":
		return Refusal("payment " + a.ID + " has no other refund that was reported as done")
	case earlier.Method == ledger.Elsewhere:
		return Refusal("the refund of payment " + a.ID + " before the one that failed was made in another way than the payment")
	}
	if err := a.reverse(tx, earlier); err != nil {
		return err
	}
	if a.ToRefund == 0 { // the number of the refund that failed is in the ledger
		a.Refunds++
	}
	a.ToRefund = due + earlier.Amount
	a.endAlerts(refundAlerts)
	a.addAlert(refundsFailed + "together £" + a.ToRefund.String())
	p.add("the refund of £%s by payment %s counts as failed, too; £%s can be refunded again", earlier.Amount, a.ID, a.ToRefund)
	return tx.SaveAttempt(*a)
}

// possible says in words which outcomes a member of staff may enter.
func (a Attempt) possible() string {
	all := a.Outcomes()
	if len(all) == 0 {
		return "there is nothing to enter for it"
	}
	words := make([]string, len(all))
	for i, o := range all {
		words[i] = "'" + string(o) + "'"
	}
	return "it can be " + strings.Join(words, " or ")
}

// describe adds what a command has changed to its plan.
func describe(tx Tx, p *Plan, bookingBefore booking.Booking, before, after Attempt) error {
	bookingAfter, err := tx.Booking(bookingBefore.Ref)
	if err != nil {
		return err
	}
	if before.State != after.State {
		p.add("payment %s of £%s goes from '%s' to '%s'", after.ID, after.Amount, before.State, after.State)
	}
	if bookingBefore.State != bookingAfter.State {
		p.add("booking %s goes from '%s' to '%s'", bookingAfter.Shown, bookingBefore.State, bookingAfter.State)
	}
	if bookingBefore.AmountPaid != bookingAfter.AmountPaid {
		p.add("what counts as paid of booking %s goes from £%s to £%s", bookingAfter.Shown, bookingBefore.AmountPaid, bookingAfter.AmountPaid)
	}
	if after.State == StateRefunding {
		p.add("£%s is refunded", after.ToRefund)
	}
	return nil
}

// lockFor locks an attempt and its booking for a command. It returns
// booking.ErrNoRow if there is no such attempt.
func lockFor(tx Tx, id string, p *Plan) (booking.Booking, Attempt, error) {
	b, a, err := lockByID(tx, id)
	p.Ref, p.Attempt = a.Ref, a.ID
	return b, a, err
}

// RefundAgain refunds once more what failed to be refunded of one payment. The
// booking stays as it is.
func (s *Service) RefundAgain(ctx context.Context, id string, o StaffMember) error {
	return s.operate(ctx, o, "payment refund", func(tx Tx, p *Plan) error {
		b, a, err := lockFor(tx, id, p)
		if err != nil {
			return err
		}
		if a.State != StateRefundFailed {
			return Refusal("payment " + a.ID + " is '" + string(a.State) + "': only a refund that failed can be made again")
		}
		amount, err := a.failedRefund(tx)
		if err != nil {
			return err
		}
		p.add("£%s of payment %s is refunded", amount, a.ID)
		a.endAlerts(refundAlerts)
		return s.refund(tx, &b, &a, amount)
	})
}

// failedRefund returns the amount of an attempt's last refund, which has failed.
// If it failed after it was reported as done, only the ledger has its amount.
func (a Attempt) failedRefund(tx Tx) (money.Pence, error) {
	amount := a.ToRefund
	if amount > 0 {
		return amount, nil
	}
	all, err := tx.Movements(a.Ref)
	for _, m := range all {
		if m.Attempt == a.ID && m.Kind == ledger.RefundReversed {
			amount = m.Amount
		}
	}
	return amount, err
}

// ClearAlert removes the alert of a payment that a member of staff has checked.
func (s *Service) ClearAlert(ctx context.Context, id string, o StaffMember) error {
	return s.operate(ctx, o, "payment clear-alert", func(tx Tx, p *Plan) error {
		_, a, err := lockFor(tx, id, p)
		if err != nil {
			return err
		}
		if a.Alert == "" {
			return Refusal("payment " + a.ID + " has no alert")
		}
		p.add("the alert of payment %s is removed: %s", a.ID, a.Alert)
		a.Alert = ""
		return tx.SaveAttempt(a)
	})
}
