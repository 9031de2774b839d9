package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"holidaymaker/internal/loop"
)

// Times of the watch over a PostgreSQL server. A server that stops answering
// is known to be down after one probe, or two where it still answered others
// during the first; one that returns is used again within reprobeEvery and
// probeTimeout of its answer.
const (
	probeEvery   = time.Second
	reprobeEvery = 250 * time.Millisecond
	probeTimeout = time.Second
)

// Health is what the store knows of its database without asking it.
type Health struct {
	// Down is why the database cannot be reached, nil while it can. Calls fail
	// at once meanwhile. Since is when that was found out.
	Down  error
	Since time.Time
	// Writes is why the last transaction that wrote could not be committed,
	// such as a full disk; nil when it could, or was refused by its own rules.
	Writes error
}

// Health reports what is known of the database. It never waits.
func (s *Store) Health() Health {
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	return Health{h.down, h.since, h.writes}
}

// health is the state of the database as the watch and the last writes found it.
type health struct {
	mu     sync.Mutex
	down   error
	since  time.Time
	went   chan struct{} // closed while the database is down
	writes error

	answered atomic.Int64 // when a transaction last began, in Unix nanoseconds
}

// outage returns the error of a probe that began at a time, or nil where it does
// not mean that the database is down: the server answered others meanwhile, so
// that only this probe was slow, or it has no connection left for the probe.
func (h *health) outage(err error, began time.Time) error {
	var pg *pgconn.PgError
	full := errors.As(err, &pg) && pg.Code == tooManyConnections
	if full || !errors.Is(err, errStandby) && h.answered.Load() >= began.UnixNano() {
		return nil
	}
	return err
}

// fail returns the error of a call while the database is down, else nil.
func (h *health) fail() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down == nil {
		return nil
	}
	return fmt.Errorf("%w since %s: %w", ErrUnavailable, h.since.UTC().Format(time.TimeOnly), h.down)
}

// wentDown returns a channel that is closed when the database is found down.
func (h *health) wentDown() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.channel()
}

// channel makes the channel of wentDown. The caller holds mu.
func (h *health) channel() chan struct{} {
	if h.went == nil {
		h.went = make(chan struct{})
	}
	return h.went
}

// set records the result of a probe and reports whether the database has
// returned.
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

// wrote records how a writing transaction ended.
func (h *health) wrote(err error) {
	if err != nil && !errors.Is(err, ErrUnavailable) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writes = err
}

// watchLoop probes the PostgreSQL server. A server that is down is no failure of
// the loop: Health and the calls that fail say so.
func (s *Store) watchLoop() loop.Loop {
	p := &probe{config: s.pool.Config().ConnConfig, skew: &s.skew}
	hosts := 1 + len(p.config.Fallbacks)
	return loop.Loop{
		Name: watchName, Every: probeEvery, Deadline: time.Duration(hosts+3) * probeTimeout, Wake: s.untilNextProbe, End: p.close,
		Round: func(ctx context.Context) error {
			began := time.Now()
			err := p.run(ctx)
			if errors.Is(err, context.Canceled) {
				return err // the server stops
			}
			if s.health.set(s.health.outage(err, began)) {
				s.pool.Reset()   // connections that were open during the outage may be dead
				s.foreign.fire() // followers read what they missed
			}
			return nil
		},
	}
}

// untilNextProbe returns a function that waits for the next probe, less long
// while the database is down.
func (s *Store) untilNextProbe() (await func(context.Context)) {
	return func(ctx context.Context) {
		if s.health.fail() != nil {
			pause(ctx, reprobeEvery)
			return
		}
		<-ctx.Done() // after probeEvery
	}
}

// probe asks a server whether it takes writes and for its time, on a connection of its own: a
// busy pool is no outage.
type probe struct {
	config *pgx.ConnConfig
	skew   *skew
	conn   *pgx.Conn // nil: none is open
}

// run asks on the open connection. One that was closed meanwhile, as by a
// restart, is replaced at once; one that does not answer in time is not.
func (p *probe) run(ctx context.Context) error {
	if p.conn != nil {
		err := p.ask(ctx)
		if err == nil {
			return nil
		}
		p.close()
		if errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	// The time-out of a connection is per host.
	limit := probeTimeout * time.Duration(1+len(p.config.Fallbacks))
	dialling, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	config := p.config.Copy()
	config.ConnectTimeout = probeTimeout
	conn, err := pgx.ConnectConfig(dialling, config)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	p.conn = conn
	if err := p.ask(ctx); err != nil {
		p.close()
		return err
	}
	return nil
}

// errStandby says that the server is a standby, which takes no writes.
var errStandby = errors.New("the server is a standby: it takes no writes")

func (p *probe) ask(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	standby, err := p.skew.ask(asking, p.conn)
	if err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	if standby {
		return errStandby
	}
	return nil
}

// close gives the connection up.
func (p *probe) close() {
	if p.conn == nil {
		return
	}
	closing, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_ = p.conn.Close(closing) // it is given up either way
	p.conn = nil
}
