// Package loop runs the background work of a server. A loop repeats one
// function, its round. Each round has a deadline. A panic in it is treated as
// an error: a failing round is counted, logged once when the loop begins to
// fail, and tried again. A round can never end the process.
package loop

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// Loop is work that a server repeats until it stops.
type Loop struct {
	// Name is the label in metrics and logs: lower case, words joined by "_".
	Name string
	// Every is the longest pause between two rounds.
	Every time.Duration
	// Deadline limits a round: its context ends then.
	Deadline time.Duration
	// Wake, if not nil, is called before each round. It returns a function that
	// waits until another round is needed or its context ends. Wake is called
	// before the round so that an event during the round is not missed. Neither function
	// may panic.
	Wake func() (await func(context.Context))
	// Round does the work once. It returns an error when the round as a whole
	// failed, for example because the database cannot be reached. A single bad
	// record is not an error of the round: leave it out, continue, and report
	// it to package badrecord.
	Round func(context.Context) error
	// End, if not nil, is called after the last round. It waits for work that
	// rounds have started in other goroutines.
	End func()
}

// StaleAfter returns the time without a completed round after which the loop
// counts as stale.
func (l Loop) StaleAfter() time.Duration { return 10*time.Second + l.Deadline + 2*l.Every }

// Status is the state of a loop.
type Status struct {
	Loop
	Started time.Time
	// Completed is when the last round ended without an error; zero when none
	// did.
	Completed time.Time
	Took      time.Duration // duration of the last round, completed or not
	Running   time.Time     // when the current round began; zero when none is running
	Rounds    uint64        // number of rounds that have ended
	Failures  uint64        // number of rounds that ended with an error
	Err       error         // error of the last round; nil when it completed
	FailingAt time.Time     // when the first of the current failures in a row ended; zero when the last round completed
}

// Stale reports whether no round has completed for longer than StaleAfter.
func (s Status) Stale(now time.Time) bool {
	last := s.Completed
	if last.IsZero() {
		last = s.Started
	}
	return now.Sub(last) > s.StaleAfter()
}

// Runner runs loops and keeps their status. Its methods may be called from any
// goroutine.
type Runner struct {
	// Around, if not nil, returns the loop to run instead of a loop. Tests use
	// it to make rounds fail. Set it before the first Go.
	Around func(Loop) Loop

	log *slog.Logger

	mu    sync.Mutex
	loops []*runningLoop
}

type runningLoop struct {
	ended chan struct{} // closed when the loop has ended

	mu     sync.Mutex
	status Status
}

// NewRunner returns a runner without loops.
func NewRunner(log *slog.Logger) *Runner { return &Runner{log: log} }

// Go starts a loop, which runs until ctx ends. The context of the current round
// is then cancelled; Wait waits for the round's end. Go panics for a loop
// without a name, a pause, a deadline or a round, which is a programming error.
func (r *Runner) Go(ctx context.Context, l Loop) {
	if r.Around != nil {
		l = r.Around(l)
	}
	if l.Name == "" || l.Every <= 0 || l.Deadline <= 0 || l.Round == nil {
		panic(fmt.Sprintf("loop %q lacks a name, a pause, a deadline or a round", l.Name))
	}
	state := &runningLoop{status: Status{Loop: l, Started: time.Now()}, ended: make(chan struct{})}
	r.mu.Lock()
	r.loops = append(r.loops, state)
	r.mu.Unlock()
	go r.repeat(ctx, state)
}

// Wait returns when the loops with these names have ended, or all loops if no
// name is given. When ctx ends first, it returns an error with the names of
// the others.
func (r *Runner) Wait(ctx context.Context, names ...string) error {
	r.mu.Lock()
	loops := slices.Clone(r.loops)
	r.mu.Unlock()
	var late []string
	for _, l := range loops {
		if len(names) > 0 && !slices.Contains(names, l.status.Name) { // needs no lock: Loop never changes
			continue
		}
		select {
		case <-l.ended:
			continue
		default:
		}
		select {
		case <-l.ended:
		case <-ctx.Done():
			late = append(late, l.status.Name)
		}
	}
	if late == nil {
		return nil
	}
	return fmt.Errorf("wait for the background loops %s: %w", strings.Join(late, ", "), ctx.Err())
}

