package payment_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// 64 clients hold, release, pay for and read few units at the same time, on two
// nodes, and give up after random times. Whatever they saw must be possible if
// everything had happened at one moment each, one after the other. Later, when
// everything is settled, the books must agree.
func TestParallelHoldsAndPaymentsAreLinearizable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		limits := func(_ *booking.Config, p *payment.Config) {
			p.Limits.Answer, p.Limits.Call = 2*time.Second, 2*time.Second
		}
		first := testworld.New(t, db, limits)
		nodes := []*testworld.World{first, first.SecondNode(db, limits)}
		h := &history{began: time.Now()}
		var clients sync.WaitGroup
		for i := range uint(64) {
			c := &client{history: h, nodes: nodes, random: rand.New(rand.NewPCG(uint64(i), 64)), bit: 1 << i, unit: contested[i%uint(len(contested))],
				name: payers[i/uint(len(contested))%uint(len(payers))], v: booking.Visitor{Token: booking.NewToken(), Network: fmt.Sprint(i)}}
			clients.Go(func() { c.run(t) })
		}
		clients.Wait()
		for _, node := range nodes {
			node.CallsEnd()
		}
		for _, unit := range contested {
			h.read(first, unit, 0)
		}
		if result := porcupine.CheckOperationsTimeout(sales.ToModel(), h.operations(), time.Minute); result != porcupine.Ok {
			t.Errorf("the history of %d operations is %s", len(h.all), result)
		}
		t.Logf("operations by outcome: %v", h.outcomes)
		for _, outcome := range []string{"hold done", "hold sold out", "hold unknown", "release done", "pay done", "pay refused", "pay unknown"} {
			if h.outcomes[outcome] == 0 {
				t.Errorf("no operation ended as '%s'", outcome)
			}
		}
		runLoopsAfter(first, aDay...)
		books{t: t, World: first}.check()
	})
}

// contested are the units that the clients want.
var contested = []string{"last", "caravan", "boat", "euro", "many"}

// payers are the names on the clients' cards: with the last two the provider answers
// late or never.
var payers = []string{"P O'Neill", "REFUSED", "P O'Neill", "REFUSED", "SIM_SLOW_8S", "SIM_TIMEOUT_AFTER"}

// What a client asks for, and what it learns of it. A request of unknown outcome was
// done before its call returned, or is never done; only a payment may be done
// later.
type (
	ask struct {
		what string // hold, release, pay or read
		unit string
		bit  uint64 // the client's
	}
	learnt struct {
		outcome string // done, sold out, refused or unknown
		taken   int    // only of read
	}
)

// sold is the state of a unit: which clients hold it, and which have paid.
type sold struct{ held, paid uint64 }

func (s sold) taken() int { return bits.OnesCount64(s.held | s.paid) }

// sales is the model: what a unit does when one thing happens after the other.
var sales = porcupine.NondeterministicModel{
	Partition: func(all []porcupine.Operation) [][]porcupine.Operation {
		of := map[string][]porcupine.Operation{}
		for _, o := range all {
			unit := o.Input.(ask).unit
			of[unit] = append(of[unit], o)
		}
		parts := [][]porcupine.Operation{}
		for _, part := range of {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() []any { return []any{sold{}} },
	Step: func(state, input, output any) (after []any) {
		for _, s := range state.(sold).step(input.(ask), output.(learnt)) {
			after = append(after, s)
		}
		return after
	},
}

// step returns the states that may follow; none if the operation cannot have had
// its outcome in this state.
func (s sold) step(a ask, l learnt) []sold {
	mine := (s.held|s.paid)&a.bit != 0
	full := s.taken() >= testworld.UnitCount(a.unit)
	var possible bool
	after := s
	switch a.what {
	case "hold":
		possible = mine || !full
		if !mine {
			after.held |= a.bit
		}
		if l.outcome == "sold out" {
			possible, after = full && !mine, s
		}
	case "release":
		possible = s.paid&a.bit == 0
		after.held &^= a.bit
	case "pay":
		possible = s.held&a.bit != 0
		after = sold{s.held &^ a.bit, s.paid | a.bit}
		if l.outcome == "refused" {
			after = s
		}
	default:
		possible = l.taken == s.taken()
	}
	switch {
	case l.outcome == "unknown" && possible:
		return []sold{s, after}
	case l.outcome == "unknown":
		return []sold{s}
	case possible:
		return []sold{after}
	}
	return nil
}

// history records operations.
type history struct {
	began    time.Time
	mu       sync.Mutex
	all      []porcupine.Operation
	outcomes map[string]int
}

func (h *history) record(a ask, do func() learnt) learnt {
	call := time.Since(h.began).Nanoseconds()
	l := do()
	end := time.Since(h.began).Nanoseconds()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: bits.TrailingZeros64(a.bit), Input: a, Call: call, Output: l, Return: end})
	if h.outcomes == nil {
		h.outcomes = map[string]int{}
	}
	h.outcomes[a.what+" "+l.outcome]++
	return l
}

