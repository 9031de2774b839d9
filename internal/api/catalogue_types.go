package api

import (
	"holidaymaker/internal/money"
)

// Money is an amount in pounds as a numeric string with two decimals.
type Money = money.Pence

// SiteQuery names the brand by its site code.
type SiteQuery struct {
	SiteCode string `in:"siteCode" doc:"The site code of this server: BF, SN, MT or RP."`
}

// Init is everything that the first page needs.
type Init struct {
	SiteCode       string    `json:"siteCode"`
	Today          string    `json:"today" doc:"The server's date in Europe/London, dd/mm/yyyy."`
	HomepageLayout []Block   `json:"homepageLayout"`
	Promotion      Promotion `json:"promotion"`
	Channels       []Channel `json:"channels"`
	Filters
	Regions
	Operators
	Offers     []Offer   `json:"offers"`
	MapTiles   *MapTiles `json:"mapTiles,omitempty" doc:"Present if a server of map tiles is configured."`
	PriceWatch bool      `json:"priceWatch,omitempty" doc:"Whether visitors can watch the price of a stay; the pages are /watch and /watch/booking."`
	MyHolidays bool      `json:"myHolidays,omitempty" doc:"Whether visitors can see all bookings of their address by a link in an e-mail; the page is /my-holidays."`
	Pocket     bool      `json:"pocket,omitempty" doc:"Whether guests can keep a page of their booking on the phone; it is /pocket/ and the booking's reference."`
	Wallet     bool      `json:"wallet,omitempty" doc:"Whether visitors may pay by PayPal."`
	// Flags is part of the first page, so that nothing moves when the flags
	// arrive.
	Flags FlagSettings `json:"flags"`
}

// FlagSettings is what browsers need to read feature flags.
type FlagSettings struct {
	Host          string `json:"host" doc:"Of the feature flags; empty: this one."`
	ClientKey     string `json:"clientKey" doc:"Names the set of flags: {host}/api/features/{clientKey}."`
	DecryptionKey string `json:"decryptionKey,omitempty" doc:"Present if the host encrypts its flags."`
	IsWorldpayOn  bool   `json:"isWorldpayOn" doc:"The card provider's flag, as it is now."`
	IsPaypalOn    bool   `json:"isPaypalOn" doc:"The wallet's flag, as it is now. It matters only where wallet is true."`
}

// MapTiles is a server whose tiles maps show in place of the map that the
// product carries.
type MapTiles struct {
	URL    string `json:"url" doc:"With {z}, {x} and {y}."`
	Credit string `json:"credit" doc:"Shown on the map."`
}

// Promotion says whether a newspaper promotion is open and what visitors must
// enter.
type Promotion struct {
	Open         string            `json:"open" doc:"Y or N; N hides the search box."`
	EmailCapture string            `json:"emailcapture" doc:"Y or N."`
	PaperCapture string            `json:"papercapture" doc:"Y or N."`
	Keywords     int               `json:"keywords" doc:"The number of requested code words."`
	PaperCodes   map[string]string `json:"papercodes,omitempty" doc:"Newspaper code to its name."`
	PercentOff   int64             `json:"percentOff,omitempty" doc:"Taken off the price of a stay that is booked under the promotion, rounded half up to the penny; such a stay is paid in full."`
}

// Channel is a holiday type.
type Channel struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Key  string `json:"key"`
}

// Filter is something to filter results by. It is numeric where it has a
// compare, otherwise boolean.
type Filter struct {
	Name    string `json:"name"`
	Group   string `json:"group"`
	Compare string `json:"compare,omitempty"`
	Field   string `json:"field,omitempty"`
	Options []int  `json:"options,omitempty"`
}

// FilterGroup is a heading with its filters.
type FilterGroup struct {
	Name string `json:"name"`
}

