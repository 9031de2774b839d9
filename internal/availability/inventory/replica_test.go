package inventory_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

var arrival = date.Of(2026, time.July, 17)

// clock is a clock that tests set. It starts at noon, a week before arrival.
type clock struct{ ms atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.ms.Store((arrival - 7).Midnight().Add(12 * time.Hour).UnixMilli())
	return c
}
func (c *clock) now() time.Time          { return time.UnixMilli(c.ms.Load()) }
func (c *clock) advance(d time.Duration) { c.ms.Add(d.Milliseconds()) }

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// sell publishes a catalogue of one park with the given unit types.
func sell(t *testing.T, s *store.Store, units ...string) int64 {
	t.Helper()
	e := catalogue.Entities{
		Regions:   []catalogue.Region{{ID: "12", Name: "Cornwall", Country: "GB"}},
		Operators: []catalogue.Operator{{ID: "HAV", Name: "Havens"}},
		Parks:     []catalogue.Park{{ID: "P1", Name: "Sandy Bay", RegionID: "12", OperatorID: "HAV", Country: "GB"}},
	}
	for _, id := range units {
		e.Units = append(e.Units, catalogue.UnitType{ID: id, ParkID: "P1", Channel: "ukcaravan", Name: id, Sleeps: 6})
	}
	return publishCatalogue(t, s, &e)
}

func publishCatalogue(t *testing.T, s *store.Store, e *catalogue.Entities) int64 {
	t.Helper()
	ctx := within(t)
	g, err := s.Stage(ctx, store.CataloguePart, true)
	if err != nil {
		t.Fatal(err)
	}
	for entity := range e.All {
		body, err := json.Marshal(entity)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Put(ctx, entity.EntityKind(), entity.EntityID(), body); err != nil {
			t.Fatal(err)
		}
	}
	return publish(t, g)
}

func publish(t *testing.T, g *store.Staging) int64 {
	t.Helper()
	change, err := g.Publish(within(t))
	if err != nil {
		t.Fatal(err)
	}
	return change
}

// price publishes an allotment, and prices for three nights on a hundred dates.
func price(t *testing.T, s *store.Store, full bool, pounds int64, allotment int, units ...string) int64 {
	t.Helper()
	ctx := within(t)
	g, err := s.Stage(ctx, store.PricesPart, full)
	if err != nil {
		t.Fatal(err)
	}
	table, err := availability.NewPriceTable([]int{6}, arrival-20, 100)
	if err != nil {
		t.Fatal(err)
	}
	nights := availability.Allotment{First: arrival - 20, Units: slices.Repeat([]int{allotment}, 110)}
	for day := arrival - 20; day < arrival+80; day++ {
		if err := table.Set(day, 3, 0, money.Pounds(pounds), 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range units {
		if err := g.PutPrices(ctx, id, table.Encode(), nights.Encode()); err != nil {
			t.Fatal(err)
		}
	}
	return publish(t, g)
}

// follow opens a replica and lets it follow the log until the test ends.
func follow(t *testing.T, s *store.Store) *inventory.Replica {
	t.Helper()
	v, stop := openFollowing(t, s)
	t.Cleanup(stop)
	return v
}

// openFollowing opens a replica and lets it follow the log until stop is
// called.
func openFollowing(t *testing.T, s *store.Store) (v *inventory.Replica, stop func()) {
	t.Helper()
	v, err := inventory.Open(within(t), s)
	if err != nil {
		t.Fatal(err)
	}
	return v, run(v)
}

// run lets a replica follow the log until stop is called.
func run(v *inventory.Replica) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	runner := loop.NewRunner(slog.New(slog.DiscardHandler))
	runner.Go(ctx, v.Loop(ctx))
	return func() { cancel(); _ = runner.Wait(context.Background()) }
}

// shows returns the price of three nights and how many units are left.
func shows(v *inventory.Replica, unit string, on date.Date) string {
	state := v.Current()
	number, ok := state.Index.Unit(unit)
	if !ok {
		return "withdrawn"
	}
	offer, ok := state.Index.Offer(number, on, 3, 2)
	if !ok {
		return "not on sale"
	}
	if state.Unit(number).ID != unit || state.Park(0).ID != "P1" {
		return "numbers of index and catalogue differ"
	}
	return fmt.Sprintf("%s, %d left", offer.Price, offer.Left)
}

// soon polls until got returns want.
func soon(t *testing.T, what string, got func() string, want string) {
	t.Helper()
	deadline := time.After(time.Minute)
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for {
		last := got()
		if last == want {
			return
		}
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("%s: %q, want %q", what, last, want)
		}
	}
}

