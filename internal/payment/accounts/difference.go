package accounts

import (
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Difference says in words what a change of a booking does to the next statement of its
// operator. was and then are the movements of money before and after the change.
func (a Settings) Difference(before, after booking.Booking, was, then []ledger.Movement) string {
	agreed, counts, err := a.agreement(Booked{Booking: before, Movements: was})
	switch {
	case err != nil:
		return "not known: the accounts file has no commission of operator " + before.Stay.OperatorID + " on " + date.In(before.ConfirmedAt).ISO()
	case !counts:
		return "nothing changes"
	}
	d := a.Account(after, then, agreed).Minus(a.Account(before, was, agreed))
	if d.Due == 0 {
		return "nothing changes"
	}
	parts := []string{difference("sales", d.Gross), difference("commission", d.Commission), difference("VAT on it", d.VAT)}
	if d.Ours != 0 {
		parts = append(parts, difference("borne by us", d.Ours))
	}
	return a.Operators[before.Stay.OperatorID].Name + ": " + difference("due", d.Due) + " (" + strings.Join(parts, ", ") + ")"
}

func difference(what string, amount money.Pence) string {
	if amount < 0 {
		return what + " £" + (-amount).String() + " less"
	}
	return what + " £" + amount.String() + " more"
}
