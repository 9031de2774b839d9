package api

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/cache"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// lowestPrices holds the lowest price of each park of a region on a channel, for
// two adults on any date.
type lowestPrices struct {
	version version
	madeAt  time.Time
	byPark  map[string]money.Pence
}

// manyParks is the number of parks from which a region's lowest prices are reused for
// up to staleFor after a change, because computing them takes about 10 ms for 1,000
// parks.
const manyParks = 200

// lowestCacheSize limits the number of prices in the cache.
const lowestCacheSize = 200_000

func newLowestCache() *cache.Cache[string, *lowestPrices] {
	return cache.New[string, *lowestPrices](lowestCacheSize)
}

// cheapestStay is the cheapest stay at a park on a channel.
type cheapestStay struct {
	availability.Row
	channel string
	nights  int
}

// cheapestAt returns the cheapest stay at a park for two adults; of several at the same
// price the earliest. Its price is 0 where nothing is on sale.
func (v *View) cheapestAt(p *catalogue.ParkInfo) (best cheapestStay) {
	for _, channel := range p.Channels {
		for nights, row := range v.cheapestStays(context.Background(), availability.Query{Channel: channel, Park: p.ID, Region: p.RegionID}) {
			if best.Price == 0 || cmp.Or(cmp.Compare(row.Price, best.Price), cmp.Compare(row.Date, best.Date)) < 0 {
				best = cheapestStay{row, channel, nights}
			}
		}
	}
	return best
}

// lowestIn returns the lowest price of any stay in a region on a channel, or in
// all its regions, for two adults; 0 where nothing is on sale. It reads the prices
// of calendars, so its time does not grow with the number of parks.
func (v *View) lowestIn(channel, region string) money.Pence {
	lowest := money.Pence(0)
	v.index.MinPrices(availability.MinPricesQuery{Channel: channel, Region: region}, func(entry *availability.MinPrice) {
		if i := slices.IndexFunc(entry.Thresholds, func(threshold int) bool { return threshold >= 2 }); i >= 0 {
			lowest = lower(lowest, entry.Prices[i])
		}
	})
	return lowest
}

// fromPrices returns the lowest price of each of the found parks by park id.
func (a *API) fromPrices(ctx context.Context, v *View, in ParksQuery, found []*catalogue.ParkInfo) (map[string]money.Pence, error) {
	lowest := map[string]money.Pence{}
	if in.Region == "" {
		for _, p := range found {
			lowest[p.ID] = v.cheapestAt(p).Price
		}
		return lowest, nil
	}
	for _, channel := range catalogue.Channels {
		if in.Channel != "" && in.Channel != channel.Code {
			continue
		}
		prices, err := a.lowestPrices(ctx, v, channel.Code, in.Region, in.Dogs != nil && *in.Dogs)
		if err != nil {
			return nil, err
		}
		for id, price := range prices {
			lowest[id] = lower(lowest[id], price)
		}
	}
	return lowest, nil
}

// priceText is a price as the API writes it: "" for none.
func priceText(price money.Pence) string {
	if price == 0 {
		return ""
	}
	return price.String()
}

// lowestPrices returns the lowest price of every park of a region on a channel. With
// dogs, only stays that take dogs count.
func (a *API) lowestPrices(ctx context.Context, v *View, channel, region string, dogs bool) (map[string]money.Pence, error) {
	key, now := channel+" "+region+" "+flag(dogs), version{view: v.id, day: a.Today(), prices: v.index.Version()}
	if cached, ok := a.lowest.Get(key); ok {
		age := a.Now().Sub(cached.madeAt)
		recent := len(cached.byPark) >= manyParks && cached.version.view == v.id && cached.version.day == now.day && age >= 0 && age < staleFor
		if recent || cached.version == now {
			return cached.byPark, nil
		}
	}
	fresh := &lowestPrices{version: now, madeAt: a.Now(), byPark: map[string]money.Pence{}}
	for _, row := range v.cheapestStays(ctx, availability.Query{Channel: channel, Region: region, Dogs: dogs}) {
		id := v.parkAt[row.Park].ID
		fresh.byPark[id] = lower(fresh.byPark[id], row.Price)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.lowest.Put(key, fresh, len(fresh.byPark)+1)
	return fresh.byPark, nil
}

// cheapestStays yields every park's cheapest stay for two adults on any date,
// once for each duration on sale, with its nights. It stops when ctx ends.
func (v *View) cheapestStays(ctx context.Context, q availability.Query) iter.Seq2[int, availability.Row] {
	return func(yield func(int, availability.Row) bool) {
		q.AnyDate, q.Party, q.Limit = true, 2, len(v.parkAt)
		var found availability.Answer
		for _, nights := range v.index.NightsOptions(q.Channel, q.Region) {
			if ctx.Err() != nil {
				return
			}
			q.Nights = nights
			v.index.Search(&q, &found)
			for _, row := range found.Rows {
				if !yield(nights, row) {
					return
				}
			}
		}
	}
}

// lower returns the lower of two prices. A lowest price of 0 means that there is none yet.
func lower(lowest, price money.Pence) money.Pence {
	if lowest == 0 || price < lowest {
		return price
	}
	return lowest
}
