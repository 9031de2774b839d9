package httpx

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// ErrBusy says that there is more to do than can be done now. Nothing of the
// answer has been written.
var ErrBusy = errors.New("too much to do at once")

// Gate bounds how many calls of a kind run at once. Some more wait for a short
// time; the rest are turned away at once, so that the server keeps answering
// what it can and recovers as soon as the load falls.
type Gate struct {
	// Kind names the calls in metrics.
	Kind string

	slots   chan struct{}
	waiting atomic.Int64
	queue   int64
	patient time.Duration
	shed    atomic.Uint64
}

// NewGate returns a gate that lets running calls through at once and has
// waiting more wait for at most patience.
func NewGate(kind string, running, waiting int, patience time.Duration) *Gate {
	return &Gate{Kind: kind, slots: make(chan struct{}, running), queue: int64(waiting), patient: patience}
}

// Enter waits for a turn; call Leave after it. It returns ErrBusy when the queue
// is full or the wait too long, and the context's error when that ends first.
func (g *Gate) Enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	if g.waiting.Add(1) > g.queue {
		g.waiting.Add(-1)
		g.shed.Add(1)
		return ErrBusy
	}
	defer g.waiting.Add(-1)
	timer := time.NewTimer(g.patient)
	defer timer.Stop()
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		g.shed.Add(1)
		return ErrBusy
	}
}

// Leave ends a turn.
func (g *Gate) Leave() { <-g.slots }

// Turns is how many calls may run at once.
func (g *Gate) Turns() int { return cap(g.slots) }

// Running is how many calls are running.
func (g *Gate) Running() int { return len(g.slots) }

// Waiting is how many calls wait.
func (g *Gate) Waiting() int { return int(g.waiting.Load()) }

// Shed is how many calls were turned away.
func (g *Gate) Shed() uint64 { return g.shed.Load() }
