package api

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// rowFilters are the filters that the browser applies to the results
// (web/src/rules/filters.ts).
type rowFilters struct {
	features          []int
	operators, offers []string
	numbers           map[int]int
	pets              bool
	min, max          money.Pence // max 0: no limit
}

// filtersOf reads the filters of a call.
func (v *View) filtersOf(in SuggestionsQuery) (rowFilters, error) {
	f := rowFilters{operators: in.Operators, offers: in.Offers, numbers: map[int]int{},
		pets: in.Pets != nil && *in.Pets, min: money.Pence(in.PriceMin) * 100, max: money.Pence(in.PriceMax) * 100}
	if in.Operator != "" {
		f.operators = append(slices.Clip(f.operators), in.Operator)
	}
	if in.PriceMin < 0 || in.PriceMax < 0 || max(in.PriceMin, in.PriceMax) > math.MaxInt32 {
		return f, Refuse(InvalidPrice, "A price is a number of pounds.")
	}
	filters, boolean := v.catalogue.Filters(), v.catalogue.BooleanFilters()
	for _, id := range in.Features {
		if id >= 0 && id < boolean {
			f.features = append(f.features, id)
		}
	}
	for _, text := range in.Numbers {
		name, value, _ := strings.Cut(text, ":")
		id, err := strconv.Atoi(name)
		least, wrong := strconv.Atoi(value)
		if err != nil || wrong != nil {
			return f, Refuse(InvalidFeatures, "A numeric filter is its id, a colon and a number.")
		}
		if id >= boolean && id < len(filters) && least > 0 {
			f.numbers[id] = least
		}
	}
	return f, nil
}

// park reports whether a park passes the filters that do not depend on the
// stay.
func (f *rowFilters) park(p *catalogue.ParkInfo) bool {
	if f.pets && !p.Dogs || len(f.operators) > 0 && !slices.Contains(f.operators, p.OperatorID) {
		return false
	}
	for _, id := range f.features {
		if !slices.Contains(p.Filters, id) {
			return false
		}
	}
	for id, least := range f.numbers {
		if p.Numbers[id] < least {
			return false
		}
	}
	return true
}

// stay reports whether a stay passes the others.
func (f *rowFilters) stay(offers []string, price money.Pence) bool {
	if price < f.min || f.max > 0 && price > f.max {
		return false
	}
	return len(f.offers) == 0 || slices.ContainsFunc(f.offers, func(urn string) bool { return slices.Contains(offers, urn) })
}
