package payment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
)

// usualGoodwill is what staff take off a price each time.
const usualGoodwill money.Pence = 10_00

// actAsStaff intervenes in random bookings and payments of a life.
func (l *life) actAsStaff(random *rand.Rand) {
	ctx := context.Background()
	for range random.IntN(10) {
		time.Sleep(between(random, time.Minute, 60*time.Minute))
		node := oneOf(random, l.nodes...)
		if random.IntN(4) == 0 {
			l.mayRefuse(l.resolves(random, node))
			continue
		}
		l.mu.Lock()
		refs := slices.Clone(l.refs)
		l.mu.Unlock()
		if len(refs) == 0 {
			continue
		}
		ref := oneOf(random, refs...)
		switch random.IntN(10) {
		case 0:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff))
		case 1:
			l.mayRefuse(node.Payments.Move(ctx, ref, destination(random), testworld.Staff))
		case 2:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.CancelReturning, Amount: 10_00, KeepRest: random.IntN(2) == 0}, testworld.Staff))
		case 3:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.PaidTooMuch}, testworld.Staff))
		case 4:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.SomethingWrong, Amount: usualGoodwill}, testworld.Staff))
		case 5:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.TakenByMistake, Amount: 10_00}, testworld.Staff))
		case 6:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.CancelByTerms}, testworld.Staff))
		case 7:
			to := inUnit("flex")
			to.Arrival = testworld.Summer + date.Date(random.IntN(5))
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.ChangeStay, To: to}, testworld.Staff))
		default:
			l.mayRefuse(node.Payments.Change(ctx, ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff))
		}
		if random.IntN(10) == 0 {
			testworld.Publish(l.t, node.Store, oneOf(random, 150_00, testworld.Price, 250_00))
		}
	}
}

// actInOffice does what people of the office do to random bookings of a life: they plan, agree,
// press twice, and undo or hurry what waits, each time at one of the nodes.
func (l *life) actInOffice(random *rand.Rand) {
	ctx := context.Background()
	for range random.IntN(10) {
		time.Sleep(between(random, time.Minute, 60*time.Minute))
		l.mu.Lock()
		refs := slices.Clone(l.refs)
		l.mu.Unlock()
		if len(refs) == 0 {
			continue
		}
		ref, c, key := oneOf(random, refs...), officeChange(random), fmt.Sprintf("00000000-0000-4000-8000-%012x", random.Uint64()>>16)
		plan, err := oneOf(random, l.nodes...).Payments.Preview(ctx, ref, 0, c, unlimited)
		l.mayRefuse(err)
		if err != nil {
			continue
		}
		time.Sleep(between(random, time.Second, 5*time.Minute))
		var d payment.Deed
		for range oneOf(random, 1, 1, 2) { // no answer came, or it was pressed twice
			d, err = oneOf(random, l.nodes...).Payments.Do(ctx, ref, payment.Ask{Change: c, Version: plan.Version, Hash: plan.Hash(), Key: key, Why: "a random life"}, unlimited)
			l.mayRefuse(err)
		}
		if err != nil {
			continue
		}
		time.Sleep(between(random, time.Second, 90*time.Second))
		switch random.IntN(4) {
		case 0:
			_, err = oneOf(random, l.nodes...).Payments.Undo(ctx, d.ID, megan)
		case 1:
			_, err = oneOf(random, l.nodes...).Payments.Now(ctx, d.ID)
		}
		l.mayRefuse(err)
	}
}

// unlimited is a person of the office who needs nobody else.
var unlimited = payment.Doer{ID: "Priya S", Name: "Priya S", Needs: func(payment.Change, money.Pence) (payment.Need, error) { return payment.NeedNothing, nil }}

// officeChange is something that the office does.
func officeChange(random *rand.Rand) payment.Change {
	bears := oneOf(random, payment.OperatorBears, payment.WeBear, payment.HalfEach)
	switch random.IntN(7) {
	case 0:
		return payment.Change{Kind: payment.PaidTooMuch}
	case 1:
		return payment.Change{Kind: payment.TakenByMistake, Amount: 10_00}
	case 2:
		return payment.Change{Kind: payment.CancelReturning, Amount: 60_00, KeepRest: true, Bears: bears}
	case 3:
		return payment.Change{Kind: payment.CancelByTerms}
	case 4, 5:
		return payment.Change{Kind: payment.ChangeStay, Wish: &booking.Wish{Arrival: testworld.Summer + date.Date(random.IntN(5))}}
	default:
		return payment.Change{Kind: payment.SomethingWrong, Amount: usualGoodwill, Bears: bears}
	}
}

