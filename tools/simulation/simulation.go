package main

import (
	"container/heap"
	"errors"
	"math/rand/v2"
	"slices"
	"time"
)

// clockwork runs events in the order of their times. Nothing waits for real.
type clockwork struct {
	now   time.Duration
	count int
	queue events
}

type event struct {
	at    time.Duration
	order int // of events at the same time
	do    func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) } //nolint:errcheck // heap pushes events alone
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func (c *clockwork) after(d time.Duration, do func()) {
	c.count++
	heap.Push(&c.queue, event{c.now + d, c.count, do})
}

// run runs until nothing is left to happen, or until a time.
func (c *clockwork) run(until time.Duration) {
	for len(c.queue) > 0 && c.queue[0].at <= until {
		next := heap.Pop(&c.queue).(event) //nolint:errcheck // it has events alone
		c.now = next.at
		next.do()
	}
}

// station is some processors. Who comes first is served first.
type station struct {
	clock   *clockwork
	free    int
	waiting []task
	busy    time.Duration // sum over processors
}

type task struct {
	work time.Duration
	then func()
}

func (s *station) do(work time.Duration, then func()) {
	if s.free == 0 {
		s.waiting = append(s.waiting, task{work, then})
		return
	}
	s.free--
	s.start(task{work, then})
}

func (s *station) start(t task) {
	s.busy += t.work
	s.clock.after(t.work, func() {
		if len(s.waiting) > 0 {
			next := s.waiting[0]
			s.waiting = s.waiting[1:]
			s.start(next)
		} else {
			s.free++
		}
		t.then()
	})
}

// costs are what pieces of work take.
type costs struct {
	search, cached, cold time.Duration // of a node's processors
	booking              time.Duration // the same, for all calls of one that is paid
	database             time.Duration // of the primary's processors for one, with its hold
	hold                 time.Duration // the part of it during which the change counter is locked
	commit               time.Duration // until disk and synchronous standby have it
	change               time.Duration // of each node's processors, to apply what another has sold
	voucher              time.Duration // of the home shard's processors, for each of a voucher's two steps
}

// system is what runs.
type system struct {
	costs
	nodes, shards                      int
	nodeCores, shardCores              int
	vouchers                           float64 // the share of bookings that use one
	searchesEach, cachedEach, coldEach float64 // for each visitor who books
	outage                             outage
}

// outage is a while in which a shard takes no bookings. The zero value is none.
type outage struct {
	shard    int
	from, to time.Duration
}

// The rules of a shared commit (store.GroupCommit), and the transactions of a booking.
const (
	groupMost    = 64
	transactions = 6
)

// shard is a primary with its standbys: the operators' bookings, and for one of them the
// vouchers.
type shard struct {
	cores   *station
	holds   []task
	locked  bool
	lockedT time.Duration // for how long the counter was locked in all
}

// world is a system that runs.
type world struct {
	system
	clock  *clockwork
	nodes  *station // all of them: any node takes any call
	shards []*shard
	random *rand.Rand
	took   []time.Duration // of bookings, from the hold to the answer of the payment
	failed int             // bookings that were refused because a shard was down
}

func newWorld(s system, seed uint64) *world {
	c := &clockwork{}
	w := &world{system: s, clock: c, nodes: &station{clock: c, free: s.nodes * s.nodeCores}, random: rand.New(rand.NewPCG(seed, 143))}
	for range s.shards {
		w.shards = append(w.shards, &shard{cores: &station{clock: c, free: s.shardCores}})
	}
	return w
}

// hold takes nights on a shard: the holds that have queued share the lock of the change
// counter and a commit. Then every node applies them.
func (w *world) hold(s *shard, then func()) {
	if s.holds = append(s.holds, task{w.costs.hold, then}); !s.locked {
		w.group(s)
	}
}

func (w *world) group(s *shard) {
	size := min(groupMost, len(s.holds))
	group := slices.Clone(s.holds[:size])
	s.holds = s.holds[size:]
	s.locked = true
	began := w.clock.now
	s.cores.do(time.Duration(size)*w.costs.hold, func() {
		w.clock.after(w.commit, func() {
			s.locked = false
			s.lockedT += w.clock.now - began
			for range w.system.nodes {
				w.nodes.do(time.Duration(size)*w.change, func() {})
			}
			for _, t := range group {
				t.then()
			}
			if len(s.holds) > 0 && !s.locked {
				w.group(s)
			}
		})
	})
}

