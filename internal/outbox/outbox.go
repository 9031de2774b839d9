// Package outbox does what must happen outside the database after a commit:
// letters, captures, cancellations and refunds. Jobs are rows written in the
// transaction that makes them due; a Worker leases them, does them and retries
// with growing pauses, so each is done at least once and handlers must bear
// repetition.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Job is one thing to do.
type Job struct {
	// ID is a UUIDv7; handlers use it as an idempotency key and as the
	// letter's Message-ID.
	ID string
	// Kind chooses the handler, e.g. "payment.capture".
	Kind string
	// Key makes the job unique within its kind: a second job of the same kind
	// and key is not written.
	Key string
	// Payload is JSON for the handler. It is removed once the job is done or
	// given up, since it may hold personal data.
	Payload string
	// Due is when it may first be done; zero means at once.
	Due time.Time
	// Tries counts the attempts begun so far, this one included.
	Tries int
}

// Store keeps jobs.
type Store interface {
	// Lease hands out at most limit due jobs and keeps them from others until
	// the lease ends.
	Lease(ctx context.Context, limit int, lease time.Duration) ([]Job, error)
	// Done ends a job and removes its payload.
	Done(ctx context.Context, id string) error
	// Retry makes a job due again after a pause.
	Retry(ctx context.Context, id string, pause time.Duration) error
	// GiveUp ends a job that cannot be done and removes its payload.
	GiveUp(ctx context.Context, id string) error
}

// Handler does a job. An error means that it is to be tried again later;
// ErrNever wrapped in it that it never will succeed.
type Handler func(ctx context.Context, job Job) error

// ErrNever marks a job that no repetition can help; ErrAlways one that must be
// done however long it takes, such as returning money.
var (
	ErrNever  = errors.New("cannot be done")
	ErrAlways = errors.New("must be done")
)

// Worker does the jobs of a store.
type Worker struct {
	store    Store
	handlers map[string]Handler
	log      *slog.Logger
	wake     chan struct{}
}

// Bounds of the worker.
const (
	batch    = 10
	lease    = 2 * time.Minute
	poll     = time.Second
	maxTries = 12 // about a week with the pauses below
)

// pauses between tries; the last one repeats.
var pauses = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
	time.Hour, 6 * time.Hour, 24 * time.Hour}

// NewWorker returns a worker with a handler per kind.
func NewWorker(store Store, handlers map[string]Handler, log *slog.Logger) *Worker {
	return &Worker{store: store, handlers: handlers, log: log, wake: make(chan struct{}, 1)}
}

// Wake makes Run look for jobs at once.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Run does jobs until ctx ends; the one in hand is finished first.
func (w *Worker) Run(ctx context.Context) {
	timer := time.NewTicker(poll)
	defer timer.Stop()
	for ctx.Err() == nil {
		did, err := w.RunOnce(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.Error("outbox", "error", err)
		}
		if did == batch {
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-timer.C:
		}
	}
}

// RunOnce does the jobs that are due now, at most one batch, and says how many.
func (w *Worker) RunOnce(ctx context.Context) (int, error) {
	jobs, err := w.store.Lease(ctx, batch, lease)
	if err != nil {
		return 0, fmt.Errorf("lease outbox jobs: %w", err)
	}
	var (
		group  sync.WaitGroup
		failed = make([]error, len(jobs))
	)
	for i, job := range jobs {
		// A job that was begun is ended even while the server stops, and a slow
		// one keeps no other waiting.
		group.Go(func() { failed[i] = w.do(context.WithoutCancel(ctx), job) })
	}
	group.Wait()
	return len(jobs), errors.Join(failed...)
}

func (w *Worker) do(ctx context.Context, job Job) error {
	ctx, cancel := context.WithTimeout(ctx, lease/2)
	defer cancel()
	handle, known := w.handlers[job.Kind]
	err := fmt.Errorf("no handler for %s: %w", job.Kind, ErrNever)
	if known {
		err = handle(ctx, job)
	}
	switch {
	case err == nil:
		return w.store.Done(ctx, job.ID)
	case errors.Is(err, ErrNever) || job.Tries >= maxTries && !errors.Is(err, ErrAlways):
		w.log.Error("outbox job given up", "job", job.ID, "kind", job.Kind, "tries", job.Tries, "error", err)
		return w.store.GiveUp(ctx, job.ID)
	}
	w.log.Warn("outbox job will be tried again", "job", job.ID, "kind", job.Kind, "tries", job.Tries, "error", err)
	return w.store.Retry(ctx, job.ID, Pause(job.Tries))
}

// Pause is how long to wait after a number of tries.
func Pause(tries int) time.Duration { return pauses[min(max(tries, 1), len(pauses))-1] }
