// Package store keeps the product's durable data in one SQL database: SQLite in
// a data directory, or PostgreSQL for several nodes. Both use the same
// statements and migrations, so statements use only what both have: ids as
// text, pence and epoch milliseconds as bigint, dates of stays as ISO text, no
// arrays, no now().
//
// SQL decides what is sold; searches never read it. Every change that searches
// must show is written to a change log, numbered in the order of commits; see
// Changes and Subscribe.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"holidaymaker/internal/operations/loop"
)

// Store is one open database. It is safe for concurrent use.
type Store struct {
	clock   Clock
	observe func(ctx context.Context, operation string, took time.Duration, err error)

	existing    bool                                // see Existing
	unchecked   bool                                // see Unchecked
	file        bool                                // see File
	contracting bool                                // see Contracting
	before      func(context.Context, *Store) error // see BeforeMigrating
	release     string                              // see OfRelease
	deadline    time.Duration                       // of a transaction whose caller has none

	migrationFiles fs.FS // a test may add one
	migrations     []Migration
	schema         atomic.Pointer[Schema] // see KnownSchema

	prepareDeadline time.Duration // see Staging.letNodesPrepare
	health          health
	skew            skew
	unanswered      unanswered
	commitPatience  time.Duration // see the constant

	reads, writes *sql.DB       // the same pool on PostgreSQL
	pool          *pgxpool.Pool // nil on SQLite
	hosts         *hosts        // of PostgreSQL
	writers       chan struct{} // holds a token for each of the pool's connections that write
	dir           string        // of SQLite
	leaveDir      func()        // see useDir; nil where there is no directory
	commits       commitQueue
	decoded       decoded
	committed     highest      // number of the last change of this process
	wentBack      atomic.Int64 // see WentBack
	changed       signal       // fires after a commit of this process that logged a change
	foreign       signal       // fires when another node may have logged one

	stop    context.CancelFunc
	loops   *loop.Runner
	running sync.WaitGroup
}

// Option changes how Open sets up a Store.
type Option func(*Store)

// Observed makes the store call fn after every transaction, for metrics and traces:
// with its caller's context, its operation ("update", "view" or "group_commit"), its
// duration and its error.
func Observed(fn func(ctx context.Context, operation string, took time.Duration, err error)) Option {
	return func(s *Store) { s.observe = fn }
}

// RunBy makes a server's runner run the store's background loops, so that their
// state is reported with the server's.
func RunBy(runner *loop.Runner) Option { return func(s *Store) { s.loops = runner } }

// defaultDeadline limits transactions whose caller's context has no deadline.
const defaultDeadline = 10 * time.Second

// BulkDeadline is a deadline for callers that read or write much in one
// transaction, for example a whole catalogue.
const BulkDeadline = 5 * time.Minute

// Open opens a database and applies the migrations that expand its schema. A source
// that begins with "postgres://" or "postgresql://" is a PostgreSQL server. Any other
// source is a data directory with an SQLite file; when it is missing, it is created
// with mode 0700. For a mistyped URL Open returns ErrSource.
func Open(ctx context.Context, source string, clock Clock, options ...Option) (*Store, error) {
	s := &Store{clock: clock, skew: skew{machine: time.Now}, migrationFiles: migrationFiles, deadline: defaultDeadline, prepareDeadline: prepareDeadline, commitPatience: commitPatience,
		observe: func(context.Context, string, time.Duration, error) {}, loops: loop.NewRunner(slog.New(slog.DiscardHandler))}
	for _, set := range options {
		set(s)
	}
	connect := s.openSQLite
	if s.file {
		connect = s.openFile
	}
	postgres, err := isPostgres(source)
	if err != nil {
		return nil, err
	}
	if postgres {
		connect = s.openPostgres
	}
	if err := connect(ctx, source); err != nil {
		return nil, err
	}
	if s.migrations, err = readMigrations(s.migrationFiles, s.Dialect()); err == nil {
		err = s.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	if s.pool != nil {
		s.loops.Go(background, s.watchLoop())
		s.loops.Go(background, s.listenLoop())
		s.loops.Go(background, s.notifyLoop())
	}
	return s, nil
}

// closeWait limits how long Close waits for the background loops.
const closeWait = 10 * time.Second

// Close ends the background loops and closes the database. Calls should have
// ended before.
func (s *Store) Close() error {
	if s.stop != nil {
		s.stop()
	}
	s.running.Wait()
	ended, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	err := errors.Join(s.loops.Wait(ended, watchName, listenName, notifyName), s.writes.Close())
	if s.reads != s.writes {
		err = errors.Join(err, s.reads.Close())
	}
	if s.leaveDir != nil {
		s.leaveDir()
	}
	if s.pool == nil {
		return err
	}
	closed := make(chan struct{})
	go func() {
		s.pool.Close() // it waits for calls that have not ended
		close(closed)
	}()
	select {
	case <-closed:
		return err
	case <-ended.Done():
		return errors.Join(err, errors.New("close the database: a call has not ended"))
	}
}

// Dialect returns the kind of database: "sqlite" or "postgres".
func (s *Store) Dialect() string {
	if s.pool != nil {
		return "postgres"
	}
	return "sqlite"
}

// Ping checks that the database answers and, on PostgreSQL, accepts writes. It
// does not begin a writing transaction. Health returns what is known without
// asking.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	query := "SELECT 0"
	if s.pool != nil {
		query = "SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END"
	}
	err := s.health.unavailable()
	var standby int
	if err == nil {
		err = translate(s.reads.QueryRowContext(ctx, query).Scan(&standby))
	}
	if err == nil && standby == 1 {
		err = fmt.Errorf("%w: %w", ErrUnavailable, errStandby)
	}
	if err != nil {
		return fmt.Errorf("ping the database: %w", err)
	}
	return nil
}

// bounded adds the store's deadline to a context without one.
func (s *Store) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, s.deadline)
}
