package feed

import (
	"fmt"
	"slices"

	"holidaymaker/internal/catalogue"
)

// jsonFields are the fields of a row.
var jsonFields = []string{"unit", "arrival", "from", "to", "weekdays", "nights", "prices", "was", "units", "withdraw"}

// jsonRow reads one line of an NDJSON prices file into r. It does not use
// encoding/json, because this parser is faster and can say where a row is
// wrong.
func jsonRow(line []byte, units map[string]int, r *row) *fault {
	r.reset()
	s := scanner{b: line}
	var seen uint16 // bit n: jsonFields[n] has been read
	if !s.take('{') {
		return s.unexpected("expected an object")
	}
	for first := true; ; first = false {
		if s.take('}') {
			break
		}
		if !first && !s.take(',') {
			return s.unexpected("expected ',' or '}'")
		}
		key, ok := s.text()
		if !ok || !s.take(':') {
			return s.unexpected("expected a field's name and ':'")
		}
		place := slices.Index(jsonFields, string(key))
		if place < 0 {
			return faultf(shorten(key), "there is no such field")
		}
		if seen>>place&1 == 1 {
			return faultf(jsonFields[place], "is given twice")
		}
		seen |= 1 << place
		if wrong := s.field(jsonFields[place], units, r); wrong != nil {
			return wrong
		}
	}
	if s.peek() != 0 || s.at < len(s.b) {
		return s.unexpected("expected the end of the line")
	}
	return nil
}

// field reads the value of one field.
func (s *scanner) field(key string, units map[string]int, r *row) *fault {
	switch key {
	case "prices", "was":
		return s.parties(key, r)
	case "withdraw":
		if s.word("true") {
			r.withdraw = true
			return nil
		}
		return faultf(key, "expected true")
	case "unit", "arrival", "from", "to", "weekdays":
		text, ok := s.text()
		if !ok {
			return faultf(key, "expected a text in quotation marks without escapes")
		}
		switch key {
		case "unit":
			return r.setUnit(text, units)
		case "weekdays":
			return r.setWeekdays(text)
		}
		return r.setDate(key, text)
	case "nights", "units":
		text, ok := s.number()
		if !ok {
			return faultf(key, "expected a number")
		}
		if key == "nights" {
			return r.setNights(text)
		}
		return r.setUnits(text)
	}
	return nil // not reached: jsonFields has no other fields
}

// parties reads an object that maps party sizes to amounts.
func (s *scanner) parties(key string, r *row) *fault {
	if !s.take('{') {
		return faultf(key, "expected an object of party sizes and amounts")
	}
	for first := true; !s.take('}'); first = false {
		if !first && !s.take(',') {
			return s.unexpected("expected ',' or '}'")
		}
		size, ok := s.text()
		if !ok || !s.take(':') {
			return s.unexpected("expected a party size and ':'")
		}
		party, ok := parseParty(size)
		if !ok {
			return faultf(key, "expected a party size of 1 to %d, not %q", catalogue.MaxParty, shorten(size))
		}
		amount, ok := s.text()
		if !ok {
			if amount, ok = s.number(); !ok {
				return faultf(key, "expected an amount for party size %d", party)
			}
		}
		if wrong := r.setPrice(key, party, amount); wrong != nil {
			return wrong
		}
	}
	return nil
}

// scanner reads a line of JSON from start to end.
type scanner struct {
	b  []byte
	at int
}

// peek skips blanks and returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.b) {
		switch c := s.b[s.at]; c {
		case ' ', '\t', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) take(c byte) bool {
	if s.peek() != c || s.at >= len(s.b) {
		return false
	}
	s.at++
	return true
}

// text reads a string without escapes: ids, dates and amounts have none.
func (s *scanner) text() (text []byte, ok bool) {
	if s.peek() != '"' {
		return nil, false
	}
	for end := s.at + 1; end < len(s.b); end++ {
		switch c := s.b[end]; {
		case c == '"':
			text = s.b[s.at+1 : end]
			s.at = end + 1
			return text, true
		case c == '\\' || c < ' ':
			return nil, false
		}
	}
	return nil, false
}

// number returns the characters of a number. The caller parses them.
func (s *scanner) number() (text []byte, ok bool) {
	s.peek()
	end := s.at
	for end < len(s.b) && (s.b[end] >= '0' && s.b[end] <= '9' || s.b[end] == '.' || s.b[end] == '-') {
		end++
	}
	text = s.b[s.at:end]
	s.at = end
	return text, len(text) > 0
}

func (s *scanner) word(w string) bool {
	s.peek()
	if len(s.b)-s.at < len(w) || string(s.b[s.at:s.at+len(w)]) != w {
		return false
	}
	s.at += len(w)
	return true
}

func (s *scanner) unexpected(want string) *fault {
	s.peek()
	return faultf(fmt.Sprintf("character %d", s.at+1), "%s", want)
}