// Status returns the status of all loops, by name.
func (r *Runner) Status() []Status {
	r.mu.Lock()
	loops := slices.Clone(r.loops)
	r.mu.Unlock()
	all := make([]Status, len(loops))
	for i, l := range loops {
		l.mu.Lock()
		all[i] = l.status
		l.mu.Unlock()
	}
	slices.SortFunc(all, func(a, b Status) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// repeat runs a loop until ctx ends.
func (r *Runner) repeat(ctx context.Context, l *runningLoop) {
	defer close(l.ended)
	if l.status.End != nil {
		defer func() { _ = Catch(func() error { l.status.End(); return nil }) }()
	}
	fails := 0
	for ctx.Err() == nil {
		await := func(ctx context.Context) { <-ctx.Done() }
		if l.status.Wake != nil { // needs no lock: Loop never changes
			await = l.status.Wake()
		}
		if r.round(ctx, l) == nil {
			fails = 0
		} else {
			fails++
			Pause(ctx, min(retryPause(fails), l.status.Every)) // Wake is not used while the loop fails
			continue
		}
		wait, cancel := context.WithTimeout(ctx, l.status.Every)
		await(wait)
		cancel()
	}
}

// round runs one round and records its result. An error caused by the server's
// own stop does not count.
func (r *Runner) round(ctx context.Context, l *runningLoop) error {
	started := time.Now()
	l.mu.Lock()
	l.status.Running = started
	l.mu.Unlock()
	bounded, cancel := context.WithTimeout(ctx, l.status.Deadline)
	defer cancel()
	overdue := time.AfterFunc(l.status.Deadline+10*time.Second, func() {
		r.log.Error("background loop is stuck: a round does not end at its deadline", "loop", l.status.Name, "deadline", l.status.Deadline.String())
	})
	err := Catch(func() error { return l.status.Round(bounded) })
	overdue.Stop()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil
	}
	before, after := l.note(started, err)
	switch {
	case err != nil && before.FailingAt.IsZero():
		r.log.Error("background loop fails", append([]any{"loop", after.Name}, LogAttrs(err)...)...)
	case err == nil && !before.FailingAt.IsZero():
		r.log.Info("background loop works again", "loop", after.Name, "failed_for", time.Since(before.FailingAt).Round(time.Millisecond).String())
	}
	return err
}

// note records the end of a round. It returns the status before and after.
func (l *runningLoop) note(started time.Time, err error) (before, after Status) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.status
	now := time.Now()
	l.status.Running, l.status.Took, l.status.Err = time.Time{}, now.Sub(started), err
	l.status.Rounds++
	if err == nil {
		l.status.Completed, l.status.FailingAt = now, time.Time{}
	} else {
		l.status.Failures++
		if l.status.FailingAt.IsZero() {
			l.status.FailingAt = now
		}
	}
	return before, l.status
}

// retryPause returns the pause after a number of failures in a row. A loop whose
// own pause is shorter uses that.
func retryPause(fails int) time.Duration {
	return min(50*time.Millisecond<<min(fails, 10), 10*time.Second)
}

// Pause waits for a time, or until ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// Panic is a panic that Catch has turned into an error.
type Panic struct {
	Value any
	Stack []byte
}

// Error returns the text of the value with which the code panicked.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Unwrap returns the error with which the code panicked, if it was an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Catch runs fn and returns its panic, if any, as a *Panic. Use it for the work
// on each record of a round, and in every goroutine that is not started by a
// Runner.
func Catch(fn func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &Panic{value, debug.Stack()}
		}
	}()
	return fn()
}

// LogAttrs returns the attributes of a log line about an error: its text, and
// the stack if it was a panic.
func LogAttrs(err error) []any {
	attrs := []any{"error", err.Error()}
	var p *Panic
	if errors.As(err, &p) {
		attrs = append(attrs, "stack", string(p.Stack))
	}
	return attrs
}
