package availability

import (
	"slices"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// A region with more different prices than 16-bit codes uses pence.
func TestMorePricesThanCodes(t *testing.T) {
	s, _ := NewPriceTable([]int{2, 4, 6, 8}, windowStart, 700)
	n := money.Pence(0)
	for day := range 700 {
		for nights := 1; nights <= 30; nights++ {
			for k := range 4 {
				n++
				_ = s.Set(windowStart+date.Date(day), nights, k, 10000+n, 0)
			}
		}
	}
	inv := BuildInput{First: windowStart, Days: 700, Parks: []Park{{ID: "P1", Region: "12"}}, Units: []Unit{{ID: "U1", Channel: "boats",
		Data: UnitData{PriceTable: s.Encode(), Allotment: Allotment{windowStart, slices.Repeat([]int{1}, 763)}.Encode()}}}}
	ix, err := Build(inv)
	if err != nil {
		t.Fatal(err)
	}
	got, _, _ := ix.UnitData(0)
	if !got.Equal(s) {
		t.Fatal("the prices came back changed")
	}
}

// New prices get codes, as whole steps or in the gaps of a table, until the
// region must be rebuilt.
func TestNewPricesGetCodes(t *testing.T) {
	for name, dearest := range map[string]money.Pence{"steps of a pound": 500000, "steps of a penny": 65535, "a table": 9999999} {
		t.Run(name, func(t *testing.T) {
			s, _ := NewPriceTable([]int{2}, windowStart, window)
			_ = s.Set(windowStart, 3, 0, 10000, 0)
			_ = s.Set(windowStart, 7, 0, dearest, 0)
			inv := BuildInput{First: windowStart, Days: window, Parks: []Park{{ID: "P1", Region: "12"}}, Units: []Unit{{ID: "U1", Channel: "boats",
				Data: UnitData{PriceTable: s.Encode(), Allotment: Allotment{windowStart, slices.Repeat([]int{1}, window)}.Encode()}}}}
			ix, err := Build(inv)
			if err != nil {
				t.Fatal(err)
			}
			for i := range uint32(3000) {
				price := 5000 + i*7919%10007
				if err := ix.Apply([]Change{{Prices: []Stay{{Arrival: windowStart, Nights: 3, Prices: []uint32{price}}}}}); err != nil {
					t.Fatal(err)
				}
				days := ix.Calendar(CalendarQuery{Channel: "boats", Region: AllRegions, Nights: 3, Party: 2}, nil)
				if len(days) != 1 || days[0].Price != money.Pence(price) {
					t.Fatalf("the calendar has %v, want %d", days, price)
				}
			}
		})
	}
}

// Codes must be in the order of their prices, and convert back to them.
func TestCodesKeepTheOrderOfPrices(t *testing.T) {
	for name, c := range map[string]struct {
		prices []uint32
		step   uint32 // 0: a table
		shift  uint8
	}{
		"none":                        {nil, 100, 2},
		"whole pounds":                {[]uint32{100, 18900, 6553500}, 100, 2},
		"half pounds":                 {[]uint32{50, 18900, 3276750}, 50, 2},
		"pence":                       {[]uint32{1, 18999, 65535}, 1, 2},
		"whole pounds, one too dear":  {[]uint32{100, 18900, 6553600}, 0, 2},
		"pence, one too dear":         {[]uint32{1, 18999, 65536, 1<<31 - 1}, 0, 2},
		"too many for steps or table": {everyPrice(70000), 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			codes := newCodes(c.prices)
			if codes.step != c.step || codes.shift() != c.shift {
				t.Fatalf("steps of %d, shift %d", codes.step, codes.shift())
			}
			last := uint32(0)
			for _, p := range c.prices {
				code, ok := codes.find(p)
				if !ok || code <= last || codes.penceOf(code) != p {
					t.Fatalf("%d has code %d (%v) after %d, which says %d", p, code, ok, last, codes.penceOf(code))
				}
				last = code
			}
			if !slices.Equal(codes.translate(c.prices, nil), mapPrices(c.prices, func(p uint32) uint32 { code, _ := codes.find(p); return code })) {
				t.Error("a table's prices get other codes")
			}
		})
	}
}

func everyPrice(n uint32) (prices []uint32) {
	for p := range n {
		prices = append(prices, p+1)
	}
	return prices
}

// mapPrices applies f to every price of a list.
func mapPrices(list []uint32, f func(uint32) uint32) (out []uint32) {
	for _, v := range list {
		out = append(out, f(v))
	}
	return out
}

// A code must keep its price, however many prices are added later.
func TestNewPricesDoNotChangeOldCodes(t *testing.T) {
	codes := newCodes([]uint32{1, 18999, 65536})
	given := map[uint32]uint32{}
	for i := range uint32(3000) {
		price := 1 + i*7919%65536
		if code, ok := codes.add(price); ok {
			given[price] = code
		}
		for price, code := range given {
			if codes.penceOf(code) != price {
				t.Fatalf("after %d prices code %d says %d, not %d", i+1, code, codes.penceOf(code), price)
			}
		}
	}
	if _, ok := newCodes([]uint32{100}).add(6553600); ok {
		t.Error("a price beyond 16 bits of steps has a code")
	}
}
