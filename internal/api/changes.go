package api

import (
	"holidaymaker/internal/booking"
)

// unitChoices are the unit types of a stay's park to which the stay can be changed.
func (a *API) unitChoices(stay booking.Stay) []UnitChoice {
	choices := []UnitChoice{}
	park, err := a.View().park(stay.ParkID)
	if err != nil {
		return choices // it is not sold any more
	}
	for _, u := range park.Units {
		if u.Channel == stay.Channel {
			choices = append(choices, UnitChoice{UnitTypeID: u.ID, Name: u.Title(), MaxDogs: booking.MostDogsIn(park.Park, u.UnitType)})
		}
	}
	return choices
}

// wish reads what the visitor wants.
func (in StayWish) wish() booking.Wish {
	w := booking.Wish{UnitTypeID: in.UnitTypeID, Nights: in.Nights, Dogs: in.Dogs}
	if in.Date != nil {
		w.Arrival = *in.Date
	}
	return w
}

func (a *API) planChange(r *Request, in StayWish) (ChangePlan, error) {
	p, err := a.Payments.PlanChange(r.Context(), r.visitor(), in.BookingID, in.wish())
	if err != nil {
		return ChangePlan{}, err
	}
	changed := p.Rebooked
	before, after := changed.Before, changed.After
	answer := ChangePlan{
		Stay: stayOf(after), BookingID: p.Shown, Dogs: after.Party.DogCount, Lines: []PriceLine{},
		CostBefore: before.Total, TotalCost: after.Total, Fee: changed.Fee, Kept: changed.Kept,
		LeftBefore: before.Outstanding(), Outstanding: after.Outstanding(), DueDate: after.BalanceDue,
		Dropped: changed.Lost(), Parts: partsBack(p), Plan: p.Hash(),
	}
	for _, line := range after.PriceLines() {
		answer.Lines = append(answer.Lines, PriceLine(line))
	}
	for _, part := range answer.Parts {
		answer.Back += part.Amount
	}
	return answer, nil
}

func (a *API) changeBooking(r *Request, in ChangeForm) (ExistingBooking, error) {
	if err := a.Payments.ChangeOwn(r.Context(), r.visitor(), in.BookingID, in.wish(), in.Plan, in.Key); err != nil {
		return ExistingBooking{}, err
	}
	return a.own(r, in.BookingID)
}
