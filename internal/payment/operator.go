package payment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/money"
)

// Operator is a person who intervenes, and why.
type Operator struct {
	By, Why string
	// Agree is asked before anything is done, with the steps in words; nil
	// agrees.
	Agree func(steps []string) bool
}

// Action is what an operator has done. It is recorded in the transaction that
// does it, and never changed.
type Action struct {
	ID      string // UUIDv7
	At      time.Time
	By, Why string
	Command string // such as 'booking refund'
	Ref     string // booking, or ""
	Attempt string // or ""
	Done    string // the steps in words
}

// The errors of an operator's commands.
var (
	ErrNotAgreed = errors.New("nothing was done")
	ErrChanged   = errors.New("something has changed meanwhile, so nothing was done: look again")
	ErrNoReason  = errors.New("say who you are and why")
)

// Impossible is the refusal of an operator's command, in plain words.
type Impossible string

func (i Impossible) Error() string { return string(i) }

// plan collects what a command does.
type plan struct {
	ref, attempt string
	steps        []string
}

func (p *plan) add(format string, args ...any) {
	p.steps = append(p.steps, fmt.Sprintf(format, args...))
}

// errPlanned ends the transaction in which a command is only tried out.
var errPlanned = errors.New("only planned")

// operate does an operator's command in two transactions. The first tries it out
// and is rolled back, so that the operator can agree to its steps. The second
// does it, if it takes the same steps, and records it.
func (s *Service) operate(ctx context.Context, o Operator, command string, do func(tx Tx, p *plan) error) error {
	if strings.TrimSpace(o.By) == "" || strings.TrimSpace(o.Why) == "" {
		return ErrNoReason
	}
	var planned plan
	err := s.Store.GroupCommit(ctx, func(tx Tx) error {
		planned = plan{}
		if err := do(tx, &planned); err != nil {
			return err
		}
		return errPlanned
	})
	if !errors.Is(err, errPlanned) {
		return wrap(command, err)
	}
	if o.Agree != nil && !o.Agree(planned.steps) {
		return ErrNotAgreed
	}
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		var p plan
		if err := do(tx, &p); err != nil {
			return err
		}
		if !slices.Equal(p.steps, planned.steps) {
			return ErrChanged
		}
		return tx.AddAction(Action{At: tx.Now(), By: o.By, Why: o.Why, Command: command, Ref: p.ref, Attempt: p.attempt, Done: strings.Join(p.steps, "; ")})
	})
	if err == nil {
		s.Wake()
	}
	return wrap(command, err)
}

// Overview is a booking with its attempts, ledger rows and operators' actions,
// for operators. It contains no personal data.
type Overview struct {
	Booking   booking.Booking
	Attempts  []Attempt
	Movements []ledger.Movement
	Actions   []Action
	Details   string // whether the booking has its personal details, in words
}

// Show reads a booking with its attempts. It returns booking.ErrNoRow if there
// is no such booking.
func (s *Service) Show(ctx context.Context, reference string) (Overview, error) {
	var o Overview
	err := s.Store.View(ctx, func(tx Tx) (err error) {
		if o.Booking, err = booking.Find(tx, reference); err != nil {
			return err
		}
		if o.Attempts, err = tx.Attempts(o.Booking.Ref); err != nil {
			return err
		}
		if o.Movements, err = tx.Movements(o.Booking.Ref); err != nil {
			return err
		}
		o.Actions, err = tx.Actions(o.Booking.Ref)
		return err
	})
	o.Details = o.Booking.Details()
	o.Booking.Contact, o.Booking.Members = booking.Contact{}, nil
	return o, wrap("show a booking", err)
}

