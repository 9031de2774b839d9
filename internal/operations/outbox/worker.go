package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// Config is what New needs.
type Config struct {
	Store Store
	Kinds map[string]Kind
	// Due is fired after commits that wrote a job, so that the loop runs at
	// once instead of at its next round; may be nil.
	Due loop.Trigger
	Log *slog.Logger
	Bad *badrecord.Register // jobs that were given up; may be nil
}

// Worker does a store's jobs. It is safe for concurrent use.
type Worker struct {
	Config
	batches sync.WaitGroup
	mu      sync.Mutex
	inHand  map[string]bool // kinds with a batch in progress
}

// New returns a worker.
func New(c Config) *Worker {
	if c.Due == nil {
		c.Due = loop.NewTrigger()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Worker{Config: c, inHand: map[string]bool{}}
}

// Loop does the due jobs. Each kind has at most one batch in progress, and a
// round does not wait for it, so a slow kind does not delay others. When the
// loop ends, it first waits for the batches in progress.
func (w *Worker) Loop() loop.Loop {
	return loop.Loop{Name: "outbox", Every: poll, Deadline: Lease, Wake: w.Due.Wake, Round: w.round, End: w.batches.Wait}
}

// round starts a batch for each kind that has due jobs and no batch in
// progress.
func (w *Worker) round(ctx context.Context) error {
	for ctx.Err() == nil {
		leased, err := w.lease(ctx, w.idle())
		if err != nil || len(leased) == 0 {
			return err
		}
		for kind, jobs := range leased {
			w.begin(ctx, kind, jobs)
		}
	}
	return ctx.Err()
}

// idle returns the kinds without a batch in progress.
func (w *Worker) idle() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var kinds []string
	for kind := range w.Kinds {
		if !w.inHand[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// begin starts a batch and does not wait for it.
func (w *Worker) begin(ctx context.Context, kind string, jobs []Job) {
	w.mark(kind, true)
	w.batches.Go(func() {
		if err := w.doAll(ctx, jobs); err != nil {
			w.Log.Error("outbox", "kind", kind, "error", err)
		}
		w.mark(kind, false)
		w.Due.Fire()
	})
}

func (w *Worker) mark(kind string, inHand bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inHand[kind] = inHand
}

// RunOnce does the jobs that are due now, at most one batch, and returns how
// many.
func (w *Worker) RunOnce(ctx context.Context) (int, error) {
	leased, err := w.lease(ctx, slices.Collect(maps.Keys(w.Kinds)))
	var jobs []Job
	for _, of := range leased {
		jobs = append(jobs, of...)
	}
	return len(jobs), errors.Join(err, w.doAll(ctx, jobs))
}

// lease leases due jobs of some kinds.
func (w *Worker) lease(ctx context.Context, kinds []string) (map[string][]Job, error) {
	if len(kinds) == 0 {
		return nil, nil
	}
	slices.Sort(kinds)
	jobs, err := w.Store.Lease(ctx, kinds, batch, Lease)
	if err != nil {
		return nil, fmt.Errorf("lease outbox jobs: %w", err)
	}
	byKind := map[string][]Job{}
	for _, job := range jobs {
		byKind[job.Kind] = append(byKind[job.Kind], job)
	}
	return byKind, nil
}

// doAll does jobs in parallel. A job that has begun is finished even when the
// server stops.
func (w *Worker) doAll(ctx context.Context, jobs []Job) error {
	var group sync.WaitGroup
	failed := make([]error, len(jobs))
	for i, job := range jobs {
		group.Go(func() {
			failed[i] = loop.Catch(func() error { return w.do(context.WithoutCancel(ctx), job) })
		})
	}
	group.Wait()
	return errors.Join(failed...)
}

func (w *Worker) do(ctx context.Context, job Job) error {
	kind := w.Kinds[job.Kind]
	// Half of the lease: the rest is enough time to record how the job ended.
	limited, cancel := context.WithTimeout(ctx, Lease/2)
	defer cancel()
	err := loop.Catch(func() error { return kind.Do(limited, job) })
	if err == nil {
		w.Bad.Report(badrecord.OutboxJob, job.Kind+" "+job.ID, nil) // it may have been given up before
		return w.Store.Done(ctx, job.ID)
	}
	if errors.Is(err, ErrNotYet) {
		return w.Store.Postpone(ctx, job.ID, pauseOf(err, notYet))
	}
	log := w.Log.With(append([]any{"job", job.ID, "kind", job.Kind, "tries", job.Tries}, loop.LogAttrs(err)...)...)
	switch {
	case !kind.UntilDone && (errors.Is(err, ErrNever) || job.Tries >= maxTries):
		w.Bad.Report(badrecord.OutboxJob, job.Kind+" "+job.ID, err)
		return w.Store.GiveUp(ctx, job.ID, kind.Keep)
	case job.Tries == FailingTries:
		log.Error("outbox job keeps failing")
	default:
		log.Warn("outbox job will be tried again")
	}
	return w.Store.Retry(ctx, job.ID, pauseOf(err, Pause(job.Tries)))
}

// pauseOf returns the pause that an error asks for, or the usual one.
func pauseOf(err error, usual time.Duration) time.Duration {
	if own := (*retryIn)(nil); errors.As(err, &own) {
		return own.pause
	}
	return usual
}
