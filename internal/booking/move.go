package booking

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Destination is the stay to which a booking moves. What is not given stays the same.
type Destination struct {
	Unit    *Unit     // nil: the unit type stays the same
	Arrival date.Date // 0: the arrival date stays the same
	// Nights and Dogs are for a change by the terms, which books extras again: a move keeps
	// what extras cost. 0 and nil: as before.
	Nights int
	Dogs   *int
}

// moveDueDays is how many days the visitor has at least to pay what a move adds to the
// price, or what was refunded by mistake.
const moveDueDays = 7

// Rebooking is what becomes of a booking that gets another stay.
type Rebooking struct {
	Before, After Booking
	// Dropped are extras that are taken out, and EndedCode is the code that is not taken off
	// any more, or "".
	Dropped   []Dropped
	EndedCode string
	// Fee and Kept are what the terms of the booking add to the price of the new stay: for
	// this change, and of the difference to the earlier stay. See catalogue.Changes.
	Fee, Kept money.Pence
	byTerms   bool
}

// Dropped is so many of an extra that a booking with another stay does not have any more, and
// why, in words.
type Dropped struct {
	ChosenExtra
	Why string
}

// comesWith is why an extra is taken out that the price of the new stay contains.
const comesWith = "the unit comes with it"

// Rebook works out what becomes of a confirmed booking that gets another stay, at today's
// price. It changes nothing. A member of staff moves it: extras, fees of earlier changes and what
// a code took off stay as they are, but extras that the other unit type includes are taken out,
// with their cost; on another day the charges of the catalogue are those of the booking, as its
// rules are; levies are today's; what a promotion takes off is kept. With byTerms the guest
// changes it: see rebookByTerms. It returns a *Failure with the reason when it is not possible;
// whether the nights are free, TakeRebooking says.
func Rebook(tx Tx, b Booking, to Destination, byTerms bool) (Rebooking, error) {
	today := date.In(tx.Now())
	check := movable
	if byTerms {
		check = checkWish
	}
	if err := check(b, to, today); err != nil {
		return Rebooking{}, err
	}
	r := Rebooking{Before: b, After: b, byTerms: byTerms}
	r.After.Stay, r.After.Party = b.stayAt(to), to.party(b.Party)
	listed, err := r.price(tx, b, to)
	if err != nil {
		return r, err
	}
	after := &r.After
	after.OfferID = Offer{after.Stay.UnitTypeID, after.Stay.Arrival, after.Stay.Nights, listed}.ID()
	after.MovedAt, after.ChangedAt = tx.Now(), tx.Now()
	if byTerms {
		err = r.rebookByTerms(tx, b, to)
	} else {
		r.keepExtras(b, to)
		after.Stay.addChangeCharge(feeCharge, b.Stay.changeCharge(feeCharge))
		after.Total = after.full() - b.Reduction() - b.Goodwill
	}
	if err == nil && after.Total < 0 {
		err = r.tooCheap(b)
	}
	after.BalanceDue = dueAfterMove(*after, today)
	return r, err
}

// stayAt is the stay of a destination, without its price.
func (b Booking) stayAt(to Destination) Stay {
	stay := b.Stay
	if to.Unit != nil {
		stay = stayIn(*to.Unit)
		stay.Arrival, stay.Nights, stay.PercentOff, stay.TermsFrom = b.Stay.Arrival, b.Stay.Nights, b.Stay.PercentOff, b.Stay.TermsFrom
	}
	stay.Arrival, stay.Nights = cmp.Or(to.Arrival, stay.Arrival), cmp.Or(to.Nights, stay.Nights)
	return stay
}

// price sets the price of the new stay, and returns that which the index shows.
func (r *Rebooking) price(tx Tx, b Booking, to Destination) (listed money.Pence, err error) {
	stay, party := &r.After.Stay, &r.After.Party
	base, dogs, ok, err := tx.Price(stay.UnitTypeID, stay.Arrival, stay.Nights, party.Size())
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, r.refuse(fmt.Sprintf("%s has no price for %d nights from %s for %d people", stay.UnitTypeID, stay.Nights, stay.Arrival.ISO(), party.Size()))
	}
	levies, err := tx.Levies(stay.UnitTypeID) // which law is in force follows from the day of the stay
	if err != nil {
		return 0, err
	}
	listed = stay.setPrice(pricing{base, to.charges(b.Stay), dogs, levies}, *party)
	if to.Dogs == nil {
		return listed, nil
	}
	most := r.After.MostDogs()
	var wrong fields
	wrong.when(most > 0 && party.DogCount > most, "dogs", catalogue.Rules{MaxDogs: most}.DogsText())
	party.DogCount = min(party.DogCount, most) // where the number does not matter, it is not kept
	return listed, wrong.failure()
}

// refuse says that the new stay cannot be had: in words for staff, or for the guest.
func (r *Rebooking) refuse(forStaff string) error {
	if r.byTerms {
		return Refuse(UnitUnavailable, "This stay, or an extra that you have booked with it, is not free. Please choose other nights.")
	}
	return Refuse(UnitUnavailable, forStaff)
}

// tooCheap refuses a stay whose price is less than what was taken off the price before.
func (r *Rebooking) tooCheap(b Booking) error {
	if r.byTerms {
		return Refuse(WrongState, "The new stay costs less than what was taken off the price of your booking. Please choose another, or call us.")
	}
	return Refuse(WrongState, "£"+(b.Reduction()+b.Goodwill).String()+" was taken off the price, which is more than the new price")
}

