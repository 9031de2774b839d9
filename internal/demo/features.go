package demo

import (
	"slices"

	"holidaymaker/internal/catalogue"
)

// features lists every feature of the demo, in the order of the filters.
var features = []catalogue.Feature{
	{Key: "indoor-pool", Name: "Indoor pool", Group: "1"},
	{Key: "outdoor-pool", Name: "Outdoor pool", Group: "1"},
	{Key: "entertainment", Name: "Entertainment", Group: "1"},
	{Key: "club-house", Name: "Club house", Group: "1"},
	{Key: "restaurant", Name: "Restaurant", Group: "1"},
	{Key: "shop", Name: "Shop", Group: "1"},
	{Key: "play-area", Name: "Play area", Group: "1"},
	{Key: "spa", Name: "Spa", Group: "1"},
	{Key: "launderette", Name: "Launderette", Group: "1"},
	{Key: "ev-charging", Name: "Electric car charging", Group: "1"},
	{Key: "hot-tub", Name: "Hot tub", Group: "2"},
	{Key: "decking", Name: "Decking", Group: "2"},
	{Key: "sea-view", Name: "Sea view", Group: "2"},
	{Key: "stove", Name: "Wood burner", Group: "2"},
	{Key: "wifi", Name: "Wi-Fi", Group: "2"},
	{Key: "disabled-access", Name: "Disabled Access", Group: "2"},
	{Key: "electric-hook-up", Name: "Electric hook-up", Group: "2"},
	{Key: "linen", Name: "Bed linen included", Group: "2"},
	{Key: "near-beach", Name: "Near a beach", Group: "3"},
	{Key: "lakeside", Name: "Lakeside", Group: "3"},
	{Key: "riverside", Name: "Riverside", Group: "3"},
	{Key: "woodland", Name: "Woodland", Group: "3"},
	{Key: "mountain-views", Name: "Mountain views", Group: "3"},
	{Key: "countryside", Name: "Open countryside", Group: "3"},
	{Key: "pub", Name: "Pub within a mile", Group: "3"},
	{Key: "fishing", Name: "Fishing", Group: "4"},
	{Key: "walking", Name: "Walks from the door", Group: "4"},
	{Key: "cycling", Name: "Cycle hire", Group: "4"},
	{Key: "watersports", Name: "Watersports", Group: "4"},
	{Key: "tennis", Name: "Tennis court", Group: "4"},
	{Key: "golf", Name: "Golf nearby", Group: "4"},
}

// surroundings lists, by setting, the features that a park always has and those
// that it may have.
var surroundings = map[string]struct{ has, may []string }{
	"coast":     {[]string{"near-beach"}, []string{"watersports", "golf", "walking", "cycling", "pub"}},
	"cliffs":    {[]string{"near-beach", "walking"}, []string{"fishing", "golf", "pub"}},
	"med":       {[]string{"near-beach"}, []string{"watersports", "cycling", "tennis"}},
	"lake":      {[]string{"lakeside"}, []string{"watersports", "fishing", "walking", "cycling"}},
	"river":     {[]string{"riverside", "countryside"}, []string{"fishing", "pub", "cycling"}},
	"canal":     {[]string{"riverside"}, []string{"fishing", "pub", "walking"}},
	"forest":    {[]string{"woodland"}, []string{"cycling", "walking", "fishing"}},
	"moor":      {[]string{"countryside", "walking"}, []string{"pub", "cycling"}},
	"hills":     {[]string{"countryside"}, []string{"walking", "pub", "fishing", "golf", "cycling"}},
	"mountains": {[]string{"mountain-views", "walking"}, []string{"cycling", "fishing", "pub"}},
	"vineyard":  {[]string{"countryside"}, []string{"cycling", "walking", "tennis"}},
}

// facilities lists the features that a park of a channel may have, the most
// likely first.
var facilities = map[string][]string{
	"ukcaravan":   {"play-area", "shop", "launderette", "club-house", "indoor-pool", "entertainment", "restaurant", "outdoor-pool", "tennis", "ev-charging"},
	"eurocaravan": {"outdoor-pool", "restaurant", "shop", "play-area", "entertainment", "launderette", "indoor-pool", "tennis", "spa"},
	"uklodge":     {"play-area", "ev-charging", "restaurant", "spa", "indoor-pool", "shop", "launderette"},
	"ukcottages":  {"play-area", "launderette", "ev-charging"},
	"uktouring":   {"launderette", "shop", "play-area", "club-house", "ev-charging"},
	"boats":       {"shop", "launderette", "ev-charging"},
}

// parkFeatures chooses a park's features, in the order of the filters. grade is
// 1 (plain) to 5 (the best).
func parkFeatures(s *stream, channel string, r *region, t town, grade int) []string {
	has := slices.Clone(surroundings[t.setting].has)
	for _, f := range some(s, surroundings[t.setting].may, 1+s.intn(3)) {
		if f != "pub" || t.country == "GB" {
			has = append(has, f)
		}
	}
	if t.setting == "lake" && (r.Land == "lake" || r.Land == "mountains") {
		has = append(has, "mountain-views")
	}
	for i, f := range facilities[channel] {
		if s.chance(min(92, 28+14*grade-7*i)) {
			has = append(has, f)
		}
	}
	return inOrder(has)
}

