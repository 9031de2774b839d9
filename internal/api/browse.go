package api

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// The calls for lists of regions, operators and parks without a date. Every
// entry has the price of its cheapest stay for two adults, from the price index
// that searches use.

// maxPage is the largest page number. It limits the number of different answers
// in the cache.
const maxPage = 9999

func (a *API) channelRegions(r *Request, in RegionsQuery) (Encoded, error) {
	v := a.View()
	if err := checkChannel(in.Channel); err != nil {
		return Encoded{}, err
	}
	regions := v.catalogue.Regions(in.Channel)
	if in.OpID != "" {
		if err := v.checkOperator(in.OpID); err != nil {
			return Encoded{}, err
		}
		regions = v.catalogue.RegionsOf(in.OpID, in.Channel)
	}
	dogs := in.Dogs != nil && *in.Dogs
	answer := Regions{ByChannel: map[string]map[string]Region{}}
	for id, region := range regionsOf(regions) {
		info := regions[slices.IndexFunc(regions, func(r *catalogue.RegionInfo) bool { return r.ID == id })]
		if dogs {
			region.ParkCount = info.DogParks
		}
		if region.ParkCount == 0 {
			continue
		}
		prices, err := a.lowestPrices(r.Context(), v, in.Channel, id, dogs, offered{})
		if err != nil {
			return Encoded{}, err
		}
		region.FromPrice = priceText(v.lowestOf(prices, in.OpID))
		if answer.ByChannel[in.Channel] == nil {
			answer.ByChannel[in.Channel] = map[string]Region{}
		}
		answer.ByChannel[in.Channel][id] = region
	}
	return Encoded{JSON: encode(answer)}, nil
}

// lowestOf returns the lowest of the parks' prices; with an operator, only of
// its parks.
func (v *View) lowestOf(stays cheapestStays, operator string) (lowest money.Pence) {
	for id, stay := range stays {
		if p, _ := v.catalogue.Park(id); operator == "" || p.OperatorID == operator {
			lowest = lower(lowest, stay.price)
		}
	}
	return lowest
}

func (a *API) operators(r *Request, in OperatorsQuery) (Encoded, error) {
	v := a.View()
	if err := checkChannel(in.Channel); err != nil {
		return Encoded{}, err
	}
	if err := v.checkRegion(in.Region); err != nil {
		return Encoded{}, err
	}
	lowest, err := a.lowestOfOperators(r.Context(), v, in)
	if err != nil {
		return Encoded{}, err
	}
	found := v.catalogue.Operators(in.Channel, in.Region)
	list := operatorsOf(found)
	for i := range list {
		list[i].FromPrice = priceText(lowest[list[i].OpID])
		for _, region := range v.catalogue.RegionsOf(list[i].OpID, in.Channel) {
			list[i].RegionIDs = append(list[i].RegionIDs, region.ID)
			if in.Region == "" || in.Region == allRegions || in.Region == region.ID {
				list[i].ParkCount += region.ParkCount
			}
		}
		list[i].Image = v.operatorImage(list[i].OpID, in.Channel)
	}
	answer := Operators{OfChannels: map[string][]Operator{in.Channel: list}, OperatorDeposits: map[string]OperatorDeposit{}}
	addDeposits(answer.OperatorDeposits, found)
	return Encoded{JSON: encode(answer)}, nil
}

// lowestOfOperators returns the lowest price of each operator on a channel, or
// in one region of it.
func (a *API) lowestOfOperators(ctx context.Context, v *View, in OperatorsQuery) (map[string]money.Pence, error) {
	lowest := map[string]money.Pence{}
	for _, region := range v.catalogue.Regions(in.Channel) {
		if in.Region != "" && in.Region != allRegions && in.Region != region.ID {
			continue
		}
		stays, err := a.lowestPrices(ctx, v, in.Channel, region.ID, false, offered{})
		if err != nil {
			return nil, err
		}
		for id, stay := range stays {
			if p, ok := v.catalogue.Park(id); ok {
				lowest[p.OperatorID] = lower(lowest[p.OperatorID], stay.price)
			}
		}
	}
	return lowest, nil
}

