package main

import (
	"context"
	"fmt"
	"time"

	"holidaymaker/internal/store"
)

// openStore opens the database that --data or --db names.
func openStore(ctx context.Context, data, db string) (*store.Store, error) {
	source := data
	if db != "" {
		source = db
	}
	return store.Open(ctx, source, time.Now)
}

func migrate(ctx context.Context, args []string) error {
	o := newOptions("migrate", "bring the database's schema up to date")
	data := o.String("data", "data", "directory of the database")
	db := o.String("db", "", "postgres://… instead of SQLite in the data directory")
	if _, err := o.parse(args); err != nil {
		return err
	}
	s, err := openStore(ctx, *data, *db)
	if err != nil {
		return err
	}
	fmt.Printf("The %s database is up to date.\n", s.Dialect())
	return s.Close()
}
