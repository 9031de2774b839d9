// Command bench measures the price index and its baselines, and prints every
// figure that has a bar.
//
//	go run . -sizes S,M            (what 'make bench' runs)
//	go run . -sizes S,M,L,import   (what 'make bench-full' runs)
//	go run . -soak 10m             (searches, feeds and bookings side by side)
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	names := flag.String("sizes", "S,M", "sizes of the inventories, of S, M and L, and import for the real catalogue")
	only := flag.String("only", "", "parts to run, of search, index, ready, holds, http; empty: all")
	against := flag.String("against", "postgres,duckdb,sqlite", "baselines to run, of postgres, duckdb and sqlite")
	soak := flag.Duration("soak", 0, "run searches, feeds and bookings side by side for so long instead")
	data := flag.String(serving[1:], "", "serve this data directory: the bench calls itself so")
	flag.Parse()
	if *data != "" {
		serve(*data)
		return
	}
	dir, err := os.MkdirTemp("", "holidaymaker-bench-")
	must(err)
	defer os.RemoveAll(dir)
	if *soak > 0 {
		must(runSoak(dir, *soak))
		return
	}
	r := &run{report: report{values: map[string]float64{}}, dir: dir, only: *only, against: strings.Split(*against, ","), p50s: map[string]time.Duration{}, prices: map[string]int{}}
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
		r.imported()
	}
	if r.wants("holds") {
		r.holds()
	}
	r.growth()
	fmt.Printf("\nload at the start: %s\n", before[strings.LastIndex(before, "load"):])
	if short := r.print(machine()); short > 0 {
		fmt.Printf("\n%d bars fall short\n", short)
	}
}
