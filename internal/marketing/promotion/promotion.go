// Package promotion holds the rules of newspaper promotions: what a visitor must
// enter, which arrival dates that opens, and the signed pass that a visitor gets.
// A promotion is a JSON file (docs/demo.md describes it). The file may change while
// the server runs.
package promotion

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/date"
)

// The kinds of promotions.
const (
	UK     = "ukpromo"
	Europe = "eupromo"
)

// KindOf returns the kind of promotion that holds for a channel.
func KindOf(channel string) string {
	if channel == "eurocaravan" {
		return Europe
	}
	return UK
}

// Promotion is a brand's promotion.
type Promotion struct {
	// Open is false where nobody may search. A brand without a promotion is open
	// and asks for nothing.
	Open bool `json:"open"`
	// BookingMode shows the button 'Search For Your Holiday' in the home page's
	// hero.
	BookingMode bool `json:"bookingMode,omitempty"`
	// EmailCapture asks for an e-mail address.
	EmailCapture bool `json:"emailCapture,omitempty"`
	// CodeWords are the words printed in the newspapers, in their order.
	CodeWords []string `json:"codeWords,omitempty"`
	// Newspapers: the visitor chooses one of them. If there are none, no choice is
	// shown.
	Newspapers []Newspaper `json:"newspapers,omitempty"`
	// Dates are the arrival dates on offer, by the kind of promotion.
	Dates Dates `json:"dates,omitempty"`
	// PercentOff is taken off the price of a stay that is booked under the promotion.
	PercentOff int64 `json:"percentOff,omitempty"`
	// Heading and Subheading replace the brand's on the home page.
	Heading    string `json:"heading,omitempty"`
	Subheading string `json:"subheading,omitempty"`
}

// Newspaper is a newspaper in which the code words are printed.
type Newspaper struct {
	Code string `json:"code"`
	Name string `json:"name"`
	// Dates replace the promotion's dates for readers of this newspaper.
	Dates Dates `json:"dates,omitempty"`
}

// Dates are arrival dates by the kind of promotion.
type Dates map[string][]Period

// Period is all days, or some days of the week, from one date to another. One that
// begins more than a year ahead needs both dates.
type Period struct {
	From     Day       `json:"from,omitzero"` // empty: tomorrow
	To       Day       `json:"to,omitzero"`   // empty: a year from today
	Weekdays []Weekday `json:"weekdays,omitempty"`
}

// Day is a date in ISO form, 2027-03-26.
type Day struct{ date.Date }

// UnmarshalText reads a date.
func (d *Day) UnmarshalText(text []byte) (err error) {
	d.Date, err = date.ParseISO(string(text))
	return err
}

// MarshalText writes a date.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.ISO()), nil }

// Weekday is a day of the week by its first three letters, Fri.
type Weekday time.Weekday

// UnmarshalText reads a day of the week.
func (w *Weekday) UnmarshalText(text []byte) error {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if strings.EqualFold(day.String()[:3], string(text)) {
			*w = Weekday(day)
			return nil
		}
	}
	return fmt.Errorf("%q is not one of Mon, Tue, Wed, Thu, Fri, Sat and Sun", text)
}

// MarshalText writes a day of the week.
func (w Weekday) MarshalText() ([]byte, error) { return []byte(time.Weekday(w).String()[:3]), nil }

// None is what a brand without a promotion has.
func None() *Promotion { return &Promotion{Open: true} }

// Parse reads a promotion and checks it. An unknown key is an error, because it is
// probably a typing error.
func Parse(text []byte) (*Promotion, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	p := &Promotion{}
	if err := decoder.Decode(p); err != nil {
		return nil, fmt.Errorf("read a promotion: %w", err)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("read a promotion: %w", err)
	}
	return p, nil
}

// Limits of a promotion.
const (
	mostWords  = 12
	mostPapers = 200
	// WordMax is the length of the longest code word, in bytes.
	WordMax = 100
	// maxDaysAhead is how many days ahead a promotion may have dates.
	maxDaysAhead = 730
	oneYear      = 365
	// mostPercentOff is the most that a promotion may take off a price.
	mostPercentOff = 90
)

