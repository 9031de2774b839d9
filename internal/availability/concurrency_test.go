package availability

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// market returns a larger inventory, which is always the same.
func market(t testing.TB, parks, days int) BuildInput {
	rnd := rand.New(rand.NewPCG(7, 11))
	inv := BuildInput{First: windowStart, Days: days, HiddenRegions: []string{"15"}}
	for p := range parks {
		inv.Parks = append(inv.Parks, Park{fmt.Sprint("P", p), fmt.Sprint(rnd.IntN(1000)), fmt.Sprint(10 + p%6), fmt.Sprint("O", p%5)})
		units := 1 + rnd.IntN(4)
		if p == 7 { // more slots than a word has bits
			units = 40
		}
		for range units {
			inv.Units = append(inv.Units, Unit{
				ID: fmt.Sprint("U", len(inv.Units)), Channel: allChannels[p%2], Park: p, Dogs: rnd.IntN(2) == 0,
				Features: allFeatures[:rnd.IntN(3)], Offers: allOffers[:rnd.IntN(3)],
				Data: UnitData{PriceTable: marketTable(t, rnd, len(inv.Units), days).Encode(), Allotment: marketAllotment(rnd, days).Encode()},
			})
		}
	}
	return inv
}

// marketThresholds returns the thresholds of a unit type.
func marketThresholds(unit int) []int { return [][]int{{2, 4, 6}, {4, 8}, {2, 3, 5}}[unit%3] }

