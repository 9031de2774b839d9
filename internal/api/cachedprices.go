package api

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

func (a *API) cachedAvailability(r *Request, in AvailabilityQuery) (Encoded, error) {
	v := a.View()
	if err := checkChannel(in.Channel); err != nil {
		return Encoded{}, err
	}
	region, point := in.place()
	if err := v.checkRegion(region); err != nil {
		return Encoded{}, err
	}
	if err := checkPoint(point); err != nil {
		return Encoded{}, err
	}
	if in.Nights < 0 || in.Nights > maxNights {
		return Encoded{}, Refuse(InvalidNights, "This number of nights is not offered.")
	}
	q := availability.MinPricesQuery{Channel: in.Channel, Region: region, Nights: in.Nights}
	if in.Date != nil {
		q.Date, q.OneDate = *in.Date, true
	}
	if !v.addsParks(in.Channel, region, point) {
		return v.prices(q, region, a.Today()), nil
	}
	q.Also = v.near(point)
	answer := v.prices(q, in.Region, a.Today())
	answer.transient = true // there are many points
	return answer, nil
}

// place returns the region of a query, and the point near which it asks for other parks,
// too; nil: none. A point that cannot be read is an empty one.
func (q *AvailabilityQuery) place() (region string, point []float64) {
	region, text, found := strings.Cut(q.Region, "@")
	if !found {
		return region, nil
	}
	point = []float64{}
	for degrees := range strings.SplitSeq(text, ",") {
		number, err := strconv.ParseFloat(degrees, 64)
		if err != nil || math.IsNaN(number) {
			return region, []float64{}
		}
		point = append(point, number)
	}
	return region, point
}

// addsParks reports whether a point adds parks of other regions to those of a region.
func (v *View) addsParks(channel, region string, point []float64) bool {
	if !isPoint(point) || region == "" || region == allRegions {
		return false
	}
	near := v.near(point)
	for at := range v.parkAt {
		p := v.parkAt[at].ParkInfo
		if p != nil && p.RegionID != region && slices.Contains(p.Channels, channel) && near(at) {
			return true
		}
	}
	return false
}

func (a *API) availSummary(r *Request, in FileQuery) (Encoded, error) {
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
	dogs   bool
	prices string // encoded JSON: party-size threshold to price
}

// prices encodes a CachedAvailability. place is the id of what the query asks for; ""
// for each region.
func (v *View) prices(q availability.MinPricesQuery, place string, today date.Date) Encoded {
	out := newWriter(v, today)
	out.text(`{"minprices":`)
	out.table(collect(today, func(yield func(*availability.MinPrice)) {
		v.index.MinPrices(q, func(entry *availability.MinPrice) {
			entry.Region = cmp.Or(place, entry.Region)
			yield(entry)
		})
	}))
	deals := v.index.LateDeals(q.Channel, nil)
	out.text(`,"minparkprices":`)
	out.table(collect(today, v.dealPrices(q.Channel, deals)))
	out.text(`,"months":`)
	out.out = append(out.out, encode(orEmpty(v.index.Months(q.Channel)))...)
	out.text(`,"latedeals":`)
	out.out = append(out.out, encode(v.lateDeals(deals, today))...)
	out.text(`,"nightsOptions":`)
	out.out = append(out.out, encode(v.nightsOptions(&q, place))...)
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
// writes them, without past dates and the region that is not shown.
func collect(today date.Date, eachPrice func(func(*availability.MinPrice))) []minimum {
	var entries []minimum
	eachPrice(func(entry *availability.MinPrice) {
		if entry.Date > today && entry.Region != catalogue.HiddenRegion {
			entries = append(entries, minimum{entry.Region, entry.Date, entry.Nights, entry.Dogs, thresholds(entry)})
		}
	})
	slices.SortFunc(entries, func(a, b minimum) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.date, b.date), cmp.Compare(a.nights, b.nights), cmp.Compare(yesOrNo(a.dogs), yesOrNo(b.dogs)))
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

// appendPounds appends an amount as a JSON number in pounds.
func appendPounds(out []byte, p money.Pence) []byte {
	return strconv.AppendFloat(out, pounds(p), 'f', -1, 64)
}

// table appends sorted entries as the nested JSON object of cached prices. Its
// levels: id, date, nights, dogs, party-size threshold.
func (w *resultWriter) table(entries []minimum) {
	w.text("{")
	for i := range entries {
		e := &entries[i]
		var previous minimum
		if i > 0 {
			previous = entries[i-1]
		}
		newID := i == 0 || e.id != previous.id
		day := newID || e.date != previous.date
		nights := day || e.nights != previous.nights
		switch {
		case i == 0:
		case newID:
			w.text("}}},")
		case day:
			w.text("}},")
		case nights:
			w.text("},")
		default:
			w.text(",")
		}
		if newID {
			w.string(e.id)
			w.text(":{")
		}
		if day {
			w.day(e.date)
			w.text(":{")
		}
		if nights {
			w.plain(strconv.Itoa(e.nights))
			w.text(":{")
		}
		w.plain(yesOrNo(e.dogs))
		w.text(":" + e.prices)
	}
	if len(entries) > 0 {
		w.text("}}}")
	}
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

func (v *View) nightsOptions(q *availability.MinPricesQuery, place string) map[string][]int {
	options := map[string][]int{allRegions: orEmpty(v.index.NightsOptions(q.Channel, allRegions))}
	for _, region := range v.index.Regions(q.Channel) {
		if region != catalogue.HiddenRegion {
			options[region] = orEmpty(v.index.NightsOptions(q.Channel, region))
		}
	}
	if q.Also != nil {
		options[place] = orEmpty(v.index.NightsWith(q.Channel, q.Region, q.Also))
	}
	return options
}
