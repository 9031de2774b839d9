package api

import (
	"cmp"
	"slices"

	"holidaymaker/internal/catalogue"
)

// megaMenu makes the menu from the catalogue: for each channel the regions and operators
// with the most parks, and other ways to browse them.
func (a *API) megaMenu(_ *Request, in FileQuery) (Encoded, error) {
	if in.File != a.Site.Header.MegaMenu {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	v := a.View()
	// Hotels are in the menu and the footer only; they lead to a content page.
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
	all := v.catalogue.Regions(channel.Code) // one at least
	regions := largest(all, func(region *catalogue.RegionInfo) int { return region.ParkCount })
	byRegion := MenuColumn{Title: "By region"}
	for _, region := range regions {
		byRegion.Links = append(byRegion.Links, MenuLink{Text: region.Name, URL: region.ListingPath(channel.Code)})
	}
	if len(all) > len(regions) {
		byRegion.Links = append(byRegion.Links, MenuLink{Text: "All regions", URL: "/region/" + channel.Code})
	}
	operators := largest(v.catalogue.Operators(channel.Code, ""), func(operator *catalogue.Operator) (parks int) {
		for _, region := range v.catalogue.RegionsOf(operator.ID, channel.Code) {
			parks += region.ParkCount
		}
		return parks
	})
	byOperator := MenuColumn{Title: "By operator"}
	for _, operator := range operators {
		byOperator.Links = append(byOperator.Links, MenuLink{Text: operator.Name, URL: "/" + operator.ID + "/region/" + channel.Code})
	}
	byOperator.Links = append(byOperator.Links, MenuLink{Text: "All operators", URL: "/channel/" + channel.Code})
	return MenuChannel{
		Title: channel.Name, IsChannel: true, Image: regionImage(regions[0].ID),
		Columns: []MenuColumn{byRegion, byOperator, v.moreIdeas(channel, regions[0])},
	}
}

// moreIdeas returns links to the other pages of a channel: dogs, deals, prices.
func (v *View) moreIdeas(channel catalogue.Channel, first *catalogue.RegionInfo) MenuColumn {
	column := MenuColumn{Title: "More ideas"}
	add := func(text, url string) { column.Links = append(column.Links, MenuLink{Text: text, URL: url}) }
	if slices.ContainsFunc(v.catalogue.Regions(channel.Code), (*catalogue.RegionInfo).Dogs) {
		add("Dog Friendly "+channel.Name, "/dog-friendly/"+channel.Code)
	}
	add("Last Minute Deals", "/last-minute-deals?channel="+channel.Code)
	season := "/results/all-dates?channel=" + channel.Code + "&region="
	if channel.Code == "ukcaravan" {
		add("Prices through the season", season+allRegions)
		add("Prices in every region", "/results/all-regions?channel=ukcaravan&region="+allRegions)
	} else {
		add("Prices through the season in "+first.Name, season+first.ID)
	}
	return column
}

// largest returns those with the most parks, menuLinks at most, in the order of the
// catalogue.
func largest[T comparable](all []T, parks func(T) int) []T {
	top := slices.Clone(all)
	slices.SortStableFunc(top, func(a, b T) int { return cmp.Compare(parks(b), parks(a)) })
	top = top[:min(len(top), menuLinks)]
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !slices.Contains(top, one) })
}
