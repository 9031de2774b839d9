package catalogue

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// AllRegions is the id for every region of a channel. AllRegionsName is its
// name.
const (
	AllRegions     = "all-regions"
	AllRegionsName = "All of the UK"
)

// HiddenRegion is never shown to visitors (specification, 'Search').
const HiddenRegion = "15"

// Entities is the content of a catalogue. Where an id occurs twice, the last
// one is used.
type Entities struct {
	Regions   []Region
	Operators []Operator
	Parks     []Park
	Units     []UnitType
	Offers    []Offer
	Features  []Feature
	Codes     []Code
}

// Add adds an entity to the list of its kind.
func (e *Entities) Add(entity Entity) {
	switch one := entity.(type) {
	case Region:
		e.Regions = append(e.Regions, one)
	case Operator:
		e.Operators = append(e.Operators, one)
	case Park:
		e.Parks = append(e.Parks, one)
	case UnitType:
		e.Units = append(e.Units, one)
	case Offer:
		e.Offers = append(e.Offers, one)
	case Feature:
		e.Features = append(e.Features, one)
	case Code:
		e.Codes = append(e.Codes, one)
	}
}

// All yields every entity, each kind after the kinds to which it refers.
func (e *Entities) All(yield func(Entity) bool) {
	_ = yieldAll(e.Features, yield) && yieldAll(e.Offers, yield) && yieldAll(e.Regions, yield) &&
		yieldAll(e.Operators, yield) && yieldAll(e.Parks, yield) && yieldAll(e.Units, yield) && yieldAll(e.Codes, yield)
}

func yieldAll[T Entity](list []T, yield func(Entity) bool) bool {
	for _, one := range list {
		if !yield(one) {
			return false
		}
	}
	return true
}

// Snapshot is a catalogue at one moment, indexed for reading. It never changes,
// and callers must not change what it returns.
type Snapshot struct {
	regions   map[string]*Region
	operators map[string]*Operator
	parks     map[string]*ParkInfo
	units     map[string]*UnitInfo
	offers    []Offer
	filters   []Filter
	filterIDs map[string]int

	allParks    []*ParkInfo // by name
	allUnits    []*UnitInfo // by park
	byRegion    map[string][]*ParkInfo
	towns       map[string][]*Town
	regionsOn   map[string][]*RegionInfo            // by channel
	regionsOf   map[string]map[string][]*RegionInfo // by operator, then channel
	operatorsOn map[string][]*Operator              // by channel
	operatorsIn map[[2]string][]*Operator           // by channel and region
	finder      *finder
	outward     map[string][]*ParkInfo // by outward code and by postcode area
	driveEnds   []driveEnd
	british     map[string][]*ParkInfo // those of outward by channel; "": all
}

// ParkInfo is a park with everything that follows from the rest of the
// catalogue.
type ParkInfo struct {
	Park
	Slug     string
	Folded   string // the name as it is compared, see fold
	Region   *Region
	Operator *Operator
	Units    []*UnitInfo // by id
	Channels []string    // in the order of Channels
	Dogs     bool        // whether one of its units allows dogs
	// Filters are the ids of the park's boolean filters, ascending: its own and
	// those of any of its units.
	Filters []int
	// Numbers are the highest values of its units for the numeric filters, by
	// filter id.
	Numbers map[int]int
}

// On reports whether the park is sold on a channel; "" means any.
func (p *ParkInfo) On(channel string) bool {
	return channel == "" || slices.Contains(p.Channels, channel)
}

// Path is the canonical path of the park's page.
func (p *ParkInfo) Path() string {
	first := ""
	if len(p.Channels) > 0 {
		first = p.Channels[0]
	}
	return holidaysPath(first) + p.ID + "/" + p.Slug
}

