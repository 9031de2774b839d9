package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// run is one run of the bench.
type run struct {
	report
	dir      string
	only     string
	bookings int      // of find
	against  []string // baselines wanted
	cluster  *cluster
	p50s     map[string]time.Duration // of the index, by size and kind
	prices   map[string]int           // by size
}

func (r *run) wants(part string) bool {
	return r.only == "" || slices.Contains(strings.Split(r.only, ","), part)
}

func (r *run) stop() { r.cluster.stop() }

// size measures everything on one inventory.
func (r *run) size(s size) {
	start := time.Now()
	m := newMarket(s)
	unitData := m.encode()
	r.prices[s.name] = countPrices(unitData)
	before := heap()
	built := time.Now()
	ix := m.build(unitData)
	took := time.Since(built)
	bytes := float64(heap()-before) / float64(r.prices[s.name])
	r.note("%s: %d parks, %d unit types, %d prices, %.2f B each as blobs; built in %v; %.2f B each in memory",
		s.name, s.parks, s.units, r.prices[s.name], blobBytes(unitData)/float64(r.prices[s.name]), took.Round(time.Millisecond), bytes)
	if s.name != "S" {
		r.set("bytes_per_price_"+s.name, bytes)
	}
	if r.wants("http") {
		r.http(m, unitData) // before the databases are loaded: they go on working for a while
	}
	if r.wants("search") {
		r.searches(m, unitData, ix)
	}
	if r.wants("index") {
		r.changes(m, unitData, ix)
	}
	if r.wants("ready") && s.name != "L" {
		r.ready(m, unitData)
	}
	runtime.KeepAlive(ix)
	fmt.Printf("%s took %v\n", s.name, time.Since(start).Round(time.Second))
}

