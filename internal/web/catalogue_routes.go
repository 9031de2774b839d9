package web

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
)

// browse answers the channel pages. They match without a slash at the end only:
// with one, the visitor is redirected.
func (rt routes) browse(parts []string, slash bool) (Page, bool) {
	if len(parts) != 2 {
		return Page{}, false
	}
	headings := map[string]string{"channel": "Browse %s by Operator", "region": "Browse %s by Region", "dog-friendly": "Dog Friendly %s"}
	heading, ok := headings[parts[0]]
	if !ok {
		return Page{}, false
	}
	channel, ok := catalogue.ChannelOf(parts[1])
	path := "/" + parts[0] + "/" + parts[1]
	switch {
	case !ok:
		return notFound, true
	case slash:
		return movedTo(path), true
	}
	page := publicPage(strings.Replace(heading, "%s", channel.Name, 1), path)
	page.Crumbs = []Crumb{{channel.Name, "/region/" + channel.Code}}
	switch parts[0] {
	case "channel":
		page.Crumbs = append(page.Crumbs, Crumb{"Operators", path})
	case "dog-friendly":
		page.Crumbs = append(page.Crumbs, Crumb{"Dog friendly", path})
	}
	return page, true
}

// area answers /area/:channelId/:regionId/:townId/:slug.
func (rt routes) area(parts []string, _ bool) (Page, bool) {
	if parts[0] != "area" || len(parts) != 5 {
		return Page{}, false
	}
	channel, known := catalogue.ChannelOf(parts[1])
	region, ok := rt.catalogue.Region(parts[2])
	town, there := rt.catalogue.Town(parts[2], parts[3])
	if !ok || !known || !there {
		return notFound, true
	}
	page := publicPage(listTitle(channel, town.Name), "/area/"+channel.Code+"/"+region.ID+"/"+town.ID+"/"+town.Slug)
	page.Description = region.Desc
	page.Crumbs = []Crumb{{channel.Name, "/region/" + channel.Code}, {region.Name, region.ListingPath(channel.Code)}, {town.Name, page.Canonical}}
	page.list, page.parks = true, len(rt.catalogue.Parks(region.ID, catalogue.ParkFilter{Channel: channel.Code, Town: town.ID}))
	return page, true
}

// listing answers the parks of a region, and the older /parks addresses.
func (rt routes) listing(parts []string, _ bool) (Page, bool) {
	if len(parts) == 4 && parts[0] == "parks" {
		return movedTo("/holidays/" + strings.Join(parts[1:], "/")), true
	}
	if len(parts) != 4 || parts[0] != "holidays" && parts[0] != "boating-holidays" {
		return Page{}, false
	}
	channel, known := catalogue.ChannelOf(parts[1])
	region, ok := rt.catalogue.Region(parts[2])
	if !ok || !known {
		return notFound, true
	}
	page := publicPage(listTitle(channel, region.Name), region.ListingPath(channel.Code))
	page.Description = region.Desc
	page.Crumbs = []Crumb{{channel.Name, "/region/" + channel.Code}, {region.Name, page.Canonical}}
	page.list, page.parks = true, len(rt.catalogue.Parks(region.ID, catalogue.ParkFilter{Channel: channel.Code}))
	return page, true
}

// listTitle returns the title of a list of parks in a place. Lodges and touring
// parks share the heading of holiday parks, so their titles name the channel.
func listTitle(channel catalogue.Channel, place string) string {
	title := browseBy(channel) + " " + catalogue.InPlace(place)
	if channel.Code == "uklodge" || channel.Code == "uktouring" {
		title += ": " + channel.Name
	}
	return title
}

// browseBy returns the heading of a list of parks (open point BROWSE-1).
func browseBy(channel catalogue.Channel) string {
	switch channel.Code {
	case "boats":
		return "Browse Boating Holidays by Route"
	case "ukcottages":
		return "Browse Cottages by Cottage"
	}
	return "Browse Holiday Parks by Park"
}

var parkPrefixes = []string{"holidays", "boating-holidays", "boat", "boat-result", "park-result"}

