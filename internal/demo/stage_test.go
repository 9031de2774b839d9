package demo

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"golang.org/x/sync/errgroup"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestStagePublishesOncePerDay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		d := New(Seed, 30)
		stage := func(d *Demo, day date.Date, want bool) {
			t.Helper()
			changed, err := d.Stage(ctx, s, day)
			if err != nil || changed != want {
				t.Fatalf("on %s: changed %v, want %v; %v", day, changed, want, err)
			}
		}
		stage(d, today, true)
		stage(d, today, false)
		take := func(want bool) {
			t.Helper()
			err := s.GroupCommit(ctx, func(tx *store.Tx) error {
				ok, err := tx.TakeNights("CF101-P3", today+40, 7)
				if ok != want {
					t.Errorf("took the last Turnstone: %v, want %v", ok, want)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		take(true)
		stage(d, today+1, true)
		expectLive(t, s, d, today+1)

		bigger := New(Seed, 40)
		stage(bigger, today+1, true)
		expectLive(t, s, bigger, today+1)
		take(false) // the unit taken before is still taken
	})
}

func TestTwoServersStageAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := New(Seed, 20)
		one, two := db.Open(t), db.Open(t)
		group, ctx := errgroup.WithContext(context.Background())
		for _, s := range []*store.Store{one, two} {
			group.Go(func() error {
				_, err := d.Stage(ctx, s, today)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		expectLive(t, one, d, today)
	})
}

// expectLive compares what the database sells with the demo on a day.
func expectLive(t *testing.T, s *store.Store, d *Demo, day date.Date) {
	t.Helper()
	first, days := Window(day)
	seen := 0
	err := s.View(context.Background(), func(tx *store.Tx) error {
		var ids []string
		for _, u := range d.Entities.Units {
			ids = append(ids, u.ID)
		}
		return tx.Prices(ids, func(id string, table, allotment []byte) error {
			seen++
			live, err := availability.DecodePriceTable(table)
			if err != nil {
				return err
			}
			stock, err := availability.DecodeAllotment(allotment)
			if err != nil {
				return err
			}
			if !live.Equal(d.PriceTable(id, first, days)) || !stock.Equal(d.Allotment(id, first, days)) {
				t.Errorf("%s: other prices or stock than the demo's", id)
			}
			return nil
		})
	})
	if err != nil || seen != len(d.Entities.Units) {
		t.Errorf("%d of %d unit types have prices: %v", seen, len(d.Entities.Units), err)
	}
}

func TestStageLeavesSomebodyElsesCatalogueAlone(t *testing.T) {
	ctx, s := context.Background(), storetest.SQLite(t).Open(t)
	g, err := s.Stage(ctx, store.CataloguePart, true)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := json.Marshal(catalogue.Operator{ID: "REAL", Name: "A real company"})
	if err := errors.Join(g.Put(ctx, catalogue.KindOperator, "REAL", body), publish(ctx, g)); err != nil {
		t.Fatal(err)
	}
	if changed, err := New(Seed, 20).Stage(ctx, s, today); changed || !errors.Is(err, ErrForeign) {
		t.Errorf("changed %v, %v; want ErrForeign", changed, err)
	}
}

func publish(ctx context.Context, g *store.Staging) error {
	_, err := g.Publish(ctx)
	return err
}
