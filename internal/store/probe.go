package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// nodeLife is how long the row of a node is kept after its last heartbeat: as long as a
// backup may be, so that a node can still find its row missing after one was restored.
const nodeLife = 90 * 24 * time.Hour

// Probe reads a row and then writes a node's heartbeat, so that a full disk
// is noticed even while nobody books. It returns the number of nodes that had a
// heartbeat within the last minute. reachable is true when the database
// answers, even if it refuses writes. Where the database lacks the heartbeat that
// this node wrote last, Probe reports that; see Heartbeat. Where the schema has been
// contracted so far that this program cannot work on it any more, the error is a
// *SchemaError, and no heartbeat is written.
func (s *Store) Probe(ctx context.Context, h *Heartbeat) (nodes int, reachable bool, err error) {
	if err := s.Ping(ctx); err != nil {
		return 0, false, err
	}
	var at time.Time
	var lost bool
	var schema Schema
	err = s.Update(ctx, func(tx *Tx) error {
		at = tx.now
		if schema, err = tx.schema(); err != nil {
			return err
		}
		if schema.Contracted() {
			return &SchemaError{schema}
		}
		if lost, err = tx.reportLoss(*h); err == nil {
			_, err = tx.Exec("INSERT INTO node (id, started, seen, release, schema) VALUES ($1, $2, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET seen = $2",
				h.Node, tx.NowMs(), s.release, schema.Want)
		}
		if err == nil {
			_, err = tx.Exec("DELETE FROM node WHERE seen < $1", tx.NowMs()-nodeLife.Milliseconds())
		}
		if err == nil {
			nodes, err = tx.nodes()
		}
		return err
	})
	if err != nil {
		return 0, true, fmt.Errorf("write to the database: %w", err)
	}
	h.At = at
	s.unanswered.beat()
	s.schema.Store(&schema)
	if lost {
		s.noteLoss()
	}
	return nodes, true, nil
}

// Pool is a pool of database connections.
type Pool struct {
	Name string // "read" and "write" on SQLite, "all" on PostgreSQL
	sql.DBStats
}

// Pools returns the state of the pools of database connections.
func (s *Store) Pools() []Pool {
	if s.pool == nil {
		return []Pool{{"read", s.reads.Stats()}, {"write", s.writes.Stats()}}
	}
	// database/sql holds no connections itself here: it takes them from pgx's
	// pool.
	stat := s.pool.Stat()
	return []Pool{{"all", sql.DBStats{
		MaxOpenConnections: int(stat.MaxConns()), OpenConnections: int(stat.TotalConns()), InUse: int(stat.AcquiredConns()), Idle: int(stat.IdleConns()),
		WaitCount: stat.EmptyAcquireCount(), WaitDuration: stat.EmptyAcquireWaitTime(),
	}}}
}
