package api

import "holidaymaker/internal/date"

// SuggestionsQuery is a search that found little, with the filters that the
// browser applies to its results. They mean the same as in the browser, so that
// a suggestion promises what the visitor then sees.
type SuggestionsQuery struct {
	SearchQuery
	Operators []string `in:"operators" doc:"Operators, comma list: the park's must be one of them."`
	Numbers   []string `in:"numbers" code:"FEATURES" doc:"Numeric filters, comma list of id:value; the park needs at least the value."`
	Pets      *bool    `in:"pets" code:"FLAG" doc:"Y: only parks that take dogs."`
	PriceMin  int      `in:"priceMin" code:"PRICE" doc:"Lowest price of the stay, in pounds."`
	PriceMax  int      `in:"priceMax" code:"PRICE" doc:"Highest price of the stay, in pounds; absent: any."`
}

// Suggestions are searches similar to one that found little. Each finds
// something that passes the filters.
type Suggestions struct {
	Dates   []SuggestedDate   `json:"dates" doc:"The nearest arrival dates on which the same search finds holidays, ascending."`
	Nights  []SuggestedNights `json:"nights,omitempty" doc:"The nearest other numbers of nights with which the same search finds holidays on its arrival date, or on its flexible dates, ascending."`
	Regions []SuggestedRegion `json:"regions" doc:"Other regions in which it finds holidays, nearest first."`
	// Together are shown first, as they are on the requested nights.
	Together []SuggestedTogether `json:"together,omitempty" doc:"What parks sell together for the requested nights, where no unit fits, cheapest first."`
	Without  []Relaxed           `json:"without" doc:"What it finds without one of its conditions, most first."`
}

// SuggestedDate is another arrival date for a search.
type SuggestedDate struct {
	Date  string `json:"date"`
	Count int    `json:"count" doc:"Holidays that begin on this date."`
	Price Money  `json:"price" doc:"Of the cheapest of them."`
}

// SuggestedNights is another length of the stay.
type SuggestedNights struct {
	Nights int   `json:"nights"`
	Count  int   `json:"count" doc:"Holidays of that length."`
	Price  Money `json:"price" doc:"Of the cheapest of them."`
}

// SuggestedTogether is several stays at a park that are booked at once.
type SuggestedTogether struct {
	ParkID   string `json:"parkId"`
	ParkName string `json:"parkName"`
	Text     string `json:"text" doc:"What is booked, in words."`
	Price    Money  `json:"price" doc:"Of all, with every compulsory charge and levy."`
	Page     string `json:"page" doc:"The page that lists it, and books it."`
}

// SuggestedRegion is another region for a search.
type SuggestedRegion struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Miles *int   `json:"miles,omitempty" doc:"Distance of its centre, absent where unknown."`
	Count int    `json:"count" doc:"Holidays found on and around the date."`
	Price Money  `json:"price" doc:"Of the cheapest of them."`
}

// Relaxed is a condition of a search, and what the search finds without it.
type Relaxed struct {
	Condition string `json:"condition" enum:"dogs,box,park" doc:"dogs: the party brings dogs; box: only an area of the map; park: only one park."`
	Count     int    `json:"count" doc:"Holidays that the search finds without it."`
}

// Conditions of a search that can be left out.
const (
	conditionDogs = "dogs"
	conditionBox  = "box"
	conditionPark = "park"
)

// otherDate is a SuggestedDate before its date and price are written as text.
type otherDate struct {
	date date.Date
	outcome
}
