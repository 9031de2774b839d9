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

// MaxThreshold is the largest party-size threshold.
const MaxThreshold = 255

// MaxPrice is the highest price of one stay, in pence.
const MaxPrice = money.Pence(1<<31 - 1)

// PriceTable is the prices of one unit type: for each arrival date and number
// of nights, a price for each party-size threshold. A party pays the price of
// the first threshold that is at least its size and has a price (specification,
// 'Price lookup').
type PriceTable struct {
	thresholds []int
	first      date.Date
	days       int
	prices     map[int][]cell // by nights; days × len(thresholds), the thresholds of a day together
	dogs       money.Rates    // see ChargeDogs
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
	for _, threshold := range thresholds {
		if threshold <= last || threshold > MaxThreshold {
			return nil, fmt.Errorf("party-size thresholds %v: want ascending numbers from 1 to %d", thresholds, MaxThreshold)
		}
		last = threshold
	}
	if days < 0 || days > maxDays {
		return nil, fmt.Errorf("table of %d days: want 0 to %d", days, maxDays)
	}
	return &PriceTable{thresholds: slices.Clone(thresholds), first: first, days: days, prices: map[int][]cell{}}, nil
}

const maxDays = 1 << 13

// ChargeDogs sets what each dog costs: once for a stay, and for each night. It is no part of
// the table's prices, but of what a party with dogs pays. Amounts are 0 to MaxPrice.
func (t *PriceTable) ChargeDogs(stay, night money.Pence) {
	t.dogs = nil
	if stay != 0 {
		t.dogs = append(t.dogs, money.Rate{Amount: stay, PerDog: true})
	}
	if night != 0 {
		t.dogs = append(t.dogs, money.Rate{Amount: night, PerDog: true, PerNight: true})
	}
}

// Dogs returns what each dog costs.
func (t *PriceTable) Dogs() money.Rates { return t.dogs }

// Thresholds returns the party-size thresholds, ascending.
func (t *PriceTable) Thresholds() []int { return t.thresholds }

// Window returns the first arrival date and the number of arrival dates.
func (t *PriceTable) Window() (first date.Date, days int) { return t.first, t.days }

// Nights returns the durations that have a price, ascending.
func (t *PriceTable) Nights() []int {
	var nights []int
	for n, cells := range t.prices {
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
func (t *PriceTable) Set(arrival date.Date, nights, threshold int, price, was money.Pence) error {
	day := int(arrival - t.first)
	switch {
	case day < 0 || day >= t.days:
		return fmt.Errorf("price for arrival on %s: outside the window of %d days from %s", arrival, t.days, t.first)
	case nights < 1 || nights > MaxNights:
		return fmt.Errorf("price for %d nights: want 1 to %d", nights, MaxNights)
	case threshold < 0 || threshold >= len(t.thresholds):
		return fmt.Errorf("price for threshold %d of %d", threshold, len(t.thresholds))
	case price < 0 || price > MaxPrice || was < 0 || was > MaxPrice:
		return fmt.Errorf("price of %s (earlier %s): want 0 to %s", price, was, MaxPrice)
	}
	cells := t.prices[nights]
	if cells == nil {
		if price == 0 {
			return nil
		}
		cells = make([]cell, t.days*len(t.thresholds))
		t.prices[nights] = cells
	}
	if was <= price {
		was = 0
	}
	cells[day*len(t.thresholds)+threshold] = cell{uint32(price), uint32(was)}
	return nil
}

// Lookup returns the price of a stay for a party by the specification's rule,
// and the earlier price if there is a genuine one. ok is false when the stay
// has no price for that party.
func (t *PriceTable) Lookup(arrival date.Date, nights, party int) (price, was money.Pence, ok bool) {
	day, cells := int(arrival-t.first), t.prices[nights]
	if cells == nil || day < 0 || day >= t.days {
		return 0, 0, false
	}
	for i, c := range cells[day*len(t.thresholds) : (day+1)*len(t.thresholds)] {
		if t.thresholds[i] >= party && c.price != 0 {
			return money.Pence(c.price), money.Pence(c.was), true
		}
	}
	return 0, 0, false
}

// All yields every price, by nights, then arrival date, then threshold.
func (t *PriceTable) All() iter.Seq[Price] {
	return func(yield func(Price) bool) {
		for _, n := range t.Nights() {
			for i, c := range t.prices[n] {
				price := Price{t.first + date.Date(i/len(t.thresholds)), n, i % len(t.thresholds), money.Pence(c.price), money.Pence(c.was)}
				if c.price != 0 && !yield(price) {
					return
				}
			}
		}
	}
}

// Count returns the number of prices.
func (t *PriceTable) Count() (n int) {
	for _, cells := range t.prices {
		for _, c := range cells {
			if c.price != 0 {
				n++
			}
		}
	}
	return n
}

// Trim returns the part of the price table in a window of arrival dates.
func (t *PriceTable) Trim(first date.Date, days int) *PriceTable {
	out := &PriceTable{thresholds: t.thresholds, first: first, days: days, prices: map[int][]cell{}, dogs: t.dogs}
	out.copyFrom(t)
	return out
}

// Merge returns the prices of t and other over the window of t. For a stay that both
// price, those of other count. What dogs cost is that of t. It changes neither table.
func (t *PriceTable) Merge(other *PriceTable) *PriceTable {
	thresholds := slices.Concat(t.thresholds, other.thresholds)
	slices.Sort(thresholds)
	thresholds = slices.Compact(thresholds)
	out := &PriceTable{thresholds: thresholds, first: t.first, days: t.days, prices: map[int][]cell{}, dogs: t.dogs}
	out.copyFrom(t)
	out.copyFrom(other)
	return out
}

// copyFrom copies every priced stay of src to t. The thresholds of t must
// include those of src.
func (t *PriceTable) copyFrom(src *PriceTable) {
	at := make([]int, len(src.thresholds))
	for i, threshold := range src.thresholds {
		at[i], _ = slices.BinarySearch(t.thresholds, threshold)
	}
	for nights, from := range src.prices {
		to := t.prices[nights]
		if to == nil {
			to = make([]cell, t.days*len(t.thresholds))
			t.prices[nights] = to
		}
		for day := max(0, int(src.first-t.first)); day < min(t.days, int(src.first-t.first)+src.days); day++ {
			stay := from[(day-int(src.first-t.first))*len(src.thresholds):][:len(src.thresholds)]
			if !slices.ContainsFunc(stay, func(c cell) bool { return c.price != 0 }) {
				continue
			}
			target := to[day*len(t.thresholds):][:len(t.thresholds)]
			clear(target)
			for i, c := range stay {
				target[at[i]] = c
			}
		}
	}
}

// Equal reports whether two price tables give every party, dogs or not, the same price for
// every stay, whatever their windows and thresholds are.
func (t *PriceTable) Equal(other *PriceTable) bool {
	return slices.Equal(t.dogs, other.dogs) && t.agreesWith(other) && other.agreesWith(t)
}

// agreesWith reports whether other has the same prices as t for every stay that t
// prices.
func (t *PriceTable) agreesWith(other *PriceTable) bool {
	parties := slices.Concat(t.thresholds, other.thresholds)
	for entry := range t.All() {
		for _, party := range parties {
			price, was, ok := t.Lookup(entry.Arrival, entry.Nights, party)
			price2, was2, ok2 := other.Lookup(entry.Arrival, entry.Nights, party)
			if price != price2 || was != was2 || ok != ok2 {
				return false
			}
		}
	}
	return true
}
