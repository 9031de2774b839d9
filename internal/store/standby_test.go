package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestStandbysThatNobodyWaitsForAreNoticed(t *testing.T) {
	ctx := context.Background()
	db := storetest.PostgreSQL(t)
	s := db.Open(t)
	count := func(s *store.Store) int {
		t.Helper()
		found, err := s.Inspect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if found.Synchronous {
			t.Error("commits are said to wait for a standby")
		}
		return found.Standbys
	}
	if n := count(s); n != 0 {
		t.Errorf("%d standbys where there is none", n)
	}
	// A replication connection looks like a standby to the primary.
	config, err := pgx.ParseConfig(db.Source)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["replication"] = "true"
	standby, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Close(ctx)
	soon(t, "the standby is noticed", 10*time.Second, func() bool { return count(s) == 1 })
}

// TestAStandbyTakesNoCalls makes a server look like a standby to one node, and
// then promotes it.
func TestAStandbyTakesNoCalls(t *testing.T) {
	ctx := context.Background()
	db := storetest.PostgreSQL(t)
	database := db.Open(t)
	execute := func(statement string) {
		t.Helper()
		if err := database.Update(ctx, func(tx *store.Tx) error { _, err := tx.Exec(statement); return err }); err != nil {
			t.Fatal(err)
		}
	}
	execute("CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'")
	// On this node's connections the function above comes before PostgreSQL's own.
	node := storetest.Database{Name: db.Name, Source: db.Source + "&search_path=public,pg_catalog"}.Open(t)
	soon(t, "the standby is recognised", 10*time.Second, func() bool { return node.Health().Down != nil })
	for name, call := range calls(node) {
		if err := call(); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "standby") {
			t.Errorf("%s on a standby: %v", name, err)
		}
	}
	execute("DROP FUNCTION public.pg_is_in_recovery()")
	update := calls(node)["Update"]
	soon(t, "the promoted server is used", 10*time.Second, func() bool { return update() == nil })
}
