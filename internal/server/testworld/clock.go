package testworld

import (
	"sync"
	"time"
)

// Clock is a clock that only moves when a test moves it. It is safe for
// concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
	// ofBubble means that the clock shows the time of a bubble of
	// testing/synctest.
	ofBubble bool
}

// NewClock returns a clock that shows a time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time on the clock.
func (c *Clock) Now() time.Time {
	if c.ofBubble {
		return time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	if c.ofBubble {
		time.Sleep(d) // of the bubble's time
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
