package site

// Site is what the server knows about a brand. Its JSON names are the
// specification's configuration keys. The front end reads the same files and
// adds what only screens need (web/src/brands).
type Site struct {
	SiteCode    string      `json:"siteCode"`
	Global      Global      `json:"global"`
	Header      Header      `json:"header"`
	Referer     Referer     `json:"referer"`
	SocialMedia SocialMedia `json:"socialMedia"`
	URLs        URLs        `json:"urls"`
	Legal       Legal       `json:"legal"`
	TagManager  Tag         `json:"tagManager"`
	Analytics   Tag         `json:"analytics"`
	Awin        Awin        `json:"awin"`
	Newsletter  Newsletter  `json:"newsletter"`
	// API, ErrorReporting, Parks and SearchLine are set when the server starts.
	API            Addresses      `json:"-"`
	ErrorReporting ErrorReporting `json:"-"`
	Parks          Parks          `json:"-"`
	SearchLine     SearchLine     `json:"-"`
	Texts          Texts          `json:"texts"`
	Colours        Colours        `json:"colours"`
	ContentRoutes  map[string]int `json:"contentRoutes"` // page id by path
	Footer         Footer         `json:"footer"`
	HomePage       HomePage       `json:"homePage"`
}

// Global holds the settings for every page and e-mail.
type Global struct {
	BrandName   string `json:"brandName"`
	SiteURL     string `json:"siteUrl"`     // shown in texts
	SiteBaseURL string `json:"siteBaseUrl"` // of canonical links, no trailing slash
	Email       string `json:"email"`
}

// Header names the menu file.
type Header struct {
	MegaMenu string `json:"megaMenu"`
}

// Referer is the brand's code, stored with each booking and newsletter sign-up.
type Referer struct {
	Code string `json:"code"`
}

// SocialMedia holds the brand's telephone number.
type SocialMedia struct {
	Telephone string `json:"telephone"`
}

// URLs are links in e-mails.
type URLs struct {
	Attractions string `json:"attractions"` // of the attraction-booking partner
}

// Legal is the company that trades under the brand (E-Commerce Regulations
// 2002, reg. 6).
type Legal struct {
	TradingName   string `json:"tradingName"`
	CompanyName   string `json:"companyName"`
	CompanyNumber string `json:"companyNumber"`
	Address       string `json:"address"`
}

// Tag is a container of the tag manager, or a property of analytics. Without an
// id there is none.
type Tag struct {
	ID string `json:"id"`
}

// Awin holds the settings of the affiliate network.
type Awin struct {
	Enable bool `json:"enable"`
	// TrackingID is the brand's advertiser id at the network.
	TrackingID string `json:"trackingId"`
}

// On reports whether clicks and sales are reported to the affiliate network.
func (a Awin) On() bool { return a.Enable && a.TrackingID != "" }

// Newsletter holds the address of the picture that counts sign-ups; empty: none
// is requested.
type Newsletter struct {
	TrackingPixelURL string `json:"trackingPixelUrl"`
}

// RunTime holds the configuration keys that a member of staff can set when the server
// starts. Every document carries them, because the front end is built before
// they are known.
type RunTime struct {
	TagManager *Tag        `json:"tagManager,omitempty"`
	Analytics  *Tag        `json:"analytics,omitempty"`
	Awin       *Awin       `json:"awin,omitempty"`
	Newsletter *Newsletter `json:"newsletter,omitempty"`
	API        *Addresses  `json:"api,omitempty"`
	// Global and Parks are present where there is a customer-review service.
	Global *SiteReviews `json:"global,omitempty"`
	Parks  *Parks       `json:"parks,omitempty"`
	// SearchLine is present where the home page shows it.
	SearchLine *SearchLine `json:"searchLine,omitempty"`
	// ErrorReporting is where browsers report errors.
	ErrorReporting *ErrorReporting `json:"errorReporting,omitempty"`
}

// Addresses are those that browsers call in addition to the brand's own.
type Addresses struct {
	// ContentHost is the address of the host with the pictures of accommodation
	// types; "" means this server.
	ContentHost string `json:"contentHost"`
}

// Parks says what pages of parks show.
type Parks struct {
	// ShowSiteReviewRating is the flag of the customer-review service's rating
	// and reviews.
	ShowSiteReviewRating bool `json:"showSiteReviewRating"`
}

// SiteReviews is the flag of the customer-review service's reviews on the home
// page.
type SiteReviews struct {
	ShowSiteReviews bool `json:"showSiteReviews"`
}

// SearchLine is the flag of the line for a search written as a sentence, on the home page.
type SearchLine struct {
	Show bool `json:"show"`
}

// ErrorReporting holds the settings of the error-reporting service.
type ErrorReporting struct {
	DSN     string `json:"dsn"`
	Release string `json:"release"`
}

// RunTime returns those keys of the brand that are set.
func (s *Site) RunTime() (r RunTime) {
	if s.TagManager.ID != "" {
		r.TagManager = &s.TagManager
	}
	if s.Analytics.ID != "" {
		r.Analytics = &s.Analytics
	}
	if s.Awin.On() {
		r.Awin = &s.Awin
	}
	if s.Newsletter.TrackingPixelURL != "" {
		r.Newsletter = &s.Newsletter
	}
	if s.API.ContentHost != "" {
		r.API = &s.API
	}
	if s.Parks.ShowSiteReviewRating {
		r.Global, r.Parks = &SiteReviews{ShowSiteReviews: true}, &s.Parks
	}
	if s.SearchLine.Show {
		r.SearchLine = &s.SearchLine
	}
	if s.ErrorReporting.DSN != "" {
		r.ErrorReporting = &s.ErrorReporting
	}
	return r
}

// Texts are the brand's texts that the server sends.
type Texts struct {
	Tagline        string `json:"tagline"`
	SupportHours   string `json:"supportHours"`
	HeroHeading    string `json:"heroHeading"`
	HeroSubheading string `json:"heroSubheading"`
	HeroScene      string `json:"heroScene"` // the picture behind them, by its name below /images/hero
}

// Colours are the brand's design tokens (web/src/brands, tokens.css) for places
// where there is no style sheet: e-mails and icons. Each is '#' and six hex
// digits.
type Colours struct {
	Icon      string `json:"icon"`
	Ink       string `json:"ink"`
	Accent    string `json:"accent"`
	AccentInk string `json:"accentInk"`
	Link      string `json:"link"`
	Sunk      string `json:"sunk"`
	Line      string `json:"line"`
	Muted     string `json:"muted"`
	Saving    string `json:"saving"`
}

// Footer holds the footer's links. The front end shows them; the server needs
// them because each link to a CMS page is a content route.
type Footer struct {
	Groups []FooterGroup `json:"groups"` // of every brand
	More   []FooterGroup `json:"more"`   // of this brand
}

// FooterGroup is a column of the footer.
type FooterGroup struct {
	Links []FooterLink `json:"links"`
}

// FooterLink is one link. A page id makes its path a content route.
type FooterLink struct {
	Path   string `json:"path"`
	PageID int    `json:"pageId"`
}
