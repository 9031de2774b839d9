package web

import (
	"net/http"
	"net/url"

	"holidaymaker/internal/catalogue"
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
	// Prev and Next are the pages before and after a page of a listing: path and query.
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
	Facts []fact

	list     bool                // a list of parks, whose last word in the path is its place's name
	parks    int                 // on a list of parks: how many it has
	operator *catalogue.Operator // on an operator's page of regions
	park     *catalogue.ParkInfo // on a park's page
	// choosesStay is true on a park's page whose address says something of the stay.
	choosesStay bool
	article     article           // what an editor wrote; none: the zero value
	deals       map[string]string // on a page of deals: the parameters of the call that finds them
	priceMap    url.Values        // on the map of prices: the week and the party of the address; nil elsewhere
}

// publicPage is a page that search engines may show at its canonical path.
func publicPage(title, path string) Page {
	return Page{Status: http.StatusOK, Title: title, Canonical: path}
}

// privatePage is a page that shows what a visitor entered or looked up.
func privatePage(title string) Page {
	return Page{Status: http.StatusOK, Title: title, NoIndex: true, Private: true}
}

// articlePage is a page that an editor has written. Its title is only used where
// the content cannot be reached. It never contains text from the address,
// because a visitor or attacker may have typed it.
func articlePage(title, path string, a article) Page {
	page := publicPage(title, path)
	page.article = a
	return page
}

// movedTo is a permanent redirect.
func movedTo(to string) Page {
	return Page{Status: http.StatusMovedPermanently, Location: to, MaxAge: 3600}
}

// redirectTo is a redirect that holds for this request only.
func redirectTo(to string) Page { return Page{Status: http.StatusFound, Location: to} }

var notFound = Page{Status: http.StatusNotFound, Title: "Page not found", NoIndex: true}
