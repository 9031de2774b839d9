package catalogue

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Position returns the coordinates of a place: those of the region or park,
// otherwise the middle of its parks. ok is false where none of them has
// coordinates.
func (p *Place) Position() (lat, lon float64, ok bool) {
	switch {
	case p.Park != nil:
		return p.Park.Lat, p.Park.Lon, p.Park.located()
	case p.Kind == PlaceRegion && (p.Region.Lat != 0 || p.Region.Lon != 0):
		return p.Region.Lat, p.Region.Lon, true
	}
	return middle(p.parks)
}

func (p *ParkInfo) located() bool { return p.Lat != 0 || p.Lon != 0 }

// middle returns the mean coordinates of the parks that have some.
func middle(parks []*ParkInfo) (lat, lon float64, ok bool) {
	n := 0.0
	for _, p := range parks {
		if p.located() {
			lat, lon, n = lat+p.Lat, lon+p.Lon, n+1
		}
	}
	if n == 0 {
		return 0, 0, false
	}
	return lat / n, lon / n, true
}

// outwardCode matches the first half of a British postcode, with or without the
// second half.
var outwardCode = regexp.MustCompile(`^([A-Z]{1,2})([0-9][0-9A-Z]?)(?: ?[0-9](?:[A-Z]{2})?)?$`)

// Outward is the place of the first half of a British postcode (the outward
// code).
type Outward struct {
	Code     string // the outward code, such as TR7
	Lat, Lon float64
	Region   *Region // the region of the nearest park
}

// Outward finds the outward code with which a text begins. Its position is the
// middle of the parks with that code, or else of the parks in its postcode area
// (TR), because the catalogue is the only source of positions. ok is false when
// the text is not a postcode, or when no park is in the area.
func (s *Snapshot) Outward(text string) (o Outward, ok bool) {
	parts := outwardCode.FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
	if parts == nil {
		return Outward{}, false
	}
	o.Code = parts[1] + parts[2]
	parks := s.outward[o.Code]
	if len(parks) == 0 {
		parks = s.outward[parts[1]]
	}
	if o.Lat, o.Lon, ok = middle(parks); ok {
		o.Region = nearest(parks, o.Lat, o.Lon).Region
	}
	return o, ok
}

// indexOutward returns the parks by outward code and by postcode area.
func indexOutward(parks []*ParkInfo) map[string][]*ParkInfo {
	index := map[string][]*ParkInfo{}
	for _, p := range onSale(parks) {
		parts := outwardCode.FindStringSubmatch(strings.ToUpper(p.Postcode))
		if parts == nil || !p.located() || p.RegionID == HiddenRegion || p.Country != "GB" {
			continue
		}
		index[parts[1]+parts[2]] = append(index[parts[1]+parts[2]], p)
		index[parts[1]] = append(index[parts[1]], p)
	}
	return index
}

// nearest returns the park closest to a point.
func nearest(parks []*ParkInfo, lat, lon float64) *ParkInfo {
	return slices.MinFunc(parks, func(a, b *ParkInfo) int {
		return cmp.Compare(distance(a.Lat, a.Lon, lat, lon), distance(b.Lat, b.Lon, lat, lon))
	})
}

// distance returns a number that is larger for places further apart. It is in
// degrees of latitude, and exact enough within a country.
func distance(lat, lon, toLat, toLon float64) float64 {
	return math.Hypot(lat-toLat, (lon-toLon)*math.Cos(toLat*math.Pi/180))
}