// Region is a part of a country in which there are parks.
type Region struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Desc      string `json:"desc"`
	Dogs      string `json:"dogs" doc:"Y where dogs are allowed."`
	ParkCount int    `json:"parkCount"`
	Country   string `json:"country" doc:"ISO 3166-1, two letters."`
	Image     string `json:"image"`
	Lat       string `json:"lat"`
	Lon       string `json:"lon"`
	FromPrice string `json:"fromPrice,omitempty" doc:"In channelregions: its cheapest stay on sale for two adults, any date and number of nights; absent where nothing is on sale."`
}

// Operator is a company that runs parks.
type Operator struct {
	OpID      string `json:"opId"`
	Name      string `json:"name"`
	Party     string `json:"party" doc:"'true' where groups are welcome."`
	Logo      string `json:"logo"`
	URL       string `json:"url"`
	Affiliate string `json:"affiliate" doc:"'true' or 'false'."`
	Desc      string `json:"desc"`
	// Only in the answer of operators:
	ParkCount int      `json:"parkCount,omitempty" doc:"In operators: its parks on the channel, or in the region."`
	RegionIDs []string `json:"regions,omitempty" doc:"In operators: ids of the regions in which it has parks on the channel, in their order."`
	Image     string   `json:"image,omitempty" doc:"In operators: a picture of one of its parks, or a drawn one of the landscape of most of them."`
	FromPrice string   `json:"fromPrice,omitempty" doc:"In operators: its cheapest stay on sale for two adults, any date and number of nights."`
}

// OperatorDeposit is an operator's rule for deposits.
type OperatorDeposit struct {
	Type           string  `json:"type" doc:"'fixed' or 'percent'."`
	Value          float64 `json:"value" doc:"Pounds for each booking, or per cent of the unit price."`
	Compulsory     int     `json:"compulsory" doc:"1: only the deposit is paid here."`
	BalanceDueDays int     `json:"balanceDueDays" doc:"Days before arrival. 0: the operator takes the balance and names no day."`
}

// Offer is a named promotion that units may carry.
type Offer struct {
	URN   string `json:"urn"`
	Label string `json:"offer"`
}

// RegionsQuery asks for the regions of a channel.
type RegionsQuery struct {
	Channel string `in:"channel,required" code:"CHANNEL" doc:"Channel code."`
	OpID    string `in:"opId" code:"OPERATOR" doc:"Only regions where this operator has parks."`
	Dogs    *bool  `in:"dogs" code:"FLAG" doc:"Y: only regions with parks that take dogs; counts and prices are of those."`
}

// Regions is the answer of regions.
type Regions struct {
	ByChannel map[string]map[string]Region `json:"regions" doc:"Channel code, then region id; a channel without parks is absent."`
}

// OperatorsQuery asks for the operators of a channel.
type OperatorsQuery struct {
	Channel string `in:"channel,required" code:"CHANNEL" doc:"Channel code."`
	Region  string `in:"region" code:"REGION" doc:"Only operators with parks there."`
}

// Operators is the answer of operators, with the operators' deposit rules.
type Operators struct {
	OfChannels       map[string][]Operator      `json:"operators" doc:"By channel code; each list sorted by name."`
	OperatorDeposits map[string]OperatorDeposit `json:"operatorDeposits" doc:"By opId."`
}

// NoQuery is the input of calls that have none.
type NoQuery struct{}

// Filters lists everything that results can be filtered by.
type Filters struct {
	All          []Filter               `json:"Filters" doc:"All boolean filters, then the numeric ones; a filter's id is its index."`
	BFilters     [3]int                 `json:"bFilters" doc:"Index of the first boolean filter, default value, number of them."`
	NFilters     [3]int                 `json:"nFilters" doc:"Index of the first numeric filter, default value, number of them."`
	FilterGroups map[string]FilterGroup `json:"filterGroups"`
}

