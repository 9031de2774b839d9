package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Levy is a visitor levy of a region or a park. It is part of every price that is shown.
type Levy struct {
	Name string `json:"name"` // as guests and the council read it
	// Percent is of the price of the accommodation: without extras, charges for dogs and our
	// booking fee. Or Amount is for each person and night.
	Percent    money.Percent `json:"percent,omitempty"`
	Amount     money.Pence   `json:"amount,omitempty"`
	AdultsOnly bool          `json:"adultsOnly,omitempty"`
	Nights     int           `json:"nights,omitempty"` // at most so many nights of a stay count; 0: all
	Min        money.Pence   `json:"min,omitempty"`    // of a stay
	Max        money.Pence   `json:"max,omitempty"`
	// From and Until are the first and the last arrival date of stays that are levied,
	// yyyy-mm-dd; "" means no limit.
	From  string `json:"from,omitempty"`
	Until string `json:"until,omitempty"`
	// Channels limit it to unit types on them; empty means all.
	Channels []string `json:"channels,omitempty"`
}

// LeviesOn returns the levies on stays in a unit type of the park: the park's own, or those
// of its region where it has none of its own.
func (p Park) LeviesOn(u UnitType, region Region) (levies []Levy) {
	of := region.Levies
	if len(p.Levies) > 0 || p.NoLevy {
		of = p.Levies
	}
	for _, l := range of {
		if len(l.Channels) == 0 || slices.Contains(l.Channels, u.Channel) {
			levies = append(levies, l)
		}
	}
	return levies
}

// Levies returns the levies on stays in the unit type.
func (u *UnitInfo) Levies() []Levy { return u.Park.LeviesOn(u.UnitType, *u.Park.Region) }

// LevyRules returns how Levies are worked out: the site adds them to every price.
func (u *UnitInfo) LevyRules() (rules money.Levies) {
	for _, l := range u.Levies() {
		rules = append(rules, l.Rule(u.BookingFee))
	}
	return rules
}

// Rule returns how the levy is worked out where our booking fee is part of the price.
func (l Levy) Rule(fee money.Pence) money.Levy {
	return money.Levy{Percent: l.Percent, Exempt: fee, Amount: l.Amount, AdultsOnly: l.AdultsOnly, Nights: l.Nights,
		Min: l.Min, Max: l.Max, First: dayOf(l.From), Last: dayOf(l.Until)}
}

// dayOf reads a day that Validate has checked; "" is the zero value.
func dayOf(iso string) date.Date {
	day, err := date.ParseISO(iso)
	if err != nil {
		return 0
	}
	return day
}

// Text says how much is levied, and on which stays.
func (l Levy) Text() string {
	text := l.Rule(0).Text()
	switch from, until := dayOf(l.From), dayOf(l.Until); {
	case from != 0 && until != 0:
		text += " (arrival from " + from.Short() + " to " + until.Short() + ")"
	case from != 0:
		text += " (arrival from " + from.Short() + ")"
	case until != 0:
		text += " (arrival until " + until.Short() + ")"
	}
	return text
}

// levyTexts returns what the prices of stays that begin on a day or later contain of levies, as
// sentences.
func (p *ParkInfo) levyTexts(from date.Date) (texts []string) {
	for _, u := range p.Units {
		for _, l := range u.Levies() {
			if last := dayOf(l.Until); last != 0 && last < from {
				continue
			}
			text := "Prices include " + l.Name + ": " + l.Text() + "."
			if len(l.Channels) > 0 {
				channel, _ := ChannelOf(u.Channel)
				text = channel.Name + ": " + strings.ToLower(text[:1]) + text[1:]
			}
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// maxLevies is how many levies a region or a park can have: some, each from a day on.
const maxLevies = 20

// levies checks the levies of a region or a park.
func (c *check) levies(levies []Levy) {
	c.that(len(levies) <= maxLevies, "levies", "expected at most %d", maxLevies)
	for i, l := range levies {
		at := fmt.Sprintf("levies[%d]", i)
		c.name(at+".name", l.Name)
		c.that((l.Percent != 0) != (l.Amount != 0), at+".percent", "expected either percent, of the price, or amount, for each person and night")
		c.that(l.Percent >= 0 && l.Percent <= money.Whole, at+".percent", "expected 0 to 100, not %s", l.Percent)
		c.that(l.Amount >= 0 && l.Amount <= maxLevy, at+".amount", "expected 0 to %s, not %s", maxLevy, l.Amount)
		c.that(!l.AdultsOnly || l.Percent == 0, at+".adultsOnly", "is only for an amount: a percentage is of the price")
		c.within(at+".nights", int64(l.Nights), 0, 365)
		c.amount(at+".min", l.Min)
		c.amount(at+".max", l.Max)
		c.that(l.Max == 0 || l.Max >= l.Min, at+".max", "is less than min")
		c.day(at+".from", l.From)
		c.day(at+".until", l.Until)
		c.that(l.From == "" || l.Until == "" || l.Until >= l.From, at+".until", "is before from")
		c.channels(at+".channels", l.Channels)
	}
}

// maxLevy is the highest amount for a person and night.
const maxLevy = money.Pence(100_00)

// channels checks a list of channels.
func (c *check) channels(at string, codes []string) {
	for i, code := range codes {
		_, known := ChannelOf(code)
		c.that(known, fmt.Sprintf("%s[%d]", at, i), "unknown channel %q", cut(code))
	}
}

// LeviedAsAWhole reports whether one of some levies depends on how long a stay is in all, so
// that two stays which follow each other are not levied as one.
func LeviedAsAWhole(levies []Levy) bool {
	return slices.ContainsFunc(levies, func(l Levy) bool { return l.Nights > 0 || l.Min > 0 || l.Max > 0 })
}
