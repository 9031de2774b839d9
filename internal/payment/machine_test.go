package payment

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var (
	states = []State{StateCreated, StateSending, StateChallenge, StateApproval, StateCompleting, StateUnknown, StatePending, StateAuthorised, StateCaptureRequested, StateCaptured,
		StateRefused, StateAuthenticationFailed, StateFailed, StateAbandoned, StateCancelling, StateCancelRequested, StateCancelled, StateLost,
		StateRefunding, StateRefundRequested, StateRefundFailed, StateRefunded}
	events = []Event{EventSent, EventReturned, EventNotWanted, EventNothingToPay, EventAbandoned, EventCancelWanted, EventRefundWanted, EventNothingDone,
		EventRefundedInPart, EventChallenged, EventAuthorised, EventRefused, EventAuthenticationFailed, EventFailed, EventCaptureRequested, EventCaptured,
		EventCancelRequested, EventCancelled, EventExpired, EventRefundRequested, EventRefunded, EventRefundFailed, EventNotFound, EventDuplicate, EventUnknown,
		EventOrdered, EventCollecting, EventApproved, EventNotApproved, EventPending}
)

// For any order of events, late or repeated, an attempt gives its money to the
// booking at most once and never after it ended without money. An attempt that
// may have moved money is never abandoned.
func TestAttemptInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, given, closed := StateCreated, 0, false
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			e := rapid.SampledFrom(events).Draw(t, "event")
			to, ok := Next(state, e)
			if !ok {
				continue
			}
			if state.Open() && to.TookMoney() {
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
			if given > 1 {
				t.Fatalf("%s after %s: money given %d times", state, e, given)
			}
			if Contradicts(state, EventUnknown) {
				t.Fatalf("%s: no answer is no contradiction", state)
			}
		}
	})
}

// An attempt that ended without money changes only if money appears after all.
// That money is then returned.
func TestFinalStatesAreFinal(t *testing.T) {
	for _, s := range []State{StateRefused, StateAuthenticationFailed, StateFailed, StateAbandoned, StateCancelled, StateLost} {
		for _, e := range events {
			if to, ok := Next(s, e); ok && e != EventAuthorised && e != EventCaptured {
				t.Errorf("%s goes on to %s by %s", s, to, e)
			}
		}
		if !Contradicts(s, EventRefunded) {
			t.Errorf("%s: a refund is no contradiction", s)
		}
	}
	for _, s := range states {
		if s.InFlight() && !s.Open() {
			t.Errorf("%s is in flight but not open", s)
		}
	}
}

// Every state can be reached, and every event changes some state.
func TestTheTransitionTableIsComplete(t *testing.T) {
	reached, used := map[State]bool{StateCreated: true}, map[Event]bool{EventNotFound: true, EventDuplicate: true, EventApproved: true}
	for _, s := range states {
		for _, e := range events {
			if to, ok := Next(s, e); ok {
				reached[to], used[e] = true, true
			}
			if _, ok := Next(s, e); ok && slices.Contains(noNews[s], e) {
				t.Errorf("%s by %s is both a transition and no news", s, e)
			}
		}
	}
	for _, s := range states {
		if !reached[s] {
			t.Errorf("%s is never reached", s)
		}
	}
	for _, e := range events {
		if !used[e] {
			t.Errorf("%s does nothing", e)
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
		{"authorised", Reply{Event: EventAuthorised, Amount: 4900, Currency: "GBP"}, StateSending, EventAuthorised},
		{"another amount", Reply{Event: EventAuthorised, Amount: 4901, Currency: "GBP"}, StateSending, EventNotWanted},
		{"another currency", Reply{Event: EventAuthorised, Amount: 4900, Currency: "EUR"}, StateSending, EventNotWanted},
		{"captured", Reply{Event: EventCaptured}, StateSending, EventCaptured},
		{"a challenge", Reply{Event: EventChallenged}, StateSending, EventChallenged},
		{"a second challenge", Reply{Event: EventChallenged}, StateCompleting, EventRefused},
		{"refused", Reply{Event: EventRefused}, StateSending, EventRefused},
		{"there already", Reply{Event: EventDuplicate}, StateSending, EventUnknown},
		{"no answer", Reply{Event: EventUnknown}, StateSending, EventUnknown},
		{"nothing", Reply{}, StateSending, EventUnknown},
	} {
		a.State = c.state
		if got := eventOf(a, c.reply); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
