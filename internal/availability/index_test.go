package availability

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"

	"pgregory.net/rapid"
)

const window = 30

var (
	windowStart = date.Of(2026, 11, 22)
	allChannels = []string{"ukcaravan", "boats"}
	allRegions  = []string{"12", "15", "9"}
	allOps      = []string{"HAV", "PAR", "AWA"}
	allOffers   = []string{"OFF1", "OFF2"}
	allFeatures = []string{"pool", "sea"}
	allNights   = []int{1, 2, 3, 4, 7, 21}
)

// pair is an index with the reference with which it must agree.
type pair struct {
	ix  *Index
	ref *reference
	inv BuildInput
}

func drawStock(t *rapid.T) UnitData {
	var s UnitData
	if rapid.IntRange(0, 9).Draw(t, "sells") > 0 {
		s.PriceTable = drawTable(t, windowStart, window).Encode()
	}
	s.Allotment = drawAllotment(t).Encode()
	for range rapid.IntRange(0, 3).Draw(t, "taken") {
		s.Booked = append(s.Booked, drawTaken(t))
	}
	return s
}

func drawAllotment(t *rapid.T) Allotment {
	a := Allotment{First: windowStart + date.Date(rapid.IntRange(-2, 2).Draw(t, "from"))}
	for len(a.Units) < window+25 {
		units := rapid.SampledFrom([]int{0, 1, 1, 2, 2, 2, 126, 127, 300}).Draw(t, "units")
		for range rapid.SampledFrom([]int{40, 20, 9, 4, 1}).Draw(t, "run") {
			a.Units = append(a.Units, units)
		}
	}
	return a
}

// drawTaken generates small numbers mostly, and sometimes numbers for which the
// units left are near the limits of 8 bits.
func drawTaken(t *rapid.T) BookedNight {
	units := rapid.SampledFrom([]int{0, 0, 1, 1, 2, 3, 127, 128, 129, 172, 173, 500}).Draw(t, "units taken")
	return BookedNight{windowStart + date.Date(rapid.IntRange(-1, window+22).Draw(t, "night")), units}
}

// drawCharges generates what some unit types charge.
func drawCharges(t *rapid.T) (charges money.Rates) {
	for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "charges") {
		charges = append(charges, money.Rate{
			Amount:   money.Pence(rapid.SampledFrom([]int{0, 50, 1999, 20000}).Draw(t, "charge")),
			PerNight: rapid.Bool().Draw(t, "per night"), PerPerson: rapid.Bool().Draw(t, "per person"), PerDog: rapid.Bool().Draw(t, "per dog"),
		})
	}
	return charges
}

// drawLevies generates what is levied on some unit types.
func drawLevies(t *rapid.T) (levies money.Levies) {
	for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "levies") {
		l := money.Levy{Nights: rapid.IntRange(0, 5).Draw(t, "nights that count"), Exempt: money.Pence(rapid.IntRange(0, 1).Draw(t, "fee") * 1500)}
		if l.Amount = money.Pence(rapid.SampledFrom([]int{0, 75, 130}).Draw(t, "levy")); l.Amount == 0 {
			l.Percent = money.Percent(rapid.IntRange(1, 2000).Draw(t, "percent"))
		}
		l.Min, l.Max = money.Pence(rapid.SampledFrom([]int{0, 0, 500}).Draw(t, "least")), money.Pence(rapid.SampledFrom([]int{0, 0, 2000}).Draw(t, "most"))
		if rapid.Bool().Draw(t, "dated") {
			l.First = windowStart + date.Date(rapid.IntRange(0, window).Draw(t, "from"))
			l.Last = l.First + date.Date(rapid.IntRange(0, window).Draw(t, "for"))
		}
		levies = append(levies, l)
	}
	return levies
}

func drawSome(t *rapid.T, from []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(from), func(string) bool { return rapid.Bool().Draw(t, name) })
}

