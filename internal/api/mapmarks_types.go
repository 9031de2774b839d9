package api

// MapMarksQuery asks for the marks of a search on a part of the map.
type MapMarksQuery struct {
	SearchQuery
	View []float64 `in:"view,required" code:"BOX" doc:"West, south, east and north of the part in degrees, comma-separated; at most 8,192 pixels wide and high."`
	Zoom int       `in:"zoom,required" code:"REQUEST" doc:"The map's zoom level, 0 to 17."`
}

// MapMarks is the answer of mapmarks.
type MapMarks struct {
	Marks []MapMark `json:"marks" doc:"In the order of the search."`
}

// MapMark is a mark on the map: one holiday, or several close together.
type MapMark struct {
	Lat    string `json:"lat" doc:"Where its first holiday is."`
	Lon    string `json:"lon"`
	ParkID string `json:"parkId" doc:"Of its first holiday in the order of the search."`
	Name   string `json:"name,omitempty" doc:"Of a single holiday."`
	Count  int    `json:"count" doc:"Holidays."`
	Price  Money  `json:"price" doc:"Of the cheapest of them."`
}
