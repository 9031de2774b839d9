package money

// Rate is an amount that is charged once for a stay, or for each night, each person,
// each dog, or a combination of these.
type Rate struct {
	Amount    Pence `json:"amount"`
	PerNight  bool  `json:"perNight,omitempty"`
	PerPerson bool  `json:"perPerson,omitempty"`
	PerDog    bool  `json:"perDog,omitempty"`
}

// Of returns what a stay is charged. people are all who come, infants too.
func (r Rate) Of(nights, people, dogs int) Pence {
	p := r.Amount
	if r.PerNight {
		p *= Pence(nights)
	}
	if r.PerPerson {
		p *= Pence(people)
	}
	if r.PerDog {
		p *= Pence(dogs)
	}
	return p
}

// Text returns the rate for people: "£3 per person per night", and "£3" where it is
// charged once for a stay.
func (r Rate) Text() string {
	text := r.Amount.Text()
	if r.PerPerson {
		text += " per person"
	}
	if r.PerDog {
		text += " per dog"
	}
	if r.PerNight {
		text += " per night"
	}
	return text
}

// Rates are charged together.
type Rates []Rate

// Of returns what a stay is charged in all.
func (list Rates) Of(nights, people, dogs int) (sum Pence) {
	for _, r := range list {
		sum += r.Of(nights, people, dogs)
	}
	return sum
}

// PerPerson reports whether the sum depends on how many people come.
func (list Rates) PerPerson() bool {
	for _, r := range list {
		if r.PerPerson && r.Amount != 0 {
			return true
		}
	}
	return false
}

// PerDog reports whether the sum depends on how many dogs come.
func (list Rates) PerDog() bool {
	for _, r := range list {
		if r.PerDog && r.Amount != 0 {
			return true
		}
	}
	return false
}
