package web

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
)

// maxPath is the length of the longest path that can have a page: the longest slug
// of a post, in characters of four bytes, and what is before it.
const maxPath = 1000

// sharedParks is the parameter with the parks of a shared shortlist. Its
// greatest length is that in web/src/features/shortlist/address.ts.
const (
	sharedParks    = "parks"
	maxSharedParks = 1000
)

// searchParameters are the parameters of a search, which the front end applies to the
// search box on every page (web/src/rules/search-url.ts).
var searchParameters = []string{"channel", "region", "park", "near", "box", "date", "when", "nights", "adults", "children", "infants", "dogs", "offers", "features", "view"}

// The sort and the filters of results, and those of the accommodation of a park
// (web/src/rules/refinement-url.ts).
var (
	resultRefinements = []string{"sort", "price", "atleast"}
	unitRefinements   = []string{"unitsort", "unitprice", "unitfeatures", "bedrooms", "bathrooms"}
)

// priceMapParameters are those of the map of the cheapest stays.
var priceMapParameters = []string{"week", "channel", "nights", "adults", "children", "infants", "dogs"}

// parametersOf returns the parameters with which a page is rendered.
func parametersOf(page Page, path string) []string {
	switch {
	case path == "/results", path == "/results/all-regions", path == "/results/all-dates":
		return slices.Concat([]string{"page"}, searchParameters, resultRefinements)
	case page.park != nil:
		return slices.Concat(searchParameters, unitRefinements)
	case path == nearHomePath:
		return []string{"from", "reach", "nights", "when", "adults", "children", "infants", "dogs", "page"}
	case page.priceMap != nil:
		return priceMapParameters
	case path == "/shortlist":
		return append([]string{sharedParks}, searchParameters...)
	case page.list:
		return []string{"page", "dogs", "features", "sort"}
	case page.operator != nil:
		return []string{"region", "page", "dogs", "features", "sort"}
	case page.deals != nil:
		return []string{"channel", "region", "page"}
	case page.article.kind == blogList:
		return []string{"page"}
	}
	return nil
}

