package find

import (
	"slices"

	"holidaymaker/internal/booking"
)

// alphabets are the characters of the terms in which a typing error is forgiven, and how many
// characters such a term has at least: another letter in "ann" is another name.
var alphabets = map[booking.TermKind]struct {
	letters string
	least   int
}{
	booking.TermName:      {"abcdefghijklmnopqrstuvwxyz", 4},
	booking.TermReference: {"0123456789abcdefghjkmnpqrstvwxyz", ownReference - 1},
	booking.TermPhone:     {"0123456789", mostPhone - 1},
	booking.TermPostcode:  {"abcdefghijklmnopqrstuvwxyz0123456789", 5},
	booking.TermEmail:     {"abcdefghijklmnopqrstuvwxyz0123456789.-_@", 8},
}

const mostCorrections = 20

// forgiven finds the bookings that have all terms but for one typing error in one of them.
func forgiven(tx Tx, scope Scope, terms []Term) (Answer, error) {
	for i := range terms {
		right, err := corrected(tx, terms, i)
		if err != nil {
			return Answer{}, err
		}
		if right == nil {
			continue
		}
		a, err := search(tx, scope, right)
		if a.Forgiven = true; err != nil || len(a.Rows) > 0 {
			return a, err
		}
	}
	return Answer{}, nil
}

// corrected returns terms in which one is replaced by the whole terms of bookings that differ
// from it by one error; nil where there are none.
func corrected(tx Tx, terms []Term, i int) ([]Term, error) {
	var all []Match
	for _, m := range terms[i].Matches {
		a, ok := alphabets[m.Kind]
		if !ok || m.Below == "" || len(m.From) < a.least {
			continue
		}
		stored, err := tx.StoredTerms(m.Kind, variants(m.From, a.letters))
		if err != nil {
			return nil, err
		}
		for _, text := range stored[:min(len(stored), mostCorrections)] {
			all = append(all, exactly(m.Kind, text))
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	terms = slices.Clone(terms)
	terms[i].Matches = all
	return terms, nil
}

// variants returns what differs from a text by one error: a letter that is missing, too many,
// another one, or two that have changed places.
func variants(text, letters string) (all []string) {
	runes := []rune(text)
	seen := map[string]bool{text: true}
	add := func(parts ...[]rune) {
		if v := string(slices.Concat(parts...)); !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	for i := range len(runes) + 1 {
		before, after := runes[:i], runes[i:]
		for _, letter := range letters {
			add(before, []rune{letter}, after)
			if len(after) > 0 {
				add(before, []rune{letter}, after[1:])
			}
		}
		if len(after) > 0 {
			add(before, after[1:])
		}
		if len(after) > 1 {
			add(before, []rune{after[1], after[0]}, after[2:])
		}
	}
	return all
}
