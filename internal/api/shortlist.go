package api

import (
	"encoding/json"
	"math"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture/basemap"
	"holidaymaker/internal/date"
)

// mostShortlisted is how many parks one shortlist may have.
const mostShortlisted = 24

// shortlist answers parks by their ids, each with the price of one stay. The
// answer is of type Shortlist.
func (a *API) shortlist(r *Request, in ShortlistQuery) (Encoded, error) {
	if len(in.ParkIDs) > mostShortlisted {
		return Encoded{}, Refuse(InvalidPark, "At most 24 parks at once.")
	}
	v, today := a.View(), a.Today()
	c, err := in.stay(today)
	if err != nil {
		return Encoded{}, err
	}
	rd := a.readerOf(r.Request)
	parks := []shortlisted{}
	seen := map[string]bool{}
	for _, id := range in.ParkIDs {
		if p, err := v.park(id); err == nil && !seen[id] {
			seen[id] = true
			parks = append(parks, v.shortlisted(p, c, in.PartyQuery, rd))
		}
	}
	return Encoded{JSON: encode(map[string]any{"parks": parks})}, nil
}

// stay checks the stay of a query and fills in the defaults. What depends on the
// channel is decided for each park.
func (in ShortlistQuery) stay(today date.Date) (c criteria, err error) {
	c = criteria{Channel: "ukcaravan", Nights: 3, Flex: 7}
	if in.Channel != "" {
		c.Channel = in.Channel
	}
	if in.Nights != nil {
		c.Nights = *in.Nights
	}
	if in.Date != nil {
		c.Date = *in.Date
	}
	if err := checkChannel(c.Channel); err != nil {
		return c, err
	}
	if _, _, err := in.people(""); err != nil {
		return c, err
	}
	switch {
	case in.Date != nil && c.Date <= today:
		return c, Refuse(InvalidDate, "Please choose a date from tomorrow on.")
	case c.Nights < 1 || c.Nights > maxNights:
		return c, errNights
	}
	return c, nil
}

// shortlisted is a ShortlistPark with its stay as a search writes it.
type shortlisted struct {
	ShortlistPark
	Stay json.RawMessage `json:"stay,omitempty"`
}

func (v *View) shortlisted(p *catalogue.ParkInfo, c criteria, party PartyQuery, rd reader) shortlisted {
	found := shortlisted{ShortlistPark: ShortlistPark{Park: parkOf(p, "", v.cheapestAt(p, rd)), RegionName: p.Region.Name, SeaMiles: seaMiles(p)}}
	if len(p.Channels) > 0 && !p.On(c.Channel) {
		c.Channel = p.Channels[0]
	}
	c.Park, c.Region = p.ID, p.RegionID
	if row, ok := v.cheapestStay(&c, party, rd); ok {
		w := resultWriter{view: v, today: rd.today, criteria: c}
		w.nextStay(row.Date)
		w.row(&row)
		found.Stay = w.out
	}
	return found
}

// seaMiles returns how far the sea is from a park, nil where that is not known.
func seaMiles(p *catalogue.ParkInfo) *int {
	const kmPerMile = 1.609344
	if p.Lat == 0 && p.Lon == 0 {
		return nil
	}
	km, known := basemap.CoastKm(p.Lat, p.Lon)
	if !known {
		return nil
	}
	miles := int(math.Round(km / kmPerMile))
	if km < kmPerMile {
		miles = 0
	}
	return &miles
}

// cheapestStay returns what a search for one park would show first. There is
// nothing where the channel does not offer such a stay to the party.
func (v *View) cheapestStay(c *criteria, party PartyQuery, rd reader) (row availability.Row, ok bool) {
	size, dogs, err := party.people(c.Channel)
	if err != nil || !nightsAllowed(c.Channel, c.Nights) {
		return row, false
	}
	c.Party, c.Dogs = size, dogs
	q := c.query(v, rd)
	q.Limit = 1
	found := answers.Get().(*availability.Answer)
	defer answers.Put(found)
	v.index.Search(&q, found)
	if len(found.Rows) == 0 {
		return row, false
	}
	return found.Rows[0], true
}
