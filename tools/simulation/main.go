// Command simulation prints what systems would serve that are larger than any machine here
// (ADR 143): more nodes, and several primaries. It has no clock and a seed, so that every run
// prints the same.
package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

func main() {
	if err := simulate(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "simulation:", err)
		os.Exit(1)
	}
}

// measured are the costs on a processor of the machine of docs/benchmarks.md. ADR 143 says
// where each comes from.
var measured = costs{
	search: 500 * time.Microsecond, cached: 350 * time.Microsecond, cold: 30 * time.Millisecond,
	booking: 20 * time.Millisecond, database: 1800 * time.Microsecond, hold: 300 * time.Microsecond,
	commit: 3 * time.Millisecond, change: 20 * time.Microsecond, voucher: 600 * time.Microsecond,
}

// seed makes every run the same.
const seed = 1

// simulate prints the tables.
func simulate(w io.Writer) error {
	base := system{costs: measured, nodes: 1, shards: 1, nodeCores: 2, shardCores: 2}
	fmt.Fprint(w, "Bookings alone; a node and a primary have two processors each.\n\n| nodes | shards | vouchers | bookings a second | p99, ms | nodes busy | busiest shard | its counter locked |\n|-|-|-|-|-|-|-|-|\n")
	for _, s := range []struct {
		nodes, shards int
		vouchers      float64
	}{{1, 1, 0}, {4, 1, 0}, {16, 1, 0}, {32, 2, 0}, {64, 4, 0}, {64, 4, .05}, {64, 4, .2}, {64, 4, 1}} {
		now := base
		now.nodes, now.shards, now.vouchers = s.nodes, s.shards, s.vouchers
		l, err := now.most(seed)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %d | %d | %.0f %% | %.0f | %d | %.0f %% | %.0f %% | %.0f %% |\n", s.nodes, s.shards, 100*s.vouchers, l.rate, l.p99.Milliseconds(), 100*l.nodes, 100*l.shard, 100*l.lock)
	}
	fmt.Fprint(w, "\nWith those who only look.\n\n| | bookings a second | searches | cached pages | cold pages | nodes of 4 processors | shards | p99, ms | nodes busy | busiest shard |\n|-|-|-|-|-|-|-|-|-|-|\n")
	for _, s := range scenarios {
		now := base
		now.nodes, now.shards, now.nodeCores, now.vouchers = s.nodes, s.shards, 4, .05
		now.searchesEach, now.cachedEach, now.coldEach = s.searches/s.bookings, s.cached/s.bookings, s.cold/s.bookings
		l := now.under(s.bookings, seed)
		fmt.Fprintf(w, "| %s | %g | %g | %g | %g | %d | %d | %d | %.0f %% | %.0f %% |\n", s.name, s.bookings, s.searches, s.cached, s.cold, s.nodes, s.shards, l.p99.Milliseconds(), 100*l.nodes, 100*l.shard)
	}
	fmt.Fprint(w, "\nA shard is down for a quarter of the time; 200 bookings a second, a twentieth with vouchers.\n\n| shards | which | bookings refused in all | p99 of the others, ms |\n|-|-|-|-|\n")
	for _, shards := range []int{1, 2, 8} {
		for which, name := range []string{"the vouchers' home", "another"} {
			if which == shards {
				continue
			}
			now := base
			now.nodes, now.shards, now.vouchers, now.outage = 4, shards, .05, outage{which, simulated / 4, simulated / 2}
			l := now.under(200, seed)
			fmt.Fprintf(w, "| %d | %s | %.1f %% | %d |\n", shards, name, 100*l.failed, l.p99.Milliseconds())
		}
	}
	b := spend(10_000, seed)
	fmt.Fprintf(w, "\n10,000 vouchers, two visitors for each, calls between shards lost, late and twice, the home down for a minute:\n%d bookings paid, %d refused, %d visitors went away; spent twice %d, not taken %d, kept in vain %d; all settled after %v.\n",
		b.confirmed, b.refused, b.left, b.twice, b.unpaid, b.stuck, b.settled.Round(time.Second))
	return nil
}

// scenarios are loads, a second each (ADR 143 says where they come from).
var scenarios = []struct {
	name                             string
	bookings, searches, cached, cold float64
	nodes, shards                    int
}{
	{"the UK's largest operator, an ordinary evening", 0.5, 50, 50, 1, 2, 1},
	{"the same, when a sale opens", 10, 1000, 1000, 20, 2, 1},
	{"internet scale", 100, 50_000, 20_000, 200, 24, 1},
	{"ten times that in bookings", 1000, 50_000, 20_000, 200, 36, 4},
}
