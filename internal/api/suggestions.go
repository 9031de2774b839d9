package api

import (
	"cmp"
	"context"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

const (
	// maxSuggested is how many dates, and how many regions, are suggested at most.
	maxSuggested = 3
	// mostDates and mostRegions limit the searches for one answer. If none of the
	// mostDates nearest dates has a holiday that passes the filters, one more
	// search, over all dates, finds dates that have one.
	mostDates   = 40
	mostRegions = 12
)

// suggestions answers with similar searches, for a search that found little. Each
// number is what the visitor sees after following the suggestion.
func (a *API) suggestions(r *Request, in SuggestionsQuery) (Suggestions, error) {
	s, err := a.suggesterOf(r, a.View(), in)
	if err != nil {
		return Suggestions{}, err
	}
	answer := Suggestions{Dates: []SuggestedDate{}, Regions: []SuggestedRegion{}, Without: s.relaxed()}
	for _, other := range s.dates() {
		answer.Dates = append(answer.Dates, SuggestedDate{Date: other.date.String(), Count: other.count, Price: other.least})
	}
	answer.Nights = s.nights()
	answer.Together = s.together(in.party(), a.sellsTogether)
	answer.Regions = append(answer.Regions, s.regions()...)
	return answer, s.ctx.Err()
}

// suggester looks for searches that are similar to one.
type suggester struct {
	ctx      context.Context
	view     *View
	criteria criteria
	filters  rowFilters
	reader   reader
	found    availability.Answer
}

// suggesterOf returns what counts the holidays of a search that pass its filters.
func (a *API) suggesterOf(r *Request, v *View, in SuggestionsQuery) (suggester, error) {
	c, err := v.criteriaOf(in.SearchQuery, a.Today())
	if err != nil {
		return suggester{}, err
	}
	c.Features, c.Offers, c.Operator = nil, nil, "" // the filters apply to rows, as in the browser
	filters, err := v.filtersOf(in)
	return suggester{ctx: r.Context(), view: v, criteria: c, filters: filters, reader: a.readerOf(r.Request)}, err
}

// outcome is what the visitor sees of a search: how many of its holidays pass the
// filters, and the lowest of their prices.
type outcome struct {
	count int
	least money.Pence
}

// search returns the rows of a search that pass the filters, as the browser
// shows them.
func (s *suggester) search(c criteria, filters *rowFilters) (rows []availability.Row) {
	if s.ctx.Err() != nil {
		return nil
	}
	q := c.query(s.view, s.reader)
	s.view.index.Search(&q, &s.found)
	for i := range s.found.Rows {
		row := &s.found.Rows[i]
		if filters.park(s.view.parkAt[row.Park].ParkInfo) && filters.stay(s.view.unitAt[row.Unit].Offers, row.Price) {
			rows = append(rows, *row)
		}
	}
	return rows
}

// outcome counts what a search finds and returns its lowest price.
func (s *suggester) outcome(c criteria) (o outcome) {
	for _, row := range s.search(c, &s.filters) {
		o.count++
		o.least = lower(o.least, row.Price)
	}
	return o
}

// dates returns the nearest other arrival dates on which something is found.
func (s *suggester) dates() (found []otherDate) {
	c := s.criteria
	if c.Date == 0 {
		return nil
	}
	requested := c.Date
	try := func(candidates []date.Date) {
		for _, day := range candidates {
			if len(found) == maxSuggested {
				return
			}
			c.Date, c.Flex = day, 0
			if o := s.outcome(c); o.count > 0 {
				found = append(found, otherDate{day, o})
			}
		}
	}
	priced := nearest(s.pricedDates(), requested)
	most := mostDates
	if c.Park != "" {
		most = len(priced) // a search of one park costs little
	}
	try(priced[:min(most, len(priced))])
	if len(found) == 0 && len(priced) > most {
		// One search over all dates gives each park's cheapest date; try the
		// nearest of these.
		anyDate := s.criteria
		anyDate.Date = 0
		var cheapest []date.Date
		for _, row := range s.search(anyDate, &s.filters) {
			cheapest = append(cheapest, row.Date)
		}
		slices.Sort(cheapest)
		cheapest = nearest(slices.Compact(cheapest), requested)
		try(cheapest[:min(maxSuggested, len(cheapest))])
	}
	slices.SortFunc(found, func(a, b otherDate) int { return cmp.Compare(a.date, b.date) })
	return found
}

// nights returns the nearest other numbers of nights with which the search finds
// something: on its arrival date, or in a week of school holidays, where stays of some
// lengths begin and end on days that do not fit.
func (s *suggester) nights() (found []SuggestedNights) {
	c := s.criteria
	if c.When == "" && c.Date == 0 {
		return nil
	}
	c.Flex = 0
	requested := c.Nights
	for _, n := range nearest(s.view.index.NightsOptions(c.Channel, s.pricedRegion()), requested) {
		if len(found) == maxSuggested {
			break
		}
		c.Nights = n
		if o := s.outcome(c); o.count > 0 {
			found = append(found, SuggestedNights{Nights: n, Count: o.count, Price: o.least})
		}
	}
	slices.SortFunc(found, func(a, b SuggestedNights) int { return cmp.Compare(a.Nights, b.Nights) })
	return found
}

// pricedRegion is the searched region, or all of them when a box, a park or near a point
// is searched.
func (s *suggester) pricedRegion() string {
	if c := &s.criteria; c.Box == nil && c.Near == nil && c.Park == "" {
		return c.Region
	}
	return allRegions
}

// pricedDates returns the dates on which something is on sale for the party in
// the region whose prices count.
func (s *suggester) pricedDates() (dates []date.Date) {
	c := &s.criteria
	q := availability.CalendarQuery{Channel: c.Channel, Region: s.pricedRegion(), Nights: c.Nights, Party: c.Party, Dogs: c.Dogs}
	for _, day := range s.view.index.Calendar(q, nil) {
		dates = append(dates, day.Date)
	}
	return dates
}

// nearest orders dates, or numbers of nights, by their distance from the requested one,
// and leaves that one out. Of two equally near ones the smaller comes first.
func nearest[T date.Date | int](all []T, requested T) []T {
	others := slices.DeleteFunc(slices.Clone(all), func(d T) bool { return d == requested })
	distance := func(d T) T { return max(d-requested, requested-d) }
	slices.SortFunc(others, func(a, b T) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a, b))
	})
	return others
}