func (p *Promotion) check() error {
	if len(p.CodeWords) > mostWords {
		return fmt.Errorf("codeWords has more than %d words", mostWords)
	}
	for i, word := range p.CodeWords {
		if normalise(word) == "" || len(word) > WordMax {
			return fmt.Errorf("code word %d is empty or longer than %d bytes", i+1, WordMax)
		}
	}
	if p.PercentOff < 0 || p.PercentOff > mostPercentOff {
		return fmt.Errorf("percentOff is %d, not 0 to %d", p.PercentOff, mostPercentOff)
	}
	if len(p.Newspapers) > mostPapers {
		return fmt.Errorf("newspapers has more than %d entries", mostPapers)
	}
	codes := map[string]bool{}
	for _, paper := range p.Newspapers {
		if paper.Code == "" || paper.Name == "" || codes[paper.Code] {
			return fmt.Errorf("each newspaper needs a name and a code of its own, not %q", paper.Code)
		}
		codes[paper.Code] = true
		if err := paper.Dates.check(); err != nil {
			return fmt.Errorf("newspaper %s: %w", paper.Code, err)
		}
	}
	return p.Dates.check()
}

func (d Dates) check() error {
	for kind, periods := range d {
		if kind != UK && kind != Europe {
			return fmt.Errorf("dates are of %s or %s, not of %q", UK, Europe, kind)
		}
		for _, period := range periods {
			if period.From.Date != 0 && period.To.Date != 0 && period.From.Date > period.To.Date {
				return errors.New("a period ends before it begins")
			}
		}
	}
	return nil
}

// AsksWords reports whether code words must be entered.
func (p *Promotion) AsksWords() bool { return len(p.CodeWords) > 0 }

// AsksNewspaper reports whether a newspaper must be chosen.
func (p *Promotion) AsksNewspaper() bool { return len(p.Newspapers) > 0 }

// Newspaper finds a newspaper by its code.
func (p *Promotion) Newspaper(code string) (found Newspaper, ok bool) {
	for _, paper := range p.Newspapers {
		if paper.Code == code {
			return paper, true
		}
	}
	return found, false
}

// Accepts reports whether these are the code words, in their order. Case and
// spaces around them do not count. It takes the same time for every answer of the
// same length, so the time says nothing about the words.
func (p *Promotion) Accepts(words []string) bool {
	equal := 1
	for i, expected := range p.CodeWords {
		given := ""
		if i < len(words) {
			given = words[i]
		}
		a, b := sha256.Sum256([]byte(normalise(given))), sha256.Sum256([]byte(normalise(expected)))
		equal &= subtle.ConstantTimeCompare(a[:], b[:])
	}
	return equal == 1
}

func normalise(word string) string { return strings.ToLower(strings.TrimSpace(word)) }

// DatesOf returns the arrival dates of a kind of promotion for the readers of a
// newspaper, ascending, from tomorrow on. An unknown or empty newspaper has the
// promotion's own dates, as does a newspaper without dates.
func (p *Promotion) DatesOf(kind, newspaper string, today date.Date) []date.Date {
	periods := p.Dates[kind]
	if paper, ok := p.Newspaper(newspaper); ok && paper.Dates != nil {
		periods = paper.Dates[kind]
	}
	var found []date.Date
	for _, period := range periods {
		first, last := today+1, today+oneYear
		if period.From.Date != 0 {
			first = max(first, period.From.Date)
		}
		if period.To.Date != 0 {
			last = min(period.To.Date, today+maxDaysAhead)
		}
		for day := first; day <= last; day++ {
			if period.includes(day) {
				found = append(found, day)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (p Period) includes(day date.Date) bool {
	return len(p.Weekdays) == 0 || slices.Contains(p.Weekdays, Weekday(day.Time().Weekday()))
}
