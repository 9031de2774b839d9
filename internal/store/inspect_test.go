package store_test

import (
	"context"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestInspectReportsGenerationsAndTheirAges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		live, err := s.Stage(ctx, store.CataloguePart, true)
		if err != nil {
			t.Fatal(err)
		}
		change, err := live.Publish(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Stage(ctx, store.PricesPart, false); err != nil {
			t.Fatal(err)
		}
		if _, err := s.RecordProvider(ctx, store.ProviderLive); err != nil {
			t.Fatal(err)
		}
		got, err := s.Inspect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if got.Provider != store.ProviderLive || got.LastChange != change || got.ReadOnly || got.Standbys != 0 || got.Synchronous ||
			testclock.Now().Sub(got.LastChangeAt).Abs() > time.Minute || got.Clock.IsZero() != (db.Name == "SQLite") {
			t.Errorf("got %+v", got)
		}
		if len(got.Generations) != 2 {
			t.Fatalf("generations %+v", got.Generations)
		}
		first, second := got.Generations[0], got.Generations[1]
		if first.Part != store.CataloguePart || !first.Live || !first.Full || first.Change != change || second.Part != store.PricesPart || second.Live || second.Full {
			t.Errorf("generations %+v", got.Generations)
		}
	})
}
