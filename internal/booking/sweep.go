package booking

import (
	"context"
	"errors"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// expireOverdue ends an overdue hold and returns its nights.
func (s *Service) expireOverdue(tx Tx, ref string) error {
	b, err := tx.LockBooking(ref)
	if err != nil {
		return err
	}
	if b.State != Held || b.Live(tx.Now()) {
		return nil // paid or prolonged meanwhile
	}
	return s.apply(tx, &b, TimedOut)
}

// NightsKept is for how many days after its departure a stay's nights can still be
// returned. The store keeps booked nights for longer than that.
const NightsKept = 365

// ClockSkew is how far the clocks of nodes may differ. A hold that seems to begin
// further in the future was made while a clock was wrong, and the clock has been set
// back since. It counts as run out; otherwise it would keep its unit until that time.
const ClockSkew = 5 * time.Minute

// Sweep ends overdue holds, deletes old failures and grants, and returns how
// many holds it ended. Several nodes may run it at the same time. A hold that
// fails is reported and skipped. The sweep stops when the database is
// unavailable.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	ended, err := s.endOverdue(ctx)
	if err != nil {
		return ended, err
	}
	return ended, Wrap("discard what is over", s.store.Update(ctx, func(tx Tx) error {
		if _, err := tx.Discard(tx.Now().Add(-keepEnded)); err != nil {
			return err
		}
		return tx.DiscardTraces(tx.Now().Add(-AttemptsKept))
	}))
}

// endOverdue ends all overdue holds and returns how many it ended.
func (s *Service) endOverdue(ctx context.Context) (int, error) {
	return s.forEach(ctx, records{
		kind: badrecord.Hold,
		list: func(tx Tx, after string) ([]string, error) { return tx.OverdueHolds(after, recordPage) },
		do: func(ref string) error {
			return s.store.GroupCommit(ctx, func(tx Tx) error { return s.expireOverdue(tx, ref) })
		},
	})
}

// records says what is done with each record of a kind.
type records struct {
	kind badrecord.Kind
	// list returns the ids of the first recordPage records after an id.
	list func(tx Tx, after string) ([]string, error)
	do   func(id string) error
	// name is what staff see of a record that fails; nil: its id, which must then be no
	// secret.
	name func(id string) string
}

func (r records) nameOf(id string) string {
	if r.name == nil {
		return id
	}
	return r.name(id)
}

// recordPage is how many ids are listed at once.
const recordPage = 100

// forEach does something with each record and returns how many were done. One that
// fails is reported and skipped. It stops when the database is unavailable.
func (s *Service) forEach(ctx context.Context, r records) (done int, err error) {
	last, bad := "", map[string]error{}
	for {
		var ids []string
		err := s.store.View(ctx, func(tx Tx) (err error) {
			ids, err = r.list(tx, last)
			return err
		})
		if err != nil {
			return done, Wrap("list records of the kind "+string(r.kind), err)
		}
		for _, id := range ids {
			last = id
			err := loop.Catch(func() error { return r.do(id) })
			switch {
			case err == nil:
				done++
			case errors.Is(err, ErrUnavailable) || ctx.Err() != nil:
				return done, Wrap("work on a record of the kind "+string(r.kind), err)
			default:
				bad[r.nameOf(id)] = err
			}
		}
		if len(ids) < recordPage {
			s.bad.Set(r.kind, bad) // replaces the earlier list: another node may have done some
			return done, nil
		}
	}
}

// AttemptsKept is how long look-ups are counted and looked-up bookings may be seen.
const AttemptsKept = 24 * time.Hour

// keepEnded is how long unpaid expired holds and finished jobs are kept,
// without personal data, so that staff can answer questions about them.
const keepEnded = 30 * 24 * time.Hour

// Loop sweeps every few seconds.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "hold_sweep", Every: 5 * time.Second, Deadline: time.Minute, Round: func(ctx context.Context) error {
		_, err := s.Sweep(ctx)
		return err
	}}
}

// Overdue says how many holds have run out but were not ended, for metrics.
type Overdue struct {
	Holds int
	Since time.Time // when the oldest of them ran out; zero when there is none
}

// Overdue counts the holds that should have been ended. More than a few, or one
// that is minutes old, is a fault: their nights are not on sale.
func (s *Service) Overdue(ctx context.Context) (Overdue, error) {
	var o Overdue
	err := s.store.View(ctx, func(tx Tx) (err error) {
		o, err = tx.CountOverdue()
		return err
	})
	return o, Wrap("count overdue holds", err)
}
