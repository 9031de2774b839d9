//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/tools/visit"
)

// How much visitors do. A booking takes some ten calls.
const (
	buyers    = 6
	buyEvery  = 3 * time.Second // each of them
	lookEvery = time.Second
)

// crowd are the visitors of a test.
type crowd struct {
	client  *http.Client
	history *history
	seed    uint64
	stop    chan struct{} // closed: begin nothing new
	done    sync.WaitGroup

	mu     sync.Mutex
	offers []string       // that may still be had
	left   map[string]int // units of each at the beginning
	paid   []string       // references
}

// newCrowd returns visitors who know what is for sale, and do nothing yet. They come
// from one host of the cluster.
func (c *cluster) newCrowd(ctx context.Context, h *history, seed uint64) (*crowd, error) {
	from, to := c.hosts["visitors"], addresses["balancer"]+":8080"
	transport := &http.Transport{MaxIdleConnsPerHost: 64, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) { return from.dial(ctx, network, to) }}
	v := &crowd{client: &http.Client{Transport: transport}, history: h, seed: seed, stop: make(chan struct{}), left: map[string]int{}}
	s := v.shopper(0)
	today := date.In(time.Now())
	for week := 8; week < 48; week += 2 {
		for _, nights := range []int{3, 4, 7} {
			a := s.do(ctx, quick, "search", http.MethodGet, "/api/search", "channel", "ukcaravan", "date", (today + date.Date(7*week)).String(), "nights", strconv.Itoa(nights), "adults", "2")
			for _, result := range a.Data.Results {
				if _, known := v.left[result.UnitID]; !known && result.UnitsLeft > 0 {
					v.left[result.UnitID] = result.UnitsLeft
					v.offers = append(v.offers, result.UnitID)
				}
			}
		}
	}
	if len(v.offers) < 100 {
		return nil, fmt.Errorf("only %d offers are for sale", len(v.offers))
	}
	return v, nil
}

func (v *crowd) shopper(number int) *shopper {
	return &shopper{number: number, visitor: visit.Visitor{Client: v.client, Site: site}, history: v.history, random: rand.New(rand.NewPCG(v.seed, uint64(number)))}
}

// start lets them do what they do until the crowd ends.
func (v *crowd) start(ctx context.Context) {
	for i := range buyers {
		random := rand.New(rand.NewPCG(v.seed, uint64(i)+1000))
		number := i
		v.each(buyEvery, func() {
			number += buyers
			s := v.shopper(number)
			unit := v.choose(random)
			if ref, paid := s.buy(ctx, unit); paid {
				v.mu.Lock()
				v.paid = append(v.paid, ref)
				v.mu.Unlock()
			}
		})
	}
	random, looker := rand.New(rand.NewPCG(v.seed, 1)), v.shopper(-1)
	v.each(lookEvery, func() {
		v.mu.Lock()
		ref := ""
		if len(v.paid) > 0 {
			ref = v.paid[random.IntN(len(v.paid))]
		}
		v.mu.Unlock()
		if ref != "" {
			looker.lookUp(ctx, ref)
		}
	})
	v.probe(ctx)
}

// probe measures for how long searches and bookings fail. Its calls do not wait for each
// other, because one that hangs must not hide others.
func (v *crowd) probe(ctx context.Context) {
	june := date.In(time.Now()) + 26*7
	v.each(seekEvery, func() {
		v.done.Go(func() {
			s := v.shopper(-2)
			a := s.do(ctx, 3*time.Second, probeSearch, http.MethodGet, "/api/search", "channel", "ukcaravan", "date", june.String(), "nights", "7", "adults", "2")
			s.told(a, "", "", "")
		})
	})
	// The probe's stays are at the end of the list, which few visitors choose.
	v.mu.Lock()
	pool := v.offers[len(v.offers)-20:]
	v.offers = v.offers[:len(v.offers)-20]
	v.mu.Unlock()
	turn := 0
	v.each(holdEvery, func() {
		unit := pool[turn%len(pool)]
		turn++
		v.done.Go(func() {
			s := v.shopper(-3)
			a := s.do(ctx, quick, probeHold, http.MethodGet, "/api/book", visit.Hold(unit)...)
			s.told(a, a.Data.Booking.BookID, unit, toldHeld)
			if a.ok() {
				s.told(s.do(ctx, quick, "release", http.MethodPost, "/api/releasehold", "bookId", a.Data.Booking.BookID), "", unit, "")
			}
		})
	})
}

// choose chooses an offer: every third visitor wants one of the few that others want, too.
func (v *crowd) choose(random *rand.Rand) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if random.IntN(3) == 0 {
		return v.offers[random.IntN(20)]
	}
	return v.offers[random.IntN(len(v.offers))]
}

