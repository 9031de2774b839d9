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
	const patience = 500 * time.Millisecond
	db := storetest.PostgreSQL(t)
	s, err := store.Open(t.Context(), db.Source+"&synchronous_commit=on&pool_max_conns=4", time.Now, store.CommitPatience(patience), store.Deadline(2*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	read := calls(s)["View"]
	release := storetest.HoldCommits(t)
	// More visitors than the pool has connections.
	var visitors sync.WaitGroup
	for i := range 8 {
		visitors.Go(func() {
			for write(t.Context(), s, "N"+strconv.Itoa(i)) == nil { // until the server holds commits
			}
		})
	}
	polltest.Until(t, "writes refused", func() bool {
		if pool := s.Pools()[0]; pool.InUse == pool.MaxOpenConnections {
			t.Fatal("writes have all connections")
		}
		if err := read(); err != nil {
			t.Fatalf("a read meanwhile: %v", err)
		}
		return s.Writable() != nil
	})
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
	if err := read(); err != nil || s.Health().Down != nil {
		t.Errorf("a read: %v, health: %+v", err, s.Health())
	}
	if _, reachable, err := s.Probe(t.Context(), &store.Heartbeat{Node: "N"}); !reachable || !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("the probe: reachable %v, %v", reachable, err)
	}
	release()
	polltest.Until(t, "writes go on", func() bool { return write(t.Context(), s, "N1") == nil })
}
