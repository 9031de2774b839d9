package api

import (
	"cmp"
	"math"
	"slices"

	"holidaymaker/internal/catalogue"
)

// position is a latitude and a longitude in degrees, both 0 where unknown.
type position struct{ lat, lon float64 }

// miles returns the distance in a straight line; ok is false where one of the
// positions is unknown.
func (p position) miles(to position) (miles float64, ok bool) {
	if p == (position{}) || to == (position{}) {
		return 0, false
	}
	const earth = 3958.8 // mean radius in miles
	half := func(a, b float64) float64 { return math.Pow(math.Sin((b-a)*math.Pi/360), 2) }
	across := math.Cos(p.lat*math.Pi/180) * math.Cos(to.lat*math.Pi/180) * half(p.lon, to.lon)
	return 2 * earth * math.Asin(math.Sqrt(min(1, half(p.lat, to.lat)+across))), true
}

// neighbour is a region with its distance.
type neighbour struct {
	*catalogue.RegionInfo
	miles *int // nil: unknown
}

// neighbours returns the regions of a channel, nearest first; those whose
// distance is unknown come last, by name.
func (v *View) neighbours(channel string, from position) (list []neighbour) {
	for _, region := range v.catalogue.Regions(channel) {
		n := neighbour{RegionInfo: region}
		if miles, ok := from.miles(position{region.Lat, region.Lon}); ok {
			whole := int(math.Round(miles))
			n.miles = &whole
		}
		list = append(list, n)
	}
	slices.SortStableFunc(list, func(a, b neighbour) int {
		switch {
		case a.miles != nil && b.miles != nil:
			return cmp.Compare(*a.miles, *b.miles)
		case a.miles == nil && b.miles == nil:
			return 0
		case a.miles != nil:
			return -1
		default:
			return 1
		}
	})
	return list
}

var errPoint = Refuse(InvalidNear, "A point is its latitude and longitude in degrees.")

// pointOf returns the point of a query, which gives its latitude and longitude in
// degrees; nil where it gives none.
func pointOf(degrees []float64) (*position, error) {
	if degrees == nil {
		return nil, nil
	}
	if len(degrees) == 2 && math.Abs(degrees[0]) <= 90 && math.Abs(degrees[1]) <= 180 {
		return &position{degrees[0], degrees[1]}, nil
	}
	return nil, errPoint
}
