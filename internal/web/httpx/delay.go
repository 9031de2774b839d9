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
// system and for their turn. So the process writes a byte to itself, again and again, as a
// client does, and counts how many are not read yet. A machine or process that stood still
// has written none meanwhile, so it does not look busy afterwards. The zero value is ready.
type Delay struct {
	unread atomic.Int64 // bytes that were written and not read
	last   atomic.Int64 // how many were read together
}

const (
	delayEvery = 50 * time.Millisecond
	delayMost  = 250 * time.Millisecond // which visitors begin to notice
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
			d.Sent()
			if _, err := out.Write([]byte{0}); err != nil {
				return
			}
		}
	}()
	for b := make([]byte, 64); ; {
		n, err := in.Read(b)
		if err != nil {
			return nil // the context has ended
		}
		d.Arrived(n)
	}
}

// Sent counts a byte that is about to be written.
func (d *Delay) Sent() { d.unread.Add(1) }

// Arrived counts bytes that were read together.
func (d *Delay) Arrived(n int) {
	d.unread.Add(int64(-n))
	d.last.Store(int64(n))
}

// Wait returns about how long requests wait. Of bytes that were read together, the last had not waited.
func (d *Delay) Wait() time.Duration {
	return time.Duration(max(d.unread.Load(), d.last.Load()-1)) * delayEvery
}

// TooLong reports whether requests wait too long, so that new ones should be refused. It
// becomes false with the first byte that is read soon.
func (d *Delay) TooLong() bool { return d.Wait() >= delayMost }
