package payment_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// A life is one run of random visitors, a member of staff and two nodes against a
// provider whose messages are slow, lost and out of order. In some lives the database
// fails now and then, and in every second one answers commit as on PostgreSQL. A life
// takes two weeks in a bubble of testing/synctest, where time passes without waiting.
// Afterwards nothing may be lost or done twice (invariants_test.go). A seed decides
// everything that is drawn: 'make life SEED=17 RUNS=1' repeats one life.
func TestRandomLife(t *testing.T) {
	template := testworld.NewTemplate(t)
	first, runs := fromEnvironment(t, "LIFE_SEED", 1), fromEnvironment(t, "LIFE_RUNS", usualRuns)
	var seen outcomes
	for seed := first; seed < first+runs; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			seen.add(runLife(t, template, template.SQLite(t), seed))
		})
	}
	t.Cleanup(func() { // after all lives
		if runs >= usualRuns {
			seen.check(t)
		}
	})
}

// usualRuns is how many lives 'make test' runs.
const usualRuns = 400

// outcomes counts what became of the attempts of all lives, and what staff did.
type outcomes struct {
	mu sync.Mutex
	of map[string]int
}

func (o *outcomes) add(bookings []payment.Overview) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.of == nil {
		o.of = map[string]int{}
	}
	for _, b := range bookings {
		for _, a := range b.Attempts {
			o.of[string(a.State)]++
			o.of[string(a.Method)+" "+string(a.State)]++
			if a.TopUp {
				o.of["top-up "+string(a.State)]++
			}
			if a.Link != "" {
				o.of["by link "+string(a.State)]++
			}
		}
		for _, action := range b.Actions {
			o.of[action.Command]++
			o.of[action.Command+" by "+action.By]++
		}
	}
}

// check fails the test if an outcome never occurred: then the lives prove little.
func (o *outcomes) check(t *testing.T) {
	for _, outcome := range []string{"worldpay captured", "worldpay refunded", "worldpay cancelled", "worldpay lost", "worldpay failed", "refund failed",
		"worldpay refused", "worldpay authentication failed", "worldpay abandoned", "paypal captured", "paypal refunded", "paypal refused", "paypal failed",
		"paypal abandoned", "voucher captured", "top-up captured", "by link captured", "by link refunded", "booking pay-link --end by the guest", "booking cancel", "booking cancel by the guest", "booking refund", "booking move", "booking change by the guest",
		"booking refund by Priya S", "booking cancel by Priya S", "booking change by Priya S", "undo", "payment resolve --as captured",
		"payment resolve --as cancelled", "payment resolve --as refunded"} { // rarer ones may be missing
		if o.of[outcome] == 0 {
			t.Errorf("there was no '%s': %v", outcome, o.of)
		}
	}
	t.Logf("outcomes: %v", o.of)
}

// A life takes many times longer on PostgreSQL, so there are few: two of them without
// outages of the database, and one with.
func TestRandomLifeOnPostgreSQL(t *testing.T) {
	template := testworld.NewTemplate(t)
	for _, seed := range []uint64{2, 3, 5} {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			runLife(t, template, template.PostgreSQL(t), seed)
		})
	}
}