func drawPair(t *rapid.T) *pair {
	p := &pair{inv: BuildInput{First: windowStart, Days: window, HiddenRegions: []string{"15"}}}
	for i := range rapid.IntRange(1, 6).Draw(t, "parks") {
		p.inv.Parks = append(p.inv.Parks, Park{
			ID:       fmt.Sprintf("P%d", 9-i),
			SortName: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name"),
			Region:   rapid.SampledFrom(allRegions).Draw(t, "region"),
			Operator: rapid.SampledFrom(allOps).Draw(t, "operator"),
		})
	}
	for i := range rapid.IntRange(1, 30).Draw(t, "unit types") {
		p.inv.Units = append(p.inv.Units, Unit{
			ID:       fmt.Sprint("U", i),
			Channel:  rapid.SampledFrom(allChannels).Draw(t, "channel"),
			Park:     rapid.IntRange(0, len(p.inv.Parks)-1).Draw(t, "park"),
			Dogs:     rapid.Bool().Draw(t, "dogs"),
			Charges:  drawCharges(t),
			Levies:   drawLevies(t),
			Features: drawSome(t, allFeatures, "no feature"),
			Offers:   drawSome(t, allOffers, "no offer"),
			Data:     drawStock(t),
		})
	}
	if rapid.IntRange(0, 3).Draw(t, "crowded") == 0 {
		p.crowd(t)
	}
	var err error
	if p.ix, err = Build(p.inv); err != nil {
		t.Fatal(err)
	}
	if p.ref, err = buildReference(p.inv); err != nil {
		t.Fatal(err)
	}
	return p
}

// crowd gives one park so many similar unit types that its slots may need more
// than one word.
func (p *pair) crowd(t *rapid.T) {
	stocks := []UnitData{drawStock(t), drawStock(t)}
	park, channel := rapid.IntRange(0, len(p.inv.Parks)-1).Draw(t, "crowded park"), rapid.SampledFrom(allChannels).Draw(t, "crowded channel")
	for i := range rapid.IntRange(20, 90).Draw(t, "crowd") {
		p.inv.Units = append(p.inv.Units, Unit{
			ID: fmt.Sprint("C", i), Channel: channel, Park: park, Dogs: i/32%2 == 1, Features: allFeatures[:i%len(allFeatures)], Data: stocks[i/30%2],
		})
	}
}

// change applies random changes to both.
func (p *pair) change(t *rapid.T) {
	p.changeBy(t, p.ix.Apply)
	if rapid.IntRange(0, 9).Draw(t, "midnight") == 0 {
		first := windowStart + date.Date(rapid.IntRange(0, 5).Draw(t, "days gone"))
		p.ix.HideBefore(first)
		p.ref.HideBefore(first)
	}
}

