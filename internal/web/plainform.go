package web

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/catalogue"
)

// dayField is the arrival day as browsers send dates, yyyy-mm-dd. Only the
// search form that works without script has it.
const dayField = "day"

// searchOrder is the order of an address's parameters, as the front end writes them.
var searchOrder = []string{"channel", "region", "park", "date", "when", "nights", "adults", "children", "infants", "dogs", "offers", "features"}

// plainSearch redirects a search from a form without script to its address.
func (rt routes) plainSearch(form url.Values) Page {
	search := map[string]string{}
	for _, name := range searchOrder {
		search[name] = form.Get(name)
	}
	if day, err := time.Parse(time.DateOnly, form.Get(dayField)); err == nil {
		search["date"] = day.Format("02/01/2006")
	}
	if search["when"] != "" {
		search["date"] = "" // the form always sends a day
	}
	if _, known := catalogue.ChannelOf(search["channel"]); !known {
		search["channel"] = defaultChannel
	}
	search["region"] = rt.regionIn(search["channel"], search["region"])
	if park, ok := rt.catalogue.Park(search["park"]); !ok || !slices.Contains(park.Channels, search["channel"]) {
		search["park"] = ""
	}
	to := redirectTo("/results")
	if search["region"] == catalogue.AllRegions && search["park"] == "" && search["when"] == "" {
		to.Location = "/results/all-regions"
	}
	var query []string
	for _, name := range searchOrder {
		if search[name] != "" || name == "dogs" {
			query = append(query, name+"="+url.QueryEscape(search[name]))
		}
	}
	to.Query = strings.Join(query, "&")
	return to
}

// regionIn returns the region of a channel for a form whose region may be one of another
// channel: the region with the same name, or else the channel's first.
func (rt routes) regionIn(channel, id string) string {
	if channel == defaultChannel && id == catalogue.AllRegions {
		return id
	}
	name := ""
	if region, ok := rt.catalogue.Region(id); ok {
		name = region.Name
	}
	regions := rt.catalogue.Regions(channel)
	for _, region := range regions {
		if region.ID == id || strings.EqualFold(strings.TrimSpace(region.Name), strings.TrimSpace(name)) {
			return region.ID
		}
	}
	if channel == defaultChannel || len(regions) == 0 {
		return catalogue.AllRegions
	}
	return regions[0].ID
}
