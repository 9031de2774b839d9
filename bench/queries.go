package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// question is a search in a form for all engines. Dates are days since the
// first arrival.
type question struct {
	channel   int
	region    int // -1: all of the channel
	day, flex int
	nights    int
	party     int
	dogs      bool
	features  int64 // bits, all of them
	operators []int // one of them; nil: any

	query availability.Query // the same for the index
}

// answer is the result of an engine: the first rows, sorted by distance of the
// date, price and park.
type answer struct {
	total, exact int
	rows         []found
	read         int // how many prices the index read; 0 for other engines
}

type found struct{ park, day, price, units int }

const firstPage = 20

func (a *answer) hash() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, a.total, a.exact, a.rows)
	return h.Sum64()
}

// calendar asks for the cheapest price per arrival date.
type calendar struct {
	channel, region int
	nights, party   int
	dogs            bool
	query           availability.CalendarQuery
}

type day struct {
	day, price int
	cheapest   bool // the cheapest of its week
}

func hashDays(days []day) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, days)
	return h.Sum64()
}

// flagWeeks marks the cheapest day of each week from Monday to Sunday, the
// earlier one of equal days. The index does that itself.
func flagWeeks(days []day) {
	week, best := -1, 0
	for i := range days {
		if w := (days[i].day + 6) / 7; w != week { // the first arrival is a Sunday
			week, best = w, i
			days[i].cheapest = true
		} else if days[i].price < days[best].price {
			days[best].cheapest, days[i].cheapest = false, true
			best = i
		}
	}
}

// questions returns n random searches of one kind.
func (m *market) questions(kind string, flex, n int) []question {
	rnd := rand.New(rand.NewPCG(42, uint64(len(kind))))
	var list []question
	for range n {
		list = append(list, m.question(rnd, kind, flex))
	}
	return list
}

func (m *market) question(rnd *rand.Rand, kind string, flex int) question {
	park := rnd.IntN(m.size.parks)
	t := m.trade[park]
	q := question{
		channel: t, region: -1, flex: flex, party: 1 + rnd.IntN(6),
		day:    10 + rnd.IntN(arrivalDays-20),
		nights: trades[t].nights[rnd.IntN(len(trades[t].nights))],
	}
	switch kind {
	case "worst":
		for i := range trades {
			if trades[i].channel == m.largest() {
				q.channel = i
			}
		}
		q.nights, q.party = 7, 4
		for (firstArrival + date.Date(q.day)).Weekday() != time.Friday {
			q.day++
		}
	case "region":
		q.region = m.regionOf(park)
		fallthrough
	default:
		q.dogs = rnd.IntN(4) == 0
		if rnd.IntN(5) < 2 {
			for range 1 + rnd.IntN(2) {
				q.features |= 1 << rnd.IntN(featureCount)
			}
		}
		if rnd.IntN(7) == 0 {
			first := rnd.IntN(operatorCount - 6)
			for i := range 6 {
				q.operators = append(q.operators, first+i)
			}
		}
	}
	q.query = q.forIndex()
	return q
}

func (m *market) regionOf(park int) (id int) {
	_, err := fmt.Sscan(m.inv.Parks[park].Region, &id)
	must(err)
	return id
}

func regionName(region int) string {
	if region < 0 {
		return availability.AllRegions
	}
	return fmt.Sprint(region)
}

func (q *question) forIndex() availability.Query {
	out := availability.Query{
		Channel: trades[q.channel].channel, Region: regionName(q.region), Date: firstArrival + date.Date(q.day),
		Flex: q.flex, Nights: q.nights, Party: q.party, Dogs: q.dogs, Limit: firstPage,
	}
	for f := range featureCount {
		if q.features>>f&1 == 1 {
			out.Features = append(out.Features, feature(f))
		}
	}
	for _, o := range q.operators {
		out.Operators = append(out.Operators, operator(o))
	}
	return out
}

// calendars returns n random calendars, half of them over all regions.
func (m *market) calendars(n int) []calendar {
	rnd := rand.New(rand.NewPCG(43, 1))
	var list []calendar
	for range n {
		park := rnd.IntN(m.size.parks)
		t := m.trade[park]
		c := calendar{channel: t, region: m.regionOf(park), nights: trades[t].nights[rnd.IntN(len(trades[t].nights))],
			party: 2 * (1 + rnd.IntN(3)), dogs: rnd.IntN(4) == 0}
		if rnd.IntN(2) == 0 {
			c.region = -1
		}
		c.query = availability.CalendarQuery{Channel: trades[t].channel, Region: regionName(c.region), Nights: c.nights, Party: c.party, Dogs: c.dogs}
		list = append(list, c)
	}
	return list
}
