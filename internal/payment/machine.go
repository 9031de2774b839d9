package payment

// State is where an attempt stands.
type State string

// The states of an attempt. In Created no provider was called yet. From
// Sending until an answer, and in Unknown, money may have moved: nothing else
// may be tried for the booking.
const (
	Created    State = "created"
	Sending    State = "sending"    // the first call is out
	Asked      State = "challenge"  // the bank asks the visitor
	Completing State = "completing" // the second call is out
	Unknown    State = "unknown"    // no answer; the reconciler asks
	Taken      State = "authorised" // the booking has it; to be captured
	Paid       State = "paid"       // captured, or nothing had to be
	Rejected   State = "refused"    // the card or the bank said no
	Unproven   State = "unproven"   // 3-D Secure failed
	Broken     State = "failed"     // an error that took no money
	Abandoned  State = "abandoned"  // never finished by the visitor
	Cancelling State = "cancelling" // authorised, but the booking cannot have it
	Cancelled  State = "cancelled"
	Refunding  State = "refunding"
	Refunded   State = "refunded"
)

// Event is something that happened to an attempt.
type Event string

// The events of an attempt.
const (
	Sent         Event = "sent"
	WasAsked     Event = "challenged"
	CameBack     Event = "came back from the challenge"
	Approved     Event = "authorised, and the booking takes it"
	NotWanted    Event = "authorised, but the booking cannot take it"
	Refusal      Event = "refused"
	NoProof      Event = "authentication failed"
	NoMoney      Event = "failed without money"
	NoAnswer     Event = "no answer"
	NothingToPay Event = "nothing to pay"
	Expiry       Event = "expired"
	WasCaptured  Event = "captured"
	WasCancelled Event = "cancelled"
	RefundAsked  Event = "refund asked"
	WasRefunded  Event = "refunded"
)

var transitions = map[State]map[Event]State{
	Created: {Sent: Sending, NothingToPay: Paid, Expiry: Abandoned},
	Sending: {
		WasAsked: Asked, Approved: Taken, NotWanted: Cancelling, Refusal: Rejected,
		NoProof: Unproven, NoMoney: Broken, NoAnswer: Unknown,
	},
	Asked: {CameBack: Completing, Expiry: Abandoned},
	Completing: {
		Approved: Taken, NotWanted: Cancelling, Refusal: Rejected,
		NoProof: Unproven, NoMoney: Broken, NoAnswer: Unknown,
	},
	Unknown: {
		Approved: Taken, NotWanted: Cancelling, Refusal: Rejected,
		NoProof: Unproven, NoMoney: Broken, NoAnswer: Unknown,
	},
	Taken:      {WasCaptured: Paid, RefundAsked: Refunding},
	Paid:       {RefundAsked: Refunding},
	Cancelling: {WasCancelled: Cancelled},
	Refunding:  {WasRefunded: Refunded},
}

// Next decides what an event does to an attempt; ok is false where the event
// comes late, twice or out of order and is to be ignored.
func Next(s State, e Event) (to State, ok bool) {
	to, ok = transitions[s][e]
	return to, ok
}

// Open says that no other attempt may start for the booking.
func (s State) Open() bool {
	return s == Created || s == Sending || s == Asked || s == Completing || s == Unknown
}

// InFlight says that money may be moving and only the provider knows.
func (s State) InFlight() bool { return s == Sending || s == Completing || s == Unknown }

// TookMoney says that the booking has the money.
func (s State) TookMoney() bool { return s == Taken || s == Paid }
