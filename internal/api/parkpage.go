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

func (a *API) parkDetails(r *Request, in ParkQuery) (Encoded, error) {
	v := a.View()
	p, err := v.park(in.ParkID)
	if err != nil {
		return Encoded{}, err
	}
	rd := a.readerFor(r, in.Promo)
	cheapest := v.cheapestAt(p, rd)
	deposit := money.Pence(0)
	if cheapest.price > 0 {
		deposit = booking.DepositOf(p.Operator.Deposit, cheapest.price)
	}
	texts := v.textsOf(p)
	return Encoded{JSON: encode(ParkAnswer{Park: ParkDetails{
		Park: parkOf(p, "", cheapest), NextStays: v.nextStays(p, rd), ForReader: rd.byPass,
		RegionName: p.Region.Name, County: p.County, Postcode: p.Postcode, Country: countryID(p.Country),
		Address:      strings.Join(p.Address(), ", "),
		OperatorName: p.Operator.Name, Party: strconv.FormatBool(p.Operator.Party),
		Info: texts.info, ImportantInfo: texts.important, Gallery: imagesOf(p, "", picture.ParkPictures, 1200, 800),
		Deposit: priceText(deposit), NFeatures: numbersOf(p), Affiliate: p.Affiliate, AffiliateURL: p.AffiliateURL,
		CheckIn: p.CheckIn, CheckOut: p.CheckOut, MaxUnits: a.mostUnits(p), Rules: p.GuestTexts(a.Today() + 1), Credit: p.Credit,
	}})}, nil
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

// accomTypes returns pictures of a park's unit types. They are in the folder
// 'new', or in a folder named by the first letter of the park's id, as on older
// content hosts.
func (a *API) accomTypes(_ *Request, in AccomQuery) (Encoded, error) {
	id, ok := strings.CutSuffix(in.File, ".json")
	p, err := a.View().park(id)
	if !ok || err != nil || in.Folder != "new" && !strings.EqualFold(in.Folder, id[:1]) {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	list := []AccomImage{}
	for _, u := range p.Units {
		list = append(list, AccomImage{Code: u.ID, Image: unitImage(&u.UnitType)})
	}
	return Encoded{JSON: encode(list)}, nil
}