func marketTable(t testing.TB, rnd *rand.Rand, unit, days int) *PriceTable {
	s, err := NewPriceTable(marketThresholds(unit), windowStart, days)
	if err != nil {
		t.Fatal(err)
	}
	for day := range days {
		for _, nights := range []int{3, 4, 7} {
			if rnd.IntN(3) > 0 {
				continue
			}
			for k := range s.Thresholds() {
				if err := s.Set(windowStart+date.Date(day), nights, k, money.Pence(9900+100*rnd.IntN(900)), 0); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return s
}

func marketAllotment(rnd *rand.Rand, days int) Allotment {
	a := Allotment{First: windowStart}
	for range days + 7 {
		a.Units = append(a.Units, 1+rnd.IntN(3))
	}
	return a
}

func marketChange(t testing.TB, rnd *rand.Rand, inv *BuildInput) Change {
	ch := Change{Unit: rnd.IntN(len(inv.Units))}
	night := windowStart + date.Date(rnd.IntN(inv.Days))
	switch rnd.IntN(20) {
	case 0:
		ch.PriceTable = marketTable(t, rnd, ch.Unit, inv.Days).Encode()
	case 1:
		ch.Allotment = marketAllotment(rnd, inv.Days).Encode()
	case 2: // prices in pence, which need a table of codes and fill its gaps
		stay := Stay{Arrival: windowStart + date.Date(rnd.IntN(inv.Days)), Nights: 3 + rnd.IntN(2)}
		if rnd.IntN(9) == 0 { // perhaps a new duration, for which the region must be rebuilt
			stay.Nights += rnd.IntN(9)
		}
		for range marketThresholds(ch.Unit) {
			stay.Prices = append(stay.Prices, uint32(9900+rnd.IntN(90000)))
		}
		ch.Prices = []Stay{stay}
	default:
		for d := range date.Date(1 + rnd.IntN(7)) {
			ch.Booked = append(ch.Booked, BookedNight{night + d, rnd.IntN(4)})
		}
	}
	return ch
}

// Readers run at the same time as the writer, under the race detector.
// Afterwards the index must contain exactly the changes.
func TestReadersDuringWrites(t *testing.T) {
	inv := market(t, 40, 60)
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	var done atomic.Bool
	var readers sync.WaitGroup
	for i := range 3 {
		readers.Go(func() { readAll(t, ix, uint64(i), &done) })
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var all []Change
	for range 150 {
		var batch []Change
		for range 1 + rnd.IntN(5) {
			batch = append(batch, marketChange(t, rnd, &inv))
		}
		if err := ix.Apply(batch); err != nil {
			t.Fatal(err)
		}
		all = append(all, batch...)
	}
	done.Store(true)
	readers.Wait()
	sameAsReference(t, ix, inv, all)
}

// sameAsReference compares an index with a reference that got the same changes.
func sameAsReference(t *testing.T, ix *Index, inv BuildInput, all []Change) {
	t.Helper()
	ref, err := buildReference(inv)
	if err != nil {
		t.Fatal(err)
	}
	if err := ref.Apply(all); err != nil {
		t.Fatal(err)
	}
	for nights := range 8 {
		q := Query{Channel: "boats", Region: AllRegions, Date: windowStart + 20, Flex: 7, Nights: nights, Party: 3, Limit: 99}
		var got, want Answer
		ix.Search(&q, &got)
		ref.Search(&q, &want)
		if fmt.Sprint(got.Rows) != fmt.Sprint(want.Rows) {
			t.Fatalf("%d nights:\n got %v\nwant %v", nights, got.Rows, want.Rows)
		}
		c := CalendarQuery{Channel: "boats", Region: AllRegions, Nights: nights, Party: 3}
		if got, want := fmt.Sprint(ix.Calendar(c, nil)), fmt.Sprint(ref.Calendar(c, nil)); got != want {
			t.Fatalf("calendar of %d nights:\n got %v\nwant %v", nights, got, want)
		}
	}
}

// A renewal shares memory with the previous index, which readers still use.
func TestReadersUseTheOldIndexDuringARenewal(t *testing.T) {
	inv := market(t, 40, 60)
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	var done atomic.Bool
	var readers sync.WaitGroup
	rnd := rand.New(rand.NewPCG(4, 2))
	var all []Change
	for round := range 6 {
		if round < 3 {
			readers.Go(func() { readAll(t, ix, uint64(round), &done) })
		}
		units := []int{rnd.IntN(len(inv.Units)), rnd.IntN(len(inv.Units))}
		old := ix
		renewal, err := old.Renew(units, old.Version()+1<<15, func(wanted []int, yield func(int, UnitData)) error {
			for _, unit := range wanted {
				table, allotment, booked := old.UnitData(unit)
				data := UnitData{Allotment: allotment.Encode(), Booked: booked}
				if table != nil {
					data.PriceTable = table.Encode()
				}
				yield(unit, data)
			}
			return nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		renewal.Finish()
		ix = renewal.Index()
		for range 20 {
			change := []Change{marketChange(t, rnd, &inv)}
			if err := ix.Apply(change); err != nil {
				t.Fatal(err)
			}
			all = append(all, change...)
		}
	}
	done.Store(true)
	readers.Wait()
	sameAsReference(t, ix, inv, all)
}

func readAll(t *testing.T, ix *Index, seed uint64, done *atomic.Bool) {
	rnd := rand.New(rand.NewPCG(seed, 3))
	var a Answer
	for !done.Load() {
		q := Query{Channel: "boats", Region: AllRegions, Date: windowStart + date.Date(rnd.IntN(60)), AnyDate: rnd.IntN(9) == 0,
			Flex: rnd.IntN(8), Nights: 3 + rnd.IntN(2), Party: 1 + rnd.IntN(8), Dogs: rnd.IntN(2) == 0,
			Sort: Sort(rnd.IntN(3)), Limit: 1 + rnd.IntN(20)}
		ix.Search(&q, &a)
		for _, r := range a.Rows {
			if r.Price < 9900 || r.Left < 1 || r.Units < 1 {
				t.Errorf("%+v found %+v", q, r)
			}
		}
		ix.Calendar(CalendarQuery{Channel: "boats", Region: "11", Nights: q.Nights, Party: q.Party, Dogs: q.Dogs}, nil)
		ix.ParkWindow(&WindowQuery{Park: fmt.Sprint("P", rnd.IntN(40)), From: q.Date, To: q.Date + 7, Party: 2}, nil)
		ix.LateDeals("boats", nil)
		ix.MinPrices(MinPricesQuery{Channel: "boats", Nights: 3}, func(*MinPrice) {})
		ix.NightsOptions("boats", AllRegions)
		ix.Left(rnd.IntN(40), q.Date, 3)
		ix.Offer(rnd.IntN(40), q.Date, 3, 2)
	}
}

// The cost of a search is counted, not timed: it reads each price in its count
// exactly once, and allocates nothing.
func TestASearchReadsEachPriceOnceAndAllocatesNothing(t *testing.T) {
	ix, err := Build(market(t, 200, 60))
	if err != nil {
		t.Fatal(err)
	}
	queries := []Query{
		{Channel: "boats", Region: AllRegions, Date: windowStart + 20, Flex: 7, Nights: 7, Party: 2, Limit: 2000},
		{Channel: "boats", Region: "11", Date: windowStart + 20, Flex: 14, Nights: 3, Party: 4, Dogs: true, Limit: 2000},
		{Channel: "boats", Region: AllRegions, Date: windowStart + 20, Nights: 3, Party: 4, Limit: 2000,
			Features: []string{"pool"}, Operators: []string{"O1", "O3"}, Offers: []string{"OFF1"}},
		{Channel: "ukcaravan", Park: "P4", Date: windowStart + 20, Flex: 7, Nights: 3, Party: 4, Limit: 2000},
	}
	var a Answer
	for _, q := range queries {
		ix.Search(&q, &a)
		units := 0
		for _, r := range a.Rows {
			units += r.Units
		}
		if a.Read != units || a.Total != len(a.Rows) || units == 0 {
			t.Errorf("%+v read %d prices of %d unit types at %d parks", q, a.Read, units, a.Total)
		}
		any := q
		any.AnyDate = true
		few := q
		few.Limit, few.Sort = 5, ByPrice
		for _, q := range []Query{q, any, few} {
			if n := testing.AllocsPerRun(20, func() { ix.Search(&q, &a) }); n != 0 {
				t.Errorf("%+v allocates %v times", q, n)
			}
		}
	}
	days := make([]Day, 0, 60)
	if n := testing.AllocsPerRun(20, func() {
		ix.Calendar(CalendarQuery{Channel: "boats", Region: AllRegions, Nights: 3, Party: 2}, days)
		ix.Offer(3, windowStart+9, 3, 2)
		ix.Left(3, windowStart+9, 3)
	}); n != 0 {
		t.Errorf("calendar and a single offer allocate %v times", n)
	}
}
