package api

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/money"
)

// pounds returns an amount as a JSON number in pounds.
func pounds(p money.Pence) float64 { return float64(p) / 100 }

func (a *API) parkDetails(r *Request, in ParkQuery) (Encoded, error) {
	v := a.View()
	p, err := v.park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	var deposit string
	rd := a.readerFor(r, in.Promo)
	cheapest := v.cheapestAt(p, rd)
	if amount := booking.DepositOf(p.Operator.Deposit, cheapest.price); cheapest.price > 0 && amount > 0 {
		deposit = amount.String()
	}
	texts := v.textsOf(p)
	answer := ParkDetails{
		Park: parkOf(p, "", cheapest), NextStays: v.nextStays(p, rd), ForReader: rd.byPass, RegionName: p.Region.Name, County: p.County, Postcode: p.Postcode, Country: countryID(p.Country),
		OperatorName: p.Operator.Name, Party: strconv.FormatBool(p.Operator.Party),
		Info: texts.info, ImportantInfo: texts.important, Gallery: imagesOf(p, "", picture.ParkPictures, 1200, 800), Deposit: deposit,
		NFeatures: numbersOf(p),
		Affiliate: p.Affiliate, AffiliateURL: p.AffiliateURL, CheckIn: p.CheckIn, CheckOut: p.CheckOut, Rules: p.GuestTexts(), Credit: p.Credit,
	}
	return Encoded{JSON: encode(ParkAnswer{Park: answer})}, nil
}

// countryID returns a country's id in the specification's list.
func countryID(iso2 string) string {
	if iso2 == "GB" {
		return "CNUK"
	}
	return "CN" + iso2
}

// policy allows the HTML that a feed's texts may contain: paragraphs, lists, headings
// and links, and what says how words of other languages are read.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "ul", "ol", "li", "strong", "b", "em", "i", "h3", "h4", "blockquote", "span", "bdi", "bdo", "ruby", "rt", "rp", "time")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$`)).Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("datetime").Matching(bluemonday.ISO8601).OnElements("time")
	p.AllowAttrs("href").OnElements("a")
	p.AllowStandardURLs()
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireNoFollowOnLinks(false)
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	return p
}()

type texts struct{ info, important string }

// textsOf returns a park's sanitised texts. It sanitises them once for each
// catalogue.
func (v *View) textsOf(p *catalogue.ParkInfo) texts {
	if known, ok := v.sanitised.Load(p.ID); ok {
		return known.(texts)
	}
	answer := texts{policy.Sanitize(p.Info), policy.Sanitize(p.ImportantInfo)}
	v.sanitised.Store(p.ID, answer)
	return answer
}

func (a *API) reviews(r *Request, in ParkQuery) (Encoded, error) {
	p, err := a.View().park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	answer := Reviews{Reviews: []Review{}, Bubbles: p.Bubbles}
	for _, review := range p.Reviews {
		answer.Reviews = append(answer.Reviews, Review(review))
	}
	return Encoded{JSON: encode(answer)}, nil
}

func (a *API) siteReviews(*Request, NoQuery) (SiteReviews, error) {
	if a.SiteReviews == nil {
		return SiteReviews{Reviews: []SiteReview{}}, nil
	}
	return a.SiteReviews(), nil
}

// accomTypes returns pictures of a park's unit types. They are in the folder
// 'new', or in a folder named by the first letter of the park's id, as on older
// content hosts.
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

// MarshalJSON encodes a single string as a string, and several as a list.
func (o OneOrMany) MarshalJSON() ([]byte, error) {
	if len(o) == 1 {
		return encode(o[0]), nil
	}
	return encode([]string(o)), nil
}