// renew gives some unit types new data by a Renewal, with other changes in
// between, as the follower does.
func (p *pair) renew(t *rapid.T) {
	fresh := map[int]UnitData{}
	var units []int
	for range rapid.IntRange(0, 3).Draw(t, "renewed") {
		unit := rapid.IntRange(0, len(p.inv.Units)-1).Draw(t, "unit")
		fresh[unit] = drawStock(t)
		units = append(units, unit)
	}
	renewal, err := p.ix.Renew(units, p.ix.Version()+1<<20, func(wanted []int, yield func(int, UnitData)) error {
		for _, unit := range wanted {
			data := UnitData{}
			table, allotment, booked := p.ref.Stock(unit)
			if table != nil {
				data.PriceTable = table.Encode()
			}
			data.Allotment, data.Booked = allotment.Encode(), booked
			if new, ok := fresh[unit]; ok {
				data.PriceTable, data.Allotment = new.PriceTable, new.Allotment
			}
			yield(unit, data)
		}
		return nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for unit, data := range fresh {
		if data.PriceTable == nil {
			data.PriceTable = []byte{}
		}
		if err := p.ref.Apply([]Change{{Unit: unit, PriceTable: data.PriceTable, Allotment: data.Allotment}}); err != nil {
			t.Fatal(err)
		}
	}
	p.changeBy(t, func(changes []Change) error {
		var old, new []Change
		for _, ch := range changes {
			if renewal.Rebuilds(ch.Unit) {
				new = append(new, ch)
			} else {
				old = append(old, ch)
			}
		}
		return errors.Join(p.ix.Apply(old), renewal.Index().Apply(new))
	})
	renewal.Finish()
	p.ix = renewal.Index()
}

// changeBy applies random changes to the index by a function, and to the
// reference.
func (p *pair) changeBy(t *rapid.T, apply func([]Change) error) {
	var changes []Change
	tables := map[int]*PriceTable{}
	for range rapid.IntRange(1, 5).Draw(t, "changes") {
		unit := rapid.IntRange(0, len(p.inv.Units)-1).Draw(t, "unit")
		ch := Change{Unit: unit}
		if _, ok := tables[unit]; !ok {
			tables[unit] = p.ref.stock[unit].table
		}
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			tables[unit] = drawTable(t, windowStart, window)
			ch.PriceTable = tables[unit].Encode()
		case 1: // the same thresholds and durations: no rebuilding
			if s := tables[unit]; s != nil {
				fresh := s.Trim(windowStart, window)
				for range rapid.IntRange(1, 10).Draw(t, "prices") {
					setRandom(t, fresh)
				}
				ch.PriceTable, tables[unit] = fresh.Encode(), fresh
			}
		case 2:
			// Single prices of a unit type that charges by person are not given: its slots
			// have thresholds of their own.
			if s := tables[unit]; s != nil && !p.inv.Units[unit].charges(nil).perPerson() {
				for range rapid.IntRange(1, 3).Draw(t, "stays") {
					ch.Prices = append(ch.Prices, drawStay(t, len(s.thresholds)))
				}
			}
		case 3:
			ch.Allotment = drawAllotment(t).Encode()
		case 4:
			for range rapid.IntRange(1, 3).Draw(t, "taken") {
				ch.Booked = append(ch.Booked, drawTaken(t))
			}
		case 5:
			if rapid.IntRange(0, 4).Draw(t, "withdraw") == 0 {
				ch.PriceTable, tables[unit] = []byte{}, nil
			}
		}
		changes = append(changes, ch)
	}
	version := p.ix.Version()
	if err := apply(changes); err != nil {
		t.Fatal(err)
	}
	if p.ix.Version() <= version {
		t.Fatal("the version did not move")
	}
	if err := p.ref.Apply(changes); err != nil {
		t.Fatal(err)
	}
}

func drawStay(t *rapid.T, thresholds int) Stay {
	s := Stay{Arrival: windowStart + date.Date(rapid.IntRange(0, window-1).Draw(t, "arrival")), Nights: rapid.SampledFrom(allNights).Draw(t, "nights")}
	for range thresholds {
		s.Prices = append(s.Prices, uint32(rapid.SampledFrom([]int{0, 9900, 9950, 10001, 12345, 77777}).Draw(t, "price")))
		s.Was = append(s.Was, uint32(rapid.SampledFrom([]int{0, 0, 30000}).Draw(t, "was")))
	}
	if rapid.Bool().Draw(t, "no earlier prices") {
		s.Was = nil
	}
	return s
}

// checkInvariant checks that index and reference give the same answers before and after
// changes.
func checkInvariant(t *testing.T, name string, check func(t *rapid.T, p *pair)) {
	t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
		p := drawPair(t)
		check(t, p)
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			if rapid.IntRange(0, 2).Draw(t, "renew") == 0 {
				p.renew(t)
			} else {
				p.change(t)
			}
			check(t, p)
		}
	}))
}

func same(t *rapid.T, asked, got, want any) {
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Fatalf("%+v\n got %+v\nwant %+v", asked, got, want)
	}
}

func drawRegion(t *rapid.T) string {
	return rapid.SampledFrom(append([]string{AllRegions, "none"}, allRegions...)).Draw(t, "asked region")
}

func drawDate(t *rapid.T) date.Date {
	return windowStart + date.Date(rapid.IntRange(-3, window+3).Draw(t, "asked date"))
}

