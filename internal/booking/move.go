package booking

import (
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// Destination is where a member of staff moves a booking.
type Destination struct {
	Unit    *Unit     // nil: the unit type stays the same
	Arrival date.Date // 0: the arrival date stays the same
}

// moveDueDays is how many days the visitor has at least to pay what a move adds to the
// price, or what was refunded by mistake.
const moveDueDays = 7

// Move gives a confirmed booking another unit type or day: it returns its nights and
// takes the new ones. The new price is today's; extras and what a code took off stay
// as they are, but extras that the other unit type includes are taken out, with their
// cost. On another day the charges of the catalogue are those of the booking, as its rules
// are; levies are today's. The difference is left to pay, or was paid too much. It needs a
// transaction of GroupCommit. What a promotion takes off is kept. It returns a *Failure with
// the reason when it is not possible.
func (s *Service) Move(tx Tx, b *Booking, to Destination) error {
	today := date.In(tx.Now())
	if err := movable(*b, to, today); err != nil {
		return err
	}
	stay := b.Stay
	if to.Unit != nil {
		stay = stayIn(*to.Unit)
		stay.Arrival, stay.Nights, stay.PercentOff = b.Stay.Arrival, b.Stay.Nights, b.Stay.PercentOff
	}
	if to.Arrival != 0 {
		stay.Arrival = to.Arrival
	}
	base, dogs, ok, err := tx.Price(stay.UnitTypeID, stay.Arrival, stay.Nights, b.Party.Size())
	if err != nil {
		return err
	}
	if !ok {
		return Refuse(UnitUnavailable, fmt.Sprintf("%s has no price for %d nights from %s for %d people", stay.UnitTypeID, stay.Nights, stay.Arrival.ISO(), b.Party.Size()))
	}
	levies, err := tx.Levies(stay.UnitTypeID) // which law is in force follows from the day of the stay
	if err != nil {
		return err
	}
	price := stay.setPrice(pricing{base, to.charges(stay), dogs, levies}, b.Party)
	total := b.Total + stay.Price - b.Stay.Price
	var extras []ChosenExtra
	for _, e := range b.Extras {
		if to.Unit != nil && to.Unit.includes(e) {
			total -= e.TotalCost()
		} else {
			extras = append(extras, to.withStock(e, b.Stay.ParkID))
		}
	}
	if total < 0 {
		return Refuse(WrongState, "£"+(b.Reduction()+b.Goodwill).String()+" was taken off the price, which is more than the new price")
	}
	if err := returnStay(tx, *b); err != nil {
		return err
	}
	free, err := takeStay(tx, Booking{Stay: stay, Party: b.Party, Extras: extras})
	if err != nil {
		return err
	}
	if !free {
		return Refuse(UnitUnavailable, fmt.Sprintf("%s, or an extra of the booking, is not free for %d nights from %s", stay.UnitTypeID, stay.Nights, stay.Arrival.ISO()))
	}
	elsewhere := stay.ParkID != b.Stay.ParkID
	b.Stay, b.Extras, b.Total, b.MovedAt, b.ChangedAt = stay, extras, total, tx.Now(), tx.Now()
	b.OfferID = Offer{stay.UnitTypeID, stay.Arrival, stay.Nights, price}.ID()
	b.BalanceDue = dueAfterMove(*b, today)
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
	case b.Stay.Arrival <= today:
		return Refuse(WrongState, "its stay has begun")
	case to.Arrival != 0 && to.Arrival <= today:
		return Refuse(WrongState, "a stay cannot begin before tomorrow")
	case (to.Arrival == 0 || to.Arrival == b.Stay.Arrival) && (to.Unit == nil || to.Unit.Type.ID == b.Stay.UnitTypeID):
		return Refuse(WrongState, "it is there already")
	case to.Unit == nil:
		return nil
	case to.Unit.Operator.ID != b.Stay.OperatorID && (b.Compulsory || to.Unit.Operator.Deposit.Compulsory):
		return Refuse(WrongState, "its balance is paid to the park operator, and the other unit is another operator's")
	}
	rules := to.Unit.Park.RulesFor(to.Unit.Type)
	if age, known := b.leadAge(); known && age < rules.LeadAge {
		return Refuse(WrongState, rules.LeadText())
	}
	return checkParty(b.Party, *to.Unit)
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