// regions returns the nearest other regions in which the search finds
// something.
func (s *suggester) regions() (found []SuggestedRegion) {
	c := s.criteria
	if c.Region == allRegions && c.Box == nil && c.Park == "" {
		return nil
	}
	candidates := s.view.neighbours(c.Channel, s.place())
	c.Box, c.Near, c.Park = nil, nil, ""
	for _, near := range candidates[:min(mostRegions, len(candidates))] {
		if len(found) == maxSuggested {
			break
		}
		if near.ID == s.criteria.Region && s.criteria.Box == nil {
			continue
		}
		c.Region = near.ID
		if o := s.outcome(c); o.count > 0 {
			found = append(found, SuggestedRegion{ID: near.ID, Name: near.Name, Miles: near.miles, Count: o.count, Price: o.least})
		}
	}
	return found
}

// place returns where the search is: the point near which it is, or the middle
// of the box, or the park, or the centre of the region.
func (s *suggester) place() (from position) {
	c := &s.criteria
	switch {
	case c.Near != nil:
		return position{c.Near[0], c.Near[1]}
	case c.Box != nil:
		return position{(c.Box[1] + c.Box[3]) / 2, (c.Box[0] + c.Box[2]) / 2}
	case c.Park != "":
		if p, ok := s.view.catalogue.Park(c.Park); ok && (p.Lat != 0 || p.Lon != 0) {
			return position{p.Lat, p.Lon}
		}
	}
	if region, ok := s.view.catalogue.Region(c.Region); ok {
		from = position{region.Lat, region.Lon}
	}
	return from
}

// relaxed returns what the search finds without one of its conditions.
func (s *suggester) relaxed() []Relaxed {
	list := []Relaxed{}
	add := func(condition string, c criteria, filters rowFilters) {
		if n := len(s.search(c, &filters)); n > 0 {
			list = append(list, Relaxed{condition, n})
		}
	}
	c := s.criteria
	if c.Dogs {
		// On the page, a search without dogs also removes the filter 'Pet friendly'.
		without, filters := c, s.filters
		without.Dogs, filters.pets = false, false
		add(conditionDogs, without, filters)
	}
	if c.Box != nil && c.Region != allRegions { // all regions have a page of their own
		without := c
		without.Box = nil
		add(conditionBox, without, s.filters)
	}
	if p, ok := s.view.catalogue.Park(c.Park); ok {
		without := c
		without.Park, without.Region = "", p.RegionID
		add(conditionPark, without, s.filters)
	}
	slices.SortStableFunc(list, func(a, b Relaxed) int { return cmp.Compare(b.Count, a.Count) })
	return list
}