func drawQuery(t *rapid.T) Query {
	q := Query{
		Channel: rapid.SampledFrom(append(allChannels, "none")).Draw(t, "asked channel"),
		Region:  drawRegion(t),
		Date:    drawDate(t),
		AnyDate: rapid.IntRange(0, 3).Draw(t, "any date") == 0,
		Flex:    rapid.SampledFrom([]int{0, 1, 7, 14}).Draw(t, "flex"),
		Nights:  rapid.SampledFrom(allNights).Draw(t, "asked nights"),
		Party:   rapid.IntRange(1, 10).Draw(t, "party"),
		Dogs:    rapid.Bool().Draw(t, "with dogs"),
		Sort:    Sort(rapid.IntRange(0, 2).Draw(t, "sort")),
		Limit:   rapid.SampledFrom([]int{0, 1, 2, 3, 100}).Draw(t, "limit"),
	}
	if rapid.Bool().Draw(t, "some arrivals") {
		q.Arrivals = []date.Date{}
		for day := range date.Date(window) {
			if rapid.IntRange(0, 3).Draw(t, "arrives") == 0 {
				q.Arrivals = append(q.Arrivals, windowStart+day)
			}
		}
	}
	q.Reduced = rapid.IntRange(0, 2).Draw(t, "reduced") == 0
	if rapid.IntRange(0, 3).Draw(t, "one park") == 0 {
		q.Park = fmt.Sprint("P", rapid.IntRange(3, 9).Draw(t, "asked park"))
	}
	if rapid.IntRange(0, 2).Draw(t, "filtered") == 0 {
		q.Features = drawSome(t, append(allFeatures, "unknown"), "not asked")
		q.Operators = drawSome(t, append(allOps, "unknown"), "not asked")
		q.Offers = drawSome(t, append(allOffers, "unknown"), "not asked")
	}
	if rapid.IntRange(0, 2).Draw(t, "some parks") == 0 {
		wanted := rapid.Uint64().Draw(t, "which parks")
		q.In = func(park int) bool { return wanted>>(park&63)&1 == 1 }
	}
	return q
}

func TestSearchAgreesWithTheReference(t *testing.T) {
	checkInvariant(t, "[AVAIL-17] [AVAIL-18] search finds what the reference finds", func(t *rapid.T, p *pair) {
		var got, want Answer
		for range 10 {
			q := drawQuery(t)
			p.ix.Search(&q, &got)
			p.ref.Search(&q, &want)
			same(t, q, []any{got.Total, got.Exact}, []any{want.Total, want.Exact})
			if len(got.Rows)+len(want.Rows) > 0 {
				same(t, q, got.Rows, want.Rows)
			}
		}
	})
}

func TestCalendarAgreesWithTheReference(t *testing.T) {
	checkInvariant(t, "[AVAIL-18] [AVAIL-19] [CAL-06] the calendar has the cheapest price per date and the cheapest day of the week", func(t *rapid.T, p *pair) {
		for range 6 {
			q := CalendarQuery{
				Channel: "ukcaravan", Region: drawRegion(t), Nights: rapid.SampledFrom(allNights).Draw(t, "nights"),
				Party: rapid.IntRange(1, 10).Draw(t, "party"), Dogs: rapid.Bool().Draw(t, "dogs"),
			}
			same(t, q, p.ix.Calendar(q, nil), p.ref.Calendar(q, nil))
		}
	})
}

