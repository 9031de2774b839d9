package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
)

// Page is what the server decides about an address without running scripts: its
// status or redirect, and the contents of its head.
type Page struct {
	Status     int
	Location   string // where a redirect leads: a path without query
	Query      string // the query of a redirect; empty: that of the request
	Title      string // the page's heading
	WholeTitle bool   // use Title as it is, without adding the brand's name
	// Description may be empty: then the brand's tagline is used.
	Description string
	// Canonical is the path of the canonical link; empty means no link.
	Canonical string
	// Prev and Next are the neighbours of a page of a listing: path and query.
	Prev, Next string
	// Crumbs lead from the home page to this one, which is the last.
	Crumbs  []Crumb
	NoIndex bool
	// Private is set where the page shows what a visitor entered or looked up:
	// search engines must not index it.
	Private bool
	// MaxAge is how many seconds a redirect may be cached; 0 means not at all.
	MaxAge int
	// Payment is set on the pages of payment: no third-party script may run
	// there.
	Payment bool

	// Uncertain is set where the content of a page cannot be reached: the
	// document says so, and nobody may store it (open point ROUTE-11).
	Uncertain bool
	// Image is the path of the picture that stands for the page where it is
	// shared.
	Image string
	// Facts are what the page says to search engines, as structured data.
	Facts []any

	parks    int                 // on a list of parks: how many it has
	operator *catalogue.Operator // on an operator's page of regions
	park     *catalogue.ParkInfo // on a park's page
	article  article             // what an editor wrote; none: the zero value
}

func shown(title, path string) Page {
	return Page{Status: http.StatusOK, Title: title, Canonical: path}
}

func private(title string) Page {
	return Page{Status: http.StatusOK, Title: title, NoIndex: true, Private: true}
}

// written is a page that an editor has written. Its title is only used where
// the content cannot be reached. It never contains text from the address,
// because a visitor or attacker may have typed it.
func written(title, path string, a article) Page {
	page := shown(title, path)
	page.article = a
	return page
}

func moved(to string) Page {
	return Page{Status: http.StatusMovedPermanently, Location: to, MaxAge: 3600}
}

func sent(to string) Page { return Page{Status: http.StatusFound, Location: to} }

var notFound = Page{Status: http.StatusNotFound, Title: "Page not found", NoIndex: true}

// notFoundPath is the address of the page for addresses that lead nowhere.
const notFoundPath = "/404"

// homeTitle is the home page's title on every brand (specification, 'Route table').
const homeTitle = "Caravan Holidays | Cheap Holiday Park Breaks"

// routes finds the page of an address, for one brand and one catalogue.
type routes struct {
	site      *site.Site
	catalogue *catalogue.Snapshot
}

// resolve finds the page of a path and query, in the order of open point ROUTE-6.
func (rt routes) resolve(path string, query url.Values) Page {
	clean := path
	if len(path) > 1 {
		clean = strings.TrimSuffix(path, "/")
	}
	if page, ok := rt.static(clean, query); ok {
		return page
	}
	parts := strings.Split(strings.TrimPrefix(clean, "/"), "/")
	if slices.Contains(parts, "") {
		return notFound
	}
	if page, ok := rt.booking(parts); ok {
		return page
	}
	for _, pattern := range []func(parts []string, slash bool) (Page, bool){
		rt.contentByID, rt.browse, rt.area, rt.listing, rt.parkPage, rt.posts, rt.operatorRegions, rt.longPath,
	} {
		if page, ok := pattern(parts, clean != path); ok {
			return rt.narrow(page, query)
		}
	}
	if lower := strings.ToLower(clean); lower != clean {
		if _, ok := rt.static(lower, query); ok {
			return moved(lower)
		}
	}
	return notFound
}

// narrow applies what a query says of a listing: its page, and on an operator's
// page the region.
func (rt routes) narrow(page Page, query url.Values) Page {
	if page.operator != nil {
		if region, ok := rt.catalogue.Region(query.Get("region")); ok {
			page.Title = page.operator.Name + " from " + region.Name
		} else if query.Get("region") != "" {
			return notFound
		}
		return page
	}
	if page.parks == 0 || query.Get("features") != "" || query.Get("dogs") != "" {
		return page // the list that is not narrowed stands for it
	}
	n, err := strconv.Atoi(query.Get("page"))
	if err != nil || n < 1 {
		n = 1
	}
	pages := (page.parks + catalogue.PageSize - 1) / catalogue.PageSize
	if n > pages {
		return notFound
	}
	of := func(n int) string {
		if n == 1 {
			return page.Canonical
		}
		return page.Canonical + "?page=" + strconv.Itoa(n)
	}
	if n > 1 {
		page.Prev = of(n - 1)
		page.Title += ", page " + strconv.Itoa(n)
	}
	if n < pages {
		page.Next = of(n + 1)
	}
	page.Canonical = of(n)
	return page
}

