package catalogue

import (
	"cmp"
	"slices"
)

// Groups are the headings above filters, by Filter.Group.
var Groups = map[string]string{
	"1":           "On the park",
	"2":           "Accommodation",
	"3":           "Location",
	"4":           "Activities",
	OperatorGroup: "Park operators",
}

// OperatorGroup is the group of the filters by operator. The front end adds one
// boolean filter for each operator to those of the catalogue.
const OperatorGroup = "5"

// Filter narrows results. Its id is its index in Snapshot.Filters: first the
// boolean filters, then the numeric ones.
type Filter struct {
	Key   string // the feature's key; "" for a numeric filter
	Name  string
	Group string

	Field   string // numeric filters only: the JSON field to compare
	Compare string // numeric filters only: ">="
	Options []int
}

// numericFilters come after the boolean ones, in this order.
var numericFilters = []Filter{
	{Name: "Bedrooms", Group: "2", Compare: ">=", Field: "bedrooms", Options: []int{1, 2, 3, 4}},
	{Name: "Bathrooms", Group: "2", Compare: ">=", Field: "bathrooms", Options: []int{1, 2, 3}},
	{Name: "Sleeps", Group: "2", Compare: ">=", Field: "sleeps", Options: []int{2, 4, 6, 8}},
}

// filtersOf returns the boolean filters of features, in the order of the
// filters.
func filtersOf(features []Feature) []Filter {
	features = slices.Clone(features)
	slices.SortFunc(features, func(a, b Feature) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Group, b.Group), cmp.Compare(a.Key, b.Key))
	})
	var filters []Filter
	for _, f := range features {
		filters = append(filters, Filter{Key: f.Key, Name: f.Name, Group: f.Group})
	}
	return append(filters, numericFilters...)
}

// numbersOf returns a unit type's value for each numeric filter, in their order.
func numbersOf(u *UnitType) []int { return []int{u.Bedrooms, u.Bathrooms, u.Sleeps} }