func take(t *testing.T, s *store.Store, unit string, from date.Date, nights int) {
	t.Helper()
	err := s.GroupCommit(within(t), func(tx *store.Tx) error {
		ok, err := tx.TakeNights(unit, from, nights)
		if err == nil && !ok {
			err = fmt.Errorf("%s is sold out", unit)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestABookingIsVisibleToTheVeryNextSearch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		s := db.Open(t, c.now)
		sell(t, s, "U1")
		price(t, s, true, 100, 3, "U1")
		take(t, s, "U1", arrival+1, 1)
		v := follow(t, s)
		if got := shows(v, "U1", arrival); got != "100.00, 2 left" {
			t.Fatalf("after the start: %s", got)
		}
		version := v.Current().Version()
		take(t, s, "U1", arrival, 3)
		if err := v.WaitFor(within(t), s.Committed()); err != nil {
			t.Fatal(err)
		}
		if got := shows(v, "U1", arrival); got != "100.00, 1 left" {
			t.Errorf("after a hold: %s", got)
		}
		if v.Current().Version() == version {
			t.Error("the version stands still")
		}
		take(t, s, "U1", arrival+1, 1)
		if err := v.WaitFor(within(t), s.Committed()); err != nil {
			t.Fatal(err)
		}
		if got := shows(v, "U1", arrival); got != "not on sale" {
			t.Errorf("with its middle night sold out: %s", got)
		}
		err := s.GroupCommit(within(t), func(tx *store.Tx) error { return tx.ReturnNights("U1", arrival, 3) })
		if err != nil {
			t.Fatal(err)
		}
		if err := v.WaitFor(within(t), s.Committed()); err != nil {
			t.Fatal(err)
		}
		if got := shows(v, "U1", arrival); got != "100.00, 1 left" {
			t.Errorf("after a return: %s", got)
		}
	})
}

func TestANewCatalogueAndNewPricesArriveDuringSearches(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		here, there := db.Open(t, c.now), db.Open(t, c.now)
		v := follow(t, there) // on another node, before anything was imported
		if v.Ready() == nil {
			t.Error("ready with nothing to sell")
		}
		sell(t, here, "U1", "U2")
		price(t, here, true, 100, 3, "U1", "U2")
		u1 := func() string { return shows(v, "U1", arrival) }
		u2 := func() string { return shows(v, "U2", arrival) }
		soon(t, "first import", u1, "100.00, 3 left")
		if err := v.Ready(); err != nil {
			t.Errorf("not ready: %v", err)
		}
		take(t, here, "U1", arrival, 3)
		soon(t, "hold of another node", u1, "100.00, 2 left")
		change := price(t, here, false, 80, 5, "U1")
		if err := v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if u1() != "80.00, 4 left" || u2() != "100.00, 3 left" {
			t.Errorf("after a delta: %s; %s", u1(), u2())
		}
		price(t, here, true, 90, 2, "U1")
		soon(t, "full prices", u1, "90.00, 1 left")
		soon(t, "withdrawn prices", u2, "not on sale")
		sell(t, here, "U2")
		soon(t, "withdrawn unit type", u1, "withdrawn")
		sell(t, here, "U1", "U2")
		soon(t, "its bookings stay", u1, "90.00, 1 left")
	})
}

func TestANodeThatMissedChangesReloads(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		s := db.Open(t, c.now)
		sell(t, s, "U1")
		price(t, s, true, 100, 3, "U1")
		var content atomic.Int32
		v, err := inventory.Open(within(t), s, inventory.ContentChanged(func() { content.Add(1) })) // without its Loop, so it does not follow yet
		if err != nil {
			t.Fatal(err)
		}
		take(t, s, "U1", arrival, 3)
		c.advance(48 * time.Hour)
		if err := s.Sweep(within(t)); err != nil {
			t.Fatal(err)
		}
		defer run(v)()
		soon(t, "after a reload", func() string { return shows(v, "U1", arrival) }, "100.00, 2 left")
		if err := v.WaitFor(within(t), s.Committed()); err != nil {
			t.Error(err)
		}
		if content.Load() == 0 {
			t.Error("content may have changed meanwhile, and nobody was told")
		}
	})
}

// Both the index that is in use and the one that is built meet the change.
func TestAChangeOfContentDuringABuildIsReportedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		sell(t, s, "U1")
		price(t, s, true, 100, 3, "U1")
		var content, builds atomic.Int32
		var view inventory.View[int]
		v, err := inventory.Open(within(t), s, inventory.ContentChanged(func() { content.Add(1) }),
			inventory.Viewed(&view, func(*inventory.State) *int {
				if builds.Add(1) == 2 {
					if err := s.AnnounceContent(within(t)); err != nil {
						t.Error(err)
					}
				}
				return new(int)
			}))
		if err != nil {
			t.Fatal(err)
		}
		defer run(v)()
		sell(t, s, "U1", "U2")
		soon(t, "the new unit type", func() string { return shows(v, "U2", arrival) }, "not on sale")
		if err := v.WaitFor(within(t), s.Committed()); err != nil {
			t.Fatal(err)
		}
		if n := content.Load(); n != 1 {
			t.Errorf("reported %d times", n)
		}
	})
}

func TestMidnightInLondonMovesTheWindow(t *testing.T) {
	c := newClock()
	s := storetest.SQLite(t).Open(t, c.now)
	sell(t, s, "U1")
	price(t, s, true, 100, 3, "U1")
	v := follow(t, s)
	tomorrow := arrival - 6
	if shows(v, "U1", tomorrow) != "100.00, 3 left" || shows(v, "U1", tomorrow-1) != "not on sale" {
		t.Fatalf("tomorrow: %s, today: %s", shows(v, "U1", tomorrow), shows(v, "U1", tomorrow-1))
	}
	c.advance(11*time.Hour + 59*time.Minute)
	if err := v.WaitFor(within(t), s.Committed()); err != nil {
		t.Fatal(err)
	}
	if got := shows(v, "U1", tomorrow); got != "100.00, 3 left" {
		t.Errorf("a minute before midnight: %s", got)
	}
	c.advance(2 * time.Minute)
	soon(t, "after midnight", func() string { return shows(v, "U1", tomorrow) }, "not on sale")
	soon(t, "the window", func() string {
		first, days := v.Current().Index.Window()
		return fmt.Sprint(first, " ", days)
	}, fmt.Sprint(tomorrow+1, " ", inventory.Days))
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	s := storetest.SQLite(t).Open(t)
	v, err := inventory.Open(within(t), s)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := v.WaitFor(ctx, 1); err == nil {
		t.Error("a change that never came was seen")
	}
}
