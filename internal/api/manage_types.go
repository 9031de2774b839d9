package api

import "holidaymaker/internal/date"

// LookupForm identifies a booking to find.
type LookupForm struct {
	BookingID string `in:"bookingId" doc:"The booking reference."`
	Surname   string `in:"surname" doc:"Surname of the person who booked."`
	Postcode  string `in:"postcode" doc:"Postcode of the person who booked."`
}

// ExistingBooking is a booking found by lookup: a paid one, or one whose payment is being checked.
type ExistingBooking struct {
	Stay
	BookingID   string    `json:"bookingId"`
	Type        string    `json:"type" doc:"Always 'existing'."`
	Status      string    `json:"status" doc:"confirmed, pending or cancelled."`
	ParkName    string    `json:"parkName"`
	Adults      int       `json:"adults"`
	Children    int       `json:"children"`
	Under5s     int       `json:"under5s"`
	PetFriendly string    `json:"petFriendly" doc:"Y or N."`
	Dogs        int       `json:"dogs,omitempty" doc:"How many dogs come; absent where nobody was asked."`
	TotalCost   Money     `json:"totalCost"`
	AmountPaid  Money     `json:"amountPaid"`
	Outstanding Money     `json:"outstanding"`
	DueDate     string    `json:"dueDate"`
	BalanceTo   string    `json:"balanceTo" doc:"us or operator. Of a booking that is pending: who will receive it."`
	BalanceMsg  string    `json:"balanceMsg,omitempty" doc:"What the operator says about a balance that is paid to it."`
	Payments    []Payment `json:"payments"`
	// DepositDue is left out where it is zero.
	DepositDue Money `json:"depositDue,omitempty" doc:"The part of the outstanding amount that is payable to us although the balance is the operator's: the deposit, until its payment is known or after it was taken back."`
	// PaymentPending is left out where it is false.
	PaymentPending bool `json:"paymentPending,omitempty" doc:"The result of a payment is not known yet; until then no other can be made."`
	// Refunds are not done yet. One that is done is a payment with a negative amount.
	Refunds []RefundDue `json:"refunds,omitempty"`
	// Lines are the parts of the price: the accommodation, extras, a discount.
	Lines []PriceLine `json:"lines,omitempty"`
	// Cancellable is left out where it is false, Settled where nothing was decided.
	Cancellable bool     `json:"cancellable,omitempty" doc:"Its owner can cancel it online, by the terms in cancellation."`
	Settled     *Settled `json:"settled,omitempty" doc:"What became of the money of a booking that was cancelled."`
	// Correctable and LeadTravels are left out where they are false.
	Correctable bool `json:"correctable,omitempty" doc:"Its owner can correct names and contact details with correctdetails."`
	LeadTravels bool `json:"leadTravels,omitempty" doc:"The person who booked is the first member of the party."`
	// Changes is left out where the stay cannot be changed online.
	Changes *Changes `json:"changes,omitempty" doc:"How its owner can change the stay with changebooking."`
	// Shareable is left out where it is false.
	Shareable bool      `json:"shareable,omitempty" doc:"Its owner can make links by which others pay, with makepaylinks."`
	PayLinks  []PayLink `json:"payLinks,omitempty" doc:"The links by which others pay, oldest first."`
}

// PayLink is a link by which somebody else pays towards a booking, as its owner sees it.
type PayLink struct {
	ID     string `json:"id"`
	Name   string `json:"name,omitempty" doc:"What the owner calls it."`
	State  string `json:"state" doc:"open, paid, returned (its money went back), ended, expired, or closed: the booking takes no payments."`
	Amount Money  `json:"amount" doc:"What it asks for now; of one that was paid, what was paid."`
	Whole  bool   `json:"whole,omitempty" doc:"It asks for all that is left to pay."`
	Until  string `json:"until" doc:"dd/mm/yyyy, the last day on which it can be used."`
	PaidOn string `json:"paidOn,omitempty" doc:"dd/mm/yyyy."`
	Token  string `json:"token,omitempty" doc:"Of an open link: its address is /booking/payment# and the token."`
}

