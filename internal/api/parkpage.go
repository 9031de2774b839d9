package api

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// pounds gives an amount as a JSON number.
func pounds(p money.Pence) float64 { return float64(p) / 100 }

func (a *API) parkDetails(r *Request, in ParkQuery) (Encoded, error) {
	v := a.View()
	p, err := v.park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	var deposit, from string
	if price := v.cheapest(p); price > 0 {
		from = price.String()
		if least := booking.DepositOf(p.Operator.Deposit, price); least > 0 {
			deposit = least.String()
		}
	}
	texts := v.textsOf(p)
	made := ParkDetails{
		Park: listed(p, from), RegionName: p.Region.Name, County: p.County, Postcode: p.Postcode, Country: countryID(p.Country),
		OperatorName: p.Operator.Name, Party: truth(p.Operator.Party),
		Info: texts.info, ImportantInfo: texts.important, Gallery: imagesOf(p, drawnPictures, 1200, 800), Deposit: deposit,
		NFeatures: numbersOf(p), Bubbles: p.Bubbles, ReviewCount: p.ReviewCount,
		Affiliate: p.Affiliate, AffiliateURL: p.AffiliateURL, Credit: p.Credit,
	}
	return Encoded{JSON: encode(ParkAnswer{Park: made})}, nil
}

// countryID is the id of a country in the specification's list.
func countryID(iso2 string) string {
	if iso2 == "GB" {
		return "CNUK"
	}
	return "CN" + iso2
}

// policy is what HTML of a feed may hold: text, lists, headings and links.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "ul", "ol", "li", "strong", "b", "em", "i", "h3", "h4", "blockquote")
	p.AllowAttrs("href").OnElements("a")
	p.AllowStandardURLs()
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireNoFollowOnLinks(false)
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	return p
}()

type texts struct{ info, important string }

// textsOf sanitises a park's texts, once for each catalogue.
func (v *View) textsOf(p *catalogue.ParkInfo) texts {
	if kept, ok := v.safe.Load(p.ID); ok {
		return kept.(texts)
	}
	made := texts{policy.Sanitize(p.Info), policy.Sanitize(p.ImportantInfo)}
	v.safe.Store(p.ID, made)
	return made
}

func (a *API) reviews(r *Request, in ParkQuery) (Encoded, error) {
	p, err := a.View().park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	made := Reviews{Reviews: []Review{}, Bubbles: p.Bubbles}
	for _, review := range p.Reviews {
		made.Reviews = append(made.Reviews, Review(review))
	}
	return Encoded{JSON: encode(made)}, nil
}

// accomTypes gives pictures of a park's unit types: in the folder 'new', or
// under the first letter of its id, which is where older content hosts have it.
func (a *API) accomTypes(r *Request, in AccomQuery) (Encoded, error) {
	id, ok := strings.CutSuffix(in.File, ".json")
	p, err := a.View().park(id)
	if !ok || err != nil || in.Folder != "new" && !strings.EqualFold(in.Folder, id[:1]) {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	list := []AccomImage{}
	for _, u := range p.Units {
		list = append(list, AccomImage{Code: OneOrMany{u.ID}, Image: unitImage(&u.UnitType)})
	}
	return Encoded{JSON: encode(list)}, nil
}

// MarshalJSON writes one string bare, several as a list.
func (o OneOrMany) MarshalJSON() ([]byte, error) {
	if len(o) == 1 {
		return encode(o[0]), nil
	}
	return encode([]string(o)), nil
}

// cheapest is the lowest price of any stay at a park for two adults, 0 where
// nothing is on sale.
func (v *View) cheapest(p *catalogue.ParkInfo) money.Pence {
	least := money.Pence(0)
	for _, channel := range p.Channels {
		for price := range v.cheapestStays(availability.Query{Channel: channel, Park: p.ID, Region: p.RegionID}) {
			least = lower(least, price.Price)
		}
	}
	return least
}

// fromPrices gives the lowest price of each of some parks, as the API writes it.
func (v *View) fromPrices(in ParksQuery, found []*catalogue.ParkInfo) map[string]string {
	least := map[string]money.Pence{}
	if in.Region == "" {
		for _, p := range found {
			least[p.ID] = v.cheapest(p)
		}
	} else {
		for _, channel := range catalogue.Channels {
			if in.Channel == "" || in.Channel == channel.Code {
				for row := range v.cheapestStays(availability.Query{Channel: channel.Code, Region: in.Region}) {
					id := v.parkAt[row.Park].ID
					least[id] = lower(least[id], row.Price)
				}
			}
		}
	}
	shown := map[string]string{}
	for id, price := range least {
		if price > 0 {
			shown[id] = price.String()
		}
	}
	return shown
}

// cheapestStays yields, for each duration on sale, every park's cheapest stay
// of two adults on any date.
func (v *View) cheapestStays(q availability.Query) func(func(availability.Row) bool) {
	return func(yield func(availability.Row) bool) {
		q.AnyDate, q.Party, q.Limit = true, 2, len(v.parkAt)
		var found availability.Answer
		for _, nights := range v.index.NightsOptions(q.Channel, q.Region) {
			q.Nights = nights
			v.index.Search(&q, &found)
			for _, row := range found.Rows {
				if !yield(row) {
					return
				}
			}
		}
	}
}

func lower(least, price money.Pence) money.Pence {
	if least == 0 || price < least {
		return price
	}
	return least
}
