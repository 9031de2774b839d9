package api

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/cache"
)

// DealsQuery asks for a page of deals.
type DealsQuery struct {
	Channel string `in:"channel" code:"CHANNEL" doc:"Channel code; default ukcaravan."`
	Region  string `in:"region" code:"REGION" doc:"Only this region; default all of the channel."`
	Reduced *bool  `in:"reduced" code:"FLAG" doc:"Y: stays whose price was higher before, on any date; default stays that begin soon."`
	Page    int    `in:"page" code:"REQUEST" doc:"From 1, the default."`
	Promo   *bool  `in:"promo" code:"FLAG" doc:"1: for a reader with the promotion's pass, only stays that begin on the reader's offer dates."`
}

// Deals is a page of deals: of each park one stay of 3, 4 or 7 nights for two
// adults.
type Deals struct {
	Deals     []Deal       `json:"deals" doc:"Stays that begin soon: cheapest first. Reduced ones: the largest saving first."`
	Count     int          `json:"count" doc:"Of all pages."`
	PageCount int          `json:"pageCount"`
	Regions   []DealRegion `json:"regions" doc:"The channel's regions that have deals, by name."`
}

// Deal is a stay with a low price. A search for its date and nights shows the
// park with the same price.
type Deal struct {
	ParkID      string  `json:"parkId"`
	Name        string  `json:"name"`
	Slug        string  `json:"slug"`
	Channel     string  `json:"channel"`
	Regn        string  `json:"regn"`
	RegionName  string  `json:"regionName"`
	Town        string  `json:"town"`
	Images      []Image `json:"images"`
	Bubbles     string  `json:"bubbles"`
	ReviewCount int     `json:"reviewCount"`
	Date        string  `json:"date"`
	Nights      int     `json:"nights"`
	Price       Money   `json:"price"`
	FullPrice   *Money  `json:"fullPrice,omitempty" doc:"The price at which the stay was on sale before, where it was higher."`
	UnitsLeft   int     `json:"unitsLeft"`
}

// DealRegion is a region with its deals.
type DealRegion struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Count     int    `json:"count"`
	FromPrice Money  `json:"fromPrice"`
}

// dealNights are the lengths of the stays in deals (specification, 'Late
// deals').
var dealNights = [...]int{3, 4, 7}

// dealParty is the party for which deals are priced.
const dealParty = 2

// deal is a stay of a park.
type deal struct {
	availability.Row
	nights int
}

// dealList is all deals of a channel, best first.
type dealList = versioned[[]deal]

// dealCacheSize limits the number of deals in the cache.
const dealCacheSize = 200_000

func newDealCache() *cache.Cache[string, *dealList] {
	return cache.New[string, *dealList](dealCacheSize)
}

// normalise replaces page numbers that are the same page.
func (q *DealsQuery) normalise(*View) { q.Page = min(max(q.Page, 1), maxPage) }

func (a *API) deals(r *Request, in DealsQuery) (Encoded, error) {
	v := a.View()
	channel := cmp.Or(in.Channel, "ukcaravan")
	if err := checkChannel(channel); err != nil {
		return Encoded{}, err
	}
	if err := v.checkRegion(in.Region); err != nil {
		return Encoded{}, err
	}
	list, err := a.dealsOf(r.Context(), v, channel, in.Reduced != nil && *in.Reduced, a.readerFor(r, in.Promo).offered(channel))
	if err != nil {
		return Encoded{}, err
	}
	answer := Deals{Deals: []Deal{}, Regions: v.dealRegions(list)}
	if in.Region != "" && in.Region != allRegions {
		list = slices.DeleteFunc(slices.Clone(list), func(d deal) bool { return v.parkAt[d.Park].RegionID != in.Region })
	}
	answer.Count = len(list)
	answer.PageCount = (len(list) + catalogue.PageSize - 1) / catalogue.PageSize
	first := min((in.Page-1)*catalogue.PageSize, len(list))
	for _, d := range list[first:min(first+catalogue.PageSize, len(list))] {
		answer.Deals = append(answer.Deals, v.dealOf(d, channel))
	}
	return Encoded{JSON: encode(answer), transient: len(answer.Deals) == 0}, nil
}

