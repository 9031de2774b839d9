package main

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

const (
	holdClients = 32
	holdNights  = 4
	holdTime    = 4 * time.Second
)

// holds measures how many holds of one unit type the store takes per second, on
// both databases: with group commit, and with one transaction per hold.
func (r *run) holds() {
	if r.cluster != nil {
		r.cluster.create("holds")
		joined, alone := r.holdOn("PostgreSQL", r.cluster.url("holds"))
		r.set("holds_vs_postgres", joined.perSecond/alone.perSecond)
		r.set("holds_p99_vs_postgres", float64(joined.p99)/float64(alone.p99))
	}
	joined, alone := r.holdOn("SQLite", filepath.Join(r.dir, "holds"))
	r.set("holds_vs_sqlite", joined.perSecond/alone.perSecond)
}

// pace is the speed of one round of holds.
type pace struct {
	perSecond float64
	p99       time.Duration
}

func (r *run) holdOn(name, source string) (joined, alone pace) {
	ctx := context.Background()
	s, err := store.Open(ctx, source, benchNow)
	must(err)
	defer s.Close()
	m := newMarket(size{"one", 1, 1})
	stock := availability.UnitData{PriceTable: m.priceTable(0).Encode(), Allotment: wide().Encode()}
	must(m.fill(ctx, s, []availability.UnitData{stock}))
	var grouped, single []pace
	for round := range rounds {
		arrival := firstArrival + date.Date(20*round)
		grouped = append(grouped, m.rush(arrival, func(fn func(*store.Tx) error) error { return s.GroupCommit(ctx, fn) }))
		single = append(single, m.rush(arrival+10, func(fn func(*store.Tx) error) error { return s.Update(ctx, fn) }))
	}
	joined, alone = middle(grouped), middle(single)
	r.note("%s: %.0f holds a second with group commit (p99 %v), %.0f in one transaction per hold (p99 %v)", name,
		joined.perSecond, joined.p99.Round(time.Microsecond), alone.perSecond, alone.p99.Round(time.Microsecond))
	return joined, alone
}

// wide returns an allotment that is large enough for all rounds.
func wide() availability.Allotment {
	a := availability.Allotment{First: firstArrival}
	for range arrivalDays {
		a.Units = append(a.Units, availability.MaxUnits)
	}
	return a
}

// rush lets all clients take the same nights of one unit type until holdTime is
// over. Each round uses another arrival date.
func (m *market) rush(arrival date.Date, do func(func(*store.Tx) error) error) pace {
	var mu sync.Mutex
	var took []time.Duration
	var clients sync.WaitGroup
	var taken atomic.Int64
	unit := m.inv.Units[0].ID
	start := time.Now()
	for range holdClients {
		clients.Go(func() {
			var mine []time.Duration
			for time.Since(start) < holdTime && taken.Load() < availability.MaxUnits-holdClients {
				before := time.Now()
				must(do(func(tx *store.Tx) error {
					ok, err := tx.TakeNights(unit, arrival, holdNights)
					if err == nil && !ok {
						err = errors.New("the hot unit type is sold out")
					}
					return err
				}))
				taken.Add(1)
				mine = append(mine, time.Since(before))
			}
			mu.Lock()
			took = append(took, mine...)
			mu.Unlock()
		})
	}
	clients.Wait()
	return pace{float64(len(took)) / time.Since(start).Seconds(), quantile(took, .99)}
}

// middle returns the round of median speed.
func middle(rounds []pace) pace {
	best := rounds[0]
	for _, p := range rounds {
		lower, higher := 0, 0
		for _, q := range rounds {
			if q.perSecond < p.perSecond {
				lower++
			} else if q.perSecond > p.perSecond {
				higher++
			}
		}
		if lower == higher {
			best = p
		}
	}
	return best
}
