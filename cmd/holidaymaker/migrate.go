package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/store"
)

// errRefused makes migrate --check exit with status 4.
var errRefused = errors.New("migrate: it would be refused")

// errPending makes migrate --check exit with status 3 after its list.
var errPending = errors.New("migrate: there are migrations to apply")

// migrate is the command that applies every migration, also those that contract the schema.
func migrate(ctx context.Context, args []string) error {
	o := newOptions("migrate", "apply every migration of this release, also those on which older releases cannot work")
	db := o.databaseFlags()
	check := o.Bool("check", false, "change nothing: say what is to do, with exit status 0 for nothing, 3 for something, 4 if it would be refused")
	wait := o.Duration("wait", 0, "how long to wait for nodes of an older release to stop, e.g. 2m")
	if err := o.parse(args); err != nil {
		return err
	}
	if *check {
		return db.checkMigrations(ctx)
	}
	for start := time.Now(); ; {
		err := db.migrate(ctx)
		if !errors.Is(err, store.ErrOlderNodes) || time.Since(start) >= *wait {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

func (d database) migrate(ctx context.Context) error {
	s, err := store.Open(ctx, d.source(), shifted(*d.clockOffset), store.Contracting(), store.OfRelease(version), store.BeforeMigrating(d.mayMigrate))
	if err != nil {
		return err
	}
	fmt.Printf("The %s database is up to date: %s.\n", s.Dialect(), versions(s.KnownSchema()))
	return s.Close()
}

// mayMigrate refuses the database of another brand, and a shifted clock where there are
// real bookings: by it, older nodes that run would seem to have stopped.
func (d database) mayMigrate(ctx context.Context, s *store.Store) error {
	brand, err := built()
	if err == nil {
		err = s.MayRecordBrand(ctx, brand.SiteCode)
	}
	if err == nil && *d.clockOffset != 0 {
		err = refuseRealBookings(ctx, s)
	}
	return err
}

func versions(schema store.Schema) string {
	return fmt.Sprintf("version %d, this program's is %d", schema.Have, schema.Want)
}

// checkMigrations says what migrate would do.
func (d database) checkMigrations(ctx context.Context) error {
	s, err := store.Open(ctx, d.source(), shifted(*d.clockOffset), store.Existing(), store.Unchecked())
	switch {
	case errors.Is(err, store.ErrNoDatabase):
		fmt.Println("There is no database yet.")
		return errPending
	case errors.Is(err, store.ErrPrototype):
		return errors.Join(errRefused, err)
	case err != nil:
		return err
	}
	schema := s.KnownSchema()
	fmt.Println(versions(schema))
	for _, m := range schema.Pending {
		if m.Contracts() {
			fmt.Printf("  %d contracts the schema: programs older than version %d cannot work on it\n", m.Number, m.Min)
		} else {
			fmt.Printf("  %d expands the schema\n", m.Number)
		}
	}
	switch {
	case schema.Contracted():
		err = &store.SchemaError{Schema: schema}
	case schema.Have > 0:
		err = errors.Join(d.mayMigrate(ctx, s), s.OlderNodes(ctx))
	}
	if errors.Is(err, store.ErrOtherBrand) || errors.Is(err, errShiftedClock) {
		err = errors.Join(errRefused, err)
	}
	if err == nil && len(schema.Pending) > 0 {
		err = errPending
	}
	return errors.Join(err, s.Close())
}
