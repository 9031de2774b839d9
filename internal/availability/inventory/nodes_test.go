package inventory_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// booker remembers the stays that a client has taken, and decides at random
// what the client does next.
type booker struct {
	random *rand.Rand
	units  []string
	taken  []stay
}

type stay struct {
	unit   string
	from   date.Date
	nights int
}

// book takes random nights, or returns some that it has taken.
func (b *booker) book(s *store.Store) error {
	one := stay{b.units[b.random.IntN(len(b.units))], arrival + date.Date(b.random.IntN(10)), 1 + b.random.IntN(5)}
	give := len(b.taken) > 0 && b.random.IntN(2) == 0
	if give {
		one = b.taken[0]
	}
	var ok bool
	err := s.GroupCommit(context.Background(), func(tx *store.Tx) (err error) {
		if give {
			return tx.ReturnNights(one.unit, one.from, one.nights)
		}
		ok, err = tx.TakeNights(one.unit, one.from, one.nights)
		return err
	})
	switch {
	case err != nil:
	case give:
		b.taken = b.taken[1:]
	case ok:
		b.taken = append(b.taken, one)
	}
	return err
}

// change imports a catalogue, a full set of prices or a delta, at random.
func change(t *testing.T, random *rand.Rand, s *store.Store, units []string) {
	pounds, allotment := 50+random.Int64N(100), 2+random.IntN(5)
	switch random.IntN(6) {
	case 0:
		sell(t, s, units[random.IntN(2):]...)
	case 1, 2:
		price(t, s, true, pounds, allotment, units[random.IntN(2):]...)
	default:
		price(t, s, false, pounds, allotment, units[random.IntN(len(units))])
	}
}

// twoNodes opens two nodes on one database, with a shared clock and some unit
// types on sale.
func twoNodes(t *testing.T, db storetest.Database) (*clock, []*store.Store, []string) {
	c := newClock()
	nodes := []*store.Store{db.Open(t, c.now), db.Open(t, c.now)}
	units := []string{"U1", "U2", "U3"}
	sell(t, nodes[0], units...)
	price(t, nodes[0], true, 100, 4, units...)
	beat(t, nodes[0], "here", "there") // so that full sets of prices are prepared
	return c, nodes, units
}

// TestIndexAndDatabaseEndEqual makes bookings, deltas, full sets of prices and
// new catalogues on two nodes at the same time, and then compares each node's
// index with the database, cell by cell.
func TestIndexAndDatabaseEndEqual(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		_, nodes, units := twoNodes(t, db)
		views := []*inventory.Replica{follow(t, nodes[0]), follow(t, nodes[1])}

		var group sync.WaitGroup
		for client := range 6 {
			group.Go(func() {
				b := booker{random: rand.New(rand.NewPCG(1, uint64(client))), units: units}
				for range 60 {
					if err := b.book(nodes[client%2]); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		random := rand.New(rand.NewPCG(2, 2))
		for range 25 {
			change(t, random, nodes[random.IntN(2)], units)
		}
		group.Wait()
		compare(t, nodes, views, units)
	})
}

// TestNodesStayEqualStepByStep compares two nodes with the database after every
// hold, return, delta, full set and catalogue. Now and then it cuts the
// connection on which the second node gets messages. Once, the second node
// is stopped for longer than changes stay in the log.
func TestNodesStayEqualStepByStep(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c, nodes, units := twoNodes(t, db)
		here := follow(t, nodes[0])
		there, stop := openFollowing(t, nodes[1])
		defer func() { stop() }()
		random := rand.New(rand.NewPCG(3, 3))
		b := booker{random: random, units: units}
		for step := range 60 {
			switch {
			case step%20 == 10 && db.Name == "PostgreSQL":
				deafen(t, nodes[0])
			case step == 32:
				stop()
			}
			node := nodes[random.IntN(2)]
			if random.IntN(4) == 0 {
				change(t, random, node, units)
			} else if err := b.book(node); err != nil {
				t.Fatal(err)
			}
			switch {
			case step >= 32 && step < 37:
				continue // the second node is stopped
			case step == 37:
				c.advance(25 * time.Hour)
				if err := nodes[0].Sweep(within(t)); err != nil {
					t.Fatal(err)
				}
				stop = run(there)
			case step%20 != 10: // otherwise it has to find the change without a message
				nodes[0].Wake()
				nodes[1].Wake()
			}
			compare(t, nodes, []*inventory.Replica{here, there}, units)
			if t.Failed() {
				t.Fatalf("at step %d", step)
			}
		}
	})
}

