package availability

import (
	"fmt"
	"iter"
	"slices"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// MaxNights is the longest stay that a PriceTable can price.
const MaxNights = 63

// MaxParty is the largest party-size threshold.
const MaxParty = 255

// MaxPrice is the highest price of one stay, in pence.
const MaxPrice = money.Pence(1<<31 - 1)

// PriceTable is the prices of one unit type: for each arrival date and number
// of nights, a price for each party-size threshold. A party pays the price of
// the first threshold that is at least its size and has a price (specification,
// 'Price lookup').
type PriceTable struct {
	keys   []int
	first  date.Date
	days   int
	prices map[int][]cell // by nights; days × len(keys), the thresholds of a day together
}

type cell struct{ price, was uint32 } // pence; 0 means none

// Price is one price of a PriceTable.
type Price struct {
	Arrival   date.Date
	Nights    int
	Threshold int         // index in Thresholds
	Price     money.Pence // 0 in a change withdraws the price
	Was       money.Pence // a genuine earlier price, or 0
}

// NewPriceTable returns a price table without prices, for days arrival dates
// from first on. thresholds are party sizes, strictly ascending.
func NewPriceTable(thresholds []int, first date.Date, days int) (*PriceTable, error) {
	if len(thresholds) == 0 || len(thresholds) > 255 {
		return nil, fmt.Errorf("table with %d party-size thresholds: want 1 to 255", len(thresholds))
	}
	last := 0
	for _, k := range thresholds {
		if k <= last || k > MaxParty {
			return nil, fmt.Errorf("party-size thresholds %v: want ascending numbers from 1 to %d", thresholds, MaxParty)
		}
		last = k
	}
	if days < 0 || days > maxDays {
		return nil, fmt.Errorf("table of %d days: want 0 to %d", days, maxDays)
	}
	return &PriceTable{keys: slices.Clone(thresholds), first: first, days: days, prices: map[int][]cell{}}, nil
}

const maxDays = 1 << 13

// Thresholds returns the party-size thresholds, ascending.
func (s *PriceTable) Thresholds() []int { return s.keys }

// Window returns the first arrival date and the number of arrival dates.
func (s *PriceTable) Window() (first date.Date, days int) { return s.first, s.days }

// Nights returns the durations that have a price, ascending.
func (s *PriceTable) Nights() []int {
	var nights []int
	for n, cells := range s.prices {
		if slices.ContainsFunc(cells, func(c cell) bool { return c.price != 0 }) {
			nights = append(nights, n)
		}
	}
	slices.Sort(nights)
	return nights
}

// Set sets a price for a stay and a threshold (by index); price 0 withdraws it.
// was is a genuine earlier, higher price, or 0. It returns an error for a date
// outside the window, a duration outside 1 to MaxNights, or an amount outside 0
// to MaxPrice.
func (s *PriceTable) Set(arrival date.Date, nights, threshold int, price, was money.Pence) error {
	day := int(arrival - s.first)
	switch {
	case day < 0 || day >= s.days:
		return fmt.Errorf("price for arrival on %s: outside the window of %d days from %s", arrival, s.days, s.first)
	case nights < 1 || nights > MaxNights:
		return fmt.Errorf("price for %d nights: want 1 to %d", nights, MaxNights)
	case threshold < 0 || threshold >= len(s.keys):
		return fmt.Errorf("price for threshold %d of %d", threshold, len(s.keys))
	case price < 0 || price > MaxPrice || was < 0 || was > MaxPrice:
		return fmt.Errorf("price of %s (earlier %s): want 0 to %s", price, was, MaxPrice)
	}
	cells := s.prices[nights]
	if cells == nil {
		if price == 0 {
			return nil
		}
		cells = make([]cell, s.days*len(s.keys))
		s.prices[nights] = cells
	}
	if was <= price {
		was = 0
	}
	cells[day*len(s.keys)+threshold] = cell{uint32(price), uint32(was)}
	return nil
}

// Lookup returns the price of a stay for a party by the specification's rule,
// and the earlier price if there is a genuine one. ok is false when the stay
// has no price for that party.
func (s *PriceTable) Lookup(arrival date.Date, nights, party int) (price, was money.Pence, ok bool) {
	day, cells := int(arrival-s.first), s.prices[nights]
	if cells == nil || day < 0 || day >= s.days {
		return 0, 0, false
	}
	for i, c := range cells[day*len(s.keys) : (day+1)*len(s.keys)] {
		if s.keys[i] >= party && c.price != 0 {
			return money.Pence(c.price), money.Pence(c.was), true
		}
	}
	return 0, 0, false
}

// All yields every price, by nights, then arrival date, then threshold.
func (s *PriceTable) All() iter.Seq[Price] {
	return func(yield func(Price) bool) {
		for _, n := range s.Nights() {
			for i, c := range s.prices[n] {
				p := Price{s.first + date.Date(i/len(s.keys)), n, i % len(s.keys), money.Pence(c.price), money.Pence(c.was)}
				if c.price != 0 && !yield(p) {
					return
				}
			}
		}
	}
}

// Count returns the number of prices.
func (s *PriceTable) Count() (n int) {
	for _, cells := range s.prices {
		for _, c := range cells {
			if c.price != 0 {
				n++
			}
		}
	}
	return n
}

// Trim returns the part of the price table in a window of arrival dates.
func (s *PriceTable) Trim(first date.Date, days int) *PriceTable {
	out := &PriceTable{keys: s.keys, first: first, days: days, prices: map[int][]cell{}}
	out.copyFrom(s)
	return out
}

// Merge returns the prices of s with those of other added, over the window of
// s: for a stay that other prices, the prices of other replace those of s. It
// changes neither table.
func (s *PriceTable) Merge(other *PriceTable) *PriceTable {
	keys := slices.Concat(s.keys, other.keys)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	out := &PriceTable{keys: keys, first: s.first, days: s.days, prices: map[int][]cell{}}
	out.copyFrom(s)
	out.copyFrom(other)
	return out
}

// copyFrom copies every priced stay of src to s. The thresholds of s must
// include those of src.
func (s *PriceTable) copyFrom(src *PriceTable) {
	at := make([]int, len(src.keys))
	for i, k := range src.keys {
		at[i], _ = slices.BinarySearch(s.keys, k)
	}
	for n, from := range src.prices {
		to := s.prices[n]
		if to == nil {
			to = make([]cell, s.days*len(s.keys))
			s.prices[n] = to
		}
		for day := max(0, int(src.first-s.first)); day < min(s.days, int(src.first-s.first)+src.days); day++ {
			stay := from[(day-int(src.first-s.first))*len(src.keys):][:len(src.keys)]
			if !slices.ContainsFunc(stay, func(c cell) bool { return c.price != 0 }) {
				continue
			}
			target := to[day*len(s.keys):][:len(s.keys)]
			clear(target)
			for i, c := range stay {
				target[at[i]] = c
			}
		}
	}
}

// Equal reports whether two price tables give every party the same price for
// every stay, whatever their windows and thresholds are.
func (s *PriceTable) Equal(other *PriceTable) bool {
	return s.within(other) && other.within(s)
}

// within reports whether other has the same prices as s for every stay that s
// prices.
func (s *PriceTable) within(other *PriceTable) bool {
	parties := slices.Concat(s.keys, other.keys)
	for p := range s.All() {
		for _, party := range parties {
			price, was, ok := s.Lookup(p.Arrival, p.Nights, party)
			price2, was2, ok2 := other.Lookup(p.Arrival, p.Nights, party)
			if price != price2 || was != was2 || ok != ok2 {
				return false
			}
		}
	}
	return true
}
