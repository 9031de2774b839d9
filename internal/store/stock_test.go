package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

var summer = date.Of(2026, time.July, 17)

// priceTable has prices of three nights, from each of ten dates, for parties of
// up to 2 and up to 6.
func priceTable(t testing.TB, price money.Pence) []byte {
	t.Helper()
	s, err := availability.NewPriceTable([]int{2, 6}, summer, 10)
	if err != nil {
		t.Fatal(err)
	}
	for day := range date.Date(10) {
		for threshold := range 2 {
			if err := s.Set(summer+day, 3, threshold, price+money.Pounds(int64(50*threshold)), 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s.Encode()
}

func allotment(units int) []byte {
	a := availability.Allotment{First: summer, Units: make([]int, 14)}
	for i := range a.Units {
		a.Units[i] = units
	}
	return a.Encode()
}

// publish publishes units of one type each, at £100 for two people.
func publish(t testing.TB, s *store.Store, full bool, units map[string]int) {
	t.Helper()
	ctx := context.Background()
	for _, part := range []store.Part{store.CataloguePart, store.PricesPart} {
		g, err := s.Stage(ctx, part, full)
		if err != nil {
			t.Fatal(err)
		}
		for id, n := range units {
			if part == store.CataloguePart {
				err = g.Put(ctx, catalogue.KindUnit, id, fmt.Appendf(nil, `{"id":%q}`, id))
			} else {
				err = g.PutPrices(ctx, id, priceTable(t, money.Pounds(100)), allotment(n))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := g.Publish(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

func take(t *testing.T, s *store.Store, unit string, from date.Date, nights int) (ok bool) {
	t.Helper()
	err := s.GroupCommit(context.Background(), func(tx *store.Tx) (err error) {
		ok, err = tx.TakeNights(unit, from, nights)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func bookedNights(t *testing.T, s *store.Store, unit string) (rows []availability.BookedNight) {
	t.Helper()
	err := s.View(context.Background(), func(tx *store.Tx) error {
		all, err := tx.BookedNights(0, nil)
		rows = all[unit]
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestAStayIsBookedCompletelyOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		ctx := context.Background()
		publish(t, s, true, map[string]int{"U1": 2, "U2": 1})
		for _, c := range []struct {
			unit   string
			from   date.Date
			nights int
			ok     bool
		}{
			{"U1", summer, 3, true}, {"U1", summer + 2, 3, true},
			{"U1", summer + 1, 3, false}, // the third night is gone twice
			{"U1", summer + 3, 2, true},
			{"U1", summer + 13, 2, false}, // the second night is beyond the allotment
			{"U2", summer, 1, true}, {"U2", summer, 1, false},
			{"none", summer, 1, false},
		} {
			if ok := take(t, s, c.unit, c.from, c.nights); ok != c.ok {
				t.Errorf("%d nights of %s from %s: %v, want %v", c.nights, c.unit, c.from, ok, c.ok)
			}
		}
		want := []int{1, 1, 2, 2, 2}
		for _, row := range bookedNights(t, s, "U1") {
			if i := int(row.Night - summer); row.Units != want[i] {
				t.Errorf("%s: %d taken, want %d", row.Night, row.Units, want[i])
			}
		}
		if err := s.GroupCommit(ctx, func(tx *store.Tx) error { return tx.ReturnNights("U1", summer+2, 3) }); err != nil {
			t.Error(err)
		}
		if !take(t, s, "U1", summer+1, 2) {
			t.Error("what was returned cannot be taken")
		}
		if err := s.GroupCommit(ctx, func(tx *store.Tx) error { return tx.ReturnNights("U2", summer, 2) }); err == nil {
			t.Error("a night that was never taken could be returned")
		}
	})
}

func TestThePriceFromTheDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		publish(t, s, true, map[string]int{"U1": 1})
		for _, c := range []struct {
			unit          string
			nights, party int
			want          money.Pence
		}{{"U1", 3, 2, money.Pounds(100)}, {"U1", 3, 3, money.Pounds(150)}, {"U1", 3, 7, 0}, {"U1", 4, 2, 0}, {"none", 3, 2, 0}} {
			err := s.View(context.Background(), func(tx *store.Tx) error {
				price, _, ok, err := tx.Price(c.unit, summer, c.nights, c.party)
				if price != c.want || ok != (c.want != 0) {
					t.Errorf("%+v: %s, %v", c, price, ok)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestTwoHundredVisitorsForTenUnits(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		nodes := []*store.Store{db.Open(t), db.Open(t)} // two nodes, or two processes on one file
		publish(t, nodes[0], true, map[string]int{"U1": 10})
		var got atomic.Int32
		var group sync.WaitGroup
		for i := range 200 {
			group.Go(func() {
				var ok bool
				err := nodes[i%2].GroupCommit(context.Background(), func(tx *store.Tx) (err error) {
					ok, err = tx.TakeNights("U1", summer+date.Date(i%3), 4)
					return err
				})
				if err != nil {
					t.Error(err)
				}
				if ok {
					got.Add(1)
				}
			})
		}
		group.Wait()
		if got.Load() != 10 {
			t.Errorf("%d stays taken, want exactly 10", got.Load())
		}
		for _, row := range bookedNights(t, nodes[0], "U1") {
			if row.Units > 10 {
				t.Errorf("%s: %d of 10 taken", row.Night, row.Units)
			}
			if row.Night == summer+2 && row.Units != 10 {
				t.Errorf("the night that all stays share: %d of 10 taken", row.Units)
			}
		}
		first := logOf(t, nodes[0])
		if len(first) != 12 { // catalogue, prices, ten stays
			t.Errorf("%d changes, want 12", len(first))
		}
		for i, c := range first {
			if c.Number != int64(i+1) {
				t.Errorf("change %d has number %d", i+1, c.Number)
			}
		}
		// The numbers in a night's last change must equal the booked nights.
		last := map[date.Date]int{}
		for _, c := range first[2:] {
			nights, err := store.ParseBookedNights(c.Detail)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range nights {
				last[n.Night] = n.Units
			}
		}
		for _, row := range bookedNights(t, nodes[1], "U1") {
			if last[row.Night] != row.Units {
				t.Errorf("%s: %d in the log, %d in the stock", row.Night, last[row.Night], row.Units)
			}
		}
	})
}

func logOf(t *testing.T, s *store.Store) []store.Change {
	t.Helper()
	batch, err := s.Changes(context.Background(), 0)
	if err != nil || !batch.Complete {
		t.Fatalf("changes: %v, complete %v", err, batch.Complete)
	}
	return batch.Changes
}

func TestALoweredAllotmentNeverOversells(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		seller, importer := db.Open(t), db.Open(t)
		publish(t, seller, true, map[string]int{"U1": 1000})
		stop := make(chan struct{})
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						take(t, seller, "U1", summer, 1)
					}
				}
			})
		}
		var atSwap, after []availability.BookedNight
		for len(atSwap) == 0 {
			atSwap = bookedNights(t, seller, "U1")
		}
		publish(t, importer, true, map[string]int{"U1": 1})
		atSwap = bookedNights(t, importer, "U1")
		for range 5 {
			take(t, seller, "U1", summer, 1)
		}
		close(stop)
		group.Wait()
		after = bookedNights(t, importer, "U1")
		if len(atSwap) != 1 || len(after) != 1 || atSwap[0] != after[0] {
			t.Errorf("taken %v when the allotment fell to 1, %v later", atSwap, after)
		}
	})
}

func TestDeletedChangesAreReported(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		at := time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)
		s := db.Open(t, func() time.Time { return at })
		ctx := context.Background()
		publish(t, s, true, map[string]int{"U1": 5})
		at = at.Add(2 * time.Hour)
		take(t, s, "U1", summer, 1)
		if err := s.PruneChanges(ctx, time.Hour); err != nil {
			t.Fatal(err)
		}
		for after, want := range map[int64]bool{0: false, 1: false, 2: true, 3: true, 4: false} {
			if batch, err := s.Changes(ctx, after); err != nil || batch.Complete != want {
				t.Errorf("after %d: complete %v, %v; want %v", after, batch.Complete, err, want)
			}
		}
	})
}

func TestFollowersAreWokenByOtherNodes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		here, there := db.Open(t), db.Open(t)
		publish(t, here, true, map[string]int{"U1": 5})
		wake := there.Subscribe()
		take(t, here, "U1", summer, 1)
		start := time.Now()
		wake(context.Background())
		batch, err := there.Changes(context.Background(), 2)
		if err != nil || !batch.Complete || len(batch.Changes) != 1 || batch.Changes[0].Detail != "2026-07-17:1" {
			t.Errorf("the other node read %+v, %v", batch, err)
		}
		if waited := time.Since(start); waited > time.Second {
			t.Errorf("woken after %v", waited)
		}
	})
}

