package store

import (
	"context"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"
)

// OnMigrationConnections runs a query on the connections that migrations use;
// see TestMigrationsMayTakeLongerThanOtherStatements.
func (s *Store) OnMigrationConnections(t *testing.T, query string) (answer string) {
	t.Helper()
	db, closing := s.migrationDB()
	defer func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	}()
	if err := db.QueryRowContext(context.Background(), query).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// WaysToConnect returns functions that open a new connection in each way that the store
// does, and close it.
func (s *Store) WaysToConnect(t *testing.T) map[string]func() error {
	ctx := context.Background()
	return map[string]func() error{
		"the pool": func() error {
			s.pool.Reset()
			pooled, err := s.pool.Acquire(ctx)
			if err == nil {
				pooled.Release()
			}
			return err
		},
		"migrations": func() error {
			s.OnMigrationConnections(t, "SELECT 'any'")
			return nil
		},
		"imports": func() error {
			unlock, err := s.lockImport(ctx, CataloguePart)
			if err == nil {
				unlock()
			}
			return err
		},
		"notifications": func() error {
			l := &listener{store: s}
			defer l.close()
			return l.connect(ctx)
		},
	}
}

// Writable returns why writes are refused.
func (s *Store) Writable() error { return s.writable() }

// Deadline sets the deadline of transactions whose caller has none, so that a
// test can make it short.
func Deadline(d time.Duration) Option { return func(s *Store) { s.deadline = d } }

// CommitPatience sets how long a commit may wait until commits count as hanging.
func CommitPatience(d time.Duration) Option { return func(s *Store) { s.commitPatience = d } }

// PrepareDeadline sets how long a publication waits for the nodes.
func PrepareDeadline(d time.Duration) Option { return func(s *Store) { s.prepareDeadline = d } }

// MachineClock replaces the store's clock of its machine.
func MachineClock(clock Clock) Option { return func(s *Store) { s.skew.machine = clock } }

// WithMigrations adds migrations to those of the program, as a later release does.
func WithMigrations(scripts ...string) Option {
	return func(s *Store) {
		files := fstest.MapFS{}
		_ = fs.WalkDir(migrationFiles, ".", func(name string, entry fs.DirEntry, err error) error { // embedded files can be read
			if err == nil && !entry.IsDir() {
				files[name] = &fstest.MapFile{}
				files[name].Data, err = migrationFiles.ReadFile(name)
			}
			return err
		})
		for i, script := range scripts {
			files[fmt.Sprintf("migrations/%04d_later.sql", 2+i)] = &fstest.MapFile{Data: []byte(script)}
		}
		s.migrationFiles = files
	}
}

// Queries about rows that a partial index finds, with their index.
var PartialIndexQueries = map[string]string{
	bookingsOfEmail:  "booking_email",
	actionsOfBooking: "operator_action_ref",
}

// Acquired returns how often a connection was taken from the pool.
func (s *Store) Acquired() int64 { return s.pool.Stat().AcquireCount() }

// Answered returns when the server last answered a transaction, in Unix nanoseconds.
func (s *Store) Answered() int64 { return s.health.answered.Load() }

// BreakCommit makes the commit of a transaction panic.
func (tx *Tx) BreakCommit() { tx.counts = map[string]*count{"U1": nil} }

// Queued returns how many tasks wait for a shared commit.
func (s *Store) Queued() int {
	s.commits.mu.Lock()
	defer s.commits.mu.Unlock()
	return len(s.commits.queue)
}

// Queries runs queries together, and calls read for each row.
func (tx *Tx) Queries(read func(i int, scan func(into ...any) error) error, queries ...string) error {
	all := make([]statement, len(queries))
	for i, query := range queries {
		all[i].query = query
	}
	return tx.queries(all, read)
}
