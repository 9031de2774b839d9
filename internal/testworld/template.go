package testworld

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"holidaymaker/internal/simulator"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Template is what many worlds begin with: a database with what is on sale, and a
// provider with its keys. A world copies them, because making them takes long.
type Template struct{ database, provider string }

// NewTemplate makes a template on SQLite.
func NewTemplate(t testing.TB) Template {
	t.Helper()
	m := Template{database: t.TempDir(), provider: t.TempDir()}
	m.prepare(t, storetest.Database{Name: "SQLite", Source: m.database})
	provider, err := simulator.New(simulator.Options{Dir: m.provider})
	check(t, err)
	provider.Close()
	return m
}

func (m Template) prepare(t testing.TB, db storetest.Database) {
	t.Helper()
	s, err := store.Open(context.Background(), db.Source, NewClock(Start).Now)
	check(t, err)
	Publish(t, s, Price)
	check(t, s.Close())
}

// SQLite returns a new database of the template.
func (m Template) SQLite(t testing.TB) storetest.Database {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	check(t, os.CopyFS(dir, os.DirFS(m.database)))
	return storetest.Database{Name: "SQLite", Source: dir}
}

// PostgreSQL returns a new database like that of the template.
func (m Template) PostgreSQL(t testing.TB) storetest.Database {
	t.Helper()
	db := storetest.PostgreSQL(t)
	m.prepare(t, db)
	return db
}

// Provider starts a provider with the template's keys and no orders. It closes when
// the test ends.
func (m Template) Provider(t testing.TB, o simulator.Options) *simulator.Simulator {
	t.Helper()
	o.Dir = filepath.Join(t.TempDir(), "provider")
	check(t, os.CopyFS(o.Dir, os.DirFS(m.provider)))
	provider, err := simulator.New(o)
	check(t, err)
	t.Cleanup(provider.Close)
	return provider
}
