package catalogue

import "holidaymaker/internal/money"

// Changes are the terms by which guests change a booking online: those of an operator, or of
// a park of its own. Without Days no stay is changed online.
type Changes struct {
	// Days is until how many days before the arrival a stay can be changed.
	Days int `json:"days,omitempty"`
	// Fee is added to the price with every change.
	Fee money.Pence `json:"fee,omitempty"`
	// Cheaper says what a cheaper stay gives back.
	Cheaper Cheaper `json:"cheaper,omitempty"`
	// NoDearer means that a dearer stay cannot be chosen.
	NoDearer bool `json:"noDearer,omitempty"`
}

// Cheaper says what a guest gets back who changes to a cheaper stay.
type Cheaper string

// What a cheaper stay gives back. CheaperRefused: it cannot be chosen. CheaperNothing: it
// costs as much as the stay before. CheaperMoney: less is left to pay, and what was then
// paid too much goes back the way it was paid.
const (
	CheaperRefused Cheaper = ""
	CheaperNothing Cheaper = "nothing"
	CheaperMoney   Cheaper = "money"
)

// IsZero reports whether there are no terms.
func (c Changes) IsZero() bool { return c == Changes{} }

// changes checks the terms of changes.
func (c *check) changes(t Changes) {
	if t.IsZero() {
		return
	}
	c.within("changes.days", int64(t.Days), 1, 365)
	c.amount("changes.fee", t.Fee)
	c.that(t.Cheaper == CheaperRefused || t.Cheaper == CheaperNothing || t.Cheaper == CheaperMoney, "changes.cheaper", "expected nothing or money, not %q", cut(string(t.Cheaper)))
}