// keepExtras keeps the extras, except those that the other unit type comes with.
func (r *Rebooking) keepExtras(b Booking, to Destination) {
	r.After.Extras = nil
	for _, e := range b.Extras {
		if to.Unit != nil && to.Unit.includes(e) {
			r.Dropped = append(r.Dropped, Dropped{e, comesWith})
		} else {
			r.After.Extras = append(r.After.Extras, to.withStock(e, b.Stay.ParkID))
		}
	}
}

// full is the price before a code and goodwill.
func (b Booking) full() money.Pence {
	full := b.Stay.Price
	for _, e := range b.Extras {
		full += e.TotalCost()
	}
	return full
}

// TakeRebooking gives a locked booking its new stay: it returns the nights and takes the new
// ones, and keeps those of both. It needs a transaction of GroupCommit. It returns
// UnitUnavailable where the new ones are not free.
func (s *Service) TakeRebooking(tx Tx, b *Booking, r Rebooking) error {
	free, err := replaceStay(tx, *b, r.After)
	if err != nil {
		return err
	}
	stay := r.After.Stay
	if !free {
		return r.refuse(fmt.Sprintf("%s, or an extra of the booking, is not free for %d nights from %s", stay.UnitTypeID, stay.Nights, stay.Arrival.ISO()))
	}
	elsewhere := stay.ParkID != b.Stay.ParkID
	*b = r.After
	if err := errors.Join(tx.SaveBooking(*b), s.tellPark(tx, *b, elsewhere)); err != nil {
		return err
	}
	return tellChange(tx, *b)
}

// charges returns the charges of the catalogue on a moved stay. Today's rates charge for
// dogs.
func (to Destination) charges(stay Stay) []Charge {
	if to.Unit != nil {
		return to.Unit.charges()
	}
	return slices.DeleteFunc(slices.Clone(stay.Charges), func(c Charge) bool { return c.Code == "" })
}

// same reports whether the booking is there already.
func (to Destination) same(b Booking) bool {
	return (to.Arrival == 0 || to.Arrival == b.Stay.Arrival) && (to.Nights == 0 || to.Nights == b.Stay.Nights) &&
		(to.Unit == nil || to.Unit.Type.ID == b.Stay.UnitTypeID) && (to.Dogs == nil || *to.Dogs == b.Party.dogs())
}

// party is who comes then.
func (to Destination) party(p Party) Party {
	if to.Dogs != nil {
		p.Dogs, p.DogCount = *to.Dogs > 0, max(0, *to.Dogs)
	}
	return p
}

// withStock returns an extra with the stock of the park to which the booking moves. At another
// park than from, the same code may be that of another extra.
func (to Destination) withStock(e ChosenExtra, from string) ChosenExtra {
	if to.Unit == nil {
		return e
	}
	e.Stock = catalogue.Stock{}
	for _, theirs := range to.Unit.Park.Extras {
		if theirs.Code == e.Code && (to.Unit.Park.ID == from || theirs.Name == e.Name) {
			e.Stock = theirs.Stock
		}
	}
	return e
}

// includes reports whether the unit type comes with what was chosen, maybe at another park,
// where the same code may be that of another extra.
func (u Unit) includes(chosen ChosenExtra) bool {
	return slices.ContainsFunc(u.Park.Extras, func(e catalogue.Extra) bool {
		return e.Code == chosen.Code && e.Name == chosen.Name && (e.Compulsory || u.Type.Includes(e))
	})
}

// movable returns why a booking cannot be moved.
func movable(b Booking, to Destination, today date.Date) error {
	switch {
	case b.State != Confirmed:
		return Refuse(WrongState, "it is "+string(b.State)+": only a confirmed booking can be moved")
	case b.Imported:
		return Refuse(WrongState, "it was imported, and its nights are not counted here: move it where it was made")
	case len(b.Stay.Parts) > 0:
		return Refuse(WrongState, "it has several units: cancel it, and book again")
	case b.Stay.Arrival <= today:
		return Refuse(WrongState, "its stay has begun")
	case to.Arrival != 0 && to.Arrival <= today:
		return Refuse(WrongState, "a stay cannot begin before tomorrow")
	case to.same(b):
		return Refuse(WrongState, "it is there already")
	case to.Unit == nil:
		return nil
	case to.Unit.Operator.ID != b.Stay.OperatorID && (b.Compulsory || to.Unit.Operator.Deposit.Compulsory):
		return Refuse(WrongState, "its balance is paid to the park operator, and the other unit is another operator's")
	}
	rules, then := to.Unit.Park.RulesFor(to.Unit.Type), b
	then.Stay.Arrival = cmp.Or(to.Arrival, b.Stay.Arrival)
	if age, known := then.leadAge(); known && age < rules.LeadAge {
		return Refuse(WrongState, rules.LeadText())
	}
	return checkParty(to.party(b.Party), *to.Unit)
}

// dueAfterMove is the day before which a moved booking must be paid. It is "" where
// nothing is left to pay, or where the park operator gets the balance and names the day.
func dueAfterMove(b Booking, today date.Date) string {
	if b.Outstanding() == 0 || b.Compulsory && b.Stay.Deposit.BalanceDueDays == 0 {
		return ""
	}
	return b.DueAgain(today).String()
}

// DueAgain is the day before which an amount must be paid that was not to be paid before.
func (b Booking) DueAgain(today date.Date) date.Date {
	return max(DueDate(b.Stay.Deposit, b.Stay.Arrival), min(today+moveDueDays, b.Stay.Arrival))
}
