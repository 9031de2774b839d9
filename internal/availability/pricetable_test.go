package availability

import (
	"bytes"
	"slices"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"

	"pgregory.net/rapid"
)

// drawTable generates a random price table for a window near the given one.
func drawTable(t *rapid.T, first date.Date, days int) *PriceTable {
	keys := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 1, 4, rapid.ID).Draw(t, "thresholds")
	slices.Sort(keys)
	s, err := NewPriceTable(keys, first+date.Date(rapid.IntRange(-3, 3).Draw(t, "shift")), days+rapid.IntRange(-3, 3).Draw(t, "longer"))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 40).Draw(t, "prices") {
		setRandom(t, s)
	}
	charge := rapid.SampledFrom([]int{0, 0, 0, 300, 2500})
	s.ChargeDogs(money.Pence(charge.Draw(t, "a dog's stay")), money.Pence(charge.Draw(t, "a dog's night")))
	return s
}

func setRandom(t *rapid.T, s *PriceTable) {
	price := money.Pence(rapid.SampledFrom([]int{0, 9900, 10000, 10001, 12345, 99999}).Draw(t, "price"))
	was := money.Pence(rapid.SampledFrom([]int{0, 0, 0, 20000}).Draw(t, "was"))
	arrival := s.first + date.Date(rapid.IntRange(0, s.days-1).Draw(t, "day"))
	nights := rapid.SampledFrom([]int{1, 2, 3, 7, 21}).Draw(t, "nights")
	if err := s.Set(arrival, nights, rapid.IntRange(0, len(s.thresholds)-1).Draw(t, "threshold"), price, was); err != nil {
		t.Fatal(err)
	}
}

func TestPriceTableBytesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawTable(t, date.Of(2026, 11, 22), 20)
		b := s.Encode()
		back, err := DecodePriceTable(b)
		if err != nil {
			t.Fatal(err)
		}
		if !s.Equal(back) || !back.Equal(s) || back.Count() != s.Count() {
			t.Fatalf("%v came back as %v", slices.Collect(s.All()), slices.Collect(back.All()))
		}
		if !bytes.Equal(b, back.Encode()) {
			t.Fatal("encoding again gives other bytes")
		}
	})
}

func TestManyPricesNeedWiderIndexes(t *testing.T) {
	for _, distinct := range []int{256, 257, 65537} {
		s, _ := NewPriceTable([]int{2, 4, 6, 8}, date.Of(2026, 11, 22), 700)
		for i := range distinct {
			arrival, rest := s.first+date.Date(i%700), i/700
			if err := s.Set(arrival, 1+rest/4, rest%4, money.Pence(1000+i), 0); err != nil {
				t.Fatal(err)
			}
		}
		back, err := DecodePriceTable(s.Encode())
		if err != nil || back.Count() != distinct || !back.Equal(s) {
			t.Fatalf("%d prices came back as %d, %v", distinct, back.Count(), err)
		}
	}
}

func TestInvalidPriceTableBytesAreRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawTable(t, date.Of(2026, 11, 22), 20).Encode()
		for range rapid.IntRange(1, 3).Draw(t, "flaws") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		b = b[:rapid.IntRange(0, len(b)).Draw(t, "length")]
		if s, err := DecodePriceTable(b); err == nil {
			s.Encode()
		}
		if a, err := DecodeAllotment(b); err == nil {
			a.Encode()
		}
	})
}

func TestEarlierPriceOfNoSeriesIsRefused(t *testing.T) {
	s, _ := NewPriceTable([]int{2}, date.Of(2026, 11, 22), 20)
	b := s.Encode()
	b[len(b)-1] = 1 // earlier prices, of which there were none
	if _, err := DecodePriceTable(append(b, 0, 0, 0)); err == nil {
		t.Error("an earlier price of a series that is not there was read")
	}
}

func TestPriceRuleOfAPriceTable(t *testing.T) {
	t.Run("[AVAIL-17] the first threshold at or above the party that has a price", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			s := drawTable(t, date.Of(2026, 11, 22), 20)
			arrival, nights := s.first+date.Date(rapid.IntRange(-1, s.days).Draw(t, "arrival")), rapid.SampledFrom([]int{2, 7}).Draw(t, "nights")
			party := rapid.IntRange(1, 10).Draw(t, "party")
			want := money.Pence(0)
			for p := range s.All() {
				if p.Arrival == arrival && p.Nights == nights && s.Thresholds()[p.Threshold] >= party {
					want = p.Price
					break
				}
			}
			if got, _, ok := s.Lookup(arrival, nights, party); got != want || ok != (want != 0) {
				t.Fatalf("party of %d pays %d, want %d", party, got, want)
			}
		})
	})
}

func TestMergeReplacesStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := date.Of(2026, 11, 22)
		a, b := drawTable(t, first, 20), drawTable(t, first, 20)
		m := a.Merge(b)
		for day := range 30 {
			arrival := first - 5 + date.Date(day)
			for _, nights := range []int{1, 2, 3, 7, 21} {
				from := a
				if _, _, ok := b.Lookup(arrival, nights, 1); ok {
					from = b
				}
				for party := 1; party <= 10; party++ {
					want, wantWas, _ := from.Lookup(arrival, nights, party)
					if arrival < a.first || arrival >= a.first+date.Date(a.days) {
						want, wantWas = 0, 0
					}
					if got, was, _ := m.Lookup(arrival, nights, party); got != want || was != wantWas {
						t.Fatalf("%s, %d nights, party of %d: %d (%d), want %d (%d)", arrival, nights, party, got, was, want, wantWas)
					}
				}
			}
		}
		if !a.Trim(first-10, 50).Equal(a) {
			t.Fatal("trimming to a wider window changed the prices")
		}
	})
}

func TestAllotmentBytesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Allotment {
			return Allotment{date.Date(rapid.IntRange(0, 9).Draw(t, name)), rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 1, 1, 5, 300}), 0, 9).Draw(t, name)}
		}
		a, b := draw("a"), draw("b")
		back, err := DecodeAllotment(a.Encode())
		if err != nil || !back.Equal(a) {
			t.Fatalf("%v came back as %v, %v", a, back, err)
		}
		m := a.Merge(b)
		for d := date.Date(-1); d < 20; d++ {
			want := a.At(d)
			if d >= b.First && d < b.First+date.Date(len(b.Units)) {
				want = b.At(d)
			}
			if m.At(d) != want {
				t.Fatalf("night %d of %v over %v is %d, want %d", d, b, a, m.At(d), want)
			}
		}
	})
}
