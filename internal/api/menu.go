package api

import (
	"cmp"
	"slices"

	"holidaymaker/internal/catalogue"
)

// megaMenu returns the menu file. It is made from the catalogue: for each channel
// the regions and operators with the most parks, and other ways to browse them.
func (a *API) megaMenu(r *Request, in FileQuery) (Encoded, error) {
	if in.File != a.Site.Header.MegaMenu {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	v := a.View()
	menu := MegaMenu{"hotels": {Title: "Hotels", Columns: []MenuColumn{}}}
	for _, channel := range catalogue.Channels {
		if len(v.catalogue.Regions(channel.Code)) > 0 {
			menu[channel.Code] = v.menuOf(channel)
		}
	}
	return Encoded{JSON: encode(menu)}, nil
}

// menuLinks is the largest number of regions or operators in a section of the menu.
// A link to all of them follows.
const menuLinks = 7

func (v *View) menuOf(channel catalogue.Channel) MenuChannel {
	regions, more := v.largestRegions(channel.Code)
	answer := MenuChannel{Title: channel.Name, IsChannel: true, Image: regionImage(regions[0].ID)}
	byRegion := MenuColumn{Title: "By region"}
	for _, region := range regions {
		byRegion.Links = append(byRegion.Links, MenuLink{Text: region.Name, URL: region.ListingPath(channel.Code)})
	}
	if more {
		byRegion.Links = append(byRegion.Links, MenuLink{Text: "All regions", URL: "/region/" + channel.Code})
	}
	answer.Columns = append(answer.Columns, byRegion)
	byOperator := MenuColumn{Title: "By operator"}
	for _, operator := range v.largestOperators(channel.Code) {
		byOperator.Links = append(byOperator.Links, MenuLink{Text: operator.Name, URL: "/" + operator.ID + "/region/" + channel.Code})
	}
	byOperator.Links = append(byOperator.Links, MenuLink{Text: "All operators", URL: "/channel/" + channel.Code})
	answer.Columns = append(answer.Columns, byOperator, v.moreIdeas(channel, regions[0]))
	return answer
}

// moreIdeas returns links to the other pages of a channel: dogs, deals, prices.
func (v *View) moreIdeas(channel catalogue.Channel, first *catalogue.RegionInfo) MenuColumn {
	answer := MenuColumn{Title: "More ideas"}
	if slices.ContainsFunc(v.catalogue.Regions(channel.Code), (*catalogue.RegionInfo).Dogs) {
		answer.Links = append(answer.Links, MenuLink{Text: "Dog Friendly " + channel.Name, URL: "/dog-friendly/" + channel.Code})
	}
	answer.Links = append(answer.Links, MenuLink{Text: "Last Minute Deals", URL: "/last-minute-deals?channel=" + channel.Code})
	season := "/results/all-dates?channel=" + channel.Code
	if channel.Code == "ukcaravan" {
		return MenuColumn{Title: answer.Title, Links: append(answer.Links,
			MenuLink{Text: "Prices through the season", URL: season + "&region=" + allRegions},
			MenuLink{Text: "Prices in every region", URL: "/results/all-regions?channel=ukcaravan&region=" + allRegions})}
	}
	answer.Links = append(answer.Links, MenuLink{Text: "Prices through the season in " + first.Name, URL: season + "&region=" + first.ID})
	return answer
}

// largestRegions returns the regions of a channel with the most parks, in the order
// of the catalogue; more reports whether there are others.
func (v *View) largestRegions(channel string) (regions []*catalogue.RegionInfo, more bool) {
	all := v.catalogue.Regions(channel)
	largest := slices.Clone(all)
	slices.SortStableFunc(largest, func(a, b *catalogue.RegionInfo) int { return cmp.Compare(b.ParkCount, a.ParkCount) })
	largest = largest[:min(len(largest), menuLinks)]
	for _, region := range all {
		if slices.Contains(largest, region) {
			regions = append(regions, region)
		}
	}
	return regions, len(all) > len(regions)
}

// largestOperators returns the operators of a channel with the most parks, by name.
func (v *View) largestOperators(channel string) []*catalogue.Operator {
	parks := func(o *catalogue.Operator) (count int) {
		for _, region := range v.catalogue.RegionsOf(o.ID, channel) {
			count += region.ParkCount
		}
		return count
	}
	all := v.catalogue.Operators(channel, "")
	largest := slices.Clone(all)
	slices.SortStableFunc(largest, func(a, b *catalogue.Operator) int { return cmp.Compare(parks(b), parks(a)) })
	largest = largest[:min(len(largest), menuLinks)]
	return slices.DeleteFunc(slices.Clone(all), func(o *catalogue.Operator) bool { return !slices.Contains(largest, o) })
}
