package demo

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"holidaymaker/internal/catalogue"
)

//go:embed data/regions.tsv
var regionTable string

//go:embed data/towns.tsv
var townTable string

// region is a row of the table of regions.
type region struct {
	catalogue.Region
	weights map[string]int // number of parks by channel, in a demo of 600
	towns   []town
}

// town is a town with parks nearby, and what its surroundings are like.
type town struct {
	id, name, county, country string
	postcode                  string // the first half in the UK, all of it elsewhere
	lat, lon                  float64
	setting                   string // coast, cliffs, med, lake, river, canal, forest, moor, hills, mountains or vineyard
	inland                    string // compass direction away from the water; "" for any
}

// seaside reports whether the town is by the sea.
func (t town) seaside() bool {
	return t.setting == "coast" || t.setting == "cliffs" || t.setting == "med"
}

// Regions returns every region of the demo, also the hidden one. Those in Europe
// are in the order of the specification.
func Regions() []catalogue.Region {
	var list []catalogue.Region
	for _, r := range regions() {
		list = append(list, r.Region)
	}
	return list
}

// regions reads the embedded tables. A test ensures that they are well-formed.
var regions = sync.OnceValue(func() []*region {
	var list []*region
	byID := map[string]*region{}
	for _, f := range rows(regionTable, 8) {
		r := &region{weights: map[string]int{}}
		r.ID, r.Name, r.Country, r.Land, r.Desc = f[0], f[1], f[2], f[5], f[7]
		r.Lat, r.Lon = number(f[3]), number(f[4])
		for entry := range strings.SplitSeq(f[6], ", ") {
			if channel, n, ok := strings.Cut(entry, " "); ok {
				r.weights[channel] = int(number(n))
			}
		}
		list, byID[r.ID] = append(list, r), r
	}
	for _, f := range rows(townTable, 9) {
		r := byID[f[0]]
		t := town{name: f[1], county: f[2], country: f[3], postcode: f[4], setting: f[7], inland: strings.Trim(f[8], "-")}
		t.id = fmt.Sprintf("%s%02d", r.ID, len(r.towns)+1)
		t.lat, t.lon = number(f[5]), number(f[6])
		r.towns = append(r.towns, t)
	}
	return list
})

func rows(table string, fields int) [][]string {
	var out [][]string
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != fields {
			panic(fmt.Sprintf("embedded table: %d fields, want %d: %s", len(f), fields, line))
		}
		out = append(out, f)
	}
	return out
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("embedded table: " + err.Error())
	}
	return n
}

// compass are the directions as steps north and east.
var compass = map[string][2]float64{
	"N": {1, 0}, "NE": {.7, .7}, "E": {0, 1}, "SE": {-.7, .7},
	"S": {-1, 0}, "SW": {-.7, -.7}, "W": {0, -1}, "NW": {.7, -.7},
}

// position returns a place near the town, on the land side of its shore.
func (t town) position(s *stream) (lat, lon float64) {
	north, east := s.float()*2-1, s.float()*2-1
	if d, ok := compass[t.inland]; ok {
		along := s.float()*2 - 1
		away := .25 + s.float()
		north, east = d[0]*away-d[1]*along*.5, d[1]*away+d[0]*along*.5
	}
	return round5(t.lat + north*.011), round5(t.lon + east*.017)
}

func round5(f float64) float64 {
	return float64(int(f*1e5+sign(f)*.5)) / 1e5
}

func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	return 1
}

// fullPostcode completes a postcode in the form of the town's country.
func (t town) fullPostcode(s *stream) string {
	const letters = "ABDEFGHJLNPQRSTUWXYZ" // those of inward codes
	switch t.country {
	case "GB":
		return fmt.Sprintf("%s %d%c%c", t.postcode, s.between(1, 9), letters[s.intn(len(letters))], letters[s.intn(len(letters))])
	case "NL":
		return fmt.Sprintf("%s %c%c", t.postcode, 'A'+rune(s.intn(26)), 'A'+rune(s.intn(26)))
	case "LU":
		return "L-" + t.postcode
	case "PT":
		return fmt.Sprintf("%s-%03d", t.postcode, s.between(10, 990))
	}
	return t.postcode
}
