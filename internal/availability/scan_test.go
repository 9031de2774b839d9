package availability

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// crowdedMarket is an inventory of many parks with few different prices and
// names.
func crowdedMarket(t *testing.T) BuildInput {
	inv := market(t, 150, window)
	rnd := rand.New(rand.NewPCG(5, 6))
	for i := range inv.Parks {
		inv.Parks[i].SortName = fmt.Sprint(i % 7)
	}
	for i := range inv.Units {
		s, _ := NewPriceTable([]int{4}, windowStart, window)
		for day := range window {
			if rnd.IntN(5) == 0 {
				_ = s.Set(windowStart+date.Date(day), 3, 0, money.Pence(9900+4001*rnd.IntN(23)), 0)
			}
		}
		inv.Units[i].Data.PriceTable = s.Encode()
	}
	return inv
}

// Most parks are refused because of parks refused before them. None of the
// first page may be among these, in any order.
func TestFirstOfManyParks(t *testing.T) {
	inv := crowdedMarket(t)
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := buildReference(inv)
	if err != nil {
		t.Fatal(err)
	}
	var got, want Answer
	for sort := range ByPriceDesc + 1 {
		for _, limit := range []int{1, 4, 20} {
			for flex := range 4 {
				q := Query{Channel: "boats", Region: []string{AllRegions, "11"}[flex%2], AnyDate: flex == 3, Flex: 2 * flex, Nights: 3, Party: 2, Sort: sort, Limit: limit}
				for q.Date = windowStart; q.Date < windowStart+window; q.Date += 3 {
					ix.Search(&q, &got)
					ref.Search(&q, &want)
					if fmt.Sprint(got.Total, got.Exact, got.Rows) != fmt.Sprint(want.Total, want.Exact, want.Rows) {
						t.Fatalf("%+v\n got %+v\nwant %+v", q, got.Rows, want.Rows)
					}
				}
			}
		}
	}
}

// A park with more slots than a word must be found only once, although its
// words are on sale on different dates.
func TestLargeParkIsFoundOnce(t *testing.T) {
	inv := BuildInput{First: windowStart, Days: window, Parks: []Park{{ID: "P1", Region: "12"}}}
	for i := range 100 {
		s, _ := NewPriceTable([]int{2}, windowStart, window)
		_ = s.Set(windowStart+date.Date(1-i/64), 3, 0, money.Pence(20000-100*i), 0)
		inv.Units = append(inv.Units, Unit{ID: fmt.Sprint("U", i), Channel: "boats",
			Data: UnitData{PriceTable: s.Encode(), Allotment: Allotment{windowStart, slices.Repeat([]int{1}, window)}.Encode()}})
	}
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	var a Answer
	ix.Search(&Query{Channel: "boats", Region: "12", Date: windowStart, Flex: 2, Nights: 3, Party: 2, Limit: 9}, &a)
	if a.Total != 1 || len(a.Rows) != 1 || a.Rows[0].Unit != 99 || a.Rows[0].Units != 36 {
		t.Fatalf("found %d parks: %+v", a.Total, a.Rows)
	}
}

// The last units of such a park may be booked after the search has seen that it
// is on sale, and before it reads the prices.
func TestLargeParkBookedWhileItIsRead(t *testing.T) {
	s, _ := NewPriceTable([]int{2}, windowStart, window)
	_ = s.Set(windowStart, 3, 0, 10001, 0)
	_ = s.Set(windowStart, 7, 0, 99999, 0)
	stock := UnitData{PriceTable: s.Encode(), Allotment: Allotment{windowStart, slices.Repeat([]int{1}, window)}.Encode()}
	inv := BuildInput{First: windowStart, Days: window, Parks: []Park{{ID: "P1", Region: "12"}}}
	for i := range 100 {
		inv.Units = append(inv.Units, Unit{ID: fmt.Sprint("U", i), Channel: "boats", Data: stock})
	}
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	g := ix.regions[0].Load()
	r := g.rows[g.nightsIndex(3)*g.days].Load()
	run := search{ix: ix, query: &Query{Sort: ByPriceDesc}, answer: &Answer{}, limit: 5, dearer: ^uint32(0), enough: ^uint32(0)}
	match := run.matching(g, 0, g.words)
	before := slices.Clone(match)
	for w := range match {
		g.setOpen(r, w, 0)
	}
	if read := run.largePark(g, r, match, 0, 1, 0, 0); read != 0 || len(run.top) != 0 || !slices.Equal(match, before) {
		t.Fatalf("read %d prices, found %v, struck %x to %x", read, run.top, before, match)
	}
}