func (h *history) read(node *testworld.World, unit string, bit uint64) {
	h.record(ask{"read", unit, bit}, func() learnt { return learnt{"done", node.Taken(unit)} })
}

// operations returns the history, in which payments of unknown outcome have not ended.
func (h *history) operations() []porcupine.Operation {
	all := slices.Clone(h.all)
	end := time.Since(h.began).Nanoseconds()
	for i := range all {
		if all[i].Output.(learnt).outcome == "unknown" && all[i].Input.(ask).what == "pay" {
			all[i].Return = end
		}
	}
	return all
}

// client is a visitor with one unit in mind.
type client struct {
	*history
	nodes  []*testworld.World
	random *rand.Rand
	bit    uint64
	unit   string
	name   string // on the card
	v      booking.Visitor
	view   booking.View
}

func (c *client) run(t *testing.T) {
	for range 5 {
		node := oneOf(c.random, c.nodes...)
		if c.record(ask{"hold", c.unit, c.bit}, func() learnt { return c.hold(t, node) }).outcome != "done" {
			c.read(node, c.unit, c.bit)
			continue
		}
		if c.random.IntN(2) == 0 {
			c.record(ask{"pay", c.unit, c.bit}, func() learnt { return c.pay(t) })
			return
		}
		c.record(ask{"release", c.unit, c.bit}, func() learnt {
			ctx, cancel := c.patience()
			defer cancel()
			return outcomeOf(t, node.Payments.Release(ctx, c.v, c.view.Ref))
		})
	}
}

// patience is a context that ends soon for every third request.
func (c *client) patience() (context.Context, context.CancelFunc) {
	if c.random.IntN(3) > 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), time.Duration(c.random.IntN(30_000))*time.Microsecond)
}

func outcomeOf(t *testing.T, err error) learnt {
	if err == nil {
		return learnt{outcome: "done"}
	}
	f, refused := booking.FailureOf(err)
	switch {
	case !refused:
		return learnt{outcome: "unknown"}
	case f.Code == booking.UnitUnavailable:
		return learnt{outcome: "sold out"}
	case f.Code != booking.PaymentRefused:
		t.Errorf("not expected: %v", err)
	}
	return learnt{outcome: "refused"}
}

func (c *client) hold(t *testing.T, node *testworld.World) learnt {
	ctx, cancel := c.patience()
	defer cancel()
	view, err := node.Bookings.Start(ctx, c.v, booking.StartRequest{OfferID: testworld.OfferOf(c.unit), Party: testworld.Couple})
	c.view = view
	return outcomeOf(t, err)
}

// pay enters the details and pays by card. A request without an answer is repeated,
// maybe at the other node; of a payment, the client then asks for the outcome, if at
// all.
func (c *client) pay(t *testing.T) learnt {
	var view booking.View
	var p payment.Prepared
	c.untilAnswered(t, func(ctx context.Context, node *testworld.World) error {
		_, err := node.Bookings.SetUserDetails(ctx, c.v, c.view.Ref, testworld.Jo)
		return err
	})
	c.untilAnswered(t, func(ctx context.Context, node *testworld.World) (err error) {
		view, err = node.Bookings.SetPartyDetails(ctx, c.v, c.view.Ref, testworld.Members, false)
		return err
	})
	request := testworld.RequestFor(view, booking.PayFull)
	c.untilAnswered(t, func(ctx context.Context, node *testworld.World) (err error) {
		p, err = node.Payments.Prepay(ctx, c.v, request)
		return err
	})
	for range 1 + c.random.IntN(2) {
		ctx, cancel := c.patience()
		node := oneOf(c.random, c.nodes...)
		a, err := node.Payments.Authorise(ctx, c.v, node.Submission(view.Ref, p.ID, goodCard, c.name))
		cancel()
		if l := paymentOutcome(t, a, err); l.outcome != "unknown" {
			return l
		}
	}
	for range c.random.IntN(4) {
		ctx, cancel := c.patience()
		a, err := oneOf(c.random, c.nodes...).Payments.Status(ctx, c.v, p.ID, view.Ref)
		cancel()
		if l := paymentOutcome(t, a, err); l.outcome != "unknown" {
			return l
		}
	}
	return learnt{outcome: "unknown"}
}

// untilAnswered does something until it has an answer, which must not be a failure.
func (c *client) untilAnswered(t *testing.T, do func(ctx context.Context, node *testworld.World) error) {
	for {
		ctx, cancel := c.patience()
		err := do(ctx, oneOf(c.random, c.nodes...))
		gaveUp := ctx.Err() != nil
		cancel()
		if err == nil {
			return
		}
		if _, refused := booking.FailureOf(err); refused || !gaveUp {
			t.Error(err)
			return
		}
	}
}

// paymentOutcome is what a client learns from an answer about a payment.
func paymentOutcome(t *testing.T, a payment.Answer, err error) learnt {
	if err == nil && a.Status != payment.StatusAuthorised {
		return learnt{outcome: "unknown"}
	}
	return outcomeOf(t, err)
}
