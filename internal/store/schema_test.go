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

func TestOpenWithExistingDoesNotChangeTheDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		existing := func() error {
			opened, err := store.Open(ctx, db.Source, time.Now, store.Existing())
			if err == nil {
				err = opened.Close()
			}
			return err
		}
		if err := existing(); err != nil {
			t.Errorf("of this version: %v", err)
		}
		version := func(statement string) {
			t.Helper()
			if err := s.Update(ctx, func(tx *store.Tx) error { _, err := tx.Exec(statement); return err }); err != nil {
				t.Fatal(err)
			}
		}
		have, want, err := s.SchemaVersions(ctx)
		if err != nil || have != want || want < 180 {
			t.Errorf("version %d of %d, %v", have, want, err)
		}
		var other *store.SchemaError
		version("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
		if err := existing(); !errors.As(err, &other) || other.Have != 99999 {
			t.Errorf("of a newer version: %v", err)
		}
		if _, err := store.Open(ctx, db.Source, time.Now); !errors.As(err, &other) || other.Have != 99999 {
			t.Errorf("a server on a newer schema: %v", err)
		}
		version("DELETE FROM goose_db_version WHERE version_id > 170")
		if err := existing(); !errors.As(err, &other) || other.Have > 170 {
			t.Errorf("of an older version: %v", err)
		}
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
