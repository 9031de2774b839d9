// Package catalogue holds what is for sale, without prices: channels, regions,
// operators, parks, unit types, extras and offers. The JSON of these types is
// both the import format for operators' files and the format in the database.
package catalogue

import (
	"fmt"
	"slices"

	"holidaymaker/internal/money"
)

// Region is a part of the country, or of Europe, in which there are parks. Its
// channels, its number of parks and whether dogs are allowed follow from its
// parks.
type Region struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Desc    string  `json:"desc,omitempty"`
	Country string  `json:"country"` // ISO 3166-1 alpha-2
	Lat     float64 `json:"lat,omitempty"`
	Lon     float64 `json:"lon,omitempty"`
	// Land is the kind of landscape in drawn pictures: coast, cliffs, lake,
	// forest, moor, hills, mountains, vineyard, med, canal or river.
	Land string `json:"land,omitempty"`
	// Levies are on stays in its parks that have none of their own.
	Levies []Levy `json:"levies,omitempty"`
}

// Operator is a company that runs parks.
type Operator struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Desc      string  `json:"desc,omitempty"`
	Party     bool    `json:"party,omitempty"` // allows group bookings
	Logo      string  `json:"logo,omitempty"`
	URL       string  `json:"url,omitempty"`
	Affiliate bool    `json:"affiliate,omitempty"`
	Deposit   Deposit `json:"deposit,omitzero"`
	// Cancellation are the terms of its parks that have none of their own.
	Cancellation Cancellation `json:"cancellation,omitzero"`
	// Changes are, likewise, the terms by which guests change a booking online.
	Changes Changes `json:"changes,omitzero"`
}

// DepositKind says how a deposit is calculated.
type DepositKind string

// The kinds of deposit. NoDeposit means that the whole price must be paid when
// booking.
const (
	NoDeposit      DepositKind = ""
	FixedDeposit   DepositKind = "fixed"
	PercentDeposit DepositKind = "percent"
)

// Deposit is an operator's rule for deposits.
type Deposit struct {
	Kind           DepositKind `json:"type,omitempty"`
	Amount         money.Pence `json:"amount,omitempty"`  // of a fixed deposit, per booking
	Percent        int64       `json:"percent,omitempty"` // of a percent deposit
	Compulsory     bool        `json:"compulsory,omitempty"`
	BalanceDueDays int         `json:"balanceDueDays,omitempty"` // before arrival; 0: see NamesNoDay
	Message        string      `json:"message,omitempty"`
}

// DefaultBalanceDays is how many days before arrival a balance is due where the operator
// names no day (open point AMT-3).
const DefaultBalanceDays = 70

// NamesNoDay reports whether the operator takes the balance itself without a day before
// which it is due. Any other rule without a day means DefaultBalanceDays.
func (d Deposit) NamesNoDay() bool { return d.Compulsory && d.BalanceDueDays == 0 }

// Image is a picture with its size in pixels.
type Image struct {
	Src    string `json:"src"`
	Width  int    `json:"w"`
	Height int    `json:"h"`
	Alt    string `json:"alt"`
}

