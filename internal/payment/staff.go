package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"holidaymaker/internal/booking"
)

// StaffMember is a person of our staff who intervenes, and why.
type StaffMember struct {
	By, Why string
	// Agree is asked before anything is done, with the steps in words; nil
	// agrees.
	Agree func(steps []string) bool
}

// Agreed asks the member of staff whether the steps are to be done, and returns ErrNotAgreed
// where they are not.
func (m StaffMember) Agreed(steps ...string) error {
	if m.Agree != nil && !m.Agree(steps) {
		return ErrNotAgreed
	}
	return nil
}

// Action is what a member of staff has done, or a guest whose plan was carried out. It is
// recorded in the transaction that does it, and never changed.
type Action struct {
	ID      string // UUIDv7
	At      time.Time
	By, Why string
	Command string // such as 'booking refund'
	Ref     string // booking, or ""
	Attempt string // or ""
	Done    string // the steps in words
	// Key is the key of the request that asked for it, or "": a booking has it once.
	Key string
}

// The errors of a member of staff's commands.
var (
	ErrNotAgreed = errors.New("nothing was done")
	ErrChanged   = errors.New("something has changed meanwhile, so nothing was done: look again")
	ErrNoReason  = errors.New("say who you are and why")
)

// Refusal is the refusal of a member of staff's command, in plain words.
type Refusal string

func (i Refusal) Error() string { return string(i) }

// errPlanned ends the transaction in which a command is only tried out.
var errPlanned = errors.New("only planned")

// operate does a member of staff's command in two transactions. The first tries it out
// and is rolled back, so that the member of staff can agree to its plan. The second
// does it, if its plan has the same hash, and records it.
func (s *Service) operate(ctx context.Context, o StaffMember, command string, do func(tx Tx, p *Plan) error) error {
	if strings.TrimSpace(o.By) == "" || strings.TrimSpace(o.Why) == "" {
		return ErrNoReason
	}
	var planned Plan
	err := s.Store.GroupCommit(ctx, func(tx Tx) error {
		planned = Plan{}
		if err := do(tx, &planned); err != nil {
			return err
		}
		return errPlanned
	})
	if !errors.Is(err, errPlanned) {
		return booking.Wrap(command, err)
	}
	if err := o.Agreed(planned.Steps()...); err != nil {
		return err
	}
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		var p Plan
		if err := do(tx, &p); err != nil {
			return err
		}
		if p.Hash() != planned.Hash() {
			return ErrChanged
		}
		return tx.AddAction(p.record(Action{By: o.By, Why: o.Why, Command: command}))
	})
	if err == nil {
		s.Wake()
	}
	return booking.Wrap(command, err)
}

// SignOut ends the access of every browser to a paid booking, also of the one that made it:
// those who want to see it look it up again.
func (s *Service) SignOut(ctx context.Context, reference string, o StaffMember) error {
	return s.operate(ctx, o, "booking sign-out", func(tx Tx, p *Plan) error {
		b, err := booking.ByReference(tx, reference)
		if err != nil {
			return err
		}
		p.Ref = b.Ref
		if b.ConfirmedAt.IsZero() {
			return Refusal("it is not paid: nobody but the browser that holds it can see it, until the hold ends")
		}
		p.add("everybody who wants to see booking %s has to look it up again", b.Shown)
		b.Holder = ""
		return errors.Join(tx.ForgetAll(b.Ref), tx.SaveBooking(b))
	})
}
