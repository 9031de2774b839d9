package booking

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var (
	states = []State{Held, Paying, Confirmed, Expired, Cancelled, Refunded}
	events = []Event{PaymentOpened, PaymentClosed, PaymentTaken, TimedOut, CancelAsked, RefundMade}
)

// For any events in any order: nights are taken exactly while a state holds
// them, every payment causes an e-mail, and a voucher is never released and
// redeemed in the same transition.
func TestMachineInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, nights, emails, payments := Held, 1, 0, 0
		for range rapid.IntRange(0, 30).Draw(t, "events") {
			e := rapid.SampledFrom(events).Draw(t, "event")
			next, ok := Next(state, e)
			if !ok {
				continue
			}
			state = next.To
			if e == PaymentTaken {
				payments++
			}
			for _, effect := range next.Effects {
				switch effect {
				case TakeNights:
					nights++
				case ReturnNights:
					nights--
				case ConfirmByEmail, ReceiptByEmail:
					emails++
				default: // vouchers are checked below
				}
			}
			want := 0
			if state.HoldsNights() {
				want = 1
			}
			if nights != want || emails != payments {
				t.Fatalf("%s after %s: %d nights, %d e-mails for %d payments", state, e, nights, emails, payments)
			}
			if slices.Contains(next.Effects, RedeemVoucher) && slices.Contains(next.Effects, ReleaseVoucher) {
				t.Fatalf("%s on %s redeems and releases", state, e)
			}
		}
	})
}

func TestEachTransitionHasItsEffects(t *testing.T) {
	edges := 0
	for _, s := range states {
		for _, e := range events {
			if _, ok := Next(s, e); ok {
				edges++
			}
		}
	}
	if edges != 11 {
		t.Errorf("%d edges: does this test cover the effects of the new one?", edges)
	}
	for _, c := range []struct {
		from State
		on   Event
		to   State
	}{
		{Held, PaymentOpened, Paying}, {Held, TimedOut, Expired}, {Paying, PaymentClosed, Held}, {Paying, PaymentTaken, Confirmed},
		{Expired, PaymentTaken, Confirmed}, {Confirmed, CancelAsked, Cancelled}, {Confirmed, RefundMade, Refunded}, {Cancelled, RefundMade, Refunded},
	} {
		if next, ok := Next(c.from, c.on); !ok || next.To != c.to {
			t.Errorf("%s on %s: got %s", c.from, c.on, next.To)
		}
	}
	for _, e := range []Event{TimedOut, CancelAsked, RefundMade} {
		if _, ok := Next(Paying, e); ok {
			t.Errorf("%s while a payment is open", e)
		}
	}
}