// mayRefuse fails the test with an error of a member of staff's command that is no
// refusal.
func (l *life) mayRefuse(err error) {
	var refusal payment.Refusal
	var conflict *payment.Conflict
	if err != nil && !errors.As(err, &refusal) && !errors.As(err, &conflict) && !errors.Is(err, payment.ErrChanged) {
		l.code(err)
	}
}

// destination is another day or unit, maybe with the same unit's nights among it.
func destination(random *rand.Rand) booking.Destination {
	if random.IntN(2) == 0 {
		return booking.Destination{Arrival: testworld.Summer + date.Date(random.IntN(5))}
	}
	return inUnit(oneOf(random, "last", "caravan", "boat", "many"))
}

// resolves enters for a random payment that is not settled what its provider says.
func (l *life) resolves(random *rand.Rand, node *testworld.World) error {
	ctx := context.Background()
	all, err := node.Payments.Unsettled(ctx, false, 50)
	if err != nil || len(all) == 0 {
		return err
	}
	return settleBy(ctx, node, oneOf(random, all...))
}

// resolveAlerts resolves the refunds of which only the provider's own books show
// whether they were received.
func (l *life) resolveAlerts() {
	ctx, node := context.Background(), l.nodes[0]
	for range 2 { // two refunds of a payment may have failed
		all, err := node.Payments.Unsettled(ctx, true, 50)
		l.code(err)
		for _, a := range all {
			if a.State == payment.StateRefunding || a.State == payment.StateRefundFailed {
				l.code(settleBy(ctx, node, a))
			}
		}
	}
}

// settleBy enters for a payment what the books of its provider say, if they say
// anything that does not change any more.
func settleBy(ctx context.Context, node *testworld.World, a payment.Attempt) error {
	o, err := node.Payments.Show(ctx, a.Ref)
	if err != nil {
		return err
	}
	ours := ledger.Sum(slices.DeleteFunc(o.Movements, func(m ledger.Movement) bool { return m.Attempt != a.ID }))
	as := atTheProvider(node, a).outcome(a, ours.Refunded)
	if !slices.Contains(a.Outcomes(), as) {
		return nil
	}
	return node.Payments.Resolve(ctx, a.ID, as, testworld.Staff)
}

// record is what a member of staff reads about a payment in the provider's own books.
type record struct {
	known, ended       bool // ended: without money
	captured, refunded money.Pence
	refundFailed       bool
}

// atTheProvider looks a payment up in the books of its provider.
func atTheProvider(w *testworld.World, a payment.Attempt) (r record) {
	for _, o := range w.Provider.Ledger() {
		if o.Code == a.OrderCode {
			r = record{known: true, ended: o.State == "CANCELLED" || o.State == "REFUSED" || o.State == "ERROR",
				captured: money.Pence(o.Captured), refunded: money.Pence(o.Refunded), refundFailed: o.State == "REFUND_FAILED"}
		}
	}
	for _, o := range w.Provider.WalletLedger() {
		if o.Code != a.OrderCode {
			continue
		}
		r = record{known: true, ended: o.Status == "VOIDED"}
		for _, c := range o.Captures {
			switch c.Status {
			case "COMPLETED":
				r.captured += money.Pence(c.Amount)
			case "DECLINED":
				r.ended = true
			}
		}
		for i, refund := range o.Refunds {
			if refund.Status == "COMPLETED" {
				r.refunded += money.Pence(refund.Amount)
			}
			r.refundFailed = i == len(o.Refunds)-1 && refund.Status == "FAILED"
		}
	}
	return r
}

// outcome is what a member of staff enters for a payment of which so much was refunded
// already, or "" if the provider's books say nothing certain.
func (r record) outcome(a payment.Attempt, refunded money.Pence) payment.Outcome {
	refunding := a.State == payment.StateRefunding || a.State == payment.StateRefundRequested || a.State == payment.StateRefundFailed
	switch {
	case refunding && a.ToRefund > 0 && r.refunded == refunded+a.ToRefund:
		return payment.OutcomeRefunded
	case refunding && r.refundFailed && r.refunded < refunded && a.State == payment.StateRefundFailed:
		return payment.OutcomeEarlierFailed
	case refunding && r.refundFailed && a.State != payment.StateRefundFailed && (r.refunded == refunded || r.refunded < refunded && a.Alert != ""):
		return payment.OutcomeFailed
	case refunding:
		return ""
	case r.captured == a.Amount && r.refunded == 0:
		return payment.OutcomeCaptured
	case r.ended && r.captured == 0 && a.State.InFlight():
		return payment.OutcomeFailed
	case r.ended && r.captured == 0:
		return payment.OutcomeCancelled
	case !r.known && time.Since(a.LastCallAt) > 10*time.Minute && a.State.InFlight():
		return payment.OutcomeFailed
	}
	return ""
}
