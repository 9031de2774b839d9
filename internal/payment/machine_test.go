package payment

import (
	"testing"

	"pgregory.net/rapid"
)

var (
	states = []State{StateCreated, StateSending, StateChallenge, StateCompleting, StateUnknown, StateAuthorised, StatePaid, StateRefused, StateAuthenticationFailed, StateFailed, StateAbandoned,
		StateCancelling, StateCancelled, StateRefunding, StateRefunded}
	events = []Event{EventSent, EventChallenge, EventChallengeAnswered, EventAuthorised, EventNotWanted, EventRefused, EventAuthenticationFailed, EventFailed, EventUnknown, EventNothingToPay,
		EventExpired, EventCaptured, EventCancelled, EventRefundRequested, EventRefunded}
)

// Whatever happens in whatever order, late or twice: an attempt gives its money
// to the booking at most once, never after it ended without, and nothing that
// may have moved money is abandoned.
func TestAttemptsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, given, closed := StateCreated, 0, false
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			e := rapid.SampledFrom(events).Draw(t, "event")
			to, ok := Next(state, e)
			if !ok {
				continue
			}
			if e == EventAuthorised || e == EventNothingToPay {
				given++
			}
			if to == StateAbandoned && state.InFlight() {
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
	for _, s := range []State{StateRefused, StateAuthenticationFailed, StateFailed, StateAbandoned, StateCancelled, StateRefunded} {
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
	a := Attempt{State: StateSending, Method: Card, Amount: 4900}
	for _, c := range []struct {
		name  string
		reply Reply
		state State
		want  Event
	}{
		{"authorised", Reply{Outcome: OutcomeAuthorised, Amount: 4900, Currency: "GBP"}, StateSending, EventAuthorised},
		{"another amount", Reply{Outcome: OutcomeAuthorised, Amount: 4901, Currency: "GBP"}, StateSending, EventNotWanted},
		{"another currency", Reply{Outcome: OutcomeAuthorised, Amount: 4900, Currency: "EUR"}, StateSending, EventNotWanted},
		{"no amount", Reply{Outcome: OutcomeCaptured}, StateSending, EventNotWanted},
		{"a challenge", Reply{Outcome: OutcomeChallenge}, StateSending, EventChallenge},
		{"a second challenge", Reply{Outcome: OutcomeChallenge}, StateCompleting, EventRefused},
		{"refused", Reply{Outcome: OutcomeRefused}, StateSending, EventRefused},
		{"there already", Reply{Outcome: OutcomeDuplicate}, StateSending, EventUnknown},
		{"no answer", Reply{Outcome: OutcomeUnknown}, StateSending, EventUnknown},
		{"nothing", Reply{}, StateSending, EventUnknown},
	} {
		a.State = c.state
		if got := eventOf(a, c.reply); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
