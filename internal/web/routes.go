package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
)

// notFoundPath is the address of the page for addresses that lead nowhere.
const notFoundPath = "/404"

// homeTitle is the home page's title on every brand (specification, 'Route table').
const homeTitle = "Caravan Holidays | Cheap Holiday Park Breaks"

// defaultChannel is the channel of an address that names none, and of the search form
// when it starts.
const defaultChannel = "ukcaravan"

// routes finds the page of an address, for one brand and one catalogue.
type routes struct {
	site      *site.Site
	catalogue *catalogue.Snapshot
}

// resolve finds the page of a path and query, in the order of open point ROUTE-6.
func (rt routes) resolve(path string, query url.Values) Page {
	if len(path) > maxPath {
		return notFound
	}
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
			return movedTo(lower)
		}
	}
	return notFound
}

// static answers the fixed paths and the brand's content pages.
func (rt routes) static(path string, query url.Values) (Page, bool) {
	switch path {
	case "/":
		page := publicPage(homeTitle, "/")
		page.WholeTitle = true
		return page, true
	case "/results":
		if query.Has(dayField) {
			return rt.plainSearch(query), true
		}
		return publicPage(rt.resultsTitle(query), path), true
	case "/last-minute-deals":
		return rt.deals("Last Minute Deals", path, query), true
	case "/offers":
		return rt.deals("Offers", path, query), true
	case nearHomePath:
		return rt.nearHome(query), true
	case priceMapPath:
		return rt.priceMap(query), true
	case "/results/all-regions", "/results/all-dates":
		return publicPage("Holidays in "+rt.regionName(query.Get("region")), path), true
	case "/shortlist":
		if query.Get(sharedParks) != "" {
			return Page{Status: http.StatusOK, Title: "Shared shortlist", NoIndex: true}, true
		}
		return Page{Status: http.StatusOK, Title: "Shortlist", NoIndex: true}, true
	case "/login":
		return privatePage("My Booking"), true
	case "/my-booking":
		return privatePage("Your booking"), true
	case "/reset":
		return privatePage("Forgotten your booking reference?"), true
	case notFoundPath:
		return notFound, true
	case blogPath:
		page := articlePage("Latest Posts From The Blog", path, article{kind: blogList, page: pageNumber(query)})
		page.Crumbs = []Crumb{{"Blog", path}}
		return page, true
	case "/inspiration":
		return articlePage("Inspiration", path, article{kind: content.Pages, slug: "inspiration"}), true
	case "/terms":
		return articlePage("Terms & Conditions", path, article{kind: content.Pages, slug: "terms"}), true
	case "/help":
		return articlePage("Help", path, article{kind: content.Pages, slug: "help"}), true
	case "/contact-us":
		return movedTo("/help"), true
	case "/rentals":
		return movedTo("/region/ukcottages"), true
	case "/my-account":
		return movedTo("/login"), true
	case "/dog-friendly/uk":
		return movedTo("/dog-friendly/ukcaravan"), true
	case "/channel/hotels", "/region/hotels":
		return movedTo("/hotels"), true
	case "/p/age/965":
		return articlePage("Age policy", path, article{kind: content.Pages, id: agePage}), true
	}
	if id, ok := rt.site.ContentPage(path); ok {
		return articlePage(site.PageTitle(path), path, article{kind: content.Pages, id: id}), true
	}
	return Page{}, false
}

// deals is a page of deals: of a channel, or of one of its regions, in pages.
func (rt routes) deals(title, path string, query url.Values) Page {
	page := publicPage(title, path)
	page.Crumbs = []Crumb{{title, path}}
	page.deals = map[string]string{"channel": defaultChannel}
	if path == "/offers" {
		page.deals["reduced"] = "Y"
	}
	var parameters []string
	code := query.Get("channel")
	if code != "" {
		channel, ok := catalogue.ChannelOf(code)
		if !ok {
			return notFound
		}
		page.Title += ": " + channel.Name
		page.deals["channel"] = code
		parameters = append(parameters, "channel="+code)
	}
	if id := query.Get("region"); id != "" {
		regions := rt.catalogue.Regions(page.deals["channel"])
		at := slices.IndexFunc(regions, func(r *catalogue.RegionInfo) bool { return r.ID == id })
		if at < 0 {
			return notFound
		}
		page.deals["region"] = id
		if code != "" {
			page.Title += " " + catalogue.InPlace(regions[at].Name)
			parameters = append(parameters, "region="+id)
			page.Crumbs = []Crumb{{title, path + "?channel=" + code}, {regions[at].Name, path + "?" + strings.Join(parameters, "&")}}
		}
	}
	if n := pageNumber(query); n > 1 {
		page.Title += ", page " + strconv.Itoa(n)
		page.deals["page"] = strconv.Itoa(n)
		parameters = append(parameters, "page="+strconv.Itoa(n))
	}
	if parameters != nil {
		page.Canonical += "?" + strings.Join(parameters, "&")
	}
	return page
}