// Forms of values, as the front end writes them.
var (
	nightsForm   = regexp.MustCompile(`^[1-9][0-9]?$`)
	peopleForm   = regexp.MustCompile(`^(0|[1-9][0-9]?)$`)
	dateForm     = regexp.MustCompile(`^[0-3][0-9]/[01][0-9]/20[0-9]{2}$`)
	whenForm     = regexp.MustCompile(`^[a-z-]{1,60}-20[0-9]{2}(-[01][0-9]|\.[A-Za-z-]{1,60})?$`)
	dogsForm     = regexp.MustCompile(`^[yn]?$`)
	offersForm   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,20}(,[A-Za-z0-9_-]{1,20}){0,9}$`)
	featuresForm = regexp.MustCompile(`^[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,19}$`)
	fromForm     = regexp.MustCompile(`^[A-Za-z]{1,2}[0-9][0-9A-Za-z]?$`)
	reachForm    = regexp.MustCompile(`^[1-9][0-9]{1,2}(mi)?$`)
	sortForm     = regexp.MustCompile(`^(price|priceAsc|priceDesc|nameAsc)$`)
	rangeForm    = regexp.MustCompile(`^[0-9]{1,4}-[0-9]{1,4}$`)
	numbersForm  = regexp.MustCompile(`^[0-9]{1,4}(,[0-9]{1,4}){0,19}$`)
	boxForm      = regexp.MustCompile(`^-?[0-9]{1,3}(\.[0-9]{1,3})?(,-?[0-9]{1,3}(\.[0-9]{1,3})?){3}$`)
	nearForm     = regexp.MustCompile(`^-?[0-9]{1,3}\.[0-9]{3},-?[0-9]{1,3}\.[0-9]{3},[^\p{Cc}]{1,60}$`)
)

// recognised reports whether a parameter has a value that a page can have. The
// value of a parameter decides nothing more here: whether a date is on sale, for
// example, the page finds out itself.
func (rt routes) recognised(name, value string) bool {
	switch name {
	case "channel":
		_, ok := catalogue.ChannelOf(value)
		return ok
	case "region":
		_, ok := rt.catalogue.Region(value)
		return ok || value == catalogue.AllRegions
	case "park":
		_, ok := rt.catalogue.Park(value)
		return ok
	case "page":
		return validPage.MatchString(value)
	case "sort", "unitsort":
		return sortForm.MatchString(value)
	case "price", "unitprice":
		return rangeForm.MatchString(value)
	case "atleast", "unitfeatures", "bedrooms", "bathrooms":
		return numbersForm.MatchString(value)
	case "view":
		return value == "map"
	case "date", "week":
		return dateForm.MatchString(value)
	case "when":
		return whenForm.MatchString(value)
	case "nights":
		return nightsForm.MatchString(value)
	case "adults", "children", "infants":
		return peopleForm.MatchString(value)
	case "dogs":
		return dogsForm.MatchString(value)
	case "from":
		return fromForm.MatchString(value)
	case "reach":
		return reachForm.MatchString(value)
	case "offers":
		return offersForm.MatchString(value)
	case "features":
		return featuresForm.MatchString(value)
	case "box":
		return boxForm.MatchString(value)
	case "near":
		return nearForm.MatchString(value)
	}
	return name == sharedParks && rt.knownParks(value)
}

// knownParks reports whether a list of parks is not too long and has only parks of
// the catalogue.
func (rt routes) knownParks(list string) bool {
	if len(list) > maxSharedParks {
		return false
	}
	for id := range strings.SplitSeq(list, ",") {
		if _, ok := rt.catalogue.Park(id); !ok {
			return false
		}
	}
	return true
}

// ignored reports whether the front end ignores a value that is not recognised. A
// page with another such value is left to the browser.
func ignored(name string) bool {
	return name == "page" || slices.Contains(resultRefinements, name) || slices.Contains(unitRefinements, name)
}

// renderAddress reduces an address to what its page recognises: the path with the
// names that the catalogue or the CMS gives, and the page's own parameters in a
// fixed order. Pages are rendered and cached under this address, so what a visitor
// invents causes no rendering of its own. The path is escaped, so that a question
// mark in it does not begin the query of another page. ok is false where the page is
// left to the browser, because its address has something that the front end reads
// and that does not belong there.
func (rt routes) renderAddress(page Page, path string, query url.Values) (address string, ok bool) {
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	own := parametersOf(page, path)
	relevant := url.Values{}
	for _, name := range own {
		values, present := query[name]
		switch {
		case !present || values[0] == "" && page.priceMap != nil: // whose form sends what was left empty
		case rt.recognised(name, values[0]):
			relevant.Set(name, values[0])
		case !ignored(name):
			return "", false
		}
	}
	for _, name := range searchParameters {
		if query.Has(name) && !slices.Contains(own, name) {
			return "", false
		}
	}
	path, ok = rt.renderPath(page, path)
	return (&url.URL{Path: path, RawQuery: relevant.Encode()}).RequestURI(), ok
}

// renderPath returns the path at which a page is rendered: its own, with the known
// name in place of the one that was typed.
func (rt routes) renderPath(page Page, path string) (at string, ok bool) {
	parts := strings.Split(path, "/")
	last := len(parts) - 1
	switch {
	case page.park != nil:
		parts[last] = page.park.Slug
	case page.list:
		parts[last] = page.Canonical[strings.LastIndexByte(page.Canonical, '/')+1:]
		parts[last], _, _ = strings.Cut(parts[last], "?")
	case page.article.kind == content.TravelGuides:
		return path, page.Canonical == path
	case page.article.byID:
		parts[2], parts[last] = strconv.Itoa(page.article.id), "page"
	}
	return strings.Join(parts, "/"), true
}
