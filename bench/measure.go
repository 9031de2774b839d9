package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// parallel calls do for n pieces of work on all cores.
func parallel(n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}

// p50 returns the median of durations.
func p50(took []time.Duration) time.Duration { return quantile(took, .5) }

func quantile(took []time.Duration, q float64) time.Duration {
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[min(len(took)-1, int(q*float64(len(took))))]
}

// median returns the middle of values. It sorts them.
func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

const rounds = 3

// inTurn measures several runners, one after the other in each round, and
// returns the median of each runner's p50s. A runner runs piece after piece, at
// least ten pieces, until its budget is used.
func inTurn(budget time.Duration, pieces int, runners ...func(piece int)) []time.Duration {
	all := make([][]time.Duration, len(runners))
	for range rounds {
		for r, run := range runners {
			var took []time.Duration
			runtime.GC()
			for start := time.Now(); len(took) < 10 || time.Since(start) < budget; {
				piece := len(took) % pieces
				before := time.Now()
				run(piece)
				took = append(took, time.Since(before))
			}
			all[r] = append(all[r], p50(took))
		}
	}
	middle := make([]time.Duration, len(runners))
	for r := range all {
		middle[r] = p50(all[r])
	}
	return middle
}

// bar is a figure that has a limit.
type bar struct {
	name  string
	what  string
	bound float64
	least bool // the value must be at least the bound; false: at most
	unit  string
}

var bars = []bar{
	{"search7_region_M_vs_postgres", "search ±7 days, one region, M: times faster than PostgreSQL", 250, true, "×"},
	{"search7_all_M_vs_postgres", "search ±7, all regions, M: times faster than PostgreSQL", 200, true, "×"},
	{"search7_all_M_vs_duckdb", "search ±7, all regions, M: times faster than DuckDB", 120, true, "×"},
	{"worst7_M_vs_postgres", "the worst search ±7, M: times faster than PostgreSQL", 300, true, "×"},
	{"worst0_M_vs_postgres", "the worst search on the exact date, M: times faster than PostgreSQL", 50, true, "×"},
	{"search7_region_S_vs_sqlite", "search ±7, one region, S: times faster than SQLite in process", 150, true, "×"},
	{"calendar_vs_postgres", "calendar: times faster than minima in PostgreSQL", 80, true, "×"},
	{"calendar_vs_sqlite", "calendar: times faster than minima in SQLite", 50, true, "×"},
	{"ns_per_price", "cost per price read (worst ±7, M)", 8, false, "ns"},
	{"ns_per_park", "cost per park found (worst ±7, M)", 40, false, "ns"},
	{"growth_region", "growth from S to L: region, exponent", .8, false, ""},
	{"growth_all", "growth from S to L: all regions, exponent", .9, false, ""},
	{"growth_worst", "growth from S to L: worst, exponent", 1, false, ""},
	{"growth_calendar", "growth from S to L: calendar, exponent", .05, false, ""},
	{"bytes_per_price_M", "bytes per price, everything counted, M", 4.5, false, "B"},
	{"bytes_per_price_L", "bytes per price, everything counted, L", 4, false, "B"},
	{"ready_seconds", "ready to search from the database, M", 5, false, "s"},
	{"ready_vs_rows", "ready to search: times faster than reading rows", 10, true, "×"},
	{"shown_equal", "a full set of equal prices shows after its commit, M", 1, false, "s"},
	{"shown_changed", "a full set in which every price changed shows after its commit, M", 1, false, "s"},
	{"rates_seconds", "rates of 40 parks, 30 unit types each, 540 days: imported, compiled and committed", 10, false, "s"},
	{"rates_shown", "they show after their commit", .1, false, "s"},
	{"watches_seconds", "100,000 watched prices tested after a change of anything", 5, false, "s"},
	{"change_seen", "a change seen by the very next search, M", 10, false, "µs"},
	{"beside_changes", "search p50 during 5,000 changes a second", 1.5, false, "×"},
	{"allocations", "allocations per search", 0, false, ""},
	{"http_region_S", "HTTP search against a constant body of the same server, CPU, S", .6, true, ""},
	{"http_region_M", "HTTP search against a constant body of the same server, CPU, M", .35, true, ""},
	{"http_region_L", "HTTP search against a constant body of the same server, CPU, L", .18, true, ""},
	{"http_cached", "cached compressed answer against a constant body of the same server, CPU", .8, true, ""},
	{"search_2000_kB", "a search of 2,000 parks, by gzip and as browsers ask for it, the larger", 100, false, "kB"},
	{"search_2000_ms", "a search of 2,000 parks as browsers ask for it, not cached, CPU", 6, false, "ms"},
	{"phrase_ms", "a search written as a sentence, read and counted, among 40,000 parks, CPU", 20, false, "ms"},
	{"place_search_ms", "a place by its name, also with a typing error, among 40,000 parks, CPU", 20, false, "ms"},
	{"box_search_ms", "a search of half a degree of the map among 40,000 parks, CPU", 20, false, "ms"},
	{"near_home_ms", "the cheapest stays of every holiday type within two hours of home among 40,000 parks, CPU", 20, false, "ms"},
	{"price_map_ms", "Britain by price: the cheapest stay of each region in every week among 40,000 parks, CPU", 20, false, "ms"},
	{"together_ms", "what fits for a group that no unit has room for, with units together, among 40,000 parks, CPU", 20, false, "ms"},
	{"holds_vs_postgres", "holds a second on one unit, 32 clients, against one transaction each on PostgreSQL", 10, true, "×"},
	{"holds_p99_vs_postgres", "p99 of the same", .2, false, "×"},
	{"holds_vs_sqlite", "holds a second on one unit, 32 clients, against one transaction each on SQLite FULL", 5, true, "×"},
	{"paid_vs_postgres", "bookings paid a second, 32 clients, against as many plain transactions of database/sql on PostgreSQL", .3, true, ""},
	{"paid_vs_sqlite", "bookings paid a second, 32 clients, against as many plain transactions on SQLite FULL", .3, true, ""},
	{"find_p99_postgres", "staff find a booking among a million on PostgreSQL, p99", 50, false, "ms"},
	{"find_p99_sqlite", "the same on SQLite", 50, false, "ms"},
	{"record_p99_postgres", "the record of one of them on PostgreSQL, p99", 100, false, "ms"},
	{"record_p99_sqlite", "the same on SQLite", 100, false, "ms"},
	{"lists_p99_postgres", "the slowest list of the office over them on PostgreSQL, p99", 300, false, "ms"},
	{"lists_p99_sqlite", "the same on SQLite", 300, false, "ms"},
}