// StayPath is the path of the park's page that opens a stay of people: adults, children and
// infants. With a unit type it opens at its row.
func (p *ParkInfo) StayPath(unit, channel string, arrival date.Date, nights int, people [3]int, dogs bool) string {
	query := url.Values{"channel": {channel}, "date": {arrival.String()}, "nights": {strconv.Itoa(nights)}, "adults": {strconv.Itoa(people[0])},
		"children": {strconv.Itoa(people[1])}, "infants": {strconv.Itoa(people[2])}, "dogs": {""}}
	if dogs {
		query.Set("dogs", "y")
	}
	at := url.URL{Path: p.Path(), RawQuery: query.Encode()}
	if unit != "" {
		at.Fragment = "unit-" + unit // web/src/rules/unit-row.ts
	}
	return at.String()
}

// UnitInfo is a unit type with its park.
type UnitInfo struct {
	UnitType
	Park    *ParkInfo
	Filters []int    // ids of the unit type's own boolean filters, ascending
	Keys    []string // keys of the features of the unit type and its park together
}

// Charges returns what is compulsory with the unit type: the site adds it to every price.
func (u *UnitInfo) Charges() (rates money.Rates) {
	for _, charge := range u.Park.Charges(u.UnitType) {
		rates = append(rates, charge.Rate())
	}
	return rates
}

// RegionInfo is a region with what depends on a channel, or on an operator on
// it.
type RegionInfo struct {
	*Region
	Slug      string
	ParkCount int
	DogParks  int // number of its parks that allow dogs on that channel
}

// ListingPath is the path of the page with the region's parks on a channel.
func (r *Region) ListingPath(channel string) string {
	return holidaysPath(channel) + channel + "/" + r.ID + "/" + SlugOr(r.Name, "region")
}

// holidaysPath begins the paths of a channel; boats have one of their own.
func holidaysPath(channel string) string {
	if channel == "boats" {
		return "/boating-holidays/"
	}
	return "/holidays/"
}

// Dogs reports whether one of its parks allows dogs on that channel.
func (r *RegionInfo) Dogs() bool { return r.DogParks > 0 }

// Town is a town of a region with its parks.
type Town struct {
	ID, Name, Slug, RegionID string
	Parks                    []*ParkInfo // by name
}

// NewSnapshot indexes a catalogue. It omits an entity that refers to a missing
// one and reports it in problems, so that one bad record does not take the rest
// off sale.
func NewSnapshot(e *Entities) (s *Snapshot, problems []error) {
	s = &Snapshot{
		regions: map[string]*Region{}, operators: map[string]*Operator{},
		parks: map[string]*ParkInfo{}, units: map[string]*UnitInfo{}, filterIDs: map[string]int{},
		byRegion: map[string][]*ParkInfo{}, towns: map[string][]*Town{},
		regionsOn: map[string][]*RegionInfo{}, regionsOf: map[string]map[string][]*RegionInfo{},
		operatorsOn: map[string][]*Operator{}, operatorsIn: map[[2]string][]*Operator{},
	}
	for i := range e.Regions {
		s.regions[e.Regions[i].ID] = &e.Regions[i]
	}
	for i := range e.Operators {
		s.operators[e.Operators[i].ID] = &e.Operators[i]
	}
	features := map[string]Feature{}
	for _, f := range e.Features {
		features[f.Key] = f
	}
	s.filters = filtersOf(sortedValues(features))
	for id, f := range s.filters {
		if f.Key != "" {
			s.filterIDs[f.Key] = id
		}
	}
	offers := map[string]Offer{}
	for _, o := range e.Offers {
		offers[o.URN] = o
	}
	s.offers = sortedValues(offers)
	slices.SortStableFunc(s.offers, func(a, b Offer) int { return cmp.Compare(fold(a.Label), fold(b.Label)) })
	problems = append(s.addParks(e.Parks), s.addUnits(e.Units)...)
	s.finishParks()
	s.indexRegions()
	s.finder = newFinder(s)
	s.indexOutward()
	return s, problems
}

func sortedValues[T any](m map[string]T) []T {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var list []T
	for _, key := range keys {
		list = append(list, m[key])
	}
	return list
}

// Missing is the problem of an entity that refers to another one, which does not
// exist or was left out itself.
type Missing struct{ Kind, ID string }

func (m Missing) Error() string { return "there is no " + m.Kind + " " + m.ID }