// ParksQuery asks for the parks of a region, or for parks by name.
type ParksQuery struct {
	Region  string `in:"region" code:"REGION" doc:"Region id; required without q."`
	Channel string `in:"channel" code:"CHANNEL" doc:"Only parks sold on this channel."`
	OpID    string `in:"opId" code:"OPERATOR" doc:"Only parks of this operator."`
	TownID  string `in:"townId" doc:"Only parks of this town."`
	Dogs    *bool  `in:"dogs" code:"FLAG" doc:"Y: only parks that take dogs."`
	Q       string `in:"q" doc:"Part of a name, at least two letters: at most 20 parks."`
	// Only for lists in pages:
	Page     int    `in:"page" code:"REQUEST" doc:"Number of a page of 24 parks, from 1. Absent: all parks."`
	Features []int  `in:"features" code:"FEATURES" doc:"With page: only parks with all of these boolean filters, comma-separated."`
	Sort     string `in:"sort" code:"REQUEST" doc:"With page: 'price' for the cheapest first; else by name."`
	Promo    *bool  `in:"promo" code:"FLAG" doc:"1: for a reader with the promotion's pass, prices of stays that begin on the reader's offer dates."`
}

// Parks is the answer of parks.
type Parks struct {
	ForReader bool   `json:"forReader,omitempty" doc:"Prices and stays are those of a reader of the promotion."`
	Parks     []Park `json:"parks" doc:"Sorted by name."`
	TownList  []Town `json:"townList" doc:"Sorted by name. With page: all towns of the region, whichever town was requested."`
	// Only in a page of a list:
	Count         int            `json:"count,omitempty" doc:"With page: the parks on all pages."`
	PageCount     int            `json:"pageCount,omitempty" doc:"With page: the number of pages."`
	FeatureCounts map[string]int `json:"featureCounts,omitempty" doc:"With page: boolean filter id to how many of the parks have it."`
	DogParks      int            `json:"dogParks,omitempty" doc:"With page: how many of the parks take dogs."`
}

// Image is a picture with its size in pixels.
type Image struct {
	Src string `json:"src"`
	W   int    `json:"w"`
	H   int    `json:"h"`
	Alt string `json:"alt"`
}

// Park is a park in a list.
type Park struct {
	ParkID    string    `json:"parkId"`
	Name      string    `json:"name"`
	Slug      string    `json:"slug"`
	Channels  []string  `json:"channels"`
	Regn      string    `json:"regn"`
	TownID    string    `json:"townId"`
	Town      string    `json:"town"`
	OpID      string    `json:"opId"`
	Lat       string    `json:"lat" doc:"Numeric, or empty where unknown."`
	Lon       string    `json:"lon" doc:"Numeric, or empty where unknown."`
	Dogs      string    `json:"dogs" doc:"Y or N."`
	Features  []int     `json:"features" doc:"Ids of its boolean filters."`
	Sticky    bool      `json:"sticky"`
	Premium   bool      `json:"premium"`
	Images    []Image   `json:"images"`
	FromPrice string    `json:"fromPrice" doc:"The cheapest stay on sale for two adults, any date and number of nights, or empty."`
	FromStay  *ParkStay `json:"fromStay,omitempty" doc:"The stay of fromPrice; absent where nothing is on sale."`
	// The rating, if the review source allows us to store it:
	Bubbles     string `json:"bubbles"`
	ReviewCount int    `json:"reviewCount"`
}

// Town is a town in which there are parks.
type Town struct {
	TownID  string   `json:"townId"`
	Name    string   `json:"name"`
	Slug    string   `json:"slug"`
	Regn    string   `json:"regn"`
	ParkIDs []string `json:"parkIds,omitempty" doc:"Absent with page."`
	// ParkCount is set only in a page of a list.
	ParkCount int `json:"parkCount,omitempty" doc:"With page: how many parks it has."`
	// FromPrice is set only in a page of a list.
	FromPrice string `json:"fromPrice,omitempty" doc:"With page: the cheapest stay on sale in its parks, as fromPrice of a park."`
}

// ParkQuery identifies a park.
type ParkQuery struct {
	ParkID string `in:"parkId,required" code:"PARK" doc:"Park id."`
	Promo  *bool  `in:"promo" code:"FLAG" doc:"1: for a reader with the promotion's pass, nextStays and fromStay begin on the reader's offer dates."`
}

