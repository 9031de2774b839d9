package api

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/cache"
)

// lowestPrices are the cheapest stay of each park of a region on a channel, for two
// adults on any date.
type lowestPrices = versioned[cheapestStays]

// cheapestStays is the cheapest stay of parks, by park id.
type cheapestStays map[string]cheapestStay

// add takes a stay of a park if none or a dearer one is known.
func (c cheapestStays) add(park string, stay cheapestStay) {
	if stay.before(c[park]) {
		c[park] = stay
	}
}

// manyParks is the number of parks from which what is computed of them is large: the
// lowest prices of 1,000 parks take about 10 ms.
const manyParks = 200

// lowestCacheSize limits the number of prices in the cache.
const lowestCacheSize = 200_000

func newLowestCache() *cache.Cache[string, *lowestPrices] {
	return cache.New[string, *lowestPrices](lowestCacheSize)
}

// cheapestStay is the cheapest stay at a park on a channel. Its price is 0 where nothing
// is on sale.
type cheapestStay struct {
	price   money.Pence
	channel string
	date    date.Date
	nights  int
}

// before reports whether the stay is cheaper than another, or as cheap and earlier.
func (s cheapestStay) before(other cheapestStay) bool {
	return s.price != 0 && (other.price == 0 || cmp.Or(cmp.Compare(s.price, other.price), cmp.Compare(s.date, other.date), cmp.Compare(s.nights, other.nights)) < 0)
}

// shown is the stay as the API writes it, nil where there is none.
func (s cheapestStay) shown() *ParkStay {
	if s.price == 0 {
		return nil
	}
	return &ParkStay{Channel: s.channel, Date: s.date.String(), Nights: s.nights}
}

// cheapestAt returns the cheapest stay at a park for two adults that is offered to a
// reader; of several at the same price the earliest. Its price is 0 where nothing is on
// sale.
func (v *View) cheapestAt(p *catalogue.ParkInfo, rd reader) (best cheapestStay) {
	for _, channel := range p.Channels {
		q := availability.Query{Channel: channel, Park: p.ID, Region: p.RegionID, Arrivals: rd.offered(channel).dates}
		for nights, row := range v.cheapestStays(context.Background(), q) {
			if stay := (cheapestStay{row.Price, channel, row.Date, nights}); stay.before(best) {
				best = stay
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

// nextStays returns, for each channel and number of nights on which a park sells stays
// to two adults, the stay that begins first.
func (v *View) nextStays(p *catalogue.ParkInfo, rd reader) []ParkStay {
	stays := []ParkStay{}
	for _, channel := range p.Channels {
		for nights, first := range v.index.FirstArrivals(channel, p.ID, 2, rd.offered(channel).dates) {
			if nightsAllowed(channel, nights) {
				stays = append(stays, ParkStay{Channel: channel, Date: first.String(), Nights: nights})
			}
		}
	}
	return stays
}

// fromStays returns the cheapest stay of each of the found parks that is offered to a
// reader.
func (a *API) fromStays(ctx context.Context, v *View, in ParksQuery, found []*catalogue.ParkInfo, rd reader) (cheapestStays, error) {
	lowest := cheapestStays{}
	if in.Region == "" {
		for _, p := range found {
			lowest.add(p.ID, v.cheapestAt(p, rd))
		}
		return lowest, nil
	}
	for _, channel := range catalogue.Channels {
		if in.Channel != "" && in.Channel != channel.Code {
			continue
		}
		stays, err := a.lowestPrices(ctx, v, channel.Code, in.Region, in.Dogs != nil && *in.Dogs, rd.offered(channel.Code))
		if err != nil {
			return nil, err
		}
		for id, stay := range stays {
			lowest.add(id, stay)
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

// lowestPrices returns the cheapest stay of every park of a region on a channel on some
// dates. With dogs, only stays that take dogs count.
func (a *API) lowestPrices(ctx context.Context, v *View, channel, region string, dogs bool, on offered) (cheapestStays, error) {
	key, now, began := channel+" "+region+" "+yesOrNo(dogs)+" "+on.to, on.version(a.version(v, a.Today(), true)), a.Now()
	if cached, ok := a.lowest.Get(key); ok && cached.serves(now, began) {
		return cached.value, nil
	}
	stays := cheapestStays{}
	for nights, row := range v.cheapestStays(ctx, availability.Query{Channel: channel, Region: region, Dogs: dogs, Arrivals: on.dates}) {
		stays.add(v.parkAt[row.Park].ID, cheapestStay{row.Price, channel, row.Date, nights})
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.lowest.Put(key, &lowestPrices{value: stays, version: now, made: began, large: len(stays) >= manyParks}, len(stays)+1)
	return stays, nil
}

// cheapestStays yields every park's cheapest stay for two adults on any date of the query,
// once for each duration on sale, with its nights. It stops when ctx ends.
func (v *View) cheapestStays(ctx context.Context, q availability.Query) iter.Seq2[int, availability.Row] {
	return func(yield func(int, availability.Row) bool) {
		q.AnyDate, q.Party, q.Limit = true, 2, len(v.parkAt)
		var found availability.Answer
		for _, nights := range v.index.NightsOptions(q.Channel, q.Region) {
			if ctx.Err() != nil {
				return
			}
			if !nightsAllowed(q.Channel, nights) {
				continue
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
