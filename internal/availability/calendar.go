package availability

import (
	"slices"

	"holidaymaker/internal/date"
)

// minimaOf returns the minima of a region, or of all regions, of a channel;
// nil when there is none.
func (ix *Index) minimaOf(channel, region string) *minima {
	c, ok := ix.channel[channel]
	if !ok {
		return nil
	}
	if region == AllRegions {
		return ix.channels[c].minima.Load()
	}
	i, ok := ix.channels[c].byID[region]
	if !ok {
		return nil
	}
	return ix.regions[i].Load().minima
}

// price returns the lowest price of a class on a day, or 0 when there is none.
// With dogs, it considers only unit types that allow dogs.
func (m *minima) price(nights, class, day int, dogs bool) uint32 {
	least := m.pence[m.at(nights, 1, class, day)].Load()
	if !dogs {
		if p := m.pence[m.at(nights, 0, class, day)].Load(); p != 0 && (least == 0 || p < least) {
			least = p
		}
	}
	return least
}

// Calendar appends the arrival dates that have a price, in order.
func (ix *Index) Calendar(q CalendarQuery, days []Day) []Day {
	m := ix.minimaOf(q.Channel, q.Region)
	if m == nil {
		return days
	}
	n, c := m.nightsIndex(q.Nights), m.class(q.Party)
	if n < 0 || c < 0 {
		return days
	}
	first := int(ix.hidden.Load())
	days = slices.Grow(days, ix.days-first)
	with := m.line(n, 1, c)[first:]
	without := with
	if !q.Dogs {
		without = m.line(n, 0, c)[first:]
	}
	without = without[:len(with)]
	arrival := ix.first + date.Date(first)
	sunday := 6 - int(arrival+3)%7 // days to the end of the week: 1 January 1970 was a Thursday
	cheapest, least := -1, uint32(0)
	for i := range with {
		price, other := with[i].Load(), without[i].Load()
		if price == 0 || other != 0 && other < price {
			price = other
		}
		if price != 0 {
			days = append(days, Day{Date: arrival + date.Date(i), Price: pence(price)})
			if cheapest < 0 || price < least {
				cheapest, least = len(days)-1, price
			}
		}
		if i == sunday {
			sunday += 7
			if cheapest >= 0 {
				days[cheapest].CheapestInWeek = true
				cheapest = -1
			}
		}
	}
	if cheapest >= 0 {
		days[cheapest].CheapestInWeek = true
	}
	return days
}

// RegionsOn appends the regions of a channel that sell a stay, sorted by id,
// each with its cheapest price.
func (ix *Index) RegionsOn(channel string, arrival date.Date, nights, party int, dogs bool, regions []RegionPrice) []RegionPrice {
	c, ok := ix.channel[channel]
	day := int(arrival - ix.first)
	if !ok || day < int(ix.hidden.Load()) || day >= ix.days {
		return regions
	}
	for _, i := range ix.channels[c].visible {
		m := ix.regions[i].Load().minima
		n, class := m.nightsIndex(nights), m.class(party)
		if n < 0 || class < 0 {
			continue
		}
		if p := m.price(n, class, day, dogs); p != 0 {
			regions = append(regions, RegionPrice{ix.channelRegions[i].id, pence(p)})
		}
	}
	return regions
}

// NightsOptions returns the durations that have a price in a region, or in any
// (AllRegions), ascending.
func (ix *Index) NightsOptions(channel, region string) []int {
	m := ix.minimaOf(channel, region)
	if m == nil {
		return nil
	}
	var nights []int
	for n, length := range m.nights {
		for day := int(ix.hidden.Load()); day < m.days; day++ {
			if m.sells(n, day) {
				nights = append(nights, int(length))
				break
			}
		}
	}
	return nights
}

// Months returns the months 'YYYY-MM' in which the channel has an arrival date
// with a price, ascending.
func (ix *Index) Months(channel string) []string {
	m := ix.minimaOf(channel, AllRegions)
	if m == nil {
		return nil
	}
	var months []string
	for day := int(ix.hidden.Load()); day < m.days; day++ {
		for n := range m.nights {
			if !m.sells(n, day) {
				continue
			}
			arrival := ix.first + date.Date(day)
			months = append(months, arrival.Month())
			day = int(arrival.AddMonths(1) - date.Date(arrival.Time().Day()) - ix.first) // the month's last day, or the one before
			break
		}
	}
	return slices.Compact(months)
}

// sells reports whether anything is on sale for a number of nights on a day.
func (m *minima) sells(nights, day int) bool {
	for dogs := range 2 {
		for c := range m.keys {
			if m.pence[m.at(nights, dogs, c, day)].Load() != 0 {
				return true
			}
		}
	}
	return false
}