// inOrder sorts feature keys in the order of the filters and removes duplicates.
func inOrder(keys []string) []string {
	var out []string
	for _, f := range features {
		if slices.Contains(keys, f.Key) {
			out = append(out, f.Key)
		}
	}
	return out
}

// offers lists the promotions that unit types can have.
var offers = []catalogue.Offer{
	{URN: "OFF101", Label: "Kids go free"},
	{URN: "OFF102", Label: "Dogs stay free"},
	{URN: "OFF103", Label: "Early booking saver"},
	{URN: "OFF104", Label: "Seven nights for six"},
	{URN: "OFF105", Label: "Over-55s midweek break"},
	{URN: "OFF106", Label: "Free electric hook-up"},
	{URN: "OFF107", Label: "Free child’s bicycle"},
}

// unitOffers chooses the offers of a unit type. It has dogs-stay-free only where
// dogs are allowed and free, and a free hook-up only where it has one.
func unitOffers(s *stream, channel string, has []string, dogs bool) []string {
	fit := []string{"OFF103"}
	switch channel {
	case "ukcaravan", "eurocaravan":
		fit = append(fit, "OFF101", "OFF104")
	case "uktouring":
		fit = append(fit, "OFF106", "OFF105")
	case "boats":
		fit = []string{"OFF103", "OFF105"}
	case "uklodge":
		fit = append(fit, "OFF105", "OFF107")
	}
	if dogs {
		fit = append(fit, "OFF102")
	}
	if !s.chance(30) {
		return nil
	}
	chosen := some(s, fit, 1)
	if chosen[0] == "OFF106" && !slices.Contains(has, "electric-hook-up") {
		return []string{"OFF103"} // drawn from the same list, so that the rest of the park stays as it is
	}
	return chosen
}

// parkExtras chooses the optional extras of a park. A charge that every guest has
// to pay is part of the price and never an extra.
func parkExtras(s *stream, channel string, has []string) []catalogue.Extra {
	var list []catalogue.Extra
	add := func(chance int, e catalogue.Extra) {
		if s.chance(chance) {
			list = append(list, e)
		}
	}
	if channel == "uktouring" {
		add(90, catalogue.Extra{Code: "FIR", Name: "Sack of firewood", Desc: "Kiln-dried ash, about three evenings’ worth.", Cost: 850, Max: 5})
		add(70, catalogue.Extra{Code: "AWN", Name: "Awning space", Desc: "Room for an awning of up to four metres.", Cost: 600, Max: 1})
		add(50, catalogue.Extra{Code: "TNT", Name: "Pup tent", Desc: "A second small tent on your pitch.", Cost: 1250, Max: 2})
		return list
	}
	if channel == "boats" {
		add(95, catalogue.Extra{Code: "PKG", Name: "Secure car parking", Desc: "At the boatyard while you are afloat.", Cost: 2500, DepCost: 500, Max: 2})
		add(80, catalogue.Extra{Code: "CAN", Name: "Canoe hire", Desc: "An open canoe with two paddles, towed behind.", Cost: 6500, DepCost: 1500, Max: 2})
		add(70, catalogue.Extra{Code: "LFJ", Name: "Child’s buoyancy aid", Desc: "Adult sizes are on board already.", Cost: 500, Max: 6})
		return list
	}
	add(90, catalogue.Extra{Code: "LIN", Name: "Bed linen", Desc: "Duvet cover, sheet and pillowcases for one bed, made up for you.", Cost: 1200, Max: 6, Feature: "linen"})
	add(80, catalogue.Extra{Code: "TOW", Name: "Towel pack", Desc: "One bath towel and one hand towel.", Cost: 750, Max: 8})
	add(85, catalogue.Extra{Code: "COT", Name: "Travel cot", Desc: "With a fitted sheet; please bring blankets.", Cost: 1000, Max: 2})
	add(75, catalogue.Extra{Code: "HCH", Name: "High chair", Cost: 500, Max: 2})
	add(60, catalogue.Extra{Code: "HAM", Name: "Welcome hamper", Desc: "Bread, milk, eggs, butter and something from a local bakery.", Cost: 2950, DepCost: 950, Max: 1})
	add(45, catalogue.Extra{Code: "LCO", Name: "Late check-out", Desc: "Stay until midday on your last morning.", Cost: 3500, DepCost: 1000, Max: 1, CheckOut: "midday"})
	if slices.Contains(has, "cycling") {
		add(80, catalogue.Extra{Code: "BIK", Name: "Bicycle hire", Desc: "One adult or child’s bicycle for the whole stay.", Cost: 4250, Max: 6})
	}
	return list
}

// Features returns every feature of the demo, in the order of the filters.
func Features() []catalogue.Feature {
	list := slices.Clone(features)
	for i := range list {
		list[i].Order = i + 1
	}
	return list
}
