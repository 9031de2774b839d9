package api

import (
	"slices"
	"strconv"
)

// numericFilters are the filters that compare a number of a unit type.
var numericFilters = []struct {
	name, field string
	most        int
	of          func(*unit) int
}{
	{"Bedrooms", "bedrooms", 6, func(u *unit) int { return u.Bedrooms }},
	{"Bathrooms", "bathrooms", 4, func(u *unit) int { return u.Bathrooms }},
	{"Sleeps", "sleeps", 12, func(u *unit) int { return u.Sleeps }},
}

var filterGroups = map[string]FilterGroup{
	"1": {"On the park"}, "2": {"Accommodation"}, "3": {"Location"}, "4": {"Activities"}, "5": {"Park operators"},
}

// addFilters numbers the filters: features first, then the numeric ones.
func (v *View) addFilters() {
	v.feature = map[string]int{}
	for i, feature := range v.contents.Features {
		v.feature[feature.Key] = i
		v.filters.Filters = append(v.filters.Filters, Filter{Name: feature.Name, Group: feature.Group})
	}
	features := len(v.filters.Filters)
	for _, numeric := range numericFilters {
		options := make([]int, numeric.most)
		for i := range options {
			options[i] = i + 1
		}
		v.filters.Filters = append(v.filters.Filters, Filter{Name: numeric.name, Group: "2", Compare: ">=", Field: numeric.field, Options: options})
	}
	v.filters.BFilters = [3]int{0, 0, features}
	v.filters.NFilters = [3]int{features, 0, len(numericFilters)}
	v.filters.FilterGroups = filterGroups
}

// featureIDs gives the sorted filter ids of feature keys.
func (v *View) featureIDs(keys []string) []int {
	ids := []int{}
	for _, key := range keys {
		if id, ok := v.feature[key]; ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// featureKeys is the reverse; ids of no feature are dropped.
func (v *View) featureKeys(ids []int) (keys []string) {
	for _, id := range ids {
		if id >= 0 && id < len(v.contents.Features) {
			keys = append(keys, v.contents.Features[id].Key)
		}
	}
	return keys
}

// numbers gives the largest value that a park has under each numeric filter.
func (v *View) numbers(p *park) map[string]float64 {
	values := map[string]float64{}
	for i, numeric := range numericFilters {
		most := 0
		for _, u := range p.units {
			most = max(most, numeric.of(u))
		}
		if most > 0 {
			values[strconv.Itoa(v.filters.NFilters[0]+i)] = float64(most)
		}
	}
	return values
}
