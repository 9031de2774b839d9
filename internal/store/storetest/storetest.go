// Package storetest runs tests on both databases that the product supports:
// SQLite in a temporary directory, and a PostgreSQL server that it starts.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/store"
)

// Database is a new database for one test.
type Database struct {
	Name   string // "SQLite" or "PostgreSQL"
	Source string // for store.Open and for --db or --data
	Schema bool   // it has the schema, so that Open need not migrate it
}

// Each runs suite as a subtest on each database. Where PostgreSQL is not
// installed, its subtest is skipped, or fails when CI=true.
func Each(t *testing.T, suite func(t *testing.T, db Database)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { suite(t, SQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { suite(t, PostgreSQL(t)) })
}

// All reports whether this run leaves nothing out ('make test ALL=1'). Otherwise tests
// leave out what others prove nearly as well in much less time.
func All() bool { return os.Getenv("TEST_ALL") != "" }

// Any runs a suite that does not depend on the database as a subtest on SQLite, which
// is faster, and on each database where a run leaves nothing out.
func Any(t *testing.T, suite func(t *testing.T, db Database)) {
	t.Helper()
	if All() {
		Each(t, suite)
		return
	}
	t.Run("SQLite", func(t *testing.T) { suite(t, SQLite(t)) })
}

// SQLite returns a data directory with the schema but no rows.
func SQLite(t testing.TB) Database {
	t.Helper()
	files, err := template()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatalf("copy a database: %v", err)
	}
	return Database{Name: "SQLite", Source: dir, Schema: true}
}

// Copy returns a new database with the rows of another, on which no store may be
// open.
func (db Database) Copy(t testing.TB) Database {
	t.Helper()
	if db.Name == "PostgreSQL" {
		return create(t, db.name(t))
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(db.Source)); err != nil {
		t.Fatalf("copy a database: %v", err)
	}
	db.Source = dir
	return db
}

// template holds the files of an SQLite database with the schema but no rows. A
// copy takes a tenth of the time of the migrations.
var template = sync.OnceValues(func() (files fstest.MapFS, err error) {
	dir, err := os.MkdirTemp("", "holidaymaker-sqlite-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for SQLite: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := store.Open(context.Background(), dir, time.Now)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the database: %w", err)
	}
	files = fstest.MapFS{}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the database: %w", err)
		}
		files[entry.Name()] = &fstest.MapFile{Data: data, Mode: 0o600}
	}
	return files, nil
})

// Open opens the database and closes it when the test ends. Call it twice to
// test two nodes. The default clock is that of the
// run.
func (db Database) Open(t testing.TB, clock ...store.Clock) *store.Store {
	t.Helper()
	now := store.Clock(testclock.Now)
	if len(clock) > 0 {
		now = clock[0]
	}
	var options []store.Option
	if db.Schema {
		options = append(options, store.Existing())
	}
	s, err := store.Open(context.Background(), db.Source, now, options...)
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
