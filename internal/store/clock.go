package store

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Clock returns the current time. It is a parameter wherever a rule depends on time.
type Clock func() time.Time

// skewIgnored is how far apart two clocks may seem because of the time that the
// question takes.
const skewIgnored = 2 * time.Second

// skew is how far the clock of a PostgreSQL server is ahead of this machine's.
// All nodes go by the server's: with a clock of its own that is slow or fast, a
// node would end the holds of the others early or late.
type skew struct {
	machine Clock // this machine's; the store's own may be shifted against it
	ahead   atomic.Int64
}

// measure compares the clocks: the server read its clock at a time between
// asked and now.
func (s *skew) measure(server, asked time.Time) {
	now := s.machine()
	ahead := server.Sub(asked.Add(now.Sub(asked) / 2))
	if ahead.Abs() <= skewIgnored {
		ahead = 0
	}
	s.ahead.Store(int64(ahead))
}

// ask reads a server's clock, and whether it is a standby.
func (s *skew) ask(ctx context.Context, server interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}) (standby bool, err error) {
	asked, read := s.machine(), int64(0)
	err = server.QueryRow(ctx, "SELECT pg_is_in_recovery(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint").Scan(&standby, &read)
	if err == nil {
		s.measure(time.UnixMilli(read), asked)
	}
	return standby, err
}

// Now is the store's clock: what Open was given, put right by the clock of the
// PostgreSQL server where the two machines differ.
func (s *Store) Now() time.Time { return s.clock().Add(s.Skew()) }

// Skew is how far the database's clock is ahead of this machine's, as last
// measured; 0 while they agree, and on SQLite.
func (s *Store) Skew() time.Duration { return time.Duration(s.skew.ahead.Load()) }