// TestBookedNightsAreTakenMinusReturned lets random work, some of which
// fails share commits, and compares the rows with a plain count.
func TestBookedNightsAreTakenMinusReturned(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		nodes := []*store.Store{db.Open(t), db.Open(t)}
		publish(t, nodes[0], true, map[string]int{"U1": 3, "U2": 1})
		errOwn := errors.New("own")
		var mu sync.Mutex
		want := map[string]map[date.Date]int{"U1": {}, "U2": {}}
		var group sync.WaitGroup
		for client := range 12 {
			group.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(client)))
				for range 15 {
					unit := []string{"U1", "U2"}[random.IntN(2)]
					from, nights := summer+date.Date(random.IntN(9)), 1+random.IntN(4)
					fails, gives, writes := random.IntN(4) == 0, random.IntN(3) == 0, random.IntN(3) == 0
					id := fmt.Sprint(client, random.Uint64())
					var ok bool
					err := nodes[client%2].GroupCommit(context.Background(), func(tx *store.Tx) (err error) {
						if writes {
							err = note(tx, id)
						}
						if err != nil {
							return err
						}
						ok, err = tx.TakeNights(unit, from, nights)
						if err == nil && ok && gives {
							err = tx.ReturnNights(unit, from, nights)
						}
						if fails {
							return errOwn
						}
						return err
					})
					if fails != errors.Is(err, errOwn) || !fails && err != nil {
						t.Error(err)
					}
					if ok && !fails && !gives {
						mu.Lock()
						for night := from; night < from+date.Date(nights); night++ {
							want[unit][night]++
						}
						mu.Unlock()
					}
				}
			})
		}
		group.Wait()
		for unit, most := range map[string]int{"U1": 3, "U2": 1} {
			for _, row := range bookedNights(t, nodes[0], unit) {
				if row.Units != want[unit][row.Night] || row.Units > most {
					t.Errorf("%s on %s: %d taken, want %d", unit, row.Night, row.Units, want[unit][row.Night])
				}
				delete(want[unit], row.Night)
			}
			for night, units := range want[unit] {
				t.Errorf("%s on %s: nothing taken, want %d", unit, night, units)
			}
		}
	})
}
