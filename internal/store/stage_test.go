package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// stage writes a catalogue generation from "id=body" pairs without publishing
// it.
func stage(t *testing.T, s *store.Store, full bool, pairs ...string) *store.Staging {
	t.Helper()
	g, err := s.Stage(context.Background(), store.CataloguePart, full)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range pairs {
		id, body, _ := strings.Cut(pair, "=")
		if err := g.Put(context.Background(), catalogue.KindOffer, id, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func goLive(t *testing.T, g *store.Staging) {
	t.Helper()
	if _, err := g.Publish(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func onSale(t *testing.T, s *store.Store) string {
	t.Helper()
	var found []string
	err := s.View(context.Background(), func(tx *store.Tx) error {
		return tx.Entities(func(_ catalogue.Kind, id string, body []byte) error {
			found = append(found, id+"="+string(body))
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return strings.Join(found, " ")
}

func expect(t *testing.T, s *store.Store, want string) {
	t.Helper()
	if got := onSale(t, s); got != want {
		t.Errorf("on sale %q, want %q", got, want)
	}
}

func TestGenerationsReplaceAndOverlay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		ctx := context.Background()
		g := stage(t, s, true, "a=1", "b=1", "c=1")
		expect(t, s, "")
		goLive(t, g)
		expect(t, s, "a=1 b=1 c=1")
		goLive(t, stage(t, s, false, "a=2", "b="))
		expect(t, s, "a=2 c=1")
		goLive(t, stage(t, s, false, "b=3", "d=3", "d=4"))
		expect(t, s, "a=2 b=3 c=1 d=4")
		for range 2 { // before and after sweeping the same data is live; sweeping twice does no harm
			if err := s.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			expect(t, s, "a=2 b=3 c=1 d=4")
		}
		if rows := count(t, s, "entity"); rows != 4 {
			t.Errorf("%d rows after sweeping, want 4", rows)
		}
		goLive(t, stage(t, s, true, "a=5"))
		expect(t, s, "a=5")
		goLive(t, stage(t, s, true, "a=5")) // the same file again
		expect(t, s, "a=5")
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if rows, generations := count(t, s, "entity"), count(t, s, "generation"); rows != 1 || generations != 1 {
			t.Errorf("%d rows, %d generations after sweeping, want 1 and 1", rows, generations)
		}
		err := s.View(ctx, func(tx *store.Tx) error {
			body, err := tx.Entity(catalogue.KindOffer, "a")
			if string(body) != "5" || err != nil {
				t.Errorf("entity a: %s, %v", body, err)
			}
			if _, err = tx.Entity(catalogue.KindOffer, "b"); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("entity b: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func count(t *testing.T, s *store.Store, table string) (n int) {
	t.Helper()
	err := s.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT count(*) FROM " + table).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOneImportRunsAtATimeAndADiscardedOneIsNeverPublished(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		here, there := db.Open(t), db.Open(t)
		ctx := context.Background()
		goLive(t, stage(t, here, true, "a=1"))

		discarded := stage(t, here, true, "a=2")
		for name, s := range map[string]*store.Store{"the same node": here, "another": there} {
			if _, err := s.Stage(ctx, store.CataloguePart, false); !errors.Is(err, store.ErrBusy) {
				t.Errorf("a second import on %s: %v", name, err)
			}
		}
		prices, err := there.Stage(ctx, store.PricesPart, false)
		if err != nil {
			t.Fatalf("prices beside a catalogue: %v", err)
		}
		if err := errors.Join(prices.Discard(ctx), discarded.Discard(ctx)); err != nil {
			t.Fatal(err)
		}
		late := stage(t, there, true, "a=3")
		// As if it had lost its lock with a connection, and another import had
		// begun.
		err = here.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE generation SET state = 'dead' WHERE state = 'staging'")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := late.Publish(ctx); err == nil {
			t.Error("an import that was discarded went live")
		}
		if err := late.Discard(ctx); err != nil {
			t.Fatal(err)
		}
		goLive(t, stage(t, here, false, "b=1"))
		if err := here.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		expect(t, here, "a=1 b=1")
		if rows := count(t, here, "entity"); rows != 2 {
			t.Errorf("%d rows left, want 2", rows)
		}
	})
}

func TestSweepingDoesNotDiscardARunningImport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		at := time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)
		here, there := db.Open(t), db.Open(t, func() time.Time { return at.AddDate(1, 0, 0) })
		g := stage(t, here, true, "a=1")
		if err := there.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
		goLive(t, g)
		expect(t, here, "a=1")
	})
}

func TestPricesComeInGenerations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		ctx := context.Background()
		publish(t, s, true, map[string]int{"U1": 5, "U2": 5})
		g, err := s.Stage(ctx, store.PricesPart, false)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(g.PutPrices(ctx, "U1", priceTable(t, money.Pounds(80)), allotment(7)), g.PutPrices(ctx, "U2", nil, nil))
		if err != nil {
			t.Fatal(err)
		}
		change, err := g.Publish(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if last := logOf(t, s)[2]; last.Number != change || last.Kind != store.PricesLive || last.Detail != g.ID() {
			t.Errorf("published as change %d, the log has %+v", change, last)
		}
		for range 2 {
			err = s.View(ctx, func(tx *store.Tx) error {
				price, _, _, err := tx.Price("U1", summer, 3, 2)
				if price != money.Pounds(80) || err != nil {
					t.Errorf("price %s, %v", price, err)
				}
				if _, _, ok, err := tx.Price("U2", summer, 3, 2); ok || err != nil {
					t.Errorf("withdrawn prices: %v, %v", ok, err)
				}
				if full, err := tx.Generation(g.ID()); full || err != nil {
					t.Errorf("the delta counts as full: %v, %v", full, err)
				}
				var units []string
				err = tx.Prices([]string{"U1", "U2", "U3"}, func(unit string, table, _ []byte) error {
					units = append(units, fmt.Sprint(unit, len(table) > 0))
					return nil
				})
				slices.Sort(units)
				if got := fmt.Sprint(units); got != "[U1true U2false]" {
					t.Errorf("live prices %s", got)
				}
				return err
			})
			if err == nil {
				err = s.Sweep(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if rows := count(t, s, "price"); rows != 2 {
			t.Errorf("%d rows after sweeping, want 2", rows)
		}
		if take(t, s, "U2", summer, 1) {
			t.Error("a unit without prices was taken")
		}
	})
}

func TestDeltasThatAreFullyReplacedAreRemoved(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		goLive(t, stage(t, s, true, "a=1", "b=1"))
		for i := range 5 {
			goLive(t, stage(t, s, false, fmt.Sprint("a=", i)))
		}
		goLive(t, stage(t, s, false, "b=2"))
		for range 2 { // the first finds them empty, the second removes them
			if err := s.Sweep(context.Background()); err != nil {
				t.Fatal(err)
			}
			expect(t, s, "a=4 b=2")
		}
		if generations := count(t, s, "generation"); generations != 3 {
			t.Errorf("%d generations left, want the full one and two deltas", generations)
		}
	})
}

func TestAGapInTheChangeLogIsNoticed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s, true, map[string]int{"U1": 9})
		for range 3 {
			take(t, s, "U1", summer, 1)
		}
		err := s.Update(context.Background(), func(tx *store.Tx) error {
			_, err := tx.Exec("DELETE FROM change_log WHERE number = 4")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for after, want := range map[int64]bool{2: false, 3: false, 4: true, 5: true, 6: false} {
			if batch, err := s.Changes(context.Background(), after); batch.Complete != want || err != nil {
				t.Errorf("after %d: complete %v, %v", after, batch.Complete, err)
			}
		}
	})
}

func TestTheLockOfImportsEndsWithTheImport(t *testing.T) {
	ctx, s := context.Background(), storetest.PostgreSQL(t).Open(t)
	for range 30 {
		g, err := s.Stage(ctx, store.PricesPart, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Discard(ctx); err != nil {
			t.Fatal(err)
		}
		if err := s.View(ctx, func(tx *store.Tx) error {
			var locks int
			err := tx.QueryRow(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&locks)
			if locks > 0 {
				t.Fatal("the lock outlives its import")
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAUnitOnSaleIsReadWithItsPark(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		staging, err := s.Stage(ctx, store.CataloguePart, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []struct {
			kind catalogue.Kind
			id   string
			body string
		}{
			{catalogue.KindRegion, "12", `{"id":"12","name":"Cornwall"}`}, {catalogue.KindOperator, "OP", `{"id":"OP","name":"Skerry Parks"}`},
			{catalogue.KindPark, "P", `{"id":"P","name":"Gannet Sands","region":"12","operator":"OP"}`}, {catalogue.KindUnit, "U", `{"id":"U","park":"P","sleeps":6}`},
			{catalogue.KindUnit, "LOST", `{"id":"LOST","park":"NONE"}`},
		} {
			if err := staging.Put(ctx, e.kind, e.id, []byte(e.body)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := staging.Publish(ctx); err != nil {
			t.Fatal(err)
		}
		u, err := s.Unit(ctx, "U")
		if err != nil || u.Type.Sleeps != 6 || u.Park.Name != "Gannet Sands" || u.Operator.Name != "Skerry Parks" || u.Region != "Cornwall" {
			t.Errorf("%+v, %v", u, err)
		}
		for _, id := range []string{"NONE", "LOST"} {
			if _, err := s.Unit(ctx, id); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %v", id, err)
			}
		}
	})
}
