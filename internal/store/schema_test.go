package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// aLaterRelease has a second migration. The release after it has a third, on which
// programs of the first release cannot work.
var (
	aLaterRelease = store.WithMigrations("-- expand\nCREATE TABLE note (\n    at_ms BIGINT NOT NULL\n);\n")
	theOneAfter   = store.WithMigrations("-- expand\nCREATE TABLE note (\n    at_ms BIGINT NOT NULL\n);\n", "-- contract, min_version 2\nDROP TABLE contact_message;\n")
)

// opens opens a database and closes it again.
func opens(t *testing.T, db storetest.Database, options ...store.Option) error {
	t.Helper()
	s, err := store.Open(t.Context(), db.Source, time.Now, options...)
	if err == nil {
		err = s.Close()
	}
	return err
}

// hasVersion checks the version of a database's schema, and the version that a program
// must have at least.
func hasVersion(t *testing.T, s *store.Store, want, least int64) {
	t.Helper()
	if schema, err := s.Schema(t.Context()); err != nil || schema.Have != want || schema.Min != least {
		t.Errorf("the schema has version %d for programs of %d, want %d for %d, %v", schema.Have, schema.Min, want, least, err)
	}
}

// refuses checks that a program cannot work on a schema, by the schema's version and its own.
func refuses(t *testing.T, what string, err error, have, want int64) {
	t.Helper()
	var other *store.SchemaError
	if !errors.As(err, &other) || other.Have != have || other.Want != want {
		t.Errorf("%s: %v", what, err)
	}
}

// beatsOf writes a heartbeat of a node of the first release.
func beatsOf(t *testing.T, db storetest.Database, release string, clock *testworld.Clock) {
	t.Helper()
	s, err := store.Open(t.Context(), db.Source, clock.Now, store.Existing(), store.OfRelease(release))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Probe(t.Context(), &store.Heartbeat{Node: release})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyAServerOfALaterReleaseExpandsTheSchema(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		if err := opens(t, db, store.Existing()); err != nil {
			t.Errorf("a command of this release: %v", err)
		}
		refuses(t, "a command of the later release", opens(t, db, store.Existing(), aLaterRelease), 1, 2)
		hasVersion(t, s, 1, 1)
		if err := opens(t, db, aLaterRelease); err != nil {
			t.Errorf("a server of the later release: %v", err)
		}
		hasVersion(t, s, 2, 1)
		if err := errors.Join(change(s, "INSERT INTO note (at_ms) VALUES (1)"), opens(t, db, aLaterRelease), opens(t, db, store.Existing(), aLaterRelease)); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		if err := change(s, "INSERT INTO note (at_ms) VALUES ('now')"); err == nil {
			t.Error("the new table accepts a text in a column of numbers")
		}
	})
}

func TestAnOlderProgramWorksUntilTheSchemaIsContracted(t *testing.T) {
	older := map[string][]store.Option{"a command": {store.Existing()}, "a server": nil, "migrate": {store.Contracting()}}
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		h := store.Heartbeat{Node: "older"}
		if err := opens(t, db, theOneAfter, store.OfRelease("1.2.0")); err != nil {
			t.Errorf("a server of the newest release: %v", err)
		}
		hasVersion(t, s, 2, 1)
		for what, options := range older {
			if err := opens(t, db, options...); err != nil {
				t.Errorf("%s on the expanded schema: %v", what, err)
			}
		}
		if _, _, err := s.Probe(t.Context(), &h); err != nil {
			t.Errorf("a running node on the expanded schema: %v", err)
		}
		if err := opens(t, db, store.Existing(), theOneAfter); err != nil {
			t.Errorf("the newest release on a schema without its contraction: %v", err)
		}
		if err := change(s, "DELETE FROM node"); err != nil {
			t.Fatal(err)
		}
		if err := opens(t, db, theOneAfter, store.Contracting(), store.OfRelease("1.2.0")); err != nil {
			t.Errorf("migrate of the newest release: %v", err)
		}
		hasVersion(t, s, 3, 2)
		for what, options := range older {
			err := opens(t, db, options...)
			refuses(t, what+" on the contracted schema", err, 3, 1)
			if !strings.Contains(fmt.Sprint(err), "use release 1.2.0") {
				t.Errorf("it does not say which release: %v", err)
			}
		}
		_, reachable, err := s.Probe(t.Context(), &h)
		refuses(t, "a running node on the contracted schema", err, 3, 1)
		if !reachable || count(t, s, "node") != 0 {
			t.Errorf("reachable %v, with a heartbeat", reachable)
		}
		if err := errors.Join(opens(t, db, aLaterRelease), opens(t, db, theOneAfter)); err != nil {
			t.Errorf("those that know it: %v", err)
		}
	})
}

