package phrase

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holidaymaker/internal/catalogue"
)

// token is a word, a number or a mark of a sentence.
type token struct {
	from, to int    // bytes of the sentence
	word     string // as it is compared: folded, and corrected; a mark is itself
	number   int    // of a number, in digits or words; otherwise -1
	digits   bool
	typed    string   // the folded word before it was corrected; "" if it was not
	nearest  []string // of a word that could be corrected in several ways: these
}

func (t *token) isMark() bool {
	r, _ := utf8.DecodeRuneInString(t.word)
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == '‘' || r == 'ʼ' }

// tokensOf divides a sentence. Letters and digits are separate words: '4ppl' has two. A comma
// inside a number belongs to it.
func tokensOf(text string) (tokens []token) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		end := at + size
		switch {
		case unicode.IsDigit(r):
			end = at + numberEnd(text[at:])
			n, err := strconv.Atoi(strings.ReplaceAll(text[at:end], ",", ""))
			if err != nil || n > 1_000_000 {
				n = -1
			}
			tokens = append(tokens, token{from: at, to: end, word: text[at:end], number: n, digits: true})
		case unicode.IsLetter(r):
			for end < len(text) {
				next, size := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsLetter(next) && !isApostrophe(next) && !unicode.Is(unicode.Mn, next) {
					break
				}
				end += size
			}
			word := strings.Join(catalogue.NameWords(text[at:end]), "")
			n, isNumber := numberWords[word]
			if !isNumber {
				n = -1
			}
			if word == "" {
				word = "?"
			}
			tokens = append(tokens, token{from: at, to: end, word: word, number: n})
		case unicode.IsSpace(r) || isApostrophe(r) || unicode.Is(unicode.Mn, r):
		default:
			tokens = append(tokens, token{from: at, to: end, word: markOf(r), number: -1})
		}
		at = end
	}
	return tokens
}

// markOf returns a mark, with one spelling for all dashes.
func markOf(r rune) string {
	if unicode.Is(unicode.Pd, r) {
		return "-"
	}
	return string(r)
}

// numberEnd returns the length of the number with which a text begins. A comma belongs to it
// where three digits follow.
func numberEnd(text string) int {
	digits := func(from int) int {
		n := 0
		for from+n < len(text) && text[from+n] >= '0' && text[from+n] <= '9' {
			n++
		}
		return n
	}
	end := digits(0)
	for end > 0 && end < len(text) && text[end] == ',' && digits(end+1) == 3 {
		end += 4
	}
	return max(end, runeLength(text))
}

func runeLength(text string) int {
	_, size := utf8.DecodeRuneInString(text)
	return size
}

// at returns the word of a token; "" behind the end.
func (r *reader) at(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].word
}

func (r *reader) is(i int, words ...string) bool {
	return i < len(r.tokens) && slices.Contains(words, r.at(i))
}

// number returns the number at a token.
func (r *reader) number(i int) (n int, ok bool) {
	if i < 0 || i >= len(r.tokens) || r.tokens[i].number < 0 {
		return 0, false
	}
	return r.tokens[i].number, true
}

// touches reports whether there is nothing between a token and the one before.
func (r *reader) touches(i int) bool {
	return i > 0 && i < len(r.tokens) && r.tokens[i-1].to == r.tokens[i].from
}

// sequence matches texts of words at a token, and returns the end of the longest; 0 if none
// matches.
func (r *reader) sequence(i int, texts ...string) (end int) {
	for _, text := range texts {
		at := i
		for word := range strings.FieldsSeq(text) {
			if r.at(at) != word {
				at = 0
				break
			}
			at++
		}
		end = max(end, at)
	}
	return end
}

// optional is like sequence, and returns i if no text matches.
func (r *reader) optional(i int, texts ...string) int { return max(i, r.sequence(i, texts...)) }
