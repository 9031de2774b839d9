package payment

import (
	"testing"

	"pgregory.net/rapid"
)

var (
	states = []State{Created, Sending, Asked, Completing, Unknown, Taken, Paid, Rejected, Unproven, Broken, Abandoned,
		Cancelling, Cancelled, Refunding, Refunded}
	events = []Event{Sent, WasAsked, CameBack, Approved, NotWanted, Refusal, NoProof, NoMoney, NoAnswer, NothingToPay,
		Expiry, WasCaptured, WasCancelled, RefundAsked, WasRefunded}
)

// Whatever happens in whatever order, late or twice: an attempt gives its money
// to the booking at most once, never after it ended without, and nothing that
// may have moved money is abandoned.
func TestAttemptsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, given, closed := Created, 0, false
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			e := rapid.SampledFrom(events).Draw(t, "event")
			to, ok := Next(state, e)
			if !ok {
				continue
			}
			if e == Approved || e == NothingToPay {
				given++
			}
			if to == Abandoned && state.InFlight() {
				t.Fatalf("%s is abandoned while money may be moving", state)
			}
			if closed && to.Open() {
				t.Fatalf("%s opens again as %s", state, to)
			}
			state = to
			closed = closed || !state.Open()
			if given > 1 || state.TookMoney() && given != 1 {
				t.Fatalf("%s after %s: money given %d times", state, e, given)
			}
		}
	})
}

func TestEndsStayEnds(t *testing.T) {
	for _, s := range []State{Rejected, Unproven, Broken, Abandoned, Cancelled, Refunded} {
		for _, e := range events {
			if to, ok := Next(s, e); ok {
				t.Errorf("%s goes on to %s by %s", s, to, e)
			}
		}
	}
	for _, s := range states {
		if s.InFlight() && !s.Open() {
			t.Errorf("%s is in flight but not open", s)
		}
	}
}

func TestReplyToEvent(t *testing.T) {
	a := Attempt{State: Sending, Method: Card, Amount: 4900}
	for _, c := range []struct {
		name  string
		reply Reply
		state State
		want  Event
	}{
		{"authorised", Reply{Outcome: Authorised, Amount: 4900, Currency: "GBP"}, Sending, Approved},
		{"another amount", Reply{Outcome: Authorised, Amount: 4901, Currency: "GBP"}, Sending, NotWanted},
		{"another currency", Reply{Outcome: Authorised, Amount: 4900, Currency: "EUR"}, Sending, NotWanted},
		{"no amount", Reply{Outcome: Captured}, Sending, NotWanted},
		{"a challenge", Reply{Outcome: Challenged}, Sending, WasAsked},
		{"a second challenge", Reply{Outcome: Challenged}, Completing, Refusal},
		{"refused", Reply{Outcome: Declined}, Sending, Refusal},
		{"there already", Reply{Outcome: Duplicate}, Sending, NoAnswer},
		{"no answer", Reply{Outcome: Lost}, Sending, NoAnswer},
		{"nothing", Reply{}, Sending, NoAnswer},
	} {
		a.State = c.state
		if got := eventOf(a, c.reply); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
