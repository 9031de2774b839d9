package store_test

import (
	"context"
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