// Park is a place to stay. Its channels follow from its unit types.
type Park struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	RegionID      string   `json:"region"`
	OperatorID    string   `json:"operator"`
	TownID        string   `json:"townId,omitempty"`
	Town          string   `json:"town,omitempty"`
	County        string   `json:"county,omitempty"`
	Postcode      string   `json:"postcode,omitempty"`
	Country       string   `json:"country"` // ISO 3166-1 alpha-2
	Lat           float64  `json:"lat,omitempty"`
	Lon           float64  `json:"lon,omitempty"`  // 0,0 means unknown
	Land          string   `json:"land,omitempty"` // as in Region; none: follows from features and region
	Features      []string `json:"features,omitempty"`
	Info          string   `json:"info,omitempty"`          // HTML, sanitised when shown
	ImportantInfo string   `json:"importantInfo,omitempty"` // HTML, sanitised when shown
	Sticky        bool     `json:"sticky,omitempty"`
	Premium       bool     `json:"premium,omitempty"`
	Images        []Image  `json:"images,omitempty"` // none: drawn by the product
	Bubbles       string   `json:"bubbles,omitempty"`
	ReviewCount   int      `json:"reviewCount,omitempty"`
	Reviews       []Review `json:"reviews,omitempty"`
	Affiliate     string   `json:"affiliate,omitempty"` // code such as "awin.haven"
	AffiliateURL  string   `json:"affiliateUrl,omitempty"`
	Extras        []Extra  `json:"extras,omitempty"`
	Credit        string   `json:"credit,omitempty"`   // the source of the data, shown with the park
	CheckIn       string   `json:"checkIn,omitempty"`  // earliest time as shown, e.g. "4pm"
	CheckOut      string   `json:"checkOut,omitempty"` // latest time as shown, e.g. "10am"
	Rules         Rules    `json:"rules,omitzero"`
	// Cancellation and Changes are its own terms; without them its operator's count.
	Cancellation Cancellation `json:"cancellation,omitzero"`
	Changes      Changes      `json:"changes,omitzero"`
	// Levies are its own; without them its region's count, unless NoLevy.
	Levies []Levy `json:"levies,omitempty"`
	NoLevy bool   `json:"noLevy,omitempty"`
	// Guests is for guests with a confirmed booking alone: no public page or call has it.
	Guests GuestFacts `json:"guests,omitzero"`
}

// GuestFacts is what a park tells its guests for their arrival; "" is not told.
type GuestFacts struct {
	GateCode   string `json:"gateCode,omitempty"`
	Directions string `json:"directions,omitempty"` // the last miles, as plain text
	Phone      string `json:"phone,omitempty"`
	OutOfHours string `json:"outOfHours,omitempty"` // a telephone number
	Email      string `json:"email,omitempty"`
}

