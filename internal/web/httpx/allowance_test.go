package httpx

import (
	"fmt"
	"testing"
	"time"
)

func TestAnAllowanceLimitsEachNetworkAndAll(t *testing.T) {
	a, now := NewAllowance(2, 5), time.Unix(1e9, 0)
	taken := func(addresses ...string) (n int) {
		for _, address := range addresses {
			if a.Allow(address, now) {
				n++
			}
		}
		return n
	}
	// All of a network's requests that are refused take nothing from the others.
	flood := make([]string, 100)
	for i := range flood {
		flood[i] = fmt.Sprintf("2001:db8::%x", i)
	}
	if got := taken(flood...); got != 2 {
		t.Errorf("%d of one network are taken", got)
	}
	if got := taken("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.1", "192.0.2.2"); got != 3 {
		t.Errorf("%d of the others are taken, and 3 are left of all", got)
	}
	now = now.Add(time.Minute)
	if got := taken("192.0.2.1", "192.0.2.1", "192.0.2.1"); got != 2 {
		t.Errorf("%d are taken a minute later", got)
	}
}
