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
	Channel  string  // the channel asked for, or one of the nearest park
	Region   *Region // the region of the nearest park on Channel
}

// Outward finds the outward code with which a text begins, and the nearest park
// on a channel; "" means any. If no British park is on it, the nearest of all counts.
// ok is false when the text is not a postcode, or when there are no parks.
func (s *Snapshot) Outward(text, channel string) (o Outward, ok bool) {
	if o, ok = s.Home(text); !ok || len(s.british[""]) == 0 {
		return Outward{}, false
	}
	if len(s.british[channel]) == 0 {
		channel = ""
	}
	park := nearest(s.british[channel], o.Lat, o.Lon)
	o.Channel, o.Region = cmp.Or(channel, park.Channels[0]), park.Region
	return o, true
}

// Home finds the outward code with which a text begins, without Channel and Region. Its position
// is the middle of the parks with that code. Without any, it is the town of the postcode area (TR)
// for the area's lowest numbers, and where the area has no parks; otherwise the middle of the
// area's parks, which are nearer to its high numbers. ok is false when the text is not a postcode.
func (s *Snapshot) Home(text string) (o Outward, ok bool) {
	parts := outwardCode.FindStringSubmatch(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
	if parts == nil {
		return Outward{}, false
	}
	area, number := parts[1], parts[2]
	o.Code = area + number
	parks := s.outward[o.Code]
	if len(parks) == 0 && !isInTown(number) {
		parks = s.outward[area]
	}
	if len(parks) > 0 {
		o.Lat, o.Lon, ok = middle(parks)
		return o, ok
	}
	town, ok := postcodeAreas[area]
	o.Lat, o.Lon = town[0], town[1]
	return o, ok
}

// isInTown reports whether districts of this number are usually in the town of
// their postcode area, or beside it: 1 to 4, and 1A.
func isInTown(number string) bool {
	digits := strings.TrimRight(number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return len(digits) == 1 && digits >= "1" && digits <= "4"
}

// indexOutward indexes the parks on sale with a British postcode: by outward code
// and by postcode area; and by channel, with all of them under "".
func (s *Snapshot) indexOutward() {
	s.outward, s.british, s.driveEnds = map[string][]*ParkInfo{}, map[string][]*ParkInfo{}, nil
	for _, p := range onSale(s.allParks) {
		parts := outwardCode.FindStringSubmatch(strings.ToUpper(p.Postcode))
		if parts == nil || !p.located() || p.RegionID == HiddenRegion || p.Country != "GB" {
			continue
		}
		outward := parts[1] + parts[2]
		s.driveEnds = append(s.driveEnds, driveEnd{p, p.Lat, p.Lon, outward, island(outward)})
		for _, code := range []string{outward, parts[1]} {
			s.outward[code] = append(s.outward[code], p)
		}
		for _, channel := range append([]string{""}, p.Channels...) {
			s.british[channel] = append(s.british[channel], p)
		}
	}
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
