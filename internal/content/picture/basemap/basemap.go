// Package basemap contains the map that the product carries: land, borders,
// lakes and names of Europe. It is exact enough for zoom levels that show no
// streets. The browser's map and the pictures of park positions are drawn from
// the same data, which tools/basemap derives from Natural Earth.
package basemap

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed base.json
var document []byte

// Base is the map's data. Coordinates are in thousandths of a degree, as
// integers, longitude before latitude.
type Base struct {
	// A line of Land or Borders is its first point, followed by the difference
	// from each point to the next. A line of Land is closed. Two lines of Land
	// never overlap, but one may be a hole in another.
	Land    [][]int  `json:"land"`
	Borders [][]int  `json:"borders"`
	Lakes   []Lake   `json:"lakes"`
	Parks   []Park   `json:"parks"`
	Places  []Place  `json:"places"`
	Bounds  [4]int   `json:"bounds"` // west, south, east, north of the map
	Credits []string `json:"credits"`
}

// Lake is a long lake, drawn as a line with a width.
type Lake struct {
	Name  string `json:"name"`
	Width int    `json:"width"` // metres
	Line  []int  `json:"line"`  // as in Land
}

// Park is a national park or a forest, drawn as an ellipse.
type Park struct {
	Name   string `json:"name"`
	At     [2]int `json:"at"`
	Radius [2]int `json:"radius"` // kilometres, east-west and north-south
}

// Place is a name on the map.
type Place struct {
	Kind string `json:"kind"` // country, sea, region or town
	Name string `json:"name"`
	At   [2]int `json:"at"`
	Zoom [2]int `json:"zoom"` // the first and last zoom level that shows the name
}

// Load returns the embedded map. It parses it only once.
var Load = sync.OnceValue(func() *Base {
	base := new(Base)
	if err := json.Unmarshal(document, base); err != nil {
		panic(fmt.Sprintf("basemap: the embedded map is unreadable: %v", err))
	}
	return base
})
