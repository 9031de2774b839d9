package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// size is how large an inventory is.
type size struct {
	name  string
	parks int
	units int
}

var sizes = []size{{"S", 502, 2252}, {"M", 2500, 21546}, {"L", 10002, 85762}}

// The first arrival date is a Sunday; nothing depends on today.
var firstArrival = date.Of(2026, time.November, 22)

const arrivalDays = 540

// trade describes the sales of a channel: its share of the parks, its number of
// regions, and the weekdays (bit 0 is Sunday) on which a stay of a number of
// nights begins.
type trade struct {
	channel  string
	share    float64
	regions  int
	nights   []int
	weekdays func(nights int) int
	perNight float64 // in pounds, for a plain unit
}

const (
	anyDay    = 1<<7 - 1
	monFri    = 1<<time.Monday | 1<<time.Friday
	monFriSat = monFri | 1<<time.Saturday
)

var trades = []trade{
	{"ukcaravan", .32, 22, []int{2, 3, 4, 5, 7, 10, 11, 14}, shortOrWeek, 42},
	{"eurocaravan", .07, 12, []int{3, 4, 5, 7, 10, 11, 14, 21}, func(int) int { return anyDay }, 55},
	{"uklodge", .14, 16, []int{2, 3, 4, 5, 7, 10, 14}, shortOrWeek, 75},
	{"ukcottages", .26, 18, []int{3, 4, 5, 7, 10, 11, 14}, func(int) int { return monFriSat }, 68},
	{"uktouring", .18, 14, []int{1, 2, 3, 4, 5, 7, 10, 14}, func(int) int { return anyDay }, 24},
	{"boats", .03, 6, []int{3, 4, 7, 10, 11, 12, 14}, func(int) int { return monFriSat }, 130},
}

func shortOrWeek(nights int) int {
	if nights >= 7 {
		return monFriSat
	}
	return monFri
}

// market is a deterministic inventory. Parks are numbered in the order of their
// names, so that a park has the same number in every engine.
type market struct {
	size
	inv   availability.BuildInput
	trade []int   // of each park
	parks [][]int // unit types of each park
	shut  []bool  // parks that close in winter
}

const (
	featureCount  = 12
	operatorCount = 30
)

// regionID numbers the regions of all channels; none is the hidden "15".
func regionID(trade, region int) int { return 1000 + 100*trade + region }

func operator(i int) string { return fmt.Sprintf("OP%02d", i) }
func feature(i int) string  { return fmt.Sprintf("F%02d", i) }

// newMarket makes the parks and unit types of an inventory. Their prices are
// made on request.
func newMarket(s size) *market {
	m := &market{size: s}
	rnd := rand.New(rand.NewPCG(20261122, uint64(s.parks)))
	m.inv = availability.BuildInput{First: firstArrival, Days: arrivalDays}
	for p := range s.parks {
		t := drawTrade(rnd)
		m.trade = append(m.trade, t)
		m.shut = append(m.shut, rnd.IntN(10) < 4)
		m.inv.Parks = append(m.inv.Parks, availability.Park{
			ID:       fmt.Sprintf("P%05d", p),
			SortName: fmt.Sprintf("Park %05d", p),
			Region:   fmt.Sprint(regionID(t, zipf(rnd, trades[t].regions))),
			Operator: operator(rnd.IntN(operatorCount)),
		})
	}
	m.parks = make([][]int, s.parks)
	for u := range s.units {
		p := u * s.parks / s.units // every park has at least one
		features := []string{}
		for f := range featureCount {
			if rnd.IntN(featureCount) >= f {
				features = append(features, feature(f))
			}
		}
		m.parks[p] = append(m.parks[p], u)
		m.inv.Units = append(m.inv.Units, availability.Unit{
			ID: fmt.Sprintf("U%06d", u), Channel: trades[m.trade[p]].channel, Park: p, Dogs: rnd.IntN(2) == 0, Features: features,
		})
	}
	return m
}

func drawTrade(rnd *rand.Rand) int {
	x := rnd.Float64()
	for i, t := range trades {
		if x -= t.share; x < 0 {
			return i
		}
	}
	return 0
}

// zipf returns a random region: the second has half as many parks as the first,
// and so on.
func zipf(rnd *rand.Rand, n int) int {
	total := 0.0
	for i := range n {
		total += 1 / float64(i+1)
	}
	x := rnd.Float64() * total
	for i := range n {
		if x -= 1 / float64(i+1); x < 0 {
			return i
		}
	}
	return n - 1
}

var thresholdSets = [][]int{{4}, {6}, {8}, {2, 4}, {4, 6}, {2, 6}, {2, 4, 6}, {4, 6, 8}}