// Review is one visitor's opinion, from the review service.
type Review struct {
	Name   string `json:"name,omitempty"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	Rating int    `json:"rating"` // 1 to 5
	Date   string `json:"date"`   // dd/mm/yyyy
	URL    string `json:"url,omitempty"`
}

// Extra is something that can be booked in addition to a stay at its park.
type Extra struct {
	Code    string      `json:"code"`
	Name    string      `json:"name"`
	Desc    string      `json:"desc,omitempty"`
	Cost    money.Pence `json:"cost"`
	DepCost money.Pence `json:"depcost,omitempty"` // the part of the cost that is due with a deposit
	Max     int         `json:"max"`
	// Per names what the cost is charged for: night, person (infants too), dog; none: once
	// for a stay.
	Per []string `json:"per,omitempty"`
	// Compulsory means that every guest pays it. It is part of every price, one for each
	// stay, and nobody chooses it.
	Compulsory bool `json:"compulsory,omitempty"`
	// Stock is how many pieces the park has; none given: enough.
	Stock Stock `json:"stock,omitzero"`
	// Feature is the key of the feature with which unit types include the extra;
	// "" where none does. It is not sold with those.
	Feature string `json:"feature,omitempty"`
	// CheckIn and CheckOut are the times that guests who have booked the extra get
	// instead of the park's, as shown; "" where it does not change them.
	CheckIn  string `json:"checkIn,omitempty"`
	CheckOut string `json:"checkOut,omitempty"`
}

// Stock is how many pieces of an extra a park has. A piece is taken for each night of a
// stay, or with Per "stay" once: from the pieces for stays that begin on that day.
type Stock struct {
	Pieces int    `json:"pieces"`
	Per    string `json:"per,omitempty"` // "night", which is meant without it too, or "stay"
}

// Rate returns what one of the extra costs.
func (e Extra) Rate() money.Rate { return e.rate(e.Cost) }

// DepositRate returns how much of it is due with a deposit.
func (e Extra) DepositRate() money.Rate { return e.rate(e.DepCost) }

func (e Extra) rate(amount money.Pence) money.Rate {
	return money.Rate{Amount: amount, PerNight: slices.Contains(e.Per, "night"), PerPerson: slices.Contains(e.Per, "person"), PerDog: slices.Contains(e.Per, "dog")}
}

// Charges returns the compulsory extras of the park for a unit type.
func (p Park) Charges(u UnitType) (charges []Extra) {
	for _, e := range p.Extras {
		if e.Compulsory && !u.Includes(e) && (u.Dogs || !e.Rate().PerDog) {
			charges = append(charges, e)
		}
	}
	return charges
}

// Choices returns the extras of the park that its guests may choose with a unit type, with
// dogs or without.
func (p Park) Choices(u UnitType, dogs bool) (choices []Extra) {
	for _, e := range p.Extras {
		if !e.Compulsory && !u.Includes(e) && (dogs || !e.Rate().PerDog) {
			choices = append(choices, e)
		}
	}
	return choices
}

// Includes reports whether the unit type comes with an extra of its park, so that
// nobody pays for what is in the price.
func (u UnitType) Includes(e Extra) bool {
	return e.Feature != "" && slices.Contains(u.Features, e.Feature)
}

// UnitType is a kind of caravan, lodge, cottage, pitch or boat at a park, of
// which the park has one or more. It is sold on one channel.
type UnitType struct {
	ID             string      `json:"id"`
	ParkID         string      `json:"park"`
	Channel        string      `json:"channel"`
	Name           string      `json:"name"`
	Desc           string      `json:"desc,omitempty"`
	Bedrooms       int         `json:"bedrooms,omitempty"`
	Bathrooms      int         `json:"bathrooms,omitempty"`
	Sleeps         int         `json:"sleeps"`
	Beds           []Beds      `json:"beds,omitempty"` // by room, in the order of a floor plan
	Dogs           bool        `json:"dogs,omitempty"`
	MaxDogs        int         `json:"maxDogs,omitempty"` // of one booking; 0: as the park's rules say
	DisabledAccess bool        `json:"disabledAccess,omitempty"`
	Features       []string    `json:"features,omitempty"`
	Offers         []string    `json:"offers,omitempty"`     // urns
	BookingFee     money.Pence `json:"bookingFee,omitempty"` // part of every price
	Image          string      `json:"image,omitempty"`      // none: drawn by the product
	Images         []Image     `json:"images,omitempty"`     // further pictures, of rooms for example; not drawn
}

// Beds are the beds of a room.
type Beds struct {
	Room    string `json:"room"` // "Bedroom 1" or "Lounge", for example
	Doubles int    `json:"double,omitempty"`
	Singles int    `json:"single,omitempty"`
	Bunks   int    `json:"bunk,omitempty"` // for two people each
	Sofas   int    `json:"sofa,omitempty"` // for two people each
}

// Title returns the unit type's name with its number of bedrooms, as in
// results, e-mails and bookings.
func (u *UnitType) Title() string {
	switch u.Bedrooms {
	case 0:
		return u.Name
	case 1:
		return u.Name + ", 1 bedroom"
	}
	return fmt.Sprintf("%s, %d bedrooms", u.Name, u.Bedrooms)
}

// Offer is a named promotion that unit types may carry.
type Offer struct {
	URN   string `json:"urn"`
	Label string `json:"label"`
}

// Feature is something that a park or a unit type may have. It is a boolean
// filter of the results.
type Feature struct {
	Key   string `json:"key"`
	Name  string `json:"name"`
	Group string `json:"group"` // "1" to "4", see Groups
	// Order is the feature's position among the filters. URLs refer to filters
	// by position, so add a new feature at the end.
	Order int `json:"order,omitempty"`
}

// CodeKind is a kind of Code.
type CodeKind string

// The kinds of codes: a discount lowers the price; a voucher pays a part of it
// and may be used until its amount is spent.
const (
	DiscountCode CodeKind = "discount"
	VoucherCode  CodeKind = "voucher"
)

// Code is a discount code or a voucher that a visitor may enter.
type Code struct {
	Code    string      `json:"code"` // upper case
	Kind    CodeKind    `json:"kind"`
	Amount  money.Pence `json:"amount,omitempty"`
	Percent int64       `json:"percent,omitempty"` // discounts only
	// From and Until are the first and last day on which the code may be used,
	// yyyy-mm-dd; "" means no limit.
	From  string `json:"from,omitempty"`
	Until string `json:"until,omitempty"`
	// Channels, Operators and MinPrice limit where the code may be used; empty
	// means anywhere.
	Channels  []string    `json:"channels,omitempty"`
	Operators []string    `json:"operators,omitempty"`
	MinPrice  money.Pence `json:"minPrice,omitempty"`
}
