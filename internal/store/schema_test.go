package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// aLaterRelease has a second migration.
var aLaterRelease = store.WithMigration("0002_note.sql", "CREATE TABLE note (\n    at_ms BIGINT NOT NULL\n);\n")

// opens opens a database and closes it again.
func opens(t *testing.T, db storetest.Database, options ...store.Option) error {
	t.Helper()
	s, err := store.Open(t.Context(), db.Source, time.Now, options...)
	if err == nil {
		err = s.Close()
	}
	return err
}

// hasVersion checks the version of a database's schema, as this program sees it.
func hasVersion(t *testing.T, s *store.Store, want int64) {
	t.Helper()
	if have, _, err := s.SchemaVersions(t.Context()); err != nil || have != want {
		t.Errorf("the schema has version %d, want %d, %v", have, want, err)
	}
}

func TestOnlyAServerOfALaterReleaseChangesTheSchema(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		var other *store.SchemaError
		if err := opens(t, db, store.Existing()); err != nil {
			t.Errorf("a command of this release: %v", err)
		}
		if err := opens(t, db, store.Existing(), aLaterRelease); !errors.As(err, &other) || *other != (store.SchemaError{Have: 1, Want: 2}) {
			t.Errorf("a command of the later release: %v", err)
		}
		hasVersion(t, s, 1)
		if err := opens(t, db, aLaterRelease); err != nil {
			t.Errorf("a server of the later release: %v", err)
		}
		hasVersion(t, s, 2)
		if err := errors.Join(change(s, "INSERT INTO note (at_ms) VALUES (1)"), opens(t, db, aLaterRelease), opens(t, db, store.Existing(), aLaterRelease)); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		if err := change(s, "INSERT INTO note (at_ms) VALUES ('now')"); err == nil {
			t.Error("the new table accepts a text in a column of numbers")
		}
		for what, options := range map[string][]store.Option{"a command": {store.Existing()}, "a server": nil} {
			if err := opens(t, db, options...); !errors.As(err, &other) || *other != (store.SchemaError{Have: 2, Want: 1}) {
				t.Errorf("%s of this release on the newer schema: %v", what, err)
			}
		}
	})
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		if err := opens(t, db, store.WithMigration("0002_note.sql", "CREATE TABLE note (\n    id TEXT\n);\nINSERT INTO none VALUES (1);")); err == nil {
			t.Error("it did not fail")
		}
		hasVersion(t, s, 1)
		if err := opens(t, db, aLaterRelease); err != nil {
			t.Errorf("the corrected one: %v", err)
		}
		hasVersion(t, s, 2)
	})
}

// Another brand's program must not change the schema of a database with bookings.
func TestTheDatabaseOfAnotherBrandIsNotMigrated(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		err := errors.Join(s.RecordBrand(t.Context(), "SN"),
			change(s, insertBooking+"('R1', 'R1', 'confirmed', '', '', '', '', 'U1', '2026-07-17', '', '{}', '{}', 3, 100, 1, 1, 1, 1)"))
		if err != nil {
			t.Fatal(err)
		}
		if err := opens(t, db, aLaterRelease, store.ForBrand("BF")); !errors.Is(err, store.ErrOtherBrand) {
			t.Errorf("another brand: %v", err)
		}
		hasVersion(t, s, 1)
	})
}

func TestOpenWithExistingCreatesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	for _, source := range []string{dir, storetest.EmptyPostgreSQL(t).Source} {
		if _, err := store.Open(context.Background(), source, time.Now, store.Existing()); !errors.Is(err, store.ErrNoDatabase) {
			t.Errorf("%s: %v", source, err)
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the directory was created: %v", err)
	}
}

func TestMigrationsMayTakeLongerThanOtherStatements(t *testing.T) {
	s := storetest.PostgreSQL(t).Open(t)
	if got := s.OnMigrationConnections(t, "SHOW statement_timeout"); got != "0" {
		t.Errorf("a statement of a migration may take %s", got)
	}
	err := s.View(context.Background(), func(tx *store.Tx) error {
		var got string
		if err := tx.QueryRow("SHOW statement_timeout").Scan(&got); err != nil || got != "30s" {
			t.Errorf("any other statement may take %q, %v", got, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
