// Package booking holds the rules of a booking: how a stay is held, what the
// visitor chooses and enters, what it costs, and how the visitor finds it again
// later.
//
// The rules are pure functions in quote.go, machine.go, contact.go and
// members.go. Service applies them in transactions of a Store.
package booking

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Party is the people and dogs that a stay is for.
type Party struct {
	Adults   int  `json:"adults"`   // 18 and over
	Children int  `json:"children"` // 5 to 17
	Under5s  int  `json:"under5s"`
	Dogs     bool `json:"dogs"`
	// DogCount is how many dogs come; 0 where nobody was asked.
	DogCount int `json:"dogCount,omitempty"`
}

// DogsText is "+ dogs", "+ 1 dog" or "+ 2 dogs", and "" without dogs.
func (p Party) DogsText() string {
	switch {
	case !p.Dogs:
		return ""
	case p.DogCount == 0:
		return "+ dogs"
	case p.DogCount == 1:
		return "+ 1 dog"
	}
	return "+ " + strconv.Itoa(p.DogCount) + " dogs"
}

// Text says who comes, such as "2 adults, 1 child, 2 dogs".
func (p Party) Text() string {
	parts := []string{counted(p.Adults, "adult", "adults")}
	if p.Children > 0 {
		parts = append(parts, counted(p.Children, "child", "children"))
	}
	if p.Under5s > 0 {
		parts = append(parts, counted(p.Under5s, "under five", "under fives"))
	}
	switch {
	case p.Dogs && p.DogCount == 0:
		parts = append(parts, "dogs")
	case p.Dogs:
		parts = append(parts, counted(p.DogCount, "dog", "dogs"))
	}
	return strings.Join(parts, ", ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Size returns the number of people, including infants.
func (p Party) Size() int { return p.Adults + p.Children + p.Under5s }

// Stay is what is booked. It is copied from the catalogue when the booking
// starts, so later changes of the catalogue do not affect it.
type Stay struct {
	Channel    string      `json:"channel"`
	ParkID     string      `json:"parkId"`
	ParkName   string      `json:"parkName"`
	Place      string      `json:"place,omitempty"` // town and region, for e-mails
	UnitTypeID string      `json:"unitTypeId"`
	UnitDesc   string      `json:"unitDesc"`
	Arrival    date.Date   `json:"arrival"`
	Nights     int         `json:"nights"`
	Price      money.Pence `json:"price"`             // total, every compulsory charge and levy included
	Listed     money.Pence `json:"listed,omitempty"`  // the price before the promotion
	Charges    []Charge    `json:"charges,omitempty"` // which of them the price contains, the booking fee aside
	// PercentOff is what the promotion has taken off the price.
	PercentOff   int64             `json:"percentOff,omitempty"`
	BookingFee   money.Pence       `json:"bookingFee"`
	OperatorID   string            `json:"operatorId"`
	OperatorName string            `json:"operatorName"`
	Deposit      catalogue.Deposit `json:"deposit"`
	// CheckIn and CheckOut are the park's times as shown; see Booking.Times.
	CheckIn  string          `json:"checkIn,omitempty"`
	CheckOut string          `json:"checkOut,omitempty"`
	Rules    catalogue.Rules `json:"rules,omitzero"`
	// Cancellation are the terms of a cancellation at the time of booking.
	Cancellation catalogue.Cancellation `json:"cancellation,omitzero"`
	// Changes are the terms by which the guest changes the stay, at the time of booking.
	Changes catalogue.Changes `json:"changes,omitzero"`
	// TermsFrom, where it is not 0, is the arrival from which the terms of a cancellation
	// count: the earliest that the booking has had. See Rebook.
	TermsFrom date.Date `json:"termsFrom,omitempty"`
	// Parts are the stays that the booking takes together; none where it has one unit.
	// UnitTypeID is then that of the first, and Arrival, Nights, Price and Charges are of all.
	Parts []Part `json:"parts,omitempty"`
}

// stayIn returns what is known of a stay from its unit alone.
func stayIn(unit Unit) Stay {
	stay := Stay{
		Channel: unit.Type.Channel, ParkID: unit.Park.ID, ParkName: unit.Park.Name,
		Place:      commaSeparated(unit.Park.Town, unit.Region),
		UnitTypeID: unit.Type.ID, UnitDesc: unit.Type.Title(), BookingFee: unit.Type.BookingFee,
		OperatorID: unit.Operator.ID, OperatorName: unit.Operator.Name, Deposit: unit.Operator.Deposit,
		Rules: unit.Park.RulesFor(unit.Type), Cancellation: unit.cancellation(), Changes: unit.changes(),
	}
	times := Times{unit.Park.CheckIn, unit.Park.CheckOut}
	for _, e := range unit.Park.Extras {
		if e.Compulsory || unit.Type.Includes(e) {
			times = times.with(e.CheckIn, e.CheckOut)
		}
	}
	stay.CheckIn, stay.CheckOut = times.CheckIn, times.CheckOut
	return stay
}

// Departure returns the day of check-out.
func (s Stay) Departure() date.Date { return s.Arrival + date.Date(s.Nights) }

// Title names the unit type and its park.
func (s Stay) Title() string { return commaSeparated(s.UnitDesc, s.ParkName) }

// commaSeparated returns the texts that are not empty, with commas.
func commaSeparated(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// SameNights reports whether another stay is of the same nights in the same unit type.
func (s Stay) SameNights(other Stay) bool {
	return s.UnitTypeID == other.UnitTypeID && s.Arrival == other.Arrival && s.Nights == other.Nights
}

// PriceNotes says what the price of the stay includes, as shown below it: what the
// promotion has taken off, the booking fee (open point AMT-1), compulsory charges and
// levies.
func (s Stay) PriceNotes() []string {
	var notes []string
	if s.PercentOff > 0 {
		notes = append(notes, fmt.Sprintf("%d%% off with your code words", s.PercentOff))
	}
	if s.BookingFee > 0 {
		notes = append(notes, "Includes a booking fee of "+s.BookingFee.Text())
	}
	for _, c := range s.Charges {
		notes = append(notes, "Includes "+c.Text())
	}
	return notes
}

// PriceOf returns the price of the stay at a price of the catalogue.
func (s Stay) PriceOf(price money.Pence) money.Pence { return PromotionalPrice(price, s.PercentOff) }

// PromotionalPrice returns the price under a promotion that takes percentOff per cent
// off. Nothing else in the server computes this price; rules/promotion.ts does the same
// for what the pages show (testdata/promotion-prices.json holds the cases of both).
func PromotionalPrice(price money.Pence, percentOff int64) money.Pence {
	return price - price.Percent(percentOff)
}

// Booking is one booking in any state, from hold to confirmed or cancelled.
type Booking struct {
	// Ref is the reference in its normal form (see NormalReference). It is the
	// key in the database.
	Ref string
	// Shown is the reference as visitors see it: XXXXX-XXXXX, or as imported.
	Shown string
	State State
	// Holder is the digest of the cookie that owns the booking.
	Holder string
	// Client is the digest of the client's network, or "" once it is not
	// needed any more.
	Client string
	// EmailKey is the keyed digest of the contact's e-mail address, or ""
	// before there is one.
	EmailKey string
	// StartKey is a digest of cookie, offer and party. A repeated start finds
	// the booking by it.
	StartKey string
	OfferID  string
	Stay     Stay
	Party    Party
	Promo    bool
	Imported bool
	// Click is the affiliate network's id of the click that brought the visitor,
	// or "".
	Click string
	// Brand is the code of the brand on which the booking began. It is "" where the
	// booking was imported.
	Brand string

	Extras   []ChosenExtra
	Discount Discount
	Steps    []string // completed steps: EXTRAS, DETAILS, PAYMENT …

	// Contact and Members are personal data. They are empty in expired
	// bookings, and in those whose details were erased (see erase.go).
	Contact     Contact
	Members     []Member
	OnlyBooking bool // the contact does not travel

	// Attempt is the id of the open payment attempt, or "" when there is none.
	// Sent means that it was sent to a provider: from then on nothing may
	// change.
	Attempt string
	Sent    bool
	// Total, Compulsory and BalanceDue are set when the booking is confirmed. Goodwill is
	// what staff have taken off Total since then, and OurGoodwill the part of it that we bear
	// and not the operator; see ReducePrice.
	Total       money.Pence
	Goodwill    money.Pence
	OurGoodwill money.Pence
	Compulsory  bool   // the balance is paid to the operator
	BalanceDue  string // dd/mm/yyyy or ""
	// Version is raised by every change of the booking's row: who changes what they have read
	// compares it. It is not saved.
	Version int64
	// AmountPaid is the sum of the ledger's movements; it is not saved.
	AmountPaid money.Pence
	// lastPayment is the attempt whose money the current transition takes; not saved.
	lastPayment string
	// lastLink is the link by which that payment was made, or "". It is not saved either.
	lastLink string

	StartedAt, ExpiresAt, ConfirmedAt, MovedAt, ChangedAt time.Time // zero: not yet
	// Settled is what became of the money when the booking was cancelled for good; nil
	// where that was not decided, or not recorded.
	Settled *Settled
	// ConfirmedBy is the attempt that confirmed the booking, or "": it is not confirmed,
	// or was imported, or was confirmed before this was stored.
	ConfirmedBy string
	// AgesErasedAt is when the ages and dates of birth were erased, ErasedAt
	// when all personal details were; zero: they were not.
	AgesErasedAt, ErasedAt time.Time
}

// Outstanding returns what is left to pay, never negative. Of a booking that has ended
// nothing is left to pay.
func (b Booking) Outstanding() money.Pence {
	switch b.State {
	case Expired, Cancelled, Refunded:
		return 0
	default:
		return max(0, b.Total-b.AmountPaid)
	}
}

// Times are when guests may come and must leave, as shown; "" where that is not known.
type Times struct{ CheckIn, CheckOut string }

// Times returns the times of the stay without extras.
func (s Stay) Times() Times { return Times{s.CheckIn, s.CheckOut} }

// Times returns the times of the stay, with what the chosen extras change. Of several
// extras that change the same time, the last one of the park's list counts.
func (b Booking) Times() Times {
	t := b.Stay.Times()
	for _, e := range b.Extras {
		t = t.with(e.CheckIn, e.CheckOut)
	}
	return t
}

// Reduction is what a code takes off the price, once Total is set.
func (b Booking) Reduction() money.Pence {
	return b.full() - b.Goodwill - b.Total
}

// PriceLine is a part of the price of a confirmed booking; the amount of a
// discount is negative.
type PriceLine struct {
	Label  string
	Amount money.Pence
	Notes  []string // what the amount includes; see Stay.PriceNotes
}

// PriceLines returns the parts of the price of a confirmed booking, in the order
// of the price breakdown.
func (b Booking) PriceLines() []PriceLine {
	lines := []PriceLine{{Label: "Accommodation Price", Amount: b.Stay.Price, Notes: b.Stay.PriceNotes()}}
	for _, e := range b.Extras {
		line := PriceLine{Label: e.Name + " × " + strconv.Itoa(e.Quantity), Amount: e.TotalCost()}
		if basis := e.Basis(); basis != "" {
			line.Notes = []string{basis}
		}
		lines = append(lines, line)
	}
	if reduction := b.Reduction(); reduction > 0 {
		lines = append(lines, PriceLine{Label: b.Discount.Label(), Amount: -reduction})
	}
	if b.Goodwill > 0 {
		lines = append(lines, PriceLine{Label: "Goodwill", Amount: -b.Goodwill})
	}
	return lines
}

// BalanceToOperator reports whether the balance is paid to the park operator.
func (b Booking) BalanceToOperator() bool { return b.Compulsory }

// Basket returns everything that decides the price of the booking on a day.
func (b Booking) Basket(today date.Date) Basket {
	return Basket{Price: b.Stay.Price, Extras: b.Extras, Discount: b.Discount, Deposit: b.Stay.Deposit,
		Promo: b.Promo, Arrival: b.Stay.Arrival, Today: today}
}

// Quote computes the amounts of the booking on a day.
func (b Booking) Quote(today date.Date) Quote { return QuoteFor(b.Basket(today)) }

// AsksDatesOfBirth reports whether party members give dates of birth instead of
// ages (open point BOOK-9). The API's partyAge is then 'dob', otherwise 'age'.
func (b Booking) AsksDatesOfBirth() bool {
	return b.Stay.Channel == "eurocaravan" || b.Stay.Channel == "boats"
}

// The names of completed steps.
const (
	StepExtras  = "EXTRAS"
	StepDetails = "DETAILS"
	StepPayment = "PAYMENT"
)

// Payment is one payment received for a booking or, with a negative amount, given
// back.
type Payment struct {
	Taken  time.Time
	Amount money.Pence
	Method string // "card", "wallet", "link" or "elsewhere"
	By     string // the name of the link, or ""
}

// Refund is money that is to be given back and is not yet.
type Refund struct {
	Amount money.Pence
	Method string // as of a Payment
	// Failed means that the provider could not give it back. A member of staff must.
	Failed bool
}
