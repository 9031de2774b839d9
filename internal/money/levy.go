package money

import (
	"fmt"

	"holidaymaker/internal/date"
)

// Levy is what a council or a country takes of overnight stays: a percentage of the price of
// the accommodation, or an amount for each person and night.
type Levy struct {
	Percent    Percent // 0: Amount counts
	Exempt     Pence   // the part of a price that is not for the accommodation; no percentage is taken of it
	Amount     Pence   // for each person and night
	AdultsOnly bool    // Amount is for adults alone
	Nights     int     // at most so many nights of a stay count; 0: all
	Min, Max   Pence   // of a stay; 0: no limit
	// First and Last are the first and the last day on which a stay that is levied begins.
	// The zero value is no limit.
	First, Last date.Date
}

// Of returns what is levied on a stay with a price, which is without any charge. Of the
// nights that do not count, the price is that of an average night. It never falls when the
// price grows. others are those who are not adults.
func (l Levy) Of(price Pence, arrival date.Date, nights, adults, others int) Pence {
	if l.First != 0 && arrival < l.First || l.Last != 0 && arrival > l.Last {
		return 0
	}
	counted := nights
	if l.Nights > 0 {
		counted = min(nights, l.Nights)
	}
	if l.AdultsOnly {
		others = 0
	}
	sum := l.Amount * Pence(counted*(adults+others))
	if l.Percent > 0 {
		sum = max(price-l.Exempt, 0).Ratio(int64(l.Percent)*int64(counted), int64(Whole)*int64(nights))
	}
	if sum = max(sum, l.Min); l.Max > 0 {
		sum = min(sum, l.Max)
	}
	return sum
}

// Text says how much is levied: "5%, on the first 5 nights" or "£1.30 per person per night".
func (l Levy) Text() string {
	text := l.Percent.String() + "%"
	if l.Percent == 0 {
		who := "person"
		if l.AdultsOnly {
			who = "adult"
		}
		text = l.Amount.Text() + " per " + who + " per night"
	}
	switch {
	case l.Nights == 1:
		text += ", on the first night"
	case l.Nights > 1:
		text += fmt.Sprintf(", on the first %d nights", l.Nights)
	}
	if l.Min > 0 {
		text += ", at least " + l.Min.Text()
	}
	if l.Max > 0 {
		text += ", at most " + l.Max.Text()
	}
	return text
}

// Levies are levied together.
type Levies []Levy

// Of returns what is levied in all.
func (list Levies) Of(price Pence, arrival date.Date, nights, adults, others int) (sum Pence) {
	for _, l := range list {
		sum += l.Of(price, arrival, nights, adults, others)
	}
	return sum
}

// PerPerson reports whether the sum depends on how many people come.
func (list Levies) PerPerson() bool {
	for _, l := range list {
		if l.Percent == 0 {
			return true
		}
	}
	return false
}
