package availability

import (
	"fmt"
	"slices"
	"testing"
)

// Between seeing that a park of more than a word is on sale and reading its
// prices, its last units may be booked.
func TestLargeParkBookedWhileItIsRead(t *testing.T) {
	s, _ := NewSheet([]int{2}, windowStart, window)
	_ = s.Set(windowStart, 3, 0, 10001, 0)
	_ = s.Set(windowStart, 7, 0, 99999, 0)
	stock := Stock{Sheet: s.Encode(), Allotment: Allotment{windowStart, slices.Repeat([]int{1}, window)}.Encode()}
	inv := Inventory{First: windowStart, Days: window, Parks: []Park{{ID: "P1", Region: "12"}}}
	for i := range 100 {
		inv.Units = append(inv.Units, Unit{ID: fmt.Sprint("U", i), Channel: "boats", Stock: stock})
	}
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	g := ix.regions[0].Load()
	r := g.rows[g.nightsIndex(3)*g.days].Load()
	run := search{ix: ix, q: &Query{Sort: ByPriceDesc}, a: &Answer{}, limit: 5, dearer: ^uint32(0), enough: ^uint32(0)}
	match := run.matching(g, 0, g.words)
	before := slices.Clone(match)
	for w := range match {
		g.setOpen(r, w, 0)
	}
	if read := run.largePark(g, r, match, 0, 1, 0, 0); read != 0 || len(run.top) != 0 || !slices.Equal(match, before) {
		t.Fatalf("read %d prices, found %v, struck %x to %x", read, run.top, before, match)
	}
}
