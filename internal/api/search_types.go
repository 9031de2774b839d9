package api

import "holidaymaker/internal/date"

// PriceTable is cached prices as nested maps: date (dd/mm/yyyy), nights, pets
// flag (Y or N), party-size threshold, price in pounds.
type PriceTable map[string]map[string]map[string]map[string]float64

// AvailabilityQuery asks for a part of the cached prices.
type AvailabilityQuery struct {
	Channel string     `in:"channel,required" code:"CHANNEL" doc:"Channel code."`
	Region  string     `in:"region" code:"REGION" doc:"Region id or all-regions; absent: every region. Region id, @ and near of search, such as 12@50.1,-5.25: the parks that such a search finds."`
	Nights  int        `in:"nights" code:"NIGHTS" doc:"Only this duration."`
	Date    *date.Date `in:"date" code:"DATE" doc:"Only this arrival date, dd/mm/yyyy."`
}

// CachedAvailability holds the cheapest prices of a channel.
type CachedAvailability struct {
	MinPrices     map[string]PriceTable `json:"minprices" doc:"By region id, or, if the point of the request adds parks of other regions, by the request's region."`
	MinParkPrices map[string]PriceTable `json:"minparkprices" doc:"By park id: the parks of latedeals."`
	Months        []string              `json:"months" doc:"YYYY-MM, sorted."`
	LateDeals     []LateDeal            `json:"latedeals"`
	NightsOptions map[string][]int      `json:"nightsOptions" doc:"By region id, and all-regions; also by the request's region, as in minprices."`
}

// LateDeal is the cheapest stay on an arrival date within the next 28 days.
type LateDeal struct {
	Date   string  `json:"date"`
	Nights int     `json:"nights"`
	Park   string  `json:"park"`
	Name   string  `json:"name" doc:"The park's name."`
	Price  float64 `json:"price"`
}

// PartyQuery is the party of a search.
type PartyQuery struct {
	Adults      *int  `in:"adults" code:"PARTY" doc:"18 and over; default 2."`
	Children    int   `in:"children" code:"PARTY" doc:"5 to 17."`
	Under5s     int   `in:"under5s,infants" code:"PARTY" doc:"Under 5."`
	PartySize   *int  `in:"partySize,partysize" code:"PARTY" doc:"Adults, children and under-fives together; if present, it must be their sum."`
	PetFriendly *bool `in:"petFriendly,dogs" code:"FLAG" doc:"Y: the party brings dogs."`
}

// SearchQuery is a search.
type SearchQuery struct {
	Channel string     `in:"channel" code:"CHANNEL" doc:"Channel code; default ukcaravan."`
	Region  string     `in:"region" code:"REGION" doc:"Region id or all-regions, the default."`
	Date    *date.Date `in:"date" code:"DATE" doc:"Arrival, dd/mm/yyyy; absent: all dates."`
	When    string     `in:"when" code:"WHEN" doc:"A choice of flexible dates, as datechoices lists them: each park with its cheapest stay; date and flex are then not read. A reader with the promotion's pass finds stays that begin on the reader's offer dates."`
	Nights  *int       `in:"nights" code:"NIGHTS" doc:"Duration; default 3."`
	PartyQuery
	Park     string    `in:"park" code:"PARK" doc:"Only this park."`
	Box      []float64 `in:"box" code:"BOX" doc:"West, south, east and north in degrees, comma-separated: only parks in this area, of every region. region is then ignored, and parks without a position are left out."`
	Near     []float64 `in:"near" code:"NEAR" doc:"Latitude and longitude of a point in degrees, comma-separated: also parks of other regions within 50 miles of it. Where the search finds more than results holds, those within 50 miles come first. Without effect with box, with park and in all regions."`
	Offers   []string  `in:"offers" doc:"Offer urns, comma-separated: only parks with any of them."`
	Features []int     `in:"features" code:"FEATURES" doc:"Boolean filter ids, comma-separated: only parks with all of them."`
	Operator string    `in:"operator" code:"OPERATOR" doc:"Only parks of this operator."`
	Flex     *int      `in:"flex" code:"FLEX" doc:"Days either side, 0 to 14; default 7."`
	Promo    *bool     `in:"promo" code:"FLAG" doc:"Read, without effect: a promotion changes neither what is on sale nor its price. book checks it."`
}

// SearchIDQuery asks again for the results of a search.
type SearchIDQuery struct {
	SearchID string `in:"searchId,required" code:"SEARCH" doc:"The id from the answer of a search."`
}

// Search is the answer to a search.
type Search struct {
	SearchID         string              `json:"searchId"`
	Wait             int                 `json:"wait,omitempty" doc:"Seconds to wait before calling searchresults."`
	Count            int                 `json:"count" doc:"Parks found, even when more than results holds."`
	ExactCount       int                 `json:"exactCount"`
	AlternativeCount int                 `json:"alternativeCount"`
	Results          []Result            `json:"results" doc:"At most 2,000 parks."`
	Cards            map[string]ParkCard `json:"cards" doc:"By park id, for the first 20 results."`
}

