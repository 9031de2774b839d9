package payment

// State is where an attempt stands.
type State string

// The states of an attempt. In StateCreated no provider was called yet. From
// StateSending until an answer, and in StateUnknown, money may have moved: nothing
// else may be tried for the booking.
const (
	StateCreated              State = "created"
	StateSending              State = "sending"               // the first call is out
	StateChallenge            State = "challenge"             // the bank asks the visitor
	StateCompleting           State = "completing"            // the second call is out
	StateUnknown              State = "unknown"               // no answer; the reconciler asks
	StateAuthorised           State = "authorised"            // the booking has it; to be captured
	StatePaid                 State = "paid"                  // captured, or nothing had to be
	StateRefused              State = "refused"               // the card or the bank said no
	StateAuthenticationFailed State = "authentication failed" // 3-D Secure failed
	StateFailed               State = "failed"                // an error that took no money
	StateAbandoned            State = "abandoned"             // never finished by the visitor
	StateCancelling           State = "cancelling"            // authorised, but the booking cannot have it
	StateCancelled            State = "cancelled"
	StateRefunding            State = "refunding"
	StateRefunded             State = "refunded"
)

// Event is something that happened to an attempt.
type Event string

// The events of an attempt.
const (
	EventSent                 Event = "sent"
	EventChallenge            Event = "challenged"
	EventChallengeAnswered    Event = "came back from the challenge"
	EventAuthorised           Event = "authorised, and the booking takes it"
	EventNotWanted            Event = "authorised, but the booking cannot take it"
	EventRefused              Event = "refused"
	EventAuthenticationFailed Event = "authentication failed"
	EventFailed               Event = "failed without money"
	EventUnknown              Event = "no answer"
	EventNothingToPay         Event = "nothing to pay"
	EventExpired              Event = "expired"
	EventCaptured             Event = "captured"
	EventCancelled            Event = "cancelled"
	EventRefundRequested      Event = "refund requested"
	EventRefunded             Event = "refunded"
)

var transitions = map[State]map[Event]State{
	StateCreated: {EventSent: StateSending, EventNothingToPay: StatePaid, EventExpired: StateAbandoned},
	StateSending: {
		EventChallenge: StateChallenge, EventAuthorised: StateAuthorised, EventNotWanted: StateCancelling, EventRefused: StateRefused,
		EventAuthenticationFailed: StateAuthenticationFailed, EventFailed: StateFailed, EventUnknown: StateUnknown,
	},
	StateChallenge: {EventChallengeAnswered: StateCompleting, EventExpired: StateAbandoned},
	StateCompleting: {
		EventAuthorised: StateAuthorised, EventNotWanted: StateCancelling, EventRefused: StateRefused,
		EventAuthenticationFailed: StateAuthenticationFailed, EventFailed: StateFailed, EventUnknown: StateUnknown,
	},
	StateUnknown: {
		EventAuthorised: StateAuthorised, EventNotWanted: StateCancelling, EventRefused: StateRefused,
		EventAuthenticationFailed: StateAuthenticationFailed, EventFailed: StateFailed, EventUnknown: StateUnknown,
	},
	StateAuthorised: {EventCaptured: StatePaid, EventRefundRequested: StateRefunding},
	StatePaid:       {EventRefundRequested: StateRefunding},
	StateCancelling: {EventCancelled: StateCancelled},
	StateRefunding:  {EventRefunded: StateRefunded},
}

// Next decides what an event does to an attempt; ok is false where the event
// comes late, twice or out of order and is to be ignored.
func Next(s State, e Event) (to State, ok bool) {
	to, ok = transitions[s][e]
	return to, ok
}

// Open says that no other attempt may start for the booking.
func (s State) Open() bool {
	return s == StateCreated || s == StateSending || s == StateChallenge || s == StateCompleting || s == StateUnknown
}

// InFlight says that money may be moving and only the provider knows.
func (s State) InFlight() bool { return s == StateSending || s == StateCompleting || s == StateUnknown }

// TookMoney says that the booking has the money.
func (s State) TookMoney() bool { return s == StateAuthorised || s == StatePaid }
