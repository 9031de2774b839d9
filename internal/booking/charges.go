package booking

import (
	"cmp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// Charge is a compulsory charge of a stay, or a visitor levy on it. The price of the stay
// contains it.
type Charge struct {
	Code   string      `json:"code,omitempty"` // of the park's extra; "" for levies, what the rates charge for dogs, and a change of the stay
	Name   string      `json:"name"`
	Rate   money.Rate  `json:"rate"`
	Amount money.Pence `json:"amount"`
	// Stock is the extra's at the time of the booking.
	Stock catalogue.Stock `json:"stock,omitzero"`
	// Levy says how a levy is worked out, as in "5%"; "" of a compulsory charge. A levy has
	// no rate.
	Levy string `json:"levy,omitempty"`
}

// dogCharge names what the rates of a unit type charge for dogs.
const dogCharge = "Dogs"

// What a change of the stay by its guest adds to the price: the fee, and the difference that a
// cheaper stay does not give back.
const (
	feeCharge  = "Change fee"
	keptCharge = "Difference of the earlier stay"
)

// changeCharge is what such a charge has come to.
func (s Stay) changeCharge(name string) (sum money.Pence) {
	for _, c := range s.Charges {
		if c.Code == "" && c.Name == name {
			sum += c.Amount
		}
	}
	return sum
}

// addChangeCharge adds such a charge to the price.
func (s *Stay) addChangeCharge(name string, amount money.Pence) {
	if amount > 0 {
		s.Charges = append(s.Charges, Charge{Name: name, Rate: money.Rate{Amount: amount}, Amount: amount})
		s.Price += amount
	}
}

// dogsUnlessLimited is how many dogs may come where they cost something and neither park
// nor unit type states a limit.
const dogsUnlessLimited = 4

// charges returns the compulsory charges of a unit type by the catalogue.
func (u Unit) charges() (charges []Charge) {
	for _, e := range u.Park.Charges(u.Type) {
		charges = append(charges, Charge{Code: e.Code, Name: e.Name, Rate: e.Rate(), Stock: e.Stock})
	}
	return charges
}

// pricing is what the price of a stay is made of.
type pricing struct {
	base    money.Pence // of the price table
	charges []Charge    // of the catalogue
	dogs    money.Rates // of the price table
	levies  []catalogue.Levy
}

// setPrice sets the price of the stay, and what it contains of charges and levies. It
// returns the price that the index shows: before a promotion, and with each person levied as
// an adult.
func (s *Stay) setPrice(by pricing, p Party) (shown money.Pence) {
	s.Charges = nil
	for _, c := range by.charges {
		s.addCharge(c, p)
	}
	for _, rate := range by.dogs {
		s.addCharge(Charge{Name: dogCharge, Rate: rate}, p)
	}
	s.Listed = by.base + s.charged()
	shown = s.Listed
	for _, l := range by.levies {
		rule := l.Rule(s.BookingFee)
		shown += rule.Of(by.base, s.Arrival, s.Nights, p.Size(), 0)
		s.Listed += rule.Of(by.base, s.Arrival, s.Nights, p.Adults, p.Children+p.Under5s)
		s.addLevy(l, by.base, p)
	}
	s.Price = s.PriceOf(s.Listed)
	return shown
}

// addLevy adds what is levied on a price of the price table. Under a promotion a percentage
// is of what the guest pays for the accommodation; an amount for each person stays whole.
func (s *Stay) addLevy(l catalogue.Levy, base money.Pence, p Party) {
	rule := l.Rule(s.PriceOf(s.BookingFee))
	amount := rule.Of(s.PriceOf(base), s.Arrival, s.Nights, p.Adults, p.Children+p.Under5s)
	if amount > 0 {
		s.Charges = append(s.Charges, Charge{Name: l.Name, Amount: amount, Levy: rule.Text()})
	}
}

// Levies are what is levied on the stay of a confirmed booking; the price contains them. A
// cancelled stay owes none.
func (b Booking) Levies() (levies []Charge) {
	for _, c := range b.Stay.Charges {
		if c.Levy != "" && b.State == Confirmed {
			levies = append(levies, c)
		}
	}
	return levies
}

// Levied is the sum of the levies.
func (b Booking) Levied() (sum money.Pence) {
	for _, c := range b.Levies() {
		sum += c.Amount
	}
	return sum
}

// addCharge adds a charge, unless it is for dogs and none come.
func (s *Stay) addCharge(c Charge, p Party) {
	if c.Rate.PerDog && !p.Dogs {
		return
	}
	c.Amount = c.Rate.Of(s.Nights, p.Size(), p.dogs())
	s.Charges = append(s.Charges, c)
}

// AsShown is what the stay of a confirmed booking costs, as a search shows prices: without
// extras and what changes have cost, with at most one dog, and with what a code or goodwill took off.
func (b Booking) AsShown() money.Pence {
	cost := b.Total
	for _, e := range b.Extras {
		cost -= e.TotalCost()
	}
	one := min(b.Party.dogs(), 1)
	for _, c := range b.Stay.Charges {
		if c.Rate.PerDog {
			cost -= b.Stay.PriceOf(c.Amount) - b.Stay.PriceOf(c.Rate.Of(b.Stay.Nights, b.Party.Size(), one))
		}
	}
	return cost - b.Stay.changeCharge(feeCharge) - b.Stay.changeCharge(keptCharge)
}

// charged is what the charges come to, before a promotion.
func (s Stay) charged() (sum money.Pence) {
	for _, c := range s.Charges {
		sum += c.Amount
	}
	return sum
}

// Included says what the price contains of charges and levies, as in "Resort pass £18 (£3
// per person per night); City levy £9.50 (5%)".
func (s Stay) Included() string {
	var texts []string
	for _, c := range s.Charges {
		texts = append(texts, c.Text())
	}
	return strings.Join(texts, "; ")
}

// rates are those of the charges that the price contains.
func (s Stay) rates() (rates money.Rates) {
	for _, c := range s.Charges {
		rates = append(rates, c.Rate)
	}
	return rates
}

// dogs is how many dogs are charged: one where dogs come and nobody was asked how many,
// as in the prices of a search.
func (p Party) dogs() int {
	if !p.Dogs {
		return 0
	}
	return max(1, p.DogCount)
}

// MostDogs is how many dogs may come with the stay; 0: their number is not asked for.
func (b Booking) MostDogs() int {
	if !b.Party.Dogs {
		return 0
	}
	if most := b.Stay.Rules.MaxDogs; most > 0 {
		return most
	}
	if b.Stay.rates().PerDog() {
		return dogsUnlessLimited
	}
	return 0
}

// MostDogsIn is how many dogs may come to a unit type, for a choice; 0: none.
func MostDogsIn(park catalogue.Park, unit catalogue.UnitType) int {
	if !unit.Dogs {
		return 0
	}
	return cmp.Or(park.RulesFor(unit).MaxDogs, dogsUnlessLimited)
}

// setDogs stores how many dogs come, and charges for them. Only where a limit is known or
// dogs cost something their number counts.
func (b *Booking) setDogs(dogs *int) error {
	most := b.MostDogs()
	if dogs == nil || most == 0 {
		return nil
	}
	var wrong fields
	wrong.when(*dogs < 1, "dogs", "Please say how many dogs come")
	wrong.when(*dogs > most, "dogs", catalogue.Rules{MaxDogs: most}.DogsText())
	if err := wrong.failure(); err != nil {
		return err
	}
	b.Party.DogCount = *dogs
	b.Stay.chargeDogs(b.Party)
	return nil
}

// chargeDogs sets the price of the stay for the number of dogs that come. No levy depends
// on it.
func (s *Stay) chargeDogs(p Party) {
	if len(s.Parts) > 0 {
		s.Parts = slices.Clone(s.Parts)
		for i := range s.Parts {
			if part := &s.Parts[i]; part.Party.Dogs {
				part.Party.DogCount = p.DogCount
				part.Stay.chargeDogs(part.Party)
			}
		}
		s.addUp()
		return
	}
	s.Charges = slices.Clone(s.Charges)
	for i := range s.Charges {
		if c := &s.Charges[i]; c.Rate.PerDog {
			s.Listed -= c.Amount
			c.Amount = c.Rate.Of(s.Nights, p.Size(), p.dogs())
			s.Listed += c.Amount
		}
	}
	s.Price = s.PriceOf(s.Listed)
}

// chosenOf returns so many of an extra for a stay and a party.
func chosenOf(e catalogue.Extra, quantity int, s Stay, p Party) ChosenExtra {
	c := ChosenExtra{Code: e.Code, Name: e.Name, Quantity: quantity, CheckIn: e.CheckIn, CheckOut: e.CheckOut,
		Cost:    e.Rate().Of(s.Nights, p.Size(), p.dogs()),
		DepCost: e.DepositRate().Of(s.Nights, p.Size(), p.dogs()), Stock: e.Stock}
	if rate := e.Rate(); rate.PerNight || rate.PerPerson || rate.PerDog {
		c.Rate = rate
	}
	return c
}

// Basis says what one of the extra costs where that depends on nights, people or dogs, as
// in "£3 per person per night"; else "".
func (e ChosenExtra) Basis() string {
	if e.Rate == (money.Rate{}) {
		return ""
	}
	return e.Rate.Text()
}

// Text names the charge with what it contains: "Resort pass £84 (£3 per person per night)".
func (c Charge) Text() string {
	text := c.Name + " " + c.Amount.Text()
	if c.Levy != "" {
		text += " (" + c.Levy + ")"
	}
	if c.Rate.PerNight || c.Rate.PerPerson || c.Rate.PerDog {
		text += " (" + c.Rate.Text() + ")"
	}
	return text
}

// with returns times with what an extra changes.
func (t Times) with(checkIn, checkOut string) Times {
	return Times{cmp.Or(checkIn, t.CheckIn), cmp.Or(checkOut, t.CheckOut)}
}
