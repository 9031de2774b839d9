package api

import (
	"cmp"
	"slices"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture/basemap"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// PriceMapQuery asks for the cheapest stay of each region of Britain in each week.
type PriceMapQuery struct {
	Channel string `in:"channel" code:"CHANNEL" doc:"Only this holiday type; default all."`
	Nights  *int   `in:"nights" code:"NIGHTS" doc:"Duration; default 7."`
	PartyQuery
}

// PriceMap is the cheapest stay of each region in each week of arrival, and a map of the regions.
type PriceMap struct {
	Day     string        `json:"day" doc:"Today: the prices are those of now."`
	Width   int           `json:"width" doc:"Of the map, in units."`
	Height  int           `json:"height"`
	Cell    int           `json:"cell" doc:"Side of a cell of the map, in units."`
	Land    string        `json:"land" doc:"The coasts as the path of an SVG."`
	Weeks   []PriceWeek   `json:"weeks" doc:"The first is any week of the others. Empty where nothing is on sale."`
	Regions []PriceRegion `json:"regions" doc:"By name."`
}

// PriceWeek is a week of arrival.
type PriceWeek struct {
	Monday string  `json:"monday" doc:"Its first day; empty for any week."`
	UpTo   []Money `json:"upTo" doc:"Ascending: the highest price of each fifth of the regions that have one, the cheapest fifth first. Equal ones are one."`
}

// PriceRegion is a region of Britain. Prices, Dates and Channels have an entry for each week.
type PriceRegion struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Cells    []int    `json:"cells" doc:"Where it is on the map, in runs of cells: the column and the row of the first, and how many, by turns. Empty where other regions have more parks everywhere."`
	X        int      `json:"x" doc:"The middle of the cells, in units."`
	Y        int      `json:"y"`
	Prices   []string `json:"prices" doc:"In pounds, of the cheapest stay; empty where nothing is on sale."`
	Dates    []string `json:"dates" doc:"Its arrival; empty where nothing is on sale."`
	Channels []string `json:"channels" doc:"Its holiday type; empty where nothing is on sale."`
}

// regionShapes are the regions of Britain that have parks of a channel, or of any, by name.
type regionShapes struct {
	regions []*catalogue.Region
	areas   []basemap.Area
}

// shapesOf returns the regions on the map. They are made once for a catalogue and channel.
func (v *View) shapesOf(channel string) *regionShapes {
	if made, ok := v.shapes.Load(channel); ok {
		return made.(*regionShapes)
	}
	s, number := &regionShapes{}, map[string]int{}
	var spots []basemap.Spot
	for _, p := range v.catalogue.AllParks() {
		if p.RegionID == catalogue.HiddenRegion || p.Region.Country != "GB" || channel != "" && !p.On(channel) {
			continue
		}
		n, known := number[p.RegionID]
		if !known {
			n = len(s.regions)
			number[p.RegionID], s.regions = n, append(s.regions, p.Region)
		}
		if p.Lat != 0 || p.Lon != 0 {
			spots = append(spots, basemap.Spot{Lat: p.Lat, Lon: p.Lon, Area: n})
		}
	}
	slices.SortFunc(s.regions, func(a, b *catalogue.Region) int { return byName(a.Name, b.Name, a.ID, b.ID) })
	place := make([]int, len(number)) // in the order of names
	for i, region := range s.regions {
		place[number[region.ID]] = i
	}
	for i := range spots {
		spots[i].Area = place[spots[i].Area]
	}
	s.areas = basemap.Areas(spots, len(s.regions))
	made, _ := v.shapes.LoadOrStore(channel, s)
	return made.(*regionShapes)
}

// weekStay is the cheapest stay of a region in a week; its price is 0 where there is none.
type weekStay struct {
	price   money.Pence
	date    date.Date
	channel string
}

// or returns the cheaper of two stays, of equally cheap ones the earlier.
func (s weekStay) or(other weekStay) weekStay {
	if other.price != 0 && (s.price == 0 || cmp.Or(cmp.Compare(other.price, s.price), cmp.Compare(other.date, s.date)) < 0) {
		return other
	}
	return s
}

