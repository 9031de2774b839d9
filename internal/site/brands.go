package site

import (
	"slices"
	"strings"
)

// base is what all brands share.
func base(code string) *Site {
	lower := strings.ToLower(code)
	return &Site{
		SiteCode: code,
		API:      API{CMS: "/cms/wp/v2", ContentHost: "/content"},
		Forms:    Forms{EnableNewsletterSignup: true},
		Campaign: Campaign{Referer: lower},
		Global: Global{
			SpinnerIcon: "ring", SpinnerTheme: "primary",
			TextHighlight: "primary", TextBlackHighlight: "ink",
		},
		Header: Header{
			Logo: HeaderLogo{Height: 40}, Style: "light",
			MegaMenu: "mega-menu-" + code + ".json", ShowOffersLink: true,
		},
		Home: Home{DealsPhrase: "Last Minute", ImagesBase: "/images", ImagesExt: "svg"},
		Search: Search{
			ExcludedChannels: []string{"hotels"},
			ExcludedRegions: map[string][]string{
				"ukcaravan": {"15"}, "eurocaravan": {"15"}, "uklodge": {"15"},
				"ukcottages": {"15"}, "uktouring": {"15"}, "boats": {"15"},
			},
		},
		Parks:   Parks{ShowReviews: true},
		Payment: Payment{Enable3DSecure: true, Worldpay: Worldpay{Mode: "direct"}},
		Referer: Referer{Code: code},
		SocialMedia: SocialMedia{
			Facebook:  "https://social.example/" + code,
			Instagram: "https://social.example/" + code,
		},
		URLs: URLs{
			PrivacyPolicy: "/privacy-policy", TermsAndConditions: "/terms",
			ReviewSite:         "https://reviews.example/" + code,
			Attractions:        "https://attractions.example/" + code,
			AffiliateProgramme: "https://affiliates.example/" + code,
		},
		Texts: Texts{
			SupportHours: "Mon-Sat 9am-5pm, Sun 10am-4pm",
			TrustClaim:   "Over 250,000 satisfied customers every year",
			SMSOpt:       "Send me offers by text message",
		},
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

// brands are the ways in which each brand differs from base.
var brands = map[string]func(*Site){
	"BF": func(s *Site) {
		s.name("Brightfield Breaks", "Great British holidays for less", "brightfield.example", "0808 157 0101")
		s.Header.Logo.Height, s.Logo.Width = 35, 152
		s.Header.ShowCaravanSales, s.Header.CaravanSalesURL = true, "https://caravan-sales.example"
		s.User.OptIn = OptIn{EmailOpt: true, SMSOpt: true, ThirdParties: []string{"Hollybank Leisure", "Fernside Motoring"}}
		s.Texts.ThirdOpt = "I would like to receive offers from partners of Brightfield Breaks"
		s.Texts.NewsletterTitle = "Sign up for Brightfield deals"
		s.Texts.HeroHeading = "Great British breaks, from the coast to the lakes"
		s.Texts.HeroSubheading = "Caravans, lodges and pitches at hundreds of parks"
		s.route("/offers", 221, "/about-us", 254, "/hotels", 664, "/lodges-with-hot-tubs", 2263)
		s.addLandingPages()
	},
	"SN": func(s *Site) {
		s.name("Sentinel Travel", "Reader breaks by the sea", "sentinel.example", "0808 157 0102")
		s.Logo.Width = 258
		s.User.OptIn = OptIn{EmailOpt: true, ThirdOpt: true, ThirdParties: []string{"The Daily Sentinel", "Sentinel on Sunday"}}
		s.Texts.ThirdOpt = newspaperOpt
		s.Texts.NewsletterTitle = "Get Sentinel reader breaks by email"
		s.Texts.HeroHeading = "Reader breaks by the sea"
		s.Texts.HeroSubheading = "Hand-picked parks for Sentinel readers"
		s.route("/about-us", 1512, "/offers", 1824, "/hotels", 1828)
	},
	"MT": func(s *Site) {
		s.name("Meridian Times Holidays", "Holidays worth waking up for", "meridian.example", "0808 157 0103")
		s.Logo.Width = 188
		s.User.OptIn = OptIn{EmailOpt: true, SMSOpt: true, ThirdOpt: true, ThirdParties: []string{"The Meridian Times", "Meridian Weekend"}}
		s.Texts.ThirdOpt = newspaperOpt
		s.Texts.NewsletterTitle = "Sign up for Meridian deals"
		s.Texts.HeroHeading = "Holidays worth waking up for"
		s.Texts.HeroSubheading = "Caravans, lodges, cottages and boats across the UK and Europe"
		s.route("/european-holiday-parks", 1597, "/customer-charter", 1603, "/privacy-policy", 1904,
			"/hotels", 664, "/about-us", 1516, "/offers", 1526)
	},
	"RP": func(s *Site) {
		s.name("Reader Promotions", "Breaks for our readers", "readerpromotions.example", "0808 157 0104")
		s.Header.Logo.Height, s.Logo.Width = 35, 152
		s.Header.ShowOffersLink = false
		s.Header.ShowPromoLink, s.Header.ShowFAQLink, s.Header.ShowFerriesLink, s.Header.ShowMoreLink = true, true, true, true
		s.User.OptIn = OptIn{EmailOpt: true, SMSOpt: true, ThirdParties: []string{"Daily Example", "Evening Example"}}
		s.Texts.ThirdOpt = "I would like to receive offers from the promotion partners of Reader Promotions"
		s.Texts.NewsletterTitle = "Hear first about reader promotions"
		s.Texts.HeroHeading = "Breaks for our readers"
		s.Texts.HeroSubheading = "Collect your code words and go away for less"
		s.route("/reach-promos-offers", 221, "/about-us", 254, "/offers", 1939, "/hotels", 1942,
			"/lodges-with-hot-tubs", 2263, "/frequently-asked-questions", 3932, "/how-it-works", 3935)
		s.addLandingPages()
	},
}

const newspaperOpt = "I would like to receive offers from the newspaper and its group of companies"

func (s *Site) name(brand, tagline, domain, telephone string) {
	s.Global.BrandName = brand
	s.Texts.Tagline = tagline
	s.Global.SiteURL = "www." + domain
	s.Global.SiteBaseURL = "https://www." + domain
	s.Global.Email = "help@" + domain
	s.SocialMedia.Telephone = telephone
	s.Texts.EmailOpt = "Email me offers and news from " + brand
	s.Texts.NewsletterSubtitle = "Offers and ideas, and a chance to win a £1000 holiday"
	s.Legal = Legal{
		TradingName:   brand + " is a trading name of Harbour Lane Holidays Limited",
		CompanyNumber: "00000000",
		Address:       "1 Harbour Lane, Exampleton, EX1 1AA",
	}
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

func (s *Site) addLandingPages() {
	s.ContentRoutes = append(s.ContentRoutes, landingRoutes...)
	s.URLs.ExternalBlog = "https://blog.example/" + s.SiteCode
}
