package api

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

func (a *API) cachedAvailability(_ *Request, in AvailabilityQuery) (Encoded, error) {
	v := a.View()
	if err := checkChannel(in.Channel); err != nil {
		return Encoded{}, err
	}
	region, near, wrong := in.near()
	if err := cmp.Or(v.checkRegion(region), wrong); err != nil {
		return Encoded{}, err
	}
	if in.Nights < 0 || in.Nights > maxNights {
		return Encoded{}, errNights
	}
	q := availability.MinPricesQuery{Channel: in.Channel, Region: region, Nights: in.Nights}
	if in.Date != nil {
		q.Date, q.OneDate = *in.Date, true
	}
	if !v.addsParks(in.Channel, region, near) {
		return v.prices(q, region, a.Today()), nil
	}
	q.Also = v.near(*near)
	answer := v.prices(q, in.Region, a.Today())
	answer.transient = true // there are many points
	return answer, nil
}

// near returns the region of a query, and the point near which it asks for other parks,
// too; nil: none. err says that the point cannot be read.
func (q *AvailabilityQuery) near() (region string, near *position, err error) {
	region, text, found := strings.Cut(q.Region, "@")
	if !found {
		return region, nil, nil
	}
	degrees := []float64{}
	for part := range strings.SplitSeq(text, ",") {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return region, nil, errPoint
		}
		degrees = append(degrees, number)
	}
	near, err = pointOf(degrees)
	return region, near, err
}

// addsParks reports whether a point adds parks of other regions to those of a region.
func (v *View) addsParks(channel, region string, point *position) bool {
	if point == nil || region == "" || region == allRegions {
		return false
	}
	near := v.near(*point)
	for at := range v.parkAt {
		p := v.parkAt[at].ParkInfo
		if p != nil && p.RegionID != region && slices.Contains(p.Channels, channel) && near(at) {
			return true
		}
	}
	return false
}

func (a *API) availSummary(_ *Request, in FileQuery) (Encoded, error) {
	channel, ok := strings.CutSuffix(in.File, "_availSummaryV3.json")
	if !ok || checkChannel(channel) != nil {
		return Encoded{}, Refuse(NotFound, "There is no such file.")
	}
	return a.View().prices(availability.MinPricesQuery{Channel: channel}, "", a.Today()), nil
}

// minimum is an entry of a price document. It is a copy, because the index
// reuses its own entries after each call.
type minimum struct {
	id     string // region id or park id
	date   date.Date
	nights int
	dogs   string // Y or N
	prices string // encoded JSON: party-size threshold to price
}

// prices encodes a CachedAvailability. name is under what the prices stand; "": each
// region's under its id.
func (v *View) prices(q availability.MinPricesQuery, name string, today date.Date) Encoded {
	out := newWriter(v, today)
	out.text(`{"minprices":`)
	out.table(collect(today, name, func(yield func(*availability.MinPrice)) { v.index.MinPrices(q, yield) }))
	deals := v.index.LateDeals(q.Channel, nil)
	out.text(`,"minparkprices":`)
	out.table(collect(today, "", v.dealPrices(q.Channel, deals)))
	out.text(`,"months":`)
	out.json(orEmpty(v.index.Months(q.Channel)))
	out.text(`,"latedeals":`)
	out.json(v.lateDeals(deals, today))
	out.text(`,"nightsOptions":`)
	out.json(v.nightsOptions(&q, name))
	out.text("}")
	return out.encoded()
}

// dealPrices yields the prices of late deals: only those of the deals' parks,
// dates and nights. The prices of all stays at these parks would make a
// calendar answer several times as large.
func (v *View) dealPrices(channel string, deals []availability.LateDeal) func(func(*availability.MinPrice)) {
	type stay struct {
		park   int
		date   date.Date
		nights int
	}
	wanted := map[stay]bool{}
	var parks []int
	for _, deal := range deals {
		if !slices.Contains(parks, deal.Park) {
			parks = append(parks, deal.Park)
		}
		wanted[stay{deal.Park, deal.Date, deal.Nights}] = true
	}
	return func(yield func(*availability.MinPrice)) {
		for _, park := range parks {
			v.index.ParkMinPrices(channel, v.parkAt[park].ID, func(entry *availability.MinPrice) {
				if wanted[stay{park, entry.Date, entry.Nights}] {
					yield(entry)
				}
			})
		}
	}
}

// collect returns the entries of a price document in the order in which table
// writes them, without past dates and the region that is not shown. They stand under
// name; if it is "", under the ids that they have.
func collect(today date.Date, name string, eachPrice func(func(*availability.MinPrice))) []minimum {
	var entries []minimum
	eachPrice(func(entry *availability.MinPrice) {
		if entry.Date > today && entry.Region != catalogue.HiddenRegion {
			entries = append(entries, minimum{cmp.Or(name, entry.Region), entry.Date, entry.Nights, yesOrNo(entry.Dogs), thresholds(entry)})
		}
	})
	slices.SortFunc(entries, func(a, b minimum) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.date, b.date), cmp.Compare(a.nights, b.nights), cmp.Compare(a.dogs, b.dogs))
	})
	return entries
}

// thresholds encodes the innermost JSON object: party-size threshold to price.
func thresholds(entry *availability.MinPrice) string {
	out := []byte("{")
	for i, threshold := range entry.Thresholds {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(strconv.AppendInt(append(out, '"'), int64(threshold), 10), '"'), ':')
		out = appendPounds(out, entry.Prices[i])
	}
	return string(append(out, '}'))
}

// pounds returns an amount as a JSON number in pounds.
func pounds(p money.Pence) float64 { return float64(p) / 100 }

// appendPounds appends an amount as a JSON number in pounds.
func appendPounds(out []byte, p money.Pence) []byte {
	return strconv.AppendFloat(out, pounds(p), 'f', -1, 64)
}

// table appends sorted entries as the nested JSON object of cached prices. Its
// levels: id, date, nights, dogs, party-size threshold.
func (w *resultWriter) table(entries []minimum) {
	w.text("{")
	nested := nesting{writer: w}
	for i := range entries {
		e := &entries[i]
		nested.row(e.id, e.date.String(), strconv.Itoa(e.nights), e.dogs)
		w.text(e.prices)
	}
	nested.close(0)
	w.text("}")
}

// lateDeals leaves out the deals of dates that have passed since the index was built.
func (v *View) lateDeals(deals []availability.LateDeal, today date.Date) []LateDeal {
	current := []LateDeal{}
	for _, deal := range deals {
		if deal.Date > today && deal.Date <= today+availability.LateDays {
			park := v.parkAt[deal.Park]
			current = append(current, LateDeal{Date: deal.Date.String(), Nights: deal.Nights, Park: park.ID, Name: park.Name, Price: pounds(deal.Price)})
		}
	}
	return current
}

// nightsOptions returns the numbers of nights on sale by region; those of a query that
// adds parks stand under name.
func (v *View) nightsOptions(q *availability.MinPricesQuery, name string) map[string][]int {
	options := map[string][]int{allRegions: orEmpty(v.index.NightsOptions(q.Channel, allRegions))}
	for _, region := range v.index.Regions(q.Channel) {
		if region != catalogue.HiddenRegion {
			options[region] = orEmpty(v.index.NightsOptions(q.Channel, region))
		}
	}
	if q.Also != nil {
		options[name] = orEmpty(v.index.NightsWith(q.Channel, q.Region, q.Also))
	}
	return options
}