func (a *API) priceMap(_ *Request, in PriceMapQuery) (PriceMap, error) {
	v, today := a.View(), a.Today()
	if in.Channel != "" {
		if err := checkChannel(in.Channel); err != nil {
			return PriceMap{}, err
		}
	}
	nights := usualNights
	if in.Nights != nil {
		nights = *in.Nights
	}
	sold, err := in.channelsFor(in.Channel, nights)
	if err != nil {
		return PriceMap{}, err
	}
	if p := a.Promotion.Current(); p.Open && p.AsksWords() {
		sold = nil // its readers have days and prices of their own
	}
	shapes, first := v.shapesOf(in.Channel), monday(today+1)
	stays, weeks := make([][]weekStay, len(shapes.regions)), 0
	for i, region := range shapes.regions {
		stays[i] = v.cheapestByWeek(region.ID, sold, nights, first, today)
		weeks = max(weeks, len(stays[i]))
	}
	answer := PriceMap{Day: today.String(), Width: basemap.BritainWidth, Height: basemap.BritainHeight, Cell: basemap.BritainCell, Land: basemap.BritainPath(),
		Weeks: []PriceWeek{}, Regions: []PriceRegion{}}
	for i, region := range shapes.regions {
		area := shapes.areas[i]
		one := PriceRegion{ID: region.ID, Name: region.Name, Cells: orEmpty(area.Cells), X: area.X, Y: area.Y,
			Prices: make([]string, weeks), Dates: make([]string, weeks), Channels: make([]string, weeks)}
		for week, stay := range stays[i] {
			if stay.price != 0 {
				one.Prices[week], one.Dates[week], one.Channels[week] = stay.price.String(), stay.date.String(), stay.channel
			}
		}
		answer.Regions = append(answer.Regions, one)
	}
	for week := range weeks {
		one := PriceWeek{UpTo: fifths(stays, week)}
		if week > 0 {
			one.Monday = (first + date.Date(7*(week-1))).String()
		}
		answer.Weeks = append(answer.Weeks, one)
	}
	return answer, nil
}

// fifths returns the highest price of each fifth of the regions in a week, without doubles.
func fifths(stays [][]weekStay, week int) []Money {
	prices, upTo := []Money{}, []Money{}
	for _, weeks := range stays {
		if week < len(weeks) && weeks[week].price != 0 {
			prices = append(prices, weeks[week].price)
		}
	}
	slices.Sort(prices)
	for fifth := 1; fifth <= 5 && len(prices) > 0; fifth++ {
		upTo = append(upTo, prices[(fifth*len(prices)+4)/5-1])
	}
	return slices.Compact(upTo)
}

// monday is the first day of a date's week.
func monday(day date.Date) date.Date { return day - (day+3)%7 } // 1 January 1970 was a Thursday

// soldOn is a channel, and the party as a search of it counts it.
type soldOn struct {
	channel string
	party   int
	dogs    bool
}

// channelsFor returns the channels, or the one that is asked for, that take the party for so many
// nights. It fails where none does.
func (q PartyQuery) channelsFor(only string, nights int) (sold []soldOn, err error) {
	refused := error(errNights)
	for _, channel := range catalogue.Channels {
		if only != "" && only != channel.Code || !nightsAllowed(channel.Code, nights) {
			continue
		}
		party, dogs, err := q.people(channel.Code)
		if err != nil {
			refused = err
			continue
		}
		if q.party().Dogs && !dogs {
			continue // the channel takes no dogs, and a search of it would leave them at home
		}
		sold = append(sold, soldOn{channel.Code, party, dogs})
	}
	if sold == nil {
		return nil, refused
	}
	return sold, nil
}

// cheapestByWeek returns the cheapest stay of a region after a day: of any week, then of each week
// of arrival from one Monday on, to the last in which something is on sale. It reads the prices of
// calendars, so its time does not grow with the number of parks.
func (v *View) cheapestByWeek(region string, sold []soldOn, nights int, first, after date.Date) (weeks []weekStay) {
	var days []availability.Day
	for _, on := range sold {
		days = v.index.Calendar(availability.CalendarQuery{Channel: on.channel, Region: region, Nights: nights, Party: on.party, Dogs: on.dogs}, days[:0])
		for _, day := range days {
			if day.Date <= after {
				continue
			}
			stay, week := weekStay{day.Price, day.Date, on.channel}, int(day.Date-first)/7+1
			for week >= len(weeks) {
				weeks = append(weeks, weekStay{})
			}
			weeks[week], weeks[0] = weeks[week].or(stay), weeks[0].or(stay)
		}
	}
	return weeks
}