// PayLinksForm makes links. Each share n, from 1 and without a gap, brings name{n} and
// amount{n}; an empty amount asks for all that is left to pay.
type PayLinksForm struct {
	OwnBooking
	Key    string            `in:"key,required" code:"REQUEST" doc:"A UUID; a repeated key makes no more links."`
	Shares map[string]string `in:"*" doc:"name1, amount1, name2, …"`
}

// EndPayLinkForm takes a link back.
type EndPayLinkForm struct {
	OwnBooking
	ID string `in:"id,required" code:"REQUEST" doc:"The link."`
}

// LinkForm names a link by which somebody pays.
type LinkForm struct {
	Token string `in:"token,required" code:"REQUEST" doc:"The token of the link."`
}

// LinkedStay is what somebody who pays by a link sees.
type LinkedStay struct {
	ParkName    string `json:"parkName"`
	ArrivalDate string `json:"arrivalDate" doc:"dd/mm/yyyy."`
	Duration    int    `json:"duration" doc:"Nights."`
	Amount      Money  `json:"amount" doc:"What is asked for."`
	Until       string `json:"until" doc:"dd/mm/yyyy, the last day on which the link can be used."`
}

// Changes are the terms by which a stay can be changed, and what can be chosen.
type Changes struct {
	Texts []string     `json:"texts" doc:"The terms, a sentence each."`
	Units []UnitChoice `json:"units" doc:"The unit types of the park, the booked one among them while it is sold."`
}

// UnitChoice is a unit type to which a stay can be changed.
type UnitChoice struct {
	UnitTypeID string `json:"unitTypeId"`
	Name       string `json:"name"`
	MaxDogs    int    `json:"maxDogs,omitempty" doc:"How many dogs may come. Absent: none."`
}

// StayWish is the stay that the visitor wants. What is absent stays the same.
type StayWish struct {
	OwnBooking
	UnitTypeID string     `in:"unitTypeId" doc:"A unit type of the same park."`
	Date       *date.Date `in:"date" code:"DATE" doc:"The day of arrival."`
	Nights     int        `in:"nights" code:"NIGHTS"`
	Dogs       *int       `in:"dogs" code:"REQUEST" doc:"How many dogs come."`
}

// ChangeForm changes a stay as its plan says.
type ChangeForm struct {
	StayWish
	Plan string `in:"plan,required" code:"REQUEST" doc:"The plan that the visitor has agreed to."`
	Key  string `in:"key,required" code:"REQUEST" doc:"A UUID; a repeated key changes nothing more."`
}

// ChangePlan is what happens if the visitor changes the stay now.
type ChangePlan struct {
	Stay
	BookingID   string      `json:"bookingId"`
	Dogs        int         `json:"dogs,omitempty"`
	Lines       []PriceLine `json:"lines" doc:"What the new price is made of."`
	CostBefore  Money       `json:"costBefore" doc:"The total before the change."`
	TotalCost   Money       `json:"totalCost"`
	Fee         Money       `json:"fee,omitempty" doc:"Of this change, part of totalCost."`
	Kept        Money       `json:"kept,omitempty" doc:"By how much the new stay is cheaper, where the terms give nothing back; part of totalCost."`
	LeftBefore  Money       `json:"leftBefore" doc:"What was left to pay before the change."`
	Outstanding Money       `json:"outstanding" doc:"What is then left to pay."`
	DueDate     string      `json:"dueDate,omitempty" doc:"dd/mm/yyyy, the day before which it must be paid."`
	Dropped     []string    `json:"dropped,omitempty" doc:"What is not part of the new stay any more, a sentence each."`
	Back        Money       `json:"back" doc:"What comes back."`
	Parts       []PartBack  `json:"parts" doc:"Where it goes, the newest payment first."`
	Plan        string      `json:"plan" doc:"Identifies the plan."`
}

