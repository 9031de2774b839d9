package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"holidaymaker/internal/operations/loop"
)

// groupMax is the largest number of callers whose tasks share one commit.
const groupMax = 64

// groupLockTimeout is for how long a task waits for a row: all nodes wait meanwhile for
// the lock of LockChanges.
const groupLockTimeout = "SET LOCAL lock_timeout = '1s'"

// commitQueue is the queue of GroupCommit. A caller that finds no leader
// running starts one. The leader commits everything in the queue. So no caller
// waits for other callers to arrive.
type commitQueue struct {
	mu      sync.Mutex
	queue   []*queuedTask
	working bool
}

// queuedTask is what one caller of GroupCommit asks for.
type queuedTask struct {
	fn      func(*Tx) error
	started bool // guarded by commitQueue.mu; true: too late to withdraw
	tries   int  // how often it has conflicted with another transaction
	// abandoned is guarded by commitQueue.mu; true: its caller only waits for its outcome.
	abandoned bool
	err       error
	done      chan struct{}
}

// GroupCommit runs fn as Update does, but in one commit with the tasks of other
// callers that queued meanwhile, at most 64. Each task is independent: an error or
// panic undoes only its own changes. The lock of LockChanges is taken at the
// beginning, so groups of several nodes run one after the other and cannot
// deadlock.
//
// When ctx ends while the task waits in the queue, the task is withdrawn. While it runs,
// the call waits for the outcome, and a conflict is not tried again. fn may run more than
// once before it is committed, so it must not change anything except through its Tx.
func (s *Store) GroupCommit(ctx context.Context, fn func(*Tx) error) error {
	if err := s.writable(); err != nil {
		return err
	}
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	start := time.Now()
	task := &queuedTask{fn: fn, done: make(chan struct{})}
	commits := &s.commits
	commits.mu.Lock()
	commits.queue = append(commits.queue, task)
	lead := !commits.working
	commits.working = true
	commits.mu.Unlock()
	if lead {
		// In a goroutine of its own, because this caller returns when its own
		// task is done.
		s.running.Go(s.lead)
	}
	err := s.await(ctx, task)
	s.observe(ctx, "group_commit", time.Since(start), err)
	return err
}

func (s *Store) await(ctx context.Context, task *queuedTask) error {
	var cause error
	select {
	case <-task.done:
		return task.err
	case <-ctx.Done():
		cause = translate(ctx.Err())
	case <-s.health.wentDown():
		cause = s.health.unavailable()
	}
	s.commits.mu.Lock()
	if !task.started {
		task.started, task.fn = true, nil // the leader skips it
		s.commits.mu.Unlock()
		return fmt.Errorf("withdraw a task that waits for a commit: %w", cause)
	}
	task.abandoned = true
	s.commits.mu.Unlock()
	<-task.done
	return task.err
}

// lead commits queued tasks, group by group, until the queue is empty.
func (s *Store) lead() {
	for {
		batch := s.commits.take()
		if batch == nil {
			return
		}
		s.commitBatch(batch)
	}
}

// commitBatch commits a group and answers its callers. A task that conflicts with another
// transaction leaves the group and is tried again after everything that has queued meanwhile,
// because the other transaction may be that of a node that has stopped.
func (s *Store) commitBatch(batch []*queuedTask) {
	for len(batch) > 0 {
		conflict, err := s.tryBatch(batch)
		if conflict == nil {
			s.health.wrote(err)
			answer(batch, err)
			return
		}
		batch = slices.DeleteFunc(batch, func(task *queuedTask) bool { return task == conflict.task })
		if !s.commits.tryLater(conflict.task) {
			answer([]*queuedTask{conflict.task}, conflict)
		}
	}
}

// answer tells the callers of tasks their outcome: err, or without it what each task returned.
func answer(tasks []*queuedTask, err error) {
	for _, task := range tasks {
		if err != nil {
			task.err = err
		}
		close(task.done)
	}
}

// tryBatch commits a group, unless one of its tasks conflicts with another transaction.
func (s *Store) tryBatch(batch []*queuedTask) (*taskConflict, error) {
	// Many callers share the commit, so it does not end with one caller's context.
	ctx, cancel := context.WithTimeout(context.Background(), s.deadline)
	defer cancel()
	var conflict *taskConflict
	err := loop.Catch(func() error { // a panic would end the process
		return s.retry(ctx, func() error {
			err := s.commitGroup(ctx, batch)
			if errors.As(err, &conflict) {
				return nil
			}
			return err
		})
	})
	return conflict, err
}

// taskConflict is a conflict of one task of a group with another transaction.
type taskConflict struct {
	task *queuedTask
	error
}

func (c *taskConflict) Unwrap() error { return c.error }

