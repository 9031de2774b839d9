package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/orderlog"
)

// journalWait is how long a payment waits for the disk of the order journal.
const journalWait = time.Second

// journal writes to the order journal that a provider is about to be asked to move money.
// Where that fails, the log says so and the payment goes on: the journal is only for the
// case that the database is lost.
func (s *Service) journal(a Attempt) {
	if s.Journal == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), journalWait)
	defer cancel()
	err := loop.Catch(func() error {
		return s.Journal(ctx, orderlog.Entry{At: a.LastCallAt.UTC(), Order: a.OrderCode, Method: string(a.Method), ProviderRef: a.ProviderRef, Ref: a.Ref, Amount: a.Amount})
	})
	if err != nil {
		s.Log.Error("a payment is not in the order journal: if the database is lost, only the provider knows of it", append([]any{"attempt", a.ID}, loop.LogAttrs(err)...)...)
	}
}

// LostOrder is an order of the journal of which the database lacks what it had when the
// provider was asked.
type LostOrder struct {
	orderlog.Entry
	// Known means that the database has the payment, as it was before the provider was
	// asked; AskAgain then has the servers ask.
	Known bool
}

// lacks reports whether an attempt is as it was before the call of an entry. Of an attempt
// of unknown outcome, and of an order that waits for approval, the servers ask the provider
// by themselves; of one that has taken money, nothing is missing.
func (a Attempt) lacks(e orderlog.Entry) bool {
	switch a.State {
	case StateCreated, StateChallenge, StateRefused, StateAuthenticationFailed, StateFailed, StateAbandoned:
		return a.LastCallAt.UnixMilli() < e.At.UnixMilli()
	default:
		return false
	}
}

// ordersAtOnce is how many orders one transaction looks for.
const ordersAtOnce = 200

// LostOrders returns the orders of a journal of which the database lacks something, in the
// same order.
func (s *Service) LostOrders(ctx context.Context, entries []orderlog.Entry) (lost []LostOrder, err error) {
	for len(entries) > 0 {
		n := min(ordersAtOnce, len(entries))
		var found []LostOrder
		err := s.Store.View(ctx, func(tx Tx) error {
			for _, e := range entries[:n] {
				a, err := tx.AttemptByOrder(e.Order)
				missing := errors.Is(err, booking.ErrNoRow)
				if err != nil && !missing {
					return err
				}
				if missing || a.lacks(e) {
					found = append(found, LostOrder{e, !missing})
				}
			}
			return nil
		})
		if err != nil {
			return nil, booking.Wrap("look for the orders of the journal", err)
		}
		lost, entries = append(lost, found...), entries[n:]
	}
	return lost, nil
}

// AskAbout asks the provider what has become of an order.
func (s *Service) AskAbout(ctx context.Context, e orderlog.Entry) (Reply, error) {
	g, err := s.gateway(Method(e.Method))
	if err != nil {
		return Reply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Call)
	defer cancel()
	return g.Inquire(ctx, Handle{OrderCode: e.Order, ProviderRef: e.ProviderRef, Amount: e.Amount})
}

// AskAgain ends an attempt that is as it was before the call of an entry, and has the
// servers ask the provider about it. What was taken is then returned, and what is reserved
// is released. Where nothing is missing it does nothing.
func (s *Service) AskAgain(ctx context.Context, e orderlog.Entry) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		unlocked, err := tx.AttemptByOrder(e.Order)
		if err != nil {
			return err
		}
		b, a, err := lockBoth(tx, unlocked)
		if err != nil || !a.lacks(e) {
			return err
		}
		if a.State.Open() {
			if err := s.endAttempt(tx, &b, a, EventAbandoned, "the database went back to before it was sent"); err != nil {
				return err
			}
			if a, err = tx.LockAttempt(a.ID); err != nil {
				return err
			}
		}
		if a.SentAt.IsZero() {
			a.SentAt = e.At
		}
		a.LastCallAt = e.At
		a.watch(tx.Now())
		a.NextCheck = tx.Now()
		return tx.SaveAttempt(a)
	})
	return booking.Wrap("ask about a payment again", err)
}

// ReportStray writes a job about a payment that has no booking, so that doctor and
// 'outbox list' show it. One that is there already stays as it is.
func (s *Service) ReportStray(ctx context.Context, p Stray) error {
	payload, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("write a job about an unknown payment: %w", err)
	}
	return s.Store.Update(ctx, func(tx Tx) error {
		return tx.Enqueue(outbox.Job{Kind: JobStray, Key: p.Order, Payload: string(payload)})
	})
}

// Fate is what has become of the money of an order that the database lacks.
type Fate string

// The fates of an order's money.
const (
	FateTaken    Fate = "taken"     // we have it, and owe a holiday or the money
	FateReserved Fate = "reserved"  // authorised at the visitor's bank, and not taken
	FateOpen     Fate = "not known" // the provider cannot say yet
	FateNone     Fate = "not taken" // or returned
)

// FateOf returns what an answer of a provider says of an order's money.
func FateOf(e Event) Fate {
	switch e {
	case EventCaptured, EventRefundFailed, EventRefundedInPart:
		return FateTaken
	case EventAuthorised, EventCaptureRequested, EventCancelRequested:
		return FateReserved
	case EventRefused, EventAuthenticationFailed, EventFailed, EventCancelled, EventExpired, EventRefundRequested, EventRefunded, EventNotApproved, EventNotFound:
		return FateNone
	default:
		return FateOpen
	}
}