// report collects the results of a run.
type report struct {
	values  map[string]float64
	figures []string // lines without a limit
}

func (r *report) set(name string, value float64) {
	if !slices.ContainsFunc(bars, func(b bar) bool { return b.name == name }) {
		panic("no bar is called " + name)
	}
	r.values[name] = value
}

// note keeps a line without a limit and prints it at once.
func (r *report) note(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.figures = append(r.figures, line)
	fmt.Println(line)
}

// print prints the figures as a table, then each bar on its own line. It
// returns how many bars miss their limit.
func (r *report) print(machine string) (short int) {
	fmt.Printf("\n%s\n\n| what | value | bar | |\n|---|---|---|---|\n", machine)
	for _, b := range bars {
		shown, verdict := "not run", ""
		if v, ok := r.values[b.name]; ok {
			shown, verdict = number(v)+" "+b.unit, b.verdict(v)
		}
		fmt.Printf("| %s | %s | %s %s | %s |\n", b.what, strings.TrimSpace(shown), map[bool]string{true: "≥", false: "≤"}[b.least], number(b.bound), verdict)
	}
	fmt.Println()
	for _, b := range bars {
		v, ok := r.values[b.name]
		if !ok {
			fmt.Printf("BAR %s not run\n", b.name)
			continue
		}
		if b.verdict(v) == "short" {
			short++
		}
		fmt.Printf("BAR %s %s %s %s\n", b.name, number(v), number(b.bound), b.verdict(v))
	}
	return short
}

func (b *bar) verdict(v float64) string {
	if b.least && v >= b.bound || !b.least && v <= b.bound {
		return "ok"
	}
	return "short"
}

func number(v float64) string {
	switch {
	case math.Abs(v) >= 100:
		return fmt.Sprintf("%.0f", v)
	case math.Abs(v) >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// machine describes the computer of the run.
func machine() string {
	model := "unknown processor"
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	load, _ := os.ReadFile("/proc/loadavg")
	return fmt.Sprintf("%s, %d cores, %s %s/%s, load %s", model, runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, strings.TrimSpace(string(load)))
}

func ratio(slow, fast time.Duration) float64 { return float64(slow) / float64(fast) }

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	return ms.HeapAlloc
}