// parkPage answers all addresses of a park. Its canonical link names one of
// them.
func (rt routes) parkPage(parts []string, _ bool) (Page, bool) {
	if len(parts) != 3 {
		return Page{}, false
	}
	if parts[0] == "parks" {
		return movedTo("/holidays/" + parts[1] + "/" + parts[2]), true
	}
	if !slices.Contains(parkPrefixes, parts[0]) {
		return Page{}, false
	}
	park, ok := rt.catalogue.Park(parts[1])
	if !ok || park.RegionID == catalogue.HiddenRegion {
		return notFound, true
	}
	page := publicPage(park.Name, park.Path())
	page.Description = content.FirstWords(content.Plain(park.Info), content.DescriptionLength)
	page.park = park
	return page, true
}

// parkCrumbs leads to a park over the channel that the visitor looks at, or the
// park's first one, and over its region, as the page shows it.
func parkCrumbs(park *catalogue.ParkInfo, query url.Values) []Crumb {
	code := cmp.Or(query.Get("channel"), defaultChannel)
	if !slices.Contains(park.Channels, code) && len(park.Channels) > 0 {
		code = park.Channels[0]
	}
	channel, ok := catalogue.ChannelOf(code)
	if !ok {
		return nil
	}
	return []Crumb{{channel.Name, "/region/" + code}, {park.Region.Name, park.Region.ListingPath(code)}, {park.Name, park.Path()}}
}

// operatorRegions answers /:operatorId/region/:channelCode.
func (rt routes) operatorRegions(parts []string, _ bool) (Page, bool) {
	if len(parts) != 3 || parts[1] != "region" {
		return Page{}, false
	}
	operator, ok := rt.catalogue.Operator(parts[0])
	channel, known := catalogue.ChannelOf(parts[2])
	if !ok || !known {
		return notFound, true
	}
	where := catalogue.AllRegionsName
	if channel.Code == "eurocaravan" {
		where = "Europe"
	}
	page := publicPage(operator.Name+" from "+where, "/"+strings.Join(parts, "/"))
	page.Description = operator.Desc
	page.Crumbs = []Crumb{{channel.Name, "/channel/" + channel.Code}, {operator.Name, page.Canonical}}
	page.operator = operator
	return page, true
}

// longPath redirects /:path/:channelId/:regionId/:parkId/:slug of a visible
// park to /:path/:parkId/:slug.
func (rt routes) longPath(parts []string, _ bool) (Page, bool) {
	if len(parts) != 5 {
		return Page{}, false
	}
	park, ok := rt.catalogue.Park(parts[3])
	if !ok || park.RegionID == catalogue.HiddenRegion {
		return notFound, true
	}
	to := movedTo("/" + parts[0] + "/" + park.ID + "/" + park.Slug)
	to.MaxAge = 60 // briefly: the park may be withdrawn
	return to, true
}

// narrow applies what a query says of a page of the catalogue: the page of a
// listing, the region of an operator, the channel over which a park is reached.
func (rt routes) narrow(page Page, query url.Values) Page {
	if page.park != nil {
		page.Crumbs = parkCrumbs(page.park, query)
		page.choosesStay = slices.ContainsFunc(stayParameters, query.Has)
	}
	if page.operator != nil {
		if region, ok := rt.catalogue.Region(query.Get("region")); ok {
			page.Title = page.operator.Name + " from " + region.Name
		} else if query.Get("region") != "" {
			return notFound
		}
		return page
	}
	if page.parks == 0 || query.Get("features") != "" || query.Get("dogs") != "" {
		return page // the canonical page of a filtered list is the whole list
	}
	n := pageNumber(query)
	pages := (page.parks + catalogue.PageSize - 1) / catalogue.PageSize
	if n > pages {
		return notFound
	}
	return numbered(page, n, n < pages)
}

// validPage matches what counts as the number of a page, as in
// web/src/rules/page-number.ts: '02' is none, because it would be a second address
// of page 2.
var validPage = regexp.MustCompile(`^[1-9][0-9]{0,3}$`)

// pageNumber is the number of a page of a listing, from its query: 1 unless
// there is a valid one.
func pageNumber(query url.Values) int {
	page := query.Get("page")
	if !validPage.MatchString(page) {
		return 1
	}
	n, _ := strconv.Atoi(page) // four digits
	return n
}

// numbered is page n of a listing; more reports whether there is a next one.
func numbered(page Page, n int, more bool) Page {
	address := func(n int) string {
		if n == 1 {
			return page.Canonical
		}
		return page.Canonical + "?page=" + strconv.Itoa(n)
	}
	if n > 1 {
		page.Prev = address(n - 1)
		page.Title += ", page " + strconv.Itoa(n)
	}
	if more {
		page.Next = address(n + 1)
	}
	page.Canonical = address(n)
	return page
}