// each calls a function again and again, in a goroutine.
func (v *crowd) each(every time.Duration, do func()) {
	v.done.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-v.stop:
				return
			case <-tick.C:
				do()
			}
		}
	})
}

// end lets them finish what they have begun.
func (v *crowd) end() {
	close(v.stop)
	v.done.Wait()
}

// watchWrites notes when the database takes writes again after it took none for a second.
// It asks all hosts at once.
func (c *cluster) watchWrites(ctx context.Context, h *history) {
	var mu sync.Mutex
	last := time.Now()
	for _, name := range databases {
		go func() {
			for ctx.Err() == nil {
				if c.write(ctx, name, func() {
					mu.Lock()
					defer mu.Unlock()
					if gap := time.Since(last); gap > time.Second {
						h.moment(moment{T: time.Now().UnixMilli(), What: writesAgain, Note: fmt.Sprintf("%s, after %.1f s", name, gap.Seconds())})
					}
					last = time.Now()
				}) != nil {
					pause(ctx, 200*time.Millisecond)
				}
			}
		}()
	}
}

// write writes to a host's database until that fails.
func (c *cluster) write(ctx context.Context, name string, written func()) error {
	connecting, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	conn, err := c.connect(connecting, name, "postgres")
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 100*time.Millisecond)
		defer cancel()
		_ = conn.Close(closing)
	}()
	for {
		writing, cancel := context.WithTimeout(ctx, time.Second)
		_, err := conn.Exec(writing, "UPDATE written SET at_ms = $1 WHERE id = 1", time.Now().UnixMilli())
		cancel()
		if err != nil {
			return err
		}
		written()
		pause(ctx, 100*time.Millisecond)
	}
}

// books reads what the database and the provider say, once nothing is under way.
func (c *cluster) books(ctx context.Context, v *crowd, short bool) (end books, err error) {
	end = books{Short: short, Seed: v.seed, Left: v.left}
	leader, err := c.leader(ctx)
	if err != nil {
		return end, err
	}
	conn, err := c.connect(ctx, leader, "holidays")
	if err != nil {
		return end, fmt.Errorf("connect to read the books: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	waiting, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := c.await(waiting, "the payments to end", func(ctx context.Context) error { return settled(ctx, conn) }); err != nil {
		v.history.moment(moment{T: time.Now().UnixMilli(), What: notHealed, Note: err.Error()})
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return end, fmt.Errorf("read the books: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	for statement, into := range map[string]any{
		`SELECT b.shown AS ref, b.state, b.unit_type AS unit, b.arrival, b.nights, coalesce((SELECT sum(CASE m.kind WHEN 'charge' THEN m.amount
			WHEN 'refund reversed' THEN m.amount WHEN 'refund' THEN -m.amount WHEN 'authorisation cancelled' THEN -m.amount ELSE 0 END)
			FROM money_movement m WHERE m.ref = b.ref), 0) AS paid FROM booking b`: &end.Bookings,
		`SELECT b.shown AS ref, a.state, a.order_code AS "order" FROM payment_attempt a JOIN booking b ON b.ref = a.ref`: &end.Attempts,
		`SELECT unit_type AS unit, night, taken FROM stock WHERE taken > 0`:                                              &end.Stock,
	} {
		var raw []byte
		if err := tx.QueryRow(ctx, "SELECT coalesce(json_agg(q), '[]') FROM ("+statement+") q").Scan(&raw); err != nil {
			return end, fmt.Errorf("read the books: %w", err)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			return end, fmt.Errorf("read the books: %w", err)
		}
	}
	end.Orders, err = c.orders(ctx)
	return end, err
}

// settled returns nil when no payment is under way.
func settled(ctx context.Context, conn *pgx.Conn) error {
	var count int
	err := conn.QueryRow(ctx, `SELECT count(*) FROM payment_attempt WHERE live OR state IN
		('authorised', 'capture requested', 'cancelling', 'cancel requested', 'refunding', 'refund requested')`).Scan(&count)
	if err == nil && count > 0 {
		err = fmt.Errorf("%d payments are under way", count)
	}
	return err
}

// orders reads the card provider's books.
func (c *cluster) orders(ctx context.Context) (list []order, err error) {
	var ledger struct{ Orders []simulator.Order }
	if err := c.ask(ctx, "http://"+addresses["provider"]+":9100/sim/ledger", &ledger); err != nil {
		return nil, fmt.Errorf("read the provider's books: %w", err)
	}
	for _, o := range ledger.Orders {
		has := max(o.Captured, o.Authorised) - o.Refunded
		if o.State == "CANCELLED" {
			has = 0
		}
		list = append(list, order{o.Code, has})
	}
	return list, nil
}
