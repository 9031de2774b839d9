package api

import (
	"cmp"
	"slices"
	"strconv"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// maxWindow is the largest number of arrival dates in one answer.
const maxWindow = 100

func (a *API) parkResults(r *Request, in ParkResultsQuery) (Encoded, error) {
	v, today := a.View(), a.Today()
	p, err := v.park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return Encoded{}, err
		}
	}
	if in.Nights < 0 || in.Nights > maxNights {
		return Encoded{}, Refuse(InvalidNights, "This number of nights is not offered.")
	}
	channel := in.Channel
	if channel == "" && len(p.Channels) == 1 {
		channel = p.Channels[0]
	}
	party, dogs, err := in.people(channel)
	if err != nil {
		return Encoded{}, err
	}
	from, to, err := window(in, today)
	if err != nil {
		return Encoded{}, err
	}
	offers := v.index.ParkWindow(&availability.WindowQuery{
		Park: p.ID, Channel: in.Channel, From: from, To: to, Nights: in.Nights, Party: party, Dogs: dogs, Offers: in.Offers,
	}, nil)
	id := in.SearchID
	if id == "" {
		id = "0"
	}
	return v.parkWindow(id, p, offers, today), nil
}

// window returns the first and last arrival date of a query, never before
// tomorrow. The default is the month of the query's date, with the months
// before and after it.
func window(in ParkResultsQuery, today date.Date) (from, to date.Date, err error) {
	tomorrow := today + 1
	day := tomorrow
	if in.Date != nil {
		day = *in.Date
	}
	y, m, _ := day.Time().Date()
	from, to = date.Of(y, m-1, 1), date.Of(y, m+2, 0)
	if in.From != nil {
		from, to = *in.From, *in.From+maxWindow-1
	}
	if in.To != nil {
		to = *in.To
	}
	from = max(from, tomorrow)
	if to < from && in.To != nil || to-from >= maxWindow {
		return 0, 0, Refuse(InvalidWindow, "Please ask for 1 to 100 days, from tomorrow on.")
	}
	return from, to, nil
}

// parkWindow encodes the answer, of type ParkResults.
func (v *View) parkWindow(searchID string, p *catalogue.ParkInfo, offers []availability.Offer, today date.Date) Encoded {
	slices.SortFunc(offers, func(a, b availability.Offer) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Nights, b.Nights), cmp.Compare(a.Price, b.Price), cmp.Compare(a.Unit, b.Unit))
	})
	w := newWriter(v, today)
	w.text(`{"searchId":`)
	w.string(searchID)
	w.text(`,"unitTypes":`)
	w.out = append(w.out, encode(v.unitTypes(p, offers))...)
	w.text(`,"results":{`)
	for i := range offers {
		offer := &offers[i]
		newDate := i == 0 || offer.Date != offers[i-1].Date
		newNights := newDate || offer.Nights != offers[i-1].Nights
		switch {
		case i > 0 && newDate:
			w.text("]},")
		case i > 0 && newNights:
			w.text("],")
		case i > 0:
			w.text(",")
		}
		if newDate {
			w.day(offer.Date)
			w.text(":{")
		}
		if newNights {
			w.plain(strconv.Itoa(offer.Nights))
			w.text(":[")
		}
		w.unit(offer)
	}
	if len(offers) > 0 {
		w.text("]}")
	}
	w.text("}}")
	return w.encoded()
}

// unit appends one Unit.
func (w *resultWriter) unit(offer *availability.Offer) {
	u := &w.view.unitAt[offer.Unit]
	w.out = append(append(w.out, '{'), u.offer...)
	w.out = booking.AppendStay(w.out, offer.Date, offer.Nights, offer.Price)
	w.text(`","unitPrice":`)
	w.amount(offer.Price)
	w.text(`,"unitType":`)
	w.string(u.ID)
	w.text(`,"unitDesc":`)
	w.string(u.Title())
	if offer.Was > offer.Price {
		w.text(`,"fullPrice":`)
		w.amount(offer.Was)
		w.text(`,"discount":`)
		w.amount(offer.Was - offer.Price)
	}
	w.text(`,"unitsLeft":`)
	w.int(offer.Left)
	w.text(`,"deposit":"`)
	w.out = appendDeposit(w.out, &u.Park.Operator.Deposit, offer.Price, offer.Date, w.today)
	w.text(`"}`)
}

// unitTypes returns those unit types of a park that occur in offers.
func (v *View) unitTypes(p *catalogue.ParkInfo, offers []availability.Offer) []UnitType {
	seen := map[string]bool{}
	for i := range offers {
		seen[v.unitAt[offers[i].Unit].ID] = true
	}
	answer := []UnitType{}
	for _, u := range p.Units {
		if seen[u.ID] {
			answer = append(answer, UnitType{
				UnitType: u.ID, Name: u.Name, Desc: u.Desc, Bedrooms: u.Bedrooms, Bathrooms: u.Bathrooms, Sleeps: u.Sleeps,
				Features: orEmpty(u.Filters), Dogs: yesOrNo(u.Dogs), DisabledAccess: u.DisabledAccess, Image: unitImage(&u.UnitType), Images: unitImages(&u.UnitType), Beds: bedsOf(&u.UnitType),
			})
		}
	}
	return answer
}

func (a *API) cottageDates(r *Request, in CottageDatesQuery) (Encoded, error) {
	v, today := a.View(), a.Today()
	if err := v.checkRegion(in.Region); err != nil {
		return Encoded{}, err
	}
	if err := checkPoint(in.Near); err != nil {
		return Encoded{}, err
	}
	const channel = "ukcottages"
	nights, party, dogs := 7, 2, in.PetFriendly != nil && *in.PetFriendly
	if in.Nights != nil {
		nights = *in.Nights
	}
	if in.PartySize != nil {
		party = *in.PartySize
	}
	switch {
	case !nightsAllowed(channel, nights):
		return Encoded{}, Refuse(InvalidNights, "This number of nights is not offered.")
	case party < 1 || party > catalogue.MaxParty:
		return Encoded{}, Refuse(InvalidParty, "A party is 1 to 66 people, one of them an adult.")
	case v.checkPark(in.Park) != nil:
		return Encoded{}, v.checkPark(in.Park)
	}
	answer := CottageDates{Dates: []string{}, Nights: nights}
	if in.Park != "" {
		first, days := v.index.Window()
		q := availability.WindowQuery{Park: in.Park, Channel: channel, From: max(first, today+1), To: first + date.Date(days) - 1, Nights: nights, Party: party, Dogs: dogs}
		var all []date.Date
		for _, offer := range v.index.ParkWindow(&q, nil) {
			all = append(all, offer.Date)
		}
		slices.Sort(all)
		for _, day := range slices.Compact(all) {
			answer.Dates = append(answer.Dates, day.String())
		}
		return Encoded{JSON: encode(answer)}, nil
	}
	q := availability.CalendarQuery{Channel: channel, Region: in.Region, Nights: nights, Party: party, Dogs: dogs}
	if in.Near != nil && in.Region != allRegions {
		q.Also = v.near(in.Near)
	}
	for _, day := range v.index.Calendar(q, nil) {
		answer.Dates = append(answer.Dates, day.Date.String())
	}
	return Encoded{JSON: encode(answer)}, nil
}