func TestParkWindowAgreesWithTheReference(t *testing.T) {
	checkInvariant(t, "a park sells in a window what the reference sells", func(t *rapid.T, p *pair) {
		for range 6 {
			q := WindowQuery{
				Park:    fmt.Sprint("P", rapid.IntRange(3, 9).Draw(t, "park")),
				Channel: rapid.SampledFrom([]string{"", "boats"}).Draw(t, "channel"),
				From:    drawDate(t), To: drawDate(t),
				Nights: rapid.SampledFrom([]int{0, 3, 7}).Draw(t, "nights"),
				Party:  rapid.IntRange(1, 10).Draw(t, "party"), Dogs: rapid.Bool().Draw(t, "dogs"),
				Offers: drawSome(t, allOffers, "not asked"),
			}
			same(t, q, p.ix.ParkWindow(&q, nil), p.ref.ParkWindow(&q, nil))
		}
	})
	checkInvariant(t, "the first arrivals of a park are the first of what it sells", func(t *rapid.T, p *pair) {
		park, party := fmt.Sprint("P", rapid.IntRange(3, 9).Draw(t, "park")), rapid.IntRange(1, 10).Draw(t, "party")
		arrivals := rapid.SampledFrom([][]date.Date{nil, {windowStart + 3, windowStart + 5, windowStart + 40}, {}}).Draw(t, "arrivals")
		first := map[int]date.Date{}
		q := WindowQuery{Park: park, Channel: "boats", From: windowStart, To: windowStart + window, Party: party}
		for _, offer := range p.ref.ParkWindow(&q, nil) {
			wanted := arrivals == nil || slices.Contains(arrivals, offer.Date)
			if day, ok := first[offer.Nights]; wanted && (!ok || offer.Date < day) {
				first[offer.Nights] = offer.Date
			}
		}
		same(t, q, maps.Collect(p.ix.FirstArrivals("boats", park, party, arrivals)), first)
	})
	checkInvariant(t, "no nights at all, also after the last one", func(t *rapid.T, p *pair) {
		for _, d := range []date.Date{p.ix.first, p.ix.first + date.Date(p.ix.nights)} {
			same(t, d, p.ix.Left(0, d, 0), p.ref.Left(0, d, 0))
		}
	})
	checkInvariant(t, "a single offer and what is left of it", func(t *rapid.T, p *pair) {
		for range 20 {
			unit, d := rapid.IntRange(0, len(p.inv.Units)-1).Draw(t, "unit"), windowStart+date.Date(rapid.IntRange(0, window-1).Draw(t, "arrival"))
			n, party := rapid.SampledFrom(allNights).Draw(t, "nights"), rapid.IntRange(1, 10).Draw(t, "party")
			got, ok := p.ix.Offer(unit, d, n, party)
			want, wantOK := p.ref.offer(unit, d, n, party, false)
			same(t, unit, ok, wantOK)
			if ok {
				same(t, unit, got, want)
			}
			same(t, unit, p.ix.Left(unit, d, n), p.ref.Left(unit, d, n))
		}
	})
}

func minPricesOf(ask func(yield func(*MinPrice))) (all []MinPrice) {
	ask(func(m *MinPrice) {
		entry := *m
		entry.Thresholds, entry.Prices = slices.Clone(m.Thresholds), slices.Clone(m.Prices)
		all = append(all, entry)
	})
	return all
}

func TestMinimumPricesAgreeWithTheReference(t *testing.T) {
	checkInvariant(t, "[AVAIL-05] [AVAIL-06] minimum prices by region, date, nights, pets and threshold", func(t *rapid.T, p *pair) {
		for range 4 {
			q := MinPricesQuery{
				Channel: "ukcaravan",
				Region:  rapid.SampledFrom([]string{"", AllRegions, "12", "none"}).Draw(t, "region"),
				Nights:  rapid.SampledFrom([]int{0, 3, 7}).Draw(t, "nights"),
				Date:    drawDate(t), OneDate: rapid.Bool().Draw(t, "one date"),
			}
			got := minPricesOf(func(y func(*MinPrice)) { p.ix.MinPrices(q, y) })
			want := minPricesOf(func(y func(*MinPrice)) { p.ref.MinPrices(q, y) })
			same(t, q, got, want)
		}
	})
	checkInvariant(t, "minimum prices and nights of a region with some parks of others", func(t *rapid.T, p *pair) {
		for range 4 {
			parks := rapid.SampledFrom([]int{0, 1, 2, 5, 1 << 20}).Draw(t, "every so many parks")
			q := MinPricesQuery{
				Channel: "ukcaravan",
				Region:  rapid.SampledFrom([]string{"12", "9", "none"}).Draw(t, "region"),
				Nights:  rapid.SampledFrom([]int{0, 3, 7}).Draw(t, "nights"),
				Date:    drawDate(t), OneDate: rapid.Bool().Draw(t, "one date"),
				Also: func(park int) bool { return parks > 0 && park%parks == 0 },
			}
			got := minPricesOf(func(y func(*MinPrice)) { p.ix.MinPrices(q, y) })
			want := minPricesOf(func(y func(*MinPrice)) { p.ref.MinPrices(q, y) })
			same(t, q.Region, got, want)
			same(t, q.Region, p.ix.NightsWith(q.Channel, q.Region, q.Also), p.ref.NightsWith(q.Channel, q.Region, q.Also))
		}
	})
	checkInvariant(t, "minimum prices of a park", func(t *rapid.T, p *pair) {
		park := fmt.Sprint("P", rapid.IntRange(3, 9).Draw(t, "park"))
		got := minPricesOf(func(y func(*MinPrice)) { p.ix.ParkMinPrices("ukcaravan", park, y) })
		want := minPricesOf(func(y func(*MinPrice)) { p.ref.ParkMinPrices("ukcaravan", park, y) })
		same(t, park, got, want)
	})
	checkInvariant(t, "[AVAIL-08] late deals: the cheapest of each date, of equals the smallest park code", func(t *rapid.T, p *pair) {
		same(t, "late deals", p.ix.LateDeals("ukcaravan", nil), p.ref.LateDeals("ukcaravan", nil))
	})
	checkInvariant(t, "[AVAIL-01] [AVAIL-10] nights per region are those with a price", func(t *rapid.T, p *pair) {
		for _, r := range []string{AllRegions, "12", "9"} {
			same(t, r, p.ix.NightsOptions("ukcaravan", r), p.ref.NightsOptions("ukcaravan", r))
		}
	})
	checkInvariant(t, "[AVAIL-04] months are those with a price, ascending", func(t *rapid.T, p *pair) {
		same(t, "months", p.ix.Months("boats"), p.ref.Months("boats"))
	})
}

