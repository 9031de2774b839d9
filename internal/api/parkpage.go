package api

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
	"holidaymaker/internal/site"
)

const allRegions = availability.AllRegions

func slugOf(name string) string { return site.Slug(name) }

// pounds gives an amount as a JSON number.
func pounds(p money.Pence) float64 { return float64(p) / 100 }

// parkOf finds a park that may be shown.
func (v *View) parkOf(id string) (*park, error) {
	p := v.parks[id]
	if p == nil || p.RegionID == hiddenRegion {
		return nil, Refuse(NotFound, "This park is not known.")
	}
	return p, nil
}

func (a *API) parkDetails(r *Request, in ParkQuery) (Encoded, error) {
	v := a.View()
	p, err := v.parkOf(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	var deposit, from string
	if price := a.cheapest(v, p); price > 0 {
		from = price.String()
		deposit = newDepositor(a.Today()).shown(p.operator, price, a.Today()+365)
	}
	texts := v.textsOf(p)
	made := ParkDetails{
		Park: p.listed(from), RegionName: p.region.Name, County: p.County, Postcode: p.Postcode, Country: countryID(p.Country),
		OperatorName: p.operator.Name, Party: truth(p.operator.Party),
		Info: texts.info, ImportantInfo: texts.important, Gallery: p.gallery(), Deposit: deposit,
		NFeatures: v.numbers(p), Bubbles: p.Bubbles, ReviewCount: p.ReviewCount,
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
func (v *View) textsOf(p *park) texts {
	if kept, ok := v.safe.Load(p.ID); ok {
		return kept.(texts)
	}
	made := texts{policy.Sanitize(p.Info), policy.Sanitize(p.ImportantInfo)}
	v.safe.Store(p.ID, made)
	return made
}

func (a *API) reviews(r *Request, in ParkQuery) (Encoded, error) {
	p, err := a.View().parkOf(in.ParkID)
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
	p, err := a.View().parkOf(id)
	if !ok || err != nil || in.Folder != "new" && !strings.EqualFold(in.Folder, id[:1]) {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	list := []AccomImage{}
	for _, u := range p.units {
		list = append(list, AccomImage{Code: OneOrMany{u.ID}, Image: u.image()})
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
func (a *API) cheapest(v *View, p *park) money.Pence {
	least := money.Pence(0)
	for _, channel := range p.channels {
		for price := range v.cheapestStays(availability.Query{Channel: channel, Park: p.ID, Region: p.RegionID}) {
			least = lower(least, price.Price)
		}
	}
	return least
}

// fromPrices gives the lowest price of each of some parks, as the API writes it.
func (a *API) fromPrices(v *View, in ParksQuery, found []*park) map[string]string {
	least := map[string]money.Pence{}
	if in.Region == "" {
		for _, p := range found {
			least[p.ID] = a.cheapest(v, p)
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
