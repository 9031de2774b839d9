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
	"holidaymaker/internal/date"
	"holidaymaker/internal/inventory"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// TestIndexAndDatabaseEndEqual lets bookings, deltas, full prices and new
// catalogues run side by side on two nodes, and then compares both nodes'
// indexes with the database, cell by cell.
func TestIndexAndDatabaseEndEqual(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := newClock()
		nodes := []*store.Store{db.Open(t, c.now), db.Open(t, c.now)}
		units := []string{"U1", "U2", "U3"}
		sell(t, nodes[0], units...)
		price(t, nodes[0], true, 100, 4, units...)
		views := []*inventory.Inventory{follow(t, nodes[0]), follow(t, nodes[1])}

		ctx, stop := context.WithTimeout(context.Background(), 1500*time.Millisecond)
		defer stop()
		var group sync.WaitGroup
		for client := range 6 {
			group.Go(func() { book(t, ctx, nodes[client%2], units, uint64(client)) })
		}
		group.Go(func() {
			random := rand.New(rand.NewPCG(2, 2))
			for ctx.Err() == nil {
				switch node := nodes[random.IntN(2)]; random.IntN(4) {
				case 0:
					sell(t, node, units...)
				case 1:
					price(t, node, true, 50+random.Int64N(100), 2+random.IntN(5), units...)
				default:
					price(t, node, false, 50+random.Int64N(100), 2+random.IntN(5), units[random.IntN(3)])
				}
			}
		})
		group.Wait()
		for i, v := range views {
			want := wanted(t, nodes[i], units)
			if err := v.Sync(within(t)); err != nil {
				t.Fatal(err)
			}
			soon(t, fmt.Sprintf("node %d", i), func() string { return held(v, units) }, want)
		}
	})
}

// book takes and returns nights at random until ctx ends.
func book(t *testing.T, ctx context.Context, s *store.Store, units []string, seed uint64) {
	random := rand.New(rand.NewPCG(1, seed))
	type stay struct {
		unit   string
		from   date.Date
		nights int
	}
	var mine []stay
	for ctx.Err() == nil {
		one := stay{units[random.IntN(len(units))], arrival + date.Date(random.IntN(10)), 1 + random.IntN(5)}
		give := len(mine) > 0 && random.IntN(2) == 0
		if give {
			one = mine[0]
		}
		var ok bool
		err := s.Together(context.Background(), func(tx *store.Tx) (err error) {
			if give {
				return tx.ReturnNights(one.unit, one.from, one.nights)
			}
			ok, err = tx.TakeNights(one.unit, one.from, one.nights)
			return err
		})
		switch {
		case err != nil:
			t.Error(err)
			return
		case give:
			mine = mine[1:]
		case ok:
			mine = append(mine, one)
		}
	}
}

// wanted writes what the database says of every unit type.
func wanted(t *testing.T, s *store.Store, units []string) string {
	t.Helper()
	text := map[string]string{}
	err := s.View(within(t), func(tx *store.Tx) error {
		taken, err := tx.Taken(0)
		return errors.Join(err, tx.Prices(units, func(id string, sheet, allotment []byte) error {
			s, err := availability.DecodeSheet(sheet)
			if err != nil {
				return err
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

// held writes what an index holds of every unit type.
func held(v *inventory.Inventory, units []string) string {
	text := map[string]string{}
	index := v.Current().Index
	for _, id := range units {
		if number, ok := index.Unit(id); ok {
			text[id] = describe(index.Stock(number))
		}
	}
	return fmt.Sprint(text)
}

// describe writes what is sold from tomorrow on: the clock stands a week before
// arrival.
func describe(s *availability.Sheet, a availability.Allotment, taken []availability.Taken) string {
	first := arrival - 6
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
