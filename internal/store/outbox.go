package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/outbox"
)

// Enqueue writes an outbox job within a transaction; one with the same kind and
// key that is there already stays as it is.
func (tx *Tx) Enqueue(job outbox.Job) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("name an outbox job: %w", err)
	}
	due := tx.NowMs()
	if !job.Due.IsZero() {
		due = job.Due.UnixMilli()
	}
	_, err = tx.Exec(`INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms)
		VALUES ($1, $2, $3, $4, 'due', $5, 0, $6) ON CONFLICT (kind, job_key) DO NOTHING`,
		id.String(), job.Kind, job.Key, job.Payload, due, tx.NowMs())
	if err != nil {
		return fmt.Errorf("write an outbox job: %w", err)
	}
	return nil
}

// Outbox is the store as package outbox wants it.
func (s *Store) Outbox() outbox.Store { return outboxStore{s} }

type outboxStore struct{ store *Store }

func (o outboxStore) Lease(ctx context.Context, limit int, lease time.Duration) (jobs []outbox.Job, err error) {
	// Most looks find nothing: they must not take the write lock.
	waiting := 0
	err = o.store.View(ctx, func(tx *Tx) error {
		return tx.QueryRow("SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE state = 'due' AND due_ms <= $1 LIMIT 1) AS one", tx.NowMs()).Scan(&waiting)
	})
	if err != nil || waiting == 0 {
		return nil, err
	}
	err = o.store.Update(ctx, func(tx *Tx) (err error) {
		jobs, err = Select(tx, func(scan func(into ...any) error) (j outbox.Job, err error) {
			return j, scan(&j.ID, &j.Kind, &j.Key, &j.Payload, &j.Tries)
		}, `UPDATE outbox SET due_ms = $1, tries = tries + 1
			WHERE id IN (SELECT id FROM outbox WHERE state = 'due' AND due_ms <= $2 ORDER BY due_ms, id LIMIT $3)
			AND state = 'due' AND due_ms <= $2 RETURNING id, kind, job_key, payload, tries`,
			tx.NowMs()+lease.Milliseconds(), tx.NowMs(), limit)
		return err
	})
	return jobs, err
}

func (o outboxStore) Done(ctx context.Context, id string) error   { return o.end(ctx, id, "done") }
func (o outboxStore) GiveUp(ctx context.Context, id string) error { return o.end(ctx, id, "given up") }

func (o outboxStore) end(ctx context.Context, id, state string) error {
	return o.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE outbox SET state = $2, payload = '' WHERE id = $1", id, state)
		return err
	})
}

func (o outboxStore) Retry(ctx context.Context, id string, pause time.Duration) error {
	return o.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE outbox SET due_ms = $2 WHERE id = $1 AND state = 'due'", id, tx.NowMs()+pause.Milliseconds())
		return err
	})
}
