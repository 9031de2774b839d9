package inventory_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// table encodes a price table of some nights and its allotment.
func table(t *testing.T, pounds int64, nights, parties int) (table, allotment []byte) {
	t.Helper()
	prices, err := availability.NewPriceTable([]int{parties}, arrival-20, 100)
	if err != nil {
		t.Fatal(err)
	}
	units := availability.Allotment{First: arrival - 20}
	for day := arrival - 20; day < arrival+80; day++ {
		if err := prices.Set(day, nights, 0, money.Pounds(pounds), 0); err != nil {
			t.Fatal(err)
		}
		units.Units = append(units.Units, 3)
	}
	return prices.Encode(), units.Encode()
}

func TestAFullSetOfPricesRebuildsOnlyTheRegionsThatChanged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		here := db.Open(t, c.now)
		units := sellAround(t, here) // eight regions
		price(t, here, true, 100, 3, units...)
		var built atomic.Int64
		v, err := inventory.Open(within(t), db.Open(t, c.now), inventory.Observed(func(e inventory.Event) {
			if e.Kind == "swap" {
				built.Store(int64(e.Regions))
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(run(v))
		if built.Load() != 8 {
			t.Errorf("%d regions built at the start, want 8", built.Load())
		}
		take(t, here, units[1], arrival, 3)
		before := v.Current()

		g, err := here.Stage(within(t), store.PricesPart, true)
		if err != nil {
			t.Fatal(err)
		}
		err = here.View(within(t), func(tx *store.Tx) error {
			return tx.Prices(units, func(id string, prices, allotment []byte) error {
				if id == units[3] {
					prices, allotment = table(t, 80, 4, 8) // other nights and party sizes
				}
				return g.PutPrices(within(t), id, append([]byte{}, prices...), append([]byte{}, allotment...))
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.WaitFor(within(t), publish(t, g)); err != nil {
			t.Fatal(err)
		}
		after := v.Current()
		if after == before || after.Version() <= before.Version() {
			t.Error("the new set did not cause a new index")
		}
		if built.Load() != 1 {
			t.Errorf("%d regions of 8 were built again, want 1", built.Load())
		}
		number, _ := after.Index.Unit(units[3])
		if o, ok := after.Index.Offer(number, arrival, 4, 7); !ok || o.Price != money.Pounds(80) {
			t.Errorf("the changed unit type: %+v, %v", o, ok)
		}
		booked, _ := after.Index.Unit(units[1])
		if o, ok := after.Index.Offer(booked, arrival, 3, 2); !ok || o.Left != 2 {
			t.Errorf("a booked unit type: %+v, %v", o, ok)
		}
		// Changes are still applied to the regions that were taken over.
		take(t, here, units[1], arrival, 3)
		change := max(here.Committed(), price(t, here, false, 70, 3, units[2]))
		if err := v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if o, _ := v.Current().Index.Offer(booked, arrival, 3, 2); o.Left != 1 {
			t.Errorf("booked again: %+v", o)
		}
		if got := offers(v, units[2:3]); got != "[70.00*3]" {
			t.Errorf("a delta afterwards: %s", got)
		}
	})
}

// The next index contains a change that could not be read, even where no
// price of its region has changed.
func TestAnIndexAfterABadChangeReadsAllBookedNights(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		s := db.Open(t, c.now)
		units := sellAround(t, s)
		price(t, s, true, 100, 3, units...)
		v, err := inventory.Open(within(t), s)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(run(v))
		spoil(t, s, "INSERT INTO stock (unit_type, night, taken) VALUES ($1, $2, 2)", units[1], arrival.ISO())
		spoil(t, s, `INSERT INTO change_log (number, kind, unit_type, detail, at_ms)
			SELECT number + 1, 'stock', $1, 'rubbish', $2 FROM change_counter`, units[1], s.Now().UnixMilli())
		spoil(t, s, "UPDATE change_counter SET number = number + 1")
		prices, allotment := table(t, 80, 4, 8) // other party sizes, so the region must be rebuilt
		g, err := s.Stage(within(t), store.PricesPart, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.PutPrices(within(t), units[3], prices, allotment); err != nil {
			t.Fatal(err)
		}
		if err := v.WaitFor(within(t), publish(t, g)); err != nil {
			t.Fatal(err)
		}
		number, _ := v.Current().Index.Unit(units[1])
		if left := v.Current().Index.Left(number, arrival, 1); left != 1 {
			t.Errorf("%d left, want 1", left)
		}
	})
}

// A delta for which a region has no room is built while searches go on.
// Bookings do not wait for it.
func TestBookingsShowWhileARegionIsBuiltAgainForADelta(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		s := db.Open(t, c.now)
		units := sellAround(t, s)
		price(t, s, true, 100, 3, units...)
		v, release := openHeld(t, s)
		defer run(v)()
		g, err := s.Stage(within(t), store.PricesPart, false)
		if err != nil {
			t.Fatal(err)
		}
		prices, allotment := table(t, 60, 5, 2)
		if err := g.PutPrices(within(t), units[0], prices, allotment); err != nil {
			t.Fatal(err)
		}
		change := publish(t, g)
		soon(t, "the build begins", func() string { return fmt.Sprint(v.Status().Building) }, "true")
		left := func(unit string) int {
			number, _ := v.Current().Index.Unit(unit)
			return v.Current().Index.Left(number, arrival+40, 1)
		}
		take(t, s, units[1], arrival+40, 1)
		if err := v.SyncBookings(within(t)); err != nil {
			t.Fatal(err)
		}
		if left(units[1]) != 2 {
			t.Errorf("while a region is built: %d left, want 2", left(units[1]))
		}
		take(t, s, units[0], arrival+40, 1)
		if err := v.SyncBookings(within(t)); err != nil {
			t.Fatal(err)
		}
		if left(units[0]) != 2 {
			t.Errorf("in the region that is built: %d left, want 2", left(units[0]))
		}
		close(release)
		if err := v.WaitFor(within(t), max(change, s.Committed())); err != nil {
			t.Fatal(err)
		}
		number, _ := v.Current().Index.Unit(units[0])
		if o, ok := v.Current().Index.Offer(number, arrival, 5, 2); !ok || o.Price != money.Pounds(60) {
			t.Errorf("the delta: %+v, %v", o, ok)
		}
		if left(units[0]) != 2 || left(units[1]) != 2 {
			t.Errorf("afterwards: %d and %d left, want 2", left(units[0]), left(units[1]))
		}
	})
}
