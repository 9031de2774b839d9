// Package basemap is the map that the product carries: land, borders, lakes and
// names of Europe, good for zooms at which no streets are seen. The browser's
// map and the pictures of where a park is are drawn from the same data, which
// tools/basemap cuts from Natural Earth.
package basemap

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed base.json
var document []byte

// Base is the map's data. Coordinates are whole thousandths of a degree,
// longitude before latitude.
type Base struct {
	// Land and Borders are lines: the first point, then the steps to the next
	// ones. A line of Land is closed. No two lines of Land overlap, save that
	// one may be a hole in another.
	Land    [][]int  `json:"land"`
	Borders [][]int  `json:"borders"`
	Lakes   []Lake   `json:"lakes"`
	Parks   []Park   `json:"parks"`
	Places  []Place  `json:"places"`
	Bounds  [4]int   `json:"bounds"` // west, south, east, north of what was cut out
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
	Radius [2]int `json:"radius"` // kilometres, along the longitude and the latitude
}

// Place is a name on the map.
type Place struct {
	Kind string `json:"kind"` // country, sea, region or town
	Name string `json:"name"`
	At   [2]int `json:"at"`
	Zoom [2]int `json:"zoom"` // first and last
}

// Load reads the embedded map, once.
var Load = sync.OnceValue(func() *Base {
	base := new(Base)
	if err := json.Unmarshal(document, base); err != nil {
		panic(fmt.Sprintf("basemap: the embedded map is unreadable: %v", err))
	}
	return base
})
