package store

import (
	"context"
	"errors"
	"fmt"
)

// Existing is an option of Open: it does not create a database or change the
// schema. Open then returns ErrNoDatabase when there is no database, and a
// *SchemaError when its schema has another version.
func Existing() Option { return func(s *Store) { s.existing = true } }

// ErrNoDatabase means that there is no database, or one without a schema.
var ErrNoDatabase = errors.New("there is no database")

// SchemaError means that the database's schema has another version than this
// binary needs. Versions are numbers of migrations.
type SchemaError struct{ Have, Want int64 }

func (e *SchemaError) Error() string {
	if e.Have > e.Want {
		return fmt.Sprintf("the database's schema (version %d) is newer than this program's (%d): use the newer program", e.Have, e.Want)
	}
	return fmt.Sprintf("the database's schema (version %d) is older than this program's (%d): type `holidaymaker migrate`", e.Have, e.Want)
}

// SchemaVersions returns the version of the database's schema, 0 where it has
// none, and the version that this binary needs.
func (s *Store) SchemaVersions(ctx context.Context) (have, want int64, err error) {
	provider, err := s.migrations(s.writes)
	if err != nil {
		return 0, 0, err
	}
	sources := provider.ListSources()
	want = sources[len(sources)-1].Version
	if exists, err := s.hasTable(ctx, "goose_db_version"); err != nil || !exists {
		return 0, want, err
	}
	if have, _, err = provider.GetVersions(ctx); err != nil {
		return 0, want, fmt.Errorf("read the schema's version: %w", translate(err))
	}
	return have, want, nil
}

// hasTable reports whether the database has a table.
func (s *Store) hasTable(ctx context.Context, name string) (bool, error) {
	query := "SELECT count(*) FROM sqlite_master WHERE name = $1"
	if s.pool != nil {
		query = "SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)"
	}
	var n int
	if err := s.reads.QueryRowContext(ctx, query, name).Scan(&n); err != nil {
		return false, fmt.Errorf("look for the table %s: %w", name, translate(err))
	}
	return n > 0, nil
}

// checkSchema returns an error when this binary cannot work with the schema.
func (s *Store) checkSchema(ctx context.Context) error {
	have, want, err := s.SchemaVersions(ctx)
	switch {
	case err != nil:
		return err
	case have == 0:
		return fmt.Errorf("%w: it has no schema yet", ErrNoDatabase)
	case have != want:
		return &SchemaError{have, want}
	}
	return nil
}

// refuseNewer returns an error when a newer version of the product has migrated
// the schema, because this version does not know its rules.
func (s *Store) refuseNewer(ctx context.Context) error {
	have, want, err := s.SchemaVersions(ctx)
	if err == nil && have > want {
		return &SchemaError{have, want}
	}
	return err
}