// Units that staff close or open by hand are followed as bookings are, and read again by a
// node that starts.
func TestNodesFollowWhatStaffClose(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		_, nodes, units := twoNodes(t, db)
		views := []*inventory.Replica{follow(t, nodes[0]), follow(t, nodes[1])}
		b := booker{random: rand.New(rand.NewPCG(4, 4)), units: units[:1]}
		for _, by := range []int{2, -1} {
			c := store.Closure{UnitType: units[0], First: arrival + 1, Last: arrival + 3, Units: by, By: "Jo", Why: "roof"}
			if err := nodes[0].ChangeClosed(within(t), c); err != nil {
				t.Fatal(err)
			}
			compare(t, nodes, views, units)
			if err := b.book(nodes[1]); err != nil {
				t.Fatal(err)
			}
			compare(t, nodes, append(views, follow(t, nodes[1])), units)
		}
	})
}

// compare waits until the replicas show everything that their nodes have
// committed, and compares them with the database.
func compare(t *testing.T, nodes []*store.Store, views []*inventory.Replica, units []string) {
	t.Helper()
	want := wanted(t, nodes[0])
	for i, v := range views {
		if err := v.WaitFor(within(t), max(nodes[0].Committed(), nodes[1].Committed())); err != nil {
			t.Fatal(err)
		}
		if got := indexText(v, units); got != want {
			t.Errorf("node %d holds\n%s\nthe database has\n%s", i, got, want)
		}
	}
}

// deafen closes the connections on which nodes are notified of each other's
// changes.
func deafen(t *testing.T, s *store.Store) {
	t.Helper()
	err := s.Update(within(t), func(tx *store.Tx) error {
		_, err := tx.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wanted lists what the database says about every unit type.
func wanted(t *testing.T, s *store.Store) string {
	t.Helper()
	text := map[string]string{}
	err := s.View(within(t), func(tx *store.Tx) error {
		taken, err := tx.BookedNights(0, nil)
		if err != nil {
			return err
		}
		sold, err := tx.EntityIDs(catalogue.KindUnit)
		for _, id := range sold {
			text[id] = describe(nil, availability.Allotment{}, taken[id])
		}
		return errors.Join(err, tx.Prices(sold, func(id string, table, allotment []byte) error {
			var s *availability.PriceTable
			if len(table) > 0 {
				var err error
				if s, err = availability.DecodePriceTable(table); err != nil {
					return err
				}
			}
			a, err := availability.DecodeAllotment(allotment)
			text[id] = describe(s, a, taken[id])
			return err
		}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(text)
}

// indexText lists what an index says about every unit type.
func indexText(v *inventory.Replica, units []string) string {
	text := map[string]string{}
	index := v.Current().Index
	for _, id := range units {
		if number, ok := index.Unit(id); ok {
			text[id] = describe(index.UnitData(number))
		}
	}
	return fmt.Sprint(text)
}

// describe lists what is sold from five days before arrival on. None of these
// dates becomes past in these tests.
func describe(s *availability.PriceTable, a availability.Allotment, taken []availability.BookedNight) string {
	first := arrival - 5
	var prices, nights string
	if s != nil {
		for p := range s.Trim(first, 200).All() {
			prices += fmt.Sprint(" ", p.Arrival-arrival, "/", p.Nights, "=", p.Price)
		}
	}
	units := map[date.Date]int{}
	for _, n := range taken {
		units[n.Night] = n.Units
	}
	for night := first; night < first+40; night++ {
		nights += fmt.Sprintf(" %d/%d", units[night], a.At(night))
	}
	return prices + nights
}