func (s *Snapshot) addParks(parks []Park) (problems []error) {
	for i := range parks {
		p := &parks[i]
		info := &ParkInfo{Park: *p, Slug: SlugOr(p.Name, "park"), Folded: fold(p.Name), Region: s.regions[p.RegionID], Operator: s.operators[p.OperatorID]}
		switch {
		case info.Region == nil:
			problems = append(problems, fmt.Errorf("park %s: %w", p.ID, Missing{"region", p.RegionID}))
		case info.Operator == nil:
			problems = append(problems, fmt.Errorf("park %s: %w", p.ID, Missing{"operator", p.OperatorID}))
		default:
			s.parks[p.ID] = info
		}
	}
	return problems
}

func (s *Snapshot) addUnits(units []UnitType) (problems []error) {
	for i := range units {
		u := &units[i]
		park := s.parks[u.ParkID]
		if park == nil {
			problems = append(problems, fmt.Errorf("unit type %s: %w", u.ID, Missing{"park", u.ParkID}))
			continue
		}
		s.units[u.ID] = &UnitInfo{UnitType: *u, Park: park, Filters: s.filtersFor(u.Features), Keys: union(park.Features, u.Features)}
	}
	for _, u := range sortedValues(s.units) {
		u.Park.Units = append(u.Park.Units, u)
	}
	return problems
}

// filtersFor returns the filter ids of feature keys, ascending. It ignores keys
// that are not features.
func (s *Snapshot) filtersFor(keys []string) []int {
	var ids []int
	for _, key := range keys {
		if id, ok := s.filterIDs[key]; ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// finishParks computes what follows from the parks' units, and sorts the parks.
func (s *Snapshot) finishParks() {
	firstNumber := len(s.filters) - len(numericFilters)
	for _, p := range s.parks {
		keys := slices.Clone(p.Features)
		p.Numbers = map[int]int{}
		on := map[string]bool{}
		for _, u := range p.Units {
			keys = append(keys, u.Features...)
			p.Dogs = p.Dogs || u.Dogs
			on[u.Channel] = true
			for i, n := range numbersOf(&u.UnitType) {
				if n > p.Numbers[firstNumber+i] {
					p.Numbers[firstNumber+i] = n
				}
			}
		}
		p.Filters = s.filtersFor(keys)
		for _, c := range Channels {
			if on[c.Code] {
				p.Channels = append(p.Channels, c.Code)
			}
		}
		s.allParks = append(s.allParks, p)
	}
	slices.SortFunc(s.allParks, func(a, b *ParkInfo) int {
		return cmp.Or(strings.Compare(a.Folded, b.Folded), strings.Compare(a.ID, b.ID))
	})
	for _, p := range s.allParks {
		s.allUnits = append(s.allUnits, p.Units...)
	}
}

// Region returns a region; ok is false for an unknown one and for the hidden
// one.
func (s *Snapshot) Region(id string) (r *Region, ok bool) {
	r, ok = s.regions[id]
	return r, ok && id != HiddenRegion
}

// Operator returns an operator.
func (s *Snapshot) Operator(id string) (o *Operator, ok bool) {
	o, ok = s.operators[id]
	return o, ok
}

// Park returns a park.
func (s *Snapshot) Park(id string) (p *ParkInfo, ok bool) {
	p, ok = s.parks[id]
	return p, ok
}

// Unit returns a unit type.
func (s *Snapshot) Unit(id string) (u *UnitInfo, ok bool) {
	u, ok = s.units[id]
	return u, ok
}

// AllParks returns every park by name, including hidden ones. A park's position
// in this list is its number in the price index.
func (s *Snapshot) AllParks() []*ParkInfo { return s.allParks }

// AllUnits returns every unit type, in the order of AllParks and then by id. A
// unit type's position in this list is its number in the price index.
func (s *Snapshot) AllUnits() []*UnitInfo { return s.allUnits }

// Offers lists the offers by label.
func (s *Snapshot) Offers() []Offer { return s.offers }

// Filters returns the filters. A filter's id is its position in this list.
func (s *Snapshot) Filters() []Filter { return s.filters }

// BooleanFilters returns how many of the filters are boolean. These come first.
func (s *Snapshot) BooleanFilters() int { return len(s.filters) - len(numericFilters) }
