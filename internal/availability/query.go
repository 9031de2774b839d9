package availability

import (
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Sort is an order of search results.
type Sort int

// The orders of search results. Equal results are ordered by the other of date
// and price, then by the park's sort name, then by its index in
// BuildInput.Parks.
const (
	ByDate      Sort = iota // fewest days from the requested date, then price
	ByPrice                 // cheapest first
	ByPriceDesc             // dearest first
)

// Query asks for the parks that sell a stay.
type Query struct {
	Channel string
	Region  string // id, or AllRegions
	Park    string // a park's id: only that park; Region is then ignored
	Date    date.Date
	AnyDate bool // every date; each park is returned with its cheapest date, or the earliest of several
	// Arrivals limits AnyDate to some arrival dates, ascending; nil: every date.
	Arrivals []date.Date
	// Reduced limits AnyDate to dates on which the park's cheapest unit type has
	// a genuine earlier price that was higher.
	Reduced bool
	Flex    int // days before and after Date, at most MaxFlex
	Nights  int
	Party   int
	Dogs    bool // only unit types that allow dogs

	Features  []string // a unit type must have all of them
	Operators []string // the park's operator must be one of them; empty: any
	Offers    []string // a unit type must have one of them; empty: any

	// In reports whether to keep a park, by its index in BuildInput.Parks. nil
	// keeps all parks.
	In func(park int) bool

	Sort  Sort
	Limit int // largest number of rows; 0 only counts
}

// Row is one park in the result of a search: its cheapest matching unit type on
// the date nearest to the requested one. Of two equally near dates it is the
// earlier one.
type Row struct {
	Park, Unit int // indexes in BuildInput.Parks and Units
	Date       date.Date
	Price, Was money.Pence // Was is 0 when there is no genuine earlier price
	Units      int         // matching unit types of the park on that date
	Left       int         // units of the cheapest type that are left for the whole stay
}

// Answer is the result of a search. Pass the same one to the next search: once
// it is large enough, a search allocates nothing.
type Answer struct {
	Rows  []Row // in the requested order, at most Query.Limit
	Total int   // parks found
	Exact int   // of these, parks on the requested date; with AnyDate all
	Read  int   // number of prices read, the cost of the search

	scratch scratch
}

// CalendarQuery asks for the cheapest price of each arrival date.
type CalendarQuery struct {
	Channel string
	Region  string // id, or AllRegions
	Nights  int
	Party   int
	Dogs    bool
	Also    func(park int) bool // as in MinPricesQuery
}

// Day is an arrival date with its cheapest price.
type Day struct {
	Date           date.Date
	Price          money.Pence
	CheapestInWeek bool // a week is Monday to Sunday; of several equal prices only the earliest
}

// WindowQuery asks for everything that a park sells to a party in a window of
// arrival dates.
type WindowQuery struct {
	Park     string
	Channel  string // "": every channel of the park
	From, To date.Date
	Nights   int // 0: every duration
	Party    int
	Dogs     bool
	Offers   []string // one of them; empty: any
}

// Offer is a unit type on sale for a stay and a party.
type Offer struct {
	Unit       int // index in BuildInput.Units
	Date       date.Date
	Nights     int
	Price, Was money.Pence
	Left       int // units left for the whole stay
}

// LateDeal is the cheapest stay of an arrival date for two adults without dogs.
type LateDeal struct {
	Date   date.Date
	Nights int
	Park   int // index in BuildInput.Parks
	Price  money.Pence
}

// MinPricesQuery asks for the cheapest prices of a cached-availability document.
type MinPricesQuery struct {
	Channel string
	Region  string    // "": each region; AllRegions: the minimum over them
	Nights  int       // 0: every duration
	Date    date.Date // only this arrival date, when OneDate is set
	OneDate bool
	// Also reports which parks of other regions count as parks of Region, which is then
	// an id, by their index in BuildInput.Parks. nil: none.
	Also func(park int) bool
}

// dates returns the days of the index that the query asks for: from one up to, but
// not including, another.
func (q *MinPricesQuery) dates(ix *Index) (from, to int) {
	from, to = int(ix.pastDays.Load()), ix.days
	if q.OneDate {
		day := int(q.Date - ix.first)
		from, to = max(from, day), min(to, day+1)
	}
	return from, to
}

// MinPrice is an entry of such a document: the cheapest price of a date for
// each party-size threshold, for unit types that allow dogs or for those that
// do not. A party pays the price of the first threshold that is at least its
// size.
type MinPrice struct {
	Region     string // or park, see ParkMinPrices
	Date       date.Date
	Nights     int
	Dogs       bool          // true: unit types that allow dogs (pets key "Y"); false: the others ("N")
	Thresholds []int         // ascending, those with a price; valid until the next entry
	Prices     []money.Pence // of the thresholds; valid until the next entry
}