// ParkAnswer is the answer of park.
type ParkAnswer struct {
	Park ParkDetails `json:"park"`
}

// ParkStay is a stay at a park that is on sale.
type ParkStay struct {
	Channel string `json:"channel"`
	Date    string `json:"date" doc:"Arrival."`
	Nights  int    `json:"nights"`
}

// ParkDetails is everything about a park that its page shows.
type ParkDetails struct {
	Park
	NextStays     []ParkStay         `json:"nextStays" doc:"For each channel and number of nights, the stay for two adults that begins first."`
	ForReader     bool               `json:"forReader,omitempty" doc:"nextStays and fromStay are those of a reader of the promotion."`
	RegionName    string             `json:"regionName"`
	County        string             `json:"county"`
	Postcode      string             `json:"postcode"`
	Country       string             `json:"country" doc:"Country id such as CNUK."`
	Address       string             `json:"address" doc:"The postal address on one line: town, county and postcode, abroad with the country."`
	OperatorName  string             `json:"operatorName"`
	Party         string             `json:"party" doc:"'true' where groups are welcome."`
	Info          string             `json:"info" doc:"Sanitised HTML."`
	ImportantInfo string             `json:"importantInfo" doc:"Sanitised HTML."`
	Gallery       []Image            `json:"gallery"`
	Deposit       string             `json:"deposit" doc:"'£{x} deposit' of its cheapest stay, or empty."`
	NFeatures     map[string]float64 `json:"nFeatures" doc:"Numeric filter id to its value."`
	Affiliate     string             `json:"affiliate"`
	AffiliateURL  string             `json:"affiliateUrl,omitempty"`
	Credit        string             `json:"credit,omitempty" doc:"The source of the data, to be shown with the park."`
	CheckIn       string             `json:"checkIn,omitempty" doc:"Earliest time of arrival, as shown."`
	CheckOut      string             `json:"checkOut,omitempty" doc:"Latest time of departure, as shown."`
	MaxUnits      int                `json:"maxUnits,omitempty" doc:"How many units one booking may have, where it may have several; see together."`
	Rules         []string           `json:"rules,omitempty" doc:"The times of a stay and what the park asks of its guests, a sentence each."`
}

// Reviews are visitors' opinions of a park.
type Reviews struct {
	Reviews []Review `json:"reviews"`
	Bubbles string   `json:"bubbles"`
}

// Review is one visitor's opinion.
type Review struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	Rating int    `json:"rating" doc:"1 to 5."`
	Date   string `json:"date" doc:"dd/mm/yyyy"`
	URL    string `json:"url"`
}

// SiteReviews are customers' opinions of the brand, from the customer-review
// service.
type SiteReviews struct {
	Rating  string       `json:"rating" doc:"1.0 to 5.0; empty where there are no reviews, or the service cannot be reached."`
	Count   int          `json:"count" doc:"Customers who gave the rating."`
	Reviews []SiteReview `json:"reviews" doc:"At most three, the newest first."`
}

// SiteReview is one customer's opinion, unedited.
type SiteReview struct {
	Body string `json:"body"`
	Name string `json:"name" doc:"Empty where the service has none."`
}

// AccomImage is an entry of a park's extra data: a picture of a unit type.
type AccomImage struct {
	Code  string `json:"code"`
	Image string `json:"image"`
}

// MenuChannel is one entry of the mega menu.
type MenuChannel struct {
	Title     string       `json:"title"`
	IsChannel bool         `json:"isChannel"`
	Image     string       `json:"image"`
	Columns   []MenuColumn `json:"columns"`
}

// MenuColumn is a section of a menu: a heading with links.
type MenuColumn struct {
	Title string     `json:"title"`
	Links []MenuLink `json:"links"`
}

// MenuLink is a link of a menu.
type MenuLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// MegaMenu is the menu file: channel code to its menu.
type MegaMenu map[string]MenuChannel
