package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/store"
)

// errPending makes migrate --check exit with status 3 after its list.
var errPending = errors.New("migrate: there are migrations to apply")

// migrate is the command that applies every migration, also those that contract the schema.
func migrate(ctx context.Context, args []string) error {
	o := newOptions("migrate", "apply every migration of this release, also those on which older releases cannot work")
	db := o.placeFlags()
	check := o.Bool("check", false, "change nothing: say what is to do, with exit status 0 for nothing, 3 for something, 4 if it would be refused")
	wait := o.Duration("wait", 0, "how long to wait for nodes of an older release to stop, e.g. 2m")
	if err := o.parse(args); err != nil {
		return err
	}
	if *check {
		return checkMigrations(ctx, db.source())
	}
	for start := time.Now(); ; {
		err := applyMigrations(ctx, db.source())
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

func applyMigrations(ctx context.Context, source string) error {
	s, err := store.Open(ctx, source, machine, store.Contracting(), store.OfRelease(version), store.BeforeMigrating(ofThisBrand))
	if err != nil {
		return err
	}
	fmt.Printf("The %s database is up to date: %s.\n", s.Dialect(), versions(s.KnownSchema()))
	return s.Close()
}

// ofThisBrand refuses the database of another brand.
func ofThisBrand(ctx context.Context, s *store.Store) error {
	brand, err := built()
	if err != nil {
		return err
	}
	return s.MayRecordBrand(ctx, brand.SiteCode)
}

func versions(schema store.Schema) string {
	return fmt.Sprintf("version %d, this program's is %d", schema.Have, schema.Want)
}

// checkMigrations says what migrate would do.
func checkMigrations(ctx context.Context, source string) error {
	s, err := store.Open(ctx, source, machine, store.Existing(), store.Unchecked())
	if errors.Is(err, store.ErrNoDatabase) {
		fmt.Println("There is no database yet.")
		return errPending
	}
	if err != nil {
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
		err = errors.Join(ofThisBrand(ctx, s), s.OlderNodes(ctx))
	}
	if err == nil && len(schema.Pending) > 0 {
		err = errPending
	}
	return errors.Join(err, s.Close())
}
