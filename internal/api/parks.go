package api

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

func checkChannel(code string) error {
	if _, ok := catalogue.ChannelOf(code); !ok {
		return Refuse(InvalidChannel, "This holiday type is not known.")
	}
	return nil
}

// checkRegion refuses an unknown region. Empty and all-regions pass.
func (v *View) checkRegion(id string) error {
	if _, ok := v.catalogue.Region(id); id == "" || id == allRegions || ok {
		return nil
	}
	return Refuse(InvalidRegion, "This region is not known.")
}

func (v *View) checkOperator(id string) error {
	if _, ok := v.catalogue.Operator(id); id == "" || ok {
		return nil
	}
	return Refuse(InvalidOperator, "This operator is not known.")
}

// foundParks is the largest number of parks that a search by name returns.
const foundParks = 20

func (a *API) parks(r *Request, in ParksQuery) (Encoded, error) {
	v := a.View()
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return Encoded{}, err
		}
	}
	if err := v.checkOperator(in.OpID); err != nil {
		return Encoded{}, err
	}
	if in.Region == "" && len([]rune(in.Q)) < 2 {
		return Encoded{}, Refuse(InvalidRegion, "Please choose a region.")
	}
	if v.checkRegion(in.Region) != nil { // it is part of the address of a page, which is then 404
		return Encoded{}, Refuse(NotFound, "This region is not known.")
	}
	if in.Page > 0 {
		return a.parksPage(r, v, in)
	}
	var found []*catalogue.ParkInfo
	if in.Region == "" {
		found = v.catalogue.FindParks(in.Q, in.Channel, foundParks)
	} else {
		found = v.catalogue.Parks(in.Region, catalogue.ParkFilter{
			Channel: in.Channel, Operator: in.OpID, Town: in.TownID, Dogs: in.Dogs != nil && *in.Dogs})
	}
	if len(found) == 0 { // for example for an unknown town
		return Encoded{JSON: encode(Parks{Parks: []Park{}, TownList: []Town{}}), transient: true}, nil
	}
	rd := a.readerFor(r, in.Promo)
	from, err := a.fromStays(r.Context(), v, in, found, rd)
	if err != nil {
		return Encoded{}, err
	}
	answer := Parks{ForReader: rd.byPass, Parks: []Park{}, TownList: v.towns(found)}
	for _, p := range found {
		answer.Parks = append(answer.Parks, parkOf(p, in.Channel, from[p.ID]))
	}
	return Encoded{JSON: encode(answer), transient: in.Region == ""}, nil
}

// parkOf returns a park for a list of a channel, or of all where channel is "".
// from is its cheapest stay.
func parkOf(p *catalogue.ParkInfo, channel string, from cheapestStay) Park {
	lat, lon := coordinates(p.Lat, p.Lon)
	return Park{
		ParkID: p.ID, Name: p.Name, Slug: p.Slug, Channels: orEmpty(p.Channels), Regn: p.RegionID,
		TownID: p.TownID, Town: p.Town, OpID: p.OperatorID, Lat: lat, Lon: lon, Dogs: yesOrNo(p.Dogs),
		Features: orEmpty(p.Filters), Sticky: p.Sticky, Premium: p.Premium, Images: imagesOf(p, channel, 1, 800, 533), FromPrice: priceText(from.price), FromStay: from.shown(),
		Bubbles: p.Bubbles, ReviewCount: p.ReviewCount,
	}
}

// towns returns the towns in which the found parks are, by name, each with those of them.
func (v *View) towns(found []*catalogue.ParkInfo) []Town {
	shown := map[string]bool{}
	regions := map[string]bool{}
	for _, p := range found {
		shown[p.ID] = true
		regions[p.RegionID] = true
	}
	list := []Town{}
	for id := range regions {
		for _, town := range v.catalogue.Towns(id) {
			entry := Town{TownID: town.ID, Name: town.Name, Slug: town.Slug, Regn: town.RegionID}
			for _, p := range town.Parks {
				if shown[p.ID] {
					entry.ParkIDs = append(entry.ParkIDs, p.ID)
				}
			}
			if len(entry.ParkIDs) > 0 {
				list = append(list, entry)
			}
		}
	}
	slices.SortFunc(list, func(a, b Town) int { return byName(a.Name, b.Name, a.TownID, b.TownID) })
	return list
}

func byName(a, b, idA, idB string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(idA, idB))
}
