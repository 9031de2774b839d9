// Command ceiling measures how much one node serves, and what it does when many more
// visitors come: what it refuses, how long the others wait, its memory, and how soon it
// serves all of them again. Visitors arrive whether it answers or not.
//
//	ceiling                          all kinds of visitors (docs/benchmarks.md)
//	ceiling -only 'cold pages'       one of them
//	ceiling -memory 60,600,6500      memory by the number of parks
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	parks := flag.Int("parks", 600, "how many parks the node has")
	only := flag.String("only", "", "kinds of visitors, separated by commas: searches, cached pages, cold pages, bookings; empty: all")
	memory := flag.String("memory", "", "measure the memory of nodes with so many parks instead, e.g. 60,600,6500")
	flag.Parse()
	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	var err error
	if *memory != "" {
		err = measureMemory(ctx, strings.Split(*memory, ","))
	} else {
		err = measureCeilings(ctx, *parks, strings.Split(*only, ","))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ceiling:", err)
		end()
		os.Exit(1)
	}
}

// onNode starts a node, lets it be used, and ends it.
func onNode(ctx context.Context, parks int, use func(ctx context.Context, n *node, dir string) error) error {
	dir, err := os.MkdirTemp("", "holidaymaker-ceiling-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	running, stop := context.WithCancel(ctx)
	defer stop()
	n, err := startNode(running, dir, parks)
	if err != nil {
		return err
	}
	err = use(running, n, dir)
	stop()
	<-n.serve.ended
	return err
}

// The parts of a test. In the first the node has a little less to do than it can; how many
// come in the second is up to the kind of visitors.
const (
	usual     = 0.8
	usualLast = 6 * time.Second
	floodLast = 10 * time.Second
	afterLast = 8 * time.Second
	trial     = 3 * time.Second // of one rate
)

// measureCeilings prints a table with a row for each kind of visitors, and returns an error
// if the node misses a bar.
func measureCeilings(ctx context.Context, parks int, only []string) error {
	return onNode(ctx, parks, func(ctx context.Context, n *node, _ string) error {
		c, err := newCrowd(ctx, n.site)
		if err != nil {
			return err
		}
		go n.observe(ctx)
		var rows []row
		for _, k := range c.kinds() {
			if only[0] != "" && !slices.Contains(only, k.name) {
				continue
			}
			if k.prepare != nil {
				if err := k.prepare(ctx); err != nil {
					return fmt.Errorf("prepare %s: %w", k.name, err)
				}
			}
			r, err := measure(ctx, n, k)
			if err != nil {
				return fmt.Errorf("%s: %w", k.name, err)
			}
			rows = append(rows, r)
		}
		return report(os.Stdout, rows)
	})
}

// measure finds the ceiling for a kind of visitors, and floods the node with them.
func measure(ctx context.Context, n *node, k kind) (row, error) {
	var visitors atomic.Int64
	nothing := func(int) {}
	apply(ctx, &visitors, k.visit, nothing, part{k.from, trial}) // engines start, caches fill
	rate, err := ceiling(k.from, func(rate float64) bool {
		r := apply(ctx, &visitors, k.visit, nothing, part{rate, trial})[0]
		fmt.Printf("%s: %s\n", k.name, r.line())
		return r.holds(k.soon) && ctx.Err() == nil
	})
	if err != nil {
		return row{}, err
	}
	seen := make([]watched, 3)
	n.seen()
	results := apply(ctx, &visitors, k.visit, func(i int) { seen[i] = n.seen() }, part{usual * rate, usualLast}, part{k.flood * rate, floodLast}, part{usual / 2 * rate, afterLast})
	for i := range results {
		fmt.Printf("%s: %s; memory %d MB, /readyz %v\n", k.name, results[i].line(), seen[i].resident>>20, seen[i].ready.Round(time.Millisecond))
	}
	return row{kind: k, rate: rate, usual: results[0], flood: results[1], after: results[2], seen: seen}, ctx.Err()
}
