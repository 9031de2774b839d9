// Package storetest runs tests on both databases that the product supports:
// SQLite in a temporary directory, and a PostgreSQL server that it starts.
package storetest

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/store"
)

// Database is a new, empty database for one test.
type Database struct {
	Name   string // "SQLite" or "PostgreSQL"
	Source string // for store.Open and for --db or --data
}

// Each runs suite as a subtest on each database. Where PostgreSQL is not
// installed, its subtest is skipped, or fails when CI=true.
func Each(t *testing.T, suite func(t *testing.T, db Database)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { suite(t, SQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { suite(t, PostgreSQL(t)) })
}

// SQLite returns an empty data directory.
func SQLite(t testing.TB) Database {
	t.Helper()
	return Database{Name: "SQLite", Source: t.TempDir()}
}

// Open opens the database and closes it when the test ends. Call it twice to
// test two nodes. The default clock is the machine's.
func (db Database) Open(t testing.TB, clock ...store.Clock) *store.Store {
	t.Helper()
	now := store.Clock(time.Now)
	if len(clock) > 0 {
		now = clock[0]
	}
	s, err := store.Open(context.Background(), db.Source, now)
	if err != nil {
		t.Fatalf("open %s: %v", db.Name, err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close %s: %v", db.Name, err)
		}
	})
	return s
}