func countPrices(unitData []availability.UnitData) int {
	counts := make([]int, len(unitData))
	parallel(len(unitData), func(u int) {
		s, err := availability.DecodePriceTable(unitData[u].PriceTable)
		must(err)
		counts[u] = s.Count()
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	return total
}

func blobBytes(unitData []availability.UnitData) (n float64) {
	for _, s := range unitData {
		n += float64(len(s.PriceTable) + len(s.Allotment))
	}
	return n
}

// engines starts the baselines that a size is measured against.
func (r *run) engines(m *market, unitData []availability.UnitData, ix *availability.Index) []engine {
	engines := []engine{&inMemory{ix: ix}}
	if m.name == "L" {
		return engines
	}
	dir := filepath.Join(r.dir, m.name)
	must(os.MkdirAll(dir, 0o700))
	start := time.Now()
	if r.cluster != nil {
		engines = append(engines, newPostgres(r.cluster, m, unitData, ix))
		r.note("%s: PostgreSQL loaded in %v", m.name, time.Since(start).Round(time.Second))
	}
	if slices.Contains(r.against, "duckdb") {
		start = time.Now()
		engines = append(engines, newDuck(dir, m, unitData, ix))
		r.note("%s: DuckDB loaded in %v", m.name, time.Since(start).Round(time.Second))
	}
	if m.name == "S" && slices.Contains(r.against, "sqlite") {
		start = time.Now()
		engines = append(engines, newSQLite(dir, m, unitData, ix))
		r.note("%s: SQLite loaded in %v", m.name, time.Since(start).Round(time.Second))
	}
	return engines
}

// kinds are the kinds of searches: their regions, and how many days before and
// after the date.
var kinds = []struct {
	name, regions string
	flex          int
}{{"region ±7", "region", 7}, {"region exact", "region", 0}, {"all ±7", "all", 7}, {"all exact", "all", 0}, {"worst ±7", "worst", 7}, {"worst exact", "worst", 0}}

const drawn = 200

func (r *run) searches(m *market, unitData []availability.UnitData, ix *availability.Index) {
	engines := r.engines(m, unitData, ix)
	for _, k := range kinds {
		list := m.questions(k.regions, k.flex, drawn)
		agree(engines, list)
		var runners []func(int)
		for _, e := range engines {
			runners = append(runners, searching(e, list))
		}
		took := inTurn(2*time.Second, drawn, runners...)
		r.noteTimes(m, k.name, engines, took)
		r.searchBars(m, k.name, engines, took)
		if k.name == "worst ±7" {
			r.cost(m, ix, list, took[0])
		}
	}
	list := m.calendars(drawn)
	agreeOnCalendars(engines, list)
	var runners []func(int)
	for _, e := range engines {
		runners = append(runners, asking(e, list))
	}
	took := inTurn(2*time.Second, drawn, runners...)
	r.noteTimes(m, "calendar", engines, took)
	for i, e := range engines {
		if e.name() == "sqlite" || e.name() == "postgres" {
			r.set("calendar_vs_"+e.name(), ratio(took[i], took[0]))
		}
		e.close()
	}
}

// agree checks that every engine gives the same answers, and that PostgreSQL
// reads its index alone.
func agree(engines []engine, list []question) {
	for i := range 30 {
		var want answer
		engines[0].search(&list[i], &want)
		for _, e := range engines[1:] {
			var got answer
			if p, ok := e.(*postgres); ok {
				p.plan(&list[i])
			}
			if e.search(&list[i], &got); got.hash() != want.hash() {
				panic(fmt.Sprintf("%s answers %+v\n with %+v\n instead of %+v", e.name(), list[i], got, want))
			}
		}
	}
}

func agreeOnCalendars(engines []engine, list []calendar) {
	for i := range 60 {
		want := hashDays(engines[0].calendar(&list[i]))
		for _, e := range engines[1:] {
			same := hashDays(e.calendar(&list[i])) == want
			if d, ok := e.(*duck); ok {
				same = same && hashDays(d.raw(&list[i])) == want
			}
			if !same {
				panic(fmt.Sprintf("%s has another calendar for %+v", e.name(), list[i]))
			}
		}
	}
}

// noteTimes prints how long each engine took for a kind of question.
func (r *run) noteTimes(m *market, kind string, engines []engine, took []time.Duration) {
	r.p50s[m.name+" "+kind] = took[0]
	var parts []string
	for i, e := range engines {
		part := fmt.Sprintf("%s %v", e.name(), took[i])
		if i > 0 {
			part += fmt.Sprintf(" (×%s)", number(ratio(took[i], took[0])))
		}
		parts = append(parts, part)
	}
	r.note("%s: %-12s %s", m.name, kind, strings.Join(parts, ", "))
}

func (r *run) searchBars(m *market, kind string, engines []engine, took []time.Duration) {
	name := map[string]string{
		"M region ±7 postgres": "search7_region_M_vs_postgres", "M all ±7 postgres": "search7_all_M_vs_postgres",
		"M all ±7 duckdb": "search7_all_M_vs_duckdb", "M worst ±7 postgres": "worst7_M_vs_postgres",
		"M worst exact postgres": "worst0_M_vs_postgres", "S region ±7 sqlite": "search7_region_S_vs_sqlite",
	}
	for i, e := range engines {
		if b, ok := name[m.name+" "+kind+" "+e.name()]; ok {
			r.set(b, ratio(took[i], took[0]))
		}
	}
}

// cost compares the time of the worst search with the number of prices it reads
// and parks it finds.
func (r *run) cost(m *market, ix *availability.Index, list []question, took time.Duration) {
	e := &inMemory{ix: ix}
	var reads, parks []time.Duration // counts, kept as durations to compute their medians
	for i := range list {
		var a answer
		e.search(&list[i], &a)
		reads, parks = append(reads, time.Duration(a.read)), append(parks, time.Duration(a.total))
	}
	perPrice, perPark := float64(took)/float64(p50(reads)), float64(took)/float64(p50(parks))
	r.note("%s: the worst search reads %d prices and finds %d parks: %.1f ns a price, %.1f ns a park", m.name, p50(reads), p50(parks), perPrice, perPark)
	if m.name == "M" {
		r.set("ns_per_price", perPrice)
		r.set("ns_per_park", perPark)
	}
}

// changes measures changes of one index, searches during changes, and
// allocations.
func (r *run) changes(m *market, unitData []availability.UnitData, ix *availability.Index) {
	list := m.questions("all", 7, drawn)
	e := &inMemory{ix: ix}
	for i := range list {
		ix.Search(&list[i].query, &e.a) // its buffers grow
	}
	turn := 0
	allocations := testing.AllocsPerRun(drawn, func() {
		ix.Search(&list[turn%drawn].query, &e.a)
		turn++
	})
	const n = 4000
	prices, stays, last := m.priceChanges(unitData, n), m.stockChanges(n, 1), m.stockChanges(n, 6)
	took := inTurn(time.Second, n,
		func(i int) { must(ix.Apply(prices[i : i+1])) },
		func(i int) { must(ix.Apply(stays[i : i+1])) },
		func(i int) { must(ix.Apply(last[i : i+1])) })
	r.note("%s: all prices of a stay changed in %v, one unit taken or returned in %v, the last of every night in %v", m.name, took[0], took[1], took[2])
	var quiet, busy []time.Duration
	for range rounds {
		quiet = append(quiet, r.searchFor(ix, list, nil))
		busy = append(busy, r.searchFor(ix, list, append(prices[:2000:2000], stays[:2000]...)))
	}
	r.note("%s: search of all regions %v, during 5,000 changes a second %v", m.name, p50(quiet), p50(busy))
	if m.name == "M" {
		r.set("allocations", allocations)
		r.set("change_seen", float64(max(took[0], took[1]))/1e3)
		r.set("beside_changes", ratio(p50(busy), p50(quiet)))
		r.seenAtOnce(m, ix, prices)
	}
}

// seenAtOnce panics when a query after a change does not see the change.
func (r *run) seenAtOnce(m *market, ix *availability.Index, changes []availability.Change) {
	for i := range changes {
		c := &changes[i]
		must(ix.Apply(changes[i : i+1]))
		s, _, _ := ix.UnitData(c.Unit)
		if got, _, ok := s.Lookup(c.Prices[0].Arrival, c.Prices[0].Nights, 1); !ok || uint32(got) != c.Prices[0].Prices[0] {
			panic(fmt.Sprintf("change %+v is not seen: %v", c, got))
		}
		if i == 50 {
			return
		}
	}
}

// searchFor returns the p50 of searches over two seconds. Meanwhile it applies the
// changes, 5,000 a second, if there are any.
func (r *run) searchFor(ix *availability.Index, list []question, changes []availability.Change) time.Duration {
	stop := make(chan struct{})
	var writer sync.WaitGroup
	if changes != nil {
		writer.Go(func() {
			tick := time.NewTicker(2 * time.Millisecond)
			defer tick.Stop()
			for i := 0; ; {
				select {
				case <-stop:
					return
				case <-tick.C:
				}
				for range 10 {
					must(ix.Apply(changes[i%len(changes):][:1]))
					i++
				}
			}
		})
	}
	var a availability.Answer
	var took []time.Duration
	for start := time.Now(); time.Since(start) < 2*time.Second; {
		q := &list[len(took)%len(list)]
		before := time.Now()
		ix.Search(&q.query, &a)
		took = append(took, time.Since(before))
	}
	close(stop)
	writer.Wait()
	return p50(took)
}

// priceChanges returns n changes of single stays by a pound or two, for all
// party sizes at once.
func (m *market) priceChanges(unitData []availability.UnitData, n int) (changes []availability.Change) {
	for i := range n {
		unit := i * 7919 % m.units
		s, err := availability.DecodePriceTable(unitData[unit].PriceTable)
		must(err)
		pick, at := i*31%max(1, s.Count()), 0
		stay := availability.Stay{}
		for p := range s.All() {
			if p.Threshold == 0 {
				stay = availability.Stay{Arrival: p.Arrival, Nights: p.Nights}
			}
			stay.Prices = append(stay.Prices, uint32(p.Price)+uint32(100*(1+i%3)))
			if at++; at > pick && p.Threshold == len(s.Thresholds())-1 {
				break
			}
			if p.Threshold == len(s.Thresholds())-1 {
				stay.Prices = nil
			}
		}
		if len(stay.Prices) == len(s.Thresholds()) {
			changes = append(changes, availability.Change{Unit: unit, Prices: []availability.Stay{stay}})
		}
	}
	for len(changes) < n { // a unit type without prices was drawn
		changes = append(changes, changes[0])
	}
	return changes
}

// stockChanges returns n changes that in turn take and return the given number
// of units, for stays of two to seven nights.
func (m *market) stockChanges(n, units int) (changes []availability.Change) {
	for i := range n {
		unit, night := i/2*104729%m.units, firstArrival+date.Date(i/2*37%(arrivalDays-10))
		c := availability.Change{Unit: unit}
		for d := range 2 + i/2%6 {
			c.Booked = append(c.Booked, availability.BookedNight{Night: night + date.Date(d), Units: units * (1 - i%2)})
		}
		changes = append(changes, c)
	}
	return changes
}

// growth compares the sizes S and L.
func (r *run) growth() {
	for bar, kind := range map[string]string{"growth_region": "region ±7", "growth_all": "all ±7", "growth_worst": "worst ±7", "growth_calendar": "calendar"} {
		s, l := r.p50s["S "+kind], r.p50s["L "+kind]
		if s > 0 && l > 0 {
			r.set(bar, math.Log(ratio(l, s))/math.Log(float64(r.prices["L"])/float64(r.prices["S"])))
		}
	}
}