// nearHomePath is the page of stays within a drive from the visitor's home.
const nearHomePath = "/near-home"

// nearHome is that page: without a postcode a form, which search engines may list.
func (rt routes) nearHome(query url.Values) Page {
	page := publicPage("Holidays near home", nearHomePath)
	page.Crumbs = []Crumb{{page.Title, nearHomePath}}
	if from := strings.ToUpper(strings.TrimSpace(query.Get("from"))); from != "" {
		page.NoIndex = true
		if outward, ok := rt.catalogue.Home(from); ok {
			page.Title = "Holidays near " + outward.Code
		}
	}
	return page
}

// priceMapPath is the page with the map of the cheapest stays.
const priceMapPath = "/britain-by-price"

// priceMap is that page. People share it with a week and a party, so these are part of its
// canonical address, and of its picture.
func (rt routes) priceMap(query url.Values) Page {
	page := publicPage("Britain by price", priceMapPath)
	page.Crumbs = []Crumb{{page.Title, priceMapPath}}
	page.priceMap = url.Values{}
	for _, name := range priceMapParameters {
		if value := query.Get(name); value != "" && rt.recognised(name, value) {
			page.priceMap.Set(name, value)
		}
	}
	if len(page.priceMap) > 0 {
		page.Canonical += "?" + page.priceMap.Encode()
	}
	return page
}

// longestPlace is the longest name of a point in the parameter near, as in web/src/rules/near.ts.
const longestPlace = 60

// resultsTitle is the title of results, as the front end writes it: of an area of the
// map, of the point from which they are sorted, or of the region.
func (rt routes) resultsTitle(query url.Values) string {
	if query.Get("box") != "" {
		return "Holidays in this area"
	}
	if parts := strings.SplitN(query.Get("near"), ",", 3); len(parts) == 3 && query.Get("park") == "" {
		_, err := strconv.ParseFloat(parts[0], 64)
		_, err2 := strconv.ParseFloat(parts[1], 64)
		name := strings.TrimSpace(parts[2])
		if err == nil && err2 == nil && name != "" && utf8.RuneCountInString(name) <= longestPlace {
			return "Holidays near " + name
		}
	}
	return "Holidays in " + rt.regionName(query.Get("region"))
}

// regionName returns the name to use in 'Holidays in …' for a region id.
func (rt routes) regionName(id string) string {
	if region, ok := rt.catalogue.Region(id); ok {
		return region.Name
	}
	return "the UK"
}

// PaymentPath is the page with the card form.
const PaymentPath = "/booking/payment"

// IsPayment reports whether the page of a path is a payment page: one on which scripts could
// read what the visitor types about a card, or take part in paying.
func IsPayment(path string) bool {
	step, ok := strings.CutPrefix(strings.TrimSuffix(path, "/"), "/booking/")
	return ok && bookingTitles[step] != "" && strings.HasPrefix(path, PaymentPath)
}

var bookingTitles = map[string]string{
	"extras": "Extras", "details": "Your details", "payment": "Payment",
	"payment-action": "Confirm payment", "confirmation": "Booking confirmed",
}

// booking answers the pages of the booking steps. Any other path below /booking leads to
// the first step.
func (rt routes) booking(parts []string) (Page, bool) {
	if parts[0] != "booking" {
		return Page{}, false
	}
	if len(parts) == 2 && bookingTitles[parts[1]] != "" {
		page := privatePage(bookingTitles[parts[1]])
		page.Payment = IsPayment("/" + strings.Join(parts, "/"))
		return page, true
	}
	return redirectTo("/booking/extras"), true
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
		return movedTo(path), true
	}
	if len(parts) == 3 {
		return articlePage("Holiday information", "", article{kind: content.Pages, id: id, byID: true}), true
	}
	return Page{}, false
}

// posts answers blog posts and travel guides.
func (rt routes) posts(parts []string, _ bool) (Page, bool) {
	switch {
	case len(parts) == 2 && parts[0] == "blog":
		return articlePage("Blog", "", article{kind: content.Posts, slug: parts[1]}), true
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
	page := articlePage("Travel Guide", "", article{kind: content.TravelGuides, slug: name, optional: known})
	if known {
		page.Title = region.Name + " Travel Guide"
		page.Canonical = "/travel-guide/" + catalogue.SlugOr(region.Name, "region") + "/" + region.ID
		page.Crumbs = []Crumb{{page.Title, page.Canonical}}
		page.Image = "/images/regions/" + region.ID + ".svg"
	}
	return page
}
