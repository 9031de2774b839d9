// Package polltest lets a test wait for what another goroutine or process does.
// Where the test can listen to a channel, or runs in testing/synctest, it needs
// no polling.
package polltest

import (
	"testing"
	"time"
)

// patience is how long a condition may take on a loaded machine.
const patience = 20 * time.Second

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
