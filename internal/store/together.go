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
// with it; the error returned is that of the whole.
func (s *Store) commitBatch(ctx context.Context, batch []*joinedWork) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.sql.Rollback() }() // after a commit it does nothing
	if err := tx.LockStock(); err != nil {
		return err
	}
	if len(batch) == 1 { // needs no savepoint: its own failure is the whole's
		batch[0].err = guarded(batch[0].fn, tx)
		if errors.Is(batch[0].err, ErrConflict) {
			return batch[0].err
		}
		if batch[0].err != nil {
			return nil
		}
		return tx.commit()
	}
	kept := 0
	for _, work := range batch {
		if err := tx.piece(work); err != nil {
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

// piece runs one caller's work in a savepoint. A conflict fails the whole, so
// that it is tried again; any other error is the caller's own.
func (tx *Tx) piece(work *joinedWork) error {
	if _, err := tx.Exec("SAVEPOINT piece"); err != nil {
		return fmt.Errorf("begin a piece of joined work: %w", err)
	}
	logged := len(tx.log)
	work.err = guarded(work.fn, tx)
	if errors.Is(work.err, ErrConflict) {
		return work.err
	}
	if work.err != nil {
		tx.number -= int64(len(tx.log) - logged)
		tx.log = tx.log[:logged]
		if _, err := tx.Exec("ROLLBACK TO SAVEPOINT piece"); err != nil {
			return fmt.Errorf("undo a piece of joined work: %w", err)
		}
	}
	if _, err := tx.Exec("RELEASE SAVEPOINT piece"); err != nil {
		return fmt.Errorf("end a piece of joined work: %w", err)
	}
	return nil
}
