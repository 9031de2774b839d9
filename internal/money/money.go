// Package money holds amounts of pounds sterling as whole pence.
package money

import (
	"fmt"
	"strconv"
)

// Pence is an amount of pounds sterling in whole pence; it may be negative.
type Pence int64

// Pounds returns n whole pounds.
func Pounds(n int64) Pence { return Pence(n * 100) }

// String returns the amount in the API's format: a numeric string in pounds
// with two decimals, such as "189.00" or "-5.50".
func (p Pence) String() string { return string(p.Append(make([]byte, 0, 16))) }

// Append appends the amount in the format of String.
func (p Pence) Append(b []byte) []byte {
	n := int64(p)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = append(strconv.AppendInt(b, n/100, 10), '.')
	return append(b, byte('0'+n/10%10), byte('0'+n%10))
}

// Text returns the amount for people (specification, 'Money and formats'):
// £1,234 when whole, £1,234.50 otherwise, -£10 when negative.
func (p Pence) Text() string {
	if p < 0 {
		return "-" + (-p).Text()
	}
	text := "£" + Grouped(int64(p)/100)
	if p%100 != 0 {
		text += fmt.Sprintf(".%02d", p%100)
	}
	return text
}

// Grouped writes a whole number from 0 with commas between its thousands: 21,233.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Parse reads a numeric string in pounds with at most two decimals. It refuses
// signs other than a leading minus, exponents, currency signs and thousands
// separators. It allocates nothing, because imports read millions of prices.
func Parse[T string | []byte](s T) (Pence, error) {
	const most = 100 << 50
	digits, negative := s, len(s) > 0 && s[0] == '-'
	if negative {
		digits = s[1:]
	}
	n, decimals := int64(0), -1 // -1: before the point
	for i := range len(digits) {
		switch c := digits[i]; {
		case c == '.' && i > 0 && decimals < 0:
			decimals = 0
			continue
		case c < '0' || c > '9' || decimals == 2:
			return 0, fmt.Errorf("amount %q: want pounds with at most two decimals", s)
		case decimals >= 0:
			decimals++
		}
		n = min(10*n+int64(digits[i]-'0'), most+1)
	}
	if len(digits) == 0 || decimals == 0 {
		return 0, fmt.Errorf("amount %q: want pounds with at most two decimals", s)
	}
	for range 2 - max(decimals, 0) {
		n = min(10*n, most+1)
	}
	if n > most {
		return 0, fmt.Errorf("amount %q is out of range", s)
	}
	if negative {
		n = -n
	}
	return Pence(n), nil
}

// Percent returns pct per cent of p, rounded half up to the penny (half away
// from zero for negative amounts).
func (p Pence) Percent(pct int64) Pence { return p.Ratio(pct, 100) }

// Ratio returns p·of/whole, rounded as Percent rounds. whole is positive.
func (p Pence) Ratio(of, whole int64) Pence {
	n := int64(p) * of
	if n < 0 {
		return -(-p).Ratio(of, whole)
	}
	return Pence((2*n + whole) / (2 * whole))
}

// MarshalJSON returns the amount as the API's numeric string.
func (p Pence) MarshalJSON() ([]byte, error) { return []byte(`"` + p.String() + `"`), nil }

// UnmarshalJSON reads a numeric string in pounds.
func (p *Pence) UnmarshalJSON(b []byte) error {
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return fmt.Errorf("amount %s: want a string", b)
	}
	*p, err = Parse(s)
	return err
}
