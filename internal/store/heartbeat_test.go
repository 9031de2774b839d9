package store_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// beats writes a heartbeat of a node and closes the store.
func beats(t *testing.T, db storetest.Database, clock *testworld.Clock, h *store.Heartbeat) {
	t.Helper()
	s := db.Open(t, clock.Now)
	if h.Database == "" {
		var err error
		if *h, err = s.NewHeartbeat(t.Context(), h.Node); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Probe(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// lossesOf returns what a database is known to have lost, with what a heartbeat shows.
func lossesOf(t *testing.T, s *store.Store, h store.Heartbeat) []store.Loss {
	t.Helper()
	all, err := s.Losses(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(maps.Values(all))
}

// An older backup is restored while all nodes are stopped.
func TestADatabaseThatWentBackIsReportedUntilStaffEndThat(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, clock := context.Background(), testworld.NewClock(testworld.Start)
		first := store.Heartbeat{Node: "first"}
		beats(t, db, clock, &first)
		from := first.At
		backup := db.Copy(t)
		clock.Advance(time.Hour)
		second := store.Heartbeat{Node: "second"}
		beats(t, db, clock, &first)
		beats(t, db, clock, &second)
		dir := t.TempDir()
		if err := first.Save(dir); err != nil {
			t.Fatal(err)
		}
		kept, err := store.ReadHeartbeat(dir)
		if err != nil || kept != first {
			t.Fatalf("kept %+v, %v, want %+v", kept, err, first)
		}

		s := db.Open(t, clock.Now)
		for _, h := range []store.Heartbeat{{}, first, second} {
			if err := s.Resume(ctx, h); err != nil {
				t.Fatal(err)
			}
			if lost := lossesOf(t, s, h); len(lost) > 0 {
				t.Errorf("the database that has everything: %v", lost)
			}
		}

		s = backup.Open(t, clock.Now)
		if lost := lossesOf(t, s, kept); !slices.Equal(lost, []store.Loss{{From: from, To: first.At}}) {
			t.Errorf("before a node has started: %v", lost)
		}
		for range 2 { // a node that fails at its start starts again
			if err := s.Resume(ctx, kept); err != nil {
				t.Fatal(err)
			}
		}
		if lost := lossesOf(t, s, store.Heartbeat{}); !slices.Equal(lost, []store.Loss{{From: from, To: first.At}}) {
			t.Errorf("by a node that wrote before the backup: %v", lost)
		}
		if err := s.Resume(ctx, second); err != nil {
			t.Fatal(err)
		}
		if lost := lossesOf(t, s, store.Heartbeat{}); !slices.Contains(lost, store.Loss{To: second.At}) {
			t.Errorf("by a node that only wrote after the backup: %v", lost)
		}
		jobs, err := s.Losses(ctx, store.Heartbeat{})
		if err != nil || len(jobs) != 2 {
			t.Fatalf("%v, %v", jobs, err)
		}
		for id := range jobs {
			if err := s.Update(ctx, func(tx *store.Tx) error { return tx.EndJob(id) }); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Resume(ctx, kept); err != nil {
			t.Fatal(err)
		}
		if lost := lossesOf(t, s, store.Heartbeat{}); len(lost) > 0 {
			t.Errorf("after a member of staff has dealt with it: %v", lost)
		}
	})
}

// A running node finds that its database was replaced by an older one.
func TestARunningNodeFindsThatTheDatabaseWentBack(t *testing.T) {
	ctx, db, clock := context.Background(), storetest.PostgreSQL(t), testworld.NewClock(testworld.Start)
	h := store.Heartbeat{Node: "node"}
	beats(t, db, clock, &h)
	standby := db.Copy(t)
	s := db.Open(t, clock.Now)
	for range 2 {
		clock.Advance(2 * time.Second)
		if _, _, err := s.Probe(ctx, &h); err != nil {
			t.Fatal(err)
		}
	}
	if lost := lossesOf(t, s, h); len(lost) > 0 || s.WentBack() != 0 {
		t.Errorf("before: %v, %d", lost, s.WentBack())
	}
	err := s.Update(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec("UPDATE change_counter SET number = 1000")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AnnounceContent(ctx); err != nil || s.Committed() != 1001 {
		t.Fatalf("%d, %v", s.Committed(), err)
	}
	last := h.At
	db.FailOver(t, standby)
	clock.Advance(2 * time.Second)
	polltest.Until(t, "the node reaches the database again", func() bool {
		_, _, err := s.Probe(ctx, &h)
		return err == nil
	})
	lost := lossesOf(t, s, h)
	if len(lost) != 1 || lost[0].To != last || s.WentBack() != 1 || s.Committed() != 0 {
		t.Errorf("lost %v, %d times, committed %d", lost, s.WentBack(), s.Committed())
	}
	if _, _, err := s.Probe(ctx, &h); err != nil || s.WentBack() != 1 {
		t.Errorf("again: %v, %d times", err, s.WentBack())
	}
}

// Nothing is known of another database, or of a node whose row was removed because it was
// old.
func TestOnlyWhatANodeHasWrittenToADatabaseCanBeMissingThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		here := store.Heartbeat{Node: "here"}
		beats(t, db, clock, &here)
		other := here
		other.Database, other.At = "another", here.At.Add(time.Hour)
		old := here
		old.Node, old.At = "old", here.At.AddDate(0, 0, -91)
		s := db.Open(t, clock.Now)
		for _, h := range []store.Heartbeat{here, other, old} {
			if lost := lossesOf(t, s, h); len(lost) > 0 {
				t.Errorf("%+v: %v", h, lost)
			}
		}
	})
}

func TestAHeartbeatThatCannotBeReadIsAnError(t *testing.T) {
	dir := t.TempDir()
	if h, err := store.ReadHeartbeat(dir); err != nil || h != (store.Heartbeat{}) {
		t.Errorf("no file: %+v, %v", h, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "heartbeat.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.ReadHeartbeat(dir); err == nil {
		t.Error("a broken file is read")
	}
}
