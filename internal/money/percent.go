package money

import (
	"fmt"
	"strconv"
	"strings"
)

// Percent is a percentage in hundredths: 12.5 is 1250. In JSON it is text, "12.5"; a number
// is read too.
type Percent int64

// Whole is 100 per cent.
const Whole Percent = 100_00

// ParsePercent reads a percentage with at most two decimals, such as "12.5".
func ParsePercent(text string) (Percent, error) {
	hundredths, err := Parse(text) // pounds and pence have the same form
	if err != nil {
		return 0, fmt.Errorf("percentage %q: want at most two decimals, such as 12.5", text)
	}
	return Percent(hundredths), nil
}

// Of returns the percentage of an amount, rounded half up to the penny.
func (p Percent) Of(amount Pence) Pence { return amount.Ratio(int64(p), int64(Whole)) }

// Within returns the part of an amount that the percentage has added to it, such as the VAT
// within a price.
func (p Percent) Within(amount Pence) Pence { return amount.Ratio(int64(p), int64(Whole+p)) }

// String returns the percentage without trailing zeros, such as "12.5".
func (p Percent) String() string {
	return strings.TrimSuffix(strings.TrimRight(Pence(p).String(), "0"), ".")
}

// MarshalJSON writes the percentage as text.
func (p Percent) MarshalJSON() ([]byte, error) { return []byte(strconv.Quote(p.String())), nil }

// UnmarshalJSON reads text such as "12.5", or a number.
func (p *Percent) UnmarshalJSON(b []byte) (err error) {
	text := string(b)
	if quoted, wrong := strconv.Unquote(text); wrong == nil {
		text = quoted
	}
	*p, err = ParsePercent(text)
	return err
}