// book books and pays.
func (w *world) book() {
	home, of := w.shards[0], w.shards[w.random.IntN(len(w.shards))]
	voucher := w.random.Float64() < w.vouchers
	began := w.clock.now
	if down := w.shards[w.outage.shard]; began >= w.outage.from && began < w.outage.to && (down == of || voucher && down == home) {
		w.failed++ // a node knows within two seconds which shard is down, and refuses at once
		return
	}
	call := func(next func()) { w.nodes.do(w.booking/transactions, next) }
	plain := func(next func()) {
		of.cores.do((w.database-w.costs.hold)/(transactions-1), func() { w.clock.after(w.commit, next) })
	}
	atHome := func(next func()) {
		home.cores.do(w.voucher, func() { w.clock.after(w.commit, next) })
	}
	steps := []func(func()){call, func(next func()) { w.hold(of, next) }}
	for i := range transactions - 1 {
		steps = append(steps, call, plain)
		if voucher && i == 2 { // before the payment is prepared: reserve
			steps = append(steps, atHome)
		}
	}
	inTurn(steps, func() {
		w.took = append(w.took, w.clock.now-began)
		if voucher {
			atHome(func() {}) // a job takes what was reserved
		}
	})
}

// inTurn runs steps one after the other.
func inTurn(steps []func(next func()), last func()) {
	if len(steps) == 0 {
		last()
		return
	}
	steps[0](func() { inTurn(steps[1:], last) })
}

// arrive lets visitors come at random, so many a second, for a while. Each searches, looks
// at pages, and books.
func (w *world) arrive(rate float64, last time.Duration) {
	if w.clock.now >= last {
		return
	}
	w.look(w.searchesEach, w.search)
	w.look(w.cachedEach, w.cached)
	w.look(w.coldEach, w.cold)
	w.book()
	w.clock.after(time.Duration(w.random.ExpFloat64()/rate*float64(time.Second)), func() { w.arrive(rate, last) })
}

// look makes calls within a second: those of others, whom a booking stands for.
func (w *world) look(times float64, work time.Duration) {
	whole := int(times)
	if w.random.Float64() < times-float64(whole) {
		whole++
	}
	for range whole {
		w.clock.after(time.Duration(w.random.Float64()*float64(time.Second)), func() { w.nodes.do(work, func() {}) })
	}
}

// load is what a rate of visitors did to a system.
type load struct {
	rate         float64
	p99          time.Duration // of a booking, without the provider's time
	nodes, shard float64       // the share of time that processors of nodes, and of the busiest shard, worked
	lock         float64       // that the busiest change counter was locked
	failed       float64       // the share of bookings that were refused because a shard was down
}

// simulated is how long visitors come in a simulation: so long that a queue that grows shows.
// Two per cent more visitors than a system serves wait more than a second at the end.
const simulated = time.Minute

// under simulates a system under a rate of visitors.
func (s system) under(rate float64, seed uint64) load {
	w := newWorld(s, seed)
	w.arrive(rate, simulated)
	w.clock.run(time.Hour)
	l := load{rate: rate, nodes: share(w.nodes.busy, w.clock.now*time.Duration(s.nodes*s.nodeCores))}
	for _, of := range w.shards {
		l.shard = max(l.shard, share(of.cores.busy, w.clock.now*time.Duration(s.shardCores)))
		l.lock = max(l.lock, share(of.lockedT, w.clock.now))
	}
	l.failed = float64(w.failed) / float64(max(1, w.failed+len(w.took)))
	slices.Sort(w.took)
	if len(w.took) > 0 {
		l.p99 = w.took[len(w.took)*99/100]
	}
	return l
}

func share(part, of time.Duration) float64 { return float64(part) / float64(of) }

// fast reports whether visitors are content.
func (l load) fast() bool { return l.p99 <= time.Second }

// most returns the highest rate of visitors that a system serves, and what that does to it: it
// doubles the rate until it is too high, and then halves the interval.
func (s system) most(seed uint64) (load, error) {
	best := s.under(1, seed)
	if !best.fast() {
		return load{}, errors.New("the system does not even serve one a second")
	}
	high := best.rate
	for last := best; last.fast(); last = s.under(high, seed) {
		best, high = last, 2*last.rate
	}
	for high-best.rate > best.rate/50 {
		if l := s.under((best.rate+high)/2, seed); l.fast() {
			best = l
		} else {
			high = l.rate
		}
	}
	return best, nil
}