func TestUnitDataRoundTrip(t *testing.T) {
	checkInvariant(t, "prices, allotment and nights taken read back as they were given", func(t *rapid.T, p *pair) {
		for unit := range p.inv.Units {
			s, a, taken := p.ix.UnitData(unit)
			s2, a2, taken2 := p.ref.Stock(unit)
			same(t, unit, s != nil && s.Count() > 0, s2 != nil && s2.Count() > 0)
			if s != nil && s2 != nil && !s.Equal(s2) {
				t.Fatalf("unit type %d: prices\n got %v\nwant %v", unit, slices.Collect(s.All()), slices.Collect(s2.All()))
			}
			if !a.Equal(a2) {
				t.Fatalf("unit type %d: allotment %v, want %v", unit, a, a2)
			}
			taken2 = slices.DeleteFunc(taken2, func(t BookedNight) bool { return t.Night < windowStart || t.Night >= windowStart+window+MaxNights })
			same(t, unit, taken, taken2)
		}
	})
}

func TestChangesThatCannotBeRead(t *testing.T) {
	s, _ := NewPriceTable([]int{2, 4}, windowStart, window)
	_ = s.Set(windowStart, 3, 1, 10000, 0)
	inv := BuildInput{First: windowStart, Days: window, Parks: []Park{{ID: "P1", Region: "12"}}, Units: []Unit{{ID: "U1", Channel: "boats",
		Data: UnitData{PriceTable: s.Encode(), Allotment: Allotment{windowStart, slices.Repeat([]int{1}, window)}.Encode()}}}}
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	good := Change{Prices: []Stay{{Arrival: windowStart, Nights: 3, Prices: []uint32{9000, 9900}}}}
	for _, bad := range []Change{
		{Unit: 1}, {Unit: -1}, {PriceTable: []byte{9}}, {Allotment: []byte{9}},
		{Prices: []Stay{{Arrival: windowStart - 1, Nights: 3, Prices: []uint32{1, 1}}}},
		{Prices: []Stay{{Arrival: windowStart, Nights: 0, Prices: []uint32{1, 1}}}},
		{Prices: []Stay{{Arrival: windowStart, Nights: 3, Prices: []uint32{1}}}},
		{Prices: []Stay{{Arrival: windowStart, Nights: 3, Prices: []uint32{1, 1 << 31}}}},
	} {
		if err := ix.Apply([]Change{bad, good}); err == nil {
			t.Errorf("%+v: no error", bad)
		}
		if o, ok := ix.Offer(0, windowStart, 3, 3); !ok || o.Price != 9900 {
			t.Errorf("after %+v the good change is missing: %+v", bad, o)
		}
	}
	inv.Units[0].Data.PriceTable = []byte{1, 2}
	if _, err := Build(inv); err == nil {
		t.Error("a cut table was built")
	}
}
