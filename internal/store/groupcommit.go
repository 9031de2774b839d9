package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"holidaymaker/internal/loop"
)

// groupMax is the largest number of callers whose work shares one commit.
const groupMax = 64

// commitQueue is the queue of GroupCommit. A caller that finds no leader
// running starts one. The leader commits everything in the queue. So no caller
// waits for other callers to arrive.
type commitQueue struct {
	mu      sync.Mutex
	queue   []*queuedWork
	working bool
}

type queuedWork struct {
	fn      func(*Tx) error
	started bool // guarded by commitQueue.mu; true: too late to withdraw
	err     error
	done    chan struct{}
}

// GroupCommit runs fn as Update does, but in one commit with the work of other
// callers that queued meanwhile, at most 64. Each work is independent: an error
// or panic undoes only its own changes. The lock of LockChanges is taken at the
// beginning, so groups of several nodes run one after the other and cannot
// deadlock.
//
// When ctx ends before the work has begun, the work is withdrawn. After that,
// the call waits for the outcome. fn may run more than once before it is
// committed, so it must not change anything except through its Tx.
func (s *Store) GroupCommit(ctx context.Context, fn func(*Tx) error) error {
	if err := s.health.fail(); err != nil {
		return err
	}
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	start := time.Now()
	work := &queuedWork{fn: fn, done: make(chan struct{})}
	commits := &s.commits
	commits.mu.Lock()
	commits.queue = append(commits.queue, work)
	lead := !commits.working
	commits.working = true
	commits.mu.Unlock()
	if lead {
		// In a goroutine of its own, because this caller returns when its own
		// work is done.
		s.running.Go(s.lead)
	}
	err := s.await(ctx, work)
	s.observe("group_commit", time.Since(start), err)
	return err
}

func (s *Store) await(ctx context.Context, work *queuedWork) error {
	var cause error
	select {
	case <-work.done:
		return work.err
	case <-ctx.Done():
		cause = translate(ctx.Err())
	case <-s.health.wentDown():
		cause = s.health.fail()
	}
	s.commits.mu.Lock()
	if !work.started {
		work.started, work.fn = true, nil // the leader skips it
		s.commits.mu.Unlock()
		return fmt.Errorf("withdraw work that waits for a commit: %w", cause)
	}
	s.commits.mu.Unlock()
	<-work.done
	return work.err
}

// lead commits queued work, group by group, until the queue is empty.
func (s *Store) lead() {
	for {
		batch := s.commits.take()
		if batch == nil {
			return
		}
		// Many callers share the commit, so it does not end with one caller's
		// context.
		ctx, cancel := context.WithTimeout(context.Background(), s.deadline)
		err := s.retry(ctx, func() error { return s.commitGroup(ctx, batch) })
		cancel()
		s.health.wrote(err)
		for _, work := range batch {
			if err != nil {
				work.err = err
			}
			close(work.done)
		}
	}
}

// take removes the next group from the queue and omits withdrawn work. When the
// queue is empty it marks that there is no leader and returns nil.
func (q *commitQueue) take() []*queuedWork {
	q.mu.Lock()
	defer q.mu.Unlock()
	var batch []*queuedWork
	for len(q.queue) > 0 && len(batch) < groupMax {
		work := q.queue[0]
		q.queue = q.queue[1:]
		if work.fn != nil {
			work.started = true
			batch = append(batch, work)
		}
	}
	if batch == nil {
		q.working, q.queue = false, nil
	}
	return batch
}

// commitGroup runs a group in one transaction and stores each work's own error
// with the work. The error that it returns concerns the whole group. It first
// runs without savepoints, because they cost more than a hold does. When a work
// must be undone, it runs the group again with savepoints.
func (s *Store) commitGroup(ctx context.Context, batch []*queuedWork) error {
	err := s.tryGroup(ctx, batch, false)
	if errors.Is(err, errUndo) {
		err = s.tryGroup(ctx, batch, true)
	}
	return err
}

// errUndo means that a work failed after it had written something.
var errUndo = errors.New("work of a group commit has to be undone")

// errIgnored is the error of work that ignored a failed statement. After a
// failed statement PostgreSQL refuses all others in the transaction.
var errIgnored = errors.New("a statement failed and its error was ignored")

func (s *Store) tryGroup(ctx context.Context, batch []*queuedWork, savepoints bool) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer tx.sql.rollback() // no effect after a commit
	tx.careful = savepoints
	if err := tx.LockChanges(); err != nil {
		return err
	}
	succeeded := 0
	for _, work := range batch {
		if err := tx.runQueued(work, savepoints); errors.Is(err, errUndo) && len(batch) == 1 && !errors.Is(work.err, errNotNew) {
			return nil // a single work's failure is the whole group's
		} else if err != nil {
			return err
		}
		if work.err == nil {
			succeeded++
		}
	}
	if succeeded == 0 {
		return nil
	}
	err = tx.commit()
	if !savepoints && isOfAWork(err, len(batch)) {
		return errUndo
	}
	return err
}

// isOfAWork reports whether the error of a commit may come from a statement of one
// caller's work that was sent with the commit. The group is then run again in a way that
// shows whose error it is; the error of a group of one work belongs to that work anyway.
func isOfAWork(err error, works int) bool {
	if err == nil || errors.Is(err, ErrConflict) || errors.Is(err, ErrUnavailable) {
		return false
	}
	return works > 1 || errors.Is(err, errNotNew)
}

// runQueued runs one caller's work. It returns a conflict, so that the whole
// group is tried again. Any other error belongs to the caller, and the work's
// changes are undone: those in memory here, those in the database by the
// savepoint. Where there is no savepoint it returns errUndo, and statements that wait are
// left to the next work or to the commit, unless one of them has to be checked.
func (tx *Tx) runQueued(work *queuedWork, savepoint bool) error {
	if savepoint {
		if _, err := tx.Exec("SAVEPOINT work"); err != nil {
			return fmt.Errorf("begin work of a group commit: %w", err)
		}
	}
	logged, stepped := len(tx.log), len(tx.steps)
	tx.wrote, tx.failed, tx.locks = false, false, nil
	// One caller's panic must not end a commit that it shares with other
	// callers.
	work.err = loop.Catch(func() error {
		if err := work.fn(tx); err != nil {
			return err
		}
		if !savepoint {
			return tx.flushChecked() // what the next work reads first would get its error
		}
		return tx.flush() // an error of what waits is this work's
	})
	if errors.Is(work.err, ErrConflict) {
		return work.err
	}
	if work.err == nil && tx.failed {
		work.err = errIgnored
	}
	if work.err != nil {
		tx.undo(logged, stepped)
		if !savepoint && (tx.wrote || tx.failed) {
			return errUndo
		}
		if savepoint {
			tx.waiting = nil
			if _, err := tx.Exec("ROLLBACK TO SAVEPOINT work"); err != nil {
				return fmt.Errorf("undo work of a group commit: %w", err)
			}
		}
	}
	if savepoint {
		if _, err := tx.Exec("RELEASE SAVEPOINT work"); err != nil {
			return fmt.Errorf("end work of a group commit: %w", err)
		}
	}
	return nil
}

// undo reverts what work has changed in memory.
func (tx *Tx) undo(logged, stepped int) {
	for _, s := range tx.steps[stepped:] {
		s.do(-1)
	}
	tx.steps = tx.steps[:stepped]
	tx.number -= int64(len(tx.log) - logged)
	tx.log = tx.log[:logged]
}
