package api

import (
	"math"
	"time"

	"golang.org/x/time/rate"

	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/web/httpx"
)

// Limit is the name of a rate limit for each client address.
type Limit string

// The limits. The configuration sets their rates.
const (
	limitGeneral    Limit = "general"
	limitPage       Limit = "page"
	limitSearch     Limit = "search"
	limitSuggest    Limit = "suggestions"
	limitDocument   Limit = "document"
	limitBook       Limit = "book"
	limitDiscount   Limit = "discount"
	limitPrepay     Limit = "prepay"
	limitReset      Limit = "reset"
	limitNewsletter Limit = "newsletter"
	limitContact    Limit = "contact"
	limitCodeWords  Limit = "codewords"
	limitWatch      Limit = "watch"
	limitHolidays   Limit = "holidays"
)

// Rate allows a number of requests in a span of time. All of them may come at
// once.
type Rate struct {
	Requests int
	Per      time.Duration
}

// DefaultRates returns the limits for each client address on one node. With
// three nodes behind a load balancer a client gets up to three times as much.
// The limits on guessing booking references (look-ups) are counted in the
// database instead, over all nodes.
func DefaultRates() map[Limit]Rate {
	return map[Limit]Rate{
		limitGeneral:    {1200, time.Minute},
		limitPage:       {600, time.Minute},
		limitSearch:     {600, time.Minute},
		limitSuggest:    {60, time.Minute},
		limitDocument:   {120, time.Minute},
		limitBook:       {60, time.Minute},
		limitDiscount:   {30, 15 * time.Minute},
		limitPrepay:     {60, 15 * time.Minute},
		limitReset:      {30, time.Hour},
		limitNewsletter: {10, time.Hour},
		limitContact:    {5, time.Hour},
		limitCodeWords:  {30, 15 * time.Minute},
		limitWatch:      {20, time.Hour},
		limitHolidays:   {10, time.Hour},
	}
}

// limiter counts requests by limit and network. It keeps the counts of the most recent
// pairs only.
type limiter struct {
	rates   map[Limit]Rate // nil: no limits
	buckets *cache.Cache[bucketKey, *rate.Limiter]
	now     func() time.Time
}

type bucketKey struct {
	limit   Limit
	network string
}

func newLimiter(rates map[Limit]Rate, now func() time.Time) *limiter {
	return &limiter{rates: rates, buckets: cache.New[bucketKey, *rate.Limiter](50_000), now: now}
}

// refuse returns a failure when a request exceeds a limit, or nil.
func (l *limiter) refuse(limit Limit, address string) *Failure {
	r, ok := l.rates[limit]
	if !ok {
		return nil
	}
	bucket := l.buckets.GetOrPut(bucketKey{limit, httpx.Network(address)}, func() *rate.Limiter {
		return rate.NewLimiter(rate.Limit(float64(r.Requests)/r.Per.Seconds()), r.Requests)
	})
	now := l.now()
	reservation := bucket.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	reservation.CancelAt(now)
	failure := Refuse(RateLimited, "Too many requests. Please try again later.")
	failure.RetryAfter = int(math.Ceil(wait.Seconds()))
	return failure
}