// static answers the fixed paths and the brand's content pages.
func (rt routes) static(path string, query url.Values) (Page, bool) {
	switch path {
	case "/":
		page := shown(homeTitle, "/")
		page.WholeTitle = true
		return page, true
	case "/results":
		if query.Has(dayField) {
			return rt.plainSearch(query), true
		}
		if query.Get("box") != "" {
			return shown("Holidays in this area", path), true
		}
		return shown("Holidays in "+rt.regionName(query.Get("region")), path), true
	case "/last-minute-deals":
		return rt.deals("Last Minute Deals", path, query), true
	case "/offers":
		return rt.deals("Offers", path, query), true
	case "/results/all-regions", "/results/all-dates":
		return shown("Holidays in "+rt.regionName(query.Get("region")), path), true
	case "/shortlist":
		if query.Get(sharedParks) != "" {
			return Page{Status: http.StatusOK, Title: "Shared shortlist", NoIndex: true}, true
		}
		return Page{Status: http.StatusOK, Title: "Shortlist", NoIndex: true}, true
	case "/login":
		return private("My Booking"), true
	case "/my-booking":
		return private("Your booking"), true
	case "/reset":
		return private("Forgotten your booking reference?"), true
	case notFoundPath:
		return notFound, true
	case blogPath:
		page := written("Latest Posts From The Blog", path, article{kind: blogList})
		page.Crumbs = []Crumb{{"Blog", path}}
		return page, true
	case "/inspiration":
		return written("Inspiration", path, article{kind: content.Pages, slug: "inspiration"}), true
	case "/terms":
		return written("Terms & Conditions", path, article{kind: content.Pages, slug: "terms"}), true
	case "/help":
		return written("Help", path, article{kind: content.Pages, slug: "help"}), true
	case "/contact-us":
		return moved("/help"), true
	case "/rentals":
		return moved("/region/ukcottages"), true
	case "/my-account":
		return moved("/login"), true
	case "/dog-friendly/uk":
		return moved("/dog-friendly/ukcaravan"), true
	case "/channel/hotels", "/region/hotels":
		return moved("/hotels"), true
	case "/p/age/965":
		return written("Age policy", path, article{kind: content.Pages, id: agePage}), true
	}
	if id, ok := rt.site.ContentPage(path); ok {
		return written(site.PageTitle(path), path, article{kind: content.Pages, id: id}), true
	}
	return Page{}, false
}

// deals is a page of deals: of a channel, or of one of its regions, in pages.
func (rt routes) deals(title, path string, query url.Values) Page {
	var kept []string
	if code := query.Get("channel"); code != "" {
		channel, ok := catalogue.ChannelOf(code)
		if !ok {
			return notFound
		}
		title += ": " + channel.Name
		kept = append(kept, "channel="+code)
	}
	if id := query.Get("region"); id != "" {
		code := query.Get("channel")
		if code == "" {
			code = "ukcaravan"
		}
		regions := rt.catalogue.Regions(code)
		at := slices.IndexFunc(regions, func(r *catalogue.RegionInfo) bool { return r.ID == id })
		if at < 0 {
			return notFound
		}
		if kept != nil {
			title += " in " + regions[at].Name
			kept = append(kept, "region="+id)
		}
	}
	if n, err := strconv.Atoi(query.Get("page")); err == nil && n > 1 {
		title += ", page " + strconv.Itoa(n)
		kept = append(kept, "page="+strconv.Itoa(n))
	}
	page := shown(title, path)
	if kept != nil {
		page.Canonical += "?" + strings.Join(kept, "&")
	}
	return page
}

// regionName returns the name to use in 'Holidays in …' for a region id.
func (rt routes) regionName(id string) string {
	if region, ok := rt.catalogue.Region(id); ok {
		return region.Name
	}
	return "the UK"
}

var bookingTitles = map[string]string{
	"extras": "Extras", "details": "Your details", "payment": "Payment",
	"payment-action": "Confirm payment", "confirmation": "Booking confirmed",
}

func (rt routes) booking(parts []string) (Page, bool) {
	if parts[0] != "booking" {
		return Page{}, false
	}
	if len(parts) == 2 && bookingTitles[parts[1]] != "" {
		page := private(bookingTitles[parts[1]])
		page.Payment = strings.HasPrefix(parts[1], "payment")
		return page, true
	}
	return sent("/booking/extras"), true
}

