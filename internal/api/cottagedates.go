package api

import (
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// cottages is the channel of getcottagedates.
const cottages = "ukcottages"

func (a *API) cottageDates(_ *Request, in CottageDatesQuery) (Encoded, error) {
	v := a.View()
	if err := v.checkRegion(in.Region); err != nil {
		return Encoded{}, err
	}
	near, err := pointOf(in.Near)
	if err != nil {
		return Encoded{}, err
	}
	nights, party, dogs := 7, 2, in.PetFriendly != nil && *in.PetFriendly
	if in.Nights != nil {
		nights = *in.Nights
	}
	if in.PartySize != nil {
		party = *in.PartySize
	}
	if !nightsAllowed(cottages, nights) {
		return Encoded{}, errNights
	}
	if err := (booking.Party{Adults: party}).Check(catalogue.Channel{}); err != nil {
		return Encoded{}, err
	}
	if err := v.checkPark(in.Park); err != nil {
		return Encoded{}, err
	}
	var days []date.Date
	if in.Park != "" {
		days = v.arrivalsAt(in.Park, nights, party, dogs, a.Today())
	} else {
		days = v.arrivalsIn(in.Region, near, nights, party, dogs)
	}
	answer := CottageDates{Dates: []string{}, Nights: nights}
	for _, day := range days {
		answer.Dates = append(answer.Dates, day.String())
	}
	return Encoded{JSON: encode(answer)}, nil
}

// arrivalsAt returns the arrival dates from tomorrow on of which a cottage at a park has
// a price.
func (v *View) arrivalsAt(park string, nights, party int, dogs bool, today date.Date) (days []date.Date) {
	first, count := v.index.Window()
	q := availability.WindowQuery{Park: park, Channel: cottages, From: max(first, today+1), To: first + date.Date(count) - 1, Nights: nights, Party: party, Dogs: dogs}
	for _, offer := range v.index.ParkWindow(&q, nil) {
		days = append(days, offer.Date)
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// arrivalsIn returns the arrival dates of which a cottage in a region, or near a point,
// has a price.
func (v *View) arrivalsIn(region string, near *position, nights, party int, dogs bool) (days []date.Date) {
	q := availability.CalendarQuery{Channel: cottages, Region: region, Nights: nights, Party: party, Dogs: dogs}
	if near != nil && region != allRegions {
		q.Also = v.near(*near)
	}
	for _, day := range v.index.Calendar(q, nil) {
		days = append(days, day.Date)
	}
	return days
}
