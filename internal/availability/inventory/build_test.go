package inventory_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// sellAround publishes a catalogue of eight regions with one unit type each, so
// that reading their prices takes eight transactions.
func sellAround(t *testing.T, s *store.Store) (units []string) {
	t.Helper()
	e := catalogue.Entities{Operators: []catalogue.Operator{{ID: "HAV", Name: "Havens"}}}
	for i := range 8 {
		region, park, unit := fmt.Sprint(20+i), fmt.Sprint("P", i), fmt.Sprint("U", i)
		e.Regions = append(e.Regions, catalogue.Region{ID: region, Name: "Region " + region, Country: "GB"})
		e.Parks = append(e.Parks, catalogue.Park{ID: park, Name: "Park " + park, RegionID: region, OperatorID: "HAV", Country: "GB"})
		e.Units = append(e.Units, catalogue.UnitType{ID: unit, ParkID: park, Channel: "ukcaravan", Name: unit, Sleeps: 6})
		units = append(units, unit)
	}
	publishCatalogue(t, s, &e)
	return units
}

// openBeside opens a store. Once armed, it calls fn after its nth reading
// transaction.
func openBeside(t *testing.T, db storetest.Database, c *clock, n int64, fn func()) (s *store.Store, arm func()) {
	t.Helper()
	var left atomic.Int64
	s, err := store.Open(within(t), db.Source, c.now, store.Observed(func(_ context.Context, operation string, _ time.Duration, _ error) {
		if operation == "view" && left.Load() > 0 && left.Add(-1) == 0 {
			fn()
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, func() { left.Store(n) }
}

// offers lists the price and the units left of unit types on one date.
func offers(v *inventory.Replica, units []string) string {
	var all []string
	for _, id := range units {
		number, _ := v.Current().Index.Unit(id)
		o, _ := v.Current().Index.Offer(number, arrival, 3, 2)
		all = append(all, fmt.Sprintf("%s*%d", o.Price, o.Left))
	}
	slices.Sort(all)
	return fmt.Sprint(slices.Compact(all))
}

// A load's second reading transaction reads the first region.
func TestWhatChangesDuringALoadIsInIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		here := db.Open(t, c.now)
		units := sellAround(t, here)
		price(t, here, true, 100, 3, units...)
		for name, beside := range map[string]struct {
			change func()
			want   string
		}{
			"a full set of prices": {func() { price(t, here, true, 90, 4, units...) }, "[90.00*4]"},
			"two of them":          {func() { price(t, here, true, 80, 4, units...); price(t, here, true, 70, 3, units...) }, "[70.00*3]"},
			"a delta":              {func() { price(t, here, false, 60, 2, units...) }, "[60.00*2]"},
			"holds": {func() {
				for _, unit := range units {
					take(t, here, unit, arrival, 1)
				}
			}, "[100.00*2]"},
		} {
			t.Run(name, func(t *testing.T) {
				price(t, here, true, 100, 3, units...)
				there, arm := openBeside(t, db, c, 2, beside.change)
				arm()
				v, err := inventory.Open(within(t), there)
				if err != nil {
					t.Fatal(err)
				}
				if got := offers(v, units); got != beside.want {
					t.Errorf("%s, want %s", got, beside.want)
				}
				if err := v.WaitFor(within(t), here.Committed()); err != nil {
					t.Error(err)
				}
				for _, unit := range units {
					_ = here.GroupCommit(within(t), func(tx *store.Tx) error { return tx.ReturnNights(unit, arrival, 1) })
				}
			})
		}
	})
}

// A set of prices that is replaced between reading the log and reading the set
// must not be mistaken for a set without changes.
func TestAFullSetThatIsReplacedAtOnceIsLoaded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		here := db.Open(t, c.now)
		units := sellAround(t, here)
		price(t, here, true, 100, 3, units...)
		there, arm := openBeside(t, db, c, 1, func() { price(t, here, true, 80, 3, units...) })
		v, err := inventory.Open(within(t), there)
		if err != nil {
			t.Fatal(err)
		}
		change := price(t, here, true, 90, 3, units...)
		arm() // before the follower first reads the log
		defer run(v)()
		if err := v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if got := offers(v, units); got != "[80.00*3]" {
			t.Error(got)
		}
	})
}

func TestMidnightDuringALoadMovesItsWindow(t *testing.T) {
	c, db := newClock(), storetest.SQLite(t)
	units := sellAround(t, db.Open(t, c.now))
	price(t, db.Open(t, c.now), true, 100, 3, units...)
	there, arm := openBeside(t, db, c, 2, func() { c.advance(12 * time.Hour) })
	arm()
	v, err := inventory.Open(within(t), there)
	if err != nil {
		t.Fatal(err)
	}
	if first, _ := v.Current().Index.Window(); first != arrival-5 {
		t.Errorf("the first date on sale is %s, want %s", first, arrival-5)
	}
}

