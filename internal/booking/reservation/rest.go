package reservation

import (
	"fmt"
	"sync"
	"time"

	"holidaymaker/internal/operations/outbox"
)

const (
	// silences is how often running a partner must not answer before it rests.
	silences = 2
	// firstRest is the first rest; each further silence doubles it, up to longestRest.
	firstRest   = time.Minute
	longestRest = 15 * time.Minute
)

// errRests means that the partner is not asked now.
var errRests = fmt.Errorf("its system does not answer: it rests: %w", outbox.ErrNotYet)

// rests has the partners that do not answer, so that the messages to others do not wait for
// their timeouts. Each node learns it by itself. It is safe for concurrent use.
type rests struct {
	mu sync.Mutex
	of map[string]silence // by address
}

// silence is how often running a partner did not answer, and until when it rests.
type silence struct {
	times int
	until time.Time
}

// left returns for how long an address still rests.
func (r *rests) left(address string, now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(0, r.of[address].until.Sub(now))
}

// note notes that the address has answered a message, or not. What was sent before a rest
// began does not lengthen it.
func (r *rests) note(address string, silent bool, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !silent {
		delete(r.of, address)
		return
	}
	s := r.of[address]
	if now.Before(s.until) {
		return
	}
	if s.times++; s.times >= silences {
		rest := firstRest
		for range s.times - silences {
			rest = min(2*rest, longestRest)
		}
		s.until = now.Add(rest)
	}
	r.of[address] = s
}
