package inventory_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// beat writes the heartbeats of nodes, which publications of prices wait for.
func beat(t *testing.T, s *store.Store, nodes ...string) {
	t.Helper()
	for _, node := range nodes {
		if _, _, err := s.Probe(within(t), &store.Heartbeat{Node: node}); err != nil {
			t.Fatal(err)
		}
	}
}

// heldSet is a node, and a full set of prices whose publication waits for another
// node that never prepares it until the test says so.
type heldSet struct {
	s         *store.Store
	v         *inventory.Replica
	units     []string
	g         *store.Staging
	builds    *atomic.Int64 // index builds since the set was staged
	published chan int64    // gets the change that published the set; 0 after an error
	cancel    context.CancelFunc
}

func holdPublication(t *testing.T, db storetest.Database) *heldSet {
	c := newClock()
	h := &heldSet{s: db.Open(t, c.now), builds: new(atomic.Int64), published: make(chan int64, 1)}
	h.units = sellAround(t, h.s)
	price(t, h.s, true, 100, 3, h.units...)
	var err error
	var view inventory.View[struct{}]
	h.v, err = inventory.Open(within(t), h.s, inventory.Viewed(&view, func(*inventory.State) *struct{} {
		h.builds.Add(1)
		return &struct{}{}
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run(h.v))
	beat(t, h.s, "this", "another")
	h.builds.Store(0)
	if h.g, err = h.s.Stage(within(t), store.PricesPart, true); err != nil {
		t.Fatal(err)
	}
	for _, unit := range h.units {
		prices, allotment := table(t, 80, 3, 6)
		if err := h.g.PutPrices(within(t), unit, prices, allotment); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(within(t))
	h.cancel = cancel
	if err := h.s.Preparing(ctx, h.g.ID()); err != nil { // the other node
		t.Fatal(err)
	}
	go func() {
		change, _ := h.g.Publish(ctx)
		h.published <- change
	}()
	soon(t, "this node has prepared the set", func() string {
		var prepared int
		err := h.s.View(within(t), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT prepared FROM generation WHERE id = $1", h.g.ID()).Scan(&prepared)
		})
		return fmt.Sprint(prepared, err)
	}, "1 <nil>")
	return h
}

// publish lets the publication go on and waits until searches show the set.
func (h *heldSet) publish(t *testing.T) {
	t.Helper()
	if err := h.s.Prepared(within(t), h.g.ID()); err != nil {
		t.Fatal(err)
	}
	change := <-h.published
	if change == 0 {
		t.Fatal("the set was not published")
	}
	if err := h.v.WaitFor(within(t), max(change, h.s.Committed())); err != nil {
		t.Fatal(err)
	}
}

func (h *heldSet) left(unit string) int {
	number, _ := h.v.Current().Index.Unit(unit)
	return h.v.Current().Index.Left(number, arrival+40, 1)
}

func TestAFullSetOfPricesIsBuiltBeforeItIsPublished(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		h := holdPublication(t, db)
		take(t, h.s, h.units[1], arrival+40, 1)
		if err := h.v.SyncBookings(within(t)); err != nil {
			t.Fatal(err)
		}
		if got := offers(h.v, h.units); got != "[100.00*3]" || h.left(h.units[1]) != 2 {
			t.Errorf("before the publication: %s, %d left of the booked one, want 2", got, h.left(h.units[1]))
		}
		h.publish(t)
		if got := offers(h.v, h.units); got != "[80.00*3]" || h.left(h.units[1]) != 2 {
			t.Errorf("after it: %s, %d left of the booked one, want 2", got, h.left(h.units[1]))
		}
		if n := h.builds.Load(); n != 1 {
			t.Errorf("%d indexes were built, want only the prepared one", n)
		}
		change := price(t, h.s, false, 70, 3, h.units[2])
		if err := h.v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if got := offers(h.v, h.units[2:3]); got != "[70.00*3]" {
			t.Errorf("a delta afterwards: %s", got)
		}
	})
}

func TestAPreparedSetOfPricesThatIsNotPublishedNeverShows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		h := holdPublication(t, db)
		h.cancel()
		if change := <-h.published; change != 0 {
			t.Fatal("the set was published")
		}
		if err := h.g.Discard(within(t)); err != nil {
			t.Fatal(err)
		}
		change := price(t, h.s, false, 90, 3, h.units[2])
		if err := h.v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if got := offers(h.v, h.units); got != "[100.00*3 90.00*3]" {
			t.Errorf("after a delta: %s", got)
		}
		beat(t, h.s, "this")
		change = price(t, h.s, true, 60, 3, h.units...)
		if err := h.v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if got := offers(h.v, h.units); got != "[60.00*3]" {
			t.Errorf("after the next set: %s", got)
		}
	})
}

func TestACatalogueBetweenPreparingAndPublishingPricesShowsWithThem(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		h := holdPublication(t, db)
		change := sell(t, h.s, h.units[0], "new")
		if err := h.v.WaitFor(within(t), change); err != nil {
			t.Fatal(err)
		}
		if got := offers(h.v, h.units[:1]); got != "[100.00*3]" {
			t.Errorf("with the new catalogue: %s", got)
		}
		h.publish(t)
		if got := offers(h.v, h.units[:1]); got != "[80.00*3]" {
			t.Errorf("with the new prices: %s", got)
		}
		if _, ok := h.v.Current().Index.Unit("new"); !ok {
			t.Error("the new catalogue does not show any more")
		}
	})
}
