package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// stagePrices stages a full set of prices of one unit type.
func stagePrices(t *testing.T, s *store.Store) *store.Staging {
	t.Helper()
	g, err := s.Stage(context.Background(), store.PricesPart, true)
	if err == nil {
		err = g.PutPrices(context.Background(), "U1", priceTable(t, money.Pounds(80)), allotment(7))
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPricesAreNotPublishedBeforeTheNodesHavePreparedThem(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s, ctx := db.Open(t), context.Background()
		if _, _, err := s.Probe(ctx, &store.Heartbeat{Node: "node"}); err != nil {
			t.Fatal(err)
		}
		g := stagePrices(t, s)
		published := make(chan error, 1)
		go func() {
			_, err := g.Publish(ctx)
			published <- err
		}()
		announced := func() bool {
			log := logOf(t, s)
			return len(log) > 0 && log[len(log)-1].Kind == store.PricesStaged && log[len(log)-1].Detail == g.ID()
		}
		for end := time.Now().Add(10 * time.Second); !announced(); {
			if time.Now().After(end) {
				t.Fatal("the set was not announced")
			}
		}
		if err := s.Preparing(ctx, g.ID()); err != nil {
			t.Fatal(err)
		}
		err := s.View(ctx, func(tx *store.Tx) error {
			staged, err := tx.Staged(g.ID())
			if !staged {
				t.Error("the set is live although a node still prepares it")
			}
			digests := map[string]string{}
			err = errors.Join(err, tx.StagedDigests(g.ID(), func(unit, digest string) { digests[unit] = digest }))
			rows := 0
			err = errors.Join(err, tx.StagedPrices(g.ID(), []string{"U1", "U2"}, func(p store.UnitPrices) error {
				if rows++; p.UnitType != "U1" || p.Digest == "" || digests["U1"] != p.Digest {
					t.Errorf("staged %s with digest %q, want U1 with %q", p.UnitType, p.Digest, digests["U1"])
				}
				return nil
			}))
			if rows != 1 || len(digests) != 1 {
				t.Errorf("%d rows and %d digests staged, want 1", rows, len(digests))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-published:
			t.Error("the set is published although a node still prepares it")
		default:
		}
		if err := s.Prepared(ctx, g.ID()); err != nil {
			t.Fatal(err)
		}
		if err := <-published; err != nil {
			t.Fatal(err)
		}
		if err := g.PutPrices(ctx, "U2", nil, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := g.Publish(ctx); err == nil {
			t.Error("rows were added to a set that nodes may have read")
		}
	})
}

// A node that dies while it prepares delays a set of prices, and no more.
func TestANodeThatNeverFinishesPreparingDoesNotStopPrices(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx := context.Background()
		s, err := store.Open(ctx, db.Source, time.Now, store.PrepareDeadline(100*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, _, err := s.Probe(ctx, &store.Heartbeat{Node: "node"}); err != nil {
			t.Fatal(err)
		}
		g := stagePrices(t, s)
		if err := s.Preparing(ctx, g.ID()); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if _, err := g.Publish(ctx); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 100*time.Millisecond {
			t.Errorf("published after %v without waiting for the node", took)
		}
	})
}
