package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holidaymaker/internal/operations/loop"
)

// Times for watching a PostgreSQL server. A server that stops answering is
// recognised as down after one probe, or after two when it still answered other
// calls during the first. A server that is back is used again within
// reprobeEvery plus probeTimeout.
const (
	probeEvery   = time.Second
	reprobeEvery = 250 * time.Millisecond
	probeTimeout = time.Second
)

// Health is what the store knows about its database without asking it.
type Health struct {
	// Down is why the database cannot be reached, or nil while it can. While it
	// is set, calls fail at once. Since is when it was set.
	Down  error
	Since time.Time
	// Full is set while transactions find no space on the database's disk, and for
	// fullFor after the last that did: small ones still find some. FullSince is when
	// the first did.
	Full      error
	FullSince time.Time
}

// fullFor is how long after the last transaction that found no space the disk counts
// as full.
const fullFor = 15 * time.Second

// Health returns what is known about the database. It never waits.
func (s *Store) Health() Health {
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	known := Health{Down: h.down, Since: h.since}
	if h.full != nil && time.Since(h.fullLast) < fullFor {
		known.Full, known.FullSince = h.full, h.fullSince
	}
	return known
}

// health is the state of the database, as found by the probes and by the last
// writes.
type health struct {
	mu    sync.Mutex
	down  error
	since time.Time
	went  chan struct{} // closed while the database is down

	full                error
	fullSince, fullLast time.Time

	answered atomic.Int64 // when a statement, query or commit last got its answer, in Unix nanoseconds
}

// outage returns the error of a failed probe, or nil where the failure does not
// mean that the database is down: because the server answered other calls since
// the probe began, so only the probe was slow, or because no connection was
// left for the probe.
func (h *health) outage(err error, began time.Time) error {
	var pg *pgconn.PgError
	full := errors.As(err, &pg) && pg.Code == tooManyConnections
	if full || !errors.Is(err, errStandby) && h.answered.Load() >= began.UnixNano() {
		return nil
	}
	return err
}

// unavailable returns the error for a call while the database is down, otherwise nil.
func (h *health) unavailable() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down == nil {
		return nil
	}
	return fmt.Errorf("%w since %s: %w", ErrUnavailable, h.since.UTC().Format(time.TimeOnly), h.down)
}

// wentDown returns a channel that is closed when the database goes down.
func (h *health) wentDown() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.channel()
}

// channel creates the channel of wentDown. The caller must hold mu.
func (h *health) channel() chan struct{} {
	if h.went == nil {
		h.went = make(chan struct{})
	}
	return h.went
}

// set records the result of a probe. It returns true when the database is back.
func (h *health) set(err error) (returned bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err != nil && h.down == nil:
		h.since = time.Now()
		close(h.channel())
	case err == nil && h.down != nil:
		h.went, returned = nil, true
	}
	h.down = err
	return returned
}

// wrote records whether a writing transaction has found no space.
func (h *health) wrote(err error) {
	if !noSpace(err) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	if now.Sub(h.fullLast) >= fullFor {
		h.fullSince = now
	}
	h.full, h.fullLast = err, now
}

// watchLoop probes the PostgreSQL server. A server that is down is not a
// failure of the loop: Health reports it, and calls fail.
func (s *Store) watchLoop() loop.Loop {
	p := &probe{config: s.pool.Config().ConnConfig, hosts: s.hosts, skew: &s.skew}
	return loop.Loop{
		// A round asks on the open connection, connects in at most two ways, and asks again.
		Name: watchName, Every: probeEvery, Deadline: 5 * probeTimeout, Wake: s.untilNextProbe, End: p.close,
		Round: func(ctx context.Context) error {
			began, writer := time.Now(), s.hosts.writer.Load()
			err := p.run(ctx)
			if errors.Is(err, context.Canceled) {
				return err // the server stops
			}
			returned := s.health.set(s.health.outage(err, began))
			if returned || s.hosts.writer.Load() != writer {
				s.pool.Reset() // connections that were open during the outage, or to another host, may be dead
				s.unanswered.forget()
				s.foreign.fire() // followers read what they missed
			}
			return nil
		},
	}
}

// untilNextProbe returns a function that waits until the next probe. It waits
// less long while the database is down.
func (s *Store) untilNextProbe() (await func(context.Context)) {
	return func(ctx context.Context) {
		if s.health.unavailable() != nil {
			loop.Pause(ctx, reprobeEvery)
			return
		}
		<-ctx.Done() // after probeEvery
	}
}
