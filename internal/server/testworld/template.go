package testworld

import (
	"context"
	"testing"

	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Template is what many worlds begin with: a database with what is on sale. A
// world copies it, because making it takes long.
type Template struct{ sqlite storetest.Database }

// NewTemplate makes a template on SQLite.
func NewTemplate(t testing.TB) Template {
	t.Helper()
	_, err := newProvider() // now rather than in a bubble
	check(t, err)
	return Template{onSale(t, storetest.SQLite(t))}
}

// onSale publishes what is on sale in a database.
func onSale(t testing.TB, db storetest.Database) storetest.Database {
	t.Helper()
	s, err := store.Open(context.Background(), db.Source, NewClock(Start).Now, store.Existing())
	check(t, err)
	Publish(t, s, Price)
	check(t, s.Close())
	return db
}

// SQLite returns a new database of the template.
func (m Template) SQLite(t testing.TB) storetest.Database {
	t.Helper()
	return m.sqlite.Copy(t)
}

// PostgreSQL returns a new database like that of the template.
func (m Template) PostgreSQL(t testing.TB) storetest.Database {
	t.Helper()
	return onSale(t, storetest.PostgreSQL(t))
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
