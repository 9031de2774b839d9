// Package outbox does work outside the database that must follow a commit:
// e-mails, captures, cancellations and refunds. Jobs are rows that the
// transaction itself writes. A Worker leases due jobs, does them, and retries
// with growing pauses. A job may be done more than once, so handlers must be
// idempotent.
//
// The kinds of jobs do not wait for each other: a mail server that does not
// answer does not delay captures. A job whose kind this process does not know
// is left for a node that knows it.
package outbox

import (
	"context"
	"errors"
	"time"
)

// Job is one piece of work.
type Job struct {
	// ID is a UUIDv7. Handlers use it as idempotency key and as the e-mail's
	// Message-ID.
	ID string
	// Kind selects the handler, e.g. "payment.capture".
	Kind string
	// Key is unique among the jobs of a kind: a second job with the same kind
	// and key is not written.
	Key string
	// Payload is JSON for the handler. It is removed once the job is done or
	// given up, because it may contain personal data.
	Payload string
	// Due is when the job may first be done; zero means at once.
	Due time.Time
	// Tries counts the tries so far, including the current one.
	Tries int
}

// Store stores jobs.
type Store interface {
	// Lease returns at most limit due jobs of the given kinds. Other workers do
	// not get them until the lease ends.
	Lease(ctx context.Context, kinds []string, limit int, lease time.Duration) ([]Job, error)
	// Done marks a job as done and removes its payload.
	Done(ctx context.Context, id string) error
	// Retry makes a job due again after a pause.
	Retry(ctx context.Context, id string, pause time.Duration) error
	// Postpone makes a job due again after a pause, as if it had been written now and
	// the current try had not been made.
	Postpone(ctx context.Context, id string, pause time.Duration) error
	// GiveUp marks a job as given up, because it cannot be done. Without keep,
	// its payload is removed.
	GiveUp(ctx context.Context, id string, keep bool) error
	// Status counts the jobs that are not done, by kind.
	Status(ctx context.Context) ([]Status, error)
}

// Status counts the waiting jobs of one kind.
type Status struct {
	Kind string
	// Depth is the number of jobs that are not done, including those in
	// progress.
	Depth int
	// Oldest is when the oldest of them was written; zero when there is none.
	Oldest time.Time
	// Failing is how many of them have failed FailingTries times or more.
	Failing int
	// GivenUp is the number of jobs given up. A member of staff must look at them.
	GivenUp int
}

// FailingTries is the number of tries, over about a quarter of an hour, after
// which a job counts as failing.
const FailingTries = 5

// Handler does a job. After an error the job is tried again later. An error that
// wraps ErrNever means that the job can never succeed, one that wraps ErrNotYet that it
// must wait.
type Handler func(ctx context.Context, job Job) error

// Kind says how to do the jobs of one kind.
type Kind struct {
	Do Handler
	// UntilDone is for jobs that must be done however long it takes, such as
	// returning money. Other jobs are given up at ErrNever or after maxTries.
	UntilDone bool
	// Keep means that payloads contain no personal data. They are kept when a
	// job is given up, so that a member of staff can have it tried again.
	Keep bool
}

// Waiting is a job that is not done, for staff.
type Waiting struct {
	Job
	GivenUp bool
	Created time.Time
}

// Leased reports whether a worker may be doing the job now: it is due again
// within the time of a lease.
func (w Waiting) Leased(now time.Time) bool {
	return !w.GivenUp && w.Due.After(now) && !w.Due.After(now.Add(Lease))
}

// ErrNever means that a job cannot succeed, however often it is tried.
var ErrNever = errors.New("cannot be done")

// ErrNotYet means that a job must wait for something else, such as the result of a
// payment. That is no failure: the try does not count, and nobody is alarmed.
var ErrNotYet = errors.New("not yet")

// RetryIn returns an error after which a job is tried again after a pause of its own, in
// place of the usual one.
func RetryIn(pause time.Duration, err error) error { return &retryIn{pause, err} }

type retryIn struct {
	pause time.Duration
	error
}

func (r *retryIn) Unwrap() error { return r.error }

// Lease is for how long a job belongs to the worker that does it.
const Lease = 2 * time.Minute

// Limits of the worker.
const (
	batch    = 10
	poll     = time.Second
	maxTries = 12               // with the pauses below, about a week
	notYet   = 10 * time.Minute // shorter than the age at which waiting e-mails count as late
)

// pauses between tries; the last one repeats.
var pauses = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
	time.Hour, 6 * time.Hour, LongestPause}

// LongestPause is the longest pause between two tries of a job.
const LongestPause = 24 * time.Hour

// Pause returns how long to wait after a number of tries.
func Pause(tries int) time.Duration { return pauses[min(max(tries, 1), len(pauses))-1] }
