package store

import (
	"context"
	"errors"
	"fmt"
)

// Existing is an option of Open: it does not create a database or change the
// schema. Open then returns ErrNoDatabase when there is no database, and a
// *SchemaError when this program cannot work on its schema.
func Existing() Option { return func(s *Store) { s.existing = true } }

// Unchecked is an option of Open beside Existing, for programs that only ask about the
// schema: it opens a database whatever its schema is.
func Unchecked() Option { return func(s *Store) { s.unchecked = true } }

// OfRelease is an option of Open: it names the program's release, which is recorded with a
// migration and with the heartbeat of a node.
func OfRelease(version string) Option { return func(s *Store) { s.release = version } }

// ErrNoDatabase means that there is no database, or one without a schema.
var ErrNoDatabase = errors.New("there is no database")

// ErrPrototype means that a database was made before there were releases. Nothing can work
// on its schema.
var ErrPrototype = errors.New("the database was made by a build before the first release: begin with a new one")

// Schema is the state of a database's schema, as this program sees it. Versions are
// numbers of migrations.
type Schema struct {
	Have    int64       // the newest migration that was applied; 0: there is no schema
	Min     int64       // a program whose newest migration is older cannot work on the schema
	Release string      // of the program that migrated last
	Want    int64       // this program's newest migration
	Needs   int64       // its newest migration that expands, without which it cannot work
	Pending []Migration // of this program, not applied yet
}

// Contracted reports that the schema has no room for this program any more.
func (s Schema) Contracted() bool { return s.Min > s.Want }

// Fits reports whether this program can work on the schema: also on a newer one that has
// only been expanded, and on an older one that only lacks a contraction.
func (s Schema) Fits() bool { return s.Have >= s.Needs && !s.Contracted() }

// SchemaError means that this program cannot work on a database's schema.
type SchemaError struct{ Schema }

func (e *SchemaError) Error() string {
	if e.Contracted() {
		return fmt.Sprintf("the database's schema (version %d) takes programs of version %d or later, and this one's is %d: use release %s, which changed it last, or a later one",
			e.Have, e.Min, e.Want, e.Release)
	}
	return fmt.Sprintf("the database's schema (version %d) is older than this program's (%d): type `holidaymaker migrate`", e.Have, e.Want)
}

// Schema reads the state of the database's schema. It returns ErrPrototype where no
// release made it.
func (s *Store) Schema(ctx context.Context) (schema Schema, err error) {
	// The first migration creates schema_state together with its version, maybe just now.
	migrated, err := s.isMigrated(ctx)
	exists := false
	if err == nil {
		exists, err = s.hasTable(ctx, "schema_state")
	}
	switch {
	case err != nil:
	case exists:
		err = s.View(ctx, func(tx *Tx) error {
			schema, err = tx.schema()
			return err
		})
	case migrated:
		err = ErrPrototype
	default:
		schema = s.schemaOf(Schema{})
	}
	if err != nil {
		return schema, fmt.Errorf("read the schema's version: %w", err)
	}
	s.schema.Store(&schema)
	return schema, nil
}

// KnownSchema returns the schema as it was last read, by Open or by Probe. It never waits.
func (s *Store) KnownSchema() Schema { return *s.schema.Load() }

// schema reads the state of a schema that exists.
func (tx *Tx) schema() (schema Schema, err error) {
	err = tx.QueryRow("SELECT min_version, release, (SELECT max(version_id) FROM goose_db_version) FROM schema_state").Scan(&schema.Min, &schema.Release, &schema.Have)
	return tx.store.schemaOf(schema), err
}

// schemaOf adds to what was read what this program needs.
func (s *Store) schemaOf(schema Schema) Schema {
	for _, m := range s.migrations {
		schema.Want = m.Number
		if !m.Contracts() {
			schema.Needs = m.Number
		}
		if m.Number > schema.Have {
			schema.Pending = append(schema.Pending, m)
		}
	}
	return schema
}

// isMigrated reports whether any migration was applied to the database.
func (s *Store) isMigrated(ctx context.Context) (bool, error) {
	exists, err := s.hasTable(ctx, "goose_db_version")
	if err != nil || !exists {
		return false, err
	}
	var n int
	err = s.reads.QueryRowContext(ctx, "SELECT count(*) FROM goose_db_version WHERE version_id > 0").Scan(&n)
	return n > 0, translate(err)
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

// prepare makes the schema ready for this program, or returns why it cannot be.
func (s *Store) prepare(ctx context.Context) error {
	schema, err := s.Schema(ctx)
	switch {
	case err != nil:
		return err
	case s.unchecked:
		return nil
	case schema.Have == 0 && s.existing:
		return fmt.Errorf("%w: it has no schema yet", ErrNoDatabase)
	case schema.Contracted():
		return &SchemaError{schema}
	case schema.Have > 0 && s.before != nil:
		if err := s.before(ctx, s); err != nil {
			return err
		}
	}
	if !s.existing {
		if err := s.migrate(ctx, schema); err != nil {
			return err
		}
		if schema, err = s.Schema(ctx); err != nil {
			return err
		}
	}
	if !schema.Fits() {
		return &SchemaError{schema}
	}
	return nil
}
