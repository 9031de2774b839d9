package booking

// State is the state of a booking.
type State string

// The states of a booking. A booking holds its nights in Held, Paying and
// Confirmed.
const (
	Held      State = "held"      // the unit is kept until the hold's expiry
	Paying    State = "paying"    // a payment attempt is open
	Confirmed State = "confirmed" // paid, in full or by deposit
	Expired   State = "expired"   // the hold ran out or was replaced
	Cancelled State = "cancelled" // by a member of staff; money not yet returned
	Refunded  State = "refunded"  // cancelled for good: what was paid goes back, or a part; see Settled
)

// Event is something that happened to a booking.
type Event string

// The events of a booking.
const (
	PaymentOpened Event = "payment opened"
	PaymentClosed Event = "payment closed" // the attempt took no money
	PaymentTaken  Event = "payment taken"
	TimedOut      Event = "timed out" // also a hold that gives way to a newer one
	CancelAsked   Event = "cancel"    // a member of staff cancels it
	RefundMade    Event = "refund"    // a member of staff, or its guest by the terms, cancels it for good
)

// Effect is something that a transition requires in the same transaction.
type Effect string

// The effects of transitions.
const (
	TakeNights     Effect = "take nights"
	ReturnNights   Effect = "return nights"
	RedeemVoucher  Effect = "redeem voucher"
	ReleaseVoucher Effect = "release voucher"
	ConfirmByEmail Effect = "confirmation e-mail"
	ReceiptByEmail Effect = "receipt e-mail"
	CancelByEmail  Effect = "cancellation e-mail"
	VoucherByEmail Effect = "voucher e-mail" // where something went back to a voucher
)

// Transition is the machine's decision: the next state, and what must be done
// in the same transaction, in this order.
type Transition struct {
	To      State
	Effects []Effect
}

var transitions = map[State]map[Event]Transition{
	Held: {
		PaymentOpened: {To: Paying},
		TimedOut:      {To: Expired, Effects: []Effect{ReturnNights, ReleaseVoucher}},
		CancelAsked:   {To: Cancelled, Effects: []Effect{ReturnNights, ReleaseVoucher}},
	},
	Paying: {
		PaymentOpened: {To: Paying},
		PaymentClosed: {To: Held},
		PaymentTaken:  {To: Confirmed, Effects: []Effect{RedeemVoucher, ConfirmByEmail}},
	},
	Expired: {
		// A payment that arrives late confirms the booking if its nights can be
		// taken again.
		PaymentTaken: {To: Confirmed, Effects: []Effect{TakeNights, RedeemVoucher, ConfirmByEmail}},
	},
	// Cancelling keeps what was taken, also of a voucher; a refund returns it.
	Confirmed: {
		PaymentTaken: {To: Confirmed, Effects: []Effect{ReceiptByEmail}},
		CancelAsked:  {To: Cancelled, Effects: []Effect{ReturnNights, CancelByEmail}},
		RefundMade:   {To: Refunded, Effects: []Effect{ReturnNights, ReleaseVoucher, CancelByEmail}},
	},
	Cancelled: {
		RefundMade: {To: Refunded, Effects: []Effect{ReleaseVoucher, VoucherByEmail}},
	},
	Refunded: {},
}

// Next returns what an event does to a booking in a state. ok is false where
// the event is not possible in that state; the caller ignores or refuses it.
func Next(s State, e Event) (t Transition, ok bool) {
	t, ok = transitions[s][e]
	return t, ok
}

// HoldsNights reports whether a booking in this state keeps its nights.
func (s State) HoldsNights() bool { return s == Held || s == Paying || s == Confirmed }
