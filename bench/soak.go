package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
)

// soak runs searches, feeds and bookings at the same time on two nodes of one
// database.
type soak struct {
	m     *market
	nodes []node
	until time.Time

	searches, holds, refused, returns, feeds atomic.Int64

	mu       sync.Mutex
	unitData []availability.UnitData // the prices and allotments of the last feeds
	taken    []booked
}

// node is a process's view of the database.
type node struct {
	s *store.Store
	v *inventory.Replica
}

type booked struct {
	unit    int
	arrival date.Date
	nights  int
}

// runSoaks runs a soak on each database at the same time.
func runSoaks(dir string, databases []string, d time.Duration) error {
	sources := map[string]string{"sqlite": filepath.Join(dir, "soak")}
	if slices.Contains(databases, "postgres") {
		c := startCluster(dir)
		if c == nil {
			return errors.New("PostgreSQL is not installed here: use -soak-db sqlite")
		}
		defer c.stop()
		c.create("soak")
		sources["postgres"] = c.url("soak")
	}
	errs := make([]error, len(databases))
	parallel(len(databases), func(i int) {
		source, ok := sources[databases[i]]
		if !ok {
			errs[i] = fmt.Errorf("no database is called %q", databases[i])
			return
		}
		if err := runSoak(databases[i], source, d); err != nil {
			errs[i] = fmt.Errorf("soak of %s: %w", databases[i], err)
		}
	})
	return errors.Join(errs...)
}

// runSoak returns an error when the index of a node and the database differ in
// any price or night of a unit type.
func runSoak(name, source string, d time.Duration) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	m := newMarket(size{"soak", 200, 900})
	k := &soak{m: m, unitData: m.encode(), until: time.Now().Add(d)}
	followers := loop.NewRunner(slog.New(slog.DiscardHandler))
	var work sync.WaitGroup
	for i := range 2 {
		s, err := store.Open(ctx, source, benchNow)
		if err != nil {
			return err
		}
		defer s.Close()
		if i == 0 {
			if err := m.fill(ctx, s, k.unitData); err != nil {
				return err
			}
		}
		v, err := inventory.Open(ctx, s)
		if err != nil {
			return err
		}
		k.nodes = append(k.nodes, node{s, v})
		followers.Go(ctx, v.Loop(ctx))
	}
	for i := range 2 {
		work.Go(func() { k.search(uint64(i)) })
	}
	for i := range 4 {
		work.Go(func() { k.book(ctx, uint64(i)) })
	}
	work.Go(func() { k.feed(ctx) })
	work.Go(func() { k.sweep(ctx) })
	work.Wait()
	err := k.compareAll(ctx, name, d)
	stop()
	must(followers.Wait(context.Background()))
	return err
}

// compareAll waits until both nodes show all changes, and compares them.
func (k *soak) compareAll(ctx context.Context, name string, d time.Duration) error {
	last := max(k.nodes[0].s.Committed(), k.nodes[1].s.Committed())
	cells := 0
	for i, n := range k.nodes {
		patience, done := context.WithTimeout(ctx, time.Minute)
		err := n.v.WaitFor(patience, last)
		done()
		if err == nil {
			cells, err = k.compare(ctx, n)
		}
		if err != nil {
			return fmt.Errorf("node %d: %w", i+1, err)
		}
	}
	fmt.Printf("soak of %v on %s: %d searches, %d holds, %d refused, %d returned, %d feeds, change %d; %d cells compared on each of two nodes: index and database are equal\n",
		d, name, k.searches.Load(), k.holds.Load(), k.refused.Load(), k.returns.Load(), k.feeds.Load(), last, cells)
	return nil
}

// any returns a random node.
func (k *soak) any(rnd *rand.Rand) node { return k.nodes[rnd.IntN(len(k.nodes))] }

// sweep removes data that is no longer used, from either node.
func (k *soak) sweep(ctx context.Context) {
	rnd := rand.New(rand.NewPCG(1, 8))
	for k.running() {
		must(k.any(rnd).s.Sweep(ctx))
		time.Sleep(time.Second)
	}
}

func (k *soak) running() bool { return time.Now().Before(k.until) }

func (k *soak) search(seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 5))
	var a availability.Answer
	for k.running() {
		q := k.m.question(rnd, []string{"region", "all"}[rnd.IntN(2)], 7)
		k.any(rnd).v.Current().Index.Search(&q.query, &a)
		k.searches.Add(1)
		time.Sleep(200 * time.Microsecond) // leave the processors to the others
	}
}

// book takes stays that are open in the index, and returns some of them.
func (k *soak) book(ctx context.Context, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 6))
	for k.running() {
		b := booked{rnd.IntN(k.m.units), firstArrival + date.Date(rnd.IntN(arrivalDays-30)), 2 + rnd.IntN(13)}
		k.mu.Lock()
		back := len(k.taken) > 0 && rnd.IntN(5) < 2
		if back {
			i := rnd.IntN(len(k.taken))
			b = k.taken[i]
			k.taken = slices.Delete(k.taken, i, i+1)
		}
		k.mu.Unlock()
		unit, s := k.m.inv.Units[b.unit].ID, k.any(rnd).s
		if back {
			must(s.GroupCommit(ctx, func(tx *store.Tx) error { return tx.ReturnNights(unit, b.arrival, b.nights) }))
			k.returns.Add(1)
			continue
		}
		err := s.GroupCommit(ctx, func(tx *store.Tx) error {
			ok, err := tx.TakeNights(unit, b.arrival, b.nights)
			if err == nil && !ok {
				err = errRefused
			}
			return err
		})
		if errors.Is(err, errRefused) {
			k.refused.Add(1)
			continue
		}
		must(err)
		k.holds.Add(1)
		k.mu.Lock()
		k.taken = append(k.taken, b)
		k.mu.Unlock()
	}
}

