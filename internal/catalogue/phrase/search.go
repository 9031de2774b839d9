package phrase

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

const (
	defaultAdults = 2
	// defaultNights is how long a stay is for which a sentence names no nights.
	defaultNights = 3
	// priceTop is the end of the price filter, in pounds, at which it has no upper limit.
	priceTop = 1000
)

// Search is what a sentence asks for. A zero field is not asked for.
type Search struct {
	Channel  string // a channel's code
	TypeSaid bool   // false: Channel is that of the place, or the first
	Region   *catalogue.Region
	Park     *catalogue.ParkInfo
	Near     *Point // a town or postcode of Region

	Date   date.Date // arrival
	first  date.Date // the first possible arrival
	When   string    // a choice of flexible dates, as the parameter when of a search
	Nights int

	Adults, Children, Under5s int
	PartySaid                 bool // false: Adults is the default
	Dogs                      bool

	PriceMin, PriceMax int // pounds, of the whole stay
	Cheapest           bool
	Features           []int       // boolean filters
	AtLeast            map[int]int // numeric filters: the smallest value
	Offers             []string    // urns
}

// Point is a named place on the map, in degrees.
type Point struct {
	Name     string
	Lat, Lon float64
}

// Area is the area of the map that contains all parks of the channel (west, south, east and
// north in degrees), for a search that names no place: only ukcaravan has a choice of all regions.
func (s *Search) Area() []float64 {
	if s.Channel == "eurocaravan" {
		return []float64{-10, 34, 20, 56}
	}
	return []float64{-11, 49, 3, 61}
}

// Assumed says what the search takes where the sentence says nothing.
func (s *Search) Assumed() (all []string) {
	channel, _ := catalogue.ChannelOf(s.Channel)
	add := func(missing bool, text string) {
		if missing {
			all = append(all, text)
		}
	}
	add(!s.TypeSaid, channel.Name)
	add(s.Region == nil, map[bool]string{true: "anywhere in Europe", false: "anywhere in the UK"}[s.Channel == "eurocaravan"])
	add(s.Date == 0 && s.When == "", "arriving "+s.first.Long()+" or near it")
	add(s.Nights == 0, count(defaultNights, "night"))
	add(!s.PartySaid, count(defaultAdults, "adult"))
	return all
}

// Query returns the query of the page of results for a search, as the front end writes it
// (web/src/rules/search-url.ts, refinement-url.ts). numbers is how many numeric filters there
// are, after first other ones.
func (s *Search) Query(first, numbers int) string {
	var query []string
	add := func(name, value string) { query = append(query, name+"="+url.QueryEscape(value)) }
	when := func(name, value string) {
		if value != "" {
			add(name, value)
		}
	}
	add("channel", s.Channel)
	switch {
	case s.Region != nil:
		add("region", s.Region.ID)
		if s.Park != nil {
			add("park", s.Park.ID)
		}
		if s.Near != nil {
			add("near", fmt.Sprintf("%.3f,%.3f,%s", s.Near.Lat, s.Near.Lon, s.Near.Name))
		}
	default:
		add("box", strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Area()), " ", ","), "[]"))
	}
	if day := s.Arrival(); day != 0 {
		add("date", day.String())
	}
	when("when", s.When)
	add("nights", strconv.Itoa(s.StayNights()))
	add("adults", strconv.Itoa(s.Adults))
	add("children", strconv.Itoa(s.Children))
	add("infants", strconv.Itoa(s.Under5s))
	add("dogs", map[bool]string{true: "y"}[s.Dogs])
	when("offers", strings.Join(s.Offers, ","))
	when("features", commaList(s.Features))
	if s.Cheapest {
		add("sort", "priceAsc")
	}
	if s.PriceMin > 0 || s.PriceMax > 0 {
		add("price", fmt.Sprintf("%d-%d", s.PriceMin, s.priceMax()))
	}
	if len(s.AtLeast) > 0 {
		var values []int
		for i := range numbers {
			values = append(values, s.AtLeast[first+i])
		}
		add("atleast", commaList(values))
	}
	return strings.Join(query, "&")
}

// Arrival is the day of arrival: the first possible one where the sentence says nothing of dates, as
// in the search form; 0 for flexible dates.
func (s *Search) Arrival() date.Date {
	if s.Date == 0 && s.When == "" {
		return s.first
	}
	return s.Date
}

// StayNights is how long the stay is.
func (s *Search) StayNights() int {
	if s.Nights == 0 {
		return defaultNights
	}
	return s.Nights
}

func (s *Search) priceMax() int {
	if s.PriceMax == 0 {
		return priceTop
	}
	return s.PriceMax
}

func commaList(numbers []int) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ",")
}

func (s *Search) addFeature(id int) {
	if !slices.Contains(s.Features, id) {
		s.Features = append(s.Features, id)
		slices.Sort(s.Features)
	}
}