// operatorImage returns a picture of an operator on a channel: the first photo of the
// first park of its first region in which that park has one, or else a drawn picture.
func (v *View) operatorImage(operator, channel string) string {
	for _, region := range v.catalogue.RegionsOf(operator, channel) {
		parks := v.catalogue.Parks(region.ID, catalogue.ParkFilter{Channel: channel, Operator: operator})
		if images := ownImages(parks[0].Images); len(images) > 0 {
			return images[0].Src
		}
	}
	return "/images/operators/" + operator + "/" + channel + ".svg"
}

// normalise removes parts of the query that do not change the answer: a name if
// there is a region, the end of a name longer than any park's, unknown
// features, and options that only apply to pages when no page is requested.
func (q *ParksQuery) normalise(v *View) {
	if q.Region != "" {
		q.Q = ""
	}
	q.Q = firstOf(q.Q)
	q.Features = slices.DeleteFunc(q.Features, func(id int) bool { return id < 0 || id >= v.catalogue.BooleanFilters() })
	slices.Sort(q.Features)
	q.Features = slices.Compact(q.Features)
	if q.Page == 0 {
		q.Features, q.Sort = nil, ""
	}
	if q.Sort != "price" {
		q.Sort = ""
	}
	q.Page = min(max(q.Page, 0), maxPage)
}

// countTowns replaces the ids of the towns' parks by their number and their lowest
// price.
func countTowns(towns []Town, from cheapestStays) {
	for i := range towns {
		town, lowest := &towns[i], money.Pence(0)
		for _, id := range town.ParkIDs {
			if price := from[id].price; price != 0 {
				lowest = lower(lowest, price)
			}
		}
		town.ParkCount, town.ParkIDs, town.FromPrice = len(town.ParkIDs), nil, priceText(lowest)
	}
}

// parksPage answers one page of a region's parks, with the towns and the
// features by which the visitor can filter.
func (a *API) parksPage(r *Request, v *View, in ParksQuery) (Encoded, error) {
	filter := catalogue.ParkFilter{Channel: in.Channel, Operator: in.OpID}
	all := v.catalogue.Parks(in.Region, filter)
	filter.Town, filter.Dogs = in.TownID, in.Dogs != nil && *in.Dogs
	if _, ok := v.catalogue.Town(in.Region, in.TownID); in.TownID != "" && !ok {
		return Encoded{}, Refuse(NotFound, "This town is not known.")
	}
	found := slices.DeleteFunc(v.catalogue.Parks(in.Region, filter), func(p *catalogue.ParkInfo) bool {
		return slices.ContainsFunc(in.Features, func(id int) bool { return !slices.Contains(p.Filters, id) })
	})
	rd := a.readerFor(r, in.Promo)
	from, err := a.fromStays(r.Context(), v, in, all, rd) // the towns are those of all parks
	if err != nil {
		return Encoded{}, err
	}
	answer := Parks{ForReader: rd.byPass, Parks: []Park{}, TownList: v.towns(all), Count: len(found),
		PageCount: (len(found) + catalogue.PageSize - 1) / catalogue.PageSize, FeatureCounts: map[string]int{}}
	countTowns(answer.TownList, from)
	for _, p := range found {
		if p.TakesDogs(in.Channel) {
			answer.DogParks++
		}
		for _, id := range p.Filters {
			answer.FeatureCounts[strconv.Itoa(id)]++
		}
	}
	if in.Sort == "price" {
		slices.SortStableFunc(found, func(a, b *catalogue.ParkInfo) int {
			return cmp.Compare(uint64(from[a.ID].price-1), uint64(from[b.ID].price-1)) // no price comes last
		})
	}
	first := min((in.Page-1)*catalogue.PageSize, len(found))
	for _, p := range found[first:min(first+catalogue.PageSize, len(found))] {
		answer.Parks = append(answer.Parks, parkOf(p, in.Channel, from[p.ID]))
	}
	return Encoded{JSON: encode(answer), transient: len(answer.Parks) == 0}, nil
}
