// Package store keeps what the product must not forget in one SQL database:
// SQLite in a data directory, or PostgreSQL for several nodes. Both run the
// same statements and migrations, so the statements stay in the common tongue
// of the two: text ids, pence and epoch milliseconds as bigint, stay dates as
// ISO text, no arrays, no now().
//
// SQL decides what is sold; searches never read it. What must reach the
// searches' memory goes into a change log that is numbered in commit order,
// see Changes and Watch.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Clock tells the time. It is a parameter wherever a rule depends on time.
type Clock func() time.Time

// Store is one open database. It is safe for concurrent use.
type Store struct {
	clock   Clock
	observe func(operation string, took time.Duration, err error)

	reads, writes *sql.DB       // the same pool on PostgreSQL
	pool          *pgxpool.Pool // nil on SQLite
	joined        joiner
	decoded       decoded
	committed     highest // number of the last change of this process
	changed       signal  // fires after a commit of this process that logged a change
	foreign       signal  // fires when another node may have logged one

	stop    context.CancelFunc
	running sync.WaitGroup
}

// An Option changes how Open sets a Store up.
type Option func(*Store)

// Observed has fn called after every transaction with its operation ("update",
// "view" or "together"), how long it took and how it ended: a hook for metrics.
func Observed(fn func(operation string, took time.Duration, err error)) Option {
	return func(s *Store) { s.observe = fn }
}

// Open opens the database that source names, brings its schema up to date and
// returns it ready for use. A source that begins with "postgres://" or
// "postgresql://" is a PostgreSQL server; any other is a data directory, made
// with mode 0700 when absent, that holds an SQLite file.
func Open(ctx context.Context, source string, clock Clock, options ...Option) (*Store, error) {
	s := &Store{clock: clock, observe: func(string, time.Duration, error) {}}
	for _, set := range options {
		set(s)
	}
	connect := s.openSQLite
	if strings.HasPrefix(source, "postgres://") || strings.HasPrefix(source, "postgresql://") {
		connect = s.openPostgres
	}
	if err := connect(ctx, source); err != nil {
		return nil, err
	}
	if err := s.migrate(ctx); err != nil {
		s.Close()
		return nil, err
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	if s.pool != nil {
		s.running.Go(func() { s.listen(background) })
		s.running.Go(func() { s.notify(background) })
	}
	return s, nil
}

// Close ends the background work and closes the database. Calls in flight
// should have ended before.
func (s *Store) Close() error {
	if s.stop != nil {
		s.stop()
	}
	s.running.Wait()
	err := s.writes.Close()
	if s.reads != s.writes {
		if readErr := s.reads.Close(); err == nil {
			err = readErr
		}
	}
	if s.pool != nil {
		s.pool.Close()
	}
	return err
}

// Dialect names the database: "sqlite" or "postgres".
func (s *Store) Dialect() string {
	if s.pool != nil {
		return "postgres"
	}
	return "sqlite"
}

// Now is the store's clock.
func (s *Store) Now() time.Time { return s.clock() }

// Ping reports whether the database answers and takes writes: it begins a
// writing transaction and gives it up.
func (s *Store) Ping(ctx context.Context) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return fmt.Errorf("ping the database: %w", err)
	}
	return tx.sql.Rollback()
}
