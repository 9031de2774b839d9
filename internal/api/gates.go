package api

import (
	"runtime"
	"time"

	"holidaymaker/internal/web/httpx"
)

// Gates limits how many calls of each kind run at once.
type Gates struct {
	// Writes is for calls that wait for the database: bookings and look-ups.
	Writes *httpx.Gate
	// Payments is for calls that also wait for a payment provider.
	Payments *httpx.Gate
	// Searches is for calls that are computed from memory.
	Searches *httpx.Gate
	// Documents is for calls that return the prices of a whole channel. Most of
	// these answers come from the cache.
	Documents *httpx.Gate
}

// DefaultGates returns limits that suit the processors that the process may
// use. A call waits in a queue for at most the gate's time limit; a queue is
// about as long as the number of calls that can be served in that time.
func DefaultGates() *Gates {
	processors := runtime.GOMAXPROCS(0)
	return &Gates{
		Writes:    httpx.NewGate("writes", 256, 1024, 5*time.Second),
		Payments:  httpx.NewGate("payments", 256, 256, 5*time.Second),
		Searches:  httpx.NewGate("searches", 2*processors, 256*processors, time.Second),
		Documents: httpx.NewGate("documents", max(1, processors-1), 64, 10*time.Second),
	}
}

// of returns the gate of an operation that is not public.
func (g *Gates) of(o *Operation) *httpx.Gate {
	if o.Group == groupSearch || o.Group == groupCatalogue {
		return g.Searches
	}
	if o.Payment {
		return g.Payments
	}
	return g.Writes
}

// All returns the gates, for metrics.
func (g *Gates) All() []*httpx.Gate {
	return []*httpx.Gate{g.Writes, g.Payments, g.Searches, g.Documents}
}
