package store_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// TestImportUntilKilled is not a test by itself: TestAKilledImportLeavesNothing
// runs it in a separate process.
func TestImportUntilKilled(t *testing.T) {
	source := os.Getenv("HOLIDAYMAKER_TEST_IMPORT_INTO")
	if source == "" {
		return
	}
	ctx := context.Background()
	s, err := store.Open(ctx, source, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Stage(ctx, store.CataloguePart, true)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		if err := g.Put(ctx, catalogue.KindOffer, fmt.Sprint(i), []byte("new")); err != nil {
			t.Fatal(err)
		}
		if i == 2000 {
			fmt.Println("\nunder way")
		}
	}
}

func TestAKilledImportLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		goLive(t, stage(t, s, true, "a=1"))

		child := exec.Command(os.Args[0], "-test.run=^TestImportUntilKilled$", "-test.v")
		child.Env = append(os.Environ(), "HOLIDAYMAKER_TEST_IMPORT_INTO="+db.Source)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "under way" {
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed

		expect(t, s, "a=1")
		if rows := count(t, s, "entity"); rows < 1000 {
			t.Errorf("%d rows staged when it was killed", rows)
		}
		var g *store.Staging
		soon(t, "another import can begin", time.Second, func() bool { // PostgreSQL has to notice the end of the connection
			g, err = s.Stage(context.Background(), store.CataloguePart, true)
			return err == nil
		})
		if err := g.Put(context.Background(), catalogue.KindOffer, "b", []byte("1")); err != nil {
			t.Fatal(err)
		}
		goLive(t, g)
		if err := s.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
		expect(t, s, "b=1")
		if rows := count(t, s, "entity"); rows != 1 {
			t.Errorf("%d rows left, want 1", rows)
		}
	})
}

// TestDroppedConnectionsAreTakenUpAgain ends all sessions of a node, as a
// restart of the server or a failover does. Where the pool has one connection, who
// finds it dead must not wait for another one while it keeps the place of this one.
func TestDroppedConnectionsAreTakenUpAgain(t *testing.T) {
	for name, parameter := range map[string]string{"a large pool": "", "a pool of one connection": "&pool_max_conns=1"} {
		t.Run(name, func(t *testing.T) {
			db := storetest.PostgreSQL(t)
			here := db.Open(t)
			db.Source += parameter
			takenUpAgain(t, here, db.Open(t))
		})
	}
}

func takenUpAgain(t *testing.T, here, there *store.Store) {
	t.Helper()
	publish(t, here, true, map[string]int{"U1": 100})
	ctx := context.Background()
	readAtOnce := func() { // with several connections, where the pool may have them
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if _, err := there.Changes(ctx, 0); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	readAtOnce()
	err := here.Update(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	readAtOnce()
	if !take(t, there, "U1", summer, 1) || !take(t, here, "U1", summer, 1) {
		t.Error("nothing could be taken")
	}
	if batch, err := there.Changes(ctx, 2); len(batch.Changes) != 2 || !batch.Complete || err != nil {
		t.Errorf("%d changes, complete %v, %v", len(batch.Changes), batch.Complete, err)
	}
}

func TestNodesThatStartAtOnceAgreeOnTheSchema(t *testing.T) {
	for name, db := range map[string]func(testing.TB) storetest.Database{"SQLite": storetest.SQLite, "PostgreSQL": storetest.EmptyPostgreSQL} {
		t.Run(name, func(t *testing.T) {
			empty := db(t)
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					s, err := store.Open(context.Background(), empty.Source, time.Now)
					if err != nil {
						t.Error(err)
						return
					}
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			expect(t, empty.Open(t), "")
		})
	}
}
