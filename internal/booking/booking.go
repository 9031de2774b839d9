// Package booking holds the life of a booking: taking hold of a stay, what is
// chosen and entered on the way, what it costs, and finding it again later.
//
// The rules are pure functions in quote.go, machine.go, contact.go and members.go.
// Service applies them in transactions of a Store.
package booking

import (
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Party is who a stay is for.
type Party struct {
	Adults   int  `json:"adults"`   // 18 and over
	Children int  `json:"children"` // 5 to 17
	Under5s  int  `json:"under5s"`
	Dogs     bool `json:"dogs"`
}

// Size counts everybody, infants too.
func (p Party) Size() int { return p.Adults + p.Children + p.Under5s }

// Stay is what is booked, copied from the catalogue when the booking starts,
// so that it outlives changes of the catalogue.
type Stay struct {
	Channel      string            `json:"channel"`
	ParkID       string            `json:"parkId"`
	ParkName     string            `json:"parkName"`
	Place        string            `json:"place,omitempty"` // town and region, for e-mails
	UnitTypeID   string            `json:"unitTypeId"`
	UnitDesc     string            `json:"unitDesc"`
	Arrival      date.Date         `json:"arrival"`
	Nights       int               `json:"nights"`
	Price        money.Pence       `json:"price"` // total, every compulsory charge included
	BookingFee   money.Pence       `json:"bookingFee"`
	OperatorID   string            `json:"operatorId"`
	OperatorName string            `json:"operatorName"`
	Deposit      catalogue.Deposit `json:"deposit"`
}

// Departure is the day of check-out.
func (s Stay) Departure() date.Date { return s.Arrival + date.Date(s.Nights) }

// Booking is one booking, in progress or made.
type Booking struct {
	// Ref is the reference in its normal form (NormalReference), the key.
	Ref string
	// Shown is the reference as people see it: XXXXX-XXXXX, or as imported.
	Shown string
	State State
	// Holder is the digest of the cookie that the booking belongs to.
	Holder string
	// Address is the digest of the client's address, "" once it is of no use.
	Address string
	// EmailKey is the keyed digest of the contact's e-mail address, "" without.
	EmailKey string
	// StartKey names cookie, offer and party: a repeated start finds it.
	StartKey string
	OfferID  string
	Stay     Stay
	Party    Party
	Promo    bool
	Imported bool

	Extras   []ChosenExtra
	Discount Discount
	Steps    []string // completed steps: EXTRAS, DETAILS, PAYMENT …

	// Contact and Members are personal data; empty in expired bookings.
	Contact     Contact
	Members     []Member
	OnlyBooking bool // the contact does not travel

	// Attempt is the open payment attempt's id, "" when there is none. Sent
	// says that it went to a provider: nothing may change any more.
	Attempt string
	Sent    bool
	// Total, Compulsory and BalanceDue are fixed when the booking is confirmed.
	Total      money.Pence
	Compulsory bool   // the balance is the operator's
	BalanceDue string // dd/mm/yyyy or ""
	AmountPaid money.Pence

	StartedAt, ExpiresAt, ConfirmedAt, ChangedAt time.Time // zero: not yet
}

// Outstanding is what is left to pay of a confirmed booking, never negative.
func (b Booking) Outstanding() money.Pence { return max(0, b.Total-b.AmountPaid) }

// BalanceToOperator says whether the balance is payable to the park operator.
func (b Booking) BalanceToOperator() bool { return b.Compulsory }

// Basket gives what decides the price of the booking on a day.
func (b Booking) Basket(today date.Date) Basket {
	return Basket{Price: b.Stay.Price, Extras: b.Extras, Discount: b.Discount, Deposit: b.Stay.Deposit,
		Promo: b.Promo, Arrival: b.Stay.Arrival, Today: today}
}

// Quote works out the amounts of the booking on a day.
func (b Booking) Quote(today date.Date) Quote { return QuoteFor(b.Basket(today)) }

// AsksDatesOfBirth says whether party members give dates of birth instead of
// ages (open point BOOK-9); the API's partyAge is 'dob' then, 'age' otherwise.
func (b Booking) AsksDatesOfBirth() bool {
	return b.Stay.Channel == "eurocaravan" || b.Stay.Channel == "boats"
}

// The names of completed steps.
const (
	StepExtras  = "EXTRAS"
	StepDetails = "DETAILS"
	StepPayment = "PAYMENT"
)

// Payment is one payment that was taken for a booking.
type Payment struct {
	Taken  time.Time
	Amount money.Pence
	Method string // "card", "wallet" or "voucher"
}
