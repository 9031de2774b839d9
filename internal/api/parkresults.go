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

func (a *API) parkResults(_ *Request, in ParkResultsQuery) (Encoded, error) {
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
		return Encoded{}, errNights
	}
	channels, only := p.Channels, ""
	if in.Channel != "" {
		channels = []string{in.Channel}
	}
	if len(channels) == 1 {
		only = channels[0]
	}
	if _, _, err := in.people(only); err != nil {
		return Encoded{}, err
	}
	from, to, err := window(in, today)
	if err != nil {
		return Encoded{}, err
	}
	var offers []availability.Offer
	for _, channel := range channels {
		party, dogs, err := in.people(channel)
		if err != nil {
			continue // of several channels, one does not take the party
		}
		offers = v.index.ParkWindow(&availability.WindowQuery{
			Park: p.ID, Channel: channel, From: from, To: to, Nights: in.Nights, Party: party, Dogs: dogs, Offers: in.Offers,
		}, offers)
	}
	id := cmp.Or(in.SearchID, "0") // 0: of no search, as the front end sends it
	return v.parkWindow(id, p, offers, today), nil
}

// window returns the first and last arrival date of a query, never before
// tomorrow. The default is the month of the query's date, with the months
// before and after it.
func window(in ParkResultsQuery, today date.Date) (from, to date.Date, err error) {
	tomorrow := today + 1
	if in.From != nil {
		from, to = *in.From, *in.From+maxWindow-1
	} else {
		day := tomorrow
		if in.Date != nil {
			day = *in.Date
		}
		y, m, _ := day.Time().Date()
		from, to = date.Of(y, m-1, 1), date.Of(y, m+2, 0)
	}
	if in.To != nil {
		to = *in.To
	}
	from = max(from, tomorrow)
	if empty := to < from; empty && in.To != nil || to-from >= maxWindow { // months that have passed have no dates
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
	w.json(searchID)
	w.text(`,"unitTypes":`)
	w.json(v.unitTypes(p, offers))
	w.text(`,"results":{`)
	nested := nesting{writer: w, list: true}
	for i := range offers {
		offer := &offers[i]
		nested.row(offer.Date.String(), strconv.Itoa(offer.Nights))
		w.unit(offer)
	}
	nested.close(0)
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
	w.json(u.ID)
	w.text(`,"unitDesc":`)
	w.json(u.Title())
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
				Features: orEmpty(u.Filters), Dogs: yesOrNo(u.Dogs), DisabledAccess: u.DisabledAccess,
				Image: unitImage(&u.UnitType), Images: unitImages(&u.UnitType), Beds: bedsOf(&u.UnitType),
			})
		}
	}
	return answer
}
