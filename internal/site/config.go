package site

// Site is the configuration of one brand. Its JSON names are the
// specification's configuration keys.
type Site struct {
	SiteCode       string         `json:"siteCode"`
	API            API            `json:"api"`
	Awin           Awin           `json:"awin"`
	Forms          Forms          `json:"forms"`
	Campaign       Campaign       `json:"campaign"`
	Global         Global         `json:"global"`
	TagManager     ID             `json:"tagManager"`
	Analytics      ID             `json:"analytics"`
	ErrorReporting ErrorReporting `json:"errorReporting"`
	Header         Header         `json:"header"`
	Home           Home           `json:"home"`
	Search         Search         `json:"search"`
	Parks          Parks          `json:"parks"`
	Payment        Payment        `json:"payment"`
	Referer        Referer        `json:"referer"`
	Logo           Logo           `json:"logo"`
	SocialMedia    SocialMedia    `json:"socialMedia"`
	URLs           URLs           `json:"urls"`
	User           User           `json:"user"`
	Legal          Legal          `json:"legal"`
	Texts          Texts          `json:"texts"`
	ContentRoutes  []ContentRoute `json:"contentRoutes"`
	Footer         []FooterGroup  `json:"footer"`
}

// API says where the calls go; empty is the brand's own host.
type API struct {
	BaseURL     string `json:"baseUrl"`
	CMS         string `json:"cms"`
	Features    string `json:"features"`
	ContentHost string `json:"contentHost"`
}

// Awin is affiliate tracking.
type Awin struct {
	Enable     bool   `json:"enable"`
	TrackingID string `json:"trackingId"`
}

// Forms switches forms on.
type Forms struct {
	EnableNewsletterSignup bool `json:"enableNewsletterSignup"`
}

// Campaign names the brand in links of its campaigns.
type Campaign struct {
	Referer string `json:"referer"`
}

// Global is what every page shows.
type Global struct {
	BrandName          string `json:"brandName"`
	ShowSiteReviews    bool   `json:"showSiteReviews"`
	SpinnerIcon        string `json:"spinnerIcon"`
	SpinnerTheme       string `json:"spinnerTheme"`
	SiteURL            string `json:"siteUrl"`     // shown in texts
	SiteBaseURL        string `json:"siteBaseUrl"` // of canonical links, no trailing slash
	Email              string `json:"email"`
	TextHighlight      string `json:"textHighlight"`      // colour token
	TextBlackHighlight string `json:"textBlackHighlight"` // colour token
}

// ID is the id of an outside service; empty: not used.
type ID struct {
	ID string `json:"id"`
}

// ErrorReporting names the error-reporting service; empty: nothing is sent.
type ErrorReporting struct {
	DSN string `json:"dsn"`
}

// Header is the page's header.
type Header struct {
	Logo             HeaderLogo `json:"logo"`
	Style            string     `json:"style"`    // light or dark
	MegaMenu         string     `json:"megaMenu"` // the menu file
	ShowOffersLink   bool       `json:"showOffersLink"`
	ShowCaravanSales bool       `json:"showCaravanSalesLink"`
	CaravanSalesURL  string     `json:"caravanSalesUrl"`
	ShowPromoLink    bool       `json:"showPromoLink"`
	ShowFAQLink      bool       `json:"showFAQLink"`
	ShowFerriesLink  bool       `json:"showFerriesLink"`
	ShowMoreLink     bool       `json:"showMoreLink"`
}

// HeaderLogo is the logo in the header.
type HeaderLogo struct {
	Height int `json:"height"` // pixels
}

// Home is the home page.
type Home struct {
	DealsPhrase string `json:"dealsPhrase"` // a heading with it is followed by last-minute deals
	ImagesBase  string `json:"imagesBase"`
	ImagesExt   string `json:"imagesExt"`
}

// Search narrows the search box.
type Search struct {
	ExcludedChannels []string            `json:"excludedChannels"`
	ExcludedRegions  map[string][]string `json:"excludedRegions"` // by channel
}

// Parks is the park page.
type Parks struct {
	ShowSiteReviewRating bool `json:"showSiteReviewRating"`
	ShowReviews          bool `json:"showReviews"`
}

// Payment is how cards are paid with.
type Payment struct {
	Enable3DSecure bool     `json:"enable3DSecure"`
	Worldpay       Worldpay `json:"worldpay"`
}

// Worldpay is the card provider's mode: direct or hosted.
type Worldpay struct {
	Mode string `json:"mode"`
}

// Referer is kept with each booking and newsletter sign-up.
type Referer struct {
	Code string `json:"code"`
}

// Logo is the brand's logo.
type Logo struct {
	Width int `json:"width"` // pixels
}

// SocialMedia are the brand's telephone and accounts; empty ones are hidden.
type SocialMedia struct {
	Telephone string `json:"telephone"`
	Facebook  string `json:"facebook"`
	Instagram string `json:"instagram"`
	Twitter   string `json:"twitter"`
	YouTube   string `json:"youtube"`
	TikTok    string `json:"tiktok"`
	LinkedIn  string `json:"linkedin"`
}

// URLs are addresses of partners and policies; empty ones are not linked.
type URLs struct {
	PrivacyPolicy      string `json:"privacyPolicy"`
	TermsAndConditions string `json:"termsAndConditions"`
	ReviewSite         string `json:"reviewSite"`
	Attractions        string `json:"attractions"`
	AffiliateProgramme string `json:"affiliateProgramme"`
	ExternalBlog       string `json:"externalBlog"`
}

// User holds the defaults of the marketing opt-ins.
type User struct {
	OptIn OptIn `json:"optin"`
}

// OptIn are the brand's defaults. The third-party box starts unticked whatever
// stands here, and is not shown without names.
type OptIn struct {
	EmailOpt     bool     `json:"emailOpt"`
	SMSOpt       bool     `json:"smsOpt"`
	ThirdOpt     bool     `json:"thirdOpt"`
	ThirdParties []string `json:"thirdParties"`
}

// Legal is who trades under the brand (E-Commerce Regulations 2002, reg. 6).
type Legal struct {
	TradingName   string `json:"tradingName"`
	CompanyNumber string `json:"companyNumber"`
	Address       string `json:"address"`
}

// Texts are the texts that each brand has of its own.
type Texts struct {
	Tagline            string `json:"tagline"`
	SupportHours       string `json:"supportHours"`
	TrustClaim         string `json:"trustClaim"`
	NewsletterTitle    string `json:"newsletterTitle"`
	NewsletterSubtitle string `json:"newsletterSubtitle"`
	EmailOpt           string `json:"emailOpt"`
	SMSOpt             string `json:"smsOpt"`
	ThirdOpt           string `json:"thirdOpt"`
	HeroHeading        string `json:"heroHeading"`
	HeroSubheading     string `json:"heroSubheading"`
}

// ContentRoute is a path that shows a page of the CMS.
type ContentRoute struct {
	Path   string `json:"path"`
	PageID int    `json:"pageId"`
}

// FooterGroup is a column of the footer.
type FooterGroup struct {
	ID      string       `json:"id"`
	Heading string       `json:"heading"`
	Links   []FooterLink `json:"links"`
}

// FooterLink is a link of the footer.
type FooterLink struct {
	ID       string `json:"id,omitempty"`
	Title    string `json:"title"`
	Path     string `json:"path"`
	PageID   int    `json:"pageId,omitempty"`
	External bool   `json:"external,omitempty"`
}
