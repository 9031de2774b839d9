package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// outcome is what became of a call.
type outcome int

const (
	served            outcome = iota
	refused                   // 503 or 429 with Retry-After
	deferred                  // a search whose results can be asked for later
	left                      // a page that the server leaves to the browser
	withoutRetryAfter         // 503 or 429 that does not say when to come back
	lost                      // no answer, or another status
)

// sample is one call.
type sample struct {
	at   time.Duration // when its visitor was due, since the beginning of the load
	took time.Duration // from when the visitor was due, or began the call if they had made one before
	is   outcome
	what string // of a call that was lost
}

// part is a while with a rate of arrivals.
type part struct {
	rate float64 // visitors a second
	last time.Duration
}

// result is what happened to the visitors of a part.
type result struct {
	part
	samples []sample
	done    int           // visitors who got what they came for
	late    time.Duration // the latest that a visitor began after they were due
	unsent  int           // visitors who did not come, because too many waited already
}

// crowded is how many visitors may wait at once: a node has fewer connections than that and
// refuses in time, or the visitors' own processors are too slow.
const crowded = 6000

// visitor is what one visitor does: n differs for all of them, due is when they arrive.
// They note every call, and return whether they got what they came for.
type visitor func(ctx context.Context, n int, note func(took time.Duration, is outcome, what string)) bool

// apply lets visitors arrive at the rates of the parts, one part after the other, whether
// the node answers or not, and waits for all of them. between is called when a part ends.
func apply(ctx context.Context, first *atomic.Int64, visit visitor, between func(i int), parts ...part) []result {
	results := make([]result, len(parts))
	var mu sync.Mutex
	var all sync.WaitGroup
	var waiting atomic.Int64
	start := time.Now()
	offset := time.Duration(0)
	for i, p := range parts {
		results[i].part = p
		for n := range int(p.rate * p.last.Seconds()) {
			due := offset + time.Duration(float64(n)/p.rate*float64(time.Second))
			if wait := due - time.Since(start); wait > time.Millisecond {
				time.Sleep(wait)
			}
			if ctx.Err() != nil {
				break
			}
			results[i].late = max(results[i].late, time.Since(start)-due)
			if waiting.Load() >= crowded {
				results[i].unsent++
				continue
			}
			waiting.Add(1)
			all.Go(func() {
				defer waiting.Add(-1)
				ok := visit(ctx, int(first.Add(1)), func(took time.Duration, is outcome, what string) {
					mu.Lock()
					defer mu.Unlock()
					results[i].samples = append(results[i].samples, sample{due, took, is, what})
				})
				mu.Lock()
				defer mu.Unlock()
				if ok {
					results[i].done++
				}
			})
		}
		offset += p.last
		time.Sleep(offset - time.Since(start))
		between(i)
	}
	all.Wait()
	return results
}

// count returns how many calls ended so.
func (r *result) count(is ...outcome) (n int) {
	for _, s := range r.samples {
		if slices.Contains(is, s.is) {
			n++
		}
	}
	return n
}

// quantile returns a quantile of the time of the calls that were served.
func (r *result) quantile(q float64) time.Duration {
	var took []time.Duration
	for _, s := range r.samples {
		if s.is == served || s.is == left {
			took = append(took, s.took)
		}
	}
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[min(len(took)-1, int(q*float64(len(took))))]
}

// A node that is not overloaded serves all but a thousandth.
const tolerant = 0.001

// holds reports whether the node held the load: it served nearly all, and nearly all of
// those soon.
func (r *result) holds(soon time.Duration) bool {
	return r.unsent == 0 && float64(len(r.samples)-r.count(served)) <= tolerant*float64(len(r.samples)) && r.quantile(.95) <= soon
}

// back returns how long after the beginning of a part its calls were served within a second
// again: from then on all of those that arrived later were.
func (r *result) back(began time.Duration) time.Duration {
	last := time.Duration(0)
	for _, s := range r.samples {
		if s.is != served || s.took > time.Second {
			last = max(last, s.at-began+time.Millisecond)
		}
	}
	return last
}

// ceiling returns the highest rate that the node holds: it halves the rate until the node holds
// it, doubles it until it is too high, and halves the interval three times, by proportion.
func ceiling(from float64, holds func(rate float64) bool) (float64, error) {
	low := from
	for ; !holds(low); low /= 2 {
		if low < from/8 {
			return 0, fmt.Errorf("the node does not even hold %.0f a second", low)
		}
	}
	high := 2 * low
	for holds(high) {
		low, high = high, 2*high
	}
	for range 3 {
		middle := math.Sqrt(low * high)
		if holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}