// dealsOf returns the deals of a channel on some dates. Those that were found before a
// change of prices are returned without those that are no longer on sale for their price.
func (a *API) dealsOf(ctx context.Context, v *View, channel string, reduced bool, on offered) ([]deal, error) {
	key, now, began := channel+" "+yesOrNo(reduced)+" "+on.to, on.version(a.version(v, a.Today(), true)), a.Now()
	if cached, ok := a.dealLists.Get(key); ok && cached.serves(now, began) {
		if cached.version == now {
			return cached.value, nil
		}
		return slices.DeleteFunc(slices.Clone(cached.value), func(d deal) bool { return !v.sells(d) }), nil
	}
	deals := v.findDeals(ctx, channel, reduced, now.day, on)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.dealLists.Put(key, &dealList{value: deals, version: now, made: began, large: len(deals) >= manyParks}, len(deals)+1)
	return deals, nil
}

// sells reports whether a deal is still on sale for its price.
func (v *View) sells(d deal) bool {
	offer, ok := v.index.Offer(d.Unit, d.Date, d.nights, dealParty)
	return ok && offer.Price == d.Price && offer.Was == d.Was && v.index.Left(d.Unit, d.Date, d.nights) > 0
}

// findDeals returns the best deal of each park on some dates: the cheapest stay that
// begins soon, or the reduced stay with the largest saving.
func (v *View) findDeals(ctx context.Context, channel string, reduced bool, today date.Date, on offered) []deal {
	q := availability.Query{Channel: channel, Region: allRegions, AnyDate: true, Party: dealParty, Limit: len(v.parkAt), Reduced: reduced}
	if reduced {
		q.Arrivals = on.dates
	} else {
		q.Arrivals = on.only(span{from: today + 1, to: today + availability.LateDays}.arrivals(0, today))
	}
	better := cheaper
	if reduced {
		better = savesMore
	}
	best := map[int]deal{}
	var found availability.Answer
	for _, nights := range dealNights {
		if ctx.Err() != nil {
			return nil
		}
		if !nightsAllowed(channel, nights) {
			continue
		}
		q.Nights = nights
		v.index.Search(&q, &found)
		for _, row := range found.Rows {
			if bestSoFar, ok := best[row.Park]; !ok || better(deal{row, nights}, bestSoFar) < 0 {
				best[row.Park] = deal{row, nights}
			}
		}
	}
	list := make([]deal, 0, len(best))
	for _, d := range best {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b deal) int {
		return cmp.Or(better(a, b), strings.Compare(v.parkAt[a.Park].Name, v.parkAt[b.Park].Name), cmp.Compare(a.Park, b.Park))
	})
	return list
}

func cheaper(a, b deal) int {
	return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(a.Date, b.Date), cmp.Compare(a.nights, b.nights))
}

func savesMore(a, b deal) int {
	return cmp.Or(cmp.Compare(b.Was-b.Price, a.Was-a.Price), cheaper(a, b))
}

func (v *View) dealOf(d deal, channel string) Deal {
	p := &v.parkAt[d.Park]
	answer := Deal{
		ParkID: p.ID, Name: p.Name, Slug: p.Slug, Channel: channel, Regn: p.RegionID, RegionName: p.Region.Name, Town: p.Town,
		Images: imagesOf(p.ParkInfo, channel, 1, 800, 533), Bubbles: p.Bubbles, ReviewCount: p.ReviewCount,
		Date: d.Date.String(), Nights: d.nights, Price: d.Price, UnitsLeft: d.Left,
	}
	if d.Was > d.Price {
		answer.FullPrice = &d.Was
	}
	return answer
}

// dealRegions counts the deals of each region.
func (v *View) dealRegions(list []deal) []DealRegion {
	counts, lowest := map[string]int{}, map[string]money.Pence{}
	for _, d := range list {
		region := v.parkAt[d.Park].RegionID
		counts[region]++
		lowest[region] = lower(lowest[region], d.Price)
	}
	regions := []DealRegion{}
	for id, n := range counts {
		if region, ok := v.catalogue.Region(id); ok {
			regions = append(regions, DealRegion{ID: id, Name: region.Name, Count: n, FromPrice: lowest[id]})
		}
	}
	slices.SortFunc(regions, func(a, b DealRegion) int { return byName(a.Name, b.Name, a.ID, b.ID) })
	return regions
}