// Settled is what becomes of the money of a booking that is cancelled.
type Settled struct {
	Rule string `json:"rule,omitempty" doc:"Why so much is kept, by the terms, as sentences. Absent: staff have decided."`
	Back Money  `json:"back" doc:"What comes back, by money or to a voucher."`
	Kept Money  `json:"kept" doc:"What is kept of what was paid."`
}

// OwnBooking names a booking to which this session has access.
type OwnBooking struct {
	BookingID string `in:"bookingId,required" code:"BOOKING" doc:"The booking reference."`
}

// DetailsForm corrects names and contact details. What is absent or empty stays as it is. Each
// member n of the party, from 1 and without a gap, brings title{n}, initial{n} and lastName{n}.
type DetailsForm struct {
	OwnBooking
	Title     string `in:"title" doc:"Mr, Mrs, Miss, Ms, Mx, Dr or Rev."`
	Forename  string `in:"forename" doc:"At least two characters."`
	Surname   string `in:"surname"`
	Telephone string `in:"telephone"`
	AddressForm
	Members map[string]string `in:"*" doc:"title1, initial1, lastName1, title2, …"`
}

// CancelForm cancels a booking as its plan says.
type CancelForm struct {
	OwnBooking
	Plan string `in:"plan,required" code:"REQUEST" doc:"The plan that the visitor has agreed to."`
	Key  string `in:"key,required" code:"REQUEST" doc:"A UUID; a repeated key changes nothing more."`
}

// CancelPlan is what happens if the visitor cancels a booking now.
type CancelPlan struct {
	BookingID string `json:"bookingId"`
	Settled
	Until string     `json:"until" doc:"dd/mm/yyyy, the last day on which these sums hold."`
	Parts []PartBack `json:"parts" doc:"Where what comes back goes: the newest payment first, a voucher last."`
	Plan  string     `json:"plan" doc:"Identifies the plan."`
}

// PartBack is what goes back to one payment, or to a voucher.
type PartBack struct {
	Amount Money  `json:"amount"`
	Method string `json:"method" doc:"card, wallet, voucher, or link: to whoever paid by a link."`
	Ending string `json:"ending,omitempty" doc:"The last four digits of the card. Absent: not known."`
	Code   string `json:"code,omitempty" doc:"Of the voucher."`
	Until  string `json:"until,omitempty" doc:"yyyy-mm-dd, the last day of the voucher. Absent: no end."`
	Over   bool   `json:"over,omitempty" doc:"The voucher cannot be used any more: the visitor must call."`
}

// PriceLine is a part of a price; the amount of a discount is negative.
type PriceLine struct {
	Label  string   `json:"label"`
	Amount Money    `json:"amount"`
	Notes  []string `json:"notes,omitempty" doc:"What the amount includes, as sentences to show below the label."`
}

// RefundDue is money that is to be returned for a booking and is not yet.
type RefundDue struct {
	Amount Money  `json:"amount"`
	Method string `json:"method" doc:"card or wallet: it goes back the way it was paid. link: to whoever paid by a link."`
	Failed bool   `json:"failed,omitempty" doc:"The provider could not return it: the visitor must call."`
}

// Payment is a payment received for a booking, or, with a negative amount, returned.
type Payment struct {
	Date   string `json:"date"`
	Amount Money  `json:"amount"`
	Method string `json:"method" doc:"card, wallet, link: somebody else paid by a link, or elsewhere: before the import of the booking, or returned in another way than it was paid."`
	By     string `json:"by,omitempty" doc:"The name of the link."`
}

// MyBookings lists the bookings that this session may see.
type MyBookings struct {
	Bookings []ExistingBooking `json:"bookings"`
}

// ForgetForm removes this session's access to a booking.
type ForgetForm struct {
	BookingID string `in:"bookingId,required" code:"BOOKING" doc:"The booking reference."`
	Action    string `in:"action,required" code:"ACTION" enum:"forget" doc:"What to do."`
}

// ResetForm asks for the booking references of an e-mail address.
type ResetForm struct {
	Email string `in:"email" doc:"The e-mail address used for the booking."`
}

// Nothing is an empty answer.
type Nothing struct{}
