package store

import (
	"context"
	"fmt"
	"time"
)

// Inspection is what an operator wants to know of a database.
type Inspection struct {
	// Clock is the database server's time; zero on SQLite, whose clock is ours.
	Clock time.Time
	// ReadOnly reports a PostgreSQL server in recovery, which takes no writes.
	ReadOnly bool
	// Standbys is how many standbys a PostgreSQL server streams to.
	// Synchronous says that a commit waits for at least one of them: else, if the
	// primary is lost, the bookings of the last moments are lost with it although
	// the card provider has taken the money.
	Standbys    int
	Synchronous bool
	// Provider is the card provider on record, see RecordProvider.
	Provider string
	// LastChange is the number of the last change, and LastChangeAt its time;
	// zero where the log is empty.
	LastChange   int64
	LastChangeAt time.Time
	// Generations are the live and the staging ones.
	Generations []GenerationInfo
}

// GenerationInfo describes a generation of the catalogue or of the prices.
type GenerationInfo struct {
	Part    Part
	ID      string
	Full    bool  // replaces all before it; else it lies over them
	Live    bool  // else it is being staged
	Change  int64 // number of the change that published it
	Touched time.Time
}

// Inspect reads what an operator wants to know.
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
	if err != nil {
		return i, fmt.Errorf("inspect the database: %w", err)
	}
	return i, nil
}

// inspectServer reads the state of a PostgreSQL server. Whether a standby is
// synchronous is seen by the setting: an ordinary user cannot read it per
// standby.
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
