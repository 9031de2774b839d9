package payment

import (
	"maps"
	"slices"
)

// State is the state of an attempt.
type State string

// The states of an attempt. In StateCreated, no provider has been called yet.
// From StateSending until an answer, in StateUnknown and in StatePending, money may
// have moved, so no other attempt is allowed for the booking. A provider accepts captures,
// cancellations and refunds before it carries them out; in between, the attempt
// is 'requested'.
const (
	StateCreated              State = "created"
	StateSending              State = "sending"    // the first provider call is running
	StateChallenge            State = "challenge"  // the bank asks the visitor
	StateApproval             State = "approval"   // the visitor approves the order at the wallet
	StateCompleting           State = "completing" // the second provider call, or the capture of a wallet's order, is running
	StateUnknown              State = "unknown"    // no answer; the reconciler asks
	StatePending              State = "pending"    // the wallet has accepted the capture and has not decided
	StateAuthorised           State = "authorised" // the booking is paid; a capture follows
	StateCaptureRequested     State = "capture requested"
	StateCaptured             State = "captured" // or there was nothing to capture
	StateRefused              State = "refused"  // the card or the bank said no
	StateAuthenticationFailed State = "authentication failed"
	StateFailed               State = "failed"     // ended by an error, without money
	StateAbandoned            State = "abandoned"  // the visitor did not finish it
	StateCancelling           State = "cancelling" // authorised, to be cancelled
	StateCancelRequested      State = "cancel requested"
	StateCancelled            State = "cancelled"
	StateLost                 State = "lost"      // the provider withdrew it after the booking was paid
	StateRefunding            State = "refunding" // captured, to be refunded
	StateRefundRequested      State = "refund requested"
	StateRefundFailed         State = "refund failed" // a member of staff must return the money
	StateRefunded             State = "refunded"      // the whole amount
)

// Event is something that happened to an attempt. Answers of providers are
// translated into events.
type Event string

// The events. The first group comes from the product itself; the second group
// also comes from providers.
const (
	EventSent           Event = "sent"
	EventReturned       Event = "returned from the challenge"
	EventNotWanted      Event = "not wanted" // authorised, but the booking cannot use it
	EventNothingToPay   Event = "nothing to pay"
	EventAbandoned      Event = "abandoned"
	EventCancelWanted   Event = "cancel wanted" // a member of staff returns the money
	EventRefundWanted   Event = "refund wanted"
	EventNothingDone    Event = "nothing done" // no effect long after a request was accepted
	EventRefundedInPart Event = "refunded in part"
	EventOrdered        Event = "ordered"    // the wallet has the order
	EventCollecting     Event = "collecting" // the nights are kept, so a wallet's money can be captured

	EventChallenged           Event = "challenged"
	EventApproved             Event = "approved"     // the visitor has approved the wallet's order
	EventNotApproved          Event = "not approved" // the visitor must approve it, or approve it again
	EventPending              Event = "pending"      // the wallet decides later
	EventAuthorised           Event = "authorised"
	EventRefused              Event = "refused"
	EventAuthenticationFailed Event = "authentication failed"
	EventFailed               Event = "failed" // known to have taken no money
	EventCaptureRequested     Event = "capture requested"
	EventCaptured             Event = "captured"
	EventCancelRequested      Event = "cancel requested"
	EventCancelled            Event = "cancelled"
	EventExpired              Event = "expired" // the authorisation expired
	EventRefundRequested      Event = "refund requested"
	EventRefunded             Event = "refunded"
	EventRefundFailed         Event = "refund failed"
	EventNotFound             Event = "not found"
	EventDuplicate            Event = "duplicate" // the order exists already: inquire
	EventUnknown              Event = "unknown"   // no answer, or none that can be understood
)

// answers gives the new state for each answer while only the provider knows the
// outcome.
var answers = map[Event]State{
	EventChallenged: StateChallenge, EventAuthorised: StateAuthorised, EventNotWanted: StateCancelling, EventCaptured: StateCaptured,
	EventRefused: StateRefused, EventCancelled: StateRefused, EventExpired: StateRefused,
	EventAuthenticationFailed: StateAuthenticationFailed, EventFailed: StateFailed, EventUnknown: StateUnknown,
}

// secondAnswers gives the new state for each answer to the second provider call, or
// to the capture of a wallet's order.
var secondAnswers = with(without(answers, EventChallenged), map[Event]State{EventNotApproved: StateApproval, EventPending: StatePending})

// lateAnswers gives the new state for answers that come after an attempt ended without
// money. The money is then cancelled or refunded.
var lateAnswers = map[Event]State{EventAuthorised: StateCancelling, EventCaptured: StateCaptured}

