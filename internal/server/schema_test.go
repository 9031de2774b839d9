package server_test

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// An upgrade: another program expands the schema, and later contracts it.
func TestANodeWorksUntilTheSchemaIsContractedThenStopsAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		config := server.Config{Addr: "127.0.0.1:0", MetricsAddr: "127.0.0.1:0", Data: t.TempDir(), Demo: true, DemoParks: 12, NoRendering: true,
			ShutdownDelay: time.Minute, Clock: testclock.Now, Log: &logBuffer{}}
		withDatabase(db)(&config)
		s, err := server.New(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- errors.Join(s.Run(context.Background()), s.Close()) }()
		node, other := running{Server: s}, db.Open(t)
		change := func(statement string) {
			if err := other.Update(t.Context(), func(tx *store.Tx) error { _, err := tx.Exec(statement); return err }); err != nil {
				t.Fatal(err)
			}
		}
		change("INSERT INTO goose_db_version (version_id, is_applied) VALUES (2, TRUE)")
		polltest.Until(t, "the new version in the metrics", func() bool {
			return node.metric(t, "holidaymaker_schema_version") == "2" && node.metric(t, "holidaymaker_schema_min_version") == "1"
		})
		if got := node.visitor(t).get("/readyz"); got.status != 200 {
			t.Errorf("on the newer schema it answers %d", got.status)
		}
		change("UPDATE schema_state SET min_version = 2")
		select {
		case err := <-ended:
			var schema *store.SchemaError
			if !errors.As(err, &schema) || !schema.Contracted() {
				t.Errorf("it ends with %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Fatal("it goes on")
		}
		if err := opens(t, withDatabase(db)); err == nil {
			t.Error("it starts again")
		}
	})
}

// A contraction must not begin while an older node starts.
func TestANodeIsVisibleBeforeItServes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		if err := opens(t, withDatabase(db)); err != nil {
			t.Fatal(err)
		}
		var nodes int
		err := db.Open(t).View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow("SELECT count(*) FROM node").Scan(&nodes) })
		if err != nil || nodes != 1 {
			t.Errorf("%d nodes, %v", nodes, err)
		}
	})
}

func TestAServerThatCannotListenCreatesNoDatabase(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	unused := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	for what, set := range map[string]func(*server.Config){
		"visitors": func(c *server.Config) { c.Addr = taken.Addr().String() },
		"metrics":  func(c *server.Config) { c.MetricsAddr = taken.Addr().String() },
		"both":     func(c *server.Config) { c.Addr, c.MetricsAddr = unused, unused },
	} {
		dir := filepath.Join(t.TempDir(), "data")
		if err := opens(t, set, func(c *server.Config) { c.Data = dir }); err == nil {
			t.Errorf("%s: it listens", what)
		}
		if _, err := store.Open(t.Context(), dir, testclock.Now, store.Existing()); !errors.Is(err, store.ErrNoDatabase) {
			t.Errorf("%s: there is a database: %v", what, err)
		}
	}
}

func TestAServerThatNeverMigratesUsesADatabaseAsItIs(t *testing.T) {
	never := func(c *server.Config) { c.NeverMigrate = true }
	if err := opens(t, never); !errors.Is(err, store.ErrNoDatabase) {
		t.Errorf("without a database: %v", err)
	}
	if err := opens(t, never, withDatabase(storetest.SQLite(t))); err != nil {
		t.Errorf("with one: %v", err)
	}
}
