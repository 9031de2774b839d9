package api

import (
	"runtime"
	"time"

	"holidaymaker/internal/httpx"
)

// Gates bound how many calls of a kind run at once.
type Gates struct {
	// Writes wait for the database: bookings and look-ups.
	Writes *httpx.Gate
	// Payments wait for a payment provider too.
	Payments *httpx.Gate
	// Searches are worked out from memory.
	Searches *httpx.Gate
	// Documents hold the prices of a whole channel; most come from the cache.
	Documents *httpx.Gate
}

// DefaultGates suit the processors that the process may use. A queue holds what
// comes in within its patience at full speed.
func DefaultGates() *Gates {
	processors := runtime.GOMAXPROCS(0)
	return &Gates{
		Writes:    httpx.NewGate("writes", 256, 1024, 5*time.Second),
		Payments:  httpx.NewGate("payments", 256, 256, 5*time.Second),
		Searches:  httpx.NewGate("searches", 2*processors, 256*processors, time.Second),
		Documents: httpx.NewGate("documents", max(1, processors-1), 64, 10*time.Second),
	}
}

// of is the gate of an operation that is not public.
func (g *Gates) of(o Operation) *httpx.Gate {
	if o.Group == groupSearch || o.Group == groupCatalogue {
		return g.Searches
	}
	if o.Name == "prepayment" || o.Name == "postpayment" {
		return g.Payments
	}
	return g.Writes
}

// All lists the gates, for metrics.
func (g *Gates) All() []*httpx.Gate {
	return []*httpx.Gate{g.Writes, g.Payments, g.Searches, g.Documents}
}