var transitions = map[State]map[Event]State{
	StateCreated:   {EventSent: StateSending, EventOrdered: StateApproval, EventNothingToPay: StateCaptured, EventAbandoned: StateAbandoned},
	StateSending:   answers,
	StateChallenge: {EventReturned: StateCompleting, EventAbandoned: StateAbandoned},
	StateApproval: {
		EventCollecting: StateCompleting, EventAbandoned: StateAbandoned, EventFailed: StateFailed,
		EventCancelled: StateRefused, EventRefused: StateRefused, EventPending: StatePending, EventCaptured: StateCaptured, // of an earlier capture call
	},
	StateCompleting: secondAnswers,
	StateUnknown:    with(secondAnswers, map[Event]State{EventCollecting: StateCompleting}),
	StatePending: {
		EventCaptured: StateCaptured, EventRefused: StateRefused, EventCancelled: StateRefused, EventFailed: StateFailed,
	},
	StateAuthorised: {
		EventCaptureRequested: StateCaptureRequested, EventCaptured: StateCaptured, EventCancelWanted: StateCancelling,
		EventCancelled: StateLost, EventExpired: StateLost, EventRefused: StateLost,
	},
	StateCaptureRequested: {
		EventCaptured: StateCaptured, EventNothingDone: StateAuthorised,
		EventCancelled: StateLost, EventExpired: StateLost, EventRefused: StateLost,
	},
	StateCaptured: {EventRefundWanted: StateRefunding, EventRefundFailed: StateRefundFailed}, // failed after a part was refunded
	StateCancelling: {
		EventCancelRequested: StateCancelRequested, EventCancelled: StateCancelled, EventExpired: StateCancelled,
		EventRefused: StateCancelled, EventCaptured: StateCaptured,
	},
	StateCancelRequested: {
		EventCancelled: StateCancelled, EventExpired: StateCancelled, EventRefused: StateCancelled,
		EventCaptured: StateCaptured, EventNothingDone: StateCancelling,
	},
	StateCancelled: {EventCaptured: StateCaptured},
	StateLost:      {EventCaptured: StateCaptured},
	StateRefunding: {
		EventRefundRequested: StateRefundRequested, EventRefunded: StateRefunded, EventRefundedInPart: StateCaptured, EventRefundFailed: StateRefundFailed,
	},
	StateRefundRequested: {EventRefunded: StateRefunded, EventRefundedInPart: StateCaptured, EventRefundFailed: StateRefundFailed},
	StateRefundFailed:    {EventRefundWanted: StateRefunding, EventRefunded: StateRefunded, EventRefundedInPart: StateCaptured},
	StateRefunded:        {EventRefundFailed: StateRefundFailed},

	StateRefused: lateAnswers, StateAuthenticationFailed: lateAnswers, StateFailed: lateAnswers, StateAbandoned: lateAnswers,
}

func without(m map[Event]State, e Event) map[Event]State {
	less := map[Event]State{}
	for event, to := range m {
		if event != e {
			less[event] = to
		}
	}
	return less
}

func with(m, more map[Event]State) map[Event]State {
	all := maps.Clone(m)
	maps.Copy(all, more)
	return all
}

// noMoney lists the answers to which an attempt that ended without money is right.
var noMoney = []Event{EventRefused, EventCancelled, EventExpired, EventAuthenticationFailed, EventFailed, EventNotFound, EventChallenged, EventApproved, EventNotApproved}

// noNews lists the answers that repeat what is known, or report an older state,
// because the provider's replicas are not up to date. Any other answer without
// a transition is a contradiction.
var noNews = map[State][]Event{
	StateApproval:             {EventApproved, EventNotApproved, EventNotFound},
	StateCompleting:           {EventApproved},
	StateUnknown:              {EventApproved},
	StatePending:              {EventPending, EventApproved},
	StateAuthorised:           {EventAuthorised},
	StateCaptureRequested:     {EventAuthorised},
	StateCaptured:             {EventCaptured, EventAuthorised, EventApproved, EventPending},
	StateCancelling:           {EventAuthorised},
	StateCancelRequested:      {EventAuthorised},
	StateCancelled:            {EventCancelled, EventExpired, EventRefused, EventAuthorised},
	StateLost:                 {EventCancelled, EventExpired, EventRefused, EventAuthorised},
	StateRefunding:            {EventCaptured},
	StateRefundRequested:      {EventCaptured, EventRefundRequested},
	StateRefundFailed:         {EventRefundFailed, EventCaptured, EventRefundRequested},
	StateRefunded:             {EventRefunded, EventRefundRequested, EventCaptured},
	StateRefused:              noMoney,
	StateAuthenticationFailed: noMoney,
	StateFailed:               noMoney,
	StateAbandoned:            noMoney,
}

// Next returns the state that follows an event. ok is false if the event
// changes nothing; Contradicts then tells whether that is expected.
func Next(s State, e Event) (to State, ok bool) {
	to, ok = transitions[s][e]
	return to, ok
}

// Contradicts reports whether an answer of the provider contradicts what is
// known. That a capture or cancellation was accepted never does: the inquiry that shows
// what became of it may have been faster than the answer.
func Contradicts(s State, e Event) bool {
	_, ok := Next(s, e)
	return !ok && e != EventUnknown && e != EventDuplicate && e != EventCaptureRequested && e != EventCancelRequested && !slices.Contains(noNews[s], e)
}

// Open reports whether the attempt prevents another one for the booking.
func (s State) Open() bool {
	return s == StateCreated || s == StateChallenge || s == StateApproval || s.InFlight()
}

// InFlight reports whether money may be moving, which only the provider knows.
func (s State) InFlight() bool { return s.calling() || s == StateUnknown || s == StatePending }

// calling reports whether a provider call is running, or was running when its process
// stopped.
func (s State) calling() bool { return s == StateSending || s == StateCompleting }

// TookMoney reports whether the attempt's money counts as paid for the booking.
func (s State) TookMoney() bool {
	return s == StateAuthorised || s == StateCaptureRequested || s == StateCaptured
}

// Requested reports whether the provider has accepted a request and not completed
// it yet.
func (s State) Requested() bool {
	return s == StateCaptureRequested || s == StateCancelRequested || s == StateRefundRequested
}
