package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/store"
)

// database is the database that --data or --db selects.
type database struct{ data, db *string }

// databaseFlags adds the flags of a command that works on a database.
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

// existing opens the database as it is: an operator's command creates nothing
// and leaves the schema to serve and migrate.
func (d database) existing(ctx context.Context) (*store.Store, error) {
	return store.Open(ctx, d.source(), time.Now, store.Existing())
}

// orNew opens the database as it is, or sets up one where there is none.
func (d database) orNew(ctx context.Context) (*store.Store, error) {
	s, err := d.existing(ctx)
	if errors.Is(err, store.ErrNoDatabase) {
		return store.Open(ctx, d.source(), time.Now)
	}
	return s, err
}

// migrate is the command that brings a database's schema up to date.
func migrate(ctx context.Context, args []string) error {
	o := newOptions("migrate", "bring the database's schema up to date")
	db := o.databaseFlags()
	if _, err := o.parse(args); err != nil {
		return err
	}
	s, err := store.Open(ctx, db.source(), time.Now)
	if err != nil {
		return err
	}
	fmt.Printf("The %s database is up to date.\n", s.Dialect())
	return s.Close()
}
