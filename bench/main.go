// Command bench measures the price index and its baselines, and prints every
// figure that has a limit (a bar).
//
//	go run . -sizes S,M            (what 'make bench' runs)
//	go run . -sizes S,M,L,import   (what 'make bench-full' runs)
//	go run . -soak 10m             (searches, feeds and bookings at the same time, on both databases)
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	names := flag.String("sizes", "S,M", "sizes of the inventories, of S, M and L, and import for the real catalogue")
	only := flag.String("only", "", "parts to run, of search, index, ready, rates, watches, places, holds, paid, find, http; empty: all")
	against := flag.String("against", "postgres,duckdb,sqlite", "baselines to run, of postgres, duckdb and sqlite")
	osm := flag.String("osm", cmp.Or(os.Getenv("HOLIDAYMAKER_OSM"), "../data/osm-holiday-parks.csv"), "table of OpenStreetMap's sites for import, see docs/demo.md")
	soak := flag.Duration("soak", 0, "run searches, feeds and bookings side by side for so long instead")
	soakOn := flag.String("soak-db", "sqlite,postgres", "databases of the soak")
	bookings := flag.Int("bookings", 1_000_000, "bookings among which find looks for one")
	data := flag.String(serving[1:], "", "serve this data directory: the bench calls itself so")
	flag.Parse()
	if *data != "" {
		serve(*data)
		return
	}
	dir, err := os.MkdirTemp("", "holidaymaker-bench-")
	must(err)
	defer os.RemoveAll(dir)
	removeOnSignal(dir)
	if *soak > 0 {
		must(runSoaks(dir, strings.Split(*soakOn, ","), *soak))
		return
	}
	start := time.Now()
	r := &run{report: report{values: map[string]float64{}}, dir: dir, only: *only, bookings: *bookings, against: strings.Split(*against, ","), p50s: map[string]time.Duration{}, prices: map[string]int{}}
	defer r.stop()
	if slices.Contains(r.against, "postgres") {
		r.cluster = startCluster(dir)
	}
	before := machine()
	for _, s := range sizes {
		if slices.Contains(strings.Split(*names, ","), s.name) {
			r.size(s)
		}
	}
	if slices.Contains(strings.Split(*names, ","), "import") {
		r.imported(*osm)
	}
	if r.wants("http") {
		r.large()
	}
	if r.wants("rates") {
		r.rates()
	}
	if r.wants("watches") {
		r.watches()
	}
	if r.wants("places") {
		r.places()
	}
	if r.wants("holds") {
		r.holds()
	}
	if r.wants("paid") {
		r.paid()
	}
	if r.wants("find") {
		r.find()
	}
	r.growth()
	fmt.Printf("\nthe whole took %v; load at the start: %s\n", time.Since(start).Round(time.Second), before[strings.LastIndex(before, "load"):])
	if short := r.print(machine()); short > 0 {
		fmt.Printf("\n%d bars fall short\n", short)
	}
}

// removeOnSignal removes the databases when a signal ends the run.
func removeOnSignal(dir string) {
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-broken
		_ = os.RemoveAll(dir)
		os.Exit(1)
	}()
}
