package catalogue

import (
	"cmp"
	"maps"
	"slices"
)

// PlaceKind says what a Place is. The order of the kinds is the order in which
// places are listed.
type PlaceKind int

// The kinds of places.
const (
	PlaceRegion PlaceKind = iota
	PlaceTown
	PlaceOperator
	PlacePark
)

// Place is something that a visitor can search for by name: a destination or an
// operator. Of Town, Operator and Park, only the field of its kind is set.
type Place struct {
	Kind     PlaceKind
	Name     string
	Region   *Region // the region of the place; nil for an operator
	Town     *Town
	Operator *Operator
	Park     *ParkInfo

	parks []*ParkInfo // the parks at this place, unless it is a park itself
}

// Parks counts the parks of a place that are sold on a channel; "" means any.
func (p *Place) Parks(channel string) int {
	if p.Park != nil {
		return 1
	}
	n := 0
	for _, park := range p.parks {
		if park.On(channel) {
			n++
		}
	}
	return n
}

// Channels lists the channels on which a place has parks, in the order of Channels.
func (p *Place) Channels() []string {
	var on []string
	for _, c := range Channels {
		if p.On(c.Code) {
			on = append(on, c.Code)
		}
	}
	return on
}

// Regions lists the regions in which a place has parks on a channel: the region
// with the most parks first, then by name.
func (p *Place) Regions(channel string) []*Region {
	if p.Region != nil {
		return []*Region{p.Region}
	}
	count := map[*Region]int{}
	for _, park := range p.parks {
		if park.On(channel) {
			count[park.Region]++
		}
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b *Region) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}

// On reports whether a place has a park on a channel; "" means any.
func (p *Place) On(channel string) bool {
	if p.Park != nil {
		return p.Park.On(channel)
	}
	return slices.ContainsFunc(p.parks, func(park *ParkInfo) bool { return park.On(channel) })
}

// placesOf lists the places by kind, then by popularity, then by name. A park
// is more popular when it has more reviews, any other place when it has more
// parks.
func placesOf(s *Snapshot) []Place {
	var places []Place
	for id, parks := range s.byRegion {
		places = append(places, Place{Kind: PlaceRegion, Name: s.regions[id].Name, Region: s.regions[id], parks: onSale(parks)})
		for _, town := range s.towns[id] {
			places = append(places, Place{Kind: PlaceTown, Name: town.Name, Town: town, Region: s.regions[id], parks: onSale(town.Parks)})
		}
	}
	ofOperator := map[string][]*ParkInfo{}
	for _, park := range onSale(s.allParks) {
		if park.RegionID != HiddenRegion {
			ofOperator[park.OperatorID] = append(ofOperator[park.OperatorID], park)
			places = append(places, Place{Kind: PlacePark, Name: park.Name, Park: park, Region: park.Region})
		}
	}
	for id, parks := range ofOperator {
		places = append(places, Place{Kind: PlaceOperator, Name: s.operators[id].Name, Operator: s.operators[id], parks: parks})
	}
	places = slices.DeleteFunc(places, func(p Place) bool { return p.Park == nil && len(p.parks) == 0 })
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.popularity(), a.popularity()),
			cmp.Compare(fold(a.Name), fold(b.Name)), cmp.Compare(a.ID(), b.ID()), cmp.Compare(a.regionID(), b.regionID()))
	})
	return places
}

// onSale returns the parks that have a unit on some channel.
func onSale(parks []*ParkInfo) []*ParkInfo {
	return slices.DeleteFunc(slices.Clone(parks), func(p *ParkInfo) bool { return len(p.Channels) == 0 })
}

func (p *Place) popularity() int {
	if p.Park != nil {
		return p.Park.ReviewCount
	}
	return len(p.parks)
}

// ID returns the id of the place, unique within its kind. A town's id is unique
// within its region.
func (p *Place) ID() string {
	switch p.Kind {
	case PlaceTown:
		return p.Town.ID
	case PlaceOperator:
		return p.Operator.ID
	case PlacePark:
		return p.Park.ID
	default:
		return p.Region.ID
	}
}

func (p *Place) regionID() string {
	if p.Region == nil {
		return ""
	}
	return p.Region.ID
}
