package availability

import (
	"slices"
	"sort"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// charges are what every guest of a unit type pays beside its prices.
type charges struct {
	rates  money.Rates // of the unit type, then those of its price table
	levies money.Levies
}

// chargedStay is what charges depend on, beside the price.
type chargedStay struct {
	arrival              date.Date
	nights, people, dogs int
}

// charges returns what is added to the prices of the unit type, with those of its price
// table.
func (u *Unit) charges(ofTable money.Rates) charges {
	return charges{slices.Concat(u.Charges, ofTable), u.Levies}
}

func (c charges) none() bool { return len(c.rates) == 0 && len(c.levies) == 0 }

func (c charges) equal(d charges) bool {
	return slices.Equal(c.rates, d.rates) && slices.Equal(c.levies, d.levies)
}

// perPerson reports whether the size of the party decides what is charged.
func (c charges) perPerson() bool { return c.rates.PerPerson() || c.levies.PerPerson() }

// addTo returns the price of a stay with its charges, in the unit of cell; no price (0)
// stays so. No price of the index is above MaxPrice.
func (c charges) addTo(price uint32, s chargedStay) uint32 {
	if price == 0 || c.none() {
		return price
	}
	sum := pence(price) + c.rates.Of(s.nights, s.people, s.dogs) + c.levies.Of(pence(price), s.arrival, s.nights, s.people, 0)
	return uint32(min(sum, MaxPrice))
}

// takeFrom returns the price to which addTo added the charges.
func (c charges) takeFrom(charged uint32, s chargedStay) uint32 {
	if c.none() {
		return charged
	}
	// What is levied follows from the price that is looked for. It never falls when the
	// price grows, so that only one price is charged so.
	if len(c.levies) > 0 {
		return uint32(sort.Search(int(charged), func(price int) bool { return c.addTo(uint32(price), s) >= charged }))
	}
	return charged - uint32(min(c.rates.Of(s.nights, s.people, s.dogs), MaxPrice))
}
