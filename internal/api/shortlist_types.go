package api

import "holidaymaker/internal/date"

// ShortlistQuery names the parks of a shortlist, and the stay to price.
type ShortlistQuery struct {
	ParkIDs []string   `in:"parkIds,required" code:"PARK" doc:"At most 24 park ids, comma list; ones that are no longer known are left out."`
	Channel string     `in:"channel" code:"CHANNEL" doc:"The channel whose prices are wanted; default ukcaravan. A park that is not sold on it is priced on its own first channel."`
	Date    *date.Date `in:"date" code:"DATE" doc:"Arrival, dd/mm/yyyy; absent: all dates."`
	Nights  *int       `in:"nights" code:"NIGHTS" doc:"Duration; default 3."`
	PartyQuery
}

// Shortlist is the answer of shortlist.
type Shortlist struct {
	Parks []ShortlistPark `json:"parks" doc:"In the order of parkIds."`
}

// ShortlistPark is a park with the price of the stay that was asked for.
type ShortlistPark struct {
	Park
	RegionName string  `json:"regionName"`
	SeaMiles   *int    `json:"seaMiles,omitempty" doc:"The distance to the sea in a straight line, in whole miles; 0: less than one; absent where unknown."`
	Stay       *Result `json:"stay,omitempty" doc:"The cheapest unit on the nearest date within 7 days; absent where none is on sale."`
}
