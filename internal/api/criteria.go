package api

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

const (
	maxFlex        = 14
	maxNights      = 99
	maxResults     = 2000
	searchLifetime = 24 * time.Hour
)

// criteria is a search with its defaults filled in. The search id contains it
// as JSON, so the field names are short.
type criteria struct {
	Channel  string    `json:"c"`
	Region   string    `json:"r"`
	Date     date.Date `json:"d,omitempty"` // 0: all dates
	Nights   int       `json:"n"`
	Party    int       `json:"p"`
	Dogs     bool      `json:"g,omitempty"`
	Park     string    `json:"k,omitempty"`
	Offers   []string  `json:"o,omitempty"`
	Features []int     `json:"f,omitempty"`
	Operator string    `json:"t,omitempty"`
	Flex     int       `json:"x,omitempty"`
	Box      []float64 `json:"b,omitempty"` // as in SearchQuery
	Near     []float64 `json:"e,omitempty"` // as in SearchQuery
	When     string    `json:"w,omitempty"` // as in SearchQuery
}

// party returns the party of a query: two adults by default.
func (q PartyQuery) party() booking.Party {
	party := booking.Party{Adults: 2, Children: q.Children, Under5s: q.Under5s, Dogs: q.PetFriendly != nil && *q.PetFriendly}
	if q.Adults != nil {
		party.Adults = *q.Adults
	}
	return party
}

// people checks the party of a query and returns its size. channel is "" where
// the query has none.
func (q PartyQuery) people(channel string) (size int, dogs bool, err error) {
	rules, _ := catalogue.ChannelOf(channel)
	party := q.party()
	if err = party.Check(rules); err == nil {
		err = q.checkSum()
	}
	return party.Size(), party.Dogs && rules.TakesDogs(), err
}

// checkSum refuses a party size that is not the sum of the party.
func (q PartyQuery) checkSum() error {
	if q.PartySize != nil && *q.PartySize != q.party().Size() {
		return Refuse(InvalidParty, "The party size is not the sum of the party.")
	}
	return nil
}

// criteriaOf checks a search query and fills in the defaults.
func (v *View) criteriaOf(in SearchQuery, today date.Date) (c criteria, err error) {
	c = criteria{Channel: "ukcaravan", Region: allRegions, Nights: 3, Flex: 7,
		Park: in.Park, Offers: in.Offers, Operator: in.Operator, Features: in.Features, Box: in.Box, Near: in.Near, When: in.When}
	if in.Channel != "" {
		c.Channel = in.Channel
	}
	if in.Region != "" {
		c.Region = in.Region
	}
	if in.Nights != nil {
		c.Nights = *in.Nights
	}
	if in.Flex != nil {
		c.Flex = *in.Flex
	}
	if in.Date != nil && c.When == "" {
		c.Date = *in.Date
	}
	if err := checkChannel(c.Channel); err != nil {
		return c, err
	}
	if err := v.checkRegion(c.Region); err != nil {
		return c, err
	}
	if c.Party, c.Dogs, err = in.people(c.Channel); err != nil {
		return c, err
	}
	switch {
	case c.When != "" && !v.isWhen(c.When):
		return c, Refuse(InvalidWhen, "This choice of dates is not known.")
	case c.When == "" && in.Date != nil && c.Date <= today:
		return c, Refuse(InvalidDate, "Please choose a date from tomorrow on.")
	case !nightsAllowed(c.Channel, c.Nights):
		return c, errNights
	case c.Flex < 0 || c.Flex > maxFlex:
		return c, Refuse(InvalidFlex, "Dates can be flexible by 0 to 14 days.")
	case c.Box != nil && !isBox(c.Box):
		return c, Refuse(InvalidBox, "A box is its west, south, east and north in degrees.")
	}
	if _, err := pointOf(c.Near); err != nil {
		return c, err
	}
	if err := v.checkPark(c.Park); err != nil {
		return c, err
	}
	if c.Box != nil || c.Park != "" || c.Region == allRegions {
		c.Near = nil
	}
	return c, v.checkOperator(c.Operator)
}

// checkPark refuses an unknown park. Empty passes.
func (v *View) checkPark(id string) error {
	if id == "" {
		return nil
	}
	if _, err := v.park(id); err != nil {
		return Refuse(InvalidPark, "This park is not known.")
	}
	return nil
}

// featureKeys returns the features of boolean filters by their ids. It ignores
// unknown ids.
func (v *View) featureKeys(ids []int) (keys []string) {
	filters := v.catalogue.Filters()[:v.catalogue.BooleanFilters()]
	for _, id := range ids {
		if id >= 0 && id < len(filters) {
			keys = append(keys, filters[id].Key)
		}
	}
	return keys
}

var errNights = Refuse(InvalidNights, "This number of nights is not offered.")

