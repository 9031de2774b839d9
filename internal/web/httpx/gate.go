package httpx

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// ErrBusy means that the server has too much to do. Nothing of the answer has
// been written.
var ErrBusy = errors.New("too much to do at once")

// Gate limits how many calls of a kind run at once. Some more calls wait for a
// short time, and all others are refused at once. So the server keeps answering
// what it can, and recovers as soon as the load falls.
type Gate struct {
	// Kind is the label of the calls in metrics.
	Kind string

	slots   chan struct{}
	waiting atomic.Int64
	queue   int64
	patient time.Duration
	shed    atomic.Uint64
}

// NewGate returns a gate. At most running calls run at once, and at most
// waiting more calls wait, each for at most patience.
func NewGate(kind string, running, waiting int, patience time.Duration) *Gate {
	return &Gate{Kind: kind, slots: make(chan struct{}, running), queue: int64(waiting), patient: patience}
}

// Enter waits until the call may run; call Leave when it has ended. It returns
// ErrBusy when the queue is full or the wait too long, and the context's error
// when that ends first.
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

// Leave ends a call.
func (g *Gate) Leave() { <-g.slots }

// Turns returns how many calls may run at once.
func (g *Gate) Turns() int { return cap(g.slots) }

// Running returns how many calls are running.
func (g *Gate) Running() int { return len(g.slots) }

// Waiting returns how many calls are waiting.
func (g *Gate) Waiting() int { return int(g.waiting.Load()) }

// Shed returns how many calls were refused so far.
func (g *Gate) Shed() uint64 { return g.shed.Load() }
