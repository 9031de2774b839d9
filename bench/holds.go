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

// pace is the speed of one round.
type pace struct {
	times     int64
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
		grouped = append(grouped, measurePace(func() { must(s.GroupCommit(ctx, m.hold(arrival))) }))
		single = append(single, measurePace(func() { must(s.Update(ctx, m.hold(arrival+10))) }))
	}
	joined, alone = middle(grouped), middle(single)
	r.note("%s: %.0f holds a second with group commit (p99 %v), %.0f in one transaction per hold (p99 %v)", name,
		joined.perSecond, joined.p99.Round(time.Microsecond), alone.perSecond, alone.p99.Round(time.Microsecond))
	return joined, alone
}

// hold takes the nights of an arrival date of the market's first unit type.
func (m *market) hold(arrival date.Date) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		ok, err := tx.TakeNights(m.inv.Units[0].ID, arrival, holdNights)
		if err == nil && !ok {
			err = errors.New("the hot unit type is sold out")
		}
		return err
	}
}

// wide returns an allotment that is large enough for all rounds.
func wide() availability.Allotment {
	a := availability.Allotment{First: firstArrival}
	for range arrivalDays {
		a.Units = append(a.Units, availability.MaxUnits)
	}
	return a
}

// measurePace lets all clients do something again and again until holdTime is over, or until
// it was done so often that the nights of a unit type could be sold out.
func measurePace(do func()) pace {
	var mu sync.Mutex
	var took []time.Duration
	var clients sync.WaitGroup
	var calls atomic.Int64
	start := time.Now()
	for range holdClients {
		clients.Go(func() {
			var clientTook []time.Duration
			for time.Since(start) < holdTime && calls.Load() < availability.MaxUnits-holdClients {
				begin := time.Now()
				do()
				calls.Add(1)
				clientTook = append(clientTook, time.Since(begin))
			}
			mu.Lock()
			took = append(took, clientTook...)
			mu.Unlock()
		})
	}
	clients.Wait()
	return pace{calls.Load(), float64(len(took)) / time.Since(start).Seconds(), quantile(took, .99)}
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
