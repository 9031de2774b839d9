package record

// BookingRecord is a booking as the office shows it. Sums are pence, days yyyy-mm-dd, instants
// RFC 3339 in London's time; ” where there is none.
type BookingRecord struct {
	Ref       string          `json:"ref"`     // as shown
	Version   int64           `json:"version"` // of the booking: a plan names it
	State     string          `json:"state"`
	Brand     string          `json:"brand"`
	Arrival   string          `json:"arrival"`
	Departure string          `json:"departure"`
	Nights    int             `json:"nights"`
	Unit      string          `json:"unit"`
	Party     RecordParty     `json:"party"`
	Dogs      int             `json:"dogs"`
	CheckIn   string          `json:"checkIn"`
	CheckOut  string          `json:"checkOut"`
	Park      RecordPark      `json:"park"`
	Guest     *RecordGuest    `json:"guest"` // null: erased, not entered yet, or not to be seen
	ErasedOn  string          `json:"erasedOn"`
	Settled   bool            `json:"settled"`  // nothing is left to pay
	Money     *RecordMoney    `json:"money"`    // null: the person sees no sums
	Timeline  []RecordEntry   `json:"timeline"` // the latest first
	Requests  []Request       `json:"requests"`
	Record    []RecordFact    `json:"record"`
	Pending   []RecordPending `json:"pending"` // without sums for those who see none
	Check     CallerCheck     `json:"check"`
}

// RecordPending is what somebody has asked for, and what is done at a time unless it is undone.
type RecordPending struct {
	ID   string `json:"id"`
	By   string `json:"by"`
	Kind string `json:"kind"`
	Text string `json:"text"` // "Priya S refunds £40.00"
	At   string `json:"at"`
}

// RecordParty is who comes.
type RecordParty struct {
	Adults   int    `json:"adults"`
	Children int    `json:"children"`
	Infants  int    `json:"infants"`
	Text     string `json:"text"`
}

// RecordPark is the park of a booking, and what it knows of it.
type RecordPark struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Operator string `json:"operator"`
	Told     string `json:"told"`    // none (nobody is told), waiting, delivered, acknowledged or refused
	Version  int    `json:"version"` // of what it is to know
	Number   string `json:"number"`  // its own
	Partner  string `json:"partner"` // who takes the park's bookings
	At       string `json:"at"`      // the last message or answer
	Refusal  string `json:"refusal"`
}

// RecordGuest is who has booked.
type RecordGuest struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Address  string `json:"address"`
	Postcode string `json:"postcode"`
}

// RecordMoney is what was bought, paid and returned.
type RecordMoney struct {
	Total      int64           `json:"total"`
	Paid       int64           `json:"paid"`
	Returned   int64           `json:"returned"`
	Left       int64           `json:"left"`
	Due        string          `json:"due"`
	Overdue    bool            `json:"overdue"`
	ToOperator bool            `json:"toOperator"` // the balance is paid at the park
	Unsure     bool            `json:"unsure"`     // the outcome of a payment is not known yet
	Lines      []RecordLine    `json:"lines"`
	Payments   []RecordPayment `json:"payments"`
}

// RecordLine is a part of the price.
type RecordLine struct {
	Text   string `json:"text"`
	Detail string `json:"detail"`
	Amount int64  `json:"amount"`
}

// RecordPayment is an attempt to pay.
type RecordPayment struct {
	ID       string `json:"id"`
	At       string `json:"at"`
	Method   string `json:"method"`
	Text     string `json:"text"`
	State    string `json:"state"`
	Amount   int64  `json:"amount"`
	Returned int64  `json:"returned"`
	Alert    string `json:"alert"` // what somebody must look at
}

// RecordEntry is a line of the timeline.
type RecordEntry struct {
	ID       string `json:"id"`
	At       string `json:"at"`
	Who      string `json:"who"`  // a name, 'system' or 'guest'
	Kind     string `json:"kind"` // booked, money, mail, change, note, park or check
	Title    string `json:"title"`
	Text     string `json:"text"`
	Why      string `json:"why"`
	State    string `json:"state"` // of an e-mail: waiting, sent or failed; of a payment: the provider's; of what was not done: refused
	Pinned   bool   `json:"pinned"`
	ParkSees bool   `json:"parkSees"`
}

// RecordFact is something about the booking itself.
type RecordFact struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Request is a special request of the guest.
type Request struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	State  string `json:"state"` // asked, yes or no
	Answer string `json:"answer"`
}

// CallerCheck is what a caller has said right.
type CallerCheck struct {
	Until   string   `json:"until"` // '': the caller is not checked
	Matched []string `json:"matched"`
}
