// Package polltest lets a test wait for what another goroutine or process does.
// Where the test can listen to a channel, or runs in testing/synctest, it needs
// no polling.
package polltest

import (
	"testing"
	"time"
)

// patience is how long a condition may take on a loaded machine.
const patience = time.Minute

// Within fails the test unless what it measures takes at most a limit. It measures
// up to five times, because a busy machine delays some.
func Within(t testing.TB, what string, limit time.Duration, measure func() time.Duration) {
	t.Helper()
	for try := 1; ; try++ {
		took := measure()
		if took <= limit {
			return
		}
		if try == 5 {
			t.Fatalf("%s after %s, want within %s", what, took, limit)
		}
	}
}

// Until waits until a condition holds, and ends the test when it does not hold
// in time. what names the condition in the message of the failed test.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	timeout := time.After(patience)
	for !holds() {
		select {
		case <-ticks.C:
		case <-timeout:
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}
