package api

import "holidaymaker/internal/date"

// TogetherQuery is a stay at a park that several units may fit.
type TogetherQuery struct {
	Park    string     `in:"park,required" code:"PARK" doc:"Park id."`
	Channel string     `in:"channel,required" code:"CHANNEL" doc:"Channel code."`
	Date    *date.Date `in:"date,required" code:"DATE" doc:"Arrival, dd/mm/yyyy."`
	Nights  int        `in:"nights,required" code:"NIGHTS" doc:"Duration."`
	PartyQuery
	Units  int            `in:"units" doc:"How many units; absent: as few as the party finds room in."`
	Sleeps map[string]int `in:"sleeps" code:"PARTY" doc:"Who sleeps where, in place of party and units: sleeps[a1] adults, sleeps[c1] children and sleeps[i1] under-fives in the first unit, sleeps[a2] in the second, and so on."`
}

// TogetherForm books what a park sells together.
type TogetherForm struct {
	ID string `in:"id,required" doc:"Of an option of together."`
}

// Together is what a park sells together for a stay.
type Together struct {
	ParkName   string           `json:"parkName"`
	Place      string           `json:"place,omitempty"`
	Path       string           `json:"path" doc:"The park's page for the stay."`
	Page       string           `json:"page" doc:"The page that lists the options, and books them."`
	ArrivalDay string           `json:"arrivalDay" doc:"In words."`
	Party      string           `json:"party" doc:"In words."`
	Whole      *Money           `json:"whole,omitempty" doc:"The lowest price of one unit for all; absent where there is none."`
	MostUnits  int              `json:"mostUnits" doc:"How many units the park sells together; 0: it does not."`
	Options    []TogetherOption `json:"options"`
}

// TogetherOption is several stays that are booked at once.
type TogetherOption struct {
	ID    string         `json:"id" doc:"What is booked; send it to the form of /together."`
	Turns bool           `json:"turns" doc:"The whole party moves from one unit to the next; otherwise the units are of the same nights."`
	Price Money          `json:"price" doc:"Of all, with every compulsory charge and levy."`
	Parts []TogetherPart `json:"parts"`
}

// TogetherPart is one of these stays.
type TogetherPart struct {
	UnitDesc   string `json:"unitDesc"`
	ArrivalDay string `json:"arrivalDay"`
	Nights     int    `json:"nights"`
	Party      string `json:"party" doc:"Who sleeps in it, in words."`
	Adults     int    `json:"adults"`
	Children   int    `json:"children"`
	Under5s    int    `json:"under5s"`
	Price      Money  `json:"price"`
}
