package catalogue

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// typoLetters is the smallest number of letters of a word in which one typing
// error is accepted.
const typoLetters = 5

// finder finds places by the beginnings of the words of their names.
type finder struct {
	places []Place // by kind, then by popularity, then by name
	words  []string
	// at lists, for each word, the numbers of the places with that word,
	// ascending.
	at [][]int32
}

// newFinder indexes the places of a catalogue, without the hidden region and
// everything in it.
func newFinder(s *Snapshot) *finder {
	f := &finder{places: placesOf(s)}
	at := map[string][]int32{}
	for i := range f.places {
		for _, word := range indexedWords(f.places[i].Name) {
			if list := at[word]; len(list) == 0 || list[len(list)-1] != int32(i) {
				at[word] = append(list, int32(i))
			}
		}
	}
	for word := range at {
		f.words = append(f.words, word)
	}
	slices.Sort(f.words)
	for _, word := range f.words {
		f.at = append(f.at, at[word])
	}
	return f
}

// NameWords splits a name into the words to compare: lower case, without
// accents and apostrophes, '&' as 'and', split at everything that is not a
// letter or digit.
func NameWords(name string) []string {
	name = strings.Map(func(r rune) rune {
		switch r {
		case '\'', '’', '‘', 'ʼ':
			return -1
		}
		return r
	}, fold(strings.ReplaceAll(name, "&", " and ")))
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// saints lists the spellings of 'saint'. A visitor may type any of them.
var saints = []string{"saint", "st", "sainte", "ste"}

// oneSpelling joins words and replaces each spelling of 'saint' by the same
// one.
func oneSpelling(words []string) string {
	spelt := slices.Clone(words)
	for i, word := range spelt {
		if slices.Contains(saints, word) {
			spelt[i] = "st"
		}
	}
	return strings.Join(spelt, " ")
}

// indexedWords returns the words of a name, and the other spellings of 'saint'.
func indexedWords(name string) []string {
	words := NameWords(name)
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(saints, w) }) {
		words = append(words, saints...)
	}
	return words
}

// limits is the largest number of results of each kind.
var limits = map[PlaceKind]int{PlaceRegion: 5, PlaceTown: 5, PlaceOperator: 3, PlacePark: 10}

// Places finds places with parks on a channel ("" means any) by a text of at
// least two letters. Each word of the text must be the beginning of a word of
// the name. Accents, case, hyphens and apostrophes are ignored, and 'saint'
// equals 'st'. Where nothing is found, one typing error is accepted in each
// word of at least five letters. Results are ordered by kind. Within a kind,
// names that equal the text come first, then those that begin with it, then the
// more popular ones.
func (s *Snapshot) Places(text, channel string) []Place { return s.finder.find(text, channel, limits) }

// AllPlaces lists every place of the catalogue by kind, then by popularity, then by
// name. Callers must not change it.
func (s *Snapshot) AllPlaces() []Place { return s.finder.places }

// FindParks finds parks in the same way as Places, at most limit.
func (s *Snapshot) FindParks(text, channel string, limit int) []*ParkInfo {
	var parks []*ParkInfo
	for _, p := range s.finder.find(text, channel, map[PlaceKind]int{PlacePark: limit}) {
		parks = append(parks, p.Park)
	}
	return parks
}

func (f *finder) find(text, channel string, most map[PlaceKind]int) []Place {
	words := NameWords(text)
	if utf8.RuneCountInString(strings.Join(words, "")) < 2 {
		return nil
	}
	found := f.ranked(f.with(words, f.beginning), words, channel, most)
	if len(found) == 0 {
		found = f.ranked(f.with(words, f.nearly), words, channel, most)
	}
	var places []Place
	for _, i := range found {
		places = append(places, f.places[i])
	}
	return places
}

// set is a set of places: bit i stands for place i.
type set []uint64

func (s set) add(places []int32) {
	for _, i := range places {
		s[i/64] |= 1 << (i % 64)
	}
}

// with returns the places that have a matching word for each of the words.
func (f *finder) with(words []string, match func(word string, into set)) set {
	var all set
	for _, word := range words {
		one := make(set, (len(f.places)+63)/64)
		match(word, one)
		if all == nil {
			all = one
			continue
		}
		for i := range all {
			all[i] &= one[i]
		}
	}
	return all
}

// beginning adds the places that have a word with this beginning.
func (f *finder) beginning(start string, into set) {
	first, _ := slices.BinarySearch(f.words, start)
	for i := first; i < len(f.words) && strings.HasPrefix(f.words[i], start); i++ {
		into.add(f.at[i])
	}
}

// nearly adds the places that have a word with this beginning, after at most
// one typing error. A short word must match exactly.
func (f *finder) nearly(start string, into set) {
	f.beginning(start, into)
	letters := []rune(start)
	if len(letters) < typoLetters {
		return
	}
	for i, word := range f.words {
		if beginsNearly(word, letters) {
			into.add(f.at[i])
		}
	}
}

// beginsNearly reports whether a word begins with the letters when one letter
// is replaced, removed or added, or two neighbours are swapped.
func beginsNearly(word string, letters []rune) bool {
	i := 0
	rest := word
	for i < len(letters) && rest != "" {
		r, size := utf8.DecodeRuneInString(rest)
		if r != letters[i] {
			break
		}
		i++
		rest = rest[size:]
	}
	left := letters[i:]
	if len(left) <= 1 { // all letters were found, or all but the last
		return true
	}
	if hasPrefix(rest, left[1:]) { // one letter too many was typed
		return true
	}
	r, size := utf8.DecodeRuneInString(rest)
	if size == 0 {
		return false
	}
	after := rest[size:]
	if hasPrefix(after, left[1:]) || hasPrefix(after, left) { // a wrong letter, or one too few
		return true
	}
	second, size := utf8.DecodeRuneInString(after)
	return size > 0 && r == left[1] && second == left[0] && hasPrefix(after[size:], left[2:])
}

func hasPrefix(word string, letters []rune) bool {
	for _, letter := range letters {
		r, size := utf8.DecodeRuneInString(word)
		if size == 0 || r != letter {
			return false
		}
		word = word[size:]
	}
	return true
}

// ranked lists the places of a set that have parks on a channel, at most
// most[kind] of each kind: names that equal the words first, then those that
// begin with them.
func (f *finder) ranked(found set, words []string, channel string, most map[PlaceKind]int) []int {
	text := oneSpelling(words)
	byKind := map[PlaceKind]*[3][]int{}
	for word, left := range found {
		for ; left != 0; left &= left - 1 {
			i := word*64 + bits.TrailingZeros64(left)
			p := &f.places[i]
			if most[p.Kind] == 0 || !p.On(channel) {
				continue
			}
			if byKind[p.Kind] == nil {
				byKind[p.Kind] = &[3][]int{}
			}
			rank := 2
			if name := oneSpelling(NameWords(p.Name)); name == text {
				rank = 0
			} else if strings.HasPrefix(name, text) {
				rank = 1
			}
			byKind[p.Kind][rank] = append(byKind[p.Kind][rank], i)
		}
	}
	var list []int
	for kind := PlaceRegion; kind <= PlacePark; kind++ {
		if ranks := byKind[kind]; ranks != nil {
			all := slices.Concat(ranks[0], ranks[1], ranks[2])
			list = append(list, all[:min(len(all), most[kind])]...)
		}
	}
	return list
}
