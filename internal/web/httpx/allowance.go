package httpx

import (
	"time"

	"golang.org/x/time/rate"

	"holidaymaker/internal/operations/cache"
)

// counted is for how many networks an Allowance counts requests. It forgets those that have
// asked for nothing for the longest time.
const counted = 5000

// Allowance limits how many requests of a kind are taken in a minute: from each client's
// network, and from all. It is safe for concurrent use.
type Allowance struct {
	client   int
	networks *cache.Cache[string, *rate.Limiter]
	all      *rate.Limiter
}

// NewAllowance returns an allowance of so many requests in a minute for each client's
// network, and for all.
func NewAllowance(client, all int) *Allowance {
	return &Allowance{client, cache.New[string, *rate.Limiter](counted), perMinute(all)}
}

func perMinute(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(float64(n)/60), n) }

// Allow reports whether a request of a client's address may be taken now, and counts it. One
// that exceeds its network's allowance takes nothing from that of all.
func (a *Allowance) Allow(address string, now time.Time) bool {
	network := a.networks.GetOrPut(Network(address), func() *rate.Limiter { return perMinute(a.client) })
	return network.AllowN(now, 1) && a.all.AllowN(now, 1)
}
