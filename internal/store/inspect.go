package store

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Inspection is what a member of staff wants to know about a database.
type Inspection struct {
	// Clock is the database server's time, or zero on SQLite, which has no
	// clock of its own.
	Clock time.Time
	// ReadOnly is true for a PostgreSQL server in recovery, which refuses
	// writes.
	ReadOnly bool
	// Standbys is the number of standbys to which a PostgreSQL server streams.
	// Synchronous means that a commit waits for at least one of them. Without
	// that, the loss of the primary also loses the most recent bookings,
	// although the card provider has taken the money.
	Standbys    int
	Synchronous bool
	// Provider is the recorded card provider, see RecordProvider.
	Provider string
	// Nodes are the nodes that had a heartbeat within the last minute, by release.
	Nodes map[string]int
	// LastChange and LastChangeAt are the number and the time of the last
	// change, both zero where the log is empty.
	LastChange   int64
	LastChangeAt time.Time
	// Generations are the live and the staging generations.
	Generations []GenerationInfo
}

// GenerationInfo describes a generation of the catalogue or of the prices.
type GenerationInfo struct {
	Part    Part
	ID      string
	Full    bool  // true: replaces all earlier ones; false: a delta on them
	Live    bool  // false: it is being staged
	Change  int64 // number of the change that published it
	Touched time.Time
}

// Inspect reads an Inspection from the database.
func (s *Store) Inspect(ctx context.Context) (i Inspection, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		i = Inspection{}
		if s.pool != nil {
			if err := tx.inspectServer(&i); err != nil {
				return err
			}
		}
		if i.Provider, err = tx.Provider(); err != nil {
			return err
		}
		if i.LastChange, err = tx.LastChange(); err != nil {
			return err
		}
		var at int64
		if err := tx.QueryRow("SELECT coalesce(max(at_ms), 0) FROM change_log").Scan(&at); err != nil {
			return err
		}
		i.LastChangeAt = instant(at)
		i.Generations, err = Select(tx, func(scan func(into ...any) error) (g GenerationInfo, err error) {
			var touched int64
			err = scan(&g.Part, &g.ID, &g.Full, &g.Live, &g.Change, &touched)
			g.Touched = instant(touched)
			return g, err
		}, "SELECT kind, id, complete, state = 'live', live_since, touched_ms FROM generation WHERE state <> 'dead' ORDER BY kind, live_since, id")
		return err
	})
	if err == nil {
		i.Nodes, err = s.nodesOlderThan(ctx, s.reads, math.MaxInt64)
	}
	if err != nil {
		return i, fmt.Errorf("inspect the database: %w", err)
	}
	return i, nil
}

// inspectServer reads the state of a PostgreSQL server. It decides by the
// setting whether a standby is synchronous, because an ordinary user may not
// read that for each standby.
func (tx *Tx) inspectServer(i *Inspection) error {
	var clock int64
	var names, commit string
	err := tx.QueryRow(`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, pg_is_in_recovery(),
		current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
		(SELECT count(*) FROM pg_stat_replication)`).Scan(&clock, &i.ReadOnly, &names, &commit, &i.Standbys)
	i.Clock = instant(clock)
	i.Synchronous = names != "" && commit != "off" && commit != "local"
	return err
}
