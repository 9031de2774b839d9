package store

import (
	"context"
	"fmt"
	"time"

	"holidaymaker/internal/operations/loop"
)

// Before a full set of prices is published, it is announced to the nodes, and
// published when all of them have prepared it: they have then built an index
// with it and only need to swap it in. So all nodes show it at once, soon after
// its commit, however long the index takes to build (ADR 34).

// Limits of the time for which a publication waits for the nodes. A node that
// has not prepared the prices shows them later.
const (
	prepareBegin    = time.Second // until nodes say that they prepare
	prepareDeadline = 30 * time.Second
	prepareEvery    = 10 * time.Millisecond // how often it looks
)

// nodeAlive is how long a node counts as running after its last heartbeat.
const nodeAlive = time.Minute

// letNodesPrepare announces the generation, whose rows must be complete, and
// waits until the nodes that are running have prepared it.
func (s *Staging) letNodesPrepare(ctx context.Context) error {
	var nodes int
	if err := s.store.View(ctx, func(tx *Tx) (err error) { nodes, err = tx.nodes(); return err }); err != nil || nodes == 0 {
		return err
	}
	err := s.store.GroupCommit(ctx, func(tx *Tx) error {
		tx.change(PricesStaged, "", s.id)
		return s.stillStaging(tx)
	})
	if err != nil {
		return fmt.Errorf("announce prices: %w", err)
	}
	start := time.Now()
	for wait := s.store.prepareDeadline; time.Since(start) < wait; loop.Pause(ctx, prepareEvery) {
		var preparing, prepared int
		err := s.store.View(ctx, func(tx *Tx) error {
			return tx.QueryRow("SELECT preparing, prepared FROM generation WHERE id = $1", s.id).Scan(&preparing, &prepared)
		})
		if err != nil {
			return fmt.Errorf("wait until prices are prepared: %w", err)
		}
		if prepared >= preparing && (preparing >= nodes || time.Since(start) >= prepareBegin) {
			return nil
		}
	}
	return nil
}

// nodes counts the nodes that had a heartbeat within the last minute.
func (tx *Tx) nodes() (n int, err error) {
	err = tx.QueryRow("SELECT COUNT(*) FROM node WHERE seen > $1", tx.NowMs()-nodeAlive.Milliseconds()).Scan(&n)
	return n, err
}

// Preparing records that a node begins to prepare a generation that was
// announced; Prepared, that it is ready to swap it in. Both do nothing when the
// generation is not staged any more.
func (s *Store) Preparing(ctx context.Context, generation string) error {
	return s.countNode(ctx, "preparing", generation)
}

// Prepared is described at Preparing.
func (s *Store) Prepared(ctx context.Context, generation string) error {
	return s.countNode(ctx, "prepared", generation)
}

func (s *Store) countNode(ctx context.Context, column, generation string) error {
	err := s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE generation SET "+column+" = "+column+" + 1 WHERE id = $1 AND state = 'staging'", generation)
		return err
	})
	if err != nil {
		return fmt.Errorf("record that a node is %s prices: %w", column, err)
	}
	return nil
}

// Staged reports whether a generation is staged, so neither live nor discarded.
func (tx *Tx) Staged(generation string) (bool, error) {
	var n int
	err := tx.QueryRow("SELECT COUNT(*) FROM generation WHERE id = $1 AND state = 'staging'", generation).Scan(&n)
	return n > 0, err
}

// StagedDigests is like PriceDigests, for one generation.
func (tx *Tx) StagedDigests(generation string, read func(unitType, digest string)) error {
	return tx.digests(read, "g.id = $1", generation)
}

// StagedPrices is like UnitPrices, for one generation.
func (tx *Tx) StagedPrices(generation string, unitTypes []string, read func(UnitPrices) error) error {
	return tx.pricesInPieces(unitTypes, read, "t.generation = $1", generation)
}
