package availability

import (
	"slices"

	"holidaymaker/internal/date"
)

// minimaOf returns the minima of a region, or of all regions, of a channel;
// nil when there is none.
func (ix *Index) minimaOf(channel, region string) *minima {
	sold := ix.channelOf(channel)
	if sold == nil {
		return nil
	}
	if region == AllRegions {
		return sold.minima.Load()
	}
	i, ok := sold.byID[region]
	if !ok {
		return nil
	}
	return ix.regions[i].Load().minima
}

// price returns the lowest price of a class on a day, or 0 when there is none.
// With dogs, it considers only unit types that allow dogs.
func (m *minima) price(nightsIndex, class, day int, dogs bool) uint32 {
	least := m.pence[m.at(nightsIndex, 1, class, day)].Load()
	if !dogs {
		if price := m.pence[m.at(nightsIndex, 0, class, day)].Load(); price != 0 && (least == 0 || price < least) {
			least = price
		}
	}
	return least
}

// Calendar appends the arrival dates that have a price, in order.
func (ix *Index) Calendar(query CalendarQuery, days []Day) []Day {
	minima := ix.minimaOf(query.Channel, query.Region)
	if sold := ix.channelOf(query.Channel); sold != nil && query.Also != nil {
		minima = ix.minimaWith(sold, &MinPricesQuery{Region: query.Region, Nights: query.Nights, Also: query.Also})
	}
	if minima == nil {
		return days
	}
	nightsIndex, class := minima.nightsIndex(query.Nights), minima.class(query.Party)
	if nightsIndex < 0 || class < 0 {
		return days
	}
	first := int(ix.pastDays.Load())
	days = slices.Grow(days, ix.days-first)
	with := minima.line(nightsIndex, 1, class)[first:]
	without := with
	if !query.Dogs {
		without = minima.line(nightsIndex, 0, class)[first:]
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

// NightsOptions returns the durations that have a price in a region, or in any
// (AllRegions), ascending.
func (ix *Index) NightsOptions(channel, region string) []int {
	minima := ix.minimaOf(channel, region)
	if minima == nil {
		return nil
	}
	var nights []int
	for nightsIndex, length := range minima.nights {
		for day := int(ix.pastDays.Load()); day < minima.days; day++ {
			if minima.sells(nightsIndex, day) {
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
	minima := ix.minimaOf(channel, AllRegions)
	if minima == nil {
		return nil
	}
	var months []string
	for day := int(ix.pastDays.Load()); day < minima.days; day++ {
		for nightsIndex := range minima.nights {
			if !minima.sells(nightsIndex, day) {
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
func (m *minima) sells(nightsIndex, day int) bool {
	for dogs := range 2 {
		for class := range m.thresholds {
			if m.pence[m.at(nightsIndex, dogs, class, day)].Load() != 0 {
				return true
			}
		}
	}
	return false
}
