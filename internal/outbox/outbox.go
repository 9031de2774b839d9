// Package outbox does what must happen outside the database after a commit:
// e-mails, captures, cancellations and refunds. Jobs are rows written in the
// transaction that makes them due. A Worker leases them, does them and retries
// with growing pauses. Each job is done at least once, so handlers must be
// idempotent.
//
// The kinds of jobs do not wait for each other: a mail server that does not
// answer delays no capture. A job of a kind that this process does not know
// is left for a node that does.
package outbox

import (
	"context"
	"errors"
	"time"
)

// Job is one thing to do.
type Job struct {
	// ID is a UUIDv7; handlers use it as an idempotency key and as the
	// e-mail's Message-ID.
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
	// Tries counts the tries so far, with this one.
	Tries int
}

// Store keeps jobs.
type Store interface {
	// Lease returns at most limit due jobs of the kinds named and keeps them
	// from others until the lease ends.
	Lease(ctx context.Context, kinds []string, limit int, lease time.Duration) ([]Job, error)
	// Done ends a job and removes its payload.
	Done(ctx context.Context, id string) error
	// Retry makes a job due again after a pause.
	Retry(ctx context.Context, id string, pause time.Duration) error
	// GiveUp sets aside a job that cannot be done and removes its payload.
	GiveUp(ctx context.Context, id string) error
	// Status counts the jobs that are not done, by kind.
	Status(ctx context.Context) ([]Status, error)
}

// Status counts the waiting jobs of one kind.
type Status struct {
	Kind string
	// Depth is how many jobs are not done, with those that are being done.
	Depth int
	// Oldest is when the oldest of them was written; zero without any.
	Oldest time.Time
	// Failing is how many of them have failed FailingTries times or more.
	Failing int
	// Dead is how many jobs were given up; an operator must look at them.
	Dead int
}

// FailingTries is after how many tries, some quarter of an hour, a job counts as
// failing.
const FailingTries = 5

// Handler does a job. After an error the job is tried again later. An error that
// wraps ErrNever means that the job can never succeed.
type Handler func(ctx context.Context, job Job) error

// Kind is how the jobs of one kind are done.
type Kind struct {
	Do Handler
	// UntilDone is for jobs that must be done however long it takes, such as
	// returning money. Others are given up at ErrNever or after maxTries.
	UntilDone bool
}

// ErrNever marks a job that no repetition can help.
var ErrNever = errors.New("cannot be done")

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

// Pause is how long to wait after a number of tries.
func Pause(tries int) time.Duration { return pauses[min(max(tries, 1), len(pauses))-1] }
