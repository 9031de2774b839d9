package store

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Clock returns the current time. It is a parameter wherever a rule depends on time.
type Clock func() time.Time

// skewIgnored is the largest difference that is ignored, because asking for the
// time takes a moment itself.
const skewIgnored = 2 * time.Second

// skew is how far the clock of a PostgreSQL server is ahead of this machine's.
// All nodes use the server's time. If each node used its own clock, a slow or
// fast one would end the holds of the other nodes too late or too early.
type skew struct {
	machine Clock // the machine's real clock; the clock given to Open may be shifted
	ahead   atomic.Int64
}

// measure compares the clocks. server is the time that the server has read between
// askedAt and now.
func (s *skew) measure(server, askedAt time.Time) {
	now := s.machine()
	ahead := server.Sub(askedAt.Add(now.Sub(askedAt) / 2))
	if ahead.Abs() <= skewIgnored {
		ahead = 0
	}
	s.ahead.Store(int64(ahead))
}

// ask reads a server's clock, and whether it is a standby. It measures the clock of a
// server that takes writes only.
func (s *skew) ask(ctx context.Context, server interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}) (standby bool, err error) {
	askedAt, read := s.machine(), int64(0)
	err = server.QueryRow(ctx, "SELECT pg_is_in_recovery(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint").Scan(&standby, &read)
	if err == nil && !standby {
		s.measure(time.UnixMilli(read), askedAt)
	}
	return standby, err
}

// Now returns the time of the clock that was given to Open, corrected by the
// difference between the clocks of the PostgreSQL server and this machine.
func (s *Store) Now() time.Time { return s.clock().Add(s.Skew()) }

// Skew returns how far the database's clock was ahead of this machine's at the
// last measurement. It is 0 if they agree, and on SQLite.
func (s *Store) Skew() time.Duration { return time.Duration(s.skew.ahead.Load()) }
