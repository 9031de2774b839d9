package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// row is what was measured for a kind of visitors.
type row struct {
	kind                kind
	rate                float64 // the ceiling, visitors a second
	usual, flood, after result
	seen                []watched // in the three parts
}

// The bars.
const (
	backWithin  = 5 * time.Second
	readyWithin = 2 * time.Second // as long as deploy/haproxy waits
	flat        = 1.5             // memory in the flood, of that before
	steady      = 0.7             // what is served in the flood, of the ceiling
)

// missed returns the bars that were missed.
func (r *row) missed() (missed []string) {
	miss := func(is bool, format string, args ...any) {
		if is {
			missed = append(missed, fmt.Sprintf(format, args...))
		}
	}
	all := []result{r.usual, r.flood, r.after}
	for i := range all {
		miss(all[i].unsent > 0, "%d visitors did not come, because too many waited", all[i].unsent)
		miss(all[i].late > time.Second, "visitors came %v late: their processors are too slow for this", all[i].late.Round(time.Millisecond))
		miss(all[i].count(withoutRetryAfter) > 0, "%d refused without Retry-After", all[i].count(withoutRetryAfter))
		miss(all[i].count(lost) > 0, "%d not answered as they should be", all[i].count(lost))
	}
	miss(!r.usual.holds(r.kind.soon), "the usual load was not held")
	miss(r.servedInFlood() < steady*r.rate, "serves less when flooded")
	miss(r.flood.quantile(.99) > r.kind.bound, "those let in wait too long")
	miss(float64(r.seen[1].resident) > flat*float64(r.seen[0].resident), "memory grows")
	for _, seen := range r.seen {
		miss(seen.ready > readyWithin, "/readyz took %d ms", seen.ready.Milliseconds())
		miss(seen.notReady > 0, "/readyz failed %d times", seen.notReady)
	}
	miss(r.back() > backWithin, "back too late")
	return missed
}

// servedInFlood returns how many visitors a second got what they came for.
func (r *row) servedInFlood() float64 { return float64(r.flood.done) / r.flood.last.Seconds() }

// back returns how long after the flood the node served everybody within a second again.
func (r *row) back() time.Duration { return r.after.back(r.usual.last + r.flood.last) }

// line describes what happened to the visitors of a part.
func (r *result) line() string {
	text := fmt.Sprintf("%.0f a second: %d calls, %d refused, %d deferred, %d left to browsers, %d without Retry-After, %d lost; p50 %v, p99 %v; %.1f visitors a second got what they came for",
		r.rate, len(r.samples), r.count(refused), r.count(deferred), r.count(left), r.count(withoutRetryAfter), r.count(lost),
		r.quantile(.5).Round(time.Millisecond), r.quantile(.99).Round(time.Millisecond), float64(r.done)/r.last.Seconds())
	if r.unsent > 0 {
		text += fmt.Sprintf("; %d visitors did not come, because too many waited", r.unsent)
	}
	if r.late > 100*time.Millisecond {
		text += fmt.Sprintf("; visitors came %v late", r.late.Round(time.Millisecond))
	}
	for _, s := range r.samples {
		if s.is == lost {
			return text + "; the first lost: " + s.what
		}
	}
	return text
}

// report prints the table. It returns an error if a bar was missed.
func report(w io.Writer, rows []row) error {
	var failed []string
	fmt.Fprintf(w, "\n| | a second | p50, p99 at %.1f× | flood | served, a second | told to come back | left to browsers | p99 | memory before, in the flood, MB | /readyz at most | back after |\n|-|-|-|-|-|-|-|-|-|-|-|\n", usual)
	for _, r := range rows {
		ready := time.Duration(0)
		for _, seen := range r.seen {
			ready = max(ready, seen.ready)
		}
		fmt.Fprintf(w, "| %s | %.0f | %d, %d ms | %g× | %.0f | %d %% | %d %% | %d ms | %d, %d | %d ms | %.1f s |\n", r.kind.name, r.rate, r.usual.quantile(.5).Milliseconds(), r.usual.quantile(.99).Milliseconds(),
			r.kind.flood, r.servedInFlood(), 100*r.flood.count(refused, deferred)/max(1, len(r.flood.samples)), 100*r.flood.count(left)/max(1, len(r.flood.samples)),
			r.flood.quantile(.99).Milliseconds(), r.seen[0].resident>>20, r.seen[1].resident>>20, ready.Milliseconds(), r.back().Seconds())
		for _, missed := range r.missed() {
			failed = append(failed, r.kind.name+": "+missed)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("bars were missed:\n%s", strings.Join(failed, "\n"))
	}
	return nil
}
