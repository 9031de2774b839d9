package payment

import "slices"

// State is where an attempt stands.
type State string

// The states of an attempt. In StateCreated no provider was called yet. From
// StateSending until an answer, and in StateUnknown, money may have moved: nothing
// else may be tried for the booking. A provider accepts captures, cancellations
// and refunds before it does them; between the two an attempt is 'requested'.
const (
	StateCreated              State = "created"
	StateSending              State = "sending"    // the first call is out
	StateChallenge            State = "challenge"  // the bank asks the visitor
	StateCompleting           State = "completing" // the second call is out
	StateUnknown              State = "unknown"    // no answer; the reconciler asks
	StateAuthorised           State = "authorised" // the booking has it; to be captured
	StateCaptureRequested     State = "capture requested"
	StateCaptured             State = "captured" // or nothing had to be
	StateRefused              State = "refused"  // the card or the bank said no
	StateAuthenticationFailed State = "authentication failed"
	StateFailed               State = "failed"     // an error that took no money
	StateAbandoned            State = "abandoned"  // never finished by the visitor
	StateCancelling           State = "cancelling" // authorised, to be cancelled
	StateCancelRequested      State = "cancel requested"
	StateCancelled            State = "cancelled"
	StateLost                 State = "lost"      // the booking had it, and the provider took it back
	StateRefunding            State = "refunding" // captured, to be refunded
	StateRefundRequested      State = "refund requested"
	StateRefundFailed         State = "refund failed" // an operator must return the money
	StateRefunded             State = "refunded"      // all of it
)

// Event is something that happened to an attempt. Providers' answers are told in
// the same words.
type Event string

// The events. The first are ours, the second also a provider's.
const (
	EventSent           Event = "sent"
	EventReturned       Event = "returned from the challenge"
	EventNotWanted      Event = "not wanted" // authorised, and the booking cannot have it
	EventNothingToPay   Event = "nothing to pay"
	EventAbandoned      Event = "abandoned"
	EventCancelWanted   Event = "cancel wanted" // an operator gives it back
	EventRefundWanted   Event = "refund wanted"
	EventNothingDone    Event = "nothing done" // long after a request was accepted
	EventRefundedInPart Event = "refunded in part"

	EventChallenged           Event = "challenged"
	EventAuthorised           Event = "authorised"
	EventRefused              Event = "refused"
	EventAuthenticationFailed Event = "authentication failed"
	EventFailed               Event = "failed" // known to have taken no money
	EventCaptureRequested     Event = "capture requested"
	EventCaptured             Event = "captured"
	EventCancelRequested      Event = "cancel requested"
	EventCancelled            Event = "cancelled"
	EventExpired              Event = "expired" // the authorisation ran out
	EventRefundRequested      Event = "refund requested"
	EventRefunded             Event = "refunded"
	EventRefundFailed         Event = "refund failed"
	EventNotFound             Event = "not found"
	EventDuplicate            Event = "duplicate" // the order is there already: ask
	EventUnknown              Event = "unknown"   // no answer, or none that can be understood
)

// answers are what becomes of an attempt while only the provider knows.
var answers = map[Event]State{
	EventChallenged: StateChallenge, EventAuthorised: StateAuthorised, EventNotWanted: StateCancelling, EventCaptured: StateCaptured,
	EventRefused: StateRefused, EventCancelled: StateRefused, EventExpired: StateRefused,
	EventAuthenticationFailed: StateAuthenticationFailed, EventFailed: StateFailed, EventUnknown: StateUnknown,
}

// late are the answers that come after an attempt ended without money: what is
// there after all goes back.
var late = map[Event]State{EventAuthorised: StateCancelling, EventCaptured: StateCaptured}

var transitions = map[State]map[Event]State{
	StateCreated:    {EventSent: StateSending, EventNothingToPay: StateCaptured, EventAbandoned: StateAbandoned},
	StateSending:    answers,
	StateChallenge:  {EventReturned: StateCompleting, EventAbandoned: StateAbandoned},
	StateCompleting: without(answers, EventChallenged),
	StateUnknown:    without(answers, EventChallenged),
	StateAuthorised: {
		EventCaptureRequested: StateCaptureRequested, EventCaptured: StateCaptured, EventCancelWanted: StateCancelling,
		EventCancelled: StateLost, EventExpired: StateLost, EventRefused: StateLost,
	},
	StateCaptureRequested: {
		EventCaptured: StateCaptured, EventNothingDone: StateAuthorised,
		EventCancelled: StateLost, EventExpired: StateLost, EventRefused: StateLost,
	},
	StateCaptured: {EventRefundWanted: StateRefunding},
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

	StateRefused: late, StateAuthenticationFailed: late, StateFailed: late, StateAbandoned: late,
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

// noNews are the answers that say what is known already or, since a provider's
// replicas lag behind, what was true before. Any other answer without a transition
// is a contradiction.
var noNews = map[State][]Event{
	StateAuthorised:           {EventAuthorised},
	StateCaptureRequested:     {EventAuthorised, EventCaptureRequested},
	StateCaptured:             {EventCaptured, EventAuthorised, EventCaptureRequested},
	StateCancelling:           {EventAuthorised},
	StateCancelRequested:      {EventAuthorised, EventCancelRequested},
	StateCancelled:            {EventCancelled, EventExpired, EventRefused, EventAuthorised},
	StateLost:                 {EventCancelled, EventExpired, EventRefused, EventAuthorised},
	StateRefunding:            {EventCaptured},
	StateRefundRequested:      {EventCaptured, EventRefundRequested},
	StateRefundFailed:         {EventRefundFailed, EventCaptured, EventRefundRequested},
	StateRefunded:             {EventRefunded, EventRefundRequested, EventCaptured},
	StateRefused:              {EventRefused, EventCancelled, EventExpired, EventAuthenticationFailed, EventNotFound},
	StateAuthenticationFailed: {EventAuthenticationFailed, EventRefused, EventCancelled, EventNotFound},
	StateFailed:               {EventFailed, EventRefused, EventCancelled, EventExpired, EventNotFound, EventAuthenticationFailed},
	StateAbandoned:            {EventRefused, EventCancelled, EventExpired, EventNotFound},
}

// Next decides what an event does to an attempt. ok is false where it changes
// nothing; Contradicts then tells whether that is expected.
func Next(s State, e Event) (to State, ok bool) {
	to, ok = transitions[s][e]
	return to, ok
}

// Contradicts reports an answer of the provider that cannot be true beside what is
// known.
func Contradicts(s State, e Event) bool {
	_, ok := Next(s, e)
	return !ok && e != EventUnknown && e != EventDuplicate && !slices.Contains(noNews[s], e)
}

// Open says that no other attempt may start for the booking.
func (s State) Open() bool {
	return s == StateCreated || s == StateSending || s == StateChallenge || s == StateCompleting || s == StateUnknown
}

// InFlight says that money may be moving and only the provider knows.
func (s State) InFlight() bool { return s == StateSending || s == StateCompleting || s == StateUnknown }

// TookMoney says that the booking has the money.
func (s State) TookMoney() bool {
	return s == StateAuthorised || s == StateCaptureRequested || s == StateCaptured
}

// Requested says that the provider has accepted something that it has not done
// yet.
func (s State) Requested() bool {
	return s == StateCaptureRequested || s == StateCancelRequested || s == StateRefundRequested
}
