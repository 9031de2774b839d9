package site

import "slices"

// base is what all brands share.
func base(code string) *Site {
	return &Site{
		SiteCode:      code,
		Header:        Header{MegaMenu: "mega-menu-" + code + ".json"},
		Referer:       Referer{Code: code},
		URLs:          URLs{Attractions: "https://attractions.example/" + code},
		Texts:         Texts{SupportHours: "Mon-Sat 9am-5pm, Sun 10am-4pm"},
		ContentRoutes: slices.Clone(sharedRoutes),
	}
}

var sharedRoutes = []ContentRoute{
	{"/privacy-policy", 3},
	{"/insurance", 83},
	{"/customer-charter", 84},
	{"/ferry-deals", 212},
	{"/cheap-caravan-holidays-uk-europe", 225},
	{"/attractions", 656},
	{"/cottages", 662},
	{"/themed-breaks", 1265},
	{"/holiday-home-sales", 1386},
	{"/european-holiday-parks", 1572},
	{"/weekend-breaks", 1876},
	{"/uk-spa-breaks", 2290},
	{"/brands", 3559},
	{"/work-with-us", 4437},
	{"/cancellation-protection", 4324},
}

// landingRoutes are the pages that BF and RP add for search engines.
var landingRoutes = []ContentRoute{
	{"/short-uk-breaks", 2522},
	{"/summer-holidays-in-the-uk", 2647},
	{"/luxury-lodges-by-the-sea", 2838},
	{"/dog-friendly-lodges", 2652},
	{"/uk-romantic-getaways", 2395},
	{"/uk-family-holidays", 2399},
	{"/luxury-uk-breaks", 2842},
	{"/uk-coastal-breaks", 2800},
	{"/uk-easter-breaks", 2811},
	{"/family-lodges-uk", 2827},
	{"/october-half-term-breaks", 2831},
}

// brands are the ways in which each brand differs from base. All names, numbers
// and addresses are fictional.
var brands = map[string]func(*Site){
	"BF": func(s *Site) {
		s.name("Brightfield Breaks", "brightfield.example", "0808 157 0101")
		s.Texts.Tagline = "Great British holidays for less"
		s.Texts.HeroHeading = "Good days start outdoors"
		s.Texts.HeroSubheading = "Caravans, lodges and pitches at hundreds of parks"
		s.Texts.HeroScene = "fields"
		s.route("/offers", 221, "/about-us", 254, "/hotels", 664, "/lodges-with-hot-tubs", 2263)
		s.ContentRoutes = append(s.ContentRoutes, landingRoutes...)
	},
	"SN": func(s *Site) {
		s.name("Sentinel Travel", "sentinel.example", "0808 157 0102")
		s.Texts.Tagline = "Reader breaks by the sea"
		s.Texts.HeroHeading = "Breaks worth the long drive"
		s.Texts.HeroSubheading = "Hand-picked parks for Sentinel readers"
		s.Texts.HeroScene = "lake"
		s.route("/about-us", 1512, "/offers", 1824, "/hotels", 1828)
	},
	"MT": func(s *Site) {
		s.name("Meridian Times Holidays", "meridian.example", "0808 157 0103")
		s.Texts.Tagline = "Holidays worth waking up for"
		s.Texts.HeroHeading = "Holidays worth waking up for"
		s.Texts.HeroSubheading = "Caravans, lodges, cottages and boats across the UK and Europe"
		s.Texts.HeroScene = "coast"
		s.route("/european-holiday-parks", 1597, "/customer-charter", 1603, "/privacy-policy", 1904,
			"/hotels", 664, "/about-us", 1516, "/offers", 1526)
	},
	"RP": func(s *Site) {
		s.name("Reader Promotions", "readerpromotions.example", "0808 157 0104")
		s.Texts.Tagline = "Breaks for our readers"
		s.Texts.HeroHeading = "Breaks for our readers"
		s.Texts.HeroSubheading = "Collect your code words and go away for less"
		s.Texts.HeroScene = "meadow"
		s.route("/reach-promos-offers", 221, "/about-us", 254, "/offers", 1939, "/hotels", 1942,
			"/lodges-with-hot-tubs", 2263, "/frequently-asked-questions", 3932, "/how-it-works", 3935)
		s.ContentRoutes = append(s.ContentRoutes, landingRoutes...)
	},
}

func (s *Site) name(brand, domain, telephone string) {
	s.Global = Global{BrandName: brand, SiteURL: "www." + domain, SiteBaseURL: "https://www." + domain, Email: "help@" + domain}
	s.SocialMedia.Telephone = telephone
	s.Legal = Legal{TradingName: brand, CompanyName: brand + " Ltd", CompanyNumber: "00000000", Address: "1 Example Street, London"}
}

// route sets content routes, given as path and page id in turn; a path that is
// there already gets the new page.
func (s *Site) route(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		route := ContentRoute{pairs[i].(string), pairs[i+1].(int)}
		at := slices.IndexFunc(s.ContentRoutes, func(r ContentRoute) bool { return r.Path == route.Path })
		if at >= 0 {
			s.ContentRoutes[at] = route
		} else {
			s.ContentRoutes = append(s.ContentRoutes, route)
		}
	}
}
