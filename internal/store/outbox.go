package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/operations/outbox"
)

// Enqueue writes an outbox job in a transaction. It does nothing when there is
// a job with the same kind and key.
func (tx *Tx) Enqueue(job outbox.Job) error { return tx.enqueue(job, "NOTHING") }

// EnqueueAgain writes an outbox job in a transaction. It replaces a job with the same
// kind and key that has ended.
func (tx *Tx) EnqueueAgain(job outbox.Job) error {
	return tx.enqueue(job, `UPDATE SET payload = excluded.payload, state = 'due', due_ms = excluded.due_ms, tries = 0, created_ms = excluded.created_ms
		WHERE outbox.state <> 'due'`)
}

// ReplaceJob writes an outbox job in place of any with the same kind and key. One that is
// running goes on, but its end no longer changes the job.
func (tx *Tx) ReplaceJob(job outbox.Job) error {
	return tx.enqueue(job, `UPDATE SET id = excluded.id, payload = excluded.payload, state = 'due',
		due_ms = excluded.due_ms, tries = 0, created_ms = excluded.created_ms`)
}

func (tx *Tx) enqueue(job outbox.Job, onConflict string) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("name an outbox job: %w", err)
	}
	due := tx.NowMs()
	if !job.Due.IsZero() {
		due = job.Due.UnixMilli()
	}
	return tx.later(statement{query: `INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms)
		VALUES ($1, $2, $3, $4, 'due', $5, 0, $6) ON CONFLICT (kind, job_key) DO ` + onConflict,
		args:   []any{id.String(), job.Kind, job.Key, job.Payload, due, tx.NowMs()},
		failed: func(err error) error { return fmt.Errorf("write the outbox job %s %s: %w", job.Kind, job.Key, err) }})
}

// Outbox returns the store through the interface that package outbox needs.
func (s *Store) Outbox() outbox.Store { return outboxStore{s} }

type outboxStore struct{ store *Store }

func (o outboxStore) Lease(ctx context.Context, kinds []string, limit int, lease time.Duration) (jobs []outbox.Job, err error) {
	names, args := placeholders(kinds, 1, nil)
	due := "state = 'due' AND due_ms <= $2 AND kind IN (" + names + ")"
	// Most rounds find nothing, so they first look without taking the write
	// lock.
	waiting := 0
	err = o.store.View(ctx, func(tx *Tx) error {
		args[1] = tx.NowMs()
		return tx.QueryRow("SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE "+due+" LIMIT $1) AS one", args...).Scan(&waiting)
	})
	if err != nil || waiting == 0 {
		return nil, err
	}
	err = o.store.Update(ctx, func(tx *Tx) (err error) {
		args[0], args[1] = tx.NowMs()+lease.Milliseconds(), tx.NowMs()
		jobs, err = Select(tx, func(scan func(into ...any) error) (j outbox.Job, err error) {
			err = scan(&j.ID, &j.Kind, &j.Key, &j.Payload, &j.Tries)
			return j, err
		}, "UPDATE outbox SET due_ms = $1, tries = tries + 1 WHERE id IN (SELECT id FROM outbox WHERE "+due+
			fmt.Sprintf(" ORDER BY due_ms, id LIMIT %d) AND ", limit)+due+" RETURNING id, kind, job_key, payload, tries", args...)
		return err
	})
	return jobs, err
}

func (o outboxStore) Status(ctx context.Context) (all []outbox.Status, err error) {
	err = o.store.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, func(scan func(into ...any) error) (s outbox.Status, err error) {
			var oldest int64
			err = scan(&s.Kind, &s.Depth, &oldest, &s.Failing, &s.GivenUp)
			s.Oldest = instant(oldest)
			return s, err
		}, `SELECT kind, SUM(CASE WHEN state = 'due' THEN 1 ELSE 0 END),
			CAST(COALESCE(MIN(CASE WHEN state = 'due' THEN created_ms END), 0) AS BIGINT),
			SUM(CASE WHEN state = 'due' AND tries >= $1 THEN 1 ELSE 0 END),
			SUM(CASE WHEN state = 'given up' THEN 1 ELSE 0 END)
			FROM outbox WHERE state <> 'done' GROUP BY kind ORDER BY kind`, outbox.FailingTries)
		return err
	})
	return all, err
}

func (o outboxStore) Done(ctx context.Context, id string) error {
	return o.store.Update(ctx, func(tx *Tx) error { return tx.EndJob(id) })
}

// EndJob ends a job, done or not.
func (tx *Tx) EndJob(id string) error {
	_, err := tx.Exec("UPDATE outbox SET state = 'done', payload = '' WHERE id = $1", id)
	return err
}

func (o outboxStore) GiveUp(ctx context.Context, id string, keep bool) error {
	return o.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE outbox SET state = 'given up', payload = CASE WHEN $2 THEN payload ELSE '' END WHERE id = $1", id, keep)
		return err
	})
}

const waitingColumns = "id, kind, job_key, payload, tries, due_ms, created_ms, state = 'given up'"

func readWaiting(scan func(into ...any) error) (w outbox.Waiting, err error) {
	var due, created int64
	err = scan(&w.ID, &w.Kind, &w.Key, &w.Payload, &w.Tries, &due, &created, &w.GivenUp)
	w.Due, w.Created = instant(due), instant(created)
	return w, err
}

// WaitingJobs lists the jobs that are not done, oldest first.
func (s *Store) WaitingJobs(ctx context.Context, limit int) (all []outbox.Waiting, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, readWaiting, "SELECT "+waitingColumns+" FROM outbox WHERE state <> 'done' ORDER BY created_ms, id LIMIT $1", limit)
		return err
	})
	return all, err
}

// WaitingJob reads a job that is not done, for a change. It returns ErrNotFound
// where there is none.
func (tx *Tx) WaitingJob(id string) (outbox.Waiting, error) {
	return readWaiting(tx.QueryRow("SELECT "+waitingColumns+" FROM outbox WHERE id = $1 AND state <> 'done'"+tx.ForUpdate(), id).Scan)
}

// RetryJob makes a job due at once, with as many tries as a new one.
func (tx *Tx) RetryJob(id string) error {
	_, err := tx.Exec("UPDATE outbox SET state = 'due', due_ms = $2, tries = 0 WHERE id = $1 AND state <> 'done'", id, tx.NowMs())
	return err
}

func (o outboxStore) Retry(ctx context.Context, id string, pause time.Duration) error {
	return o.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE outbox SET due_ms = $2 WHERE id = $1 AND state = 'due'", id, tx.NowMs()+pause.Milliseconds())
		return err
	})
}

func (o outboxStore) Postpone(ctx context.Context, id string, pause time.Duration) error {
	return o.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE outbox SET due_ms = $2, created_ms = $3, tries = CASE WHEN tries > 0 THEN tries - 1 ELSE 0 END WHERE id = $1 AND state = 'due'",
			id, tx.NowMs()+pause.Milliseconds(), tx.NowMs())
		return err
	})
}
