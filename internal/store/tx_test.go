package store_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// note is what the transaction tests write: the row of a discarded generation,
// which needs no other rows.
func note(tx *store.Tx, id string) error {
	_, err := tx.Exec(`INSERT INTO generation (id, kind, complete, state, touched_ms) VALUES ($1, 'note', $2, 'dead', $3)`, id, true, tx.NowMs())
	return err
}

func notes(t *testing.T, s *store.Store) string {
	t.Helper()
	var ids []string
	err := s.View(context.Background(), func(tx *store.Tx) (err error) {
		ids, err = store.Select(tx, func(scan func(...any) error) (id string, err error) {
			return id, scan(&id)
		}, "SELECT id FROM generation WHERE kind = 'note' ORDER BY id")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(ids, " ")
}

func TestAFailedTransactionLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		ctx := context.Background()
		errOwn := errors.New("own")

		if err := s.Update(ctx, func(tx *store.Tx) error { return note(tx, "a") }); err != nil {
			t.Fatal(err)
		}
		if err := s.Update(ctx, func(tx *store.Tx) error { return errors.Join(note(tx, "b"), errOwn) }); !errors.Is(err, errOwn) {
			t.Errorf("an error came back as %v", err)
		}
		if err := s.Update(ctx, func(tx *store.Tx) error { return note(tx, "a") }); !errors.Is(err, store.ErrExists) {
			t.Errorf("a key that is taken came back as %v", err)
		}
		var none string
		if err := s.View(ctx, func(tx *store.Tx) error {
			return tx.QueryRow("SELECT id FROM generation WHERE id = $1", "none").Scan(&none)
		}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a missing row came back as %v", err)
		}
		if err := s.View(ctx, func(tx *store.Tx) error { return note(tx, "c") }); err == nil {
			t.Error("a view could write")
		}
		if got := notes(t, s); got != "a" {
			t.Errorf("rows %q, want only those committed", got)
		}
		if err := s.Ping(ctx); err != nil {
			t.Error(err)
		}
	})
}

func TestAGroupCommitRollsBackOnlyTheCallerThatFails(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		ctx := context.Background()
		errOwn := errors.New("own")
		work := map[string]func(*store.Tx) error{
			"good1":   func(tx *store.Tx) error { return note(tx, "good1") },
			"good2":   func(tx *store.Tx) error { return note(tx, "good2") },
			"error":   func(tx *store.Tx) error { return errors.Join(note(tx, "error"), errOwn) },
			"panic":   func(tx *store.Tx) error { panic(note(tx, "panic")) },
			"exists":  func(tx *store.Tx) error { return errors.Join(note(tx, "x"), note(tx, "x")) },
			"passed":  func(tx *store.Tx) error { _ = errors.Join(note(tx, "y"), note(tx, "y")); return nil },
			"invalid": func(tx *store.Tx) error { _, err := tx.Exec("SELECT nothing FROM nowhere"); return err },
		}
		// The first one delays the commit until all others are in the queue.
		entered, release := make(chan struct{}), make(chan struct{})
		var group sync.WaitGroup
		var once sync.Once
		group.Go(func() {
			if err := s.GroupCommit(ctx, func(*store.Tx) error {
				once.Do(func() { close(entered) })
				<-release
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
		<-entered
		errs := map[string]error{}
		var mu sync.Mutex
		for name, fn := range work {
			group.Go(func() {
				err := s.GroupCommit(ctx, fn)
				mu.Lock()
				defer mu.Unlock()
				errs[name] = err
			})
		}
		withdrawn, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.GroupCommit(withdrawn, func(tx *store.Tx) error { return note(tx, "withdrawn") }); !errors.Is(err, context.Canceled) {
			t.Errorf("withdrawn work came back as %v", err)
		}
		close(release)
		group.Wait()

		if errs["good1"] != nil || errs["good2"] != nil {
			t.Errorf("good work failed: %v, %v", errs["good1"], errs["good2"])
		}
		if !errors.Is(errs["error"], errOwn) || !errors.Is(errs["exists"], store.ErrExists) || errs["invalid"] == nil {
			t.Errorf("errors came back as %v, %v, %v", errs["error"], errs["exists"], errs["invalid"])
		}
		if errs["passed"] == nil {
			t.Error("work that passed a failed statement over was kept")
		}
		if errs["panic"] == nil || !strings.Contains(errs["panic"].Error(), "panic") {
			t.Errorf("a panic came back as %v", errs["panic"])
		}
		if got := notes(t, s); got != "good1 good2" {
			t.Errorf("rows %q, want those of the good work only", got)
		}
	})
}

func TestATransactionHasOneTime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		at := time.Date(2026, time.July, 17, 12, 0, 0, 123_456_789, time.UTC)
		s := db.Open(t, func() time.Time { at = at.Add(time.Hour); return at })
		err := s.Update(context.Background(), func(tx *store.Tx) error {
			first := tx.Now()
			if again := tx.Now(); again != first || first.UnixNano() != tx.NowMs()*1e6 {
				t.Errorf("now is %v, then %v and %d ms", first, again, tx.NowMs())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestTheDataDirectoryIsPrivate(t *testing.T) {
	dir := t.TempDir() + "/data"
	db := storetest.Database{Name: "SQLite", Source: dir}
	db.Open(t)
	for path, want := range map[string]os.FileMode{dir: 0o700, dir + "/holidaymaker.db": 0o600, dir + "/holidaymaker.db-wal": 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
}

func TestAnUnreachableDatabaseIsNamedWithoutItsPassword(t *testing.T) {
	for _, source := range []string{"postgres://user:secret@127.0.0.1:1/db", "postgres://user:secret@127.0.0.1:notaport/db"} {
		s, err := store.Open(context.Background(), source, time.Now)
		if err == nil {
			s.Close()
			t.Fatal("opened")
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("the password stands in %q", err)
		}
	}
}