func TestWaitingForAnImportEndsWhenSearchesShowIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		here, there := db.Open(t, c.now), db.Open(t, c.now)
		var many []string // more than a delta may have that is applied at once
		for i := range 600 {
			many = append(many, fmt.Sprint("U", i))
		}
		v := follow(t, there)
		for i, step := range []struct {
			what   string
			change func() int64
			want   string
		}{
			{"catalogue", func() int64 { return sell(t, here, many...) }, "not on sale"},
			{"full prices", func() int64 { return price(t, here, true, 100, 3, many...) }, "100.00, 3 left"},
			{"large delta", func() int64 { return price(t, here, false, 90, 3, many...) }, "90.00, 3 left"},
			{"small delta", func() int64 { return price(t, here, false, 80, 2, "U599") }, "80.00, 2 left"},
			{"full prices again", func() int64 { return price(t, here, true, 70, 1, "U599") }, "70.00, 1 left"},
			{"smaller catalogue", func() int64 { return sell(t, here, "U1") }, "withdrawn"},
		} {
			change := step.change()
			there.Wake()
			if err := v.WaitFor(within(t), change); err != nil {
				t.Fatal(err)
			}
			if got := shows(v, "U599", arrival); got != step.want {
				t.Errorf("%d, %s: %s, want %s", i, step.what, got, step.want)
			}
		}
	})
}

func TestAFullSetOfPricesKeepsTheCatalogueInMemory(t *testing.T) {
	c := newClock()
	s := storetest.SQLite(t).Open(t, c.now)
	change := max(sell(t, s, "U1"), price(t, s, true, 100, 3, "U1"))
	v := follow(t, s)
	shown := func() *catalogue.Snapshot {
		if err := v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		return v.Current().Catalogue
	}
	before := shown()
	if change = price(t, s, true, 90, 3, "U1"); shown() != before {
		t.Error("the catalogue was read again for new prices")
	}
	if change = sell(t, s, "U1", "U2"); shown() == before {
		t.Error("a new catalogue does not show")
	}
}

// hidePrices renames the table of prices, so that no index can be built until
// the returned function is called.
func hidePrices(t *testing.T, s *store.Store) (restore func()) {
	t.Helper()
	rename := func(from, to string) {
		err := s.Update(within(t), func(tx *store.Tx) error {
			_, err := tx.Exec("ALTER TABLE " + from + " RENAME TO " + to)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rename("price", "price_hidden")
	return func() { rename("price_hidden", "price") }
}

func TestSearchesAndBookingsGoOnWhileNoIndexCanBeBuilt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		s := db.Open(t, c.now)
		sell(t, s, "U1")
		price(t, s, true, 100, 3, "U1")
		take(t, s, "U1", arrival+3, 3)
		v := follow(t, s)
		restore := hidePrices(t, s)
		change := sell(t, s, "U1", "U2")
		status := func() string { return fmt.Sprint(v.Status().Err != nil, " ", v.Ready()) }
		soon(t, "failing, yet ready to be searched", status, "true <nil>")
		// Without prices nothing is sold, but nights can be returned.
		err := s.GroupCommit(within(t), func(tx *store.Tx) error { return tx.ReturnNights("U1", arrival+4, 2) })
		if err != nil {
			t.Fatal(err)
		}
		if err := v.SyncBookings(within(t)); err != nil {
			t.Fatal(err)
		}
		if got := shows(v, "U1", arrival+4); got != "100.00, 3 left" {
			t.Errorf("nights that came back: %s", got)
		}
		ended, end := context.WithCancel(context.Background())
		end()
		if v.WaitFor(ended, change) == nil || v.Status().Behind < 2 {
			t.Errorf("a catalogue that cannot be loaded is said to show: %+v", v.Status())
		}
		restore()
		if err := v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		soon(t, "working again", status, "false <nil>")
	})
}

func TestBookingsThatKeepComingDoNotKeepPricesOut(t *testing.T) {
	c, db := newClock(), storetest.SQLite(t)
	here := db.Open(t, c.now)
	sell(t, here, "U1")
	price(t, here, true, 100, 3, "U1")
	var running atomic.Bool
	var turn atomic.Int64
	there, err := store.Open(within(t), db.Source, c.now, store.Observed(func(_ context.Context, operation string, _ time.Duration, _ error) {
		if operation != "view" || !running.Load() {
			return
		}
		night := arrival + 40
		err := here.GroupCommit(context.Background(), func(tx *store.Tx) error {
			if turn.Add(1)%2 == 0 {
				return tx.ReturnNights("U1", night, 1)
			}
			_, err := tx.TakeNights("U1", night, 1)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { there.Close() })
	v := follow(t, there)
	change := price(t, here, true, 90, 3, "U1")
	running.Store(true)
	if err := v.WaitFor(within(t), change); err != nil {
		t.Error(err)
	}
	running.Store(false)
	if got := shows(v, "U1", arrival); got != "90.00, 3 left" {
		t.Error(got)
	}
}

func TestEveryStateHasItsViewBeforeSearchesSeeIt(t *testing.T) {
	c := newClock()
	s := storetest.SQLite(t).Open(t, c.now)
	sell(t, s, "U1")
	price(t, s, true, 100, 3, "U1")
	var current func() *inventory.State
	type made struct{ of *inventory.State }
	var view inventory.View[made]
	v, err := inventory.Open(within(t), s, inventory.Viewed(&view, func(state *inventory.State) *made {
		if current != nil && current() == state {
			t.Error("searches see a state whose view is being made")
		}
		return &made{state}
	}))
	if err != nil {
		t.Fatal(err)
	}
	current = v.Current
	defer run(v)()
	for _, pounds := range []int64{90, 80} {
		if err := v.WaitFor(within(t), price(t, s, true, pounds, 3, "U1")); err != nil {
			t.Fatal(err)
		}
		if got := view.Current().of; got != v.Current() {
			t.Errorf("at £%d the view is not that of the current state", pounds)
		}
	}
}