// contentByID answers /a/{pageId}{path} and /a/:contentId/:keywords.
func (rt routes) contentByID(parts []string, _ bool) (Page, bool) {
	if parts[0] != "a" || len(parts) < 2 {
		return Page{}, false
	}
	id, err := strconv.Atoi(parts[1])
	if err != nil {
		return rt.operatorRegions(parts, false) // an operator's id may be 'a'
	}
	path := "/" + strings.Join(parts[2:], "/")
	if page, ok := rt.site.ContentPage(path); ok && page == id {
		return moved(path), true
	}
	if len(parts) == 3 {
		return written("Holiday information", "", article{kind: content.Pages, id: id, byID: true}), true
	}
	return Page{}, false
}

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
		return moved(path), true
	}
	page := shown(strings.Replace(heading, "%s", channel.Name, 1), path)
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
	page := shown(browseBy(channel)+" in "+town.Name, "/area/"+channel.Code+"/"+region.ID+"/"+town.ID+"/"+town.Slug)
	page.Description = region.Desc
	page.Crumbs = []Crumb{{channel.Name, "/region/" + channel.Code}, {region.Name, listingPath(channel, region)}, {town.Name, page.Canonical}}
	page.parks = len(rt.catalogue.Parks(region.ID, catalogue.ParkFilter{Channel: channel.Code, Town: town.ID}))
	return page, true
}

// listing answers the parks of a region, and the older /parks addresses.
func (rt routes) listing(parts []string, _ bool) (Page, bool) {
	if len(parts) == 4 && parts[0] == "parks" {
		return moved("/holidays/" + strings.Join(parts[1:], "/")), true
	}
	if len(parts) != 4 || parts[0] != "holidays" && parts[0] != "boating-holidays" {
		return Page{}, false
	}
	channel, known := catalogue.ChannelOf(parts[1])
	region, ok := rt.catalogue.Region(parts[2])
	if !ok || !known {
		return notFound, true
	}
	page := shown(browseBy(channel)+" in "+region.Name, listingPath(channel, region))
	page.Description = region.Desc
	page.Crumbs = []Crumb{{channel.Name, "/region/" + channel.Code}, {region.Name, page.Canonical}}
	page.parks = len(rt.catalogue.Parks(region.ID, catalogue.ParkFilter{Channel: channel.Code}))
	return page, true
}

// listingPath returns the path of a region's parks for search engines; boats have
// a path of their own.
func listingPath(channel catalogue.Channel, region *catalogue.Region) string {
	prefix := "/holidays/"
	if channel.Code == "boats" {
		prefix = "/boating-holidays/"
	}
	return prefix + channel.Code + "/" + region.ID + "/" + catalogue.SlugOr(region.Name, "region")
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
		return moved("/holidays/" + parts[1] + "/" + parts[2]), true
	}
	if !slices.Contains(parkPrefixes, parts[0]) {
		return Page{}, false
	}
	park, ok := rt.catalogue.Park(parts[1])
	if !ok || park.RegionID == catalogue.HiddenRegion {
		return notFound, true
	}
	page := shown(park.Name, parkPath(park))
	page.Description = content.FirstWords(content.Plain(park.Info), content.DescriptionLength)
	page.park = park
	return page, true
}

// parkPath returns the canonical path of a park; boats have one of their own.
func parkPath(park *catalogue.ParkInfo) string {
	prefix := "/holidays/"
	if len(park.Channels) > 0 && park.Channels[0] == "boats" {
		prefix = "/boating-holidays/"
	}
	return prefix + park.ID + "/" + park.Slug
}

// posts answers blog posts and travel guides.
func (rt routes) posts(parts []string, _ bool) (Page, bool) {
	switch {
	case len(parts) == 2 && parts[0] == "blog":
		return written("Blog", "", article{kind: content.Posts, slug: parts[1]}), true
	case len(parts) == 3 && parts[0] == "travel-guide":
		return rt.guide(parts[1], parts[2]), true
	}
	return Page{}, false
}

// guide is the travel guide of a region. The name in the address chooses it; the
// id gives the name as the catalogue spells it (open point GUIDE-2).
func (rt routes) guide(slug, regionID string) Page {
	region, known := rt.catalogue.Region(regionID)
	name := site.NameOfSlug(slug)
	if known && catalogue.SlugOr(region.Name, "region") == slug {
		name = region.Name
	}
	page := written("Travel Guide", "", article{kind: content.TravelGuides, slug: name, optional: known})
	if known {
		page.Title = region.Name + " Travel Guide"
		page.Canonical = "/travel-guide/" + catalogue.SlugOr(region.Name, "region") + "/" + region.ID
		page.Crumbs = []Crumb{{page.Title, page.Canonical}}
		page.Image = "/images/regions/" + region.ID + ".svg"
	}
	return page
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
	page := shown(operator.Name+" from "+where, "/"+strings.Join(parts, "/"))
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
	to := moved("/" + parts[0] + "/" + park.ID + "/" + park.Slug)
	to.MaxAge = 60 // briefly: the park may be withdrawn
	return to, true
}
