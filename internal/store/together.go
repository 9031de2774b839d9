package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// joinMax is how many callers' work one commit holds at most.
const joinMax = 64

// joiner queues work for Together. Whoever finds no one at work becomes the
// one who does it, for all that has queued, so nobody ever waits for company.
type joiner struct {
	mu      sync.Mutex
	queue   []*joinedWork
	working bool
}

type joinedWork struct {
	fn      func(*Tx) error
	started bool // under joiner.mu: too late to withdraw
	err     error
	done    chan struct{}
}

// Together runs fn as Update does, in one commit with what other callers have
// queued meanwhile, at most 64. Each stands for itself: an error or panic of
// one undoes that one alone. All stock is locked from the beginning, so joined
// work of several nodes runs one after the other and cannot deadlock.
//
// A context that ends before the work has begun withdraws it; after that the
// call waits for the true outcome. Work may run more than once before it is
// committed, so it must have no effect but through its Tx.
func (s *Store) Together(ctx context.Context, fn func(*Tx) error) error {
	start := time.Now()
	work := &joinedWork{fn: fn, done: make(chan struct{})}
	j := &s.joined
	j.mu.Lock()
	j.queue = append(j.queue, work)
	lead := !j.working
	j.working = true
	j.mu.Unlock()
	if lead {
		// Apart from the caller, who may go when its own work is done.
		s.running.Go(s.workOff)
	}
	err := s.await(ctx, work)
	s.observe("together", time.Since(start), err)
	return err
}

func (s *Store) await(ctx context.Context, work *joinedWork) error {
	select {
	case <-work.done:
		return work.err
	case <-ctx.Done():
	}
	s.joined.mu.Lock()
	if !work.started {
		work.started, work.fn = true, nil // workOff passes it over
		s.joined.mu.Unlock()
		return ctx.Err()
	}
	s.joined.mu.Unlock()
	<-work.done
	return work.err
}

// workOff commits queued work batch by batch until none is left.
func (s *Store) workOff() {
	for {
		batch := s.joined.take()
		if batch == nil {
			return
		}
		// The callers' contexts do not count here: many share the commit.
		ctx, cancel := context.WithTimeout(context.Background(), statementTimeout*time.Millisecond)
		err := s.retry(ctx, func() error { return s.commitBatch(ctx, batch) })
		cancel()
		for _, work := range batch {
			if err != nil {
				work.err = err
			}
			close(work.done)
		}
	}
}

// take removes at most joinMax pieces of work from the queue, passing over
// withdrawn ones; when there are none it ends the working and returns nil.
func (j *joiner) take() []*joinedWork {
	j.mu.Lock()
	defer j.mu.Unlock()
	var batch []*joinedWork
	for len(j.queue) > 0 && len(batch) < joinMax {
		work := j.queue[0]
		j.queue = j.queue[1:]
		if work.fn != nil {
			work.started = true
			batch = append(batch, work)
		}
	}
	if batch == nil {
		j.working, j.queue = false, nil
	}
	return batch
}

// commitBatch runs a batch in one transaction and leaves each piece's own error
// with it; the error returned is that of the whole. It hopes that no piece will
// have to be undone, and begins again with savepoints when one has, since these
// cost more than a hold itself does.
func (s *Store) commitBatch(ctx context.Context, batch []*joinedWork) error {
	err := s.tryBatch(ctx, batch, false)
	if errors.Is(err, errUndo) {
		err = s.tryBatch(ctx, batch, true)
	}
	return err
}

// errUndo says that a piece has failed and left something behind.
var errUndo = errors.New("a piece of joined work has to be undone")

// errPassedOver is the error of work that went on after a failed statement,
// which PostgreSQL's transactions do not do.
var errPassedOver = errors.New("a statement failed and its error was passed over")

func (s *Store) tryBatch(ctx context.Context, batch []*joinedWork, savepoints bool) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.sql.Rollback() }() // after a commit it does nothing
	if err := tx.LockStock(); err != nil {
		return err
	}
	kept := 0
	for _, work := range batch {
		if err := tx.piece(work, savepoints); errors.Is(err, errUndo) && len(batch) == 1 {
			return nil // its own failure is the whole's
		} else if err != nil {
			return err
		}
		if work.err == nil {
			kept++
		}
	}
	if kept == 0 {
		return nil
	}
	return tx.commit()
}

// piece runs one caller's work. A conflict fails the whole, so that it is tried
// again; any other error is the caller's own, and what it did is undone: what
// was counted in memory here, what was written by the savepoint, for want of
// which errUndo is returned.
func (tx *Tx) piece(work *joinedWork, savepoint bool) error {
	if savepoint {
		if _, err := tx.Exec("SAVEPOINT piece"); err != nil {
			return fmt.Errorf("begin a piece of joined work: %w", err)
		}
	}
	logged, stepped := len(tx.log), len(tx.steps)
	tx.wrote, tx.failed = false, false
	work.err = guarded(work.fn, tx)
	if errors.Is(work.err, ErrConflict) {
		return work.err
	}
	if work.err == nil && tx.failed {
		work.err = errPassedOver
	}
	if work.err != nil {
		tx.undo(logged, stepped)
		if !savepoint && (tx.wrote || tx.failed) {
			return errUndo
		}
		if savepoint {
			if _, err := tx.Exec("ROLLBACK TO SAVEPOINT piece"); err != nil {
				return fmt.Errorf("undo a piece of joined work: %w", err)
			}
		}
	}
	if savepoint {
		if _, err := tx.Exec("RELEASE SAVEPOINT piece"); err != nil {
			return fmt.Errorf("end a piece of joined work: %w", err)
		}
	}
	return nil
}

// undo takes back the changes of a piece.
func (tx *Tx) undo(logged, stepped int) {
	for _, s := range tx.steps[stepped:] {
		s.do(-1)
	}
	tx.steps = tx.steps[:stepped]
	tx.number -= int64(len(tx.log) - logged)
	tx.log = tx.log[:logged]
}