func fromEnvironment(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// life is one run: the visitors, staff and nodes of a seed.
type life struct {
	t     *testing.T
	nodes []*testworld.World
	down  *outages // nil: the database never fails

	mu   sync.Mutex
	refs []string
	told map[string]bool        // by attempt: whether its visitor read that it was paid
	back map[string][]time.Time // by attempt: when its visitor came back from the wallet
}

// runLife runs one life and returns its bookings.
func runLife(t *testing.T, template testworld.Template, db storetest.Database, seed uint64) (bookings []payment.Overview) {
	synctest.Test(t, func(t *testing.T) {
		draws := func(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }
		l := &life{t: t, told: map[string]bool{}, back: map[string][]time.Time{}}
		network := &faultyNetwork{random: draws(1)}
		t.Cleanup(network.running.Wait) // after the provider has stopped: until then a call may hang
		if seed%3 == 0 {
			l.down = &outages{random: draws(5), repeated: map[string]bool{}}
		}
		options := []testworld.Option{l.down.configure}
		if seed%2 == 0 {
			options = append(options, inParallel)
		}
		first := template.InBubble(t, db, testworld.Network{Calls: network.to, Reports: &reports{life: l, network: network, random: draws(2)}}, options...)
		l.nodes = []*testworld.World{first, first.SecondNode(db, options...)}
		lags := draws(3)
		first.Lag.Set(func() time.Duration { return time.Duration(lags.Int64N(int64(20 * time.Minute))) })
		var visitors, loops sync.WaitGroup
		end := make(chan struct{})
		for i, node := range l.nodes {
			node.Outbox = outbox.New(outbox.Config{Store: l.down.jobs(oneByOne{node.Store.Outbox()}), Kinds: testworld.Kinds(node.Payments, node.Emails.Take)})
			loops.Go(func() { l.runLoops(node, draws(10+uint64(i)), end) })
		}
		visitors.Go(func() { l.actAsStaff(draws(4)) })
		visitors.Go(func() { l.actInOffice(draws(8)) })
		for i := range uint64(5) {
			visitors.Go(func() { (&guest{life: l, random: draws(100 + i), v: testworld.Visitor()}).visits() })
		}
		visitors.Wait()
		accountant := draws(6)
		settings := agreed(accountant)
		l.settle(settings, accountant)
		l.actAsStaff(draws(7)) // on bookings that statements have
		time.Sleep(9 * 24 * time.Hour)
		network.stopFaults()
		l.down.end()
		l.settle(settings, accountant)
		time.Sleep(4 * 24 * time.Hour)
		l.resolveAlerts()
		time.Sleep(24 * time.Hour)
		close(end)
		loops.Wait()
		l.settle(settings, accountant)
		l.checkSettled(settings)
		bookings = books{t: t, World: first, told: l.told, back: l.back, repeated: l.down.sentAgain}.check()
		if l.down != nil && l.down.failed == 0 {
			t.Error("the database never failed")
		}
	})
	return bookings
}

// inParallel is the testworld.Option by which answers commit as they do on PostgreSQL:
// in parallel, as long as they cannot take nights.
func inParallel(_ *booking.Config, p *payment.Config) { p.Store = parallelStore{p.Store} }

type parallelStore struct{ payment.Store }

func (parallelStore) Parallel() bool { return true }

// oneByOne leases one job at a time, because jobs that are done at the same
// moment would draw in an order that the seed does not decide.
type oneByOne struct{ outbox.Store }

func (o oneByOne) Lease(ctx context.Context, kinds []string, _ int, lease time.Duration) ([]outbox.Job, error) {
	return o.Store.Lease(ctx, kinds, 1, lease)
}

// runLoops does the work of a node's loops: often while there are visitors, then
// now and again.
func (l *life) runLoops(node *testworld.World, random *rand.Rand, end <-chan struct{}) {
	ctx, began := context.Background(), time.Now()
	for {
		pause := between(random, time.Second, 4*time.Minute)
		if time.Since(began) > 5*time.Hour {
			pause = between(random, time.Minute, 8*time.Hour)
		}
		select {
		case <-end:
			return
		case <-time.After(pause):
		}
		if random.IntN(4) == 0 {
			_, err := node.Bookings.Sweep(ctx)
			l.check(err)
		}
		_, err := node.Payments.Reconcile(ctx)
		l.check(err)
		for did := 1; did > 0; {
			did, err = node.Outbox.RunOnce(ctx)
			l.check(err)
		}
	}
}

// check fails the test on an error, unless the database is down.
func (l *life) check(err error) {
	if err != nil && (l.down == nil || !errors.Is(err, booking.ErrUnavailable)) {
		l.t.Error(err)
	}
}

func between(random *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(random.Int64N(int64(most-least)))
}

func oneOf[T any](random *rand.Rand, all ...T) T { return all[random.IntN(len(all))] }

// faultyNetwork carries the services' calls to the provider: late, or not at all.
type faultyNetwork struct {
	provider  http.RoundTripper
	mu        sync.Mutex
	random    *rand.Rand
	faultless bool
	running   sync.WaitGroup
}

func (l *faultyNetwork) to(provider http.RoundTripper) http.RoundTripper {
	l.provider = provider
	return l
}

// stopFaults ends all delays and losses.
func (l *faultyNetwork) stopFaults() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faultless = true
}

// draw returns what happens to a message: how long it is under way and its answer
// after it, and what is done to them.
func (l *faultyNetwork) draw() (there, back time.Duration, fault int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.faultless {
		return 0, 0, 100
	}
	there, back = between(l.random, time.Millisecond, 2*time.Second), between(l.random, time.Millisecond, 2*time.Second)
	if l.random.IntN(12) == 0 {
		there = between(l.random, time.Second, 100*time.Second)
	}
	if l.random.IntN(12) == 0 {
		back = between(l.random, time.Second, 100*time.Second)
	}
	return there, back, l.random.IntN(100)
}

var errConnection = errors.New("the connection is broken")

// RoundTrip sends a message. It may arrive after its sender has given up.
func (l *faultyNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body.Close()
	}
	sent := r.Clone(context.WithoutCancel(r.Context()))
	sent.Body = io.NopCloser(bytes.NewReader(body))
	there, back, fault := l.draw()
	type result struct {
		response *http.Response
		err      error
	}
	answered := make(chan result, 1)
	l.running.Go(func() {
		time.Sleep(there)
		if fault < 4 {
			answered <- result{nil, errConnection}
			return
		}
		response, err := l.provider.RoundTrip(sent)
		time.Sleep(back)
		switch {
		case err != nil:
		case fault < 8:
			response, err = nil, errConnection
		case fault < 10:
			response.StatusCode, response.Body = http.StatusBadGateway, io.NopCloser(strings.NewReader("bad gateway"))
		case fault < 12:
			half, _ := io.ReadAll(response.Body)
			response.Body = io.NopCloser(bytes.NewReader(half[:len(half)/2]))
		}
		answered <- result{response, err}
	})
	select {
	case a := <-answered:
		return a.response, a.err
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// reports carries the provider's notifications and webhooks to one of the nodes:
// late, twice, in another order, or never.
type reports struct {
	*life
	network *faultyNetwork
	mu      sync.Mutex
	random  *rand.Rand
}

func (n *reports) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	method := payment.Card
	if strings.HasSuffix(r.URL.Path, "/wallet") {
		method = payment.Wallet
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for range oneOf(n.random, 0, 1, 1, 1, 2) {
		late := between(n.random, time.Millisecond, 5*time.Second)
		if n.random.IntN(3) == 0 {
			late = between(n.random, time.Second, 40*time.Minute)
		}
		node := oneOf(n.random, n.nodes...)
		go func() {
			time.Sleep(late)
			if err := node.Payments.Notify(context.Background(), method, r.Header, body); err != nil && !errors.Is(err, payment.ErrUnverified) {
				n.check(fmt.Errorf("a notification: %w", err))
			}
		}()
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("[OK]")), Request: r}, nil
}

// code returns the code of an expected failure. Any other error fails the test, unless
// the database is down.
func (l *life) code(err error) booking.Code {
	if err == nil {
		return ""
	}
	f, ok := booking.FailureOf(err)
	if !ok {
		l.check(err)
		return "?"
	}
	return f.Code
}
