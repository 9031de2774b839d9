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

// Template is what many worlds begin with: a database with what is on sale. A
// world copies it, because making it takes long.
type Template struct{ database string }

// NewTemplate makes a template on SQLite.
func NewTemplate(t testing.TB) Template {
	t.Helper()
	_, err := newProvider() // now rather than in a bubble
	check(t, err)
	m := Template{database: t.TempDir()}
	m.prepare(t, storetest.Database{Name: "SQLite", Source: m.database})
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

// Provider starts a provider without orders. It closes when the test ends.
func (m Template) Provider(t testing.TB, o simulator.Options) *simulator.Simulator {
	t.Helper()
	o.Dir = providerDir(t)
	provider, err := simulator.New(o)
	check(t, err)
	t.Cleanup(provider.Close)
	return provider
}
