package main

import (
	"reflect"
	"testing"
	"time"
)

// one is a system whose costs make its limits easy to compute.
var one = system{
	costs: costs{search: 5 * time.Millisecond, booking: 24 * time.Millisecond, database: 20 * time.Millisecond, hold: 8 * time.Millisecond, commit: 4 * time.Millisecond},
	nodes: 8, shards: 1, nodeCores: 2, shardCores: 2,
}

func TestTheSimulationMeetsTheLimitThatItsCostsGive(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *system)
		want   float64 // bookings a second
	}{
		// 20 ms of a booking on two processors.
		"processors of the primary": {func(*system) {}, 2 / .020},
		// Many of them: the holds follow one another, 8 ms each, and 64 share a commit.
		"the change counter": {func(s *system) { s.shardCores = 64 }, 64 / (64*.008 + .004)},
		// 24 ms on two processors.
		"processors of one node": {func(s *system) { s.nodes = 1 }, 2 / .024},
		"two shards":             {func(s *system) { s.shards = 2 }, 4 / .020},
		// On 16 processors 24 ms for the booking's calls, and 50 for searches.
		"those who only look": {func(s *system) { s.searchesEach, s.shards = 10, 4 }, 16 / .074},
		// Of eight shards one also has the vouchers' two steps, 8 ms each.
		"the vouchers' home": {func(s *system) { s.nodes, s.shards, s.vouchers, s.voucher = 64, 8, 1, 8*time.Millisecond }, 2 / (.020/8 + .016)},
	} {
		t.Run(name, func(t *testing.T) {
			s := one
			c.change(&s)
			for _, rate := range []float64{.95 * c.want, 1.05 * c.want} {
				if l := s.under(rate, seed); l.fast() != (rate < c.want) {
					t.Errorf("%.0f a second, of %.0f: p99 %v", rate, c.want, l.p99)
				}
			}
		})
	}
}

func TestASimulationRepeatsItself(t *testing.T) {
	s := one
	s.vouchers, s.shards, s.searchesEach = .3, 3, 2
	if a, b := s.under(50, 7), s.under(50, 7); !reflect.DeepEqual(a, b) {
		t.Errorf("%+v, then %+v", a, b)
	}
}

func TestAShardThatIsDownStopsItsBookingsAlone(t *testing.T) {
	s := one
	s.shards, s.outage = 4, outage{1, 0, simulated}
	l := s.under(100, seed)
	if l.failed < .2 || l.failed > .3 || !l.fast() {
		t.Errorf("%.2f refused, want a quarter; p99 of the others %v", l.failed, l.p99)
	}
	s.outage.shard, s.vouchers = 0, .5
	if l = s.under(100, seed); l.failed < .57 || l.failed > .68 {
		t.Errorf("%.2f refused while the vouchers' home is down, want a quarter and half of the rest", l.failed)
	}
}

func TestAVoucherOfAnotherShardIsSpentOnceWhateverIsLost(t *testing.T) {
	for seed := range uint64(20) {
		b := spend(100, seed)
		if b.twice+b.unpaid+b.stuck > 0 {
			t.Errorf("seed %d: spent twice %d, not taken %d, kept in vain %d", seed, b.twice, b.unpaid, b.stuck)
		}
		if b.confirmed < 50 || b.refused == 0 || b.left == 0 {
			t.Errorf("seed %d: %d paid, %d refused, %d went away: it tests nothing", seed, b.confirmed, b.refused, b.left)
		}
	}
}