// take removes the next group from the queue and omits withdrawn tasks. A task that has
// conflicted is a group of its own: it may have to wait for a row again. When the queue is
// empty, take marks that there is no leader and returns nil.
func (q *commitQueue) take() []*queuedTask {
	q.mu.Lock()
	defer q.mu.Unlock()
	var batch []*queuedTask
	for len(q.queue) > 0 && len(batch) < groupMax {
		task := q.queue[0]
		if task.tries > 0 && batch != nil {
			break
		}
		q.queue = q.queue[1:]
		if task.fn == nil {
			continue
		}
		task.started = true
		batch = append(batch, task)
		if task.tries > 0 {
			break
		}
	}
	if batch == nil {
		q.working, q.queue = false, nil
	}
	return batch
}

// tryLater puts a task that conflicted at the end of the queue. It reports false when the
// task has been tried often enough, or its caller does not want it any more.
func (q *commitQueue) tryLater(task *queuedTask) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if task.tries++; task.tries == attempts || task.abandoned {
		return false
	}
	task.started = false
	q.queue = append(q.queue, task)
	return true
}

// commitGroup runs a group in one transaction and stores each task's own error
// with the task. The error that it returns concerns the whole group. It first
// runs without savepoints, because they cost more than a hold does. When a task
// must be undone, it runs the group again with savepoints.
func (s *Store) commitGroup(ctx context.Context, batch []*queuedTask) error {
	err := s.tryGroup(ctx, batch, false)
	if errors.Is(err, errUndo) {
		err = s.tryGroup(ctx, batch, true)
	}
	return err
}

// errUndo means that a task failed after it had written something.
var errUndo = errors.New("a task of a group commit has to be undone")

// errIgnored is the error of a task that ignored a failed statement. After a
// failed statement PostgreSQL refuses all others in the transaction.
var errIgnored = errors.New("a statement failed and its error was ignored")

func (s *Store) tryGroup(ctx context.Context, batch []*queuedTask, savepoints bool) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer tx.sql.rollback() // no effect after a commit
	if err := tx.LockChanges(); err != nil {
		return err
	}
	if s.pool != nil {
		tx.waiting = append(tx.waiting, statement{query: groupLockTimeout})
	}
	succeeded := 0
	for _, task := range batch {
		if err := tx.runTask(task, savepoints); errors.Is(err, errUndo) && len(batch) == 1 {
			return nil // a single task's failure is the whole group's
		} else if err != nil {
			return err
		}
		if task.err == nil {
			succeeded++
		}
	}
	if succeeded == 0 {
		return nil
	}
	err = tx.commit()
	if !savepoints && len(batch) > 1 && isOfAStatement(err) {
		return errUndo
	}
	return err
}

// isOfAStatement reports whether the error of a commit may come from a statement that was
// sent with it. The group is then run again in a way that shows whose statement it is.
func isOfAStatement(err error) bool {
	return err != nil && !errors.Is(err, ErrUnavailable)
}

// runTask runs one caller's task. It returns a conflict, so that the whole
// group is tried again. Any other error belongs to the caller, and the task's
// changes are undone: those in memory here, those in the database by the
// savepoint. Where there is no savepoint it returns errUndo, and statements that wait are
// left to the next task or to the commit, unless one of them has to be checked.
func (tx *Tx) runTask(task *queuedTask, savepoint bool) error {
	if savepoint {
		if _, err := tx.Exec("SAVEPOINT work"); err != nil {
			return fmt.Errorf("begin a task of a group commit: %w", err)
		}
	}
	logged, stepped := len(tx.log), len(tx.steps)
	tx.wrote, tx.failed, tx.locks = false, false, nil
	// One caller's panic must not end a commit that it shares with other
	// callers.
	task.err = loop.Catch(func() error {
		if err := task.fn(tx); err != nil {
			return err
		}
		if !savepoint {
			return tx.flushChecked() // else the first read of the next task would get its error
		}
		return tx.flush() // an error of a waiting statement is this task's
	})
	if errors.Is(task.err, ErrConflict) {
		return &taskConflict{task, task.err}
	}
	if task.err == nil && tx.failed {
		task.err = errIgnored
	}
	if task.err != nil {
		tx.undo(logged, stepped)
		if !savepoint && (tx.wrote || tx.failed) {
			return errUndo
		}
		if savepoint {
			tx.waiting = nil
			if _, err := tx.Exec("ROLLBACK TO SAVEPOINT work"); err != nil {
				return fmt.Errorf("undo a task of a group commit: %w", err)
			}
		}
	}
	if savepoint {
		if _, err := tx.Exec("RELEASE SAVEPOINT work"); err != nil {
			return fmt.Errorf("end a task of a group commit: %w", err)
		}
	}
	return nil
}

// undo reverts what a task has changed in memory.
func (tx *Tx) undo(logged, stepped int) {
	for _, s := range tx.steps[stepped:] {
		s.do(-1)
	}
	tx.steps = tx.steps[:stepped]
	tx.number -= int64(len(tx.log) - logged)
	tx.log = tx.log[:logged]
}
