package httpx

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// Delay measures how long a request waits before anything looks at it. Work that only needs
// a processor never fills a gate: a few requests run, and all others wait unseen, in the
// system and for their turn. So the process writes to itself as a client does, and counts
// the time until it has read that.
type Delay struct {
	// Most is the longest wait that is not too long.
	Most time.Duration
	// Now returns the current time.
	Now func() time.Time

	sent atomic.Int64 // when what is under way was written, in Unix nanoseconds; 0: nothing is
	last atomic.Int64 // the last wait, in nanoseconds
	slow atomic.Int64 // how many waits in a row were too long
}

const (
	delayEvery = 50 * time.Millisecond
	// One wait that is too long may be that of a machine that stood still.
	delaySlow = 2
)

// Measure measures until the context ends.
func (d *Delay) Measure(ctx context.Context) error {
	in, out, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("measure how long requests wait: %w", err)
	}
	defer in.Close()
	go func() {
		defer out.Close()
		tick := time.NewTicker(delayEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if d.Send() {
				if _, err := out.Write([]byte{0}); err != nil {
					return
				}
			}
		}
	}()
	for b := make([]byte, 1); ; {
		if _, err := in.Read(b); err != nil {
			return nil // the context has ended
		}
		d.Arrived()
	}
}

// Send notes that something is about to be written. It returns false where something is
// under way.
func (d *Delay) Send() bool { return d.sent.CompareAndSwap(0, d.Now().UnixNano()) }

// Arrived notes that it was read.
func (d *Delay) Arrived() {
	wait := d.Now().UnixNano() - d.sent.Swap(0)
	d.last.Store(wait)
	if wait <= int64(d.Most) {
		d.slow.Store(0)
		return
	}
	d.slow.Add(1)
}

// Last returns how long the last request waited, or the one that waits, if that is longer.
func (d *Delay) Last() time.Duration {
	last := d.last.Load()
	if sent := d.sent.Load(); sent != 0 {
		last = max(last, d.Now().UnixNano()-sent)
	}
	return time.Duration(last)
}

// TooLong reports whether requests wait too long, so that new ones should be refused. It
// becomes false with the first one that does not.
func (d *Delay) TooLong() bool { return d.slow.Load() >= delaySlow }