// nightsAllowed follows the specification's table. For a channel whose nights
// come from the prices, it allows any stay of up to 99 nights.
func nightsAllowed(channel string, nights int) bool {
	rules, _ := catalogue.ChannelOf(channel)
	if list := rules.Nights(); list != nil {
		return slices.Contains(list, nights)
	}
	return nights >= 1 && nights <= maxNights
}

// query converts the search into a query of the price index. Flexible dates are those
// that are offered to the reader; a search of a day finds what is on sale on it and near
// it.
func (c criteria) query(v *View, rd reader) availability.Query {
	q := availability.Query{
		Channel: c.Channel, Region: c.Region, Park: c.Park, Date: c.Date, AnyDate: c.Date == 0, Flex: c.Flex,
		Nights: c.Nights, Party: c.Party, Dogs: c.Dogs,
		Features: v.featureKeys(c.Features), Offers: c.Offers, Limit: maxResults,
	}
	if c.Operator != "" {
		q.Operators = []string{c.Operator}
	}
	if s, ok := v.spanOf(c.When); ok {
		q.Arrivals = rd.offered(c.Channel).only(s.arrivals(c.Nights, rd.today))
	}
	switch {
	case c.Box != nil:
		q.Region, q.In = allRegions, v.within(c.Box)
	case c.Near != nil:
		near := v.near(position{c.Near[0], c.Near[1]})
		q.Region, q.In = allRegions, func(at int) bool { return v.isOf(at, c.Region) || near(at) }
	}
	return q
}

// nearMiles is how far from its point, in miles, a search near a point also
// finds the parks of other regions.
const nearMiles = 50

// near tells the parks that lie near a point. One without a position lies nowhere.
func (v *View) near(point position) func(park int) bool {
	const milesADegree = 69.0 // a little less than a degree of latitude has, so that no near park is left out
	return func(at int) bool {
		p := v.parkAt[at].ParkInfo
		if p == nil || math.Abs(p.Lat-point.lat) > nearMiles/milesADegree {
			return false
		}
		miles, ok := point.miles(position{p.Lat, p.Lon})
		return ok && miles <= nearMiles
	}
}

// isOf reports whether a park belongs to a region.
func (v *View) isOf(at int, region string) bool {
	p := v.parkAt[at].ParkInfo
	return p != nil && p.RegionID == region
}

// isBox reports whether degrees are the west, south, east and north of an area.
func isBox(degrees []float64) bool {
	if len(degrees) != 4 {
		return false
	}
	west, south, east, north := degrees[0], degrees[1], degrees[2], degrees[3]
	return -180 <= west && west < east && east <= 180 && -90 <= south && south < north && north <= 90
}

// within tells the parks that lie in a box. One without a position lies nowhere.
func (v *View) within(box []float64) func(park int) bool {
	west, south, east, north := box[0], box[1], box[2], box[3]
	return func(at int) bool {
		p := v.parkAt[at].ParkInfo
		return p != nil && (p.Lat != 0 || p.Lon != 0) && west <= p.Lon && p.Lon <= east && south <= p.Lat && p.Lat <= north
	}
}

type signedSearch struct {
	Criteria criteria `json:"q"`
	At       int64    `json:"t"` // epoch seconds
}

// signSearch makes a search id. Every node of the site can read it.
func (a *API) signSearch(c criteria, at time.Time) string {
	body := encode(signedSearch{c, at.Unix()})
	return string(base64.RawURLEncoding.AppendEncode([]byte("s_"), append(a.Keys.Sign(searchMessage(body))[:macSize], body...)))
}

// readSearch reads a search id. It refuses one that this site did not sign as
// not found, and one older than 24 hours as expired.
func (a *API) readSearch(id string) (criteria, error) {
	text, ok := strings.CutPrefix(id, "s_")
	if !ok || strings.ContainsAny(id, "\r\n") { // which base64 passes over
		return criteria{}, Refuse(InvalidSearch, "This search id cannot be read.")
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	unknown := Refuse(NotFound, "This search is not known.")
	if err != nil || len(raw) < macSize || !a.Keys.Signed(searchMessage(raw[macSize:]), raw[:macSize]) {
		return criteria{}, unknown
	}
	var signed signedSearch
	if err := json.Unmarshal(raw[macSize:], &signed); err != nil {
		return criteria{}, unknown
	}
	if a.Now().Sub(time.Unix(signed.At, 0)) > searchLifetime || signed.Criteria.Date != 0 && signed.Criteria.Date <= a.Today() {
		return criteria{}, Refuse(SearchExpired, "This search has expired. Please search again.")
	}
	return signed.Criteria, nil
}

const macSize = 16

// searchMessage is what is signed of a search.
func searchMessage(body []byte) []byte { return append([]byte("search\n"), body...) }
