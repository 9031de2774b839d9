package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"

	"github.com/jackc/pgx/v5"
)

// ready measures the time from a closed SQLite database to the first search,
// with the product's own store and inventory. For comparison it reads the same
// prices as rows from PostgreSQL, which reads rows faster than SQLite.
func (r *run) ready(m *market, unitData []availability.UnitData) {
	ctx := context.Background()
	dir := filepath.Join(r.dir, "ready"+m.name)
	s, err := store.Open(ctx, dir, benchNow)
	must(err)
	start := time.Now()
	must(m.fill(ctx, s, unitData))
	r.note("%s: catalogue and prices imported into SQLite in %v", m.name, time.Since(start).Round(time.Millisecond))
	must(s.Close())
	var took []time.Duration
	for range rounds {
		start := time.Now()
		s, err := store.Open(ctx, dir, benchNow)
		must(err)
		v, err := inventory.Open(ctx, s)
		must(err)
		var a availability.Answer
		v.Current().Index.Search(&m.questions("all", 7, 1)[0].query, &a)
		took = append(took, time.Since(start))
		must(s.Close())
	}
	ready := p50(took)
	r.note("%s: ready to search from SQLite in %v", m.name, ready.Round(time.Millisecond))
	r.replaced(m, dir, unitData, m.raisePrices(unitData))
	if m.name != "M" {
		return
	}
	r.set("ready_seconds", ready.Seconds())
	if rows := r.readRows(m); rows > 0 {
		r.note("%s: reading the open prices as rows took %v", m.name, rows.Round(time.Millisecond))
		r.set("ready_vs_rows", ratio(rows, ready))
	}
}

// replaced measures the time from the commit of new prices until a node that
// follows the change log shows them: for a full set of equal prices, for one in
// which every price is another, and for a delta of one unit type.
func (r *run) replaced(m *market, dir string, unitData, dearer []availability.UnitData) {
	ctx := context.Background()
	s, err := store.Open(ctx, dir, benchNow)
	must(err)
	v, stop := follow(s)
	shows := func(full bool, unitData []availability.UnitData) time.Duration {
		must(m.publishPrices(ctx, s, unitData, full))
		start := time.Now()
		must(v.WaitFor(ctx, s.Committed()))
		return time.Since(start)
	}
	var equal, changed, single []time.Duration
	for i := range rounds {
		equal = append(equal, shows(true, unitData))
		changed = append(changed, shows(true, dearer))
		must(m.publishPrices(ctx, s, unitData, true))
		must(v.WaitFor(ctx, s.Committed()))
		one := make([]availability.UnitData, m.units)
		one[i] = unitData[i+1] // another's prices, which may have other thresholds
		single = append(single, shows(false, one))
	}
	r.note("%s: a full set of equal prices shows %v after its commit, one in which every price changed %v, one unit type's prices %v", m.name,
		p50(equal).Round(time.Millisecond), p50(changed).Round(time.Millisecond), p50(single).Round(time.Millisecond))
	if m.name == "M" {
		r.set("shown_equal", p50(equal).Seconds())
		r.set("shown_changed", p50(changed).Seconds())
	}
	stop()
	must(s.Close())
}

// follow opens a replica that follows the change log until it is stopped, as a server does.
func follow(s *store.Store) (v *inventory.Replica, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	v, err := inventory.Open(ctx, s)
	must(err)
	follower := loop.NewRunner(slog.New(slog.DiscardHandler))
	follower.Go(ctx, v.Loop(ctx))
	_, _, err = s.Probe(ctx, &store.Heartbeat{Node: "bench"}) // the heartbeat of a server
	must(err)
	return v, func() {
		cancel()
		must(follower.Wait(context.Background()))
	}
}

// readRows returns the time to read the price table in PostgreSQL that the
// search part filled, or 0 when there is none.
func (r *run) readRows(m *market) time.Duration {
	if r.cluster == nil || !r.wants("search") {
		return 0
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, r.cluster.dsn(priceDatabase(m)))
	must(err)
	defer conn.Close(ctx)
	start := time.Now()
	rows, err := conn.Query(ctx, "SELECT unit, arrival, nights, lo, hi, price FROM price")
	must(err)
	var unit, price int32
	var arrival, nights, lo, hi int16
	total := 0
	_, err = pgx.ForEachRow(rows, []any{&unit, &arrival, &nights, &lo, &hi, &price}, func() error {
		total += int(price)
		return nil
	})
	must(err)
	return time.Since(start)
}