// priceTable makes the prices of a unit type, with seasons, weekdays and gaps.
// Larger parties pay more; in one of ten unit types they pay less.
func (m *market) priceTable(unit int) *availability.PriceTable {
	park := m.inv.Units[unit].Park
	t := trades[m.trade[park]]
	rnd := rand.New(rand.NewPCG(uint64(unit), uint64(m.units)))
	keys := thresholdSets[rnd.IntN(len(thresholdSets))]
	s, err := availability.NewPriceTable(keys, firstArrival, arrivalDays)
	must(err)
	base := t.perNight * (.6 + 1.2*rnd.Float64())
	step := 1.06 + .1*rnd.Float64()
	if rnd.IntN(10) == 0 {
		step = .95
	}
	for _, n := range t.nights {
		weekdays := t.weekdays(n)
		for day := 0; day < arrivalDays; day++ {
			if rnd.IntN(110) == 0 {
				day += rnd.IntN(40) // not offered for a while
				continue
			}
			arrival := firstArrival + date.Date(day)
			if weekdays>>arrival.Weekday()&1 == 0 || m.shut[park] && winter(arrival) {
				continue
			}
			price := base * season(arrival) * math.Pow(float64(n), .85) * (.95 + .1*rnd.Float64())
			for k := range keys {
				must(s.Set(arrival, n, k, money.Pence(math.Round(price*2))*50, 0))
				price *= step
			}
		}
	}
	return s
}

func winter(d date.Date) bool {
	month := d.Time().Month()
	return month >= time.November || month <= time.February
}

func season(d date.Date) float64 {
	return 1 + .7*math.Exp(-math.Pow(math.Mod(float64(d-date.Of(2026, time.August, 1))+548, 365.25)-182.6, 2)/3000)
}

// allotment makes the units per night for ranges of dates; one range in six is
// sold out.
func (m *market) allotment(unit int) availability.Allotment {
	rnd := rand.New(rand.NewPCG(uint64(unit)+1<<32, uint64(m.units)))
	a := availability.Allotment{First: firstArrival}
	for len(a.Units) < arrivalDays+21 {
		units := 1 + rnd.IntN(6)
		if rnd.IntN(6) == 0 {
			units = 0
		}
		for range 5 + rnd.IntN(30) {
			a.Units = append(a.Units, units)
		}
	}
	return a
}

// encode returns the bytes of every unit type. It uses all cores.
func (m *market) encode() []availability.UnitData {
	unitData := make([]availability.UnitData, m.units)
	parallel(m.units, func(u int) {
		unitData[u] = availability.UnitData{PriceTable: m.priceTable(u).Encode(), Allotment: m.allotment(u).Encode()}
	})
	return unitData
}

// raisePrices returns the bytes of every unit type with each price a pound higher.
func (m *market) raisePrices(unitData []availability.UnitData) []availability.UnitData {
	dearer := slices.Clone(unitData)
	parallel(m.units, func(u int) {
		s, err := availability.DecodePriceTable(unitData[u].PriceTable)
		must(err)
		raised, err := availability.NewPriceTable(s.Thresholds(), firstArrival, arrivalDays)
		must(err)
		for p := range s.All() {
			must(raised.Set(p.Arrival, p.Nights, p.Threshold, p.Price+money.Pounds(1), p.Was))
		}
		dearer[u].PriceTable = raised.Encode()
	})
	return dearer
}

// build builds the index of a market from those bytes.
func (m *market) build(unitData []availability.UnitData) *availability.Index {
	inv := m.inv
	inv.Load = func(units []int, yield func(int, availability.UnitData)) error {
		for _, u := range units {
			yield(u, unitData[u])
		}
		return nil
	}
	ix, err := availability.Build(inv)
	must(err)
	return ix
}

// largest returns the channel with the most unit types.
func (m *market) largest() string {
	count := map[string]int{}
	best := ""
	for _, u := range m.inv.Units {
		count[u.Channel]++
		if count[u.Channel] > count[best] {
			best = u.Channel
		}
	}
	return best
}

// stay is one price, as a row of a table: parties from lo to hi persons pay it.
type stay struct {
	unit, park, region int
	arrival, nights    int // arrival in days from the first
	lo, hi             int
	price              money.Pence
	open               bool
	channel, operator  int
	features           int64
	dogs               bool
}

// stays yields the prices of a unit type as rows.
func (m *market) stays(unit int, s *availability.PriceTable, a availability.Allotment, yield func(*stay)) {
	u := &m.inv.Units[unit]
	row := stay{unit: unit, park: u.Park, channel: m.trade[u.Park], dogs: u.Dogs}
	_, err := fmt.Sscan(m.inv.Parks[u.Park].Region, &row.region)
	must(err)
	_, err = fmt.Sscanf(m.inv.Parks[u.Park].Operator, "OP%d", &row.operator)
	must(err)
	for f := range featureCount {
		if slices.Contains(u.Features, feature(f)) {
			row.features |= 1 << f
		}
	}
	keys := s.Thresholds()
	for p := range s.All() {
		row.arrival, row.nights, row.price = int(p.Arrival-firstArrival), p.Nights, p.Price
		row.lo, row.hi = 1, keys[p.Threshold]
		if p.Threshold > 0 {
			row.lo = keys[p.Threshold-1] + 1
		}
		if p.Threshold == 0 {
			row.open = true
			for night := p.Arrival; night < p.Arrival+date.Date(p.Nights); night++ {
				row.open = row.open && a.At(night) > 0
			}
		}
		yield(&row)
	}
}