// Cancel cancels a booking and puts its nights back on sale. It returns no
// money; Refund does. Only an authorisation that was not captured is cancelled.
// It fails with PaymentInProgress while an attempt is open, and with WrongState
// if the booking cannot be cancelled.
func (s *Service) Cancel(ctx context.Context, reference string, o Operator) error {
	return s.operate(ctx, o, "booking cancel", func(tx Tx, p *plan) error {
		b, attempts, err := s.forOperator(tx, reference, p)
		if err != nil {
			return err
		}
		if err := s.withdraw(tx, &b, booking.CancelAsked, p); err != nil {
			return err
		}
		for _, a := range attempts {
			if err := s.cancelUncaptured(tx, &b, a, false, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// Return is what an operator wants refunded of a booking.
type Return struct {
	// Amount is 0 for everything. KeepRest enters the rest as a fee, so that it
	// cannot be refunded later.
	Amount   money.Pence
	KeepRest bool
}

// Refund cancels a booking, if it is not cancelled yet, and refunds what was
// paid for it, or a part. It refunds again what failed to be refunded. It fails
// like Cancel, and with an Impossible if the amount cannot be refunded now.
func (s *Service) Refund(ctx context.Context, reference string, r Return, o Operator) error {
	return s.operate(ctx, o, "booking refund", func(tx Tx, p *plan) error {
		b, attempts, err := s.forOperator(tx, reference, p)
		if err != nil {
			return err
		}
		left, err := refundable(tx, attempts, r.Amount > 0)
		if err != nil {
			return err
		}
		var total money.Pence
		for _, amount := range left {
			total += amount
		}
		back := r.Amount
		if back == 0 {
			back = total
		}
		if back > total {
			return Impossible("only £" + total.String() + " can be refunded now")
		}
		event := booking.RefundMade
		if back < total && !r.KeepRest {
			event = booking.CancelAsked // the rest may be refunded later
		}
		_, possible := booking.Next(b.State, event)
		if gone := b.State == booking.Cancelled || b.State == booking.Refunded; possible || !gone || back == 0 {
			if err := s.withdraw(tx, &b, event, p); err != nil {
				return err
			}
		}
		for _, a := range slices.Backward(attempts) {
			if r.Amount == 0 {
				if err := s.cancelUncaptured(tx, &b, a, true, p); err != nil {
					return err
				}
			}
			part := min(back, left[a.ID])
			back -= part
			if err := s.giveBack(tx, &b, a, part, left[a.ID]-part, r.KeepRest, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// forOperator locks a booking and reads its attempts for a command.
func (s *Service) forOperator(tx Tx, reference string, p *plan) (booking.Booking, []Attempt, error) {
	b, err := booking.ByReference(tx, reference)
	if err != nil {
		return b, nil, err
	}
	if b.Attempt != "" {
		return b, nil, errInProgress
	}
	p.ref = b.Ref
	attempts, err := tx.Attempts(b.Ref)
	return b, attempts, err
}

func (s *Service) withdraw(tx Tx, b *booking.Booking, event booking.Event, p *plan) error {
	held := b.State.HoldsNights()
	if err := s.Bookings.Withdraw(tx, b, event); err != nil {
		return err
	}
	step := "booking " + b.Shown + " becomes " + string(b.State)
	if held {
		step += ", and its nights go back on sale"
	}
	p.add("%s", step)
	return nil
}

// refundable returns the captured amounts that can be refunded now, by attempt.
// With settled, it refuses while the capture or refund of an attempt is under
// way, because its money cannot be divided then.
func refundable(tx Tx, attempts []Attempt, settled bool) (map[string]money.Pence, error) {
	left := map[string]money.Pence{}
	for _, a := range attempts {
		switch a.State {
		case StateCaptured, StateRefundFailed:
			sums, err := a.sums(tx)
			if err != nil {
				return nil, err
			}
			left[a.ID] = sums.Refundable()
		case StateAuthorised, StateCaptureRequested, StateRefunding, StateRefundRequested:
			if settled {
				return nil, Impossible("payment " + a.ID + " is '" + string(a.State) + "': wait until that is done")
			}
		default:
		}
	}
	return left, nil
}

// cancelUncaptured cancels the authorisation of a cancelled booking. With
// refund, a capture in progress is refunded when it is done.
func (s *Service) cancelUncaptured(tx Tx, b *booking.Booking, a Attempt, refund bool, p *plan) error {
	a, err := tx.LockAttempt(a.ID)
	if err != nil || a.Amount == 0 {
		return err
	}
	switch {
	case a.State == StateAuthorised:
		p.add("the authorisation of £%s (payment %s) is cancelled", a.Amount, a.ID)
		return s.enter(tx, b, a, EventCancelWanted, Reply{Event: EventCancelWanted})
	case a.State == StateCaptureRequested && refund:
		p.add("£%s (payment %s) is refunded when it is captured", a.Amount, a.ID)
		a.GiveBack = a.Amount
		return tx.SaveAttempt(a)
	}
	return nil
}

// giveBack refunds a part of an attempt's captured money, and may enter the rest
// as a fee.
func (s *Service) giveBack(tx Tx, b *booking.Booking, a Attempt, part, rest money.Pence, keep bool, p *plan) error {
	a, err := tx.LockAttempt(a.ID)
	if err != nil {
		return err
	}
	if keep && rest > 0 {
		p.add("£%s of payment %s is kept as a fee", rest, a.ID)
		fee := a.movement(ledger.Fee, "kept when the rest was refunded")
		fee.Key, fee.Amount = fee.Key+"/"+strconv.Itoa(a.Refunds+1), rest
		if err := tx.AddMovement(fee); err != nil {
			return err
		}
	}
	if !keep && rest > 0 {
		p.add("£%s of payment %s stays here and can be refunded later", rest, a.ID)
	}
	if part == 0 {
		return nil
	}
	p.add("£%s of payment %s is refunded", part, a.ID)
	return s.refund(tx, b, a, part)
}

// Outcome is what an operator has found out at the provider.
type Outcome string

// The outcomes that an operator can enter.
const (
	OutcomeCaptured  Outcome = "captured"
	OutcomeCancelled Outcome = "cancelled"
	OutcomeRefunded  Outcome = "refunded"
	OutcomeFailed    Outcome = "failed"
)

var (
	authorisedOutcomes = map[Outcome]Event{OutcomeCaptured: EventCaptured, OutcomeCancelled: EventCancelled}
	refundOutcomes     = map[Outcome]Event{OutcomeRefunded: EventRefunded, OutcomeFailed: EventRefundFailed}
	lateOutcomes       = map[Outcome]Event{OutcomeCaptured: EventCaptured}
)

// outcomes gives the event of each outcome that an operator may enter in a
// state. The state machine then decides as if the provider had said so.
var outcomes = map[State]map[Outcome]Event{
	StateUnknown:    {OutcomeCaptured: EventCaptured, OutcomeCancelled: EventCancelled, OutcomeFailed: EventFailed},
	StatePending:    {OutcomeCaptured: EventCaptured, OutcomeCancelled: EventCancelled, OutcomeFailed: EventFailed},
	StateAuthorised: authorisedOutcomes, StateCaptureRequested: authorisedOutcomes,
	StateCancelling: authorisedOutcomes, StateCancelRequested: authorisedOutcomes,
	StateRefunding: refundOutcomes, StateRefundRequested: refundOutcomes,
	StateRefundFailed: {OutcomeRefunded: EventRefunded}, StateRefunded: {OutcomeFailed: EventRefundFailed},
	StateRefused: lateOutcomes, StateAuthenticationFailed: lateOutcomes, StateFailed: lateOutcomes, StateAbandoned: lateOutcomes,
	StateCancelled: lateOutcomes, StateLost: lateOutcomes,
}

// Outcomes lists what an operator may enter for an attempt.
func (a Attempt) Outcomes() []Outcome {
	if a.Amount == 0 || a.Method == Voucher || a.SentAt.IsZero() {
		return nil
	}
	return slices.Sorted(maps.Keys(outcomes[a.State]))
}

// Resolve enters the outcome of a payment that an operator has found out at the
// provider. It follows the state machine and the ledger. It fails with an
// Impossible where the outcome contradicts what is known.
func (s *Service) Resolve(ctx context.Context, id string, as Outcome, o Operator) error {
	return s.operate(ctx, o, "payment resolve --as "+string(as), func(tx Tx, p *plan) error {
		b, a, err := lockFor(tx, id, p)
		if err != nil {
			return err
		}
		if !slices.Contains(a.Outcomes(), as) {
			return Impossible(fmt.Sprintf("payment %s is '%s' and cannot be '%s': %s", a.ID, a.State, as, a.possible()))
		}
		before, from := b, a
		a.Alert = ""
		if as == OutcomeRefunded && a.GiveBack == 0 { // the refund that failed was reported as done before
			if a.GiveBack, err = a.failedRefund(tx); err != nil {
				return err
			}
			a.Refunds++
		}
		reply := Reply{Event: outcomes[a.State][as], Amount: a.Amount, Currency: "GBP", Text: "entered by " + o.By, Certain: true}
		if err := s.enter(tx, &b, a, reply.Event, reply); err != nil {
			return err
		}
		if a, err = tx.LockAttempt(id); err != nil {
			return err
		}
		if a.State == from.State {
			return Impossible("payment " + a.ID + " stays '" + string(a.State) + "': the ledger contradicts that outcome")
		}
		if from.State.InFlight() && !a.State.TookMoney() && a.NextCheck.IsZero() { // money may appear after all
			a.Checks, a.NextCheck = 1, tx.Now().Add(lateLooks[0])
			if err := tx.SaveAttempt(a); err != nil {
				return err
			}
		}
		return describe(tx, p, before, from, a)
	})
}

// possible says in words which outcomes an operator may enter.
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
func describe(tx Tx, p *plan, before booking.Booking, from, to Attempt) error {
	after, err := tx.Booking(before.Ref)
	if err != nil {
		return err
	}
	p.add("payment %s of £%s goes from '%s' to '%s'", to.ID, to.Amount, from.State, to.State)
	if before.State != after.State {
		p.add("booking %s goes from '%s' to '%s'", after.Shown, before.State, after.State)
	}
	if before.AmountPaid != after.AmountPaid {
		p.add("what counts as paid of booking %s goes from £%s to £%s", after.Shown, before.AmountPaid, after.AmountPaid)
	}
	if to.State == StateRefunding {
		p.add("£%s is refunded", to.GiveBack)
	}
	return nil
}

// lockFor locks an attempt and its booking for a command. It returns
// booking.ErrNoRow if there is no such attempt.
func lockFor(tx Tx, id string, p *plan) (booking.Booking, Attempt, error) {
	seen, err := tx.Attempt(id)
	if err != nil {
		return booking.Booking{}, seen, err
	}
	p.ref, p.attempt = seen.Ref, seen.ID
	return lockBoth(tx, seen)
}

// RefundAgain refunds once more what failed to be refunded of one payment. The
// booking stays as it is.
func (s *Service) RefundAgain(ctx context.Context, id string, o Operator) error {
	return s.operate(ctx, o, "payment refund", func(tx Tx, p *plan) error {
		b, a, err := lockFor(tx, id, p)
		if err != nil {
			return err
		}
		if a.State != StateRefundFailed {
			return Impossible("payment " + a.ID + " is '" + string(a.State) + "': only a refund that failed can be made again")
		}
		amount, err := a.failedRefund(tx)
		if err != nil {
			return err
		}
		p.add("£%s of payment %s is refunded", amount, a.ID)
		a.Alert = ""
		return s.refund(tx, &b, a, amount)
	})
}

// failedRefund returns the amount of an attempt's last refund, which has failed.
// If it failed after it was reported as done, only the ledger has its amount.
func (a Attempt) failedRefund(tx Tx) (money.Pence, error) {
	amount := a.GiveBack
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

// ClearAlert removes the alert of a payment that an operator has checked.
func (s *Service) ClearAlert(ctx context.Context, id string, o Operator) error {
	return s.operate(ctx, o, "payment clear-alert", func(tx Tx, p *plan) error {
		_, a, err := lockFor(tx, id, p)
		if err != nil {
			return err
		}
		if a.Alert == "" {
			return Impossible("payment " + a.ID + " has no alert")
		}
		p.add("the alert of payment %s is removed: %s", a.ID, a.Alert)
		a.Alert = ""
		return tx.SaveAttempt(a)
	})
}

// Unsettled lists payments that are not settled or have an alert; with stuck,
// those that an operator must look at.
func (s *Service) Unsettled(ctx context.Context, stuck bool, limit int) (all []Attempt, err error) {
	err = s.Store.View(ctx, func(tx Tx) (err error) {
		all, err = tx.Unsettled(stuck, limit)
		return err
	})
	return all, wrap("list payments", err)
}

// ShowPayment reads a payment with its booking. It returns booking.ErrNoRow if
// there is no such payment.
func (s *Service) ShowPayment(ctx context.Context, id string) (Attempt, Overview, error) {
	a, err := s.read(ctx, id)
	if err != nil {
		return a, Overview{}, wrap("show a payment", err)
	}
	o, err := s.Show(ctx, a.Ref)
	return a, o, err
}