// Result is a found park with its cheapest matching unit on the nearest date.
type Result struct {
	ParkID    string             `json:"parkId"`
	Name      string             `json:"name"`
	Channel   string             `json:"channel"`
	Regn      string             `json:"regn"`
	OpID      string             `json:"opId"`
	Lat       string             `json:"lat"`
	Lon       string             `json:"lon"`
	UnitID    string             `json:"unitId"`
	Price     Money              `json:"price"`
	FullPrice *Money             `json:"fullPrice,omitempty" doc:"Only where a genuine earlier price exists."`
	Deposit   string             `json:"deposit" doc:"Numeric, or empty where none is allowed."`
	Date      string             `json:"date"`
	Nights    int                `json:"nights"`
	Exact     bool               `json:"exact"`
	UnitCount int                `json:"unitCount"`
	UnitsLeft int                `json:"unitsLeft"`
	Features  []int              `json:"features"`
	NFeatures map[string]float64 `json:"nFeatures"`
	Offers    []string           `json:"offers"`
	Dogs      string             `json:"dogs"`
	Sticky    bool               `json:"sticky"`
	Premium   bool               `json:"premium"`
	Affiliate string             `json:"affiliate"`
}

// ParkCard is what a result card shows of a park in addition to Result.
type ParkCard struct {
	Slug         string  `json:"slug"`
	RegionName   string  `json:"regionName"`
	Town         string  `json:"town"`
	OperatorName string  `json:"operatorName"`
	Images       []Image `json:"images"`
	Bubbles      string  `json:"bubbles"`
	ReviewCount  int     `json:"reviewCount"`
	AffiliateURL string  `json:"affiliateUrl"`
}

// ParkCardsQuery asks for the cards of parks.
type ParkCardsQuery struct {
	ParkIDs []string `in:"parkIds,required" code:"PARK" doc:"At most 60 park ids, comma-separated; unknown ids are ignored."`
	Channel string   `in:"channel" code:"CHANNEL" doc:"The channel of the results: a drawn picture shows what the park sells there."`
}

// ParkCards is the answer of parkcards.
type ParkCards struct {
	Cards map[string]ParkCard `json:"cards"`
}

// ParkResultsQuery asks for the units of a park in a window of arrival dates.
type ParkResultsQuery struct {
	ParkID   string     `in:"parkId,required" code:"PARK" doc:"Park id."`
	SearchID string     `in:"searchId" doc:"The search from which the visitor came, or 0."`
	Channel  string     `in:"channel" code:"CHANNEL" doc:"Only units sold on this channel."`
	Date     *date.Date `in:"date" code:"DATE" doc:"The month of this date and its neighbours; default tomorrow."`
	From     *date.Date `in:"from" code:"DATE" doc:"First arrival date."`
	To       *date.Date `in:"to" code:"DATE" doc:"Last arrival date, at most 100 days in all."`
	Nights   int        `in:"nights" code:"NIGHTS" doc:"Only this duration."`
	PartyQuery
	Offers []string `in:"offers" doc:"Offer urns, comma-separated: only parks with any of them."`
	Promo  *bool    `in:"promo" code:"FLAG" doc:"Read, without effect: a promotion changes neither what is on sale nor its price. book checks it."`
}

// ParkResults is the answer of parkresults: the units of a park.
type ParkResults struct {
	SearchID  string                       `json:"searchId"`
	UnitTypes []UnitType                   `json:"unitTypes"`
	Results   map[string]map[string][]Unit `json:"results" doc:"Arrival date (dd/mm/yyyy), then nights."`
}

// UnitType is a kind of accommodation at a park.
type UnitType struct {
	UnitType       string `json:"unitType"`
	Name           string `json:"name"`
	Desc           string `json:"desc"`
	Bedrooms       int    `json:"bedrooms"`
	Bathrooms      int    `json:"bathrooms"`
	Sleeps         int    `json:"sleeps"`
	Features       []int  `json:"features"`
	Dogs           string `json:"dogs"`
	DisabledAccess bool   `json:"disabledAccess"`
	Image          string `json:"image"`
	// Images are further pictures, such as of rooms, and a floor plan.
	Images []Image  `json:"images"`
	Beds   []string `json:"beds" doc:"What is in each room, such as 'Bedroom 1: double bed'."`
}

// Unit is an offer: a unit type with the price of a stay for a party.
type Unit struct {
	UnitID    string   `json:"unitId" doc:"Opaque; pass it to book."`
	UnitPrice Money    `json:"unitPrice" doc:"The total for stay and party, every compulsory charge included."`
	UnitType  string   `json:"unitType"`
	UnitDesc  string   `json:"unitDesc"`
	FullPrice *Money   `json:"fullPrice,omitempty"`
	Discount  *Money   `json:"discount,omitempty"`
	UnitsLeft int      `json:"unitsLeft"`
	Deposit   string   `json:"deposit" doc:"Numeric, or empty where none is allowed."`
	Offers    []string `json:"offers"`
}

// CottageDatesQuery asks for the arrival days of cottages.
type CottageDatesQuery struct {
	Region      string    `in:"region,required" code:"REGION" doc:"Region id or all-regions."`
	Park        string    `in:"park" code:"PARK" doc:"Only this park."`
	Nights      *int      `in:"nights" code:"NIGHTS" doc:"Duration; default 7."`
	PartySize   *int      `in:"partySize,partysize" code:"PARTY" doc:"Default 2."`
	PetFriendly *bool     `in:"petFriendly,dogs" code:"FLAG" doc:"Y: the party brings dogs."`
	Near        []float64 `in:"near" code:"NEAR" doc:"Latitude and longitude of a point in degrees, comma-separated: also parks of other regions within 50 miles of it. Without effect with park and with all-regions."`
}

// CottageDates is the answer of getcottagedates: the arrival days with a price.
type CottageDates struct {
	Dates  []string `json:"dates"`
	Nights int      `json:"nights"`
}