func TestANodeThatCouldNotGoOnPreventsAContraction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock, s := testworld.NewClock(testworld.Start), db.Open(t)
		migrates := func() error {
			m, err := store.Open(t.Context(), db.Source, clock.Now, theOneAfter, store.Contracting())
			if err == nil {
				err = m.Close()
			}
			return err
		}
		beatsOf(t, db, "1.0.0", clock)
		beatsOf(t, db, "1.0.1", clock)
		if err := migrates(); !errors.Is(err, store.ErrOlderNodes) || !strings.Contains(err.Error(), "1 of release 1.0.0, 1 of release 1.0.1") {
			t.Errorf("with running nodes: %v", err)
		}
		hasVersion(t, s, 2, 1)
		asking, err := store.Open(t.Context(), db.Source, clock.Now, theOneAfter, store.Existing(), store.Unchecked())
		if err != nil {
			t.Fatal(err)
		}
		if err := asking.OlderNodes(t.Context()); !errors.Is(err, store.ErrOlderNodes) {
			t.Errorf("a program that asks: %v", err)
		}
		clock.Advance(2 * time.Minute)
		if err := errors.Join(asking.OlderNodes(t.Context()), asking.Close()); err != nil {
			t.Errorf("a program that asks after the nodes have stopped: %v", err)
		}
		if err := migrates(); err != nil {
			t.Errorf("after the nodes have stopped: %v", err)
		}
		hasVersion(t, s, 3, 2)
	})
}

// A node of an older release may start while a migration runs.
func TestANodeThatAppearsDuringAContractionPreventsIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock, s := testworld.NewClock(testworld.Start), db.Open(t)
		appears := fmt.Sprintf("-- contract, min_version 2\nDROP TABLE contact_message;\nINSERT INTO node (id, started, seen, release, schema) VALUES ('n', %[1]d, %[1]d, '1.0.0', 1);\n", clock.Now().UnixMilli())
		m, err := store.Open(t.Context(), db.Source, clock.Now, store.WithMigrations(appears), store.Contracting())
		if !errors.Is(err, store.ErrOlderNodes) || !strings.Contains(err.Error(), "1 of release 1.0.0") {
			t.Errorf("it is migrated: %v", err)
		}
		if err == nil {
			t.Cleanup(func() { m.Close() })
		}
		hasVersion(t, s, 1, 1)
		if count(t, s, "node") != 0 || count(t, s, "contact_message") != 0 {
			t.Error("what the migration did is kept")
		}
	})
}

func TestANewDatabaseGetsEveryMigration(t *testing.T) {
	for _, source := range []string{t.TempDir(), storetest.EmptyPostgreSQL(t).Source} {
		s, err := store.Open(t.Context(), source, time.Now, theOneAfter)
		if err != nil {
			t.Fatal(err)
		}
		hasVersion(t, s, 3, 2)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A program that cannot use a database leaves its schema to the programs that can.
func TestACheckThatFailsLeavesTheSchema(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s, refused := db.Open(t), errors.New("refused")
		check := store.BeforeMigrating(func(context.Context, *store.Store) error { return refused })
		if err := opens(t, db, theOneAfter, store.Contracting(), check); !errors.Is(err, refused) {
			t.Errorf("it is opened: %v", err)
		}
		hasVersion(t, s, 1, 1)
	})
}

func TestEveryMigrationSaysWhoMayWorkOnIt(t *testing.T) {
	for _, first := range []string{"CREATE TABLE a (\n    id TEXT\n);", "-- expands", "-- contract", "-- contract, min_version 0", "-- contract, min_version 3", "-- contract, min_version x"} {
		if _, err := store.Open(t.Context(), t.TempDir(), time.Now, store.WithMigrations(first)); err == nil || !strings.Contains(err.Error(), "migration 2 must begin with") {
			t.Errorf("%s: %v", first, err)
		}
	}
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		if err := opens(t, db, store.WithMigrations("-- expand\nCREATE TABLE note (\n    id TEXT\n);\nINSERT INTO none VALUES (1);")); err == nil {
			t.Error("it did not fail")
		}
		hasVersion(t, s, 1, 1)
		if err := opens(t, db, aLaterRelease); err != nil {
			t.Errorf("the corrected one: %v", err)
		}
		hasVersion(t, s, 2, 1)
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
		anotherBrand := store.BeforeMigrating(func(ctx context.Context, s *store.Store) error { return s.MayRecordBrand(ctx, "BF") })
		if err := opens(t, db, aLaterRelease, anotherBrand); !errors.Is(err, store.ErrOtherBrand) {
			t.Errorf("another brand: %v", err)
		}
		hasVersion(t, s, 1, 1)
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

func TestADatabaseFromBeforeTheFirstReleaseIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		if err := change(db.Open(t), "DROP TABLE schema_state"); err != nil {
			t.Fatal(err)
		}
		for what, options := range map[string][]store.Option{
			"a server": nil, "a command": {store.Existing()}, "migrate": {store.Contracting()}, "migrate --check": {store.Existing(), store.Unchecked()},
		} {
			if err := opens(t, db, options...); !errors.Is(err, store.ErrPrototype) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
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
