package booking

import (
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Wish is the stay that a guest wants in place of the booked one. What is zero stays the same.
type Wish struct {
	UnitTypeID string
	Arrival    date.Date
	Nights     int
	Dogs       *int
}

// Wanted finds what a guest wants in the catalogue. Charges, rules and extras of the new stay
// are today's. Failures: InvalidUnit for a unit type that is not one of the booking's park,
// InvalidParty for one that does not take the dogs.
func (s *Service) Wanted(b Booking, w Wish) (Destination, error) {
	id := w.UnitTypeID
	if id == "" {
		id = b.Stay.UnitTypeID
	}
	unit, ok := s.catalogue.Unit(id)
	if !ok || unit.Park.ID != b.Stay.ParkID || unit.Type.Channel != b.Stay.Channel {
		return Destination{}, Refuse(InvalidUnit, "This unit is not known.")
	}
	return Destination{Unit: &unit, Arrival: w.Arrival, Nights: max(0, w.Nights), Dogs: w.Dogs}, nil
}

// CheckChange returns why the stay of a booking cannot be changed by its terms on a day, as a
// *Failure whose text is for the guest, or nil.
func (b Booking) CheckChange(today date.Date) error {
	terms := b.Stay.Changes
	switch {
	case b.State == Cancelled || b.State == Refunded:
		return Refuse(WrongState, "This booking has been cancelled.")
	case b.State != Confirmed:
		return Refuse(WrongState, "This booking is not confirmed, so it cannot be changed.")
	case terms.Days == 0 || b.Imported || b.Promo || b.BalanceToOperator():
		// A stay of a promotion is on certain days only, and a balance that the operator
		// collects is not ours to change.
		return Refuse(WrongState, "This booking cannot be changed online. Please call us.")
	case today > b.lastChange():
		return Refuse(WrongState, "This booking could be changed online until "+b.lastChange().Short()+". Please call us.")
	}
	return nil
}

// lastChange is the last day on which the stay can be changed by the terms.
func (b Booking) lastChange() date.Date { return b.Stay.Arrival - date.Date(b.Stay.Changes.Days) }

// ChangeTexts are the terms of changes in sentences, for a booking that can be changed.
func (b Booking) ChangeTexts() []string {
	terms := b.Stay.Changes
	texts := []string{"You can change your stay until " + b.lastChange().Short() + "."}
	switch terms.Cheaper {
	case catalogue.CheaperMoney:
		texts = append(texts, "If the new stay costs less, the difference comes back to you.")
	case catalogue.CheaperNothing:
		texts = append(texts, "If the new stay costs less, nothing comes back.")
	case catalogue.CheaperRefused:
		texts = append(texts, "The new stay cannot cost less.")
	}
	if terms.NoDearer {
		texts = append(texts, "The new stay cannot cost more.")
	}
	if terms.Fee > 0 {
		texts = append(texts, "Each change costs "+terms.Fee.Text()+".")
	}
	return texts
}

// checkWish returns why the guest cannot change a booking to a destination, or nil.
func checkWish(b Booking, to Destination, today date.Date) error {
	if err := b.CheckChange(today); err != nil {
		return err
	}
	switch arrival := to.Arrival; {
	case to.Unit == nil || to.Unit.Park.ID != b.Stay.ParkID: // extras are booked again from the catalogue, and the terms are the park's
		return Refuse(InvalidUnit, "This unit is not one of the booked park.")
	case arrival != 0 && arrival <= today:
		return Refuse(UnitUnavailable, "Please choose an arrival from tomorrow on.")
	case to.same(b):
		return Refuse(WrongState, "This is your booking as it is. Please choose something else.")
	case arrival != 0 && !b.agesFit(arrival):
		return Refuse(InvalidParty, "By then, somebody of your party is of another age group. Please choose another day, or call us.")
	}
	return movable(b, to, today)
}

// rebookByTerms completes the change of a stay by its guest. The extras are booked again at
// today's prices; those that the park does not offer with the new stay are taken out. A discount
// code counts for the new price as it did for the old one, with its percentage or amount at the
// time of booking, unless the price of the new stay is below the lowest for which it may be used;
// what a voucher has paid stays paid. The terms of the booking stay its own.
func (r *Rebooking) rebookByTerms(tx Tx, b Booking, to Destination) error {
	after := &r.After
	stay := &after.Stay
	stay.Cancellation, stay.Changes, stay.Deposit = b.Stay.Cancellation, b.Stay.Changes, b.Stay.Deposit
	if first := b.Stay.termsArrival(); first < stay.Arrival {
		stay.TermsFrom = first
	}
	r.bookExtrasAgain(b, to)
	reduction, err := r.reduction(tx, b)
	if err != nil {
		return err
	}
	fees := b.Stay.changeCharge(feeCharge)
	before, now := b.Total+b.Goodwill-fees, after.full()-reduction
	switch terms := stay.Changes; {
	case now > before && terms.NoDearer:
		return Refuse(WrongState, "By the terms of your booking, the new stay cannot cost more. It costs "+(now-before).Text()+" more. Please choose another, or call us.")
	case now < before && terms.Cheaper == catalogue.CheaperRefused:
		return Refuse(WrongState, "By the terms of your booking, the new stay cannot cost less. It costs "+(before-now).Text()+" less. Please choose another, or call us.")
	case now < before && terms.Cheaper == catalogue.CheaperNothing:
		r.Kept = before - now
	}
	r.Fee = stay.Changes.Fee
	stay.addChangeCharge(keptCharge, r.Kept)
	stay.addChangeCharge(feeCharge, fees+r.Fee)
	after.Total = after.full() - reduction - b.Goodwill
	return nil
}

// bookExtrasAgain books the extras with the new stay, at today's prices.
func (r *Rebooking) bookExtrasAgain(b Booking, to Destination) {
	r.After.Extras = nil
	choices := to.Unit.Park.Choices(to.Unit.Type, r.After.Party.Dogs)
	for _, had := range b.Extras {
		i := slices.IndexFunc(choices, func(e catalogue.Extra) bool { return e.Code == had.Code })
		if i < 0 {
			why := "the park does not sell it with the new stay"
			if to.Unit.includes(had) {
				why = comesWith
			}
			r.Dropped = append(r.Dropped, Dropped{had, why})
			continue
		}
		most := max(1, choices[i].Max)
		r.After.Extras = append(r.After.Extras, chosenOf(choices[i], min(had.Quantity, most), r.After.Stay, r.After.Party))
		if had.Quantity > most {
			had.Quantity -= most
			r.Dropped = append(r.Dropped, Dropped{had, fmt.Sprintf("the park sells at most %d now", most)})
		}
	}
}

// Lost says in sentences for the guest what is taken out with the change, and why.
func (r Rebooking) Lost() (texts []string) {
	for _, e := range r.Dropped {
		texts = append(texts, fmt.Sprintf("%s × %d is taken out: %s.", e.Name, e.Quantity, e.Why))
	}
	if r.EndedCode != "" {
		texts = append(texts, "Your code "+r.EndedCode+" is not taken off any more, because the new stay costs too little for it.")
	}
	return texts
}

// reduction is what the code or voucher of the booking takes off the new price.
func (r *Rebooking) reduction(tx Tx, b Booking) (money.Pence, error) {
	if b.Discount.Kind != CodeDiscount {
		return b.Reduction(), nil
	}
	c, err := tx.LockCode(b.Discount.Code)
	if err != nil && !errors.Is(err, ErrNoRow) {
		return 0, Wrap("read the code of a booking", err)
	}
	if err == nil && r.After.Stay.Price < c.MinPrice {
		r.EndedCode, r.After.Discount = b.Discount.Code, Discount{Kind: NoDiscount}
		return 0, nil
	}
	return codeReduction(b.Discount, r.After.Stay.Price, r.After.full()), nil
}
