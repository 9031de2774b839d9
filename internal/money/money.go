// Package money holds amounts of pounds sterling as whole pence.
package money

import (
	"fmt"
	"strconv"
	"strings"
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

// Parse reads a numeric string in pounds with at most two decimals. It refuses
// signs other than a leading minus, exponents, currency signs and thousands
// separators.
func Parse(s string) (Pence, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, pointed := strings.Cut(digits, ".")
	if !allDigits(whole) || pointed && (len(fraction) > 2 || !allDigits(fraction)) {
		return 0, fmt.Errorf("amount %q: want pounds with at most two decimals", s)
	}
	pounds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || pounds > 1<<50 {
		return 0, fmt.Errorf("amount %q is out of range", s)
	}
	pence := int64(0)
	if pointed {
		pence, _ = strconv.ParseInt((fraction + "0")[:2], 10, 64)
	}
	p := Pence(pounds*100 + pence)
	if negative {
		p = -p
	}
	return p, nil
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Percent returns pct per cent of p, rounded half up to the penny (half away
// from zero for negative amounts).
func (p Pence) Percent(pct int64) Pence {
	n := int64(p) * pct
	if n < 0 {
		return -(-p).Percent(pct)
	}
	return Pence((n + 50) / 100)
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