var errRefused = errors.New("not every night has a unit left")

// feed publishes deltas of prices and allotments. Every twentieth time it
// publishes all of them, and sometimes the catalogue as well.
func (k *soak) feed(ctx context.Context) {
	rnd := rand.New(rand.NewPCG(1, 7))
	for k.running() {
		delta := make([]availability.UnitData, k.m.units)
		full := k.feeds.Load()%20 == 19
		for range 1 + rnd.IntN(60) {
			u := rnd.IntN(k.m.units)
			k.unitData[u] = k.changed(rnd, u)
			delta[u] = k.unitData[u]
		}
		if full {
			delta = k.unitData
		}
		must(k.m.publishPrices(ctx, k.any(rnd).s, delta, full))
		if k.feeds.Add(1)%70 == 0 {
			must(k.m.publishCatalogue(ctx, k.any(rnd).s))
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// changed withdraws some prices of a unit type and changes its allotment. One in
// twenty gets the prices of another unit type, with other thresholds.
func (k *soak) changed(rnd *rand.Rand, u int) availability.UnitData {
	from := u
	if rnd.IntN(20) == 0 {
		from = rnd.IntN(k.m.units)
	}
	s := k.m.priceTable(from)
	for range 200 {
		n := s.Nights()
		must(s.Set(firstArrival+date.Date(rnd.IntN(arrivalDays)), n[rnd.IntN(len(n))], rnd.IntN(len(s.Thresholds())), 0, 0))
	}
	return availability.UnitData{PriceTable: s.Encode(), Allotment: k.m.allotment(rnd.IntN(k.m.units)).Encode()}
}

// compare reads everything from the database and from a node's index.
func (k *soak) compare(ctx context.Context, n node) (cells int, err error) {
	ix := n.v.Current().Index
	first, days := ix.Window()
	var ids []string
	for _, u := range k.m.inv.Units {
		ids = append(ids, u.ID)
	}
	err = n.s.View(ctx, func(tx *store.Tx) error {
		booked, err := tx.BookedNights(first, nil)
		if err != nil {
			return err
		}
		return tx.Prices(ids, func(id string, table, allotment []byte) error {
			if fed := k.unitData[unitNumber(id)]; !bytes.Equal(fed.PriceTable, table) || !bytes.Equal(fed.Allotment, allotment) {
				return fmt.Errorf("the database differs from the last feed for %s", id)
			}
			unit, ok := ix.Unit(id)
			if !ok {
				return fmt.Errorf("the index does not know %s", id)
			}
			n, err := equal(ix, unit, table, allotment, booked[id], first, days)
			cells += n
			if err != nil {
				return fmt.Errorf("unit type %s: %w", id, err)
			}
			return nil
		})
	})
	return cells, err
}

// unitNumber returns the number of a unit type from its id.
func unitNumber(id string) (n int) {
	_, err := fmt.Sscanf(id, "U%d", &n)
	must(err)
	return n
}

// equal compares one unit type: all prices, all nights, and whether each stay
// is open to each party.
func equal(ix *availability.Index, unit int, table, allotment []byte, booked []availability.BookedNight, first date.Date, days int) (cells int, err error) {
	want, err := availability.DecodePriceTable(table)
	if err != nil {
		return 0, err
	}
	a, err := availability.DecodeAllotment(allotment)
	if err != nil {
		return 0, err
	}
	got, _, _ := ix.UnitData(unit)
	want = want.Trim(first, days)
	if got == nil || !got.Equal(want) {
		return 0, difference(got, want)
	}
	left := map[date.Date]int{}
	for d := first; d < first+date.Date(days+availability.MaxNights); d++ {
		left[d] = a.At(d)
	}
	for _, t := range booked {
		left[t.Night] -= t.Units
	}
	for p := range want.All() {
		least := availability.MaxUnits
		for d := p.Arrival; d < p.Arrival+date.Date(p.Nights); d++ {
			least = min(least, left[d])
		}
		o, ok := ix.Offer(unit, p.Arrival, p.Nights, want.Thresholds()[p.Threshold])
		if ok != (least > 0) || ok && (o.Price != p.Price || o.Left != least) {
			return cells, fmt.Errorf("%d nights from %s: the index offers %+v (%v), the database has %d left at %s", p.Nights, p.Arrival, o, ok, least, p.Price)
		}
		cells++
	}
	return cells, nil
}

// difference returns an error that names a price in which two price tables
// differ, or nil.
func difference(got, want *availability.PriceTable) error {
	if got == nil {
		return errors.New("the index has no prices")
	}
	for _, pair := range [][2]*availability.PriceTable{{got, want}, {want, got}} {
		for p := range pair[0].All() {
			for _, party := range append(pair[0].Thresholds(), pair[1].Thresholds()...) {
				x, _, _ := got.Lookup(p.Arrival, p.Nights, party)
				y, _, _ := want.Lookup(p.Arrival, p.Nights, party)
				if x != y {
					return fmt.Errorf("%d nights from %s for %d: the index has %s, the database %s", p.Nights, p.Arrival, party, x, y)
				}
			}
		}
	}
	return errors.New("the earlier prices differ")
}
