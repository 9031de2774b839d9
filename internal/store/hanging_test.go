package store_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestWritesFailAtOnceAndReadsGoOnWhileCommitsHang(t *testing.T) {
	t.Parallel()
	db := storetest.PostgreSQL(t)
	s, err := store.Open(t.Context(), db.Source+"&synchronous_commit=on&pool_max_conns=4", time.Now, store.CommitPatience(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	release := storetest.HoldCommits(t)
	// More visitors than the pool has connections. They wait until they are told to leave, so
	// that no connection becomes free meanwhile.
	waiting, leave := context.WithCancel(t.Context())
	defer leave()
	var visitors sync.WaitGroup
	for i := range 8 {
		visitors.Go(func() {
			for write(waiting, s, "N"+strconv.Itoa(i)) == nil { // until the server holds commits
			}
		})
	}
	// A read counts the commits that hang: it is answered beside as many as there can be.
	read := func() (hanging int) {
		t.Helper()
		err := s.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'").Scan(&hanging)
		})
		if err != nil {
			t.Fatalf("a read meanwhile: %v", err)
		}
		return hanging
	}
	polltest.Until(t, "three commits hang, and writes are refused", func() bool { return read() == 3 && s.Writable() != nil })
	leave()
	visitors.Wait()
	for name, call := range map[string]func(context.Context, func(*store.Tx) error) error{"Update": s.Update, "GroupCommit": s.GroupCommit} {
		err := call(t.Context(), func(*store.Tx) error {
			t.Errorf("%s has begun", name)
			return nil
		})
		if !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "no commit has been answered") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if hanging := read(); hanging != 3 || s.Health().Down != nil {
		t.Errorf("%d commits hang, health: %+v", hanging, s.Health())
	}
	if _, reachable, err := s.Probe(t.Context(), &store.Heartbeat{Node: "N"}); !reachable || !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("the probe: reachable %v, %v", reachable, err)
	}
	release()
	polltest.Until(t, "writes go on", func() bool { return write(t.Context(), s, "N1") == nil })
}
