package store

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// ChangeKind says what a change is about.
type ChangeKind string

// The kinds of changes that nodes follow.
const (
	// NightsChanged: nights of Unit were taken or returned. Detail says how
	// many units are taken now; see ParseBookedNights.
	NightsChanged ChangeKind = "stock"
	// CatalogueLive and PricesLive: a generation was published. Detail is its
	// id.
	CatalogueLive ChangeKind = "catalogue"
	PricesLive    ChangeKind = "prices"
	// PricesStaged: a full set of prices is complete and soon to be published.
	// Detail is its id. What is for sale has not changed.
	PricesStaged ChangeKind = "staged"
	// HolidaysLive: a file of school holidays was published.
	HolidaysLive ChangeKind = "holidays"
	// ContentChanged: what editors write has changed. What is for sale has not.
	ContentChanged ChangeKind = "content"
)

// Change is one entry of the change log.
type Change struct {
	Number int64 // in commit order, without gaps
	Kind   ChangeKind
	Unit   string // unit type id, or ""
	Detail string
}

// LockChanges locks everything that searches show (booked nights, prices,
// catalogue) until the end of the transaction. It locks a single row, whose
// number orders the changes. An Update that locks other rows and then takes or
// returns nights must call LockChanges first, so that all transactions take
// locks in the same order. GroupCommit has already called it.
func (tx *Tx) LockChanges() error {
	if tx.locked {
		return nil
	}
	err := tx.QueryRow("SELECT number FROM change_counter WHERE id = 1" + tx.ForUpdate()).Scan(&tx.number)
	if err != nil {
		return fmt.Errorf("lock the changes: %w", err)
	}
	tx.locked = true
	return nil
}

// Change returns the number of the transaction's last change so far, or 0 for
// none. The number is only final once the transaction is committed.
func (tx *Tx) Change() int64 {
	if len(tx.log) == 0 {
		return 0
	}
	return tx.number
}

// change logs a change. The caller must hold the lock of LockChanges.
func (tx *Tx) change(kind ChangeKind, unit, detail string) {
	tx.number++
	tx.log = append(tx.log, Change{Number: tx.number, Kind: kind, Unit: unit, Detail: detail})
}

// AnnounceContent logs that content has changed, for all nodes.
func (s *Store) AnnounceContent(ctx context.Context) error {
	err := s.Update(ctx, func(tx *Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		tx.change(ContentChanged, "", "")
		return nil
	})
	if err != nil {
		return fmt.Errorf("announce new content: %w", err)
	}
	return nil
}

// writeLog writes the transaction's changes and advances the change counter.
func (tx *Tx) writeLog() error {
	if len(tx.log) == 0 {
		return nil
	}
	var rows values
	for _, c := range tx.log {
		rows.add(c.Number, string(c.Kind), c.Unit, c.Detail, tx.NowMs())
	}
	err := rows.later(tx, "INSERT INTO change_log (number, kind, unit_type, detail, at_ms) VALUES ", "",
		func(err error) error { return fmt.Errorf("write the change log: %w", err) })
	if err != nil {
		return err
	}
	return tx.later(statement{query: "UPDATE change_counter SET number = $1 WHERE id = 1", args: []any{tx.number},
		failed: func(err error) error { return fmt.Errorf("move the change counter: %w", err) }})
}

// LastChange returns the number of the last change that the transaction sees.
func (tx *Tx) LastChange() (int64, error) {
	var number int64
	err := tx.QueryRow("SELECT number FROM change_counter WHERE id = 1").Scan(&number)
	return number, err
}

// ChangesMax is the largest number of changes that one call of Changes returns.
const ChangesMax = 1000

// ChangeBatch is a part of the change log.
type ChangeBatch struct {
	Changes []Change // in order, at most ChangesMax; fewer means that there are no more
	Last    int64    // number of the last change of the whole log
	// Complete is false when changes in between are no longer in the log. The
	// follower then has to load everything again.
	Complete bool
}

// Changes reads the changes after a number.
func (s *Store) Changes(ctx context.Context, after int64) (batch ChangeBatch, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		batch = ChangeBatch{}
		if batch.Last, err = tx.LastChange(); err != nil || batch.Last <= after {
			batch.Complete = batch.Last == after // Last is smaller when the database was replaced
			return err
		}
		batch.Changes, err = Select(tx, readChange, `SELECT number, kind, unit_type, detail FROM change_log
			WHERE number > $1 ORDER BY number LIMIT $2`, after, ChangesMax)
		// Nodes' clocks differ, so pruning leaves gaps at the old end of the
		// log.
		n := len(batch.Changes)
		batch.Complete = n > 0 && batch.Changes[n-1].Number == after+int64(n)
		return err
	})
	if err != nil {
		return ChangeBatch{}, fmt.Errorf("read the change log after %d: %w", after, err)
	}
	return batch, nil
}

func readChange(scan func(into ...any) error) (c Change, err error) {
	err = scan(&c.Number, &c.Kind, &c.Unit, &c.Detail)
	return c, err
}

// pollEvery is how often a follower reads the log without a notification. On
// SQLite polling finds the changes of other processes, on PostgreSQL those
// whose notification was lost.
const pollEvery = 150 * time.Millisecond

// Subscribe returns a function that waits until this or another node has
// probably logged a change since the call of Subscribe. It waits at most 150
// ms, or until ctx ends. Call Subscribe before reading, so that no change in
// between is missed:
//
//	for {
//		changed := s.Subscribe()
//		batch, err := s.Changes(ctx, last)
//		…
//		changed(ctx)
//	}
func (s *Store) Subscribe() (await func(context.Context)) {
	changedHere, changedElsewhere := s.changed.next(), s.foreign.next()
	return func(ctx context.Context) {
		timer := time.NewTimer(pollEvery)
		defer timer.Stop()
		select {
		case <-changedHere:
		case <-changedElsewhere:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

// Wake wakes this process's followers, as a change does.
func (s *Store) Wake() { s.foreign.fire() }

// PruneChanges deletes log entries older than keep, a few at a time.
func (s *Store) PruneChanges(ctx context.Context, keep time.Duration) error {
	err := s.deleteInBatches(ctx, `DELETE FROM change_log WHERE number IN
		(SELECT number FROM change_log WHERE at_ms < $1 ORDER BY number LIMIT $2)`, s.Now().Add(-keep).UnixMilli(), 1000)
	if err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	return nil
}

// Committed returns the number of the last change that this process has
// committed, or 0 for none. A follower that has applied this change shows
// everything that this process has written.
func (s *Store) Committed() int64 { return s.committed.Load() }

// highest is a number that can only increase.
type highest struct{ atomic.Int64 }

func (h *highest) raise(to int64) {
	for {
		now := h.Load()
		if now >= to || h.CompareAndSwap(now, to) {
			return
		}
	}
}

// signal wakes any number of waiters at once.
type signal struct {
	mu sync.Mutex
	ch chan struct{}
}

// next returns a channel that is closed by the next fire.
func (s *signal) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch == nil {
		s.ch = make(chan struct{})
	}
	return s.ch
}

func (s *signal) fire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch != nil {
		close(s.ch)
		s.ch = nil
	}
}
