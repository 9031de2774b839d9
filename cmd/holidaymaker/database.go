package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/store"
)

// database is the value of --data and --db.
type database struct{ data, db *string }

// databaseFlags adds the flags that select a database.
func (o *options) databaseFlags() database {
	d := database{o.String("data", "data", "directory of the database"), o.String("db", "", "postgres://… instead of SQLite in the data directory")}
	o.inFile["db"] = true
	return d
}

func (d database) source() string {
	if *d.db != "" {
		return *d.db
	}
	return *d.data
}

// existing opens the database without creating or migrating it: commands for
// staff leave that to serve and migrate.
func (d database) existing(ctx context.Context) (*store.Store, error) {
	return store.Open(ctx, d.source(), time.Now, store.Existing())
}

// orNew opens the database without migrating it, or creates one where there is
// none.
func (d database) orNew(ctx context.Context) (*store.Store, error) {
	s, err := d.existing(ctx)
	if errors.Is(err, store.ErrNoDatabase) {
		return store.Open(ctx, d.source(), time.Now)
	}
	return s, err
}

// migrate is the command that migrates a database's schema.
func migrate(ctx context.Context, args []string) error {
	o := newOptions("migrate", "migrate the database's schema to this version")
	db := o.databaseFlags()
	if err := o.parse(args); err != nil {
		return err
	}
	s, err := store.Open(ctx, db.source(), time.Now)
	if err != nil {
		return err
	}
	fmt.Printf("The %s database is up to date.\n", s.Dialect())
	return s.Close()
}
