package site

// Site is what the server knows of a brand. Its JSON names are the
// specification's configuration keys; the front end's own configuration
// (web/src/brands) holds these and those that only screens need, and a test
// there compares the two.
type Site struct {
	SiteCode      string         `json:"siteCode"`
	Global        Global         `json:"global"`
	Header        Header         `json:"header"`
	Referer       Referer        `json:"referer"`
	SocialMedia   SocialMedia    `json:"socialMedia"`
	URLs          URLs           `json:"urls"`
	Legal         Legal          `json:"legal"`
	Texts         Texts          `json:"texts"`
	ContentRoutes []ContentRoute `json:"contentRoutes"`
}

// Global is what every page and letter shows.
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

// Referer is kept with each booking and newsletter sign-up.
type Referer struct {
	Code string `json:"code"`
}

// SocialMedia holds the brand's telephone number.
type SocialMedia struct {
	Telephone string `json:"telephone"`
}

// URLs are addresses that letters link.
type URLs struct {
	Attractions string `json:"attractions"` // of the attraction-booking partner
}

// Legal is who trades under the brand (E-Commerce Regulations 2002, reg. 6).
type Legal struct {
	TradingName   string `json:"tradingName"`
	CompanyName   string `json:"companyName"`
	CompanyNumber string `json:"companyNumber"`
	Address       string `json:"address"`
}

// Texts are the brand's texts that the server writes.
type Texts struct {
	Tagline        string `json:"tagline"`
	SupportHours   string `json:"supportHours"`
	HeroHeading    string `json:"heroHeading"`
	HeroSubheading string `json:"heroSubheading"`
	HeroScene      string `json:"-"` // the picture behind them, by its name below /images/hero
}

// ContentRoute is a path that shows a page of the CMS.
type ContentRoute struct {
	Path   string `json:"path"`
	PageID int    `json:"pageId"`
}
