package catalogue

import (
	"cmp"
	"fmt"
	"strings"

	"holidaymaker/internal/date"
)

// MostUnits is the largest number of units of one booking that a park can allow.
const MostUnits = 8

// Rules are what a park asks of its guests. The zero value asks nothing.
type Rules struct {
	LeadAge   int    `json:"leadAge,omitempty"`   // the lead guest's age on arrival is at least this
	MaxAdults int    `json:"maxAdults,omitempty"` // of one booking
	MaxDogs   int    `json:"maxDogs,omitempty"`   // where a unit takes dogs
	DogNote   string `json:"dogNote,omitempty"`   // what else guests with dogs must know, as a sentence
	ArriveBy  string `json:"arriveBy,omitempty"`  // latest time of arrival as shown, e.g. "10pm"
	MaxUnits  int    `json:"maxUnits,omitempty"`  // of one booking, side by side or one after the other; 0: one
}

// Texts returns the rules as sentences, which visitors read before they pay. Those of
// dogs are for a party with dogs, or a park that takes some.
func (r Rules) Texts(dogs bool) []string {
	var texts []string
	if r.ArriveBy != "" {
		texts = append(texts, "Please arrive by "+r.ArriveBy+".")
	}
	if r.LeadAge > 0 {
		texts = append(texts, r.LeadText())
	}
	if r.MaxAdults > 0 {
		texts = append(texts, r.AdultsText())
	}
	if dogs && r.MaxDogs > 0 {
		texts = append(texts, r.DogsText())
	}
	if dogs && r.DogNote != "" {
		texts = append(texts, r.DogNote)
	}
	return texts
}

// RulesFor returns what the park asks of the guests of a unit type.
func (p Park) RulesFor(u UnitType) Rules {
	r := p.Rules
	r.MaxDogs = cmp.Or(u.MaxDogs, r.MaxDogs)
	return r
}

// GuestTexts returns the times of a stay, the rules, and what every price contains, as
// sentences. It needs the park's units: where none of them takes dogs, there is no rule for
// dogs. Levies on no stay that begins on a day or later are left out.
func (p *ParkInfo) GuestTexts(from date.Date) []string {
	var times []string
	if p.CheckIn != "" {
		times = append(times, "check in from "+p.CheckIn)
	}
	if p.CheckOut != "" {
		times = append(times, "check out by "+p.CheckOut)
	}
	var texts []string
	if len(times) > 0 {
		text := strings.Join(times, ", ") + "."
		texts = append(texts, strings.ToUpper(text[:1])+text[1:])
	}
	texts = append(texts, p.Rules.Texts(p.Dogs)...)
	for _, charge := range p.Charges(UnitType{Dogs: p.Dogs}) {
		text := "Prices include " + charge.Name + ": " + charge.Rate().Text() + "."
		if charge.Rate().PerDog {
			text = "Prices with dogs" + strings.TrimPrefix(text, "Prices")
		}
		texts = append(texts, text)
	}
	return append(texts, p.levyTexts(from)...)
}

// LeadText says how old the lead guest must be.
func (r Rules) LeadText() string {
	return fmt.Sprintf("The lead guest must be %d or over on the day of arrival.", r.LeadAge)
}

// AdultsText says how many adults one booking may have.
func (r Rules) AdultsText() string {
	return fmt.Sprintf("At most %s in one booking; please call us about a larger group.", count(r.MaxAdults, "adult"))
}

// DogsText says how many dogs may come.
func (r Rules) DogsText() string {
	return fmt.Sprintf("Where dogs are welcome, at most %s.", count(r.MaxDogs, "dog"))
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

func (c *check) rules(r Rules) {
	c.within("rules.leadAge", int64(r.LeadAge), 0, 99)
	c.that(r.LeadAge == 0 || r.LeadAge >= 18, "rules.leadAge", "expected 18 or more, not %d: nobody younger can book", r.LeadAge)
	c.within("rules.maxAdults", int64(r.MaxAdults), 0, MaxParty)
	c.within("rules.maxDogs", int64(r.MaxDogs), 0, mostDogs)
	c.within("rules.maxUnits", int64(r.MaxUnits), 0, MostUnits)
	c.line("rules.dogNote", r.DogNote, maxNote)
	c.line("rules.arriveBy", r.ArriveBy, maxTime)
}

// mostDogs is the highest limit of dogs.
const mostDogs = 20

// maxTime is the largest number of characters of a time as it is shown.
const maxTime = 40

// maxNote is the largest number of characters of a sentence about dogs.
const maxNote = 200
