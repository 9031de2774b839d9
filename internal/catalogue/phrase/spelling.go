package phrase

import (
	"slices"
	"unicode/utf8"
)

// A word of fewer letters is not corrected. From longWord letters on, a wrong letter is
// forgiven; in a shorter word only a letter too few, one too many, or two exchanged, because
// many short words differ by one letter: 'large' is not Largs. From twoErrors letters on, two
// errors are forgiven.
const (
	correctable = 5
	longWord    = 7
	twoErrors   = 9
)

// bySpelling has the words to which typed ones are corrected, by first letter and length.
type bySpelling map[spelling][]correction

type spelling struct {
	first  rune
	length int
}

type correction struct {
	word string
	own  bool // not only in the names of parks
}

func spellingOf(word string) spelling {
	first, _ := utf8.DecodeRuneInString(word)
	return spelling{first, utf8.RuneCountInString(word)}
}

func (b bySpelling) has(word string) bool {
	return slices.ContainsFunc(b[spellingOf(word)], func(c correction) bool { return c.word == word && c.own })
}

// learn adds a word, which is not corrected from then on.
func (v *Vocabulary) learn(word string, own bool) {
	if v.known[word] {
		return
	}
	v.known[word] = true
	s := spellingOf(word)
	v.bySpelling[s] = append(v.bySpelling[s], correction{word, own})
}

// correct replaces words that are not known by the nearest known one. Of several that are
// equally near, none is taken. Our own words and places come before the words of parks.
func (r *reader) correct() {
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.isMark() || t.digits || r.known[t.word] {
			continue
		}
		best := r.corrections(t.word, true)
		if len(best) == 0 {
			best = r.corrections(t.word, false)
		}
		switch len(best) {
		case 0:
		case 1:
			t.typed, t.word = t.word, best[0]
			if n, ok := numberWords[t.word]; ok {
				t.number = n
			}
		default:
			t.nearest = best
		}
	}
}

// corrections returns the known words that are nearest to a typed one.
func (v *Vocabulary) corrections(typed string, own bool) (best []string) {
	s := spellingOf(typed)
	if s.length < correctable {
		return nil
	}
	most := 1
	if s.length >= twoErrors {
		most = 2
	}
	letters := []rune(typed)
	for length := s.length - most; length <= s.length+most; length++ {
		for _, c := range v.bySpelling[spelling{s.first, length}] {
			if c.own != own || length < correctable {
				continue
			}
			d := errors(letters, []rune(c.word), most)
			if d > most || s.length < longWord && length == s.length && !exchanged(letters, []rune(c.word)) {
				continue
			}
			if d < most {
				best, most = nil, d
			}
			best = append(best, c.word)
		}
	}
	slices.Sort(best)
	return best
}

// exchanged reports whether two words of the same length have the same letters.
func exchanged(a, b []rune) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// errors counts the typing errors between two words: a letter too many, too few or wrong, or two
// neighbours exchanged (optimal string alignment). It returns most+1 for any larger number.
func errors(a, b []rune, most int) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := row[0]
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most {
			return most + 1
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
