package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// Action is what a member of staff has done. It is recorded in the transaction that
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

// The errors of a member of staff's commands.
var (
	ErrNotAgreed = errors.New("nothing was done")
	ErrChanged   = errors.New("something has changed meanwhile, so nothing was done: look again")
	ErrNoReason  = errors.New("say who you are and why")
)

// Refusal is the refusal of a member of staff's command, in plain words.
type Refusal string

func (i Refusal) Error() string { return string(i) }

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

// operate does a member of staff's command in two transactions. The first tries it out
// and is rolled back, so that the member of staff can agree to its steps. The second
// does it, if it takes the same steps, and records it.
func (s *Service) operate(ctx context.Context, o StaffMember, command string, do func(tx Tx, p *plan) error) error {
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
		return booking.Wrap(command, err)
	}
	if err := o.Agreed(planned.steps...); err != nil {
		return err
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
	return booking.Wrap(command, err)
}
