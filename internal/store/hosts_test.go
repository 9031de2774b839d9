package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Three hosts of which one takes writes, one is frozen and one refuses connections. The one
// that takes writes changes.
func TestConnectionsBeginWithTheHostThatTakesWrites(t *testing.T) {
	t.Parallel()
	db, hosts := storetest.PostgreSQL(t).BehindHosts(t, 3)
	only := func(writer, frozen int) {
		for i, host := range hosts {
			switch i {
			case writer:
				host.Thaw()
				host.Accept()
			case frozen:
				host.Accept()
				host.Freeze()
			default:
				host.Thaw()
				host.Refuse()
			}
		}
	}
	only(2, 0)
	s := db.Open(t) // also while the first host is dead
	if dialled := hosts[0].Dialled(); dialled > 3 {
		t.Errorf("the start tried the frozen host %d times", dialled)
	}
	for _, c := range []struct{ writer, frozen int }{{2, 0}, {0, 2}, {1, 0}} {
		only(c.writer, c.frozen)
		soon(t, "writes go on", 30*time.Second, func() bool { return quickly(t, s) == nil })
		for name, connect := range s.WaysToConnect(t) {
			before := hosts[c.frozen].Dialled()
			if err := errors.Join(connect(), connect()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			// The probe's last call of the frozen host may come late.
			if dialled := hosts[c.frozen].Dialled() - before; dialled > 1 {
				t.Errorf("%s: two connections tried the frozen host %d before host %d", name, c.frozen, c.writer)
			}
		}
	}
}

// write writes a row.
func write(ctx context.Context, s *store.Store, id string) error {
	return s.Update(ctx, func(tx *store.Tx) error { return writeRow(tx, id) })
}

func writeRow(tx *store.Tx, id string) error {
	_, err := tx.Exec("INSERT INTO node (id, started, seen, release, schema) VALUES ($1, 0, 0, '', 0) ON CONFLICT (id) DO UPDATE SET seen = node.seen + 1", id)
	return err
}

// quickly writes a row, and does not wait for a host that is frozen.
func quickly(t *testing.T, s *store.Store) error {
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	return write(ctx, s, "N1")
}

// A commit on a host that froze and was replaced may wait as long as that host is frozen.
func TestACommitOnAReplacedHostIsInNobodysWay(t *testing.T) {
	t.Parallel()
	const patience = 100 * time.Millisecond
	db, hosts := storetest.PostgreSQL(t).BehindHosts(t, 2)
	hosts[1].Refuse()
	s, err := store.Open(t.Context(), db.Source+"&pool_max_conns=1", time.Now, store.CommitPatience(patience))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	short, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	err = s.Update(short, func(tx *store.Tx) error {
		err := writeRow(tx, "N2")
		hosts[0].Freeze()
		hosts[1].Accept()
		return err
	})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a commit of unknown outcome: %v", err)
	}
	soon(t, "writes go on at the other host", 30*time.Second, func() bool { return quickly(t, s) == nil })
}
